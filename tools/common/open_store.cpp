// Opening the store that a command was given.
#include "tools/common/open_store.h"

#include <CLI/CLI.hpp>

namespace sheaf::tools {
namespace {

Durability durabilityOf(const std::string& name) {
    if (name == "relaxed") return Durability::Relaxed;
    if (name == "ephemeral") return Durability::Ephemeral;
    return Durability::Durable;
}

}  // namespace

void addStoreChoice(CLI::App& command, StoreChoice& choice) {
    CLI::Option* path = command.add_option("STORE", choice.path, "the store's folder; it is made when it is not there");
    CLI::Option* memory = command.add_flag("--memory", choice.memory, "a store that vanishes, instead of a folder");
    path->excludes(memory);
    command.add_option("--durability", choice.durability, "what a write survives: durable (power failure), relaxed, ephemeral")
        ->check(CLI::IsMember({"durable", "relaxed", "ephemeral"}));
}

void addReadOnlyStore(CLI::App& command, StoreChoice& choice) {
    command.add_option("STORE", choice.path, "the store's folder")->required();
    choice.readOnly = true;
    choice.mustExist = true;
}

Store openStore(const StoreChoice& choice) {
    if (choice.memory) return Store::ephemeral();
    if (choice.path.empty()) throw Error(ErrorCode::BadValue, "name the store's folder, or say --memory");
    StoreOptions options;
    options.readOnly = choice.readOnly;
    options.createIfMissing = !choice.mustExist;
    options.durability = durabilityOf(choice.durability);
    return Store::open(choice.path, options);
}

}  // namespace sheaf::tools
