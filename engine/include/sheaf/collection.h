// One collection: documents and their indexes.
#pragma once

#include <sheaf/cursor.h>
#include <sheaf/options.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {

// A cheap handle: naming a collection creates nothing; the first insert or createIndex does. Safe from many threads.
// Every operation throws Error with MongoDB's code when it cannot be done. What it cost: Store::lastCost().
//
// The unit of atomicity is one document with all its index entries. An operation on many documents is a sequence of
// such units: when it fails or is killed in the middle, the committed ones stay changed, the rest is untouched.
class Collection {
public:
    struct Impl;
    explicit Collection(std::shared_ptr<const Impl> impl);

    const std::string& name() const;
    std::string ns() const;  // "database.collection"

    // Adds `_id` (an ObjectId) in front when there is none. 11000: a unique key is there already; 10334 or 2: too
    // large; 15: too deep; 22: broken BSON.
    InsertOneResult insertOne(bson::DocumentView document, const InsertOptions& options = {});
    // Documents that were refused are told in the result; ordered stops at the first.
    InsertManyResult insertMany(std::span<const bson::DocumentView> documents, const InsertOptions& options = {});
    InsertManyResult insertMany(std::span<const bson::Document> documents, const InsertOptions& options = {});

    Cursor find(bson::DocumentView filter = {}, const FindOptions& options = {});
    std::optional<bson::Document> findOne(bson::DocumentView filter = {}, const FindOptions& options = {});
    std::int64_t countDocuments(bson::DocumentView filter = {}, const CountOptions& options = {});
    // The different values that a dotted path leads to, arrays by their elements. 17217: over 16 MB of them.
    std::vector<bson::Value> distinct(std::string_view key, bson::DocumentView filter = {},
                                      const DistinctOptions& options = {});
    std::int64_t estimatedDocumentCount();  // the tree's entry count

    UpdateResult updateOne(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options = {});
    UpdateResult updateMany(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options = {});
    UpdateResult replaceOne(bson::DocumentView filter, bson::DocumentView replacement,
                            const UpdateOptions& options = {});
    DeleteResult deleteOne(bson::DocumentView filter, const DeleteOptions& options = {});
    DeleteResult deleteMany(bson::DocumentView filter, const DeleteOptions& options = {});

    // Change or remove one document and give it back, before or after the change, in one unit. None: nothing matched
    // (and nothing was inserted that would be given back). Throw as updateOne, replaceOne and deleteOne, and the errors
    // of the projection; 2 for a positional projection of the document after the change.
    std::optional<bson::Document> findOneAndUpdate(bson::DocumentView filter, bson::DocumentView update,
                                                   const FindOneAndUpdateOptions& options = {});
    std::optional<bson::Document> findOneAndReplace(bson::DocumentView filter, bson::DocumentView replacement,
                                                    const FindOneAndUpdateOptions& options = {});
    std::optional<bson::Document> findOneAndDelete(bson::DocumentView filter,
                                                   const FindOneAndDeleteOptions& options = {});

    // Returns the index's name. Doing it again with the same options does nothing.
    std::string createIndex(const KeyPattern& keys, const IndexOptions& options = {});
    void dropIndex(std::string_view name);
    std::vector<bson::Document> listIndexes();

    // False when there was nothing to drop.
    bool drop();

private:
    std::shared_ptr<const Impl> impl_;
};

}  // namespace sheaf
