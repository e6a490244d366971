// Options and results of the operations, named as MongoDB's drivers name them.
#pragma once

#include <sheaf/bson/builder.h>
#include <sheaf/bson/document.h>

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sheaf {

class Session;

// What an acknowledged write survives.
enum class Durability : std::uint8_t {
    Durable,    // a kill and a power failure: two syncs a commit
    Relaxed,    // a kill; a power failure may undo the last commit, the file stays whole: one sync a commit
    Ephemeral,  // a kill; after a power failure the store refuses to open: no syncs
};

struct StoreOptions {
    bool readOnly = false;
    bool createIfMissing = true;
    Durability durability = Durability::Durable;
    std::size_t mapSizeBytes = std::size_t{64} << 30;  // address space reserved; grows by itself
    std::uint32_t maxTrees = 0;                        // collections and indexes; 0: worked out at open
    bool verifyPages = false;                          // check the structure of the file before LMDB sees it
    bool verifyChecksums = false;                      // check every record when it is read
    bool allowNetworkFileSystem = false;
    int maxDepth = 100;                                // levels of a stored document
};

// {{"material.id", 1}, {"votes", -1}}: field paths with directions; also any document, for other kinds of value.
class KeyPattern {
public:
    KeyPattern(std::initializer_list<std::pair<std::string_view, int>> fields) {
        bson::Builder builder;
        for (const auto& [path, direction] : fields) builder.append(path, direction);
        document_ = builder.take();
    }
    KeyPattern(bson::Document document) : document_(std::move(document)) {}
    KeyPattern(bson::DocumentView document) : document_(document) {}
    bson::DocumentView document() const { return document_; }
    operator bson::DocumentView() const { return document_; }
    bool isEmpty() const { return document_.isEmpty(); }

private:
    bson::Document document_;
};

// Every write takes these.
struct WriteOptions {
    Session* session = nullptr;
    bool metered = false;       // each document in a transaction of its own, so that page figures are its own
    bool pageNumbers = false;   // with metered: the ledger lists the pages written
    std::optional<bool> journal;  // j: true waits for the sync whatever the store's mode
    std::chrono::milliseconds maxTime{0};  // 0: none
};

struct InsertOptions : WriteOptions {
    bool ordered = true;
};

// Here and below, `collation` says how strings compare, in MongoDB's form ({locale: "en", strength: 2}). Empty: as the
// collection was created; {locale: "simple"}: by their bytes.
struct UpdateOptions : WriteOptions {
    bool upsert = false;
    std::vector<bson::Document> arrayFilters;  // one for each identifier in $[identifier]
    bson::Document sort;                       // which document, of updateOne and replaceOne
    bson::Document hint;
    bson::Document collation;
};

struct DeleteOptions : WriteOptions {
    bson::Document hint;
    bson::Document collation;
};

struct FindOptions {
    bson::Document projection;
    bson::Document sort;
    std::int64_t skip = 0;
    std::int64_t limit = 0;        // 0: all
    std::int32_t batchSize = 0;    // 0: 101 documents first, then 16 MB at a time
    bson::Document hint;           // an index's key pattern, {$natural: 1}, or {$hint: "name"}
    bson::Document let;
    bson::Document collation;
    bson::Document min;            // keys of the index that hint names, from here, included, ...
    bson::Document max;            // ... to here, excluded
    bool returnKey = false;        // index keys in place of documents
    bool showRecordId = false;     // a field $recordId at the end of each document
    std::chrono::milliseconds maxTime{0};
    Session* session = nullptr;
};

// Of findOneAndDelete.
struct FindOneAndDeleteOptions : WriteOptions {
    bson::Document projection;
    bson::Document sort;        // which document, when several match
    bson::Document hint;
    bson::Document collation;
};

enum class ReturnDocument : std::uint8_t { Before, After };

// Of findOneAndUpdate and findOneAndReplace.
struct FindOneAndUpdateOptions : FindOneAndDeleteOptions {
    ReturnDocument returnDocument = ReturnDocument::Before;
    bool upsert = false;
    std::vector<bson::Document> arrayFilters;  // of findOneAndUpdate
};

struct DistinctOptions {
    bson::Document hint;
    bson::Document collation;
    std::chrono::milliseconds maxTime{0};
    Session* session = nullptr;
};

struct CountOptions {
    std::int64_t skip = 0;
    std::int64_t limit = 0;
    bson::Document hint;
    bson::Document collation;
    std::chrono::milliseconds maxTime{0};
    Session* session = nullptr;
};

struct IndexOptions {
    std::string name;           // empty: from the key pattern, as in a_1_b_-1
    bool unique = false;
    bool sparse = false;
    bson::Document extra;       // any further option of createIndexes, as it is
};

struct WriteError {
    std::int32_t index = 0;     // of the document or statement in the batch
    std::int32_t code = 0;
    std::string message;
    bson::Document details;
};

struct InsertOneResult {
    bson::Value insertedId;
};
struct InsertManyResult {
    std::int64_t insertedCount = 0;
    std::vector<WriteError> writeErrors;
};
struct UpdateResult {
    std::int64_t matchedCount = 0;
    std::int64_t modifiedCount = 0;
    std::optional<bson::Value> upsertedId;
};
struct DeleteResult {
    std::int64_t deletedCount = 0;
};

}  // namespace sheaf
