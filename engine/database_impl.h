// What Database, Collection and Cursor handles point to.
#pragma once

#include "engine/read/batch_cursor.h"
#include "engine/store_impl.h"

#include <sheaf/bson/buffer.h>

#include <string>

namespace sheaf {

struct Database::Impl {
    engine::StorePtr store;
    std::string name;
};

struct Collection::Impl {
    engine::StorePtr store;
    engine::Namespace ns;
    std::string name;
};

// One batch in a buffer, document after document, and where the rest comes from.
struct Cursor::Impl {
    // A fresh one, or the one that this thread gave back last: with its buffer, which a find by _id then need not allocate.
    static std::unique_ptr<Impl> make();
    static void giveBack(std::unique_ptr<Impl> impl) noexcept;

    engine::StorePtr store;
    Session* session = nullptr;
    std::chrono::milliseconds maxTime{0};
    std::int32_t batchSize = 0;
    std::unique_ptr<engine::BatchCursor> source;  // none: everything is in the batch
    bson::Buffer batch;
    std::size_t at = 0;
};

}  // namespace sheaf
