// distinct: the different values of a field.
//
//   {distinct: <collection>, key: <path>, query, hint, collation}
//
// Reply     {values: […]}: arrays count by their elements; nothing for documents without the field.
// Errors    TypeMismatch (14): key is no string. 17217: the values do not fit into a reply.
#include "engine/commands/commands.h"
#include "engine/read/collation.h"
#include "engine/read/distinct.h"

namespace sheaf::engine {
namespace {

DistinctRequest parseRequest(CommandCall& call) {
    CommandFields fields(call);
    std::optional<std::string_view> key;
    bson::DocumentView filter;
    bson::DocumentView collation;
    bson::ValueView hint;
    while (fields.next()) {
        if (fields.is("key")) key = fields.string();
        else if (fields.is("query")) filter = fields.document();
        else if (fields.is("hint")) hint = fields.value();
        else if (fields.is("collation")) collation = fields.document();
        else fields.refuse();
    }
    if (!key) fields.missing("key");
    const Namespace ns = fields.ns();
    return {.ns = ns,
            .key = *key,
            .filter = filter,
            .hint = hint,
            .collation = collationFor(call.store(), ns, collation)};
}

void run(CommandCall& call, bson::Builder& reply) {
    const std::vector<bson::Value> values = runDistinct(call.operation, parseRequest(call));
    reply.openArray("values");
    for (const bson::Value& value : values) reply.push(value);
    reply.close();
}

}  // namespace

constinit const Command kDistinct{.name = "distinct", .run = run};

}  // namespace sheaf::engine
