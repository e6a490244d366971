// Database handles.
#include "engine/commands/command.h"
#include "engine/commands/create_options.h"
#include "engine/database_impl.h"
#include "engine/snapshot.h"
#include "engine/write/collections.h"

namespace sheaf {

Database::Database(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

const std::string& Database::name() const { return impl_->name; }

Collection Database::collection(std::string_view name) const {
    return Collection(std::make_shared<const Collection::Impl>(
        Collection::Impl{impl_->store, engine::Namespace(impl_->name, name), std::string(name)}));
}

Collection Database::createCollection(std::string_view name, bson::DocumentView options) {
    Collection made = collection(name);
    engine::Operation operation(*impl_->store, nullptr);
    engine::createWithOptions(operation, engine::Namespace(impl_->name, name), engine::parseCreateOptions(options));
    return made;
}

std::vector<std::string> Database::collectionNames() const {
    std::vector<std::string> names;
    const engine::Snapshot snapshot(*impl_->store);
    for (const engine::EntryPtr& entry : snapshot.catalog().collectionsOf(impl_->name)) {
        names.emplace_back(entry->ns.collection());
    }
    return names;
}

bson::Document Database::runCommand(bson::DocumentView command) const {
    return engine::runCommand(*impl_->store, impl_->name, command, {});
}

void Database::drop() {
    engine::Operation operation(*impl_->store, nullptr);
    engine::dropDatabase(operation, impl_->name);
}

}  // namespace sheaf
