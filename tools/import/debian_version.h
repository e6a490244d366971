// The order of Debian's version numbers.
#pragma once

#include <string_view>

namespace sheaf::tools {

// Less than, equal to or greater than 0, as `dpkg --compare-versions` says: [epoch:]upstream[-revision], letters before
// other characters, a tilde before everything, even the end.
int compareDebianVersions(std::string_view a, std::string_view b);

}  // namespace sheaf::tools
