// Making and dropping collections.
#pragma once

#include "engine/write/settings.h"

#include <optional>

namespace sheaf::engine {

// Thrown inside a write when the collection that it was about is not there (any more); its owner makes it and tries
// again, or has nothing to do. Never leaves the engine.
struct CollectionVanished {};

// Makes the collection with its _id index, in a commit of its own. False when it was there already (whatever its options).
// Throws InvalidNamespace (73) for system collections, TooManyTrees.
bool createCollection(Operation& operation, const Namespace& ns, bson::DocumentView options);

// Runs `write`, which throws CollectionVanished when it needs a collection that is not there; makes it then.
template <typename Write>
void withCollection(Operation& operation, const Namespace& ns, Write&& write) {
    for (;;) {
        try {
            write();
            return;
        } catch (const CollectionVanished&) {
            createCollection(operation, ns, {});
        }
    }
}

// Nothing when it was not there; else the number of indexes it had.
std::optional<std::int32_t> dropCollection(Operation& operation, const Namespace& ns);
enum class Existing : std::uint8_t { Refuse, Drop };
// Throws IllegalOperation (20) when both are the same, NamespaceNotFound (26), NamespaceExists (48) for a target that is
// there and not to be dropped, InvalidNamespace (73) for system collections.
void renameCollection(Operation& operation, const Namespace& from, const Namespace& to, Existing existing);

// Throws NamespaceNotFound (26) unless it is there.
void requireCollection(Operation& operation, const Namespace& ns);

// How many collections there were.
std::size_t dropDatabase(Operation& operation, std::string_view database);

// Throws InvalidNamespace (73).
void requireUserCollection(const Namespace& ns);

}  // namespace sheaf::engine
