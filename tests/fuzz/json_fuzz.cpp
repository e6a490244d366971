// Any text as Extended JSON: an error, or a valid document whose canonical form reads back to the same bytes.
#include <sheaf/bson/compare.h>
#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <cstdlib>

using namespace sheaf::bson;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const Document document = fromJson({reinterpret_cast<const char*>(data), size});
        if (!validate(document.view().bytes(), kCommandLimits)) std::abort();
        const std::string canonical = document.toJson(JsonMode::Canonical);
        if (document.size() > kStoredLimits.bytes) return 0;
        const Document again = fromJson(canonical);
        if (again.toJson(JsonMode::Canonical) != canonical) std::abort();
        document.toJson(JsonMode::Relaxed);
    } catch (const sheaf::Error&) {
    }
    return 0;
}
