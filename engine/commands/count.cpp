// count: how many documents match.
//
//   {count: <collection>, query, limit, skip, hint, collation}
//
// Reply     {n: <count>}. Without a query it is the tree's entry count, at no cost. A negative limit counts as positive.
#include "engine/commands/commands.h"
#include "engine/read/collation.h"
#include "engine/read/find.h"

namespace sheaf::engine {
namespace {

CountRequest parseCount(CommandCall& call) {
    CommandFields fields(call);
    CountRequest request{.ns = fields.ns()};
    bson::DocumentView collation;
    while (fields.next()) {
        if (fields.is("query")) {
            request.filter = fields.document();
        } else if (fields.is("limit")) {
            const std::int64_t limit = fields.integer();
            request.limit = limit < 0 ? -limit : limit;
        } else if (fields.is("skip")) request.skip = fields.nonNegative();
        else if (fields.is("hint")) request.hint = fields.value();
        else if (fields.is("collation")) collation = fields.document();
        else if (fields.is("fields")) fields.value();
        else fields.refuse();
    }
    request.collation = collationFor(call.store(), request.ns, collation);
    return request;
}

void runCount(CommandCall& call, bson::Builder& reply) {
    const CountRequest request = parseCount(call);
    reply.appendCount("n", static_cast<std::uint64_t>(countDocuments(call.operation, request)));
}

void explainCount(CommandCall& call, query::ExplainVerbosity verbosity, bson::Builder& reply) {
    appendExplain(call.operation, parseCount(call), verbosity, reply);
}

}  // namespace

constinit const Command kCount{.name = "count", .run = runCount, .explain = explainCount};

}  // namespace sheaf::engine
