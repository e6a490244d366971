// MongoDB's order over all BSON values.
#pragma once

#include <sheaf/bson/document.h>

namespace sheaf::bson {

// The class of a type in the sort order; types of one class compare by value. All numbers are one class, strings and
// symbols one, missing counts as undefined's neighbour below null (see compare).
//   MinKey < missing, undefined < null < numbers < strings < documents < arrays < binary < ObjectId < bool < date <
//   timestamp < regex < DBPointer < code < code with scope < MaxKey
int canonicalType(Type type);

// Less than, equal to or greater than 0. Numbers by their exact value whatever their type, NaN below all others,
// -0.0 equal to 0. Documents element by element: class of type, then name, then value. Missing orders as null does
// only where a caller says so (sorting); here it stands just above MinKey, beside undefined.
//
// Strings and symbols compare by their bytes, or by `strings` when given; names and code always by their bytes.
class StringOrder;
int compare(ValueView a, ValueView b, const StringOrder* strings = nullptr);
int compare(DocumentView a, DocumentView b, const StringOrder* strings = nullptr);

inline bool equal(ValueView a, ValueView b, const StringOrder* strings = nullptr) { return compare(a, b, strings) == 0; }

// Compares numbers of any two types exactly.
int compareNumbers(ValueView a, ValueView b);

// The same type and the same bytes: int32 1 and double 1.0 differ.
bool identical(ValueView a, ValueView b);

// A hash for which equal values (by compare) are equal.
std::uint64_t hash(ValueView value, std::uint64_t seed = 0, const StringOrder* strings = nullptr);

// An order of strings that is not that of their bytes: a collation. Threads: any.
class StringOrder {
public:
    virtual ~StringOrder() = default;
    virtual int compare(std::string_view a, std::string_view b) const = 0;
    // Equal for strings that compare equal.
    virtual std::uint64_t hash(std::string_view text, std::uint64_t seed) const = 0;
};

}  // namespace sheaf::bson
