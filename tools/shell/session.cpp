// Running commands and summing what they cost.
#include "tools/shell/session.h"

namespace sheaf::tools::shell {

bson::Document ShellSession::runCommand(const std::string& databaseName, DocumentView command) {
    try {
        bson::Document reply = store.runCommand(databaseName, command);
        cost += store.lastCost();
        return reply;
    } catch (const Error& error) {
        // A command that is not there did nothing, and left the cost of the one before it.
        if (error.code() != ErrorCode::CommandNotFound) cost += store.lastCost();
        throw;
    }
}

bson::Document ShellSession::runWrite(const std::string& databaseName, DocumentView command) {
    bson::Document reply = runCommand(databaseName, command);
    const ValueView errors = reply["writeErrors"];
    if (!errors.isArray() || errors.asArray().isEmpty()) return reply;
    const DocumentView first = errors.asArray()[0].asDocument();
    std::string message(first["errmsg"].asString());
    const std::size_t count = errors.asArray().countElements();
    if (count > 1) message += " (and " + std::to_string(count - 1) + " more write errors)";
    const std::optional<std::int64_t> code = toWhole(first["code"]);
    throw Error(location(static_cast<std::int32_t>(code.value_or(0))), message, first.copy());
}

}  // namespace sheaf::tools::shell
