// Listing databases and collections, through the commands that list them.
#include "tools/shell/listings.h"

#include "tools/common/text_table.h"
#include "tools/shell/cursor.h"

#include <sheaf/bson/builder.h>

#include <ostream>

namespace sheaf::tools::shell {

std::vector<std::string> collectionNames(ShellSession& session, const std::string& database) {
    std::vector<std::string> names;
    for (const Value& entry : allOf(session, database, bson::make("listCollections", 1, "nameOnly", true))) {
        names.emplace_back(entry.view().asDocument()["name"].asString());
    }
    return names;
}

void showDatabases(ShellSession& session) {
    const bson::Document reply = session.runCommand("admin", bson::make("listDatabases", 1));
    std::size_t widest = 0;
    for (const ValueView& entry : reply["databases"].asArray()) {
        widest = std::max(widest, displayWidth(entry.asDocument()["name"].asString()));
    }
    for (const ValueView& entry : reply["databases"].asArray()) {
        const std::string name(entry.asDocument()["name"].asString());
        const ValueView size = entry.asDocument()["sizeOnDisk"];
        session.out << name << std::string(widest - displayWidth(name) + 2, ' ') << shortBytes(toNumber(size)) << '\n';
    }
}

void showCollections(ShellSession& session) {
    for (const std::string& name : collectionNames(session, session.database)) session.out << name << '\n';
}

}  // namespace sheaf::tools::shell
