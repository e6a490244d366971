// Runs vectors against the engine: their collections, indexes and setup in a store, then their command.
#pragma once

#include "tests/vectors/vector.h"

#include <sheaf/store.h>

#include <optional>
#include <string>
#include <vector>

namespace sheaf::test {

// What a command gave. All but `error` are nothing when it failed.
struct Answer {
    std::optional<Error> error;
    Document reply;
    std::vector<Document> documents;  // of every batch of a cursor
};

// One store after the other, each for many vectors; a read goes over the data of the vector before when that had the
// same. At the end of each store its entries are held against its documents.
class Replay {
public:
    // The vector's collections, as they are when its command comes. Throws what the engine throws.
    void prepare(const Vector& vector);
    Answer run(DocumentView command);
    // The whole of a collection, in natural order.
    std::vector<Document> contentOf(std::string_view collection);
    // Throws when a store has index entries without documents, or the other way round.
    void validate();

private:
    void reset();
    void insert(std::string_view collection, bson::ArrayView documents);
    void createIndex(std::string_view collection, ValueView specification);

    std::optional<Store> store_;
    int vectorsInStore_ = 0;
    std::string prepared_;  // what the data was made from; empty when a command may have changed it
};

}  // namespace sheaf::test
