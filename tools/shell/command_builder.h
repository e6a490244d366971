// Puts a command on a collection together, and runs or explains it.
#pragma once

#include "tools/shell/session.h"

#include <sheaf/bson/builder.h>

namespace sheaf::tools::shell {

class CommandBuilder {
public:
    CommandBuilder(std::string_view name, const CollectionRef& collection) : collection_(collection) {
        builder_.append(name, collection.name);
    }

    CommandBuilder& add(std::string_view field, const Value& value) {
        builder_.append(field, value);
        return *this;
    }
    CommandBuilder& add(std::string_view field, const bson::Document& value) { return add(field, Value(value)); }
    CommandBuilder& add(std::string_view field, bool value) { return add(field, Value(value)); }
    CommandBuilder& addAll(DocumentView fields) {
        builder_.appendElements(fields);
        return *this;
    }
    // [document], as the statements of writes stand in commands.
    CommandBuilder& addOne(std::string_view field, const bson::Document& statement) {
        return add(field, makeArray({Value(statement)}));
    }

    bool isExplained() const { return !collection_.explain.empty(); }
    // The reply; or the explanation when the collection is one that explains.
    bson::Document run(ShellSession& session) {
        const bson::Document command = builder_.take();
        if (!isExplained()) return session.runWrite(collection_.database, command);
        return session.runCommand(collection_.database, bson::make("explain", command, "verbosity", collection_.explain));
    }

private:
    const CollectionRef& collection_;
    bson::Builder builder_;
};

}  // namespace sheaf::tools::shell
