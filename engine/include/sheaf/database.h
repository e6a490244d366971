// One database of a store: a name for a group of collections.
#pragma once

#include <sheaf/collection.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {

// A cheap handle, safe from many threads.
class Database {
public:
    struct Impl;
    explicit Database(std::shared_ptr<const Impl> impl);

    const std::string& name() const;
    Collection collection(std::string_view name) const;

    // Creates a collection with MongoDB's options ({} for none). 48 when it exists with others.
    Collection createCollection(std::string_view name, bson::DocumentView options = {});
    std::vector<std::string> collectionNames() const;  // in name order
    // A command document in, its reply out. See Store::runCommand.
    bson::Document runCommand(bson::DocumentView command) const;
    void drop();

private:
    std::shared_ptr<const Impl> impl_;
};

}  // namespace sheaf
