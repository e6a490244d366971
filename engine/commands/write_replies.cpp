// Statements and write errors of write commands.
#include "engine/commands/write_replies.h"

#include "bson/raise.h"

namespace sheaf::engine {

std::span<const bson::DocumentView> oneSourceOf(const CommandCall& call, const CommandFields& fields, std::string_view name,
                                                const std::vector<bson::DocumentView>* inside) {
    const std::optional<std::span<const bson::DocumentView>> beside = findSequence(call, name);
    if (inside && beside) {
        raise(location(40413), "BSON field '", fields.command(), ".", name, "' is a duplicate field: inside the command and beside");
    }
    if (!inside && !beside) fields.missing(name);
    const std::span<const bson::DocumentView> found = inside ? std::span<const bson::DocumentView>(*inside) : *beside;
    if (found.empty() || found.size() > kMaxWriteBatch) {
        raise(ErrorCode::InvalidLength, "Write batch sizes must be between 1 and ", kMaxWriteBatch, ". Got ", found.size(),
              " operations.");
    }
    return found;
}

void finishSettings(const CommandCall& call, WriteSettings& settings) {
    settings.sync = call.generic.journal;
    if (settings.listPages && !settings.metered) {
        raise(ErrorCode::BadValue, "pages: \"list\" needs metered: true");
    }
}

void appendWriteErrors(bson::Builder& reply, const std::vector<WriteError>& errors) {
    if (errors.empty()) return;
    reply.openArray("writeErrors");
    for (const WriteError& error : errors) {
        reply.pushDocument().append("index", error.index).append("code", error.code);
        reply.appendElements(error.details);
        reply.append("errmsg", error.message).close();
    }
    reply.close();
}

}  // namespace sheaf::engine
