// buildInfo: whom a client is talking to. Clients decide by `version` which commands they may use.
//
//   {buildInfo: 1}
#include "engine/commands/commands.h"

namespace sheaf::engine {
namespace {

constexpr std::int32_t kCompatibleVersion[] = {8, 0, 0, 0};

void runBuildInfo(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    while (fields.next()) fields.refuse();
    reply.append("version", "8.0.0").append("gitVersion", "sheaf").openArray("modules").close();
    reply.append("sysInfo", "deprecated").openArray("versionArray");
    for (const std::int32_t part : kCompatibleVersion) reply.push(part);
    reply.close()
        .append("bits", std::int32_t{64})
        .append("debug", false)
        .append("maxBsonObjectSize", std::int32_t{16'777'216})
        .openArray("storageEngines")
        .push("sheaf")
        .close();
}

}  // namespace

constinit const Command kBuildInfo{.name = "buildInfo", .alias = "buildinfo", .run = runBuildInfo};

}  // namespace sheaf::engine
