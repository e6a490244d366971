// Values as the shell prints them: in the words that it reads.
#pragma once

#include <sheaf/bson/document.h>

#include <string>
#include <string_view>

namespace sheaf::tools::shell {

// On one line.
std::string shellText(ValueView value);
// Broken over lines where it is too long for one.
std::string prettyShellText(ValueView value, std::size_t indent = 0);
// 'text', with escapes.
std::string quoted(std::string_view text);

}  // namespace sheaf::tools::shell
