// What the shell says about itself.
#pragma once

#include "tools/shell/methods.h"

#include <iosfwd>
#include <string_view>
#include <vector>

namespace sheaf::tools::shell {

void printHelp(std::ostream& out);
// prefix.name(usage) for each method that is listed.
void printMethods(std::ostream& out, std::string_view prefix, const std::vector<MethodTable>& tables);

}  // namespace sheaf::tools::shell
