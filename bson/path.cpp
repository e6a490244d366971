// Taking dotted paths apart.
#include "bson/path.h"

#include <algorithm>

namespace sheaf::bson {
namespace {

// "0", "17", but not "", "007", "-1" or what int32 cannot hold.
std::int32_t arrayIndexOf(std::string_view name) {
    constexpr std::size_t kMaxDigits = 9;
    if (name.empty() || name.size() > kMaxDigits || (name.size() > 1 && name[0] == '0')) return -1;
    std::int32_t index = 0;
    for (const char c : name) {
        if (c < '0' || c > '9') return -1;
        index = index * 10 + (c - '0');
    }
    return index;
}

}  // namespace

FieldPath::FieldPath(std::string_view dotted) : dotted_(dotted) {
    std::size_t start = 0;
    while (true) {
        const std::size_t dot = dotted.find('.', start);
        const std::string_view name = dotted.substr(start, dot == std::string_view::npos ? dot : dot - start);
        components_.push_back({std::string(name), arrayIndexOf(name)});
        if (dot == std::string_view::npos) break;
        start = dot + 1;
    }
}

bool FieldPath::isPrefixOf(const FieldPath& other) const {
    return size() <= other.size() &&
           std::equal(components_.begin(), components_.end(), other.components_.begin(),
                      [](const Component& a, const Component& b) { return a.name == b.name; });
}

}  // namespace sheaf::bson
