// What `show dbs` and `show collections` list.
#pragma once

#include "tools/shell/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools::shell {

std::vector<std::string> collectionNames(ShellSession& session, const std::string& database);
// Prints databases with their sizes.
void showDatabases(ShellSession& session);
void showCollections(ShellSession& session);

}  // namespace sheaf::tools::shell
