// The operations of the torture, each a pure function of seed, thread and number, and the model that they are held to.
#pragma once

#include <sheaf/store.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sheaf::torture {

struct Item {
    std::int64_t n = 0;
    std::vector<std::int32_t> tags;
    std::string text;
};
// The documents of one thread, by _id.
using Model = std::map<std::int64_t, Item>;

enum class Kind : std::uint8_t { Insert, Increment, Push, SetText, Replace, Delete };

struct Operation {
    Kind kind;
    std::int64_t id;        // of a document that belongs to the thread
    std::int32_t number;    // increment, or the tag
    std::string text;
};

std::uint64_t mixed(std::uint64_t state);
Operation operationAt(std::uint64_t seed, std::uint32_t thread, std::uint64_t number);
// An insert of an _id that is there already is refused, and changes nothing; so is every operation on what is not there.
void perform(Collection& collection, const Operation& operation);
void applyToModel(Model& model, const Operation& operation);
// Whether the thread's documents are exactly the model's, to the byte.
bool holds(Collection& collection, const Model& model, std::uint32_t thread);

}  // namespace sheaf::torture
