// Parses sort patterns and makes sort keys: straight from the slots of one walk while at most one part is an array.

#include "query/sort.h"

#include "bson/number.h"
#include "bson/raise.h"
#include "index/array_expander.h"
#include "index/key_bytes.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/compare.h>

#include <algorithm>
#include <cstring>

namespace sheaf::query {
namespace {

constexpr std::size_t kNoPart = ~std::size_t{0};

void requireSortPath(std::string_view path) {
    if (path.empty()) raise(location(40352), "FieldPath cannot be constructed with empty string");
    if (path.ends_with('.')) raise(location(40353), "FieldPath must not end with a '.', found '", path, "'");
    for (std::size_t start = 0; start <= path.size();) {
        const std::size_t dot = std::min(path.find('.', start), path.size());
        const std::string_view component = path.substr(start, dot - start);
        if (component.empty()) raise(location(15998), "FieldPath field names may not be empty strings, found '", path, "'");
        if (component.starts_with('$') && component != "$id" && component != "$ref" && component != "$db") {
            raise(ErrorCode::BadValue, "a sort names fields without '$', found '", path, "'");
        }
        start = dot + 1;
    }
}

bool isLess(const bson::Buffer& a, const bson::Buffer& b) {
    const int order = std::memcmp(a.data(), b.data(), std::min(a.size(), b.size()));
    return order != 0 ? order < 0 : a.size() < b.size();
}

// What orders the end of a key: see index/key_bytes.h on unique keys.
void appendEnd(bool isDescending, bson::Buffer& out) {
    if (isDescending) out.append(index::kUniqueEnd);
}

}  // namespace

SortPattern SortPattern::parse(bson::DocumentView sort, CollationPtr collation) {
    SortPattern pattern;
    pattern.collation_ = std::move(collation);
    for (const bson::Element& element : sort) {
        if (!element.value.isNumber()) {
            raise(location(15974), "Illegal key in $sort specification: ", element.name, ": ", element.value);
        }
        const std::int64_t direction = bson::truncatedInt64(element.value);
        if (direction != 1 && direction != -1) {
            raise(location(15975), "$sort key ordering must be 1 (for ascending) or -1 (for descending), found ",
                  element.name, ": ", element.value);
        }
        requireSortPath(element.name);
        for (const Part& part : pattern.parts_) {
            if (part.path.dotted() == element.name) {
                raise(location(7472500), "a field occurs twice in the sort: '", element.name, "'");
            }
        }
        pattern.parts_.push_back({bson::FieldPath(element.name), direction < 0});
    }
    if (pattern.parts_.size() > kMaxParts) raise(ErrorCode::BadValue, "too many compound keys: the limit is ", kMaxParts);
    return pattern;
}

bson::Document SortPattern::toDocument() const {
    bson::Builder builder;
    for (const Part& part : parts_) builder.append(part.path.dotted(), part.isDescending ? -1 : 1);
    return builder.take();
}

namespace {

PathSet pathSetOf(const SortPattern& pattern) {
    PathSet paths;
    for (const SortPattern::Part& part : pattern.parts()) paths.add(part.path.dotted());
    return paths;
}

}  // namespace

SortKeyGenerator::SortKeyGenerator(const SortPattern& pattern)
    : parts_(pattern.parts()), collation_(pattern.collation()), pathSet_(pathSetOf(pattern)), walker_(pathSet_) {
    for (const SortPattern::Part& part : parts_) {
        paths_.push_back(part.path);
        slots_.push_back(pathSet_.add(part.path.dotted()));
    }
}

void SortKeyGenerator::appendKey(bson::DocumentView document, bson::Buffer& out) {
    walker_.walk(document);
    std::size_t arrayPart = kNoPart;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        const PathSlot& slot = walker_[slots_[part]];
        if (slot.state == PathSlot::State::ThroughArray || (slot.value.isArray() && arrayPart != kNoPart)) {
            appendLeast(document, out);
            return;
        }
        if (slot.value.isArray()) arrayPart = part;
    }
    appendFlat(arrayPart, out);
}

void SortKeyGenerator::appendFlat(std::size_t arrayPart, bson::Buffer& out) {
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        const bool isDescending = parts_[part].isDescending;
        bson::ValueView value = walker_[slots_[part]].value;
        if (part == arrayPart) {
            bson::ValueView extreme(bson::Type::Undefined, nullptr, 0);
            bool isFirst = true;
            for (const bson::ValueView& element : value.asArray()) {
                const int order = isFirst ? 0 : bson::compare(element, extreme, collation_.get());
                if (isFirst || (isDescending ? order > 0 : order < 0)) extreme = element;
                isFirst = false;
            }
            value = extreme;
        }
        if (collation_) value = collated(value, *collation_, collated_);
        index::appendComponent(out, value, isDescending);
    }
    appendEnd(!parts_.empty() && parts_.back().isDescending, out);
}

// Keeps the smallest of the keys that arrays give a document.
class SortKeyGenerator::LeastKey final : public index::ArrayExpander {
public:
    LeastKey(const SortKeyGenerator& owner, index::MultikeyPaths& multikey)
        : ArrayExpander(owner.paths_, false, multikey), parts_(owner.parts_), collation_(owner.collation_.get()) {}
    const bson::Buffer& least() const { return least_; }

private:
    void key(const std::vector<bson::ValueView>& values) override {
        candidate_.clear();
        for (std::size_t part = 0; part < values.size(); ++part) {
            const bson::ValueView value =
                collation_ ? collated(values[part], *collation_, collated_) : values[part];
            index::appendComponent(candidate_, value, parts_[part].isDescending);
        }
        appendEnd(parts_.back().isDescending, candidate_);
        if (least_.isEmpty() || isLess(candidate_, least_)) least_.swap(candidate_);
    }

    const std::vector<SortPattern::Part>& parts_;
    const Collation* collation_;
    bson::Buffer collated_;
    bson::Buffer candidate_;
    bson::Buffer least_;
};

void SortKeyGenerator::appendLeast(bson::DocumentView document, bson::Buffer& out) {
    index::MultikeyPaths multikey(paths_.size());
    LeastKey expander(*this, multikey);
    try {
        expander.expand(document);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::CannotIndexParallelArrays) throw;
        raise(ErrorCode::BadValue, "cannot sort with keys that are parallel arrays: ", error.what());
    }
    out.append(expander.least().data(), expander.least().size());
}

}  // namespace sheaf::query
