// Prepares collections and runs commands for vectors.
#include "tests/vectors/replay.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <sheaf/bson/builder.h>

#include <array>

namespace sheaf::test {
namespace {

constexpr std::string_view kDatabase = "test";
constexpr int kVectorsPerStore = 400;  // dropped collections keep their trees for a while

bool isRead(const Vector& vector) {
    const std::string name = vector.commandName();
    if (name == "aggregate") return vector.text.find("\"$out\"") == std::string::npos && vector.text.find("\"$merge\"") == std::string::npos;
    return name == "find" || name == "count" || name == "distinct";
}

std::string originOf(const Vector& vector) {
    std::string origin = vector.collections().toJson(bson::JsonMode::Canonical);
    for (const char* key : {"indexes", "setup"}) {
        if (const ValueView value = vector.line[key]) origin += value.toJson(bson::JsonMode::Canonical);
    }
    return origin;
}

// Kinds of indexes that a vector's command does not need: its answer is the same without.
bool isSpecialIndex(ValueView specification) {
    const ValueView key = specification.asDocument()["key"];
    if (!key.isDocument()) return false;
    for (const bson::Element& part : key.asDocument()) {
        if (!part.value.isNumber() || part.name.find("$**") != std::string_view::npos) return true;
    }
    return false;
}

}  // namespace

void Replay::prepare(const Vector& vector) {
    const std::string origin = originOf(vector);
    if (store_ && !prepared_.empty() && prepared_ == origin && isRead(vector)) return;
    reset();
    if (const ValueView setup = vector.line["setup"]) {
        for (const ValueView command : setup.asArray()) store_->runCommand(kDatabase, command.asDocument());
    }
    for (const bson::Element& collection : vector.collections()) insert(collection.name, collection.value.asArray());
    if (const ValueView indexes = vector.line["indexes"]) {
        for (const bson::Element& collection : indexes.asDocument()) {
            for (const ValueView index : collection.value.asArray()) createIndex(collection.name, index);
        }
    }
    if (isRead(vector)) prepared_ = origin;
}

void Replay::reset() {
    prepared_.clear();
    if (!store_ || vectorsInStore_ == kVectorsPerStore) {
        validate();
        store_.emplace(Store::ephemeral());
        vectorsInStore_ = 0;
    }
    ++vectorsInStore_;
    for (const std::string& name : store_->databaseNames()) store_->runCommand(name, bson::make("dropDatabase", 1));
}

void Replay::insert(std::string_view collection, bson::ArrayView documents) {
    if (documents.isEmpty()) {
        try {
            store_->runCommand(kDatabase, bson::make("create", collection));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::NamespaceExists) throw;  // the setup made it
        }
        return;
    }
    std::vector<DocumentView> views;
    for (const ValueView document : documents) views.push_back(document.asDocument());
    const std::array<CommandSequence, 1> sequences{CommandSequence{"documents", views}};
    const Document reply = store_->runCommand(
        kDatabase, bson::make("insert", collection, "ordered", false, "bypassDocumentValidation", true), sequences);
    // Some suites insert one _id twice, and go on without the second document.
    const ValueView errors = reply["writeErrors"];
    if (errors.isMissing()) return;
    for (const ValueView error : errors.asArray()) {
        if (bson::truncatedInt64(error.asDocument()["code"]) == static_cast<std::int64_t>(ErrorCode::DuplicateKey)) continue;
        raise(ErrorCode::OperationFailed, "the vector's documents were refused: ", errors);
    }
}

void Replay::createIndex(std::string_view collection, ValueView specification) {
    bson::Builder command;
    command.append("createIndexes", collection).openArray("indexes").push(specification).close();
    try {
        store_->runCommand(kDatabase, command.take());
    } catch (const Error&) {
        if (!isSpecialIndex(specification)) throw;
    }
}

Answer Replay::run(DocumentView command) {
    Answer answer;
    try {
        answer.reply = store_->runCommand(kDatabase, command);
        ValueView cursor = answer.reply["cursor"];
        if (!cursor.isDocument()) return answer;
        const auto take = [&](ValueView batch) {
            for (const ValueView document : batch.asArray()) answer.documents.emplace_back(document.asDocument());
        };
        take(cursor.asDocument()["firstBatch"]);
        Document batch = answer.reply;
        while (batch["cursor"].asDocument()["id"].asInt64() != 0) {
            batch = store_->runCommand(kDatabase, bson::make("getMore", batch["cursor"].asDocument()["id"].asInt64(),
                                                             "collection", command.begin()->value.asString()));
            take(batch["cursor"].asDocument()["nextBatch"]);
        }
    } catch (const Error& error) {
        answer.error = error;
    }
    return answer;
}

std::vector<Document> Replay::contentOf(std::string_view collection) {
    return run(bson::make("find", collection)).documents;
}

void Replay::validate() {
    if (!store_) return;
    const CheckReport report = store_->validate();
    if (report.ok()) return;
    const CheckFinding& first = report.findings.front();
    raise(ErrorCode::StoreDamaged, first.kind, " in ", first.where, ": ", first.message);
}

}  // namespace sheaf::test
