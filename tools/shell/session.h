// What the parts of the shell share: the store, the database in use, where to print, and what a statement has cost.
#pragma once

#include "tools/shell/item.h"

#include <sheaf/store.h>

#include <map>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::tools::shell {

// One thread at a time.
class ShellSession {
public:
    ShellSession(Store openedStore, std::ostream& output) : store(std::move(openedStore)), out(output) {}

    // Every command of the shell goes through here, so that its cost is counted. Throws as Store::runCommand does.
    bson::Document runCommand(const std::string& databaseName, DocumentView command);
    // The same for a write: its first write error is thrown.
    bson::Document runWrite(const std::string& databaseName, DocumentView command);

    Store store;
    std::ostream& out;
    std::string database = "test";
    Cost cost;                              // of the statement that runs
    std::shared_ptr<ShellCursor> shown;     // what `it` goes on with
};

}  // namespace sheaf::tools::shell
