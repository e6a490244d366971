// Where an element's bytes begin and end inside its document, for copying it as it is.
#pragma once

#include <sheaf/bson/view.h>

#include <cstdint>

namespace sheaf::query {

// The type byte.
inline const std::uint8_t* startOf(const bson::Element& element) {
    return reinterpret_cast<const std::uint8_t*>(element.name.data()) - 1;
}

// One past the value.
inline const std::uint8_t* endOf(const bson::Element& element) {
    return reinterpret_cast<const std::uint8_t*>(element.name.data()) + element.name.size() + 1 +
           element.value.size();
}

}  // namespace sheaf::query
