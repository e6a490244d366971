// The set of path components that went through arrays, and its document form.

#include "bson/raise.h"
#include "index/key_generator.h"

#include <sheaf/bson/builder.h>

#include <algorithm>

namespace sheaf::index {

bool MultikeyPaths::isMultikey() const {
    return std::any_of(fields_.begin(), fields_.end(), [](const Components& field) { return field.any(); });
}

bool MultikeyPaths::merge(const MultikeyPaths& other) {
    SHEAF_INVARIANT(size() == other.size(), "both belong to one key pattern");
    bool changed = false;
    for (std::size_t field = 0; field < size(); ++field) {
        const Components merged = fields_[field] | other.fields_[field];
        changed = changed || merged != fields_[field];
        fields_[field] = merged;
    }
    return changed;
}

void MultikeyPaths::clear() {
    for (Components& field : fields_) field.reset();
}

std::vector<std::vector<std::uint32_t>> MultikeyPaths::positions() const {
    std::vector<std::vector<std::uint32_t>> positions(size());
    for (std::size_t field = 0; field < size(); ++field) {
        for (std::uint32_t component = 0; component < kMaxComponents; ++component) {
            if (fields_[field].test(component)) positions[field].push_back(component);
        }
    }
    return positions;
}

bson::Document MultikeyPaths::toDocument(const KeyPattern& pattern) const {
    SHEAF_INVARIANT(size() == pattern.size(), "one set of components per field");
    bson::Builder out;
    for (std::size_t field = 0; field < size(); ++field) {
        const bson::FieldPath& path = pattern[field].path;
        out.openArray(path.dotted());
        std::string prefix;
        for (std::size_t component = 0; component < std::min(path.size(), kMaxComponents); ++component) {
            if (component > 0) prefix += '.';
            prefix += path[component].name;
            if (fields_[field].test(component)) out.push(prefix);
        }
        out.close();
    }
    return out.take();
}

MultikeyPaths MultikeyPaths::fromDocument(bson::DocumentView document, const KeyPattern& pattern) {
    MultikeyPaths paths(pattern.size());
    std::size_t field = 0;
    for (const bson::Element& element : document) {
        if (field == pattern.size() || element.name != pattern[field].path.dotted() || !element.value.isArray()) {
            raise(ErrorCode::StoreDamaged, "multikey paths ", document, " do not fit the key pattern ", pattern.document());
        }
        for (const bson::ValueView& prefix : element.value.asArray()) {
            const std::size_t components = prefix.isString() ? bson::FieldPath(prefix.asString()).size() : 0;
            if (components == 0 || components > std::min(pattern[field].path.size(), kMaxComponents)) {
                raise(ErrorCode::StoreDamaged, "multikey paths ", document, " do not fit the key pattern ",
                      pattern.document());
            }
            paths.add(field, components - 1);
        }
        ++field;
    }
    if (field != pattern.size()) {
        raise(ErrorCode::StoreDamaged, "multikey paths ", document, " do not fit the key pattern ", pattern.document());
    }
    return paths;
}

}  // namespace sheaf::index
