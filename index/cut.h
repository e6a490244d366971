// Makes places between entries out of components.
#pragma once

#include "index/bounds.h"

namespace sheaf::index {

enum class CutSide : std::uint8_t { Before, After };
// Long keys with the same prefix cannot be cut apart: the run of them is left above (Down) or below (Up) the cut.
enum class CutRounding : std::uint8_t { Down, Up };

// Turns the components of the first fields into the place before or after all entries that start with them.
void finishCut(Cut& components, CutSide side, bool lastIsDescending, CutRounding rounding);

}  // namespace sheaf::index
