// serverStatus: what is true of this process and its store, and no more.
//
//   {serverStatus: 1, …}: sections cannot be asked for or left out
//
// Reply     {host, version, process, pid, uptime, localTime, storageEngine: {name, persistent, readOnly},
//            metrics: {cursor: {open: {total}}}, file: {bytes, mapBytes, usedPages, freePages},
//            readers: {live, oldestAgeMs}}
#include "engine/commands/commands.h"

#include <unistd.h>

#include <chrono>

namespace sheaf::engine {
namespace {

std::string hostName() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

double secondsRunning() {
    static const auto start = std::chrono::steady_clock::now();  // of the first look
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void run(CommandCall& call, bson::Builder& reply) {
    CommandFields fields(call);
    while (fields.next()) {
        if (!fields.value().isNumber() && !fields.value().isBool() && !fields.value().isDocument()) fields.refuse();
    }
    const storage::FileStatistics file = call.store().environment->fileStatistics();
    const storage::ReaderStatistics readers = call.store().environment->readerStatistics();
    reply.append("host", hostName())
        .append("version", "8.0.0")
        .append("process", "sheaf")
        .append("pid", static_cast<std::int64_t>(::getpid()))
        .append("uptime", secondsRunning())
        .append("localTime", bson::Date::now())
        .openDocument("storageEngine")
        .append("name", "sheaf")
        .append("persistent", true)
        .append("readOnly", call.store().options.readOnly)
        .close()
        .openDocument("metrics").openDocument("cursor").openDocument("open")
        .appendCount("total", call.store().cursors.size())
        .close().close().close()
        .openDocument("file")
        .append("bytes", static_cast<std::int64_t>(file.fileBytes))
        .append("mapBytes", static_cast<std::int64_t>(file.mapBytes))
        .append("usedPages", static_cast<std::int64_t>(file.usedPages))
        .append("freePages", static_cast<std::int64_t>(file.freePages))
        .close()
        .openDocument("readers")
        .append("live", static_cast<std::int64_t>(readers.liveReaders))
        .append("oldestAgeMs", readers.oldestAgeMs)
        .close();
}

}  // namespace

constinit const Command kServerStatus{.name = "serverStatus", .run = run};

}  // namespace sheaf::engine
