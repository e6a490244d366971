// Finds and aggregations, batch by batch.
#include "tools/shell/cursor.h"

#include <sheaf/bson/builder.h>

#include <algorithm>

namespace sheaf::tools::shell {

void ShellCursor::set(std::string_view field, Value value) {
    if (isStarted_) throw ScriptError("the cursor has begun to return documents; " + std::string(field) + " must come before");
    for (auto& [name, old] : fields_) {
        if (name == field) {
            old = std::move(value);
            return;
        }
    }
    fields_.emplace_back(field, std::move(value));
}

Value ShellCursor::get(std::string_view field) const {
    for (const auto& [name, value] : fields_) {
        if (name == field) return value;
    }
    return {};
}

bson::Document ShellCursor::command() const {
    bson::Builder builder;
    builder.append(name_, collection_.name);
    for (const auto& [name, value] : fields_) builder.append(name, value);
    return builder.take();
}

bson::Document ShellCursor::explain(ShellSession& session, std::string_view verbosity) const {
    return session.runCommand(collection_.database, bson::make("explain", command(), "verbosity", verbosity));
}

void ShellCursor::takeBatch(DocumentView reply, std::string_view field) {
    const DocumentView cursor = reply["cursor"].asDocument();
    batch_ = elementsOf(cursor[field]);
    position_ = 0;
    id_ = toWhole(cursor["id"]).value_or(0);
}

// False at the end.
bool ShellCursor::fill(ShellSession& session) {
    while (position_ == batch_.size()) {
        if (!isStarted_) {
            const bson::Document reply = session.runCommand(collection_.database, command());
            isStarted_ = true;
            takeBatch(reply, "firstBatch");
        } else if (id_ != 0) {
            const bson::Document more = bson::make("getMore", id_, "collection", collection_.name);
            id_ = 0;
            takeBatch(session.runCommand(collection_.database, more), "nextBatch");
        } else {
            return false;
        }
    }
    return true;
}

bool ShellCursor::hasNext(ShellSession& session) { return fill(session); }

std::optional<Value> ShellCursor::next(ShellSession& session) {
    if (!fill(session)) return std::nullopt;
    return std::move(batch_[position_++]);
}

std::vector<Value> ShellCursor::rest(ShellSession& session) {
    std::vector<Value> documents;
    while (std::optional<Value> document = next(session)) documents.push_back(std::move(*document));
    return documents;
}

Value ShellCursor::at(ShellSession& session, std::size_t index) const {
    ShellCursor again(name_, collection_);
    again.fields_ = fields_;
    if (isFind()) {
        const std::int64_t skip = toWhole(get("skip")).value_or(0);
        const std::int64_t limit = toWhole(get("limit")).value_or(0);
        if (limit != 0 && static_cast<std::int64_t>(index) >= std::abs(limit)) return {};
        again.set("skip", Value::fromCount(static_cast<std::uint64_t>(skip) + index));
        again.set("limit", Value(std::int32_t{1}));
        return again.next(session).value_or(Value());
    }
    std::vector<Value> documents = again.rest(session);
    return index < documents.size() ? documents[index] : Value();
}

void ShellCursor::close(ShellSession& session) {
    if (id_ == 0) return;
    bson::Builder builder;
    builder.append("killCursors", collection_.name).openArray("cursors").push(id_).close();
    session.runCommand(collection_.database, builder.take());
    id_ = 0;
}

std::vector<Value> allOf(ShellSession& session, const std::string& database, DocumentView command) {
    bson::Document reply = session.runCommand(database, command);
    std::vector<Value> documents = elementsOf(reply["cursor"].asDocument()["firstBatch"]);
    std::int64_t id = toWhole(reply["cursor"].asDocument()["id"]).value_or(0);
    while (id != 0) {
        std::string ns(reply["cursor"].asDocument()["ns"].asString());
        ns.erase(0, ns.find('.') + 1);
        reply = session.runCommand(database, bson::make("getMore", id, "collection", ns));
        for (Value& document : elementsOf(reply["cursor"].asDocument()["nextBatch"])) documents.push_back(std::move(document));
        id = toWhole(reply["cursor"].asDocument()["id"]).value_or(0);
    }
    return documents;
}

}  // namespace sheaf::tools::shell
