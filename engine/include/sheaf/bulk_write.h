// Many inserts, updates and deletes in one call, on one or several collections.
#pragma once

#include <sheaf/options.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sheaf {

// A list of writes, made by naming a collection and what to do there:
//
//   BulkWrite writes;
//   writes.on("library.books").insertOne(book).updateMany(filter, update);
//   writes.on("library.reviews").deleteOne(filter);
//   BulkWriteResult result = store.bulkWrite(writes, {.ordered = false});
//
// Documents are copied; what is wrong with them is told when the list is run. Copies share the list. Threads: one at a time.
class BulkWrite {
public:
    struct Impl;
    BulkWrite();

    // The collection ("database.collection") of the writes that follow. InvalidNamespace (73).
    BulkWrite& on(std::string_view ns);

    BulkWrite& insertOne(bson::DocumentView document);
    // Of the options, those of WriteOptions are the whole list's and are not looked at.
    BulkWrite& updateOne(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options = {});
    BulkWrite& updateMany(bson::DocumentView filter, bson::DocumentView update, const UpdateOptions& options = {});
    BulkWrite& replaceOne(bson::DocumentView filter, bson::DocumentView replacement, const UpdateOptions& options = {});
    BulkWrite& deleteOne(bson::DocumentView filter, const DeleteOptions& options = {});
    BulkWrite& deleteMany(bson::DocumentView filter, const DeleteOptions& options = {});

    std::size_t size() const;
    Impl& impl() const { return *impl_; }

private:
    std::shared_ptr<Impl> impl_;
};

struct BulkWriteOptions : WriteOptions {
    bool ordered = true;  // stop at the first error
};

// Indexes are places in the list.
struct BulkWriteResult {
    std::int64_t insertedCount = 0;
    std::int64_t matchedCount = 0;
    std::int64_t modifiedCount = 0;
    std::int64_t upsertedCount = 0;
    std::int64_t deletedCount = 0;
    std::vector<std::pair<std::int32_t, bson::Value>> upsertedIds;
    std::vector<WriteError> writeErrors;
};

}  // namespace sheaf
