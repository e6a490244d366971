// The ledger's logicalBytes: the bytes of the BSON elements that differ between two versions of a document.
//
// An element that both versions have is descended into when both are documents or both are arrays (arrays by
// position). Every other element that differs counts its type byte, name, null byte and value, once for the old and
// once for the new version. The order of fields does not count.
#pragma once

#include <sheaf/bson/view.h>

#include <cstdint>
#include <string_view>

namespace sheaf::query {

std::uint64_t logicalBytes(bson::DocumentView before, bson::DocumentView after);

// The same for one element that is called `name` in both versions; either side may be missing.
std::uint64_t logicalBytes(std::string_view name, bson::ValueView before, bson::ValueView after);

// What one element occupies.
inline std::uint64_t elementBytes(std::string_view name, bson::ValueView value) {
    return 1 + name.size() + 1 + value.size();
}

}  // namespace sheaf::query
