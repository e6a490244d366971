// The way of a scan.
#pragma once

#include <cstdint>

namespace sheaf::index {

enum class Direction : std::int8_t { Forward = 1, Backward = -1 };

}  // namespace sheaf::index
