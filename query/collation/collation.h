// Collations: how strings compare by the rules of a language.
#pragma once

#include <sheaf/bson/buffer.h>
#include <sheaf/bson/compare.h>
#include <sheaf/bson/document.h>

#include <memory>
#include <string_view>

namespace sheaf::query {

class Collation;
// Null is the simple collation: strings compare by their bytes.
using CollationPtr = std::shared_ptr<const Collation>;

// Immutable. Threads: any.
class Collation final : public bson::StringOrder {
public:
    // {locale, caseLevel, caseFirst, strength, numericOrdering, alternate, maxVariable, normalization, backwards, version}
    // Null for {locale: "simple"} and for {}. One that this thread asked for just before costs nothing.
    // Throws 40414 without a locale, 40415 unknown field, TypeMismatch (14), 51024 a strength out of range, BadValue (2)
    // an unknown locale or value and options that contradict each other, IncompatibleCollationVersion (161).
    static CollationPtr parse(bson::DocumentView specification);

    ~Collation() override;
    int compare(std::string_view a, std::string_view b) const override;
    std::uint64_t hash(std::string_view text, std::uint64_t seed) const override;
    // Bytes whose order is the order of the strings. They may hold null bytes.
    void appendSortKey(std::string_view text, bson::Buffer& out) const;
    // All fields, those not given as the locale has them.
    const bson::Document& specification() const { return specification_; }

private:
    struct Collator;
    explicit Collation(bson::DocumentView specification);

    std::unique_ptr<const Collator> collator_;
    bson::Document specification_;
};

// The value with each string in it, however deep, replaced by its sort key: its byte order is then the collation's order.
// The value itself when there is nothing to replace; else it lies in `out`, which is overwritten.
bson::ValueView collated(bson::ValueView value, const Collation& collation, bson::Buffer& out);

// Whether a collation can make a difference to comparisons with the value: it is or holds a string.
bool holdsString(bson::ValueView value);

// Whether both order strings alike.
bool sameCollation(const CollationPtr& a, const CollationPtr& b);

}  // namespace sheaf::query
