// renameCollection: gives a collection another name, in its database or another. Of the database admin.
//
//   {renameCollection: "database.collection", to: "database.collection", dropTarget: <boolean>}
//
// The documents stay where they are: the catalog alone changes, in one commit. Open cursors end with QueryPlanKilled (175).
// Errors    Unauthorized (13): another database than admin. InvalidNamespace (73). IllegalOperation (20): to itself.
//           NamespaceNotFound (26). NamespaceExists (48): the new name is taken, without dropTarget.
#include "engine/commands/commands.h"
#include "engine/write/collections.h"

#include "bson/raise.h"

namespace sheaf::engine {
namespace {

Namespace fullNamespace(bson::ValueView value, std::string_view what) {
    const std::string_view full = value.isString() ? value.asString() : std::string_view();
    const std::size_t dot = full.find('.');
    if (dot == std::string_view::npos) raise(ErrorCode::InvalidNamespace, "Invalid ", what, " namespace: ", value);
    return Namespace(full.substr(0, dot), full.substr(dot + 1));
}

void run(CommandCall& call, bson::Builder&) {
    CommandFields fields(call);
    if (call.database != "admin") {
        raise(ErrorCode::Unauthorized, "renameCollection may only be run against the admin database.");
    }
    bson::ValueView to;
    bool dropsTarget = false;
    while (fields.next()) {
        if (fields.is("to")) {
            fields.string();
            to = fields.value();
        } else if (fields.is("dropTarget")) dropsTarget = fields.boolean();
        else if (fields.is("stayTemp")) fields.truthy();
        else fields.refuse();
    }
    if (to.isMissing()) fields.missing("to");
    const Namespace source = fullNamespace(call.command.begin()->value, "source");
    renameCollection(call.operation, source, fullNamespace(to, "target"), dropsTarget ? Existing::Drop : Existing::Refuse);
}

}  // namespace

constinit const Command kRenameCollection{.name = "renameCollection", .run = run};

}  // namespace sheaf::engine
