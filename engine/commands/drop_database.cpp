// dropDatabase: removes all collections of the database.
//
//   {dropDatabase: 1}
//
// Reply     {dropped: <database>}, or {} when there was nothing.
#include "engine/commands/commands.h"
#include "engine/write/collections.h"

#include "bson/number.h"
#include "bson/raise.h"

namespace sheaf::engine {
namespace {

void runDropDatabase(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    const bson::ValueView one = call.command.begin()->value;
    if (!one.isNumber() || bson::exactInt64(one) != 1) {
        raise(location(5255100), "Have to pass 1 as 'dropDatabase' parameter");
    }
    while (fields.next()) fields.refuse();
    if (dropDatabase(call.operation, call.database) > 0) reply.append("dropped", call.database);
}

}  // namespace

constinit const Command kDropDatabase{.name = "dropDatabase", .run = runDropDatabase};

}  // namespace sheaf::engine
