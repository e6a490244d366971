// What a Store handle points to: the environment, the catalog, the queue of writers, the open cursors.
#pragma once

#include "engine/catalog/catalog.h"
#include "engine/cursor_registry.h"
#include "engine/storage/environment.h"
#include "engine/write/write_queue.h"

#include <sheaf/store.h>

#include <memory>

namespace sheaf {

// Shared by all handles of one environment in the process.
struct Store::Impl : std::enable_shared_from_this<Store::Impl> {
    Impl(std::shared_ptr<storage::Environment> opened, const StoreOptions& storeOptions);

    std::shared_ptr<storage::Environment> environment;
    const StoreOptions options;
    const std::uint64_t instance;  // unique in the process
    engine::Catalog catalog;
    engine::WriteQueue queue;
    engine::CursorRegistry cursors;

    // What this thread's last operation here cost.
    Cost lastCost() const;
    void setLastCost(Cost&& cost) const;

    // Throws StoreReadOnly.
    void requireWritable() const;
};

namespace engine {
using StoreImpl = Store::Impl;
using StorePtr = std::shared_ptr<StoreImpl>;
}  // namespace engine

}  // namespace sheaf
