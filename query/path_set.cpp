// Path sets: building the trie, the walk along a remembered shape, and the walk that learns one.

#include "query/path_set.h"

#include <sheaf/bson/detail/bytes.h>

#include <algorithm>
#include <cstring>

namespace sheaf::query {

using bson::ValueView;

std::size_t PathSet::add(std::string_view dotted) {
    const bson::FieldPath path(dotted);
    std::int32_t node = 0;
    for (const bson::FieldPath::Component& component : path.components()) node = childOf(node, component.name);
    Node& end = nodes_[static_cast<std::size_t>(node)];
    if (end.slot == kNone) {
        end.slot = static_cast<std::int32_t>(paths_.size());
        paths_.push_back(path);
    }
    return static_cast<std::size_t>(end.slot);
}

std::int32_t PathSet::childOf(std::int32_t node, std::string_view name) {
    std::int32_t* link = &nodes_[static_cast<std::size_t>(node)].firstChild;
    while (*link != kNone) {
        Node& child = nodes_[static_cast<std::size_t>(*link)];
        if (child.name == name) return *link;
        link = &child.nextSibling;
    }
    const auto added = static_cast<std::int32_t>(nodes_.size());
    *link = added;
    ++nodes_[static_cast<std::size_t>(node)].children;
    nodes_.push_back(Node{std::string(name)});
    return added;
}

PathWalker::PathWalker(const PathSet& paths) : paths_(&paths), slots_(paths.size()), metIn_(paths.nodes_.size(), 0) {
    std::size_t longest = 0;
    for (std::size_t slot = 0; slot < paths.size(); ++slot) longest = std::max(longest, paths.path(slot).size());
    levels_.resize(longest + 1);
}

inline bool PathWalker::isNamed(const Step& step, const std::uint8_t* name, const std::uint8_t* end) const {
    if (step.nameBytes <= 16) {
        if (end - name >= 16) [[likely]] {
            const auto first = bson::load<std::uint64_t>(name);
            const auto second = bson::load<std::uint64_t>(name + 8);
            return (((first ^ step.name[0]) & step.mask[0]) | ((second ^ step.name[1]) & step.mask[1])) == 0;
        }
        return static_cast<std::size_t>(end - name) >= step.nameBytes && std::memcmp(name, step.name, step.nameBytes) == 0;
    }
    return static_cast<std::size_t>(end - name) >= step.nameBytes &&
           std::memcmp(name, longNames_.data() + step.longName, step.nameBytes) == 0;
}

void PathWalker::walk(bson::DocumentView document) {
    std::fill(slots_.begin(), slots_.end(), PathSlot{});
    const std::uint8_t* at = document.data() + 4;
    const std::uint8_t* end = document.data() + document.size() - 1;
    std::size_t depth = 0;
    levels_[0].end = end;
    const std::size_t known = shape_.size();
    std::size_t i = 0;
    for (; i < known; ++i) {
        const Step& step = shape_[i];
        if (step.kind >= Step::Kind::Leave) {
            if (step.kind == Step::Kind::LeaveAtEnd && at != end) break;
            if (depth == 0) return;
            at = end + 1;
            end = levels_[--depth].end;
            continue;
        }
        if (at == end || !isNamed(step, at + 1, end)) break;
        const std::uint8_t type = *at;
        const std::uint8_t* value = at + 1 + step.nameBytes;
        const std::uint32_t size = bson::detail::valueSize(type, value, end);
        if (step.kind == Step::Kind::Skip) {
            at = value + size;
            continue;
        }
        const ValueView found(static_cast<bson::Type>(type), value, size);
        if (step.kind == Step::Kind::Take) {
            PathSlot& slot = slots_[static_cast<std::size_t>(paths_->nodes_[static_cast<std::size_t>(step.node)].slot)];
            slot.value = found;
            slot.state = PathSlot::State::Found;
            at = value + size;
            continue;
        }
        const bool isSameKind = step.kind == Step::Kind::Enter   ? found.isDocument()
                                : step.kind == Step::Kind::Array ? found.isArray()
                                                                 : !found.isDocument() && !found.isArray();
        if (!isSameKind) break;
        bind(step.node, found);
        if (step.kind == Step::Kind::Enter) {
            end = value + size - 1;
            levels_[++depth].end = end;
            at = value + 4;
        } else {
            at = value + size;
        }
    }
    learn(i, at, depth);
}

// Goes on from a place in the document that `known` steps led to, without a shape, and remembers the steps it takes.
void PathWalker::learn(std::size_t known, const std::uint8_t* at, std::size_t depth) {
    shape_.resize(known);
    ++learnings_;
    std::size_t level = 0;
    std::size_t longNameBytes = 0;
    levels_[0].node = 0;
    for (const Step& step : shape_) {
        if (step.nameBytes > 16) longNameBytes = step.longName + step.nameBytes;
        if (step.node != PathSet::kNone) metIn_[static_cast<std::size_t>(step.node)] = learnings_;
        if (step.kind == Step::Kind::Enter) levels_[++level].node = step.node;
        if (step.kind >= Step::Kind::Leave) --level;
    }
    longNames_.resize(longNameBytes);
    for (std::size_t i = 0; i <= depth; ++i) {
        levels_[i].wanted = 0;
        std::int32_t child = paths_->nodes_[static_cast<std::size_t>(levels_[i].node)].firstChild;
        for (; child != PathSet::kNone; child = paths_->nodes_[static_cast<std::size_t>(child)].nextSibling) {
            if (metIn_[static_cast<std::size_t>(child)] != learnings_) ++levels_[i].wanted;
        }
    }
    for (;;) {
        Level& here = levels_[depth];
        if (here.wanted == 0 || at == here.end) {
            remember(here.wanted == 0 ? Step::Kind::Leave : Step::Kind::LeaveAtEnd, PathSet::kNone, nullptr, 0);
            if (depth == 0) return;
            at = here.end + 1;
            --depth;
            continue;
        }
        const std::uint8_t* const nameEnd = bson::detail::findNull(at + 1, here.end);
        if (nameEnd == here.end) bson::detail::throwUnterminatedName();
        const auto nameBytes = static_cast<std::size_t>(nameEnd - at);
        const std::uint8_t* const value = nameEnd + 1;
        const std::uint32_t size = bson::detail::valueSize(*at, value, here.end);
        const std::int32_t child = unmetChild(here.node, {reinterpret_cast<const char*>(at + 1), nameBytes - 1});
        Step::Kind kind = Step::Kind::Skip;
        if (child != PathSet::kNone) {
            metIn_[static_cast<std::size_t>(child)] = learnings_;
            --here.wanted;
            kind = bind(child, ValueView(static_cast<bson::Type>(*at), value, size));
        }
        remember(kind, child, at + 1, nameBytes);
        if (kind == Step::Kind::Enter) {
            levels_[++depth] = {value + size - 1, child, paths_->nodes_[static_cast<std::size_t>(child)].children};
            at = value + 4;
        } else {
            at = value + size;
        }
    }
}

std::int32_t PathWalker::unmetChild(std::int32_t node, std::string_view name) const {
    std::int32_t child = paths_->nodes_[static_cast<std::size_t>(node)].firstChild;
    for (; child != PathSet::kNone; child = paths_->nodes_[static_cast<std::size_t>(child)].nextSibling) {
        if (paths_->nodes_[static_cast<std::size_t>(child)].name == name) {
            return metIn_[static_cast<std::size_t>(child)] == learnings_ ? PathSet::kNone : child;
        }
    }
    return PathSet::kNone;
}

PathWalker::Step::Kind PathWalker::bind(std::int32_t node, ValueView value) {
    const PathSet::Node& named = paths_->nodes_[static_cast<std::size_t>(node)];
    if (named.slot != PathSet::kNone) {
        slots_[static_cast<std::size_t>(named.slot)] = {value, PathSlot::State::Found};
    }
    if (named.children == 0) return Step::Kind::Take;
    if (value.isDocument()) return Step::Kind::Enter;
    if (!value.isArray()) return Step::Kind::Scalar;
    bindBelow(node, value);
    return Step::Kind::Array;
}

void PathWalker::bindBelow(std::int32_t node, ValueView array) {
    std::int32_t child = paths_->nodes_[static_cast<std::size_t>(node)].firstChild;
    for (; child != PathSet::kNone; child = paths_->nodes_[static_cast<std::size_t>(child)].nextSibling) {
        const std::int32_t slot = paths_->nodes_[static_cast<std::size_t>(child)].slot;
        if (slot != PathSet::kNone) slots_[static_cast<std::size_t>(slot)] = {array, PathSlot::State::ThroughArray};
        bindBelow(child, array);
    }
}

void PathWalker::remember(Step::Kind kind, std::int32_t node, const std::uint8_t* name, std::size_t nameBytes) {
    Step step;
    step.kind = kind;
    step.node = node;
    step.nameBytes = static_cast<std::uint32_t>(nameBytes);
    if (nameBytes <= 16) {
        std::uint8_t mask[16] = {};
        std::fill_n(mask, nameBytes, std::uint8_t{0xFF});
        std::memcpy(step.mask, mask, sizeof mask);
        if (nameBytes != 0) std::memcpy(step.name, name, nameBytes);
    } else {
        step.longName = static_cast<std::uint32_t>(longNames_.size());
        longNames_.insert(longNames_.end(), name, name + nameBytes);
    }
    shape_.push_back(step);
}

}  // namespace sheaf::query
