// How large a collection is: its documents, its pages, its indexes.
#pragma once

#include "engine/operation.h"

#include <string>
#include <vector>

namespace sheaf::engine {

struct CollectionSizes {
    struct Index {
        std::string name;
        std::uint64_t bytes = 0;      // of its pages
    };
    std::uint64_t documents = 0;
    std::uint64_t documentBytes = 0;  // of their BSON
    std::uint64_t storageBytes = 0;   // of the records' pages
    std::vector<Index> indexes;

    std::uint64_t indexBytes() const;
};

// Looks at every document for its size.
CollectionSizes sizesOf(const Operation& operation, const storage::Transaction& transaction, const CollectionEntry& entry);

// How figures of bytes are divided in a reply. Read from `scale`: any number of at least 1, its fraction dropped.
class Scale {
public:
    Scale() = default;
    // Throws TypeMismatch (14) for what is no number, 51024 below 1.
    Scale(bson::ValueView scale, std::string_view command);

    std::int64_t factor() const { return factor_; }
    std::uint64_t operator()(std::uint64_t bytes) const { return bytes / static_cast<std::uint64_t>(factor_); }

private:
    std::int64_t factor_ = 1;
};

}  // namespace sheaf::engine
