// What an index is: its key pattern and options, read from a createIndexes entry or from the catalog.
#pragma once

#include "bson/path.h"

#include <sheaf/bson/document.h>

#include <cstdint>
#include <string>
#include <vector>

namespace sheaf::index {

inline constexpr std::size_t kMaxKeyFields = 32;
inline constexpr std::size_t kMaxIndexesPerCollection = 64;

enum class FieldKind : std::uint8_t { Ascending, Descending, Hashed, Text, Wildcard, Geo2d, Geo2dsphere };

struct KeyField {
    bson::FieldPath path;
    FieldKind kind;
    bson::Value value;  // as written: 1, -1.0, "hashed"

    bool isDescending() const { return kind == FieldKind::Descending; }
};

// Which fields of a key are descending: all that encoding and comparing need of a pattern.
struct Ordering {
    std::uint32_t descendingMask = 0;
    std::uint32_t fields = 0;
    bool isDescending(std::size_t field) const { return (descendingMask >> field & 1) != 0; }
};

// The fields of an index, in order.
class KeyPattern {
public:
    // Checks the pattern by MongoDB's rules. Throws CannotCreateIndex (67): empty, more than kMaxKeyFields fields, an
    // empty path or path component, a `$`-prefixed one, a value that is neither a number other than 0 and NaN nor
    // the name of a kind, a repeated field.
    explicit KeyPattern(bson::DocumentView pattern);

    std::size_t size() const { return fields_.size(); }
    const KeyField& operator[](std::size_t at) const { return fields_[at]; }
    const std::vector<KeyField>& fields() const { return fields_; }
    Ordering ordering() const { return ordering_; }
    bson::DocumentView document() const { return document_.view(); }

    // "a_1_b.c_-1".
    std::string defaultName() const;
    // {_id: 1}, with any number for 1.
    bool isIdPattern() const;
    // Fields and values in the same order; 1 and 1.0 are the same.
    friend bool operator==(const KeyPattern& a, const KeyPattern& b);

private:
    bson::Document document_;
    std::vector<KeyField> fields_;
    Ordering ordering_;
};

// An index as the catalog knows it. Immutable once parsed.
struct IndexSpec {
    KeyPattern keyPattern;
    std::string name;
    bool unique = false;
    bool sparse = false;
    bool hidden = false;

    // An entry of createIndexes: {key, name, unique, sparse, hidden, v, background, …}. A missing name becomes the
    // default one. Throws
    //   CannotCreateIndex (67)                the pattern (see KeyPattern), kinds and options that are not supported,
    //                                         the name "*", an option of {_id: 1} other than its own, v other than 1, 2
    //   InvalidIndexSpecificationOption (197) an unknown option, an option that {_id: 1} may not have
    //   FailedToParse (9)                     no key
    //   TypeMismatch (14)                     an option of the wrong type
    static IndexSpec parse(bson::DocumentView entry);
    // {_id: 1}, named "_id_".
    static IndexSpec idIndex();

    bool isIdIndex() const { return keyPattern.isIdPattern(); }
    // True also for {_id: 1}, whose listing does not say so: whether entries hold no RecordId in their keys.
    bool isUniqueInTree() const { return unique || isIdIndex(); }

    // As listIndexes shows it: {v: 2, key, name, unique: true, …}, options that are off left out.
    bson::Document toDocument() const;
};

// Whether `requested` is `existing` (then there is nothing to do). Throws
//   IndexOptionsConflict (85)  the same index under another name, or the same name and key with another option
//   IndexKeySpecsConflict (86) the same name for another index
bool isSameIndexOrThrow(const IndexSpec& existing, const IndexSpec& requested);

}  // namespace sheaf::index
