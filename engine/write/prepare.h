// Makes a user's document fit to be stored: valid, not too large, `_id` in front.
#pragma once

#include <sheaf/bson/document.h>

#include <cstddef>
#include <vector>

namespace sheaf::engine {

inline constexpr std::size_t kMaxDocumentBytes = 16'777'216;

// Throws InvalidBSON (22), Overflow (15: too deep), BadValue (2: too large, or two _id fields).
void requireStorable(bson::DocumentView document, int maxDepth);

// Throws InvalidIdField (53: an array, a regular expression or undefined), DollarPrefixedFieldName (52: {_id: {$a: 1}}).
void requireStorableId(bson::ValueView id);

// Documents ready for insertion, in order. A document that is fine as it is stays where it is; others (`_id` missing
// or not in front, a Timestamp(0, 0) to be filled in) are rewritten into a buffer of this object.
class PreparedDocuments {
public:
    explicit PreparedDocuments(int maxDepth) : maxDepth_(maxDepth) {}

    void reserve(std::size_t count) { places_.reserve(count); }
    // Throws as the two above; the document is then not added.
    void add(bson::DocumentView document);

    std::size_t size() const { return places_.size(); }
    // Valid until the next add().
    bson::DocumentView operator[](std::size_t at) const;

private:
    struct Place {
        const std::uint8_t* data;  // null: in rewritten_, at offset
        std::size_t offset;
        std::uint32_t size;
    };
    int maxDepth_;
    std::vector<Place> places_;
    bson::Buffer rewritten_;
};

}  // namespace sheaf::engine
