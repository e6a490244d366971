// A cursor of the shell: a find or an aggregation that is put together by chained calls and runs at the first document.
#pragma once

#include "tools/shell/session.h"

#include <sheaf/bson/document.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sheaf::tools::shell {

class ShellCursor {
public:
    // `name` is the command ("find" or "aggregate").
    ShellCursor(std::string name, CollectionRef collection) : name_(std::move(name)), collection_(std::move(collection)) {}
    ~ShellCursor() = default;

    // Sets a field of the command, once more or anew. Throws ScriptError after the first document was asked for.
    void set(std::string_view field, Value value);
    // The field as it was set; missing otherwise.
    Value get(std::string_view field) const;

    std::optional<Value> next(ShellSession& session);
    bool hasNext(ShellSession& session);
    // All that are left.
    std::vector<Value> rest(ShellSession& session);
    // The document at a place counted from the first one; the cursor then stands where it stood.
    Value at(ShellSession& session, std::size_t index) const;
    // Documents read but not returned yet.
    std::size_t countBuffered() const { return batch_.size() - position_; }

    bson::Document command() const;
    const CollectionRef& collection() const { return collection_; }
    bool isFind() const { return name_ == "find"; }
    bool isExplained() const { return !collection_.explain.empty(); }
    bson::Document explain(ShellSession& session, std::string_view verbosity) const;

    // Closes what is open in the store.
    void close(ShellSession& session);

private:
    void takeBatch(DocumentView reply, std::string_view field);
    bool fill(ShellSession& session);

    std::string name_;
    CollectionRef collection_;
    std::vector<std::pair<std::string, Value>> fields_;
    bool isStarted_ = false;
    std::vector<Value> batch_;
    std::size_t position_ = 0;
    std::int64_t id_ = 0;  // of the cursor in the store; 0: none is open
};

// An array's documents from a reply with a cursor, all batches of it.
std::vector<Value> allOf(ShellSession& session, const std::string& database, DocumentView command);

}  // namespace sheaf::tools::shell
