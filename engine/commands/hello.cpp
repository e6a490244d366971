// hello: what a client needs to know before anything else. isMaster is its old name.
//
//   {hello: 1, …}: what clients say of themselves is not looked at
#include "engine/commands/commands.h"
#include "engine/commands/write_replies.h"

#include <algorithm>

namespace sheaf::engine {
namespace {

constexpr std::int32_t kMaxWireVersion = 25;  // MongoDB 8.0
constexpr std::int32_t kMaxMessageBytes = 48'000'000;
constexpr std::int32_t kMaxDocumentBytes = 16'777'216;

constexpr std::string_view kAboutClients[] = {
    "client", "compression", "hostInfo", "internalClient", "helloOk", "loadBalanced", "maxAwaitTimeMS",
    "saslSupportedMechs", "speculativeAuthenticate", "topologyVersion",
};

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    while (fields.next()) {
        if (std::ranges::find(kAboutClients, fields.name()) == std::end(kAboutClients)) fields.refuse();
    }
    const bool isHello = fields.command() == "hello";
    if (!isHello) reply.append("helloOk", true);
    reply.append(isHello ? "isWritablePrimary" : "ismaster", !call.store().options.readOnly)
        .append("maxBsonObjectSize", kMaxDocumentBytes)
        .append("maxMessageSizeBytes", kMaxMessageBytes)
        .append("maxWriteBatchSize", static_cast<std::int32_t>(kMaxWriteBatch))
        .append("localTime", bson::Date::now())
        .append("minWireVersion", 0)
        .append("maxWireVersion", kMaxWireVersion)
        .append("readOnly", call.store().options.readOnly);
}

}  // namespace

constinit const Command kHello{.name = "hello", .run = run};
constinit const Command kIsMaster{.name = "isMaster", .alias = "ismaster", .run = run};

}  // namespace sheaf::engine
