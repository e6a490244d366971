// Any text as the shell's literals: an error, or valid documents.
#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <cstdlib>

using namespace sheaf::bson;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const Document document = fromShell(text);
        // The depth limit of the text is that of commands; texts in quotes may hold what is not UTF-8 in the input.
        const Validation validation = validate(document.view().bytes(), kCommandLimits);
        if (!validation && validation.fault != Fault::BadUtf8) std::abort();
    } catch (const sheaf::Error&) {
    }
    try {
        std::size_t used = 0;
        valueFromShellPrefix(text, used);
        if (used > size) std::abort();
    } catch (const sheaf::Error&) {
    }
    return 0;
}
