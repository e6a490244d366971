// How the commands of the program open the store that they are told.
#pragma once

#include <sheaf/store.h>

#include <string>

namespace CLI {
class App;
}

namespace sheaf::tools {

struct StoreChoice {
    std::string path;
    bool memory = false;          // a store that vanishes, instead of a path
    std::string durability;       // "durable", "relaxed" or "ephemeral"; empty: durable
    bool readOnly = false;        // open for reading only, beside a writing process
    bool mustExist = false;
};

// STORE, --memory and --durability. Commands that only read leave out what they do not need.
void addStoreChoice(CLI::App& command, StoreChoice& choice);
// STORE only, which must exist; opened for reading.
void addReadOnlyStore(CLI::App& command, StoreChoice& choice);

// Throws as Store::open does. A command that only reads falls back to reading beside a writer by itself.
Store openStore(const StoreChoice& choice);

}  // namespace sheaf::tools
