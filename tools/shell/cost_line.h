// What a statement cost, in one line.
#pragma once

#include <sheaf/cost.h>

#include <string>

namespace sheaf::tools::shell {

// Empty when there is nothing to say: no command was run.
std::string costLine(const Cost& cost);

}  // namespace sheaf::tools::shell
