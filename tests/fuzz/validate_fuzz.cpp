// Any bytes as BSON: validation never reads past their end, and what it accepts can be walked, compared, hashed, printed
// and built again byte for byte.
#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <cstdlib>
#include <algorithm>
#include <memory>

using namespace sheaf::bson;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void rebuild(Builder& builder, DocumentView document) {
    for (const Element& element : document) {
        if (element.value.isDocument()) {
            builder.openDocument(element.name);
            rebuild(builder, element.value.asDocument());
            builder.close();
        } else {
            builder.append(element.name, element.value);
        }
    }
}

// Bytes that were never validated: walking them may only end in an Error.
void walkUnchecked(const std::uint8_t* data, std::size_t size) {
    try {
        const DocumentView document(data, size);
        document.toJson(JsonMode::Canonical);
        compare(document, document);
        hash(document.asValue());
    } catch (const sheaf::Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[size]);  // no byte behind the end
    std::copy(data, data + size, exact.get());
    walkUnchecked(exact.get(), size);
    if (!validate({exact.get(), size}, kStoredLimits)) return 0;
    const DocumentView document(exact.get(), size);
    Builder builder;
    rebuild(builder, document);
    const Document again = builder.take();
    require(identical(again.view().asValue(), document.asValue()));
    require(compare(again.view(), document) == 0);
    require(hash(again.view().asValue()) == hash(document.asValue()));
    return 0;
}
