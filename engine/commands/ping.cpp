// ping: says that somebody is there.
//
//   {ping: 1}
#include "engine/commands/commands.h"

namespace sheaf::engine {
namespace {

void runPing(CommandCall& call, bson::Builder&) {
    CommandFields fields(call);
    while (fields.next()) fields.refuse();
}

}  // namespace

constinit const Command kPing{.name = "ping", .run = runPing};

}  // namespace sheaf::engine
