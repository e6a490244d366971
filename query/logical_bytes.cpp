// The comparison behind logicalBytes.

#include "query/logical_bytes.h"

#include <sheaf/bson/compare.h>

#include <unordered_map>
#include <vector>

namespace sheaf::query {
namespace {

using bson::DocumentView;
using bson::Element;
using bson::ElementIterator;
using bson::ValueView;

// Documents with more fields than this in another order are looked up by hash.
constexpr std::size_t kFewFields = 16;

// Deeper levels than any stored document has (damage) are compared as wholes.
constexpr int kMaxLevels = 256;

std::uint64_t valueBytes(std::string_view name, ValueView before, ValueView after, int level);

std::uint64_t arrayBytes(DocumentView before, DocumentView after, int level) {
    std::uint64_t bytes = 0;
    ElementIterator a = before.begin();
    ElementIterator b = after.begin();
    for (; a != before.end() && b != after.end(); ++a, ++b) bytes += valueBytes(a->name, a->value, b->value, level);
    for (; a != before.end(); ++a) bytes += elementBytes(a->name, a->value);
    for (; b != after.end(); ++b) bytes += elementBytes(b->name, b->value);
    return bytes;
}

// The fields of the new version that have not been met in the old one.
class Fields {
public:
    Fields(ElementIterator first) {
        for (; first != ElementIterator(); ++first) all_.push_back(*first);
        isMet_.resize(all_.size());
        if (all_.size() <= kFewFields) return;
        for (std::size_t i = 0; i < all_.size(); ++i) byName_.emplace(all_[i].name, i);
    }

    // Missing when there is none; each is given once.
    ValueView take(std::string_view name) {
        std::size_t at = 0;
        if (all_.size() > kFewFields) {
            const auto found = byName_.find(name);
            at = found == byName_.end() ? all_.size() : found->second;
        } else {
            while (at < all_.size() && all_[at].name != name) ++at;
        }
        if (at == all_.size() || isMet_[at]) return {};
        isMet_[at] = true;
        return all_[at].value;
    }

    std::uint64_t bytesOfRest() const {
        std::uint64_t bytes = 0;
        for (std::size_t i = 0; i < all_.size(); ++i) {
            if (!isMet_[i]) bytes += elementBytes(all_[i].name, all_[i].value);
        }
        return bytes;
    }

private:
    std::vector<Element> all_;
    std::vector<bool> isMet_;
    std::unordered_map<std::string_view, std::size_t> byName_;
};

std::uint64_t documentBytes(DocumentView before, DocumentView after, int level) {
    std::uint64_t bytes = 0;
    ElementIterator a = before.begin();
    ElementIterator b = after.begin();
    for (; a != before.end() && b != after.end() && a->name == b->name; ++a, ++b) {
        bytes += valueBytes(a->name, a->value, b->value, level);
    }
    if (a == before.end() && b == after.end()) return bytes;
    Fields rest(b);
    for (; a != before.end(); ++a) bytes += valueBytes(a->name, a->value, rest.take(a->name), level);
    return bytes + rest.bytesOfRest();
}

std::uint64_t valueBytes(std::string_view name, ValueView before, ValueView after, int level) {
    if (bson::identical(before, after)) return 0;
    if (level < kMaxLevels && before.type() == after.type()) {
        if (before.isDocument()) return documentBytes(before.asDocument(), after.asDocument(), level + 1);
        if (before.isArray()) return arrayBytes(before.asDocument(), after.asDocument(), level + 1);
    }
    std::uint64_t bytes = 0;
    if (!before.isMissing()) bytes += elementBytes(name, before);
    if (!after.isMissing()) bytes += elementBytes(name, after);
    return bytes;
}

}  // namespace

std::uint64_t logicalBytes(DocumentView before, DocumentView after) { return documentBytes(before, after, 1); }

std::uint64_t logicalBytes(std::string_view name, ValueView before, ValueView after) {
    return valueBytes(name, before, after, 1);
}

}  // namespace sheaf::query
