// The one pass over a document that applies all operators of an update.

#include "query/update/applier.h"

#include "bson/bytes.h"
#include "bson/raise.h"
#include "query/element_place.h"
#include "query/logical_bytes.h"
#include "query/update/update_impl.h"

#include <sheaf/bson/compare.h>

#include <algorithm>
#include <cstring>

namespace sheaf::query {
namespace {

constexpr std::uint32_t kMaxPadding = 1'500'000;

// Which of a node's children have been met.
class SeenChildren {
public:
    explicit SeenChildren(std::size_t count) : left_(count) {
        if (count > 64) more_.resize(count - 64);
    }
    bool has(std::size_t at) const { return at < 64 ? (bits_ >> at & 1) != 0 : more_[at - 64]; }
    void add(std::size_t at) {
        if (at < 64) bits_ |= std::uint64_t{1} << at;
        else more_[at - 64] = true;
        --left_;
    }
    std::size_t left() const { return left_; }

private:
    std::uint64_t bits_ = 0;
    std::vector<bool> more_;
    std::size_t left_;
};

int findAmong(const std::vector<UpdateNode*>& children, std::string_view name) {
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (children[i]->name == name) return static_cast<int>(i);
    }
    return -1;
}

// {a: 5}, for messages.
std::string describeElement(const bson::Element& element) {
    return "{" + std::string(element.name) + ": " + describeValue(element.value) + "}";
}

}  // namespace

UpdateResult Applier::run(const UpdateNode& tree) {
    result_.isChanged = applyDocument(tree, root_, 1, false);
    return result_;
}

bool Applier::applyDocument(const UpdateNode& node, DocumentView old, int level, bool isBelowArray) {
    std::optional<Children> storage;
    const Children& children = childrenOf(node, storage);
    const std::size_t start = out_.size();
    out_.extend(4);
    const std::uint8_t* run = old.data() + 4;
    bool isChanged = false;
    SeenChildren seen(children.size());
    const Place place{level, false, isBelowArray};
    for (const bson::Element& element : old) {
        const int found = storage ? findAmong(children, element.name) : node.find(element.name);
        if (found < 0 || seen.has(static_cast<std::size_t>(found))) continue;
        seen.add(static_cast<std::size_t>(found));
        flush(run, startOf(element));
        run = startOf(element);
        if (applyElement(*children[static_cast<std::size_t>(found)], element, place) != FieldEffect::Keep) {
            isChanged = true;
            run = endOf(element);
        }
        if (seen.left() == 0) break;
    }
    flush(run, old.data() + old.size() - 1);
    for (std::size_t i = 0; seen.left() > 0 && i < children.size(); ++i) {
        if (seen.has(i)) continue;
        if (createElement(*children[i], children[i]->name, place)) isChanged = true;
    }
    out_.append(std::uint8_t{0});
    bson::store(out_.data() + start, static_cast<std::int32_t>(out_.size() - start));
    return isChanged;
}

bool Applier::applyArray(const UpdateNode& node, DocumentView old, int level) {
    std::optional<Children> storage;
    const Children& children = childrenOf(node, storage);
    const bool hasEach = std::any_of(node.dynamic.begin(), node.dynamic.end(), [](const UpdateNode* child) {
        return child->kind != UpdateNode::Kind::Position;
    });
    const auto positions = static_cast<std::size_t>(
        std::count_if(children.begin(), children.end(), [](const UpdateNode* child) { return child->index >= 0; }));

    const std::size_t start = out_.size();
    out_.extend(4);
    const std::uint8_t* run = old.data() + 4;
    bool isChanged = false;
    std::size_t next = 0;
    std::uint32_t index = 0;
    const Place place{level, true, true};
    for (const bson::Element& element : old) {
        const UpdateNode* target = nullptr;
        if (next < positions && static_cast<std::uint32_t>(children[next]->index) == index) target = children[next++];
        if (hasEach) target = targetOf(node, target, element.value);
        ++index;
        if (target != nullptr) {
            flush(run, startOf(element));
            run = startOf(element);
            if (applyElement(*target, element, place) != FieldEffect::Keep) {
                isChanged = true;
                run = endOf(element);
            }
        }
        if (next == positions && !hasEach) break;
    }
    flush(run, old.data() + old.size() - 1);
    for (; next < positions; ++next) {
        if (createBeyond(*children[next], index, place)) {
            isChanged = true;
            index = static_cast<std::uint32_t>(children[next]->index) + 1;
        }
    }
    out_.append(std::uint8_t{0});
    bson::store(out_.data() + start, static_cast<std::int32_t>(out_.size() - start));
    return isChanged;
}

FieldEffect Applier::applyElement(const UpdateNode& node, const bson::Element& element, Place place) {
    const std::size_t start = out_.size();
    const FieldEffect effect = node.action != nullptr ? applyLeaf(*node.action, element, place)
                                                      : applyContainer(node, element, place);
    if (place.level == 1 && element.name == "_id" && effect != FieldEffect::Keep) checkId(element, effect, start);
    if (effect == FieldEffect::Keep) out_.truncate(start);
    return effect;
}

FieldEffect Applier::applyLeaf(const UpdateAction& action, const bson::Element& element, Place place) {
    const std::size_t start = out_.size();
    FieldWriter writer(out_, element.name, element.value);
    const FieldChange change{element.value, element.name, root_, context_, place.isArrayElement, place.isBelowArray};
    const FieldEffect effect = action.modifier->modify(change, writer);
    if (effect == FieldEffect::Keep) return effect;

    std::uint64_t bytes = elementBytes(element.name, element.value);
    if (effect == FieldEffect::Write) {
        const std::size_t valueAt = start + element.name.size() + 2;
        const ValueView value(static_cast<bson::Type>(out_.data()[start]), out_.data() + valueAt,
                              static_cast<std::uint32_t>(out_.size() - valueAt));
        if (bson::identical(element.value, value)) return FieldEffect::Keep;
        if (place.level == 1) requireWritableName(element.name);
        requireLevels(place.level + action.modifier->newLevels(root_));
        bytes = writer.logicalBytes() ? *writer.logicalBytes() : logicalBytes(element.name, element.value, value);
    }
    result_.logicalBytes += bytes;
    result_.touched |= std::uint64_t{1} << std::min<std::uint32_t>(action.number, 63);
    return effect;
}

FieldEffect Applier::applyContainer(const UpdateNode& node, const bson::Element& element, Place place) {
    for (const UpdateNode* child : node.dynamic) {
        if (child->kind == UpdateNode::Kind::Position || element.value.isArray()) continue;
        raise(ErrorCode::BadValue, "Cannot apply array updates to a non-array element: '", child->name,
              "' stands for elements of ", describeElement(element));
    }
    if (!element.value.isDocument() && !element.value.isArray()) {
        for (const UpdateNode* child : node.children) refuseBlocked(*child, child->name, element);
        for (const UpdateNode* child : node.dynamic) refuseBlocked(*child, child->name, element);
        return FieldEffect::Keep;
    }
    if (element.value.isArray()) {
        for (const UpdateNode* child : node.children) {
            if (child->index < 0) refuseBlocked(*child, child->name, element);
        }
    }
    appendElementHead(out_, element.value.type(), element.name);
    const DocumentView old = element.value.asDocument();
    const bool isChanged = element.value.isArray()
                               ? applyArray(node, old, place.level + 1)
                               : applyDocument(node, old, place.level + 1, place.isBelowArray);
    return isChanged ? FieldEffect::Write : FieldEffect::Keep;
}

bool Applier::createElement(const UpdateNode& node, std::string_view name, Place place) {
    const std::size_t start = out_.size();
    const std::uint64_t bytesBefore = result_.logicalBytes;
    bool isCreated = false;
    if (node.action != nullptr) {
        FieldWriter writer(out_, name, ValueView());
        const FieldChange change{ValueView(), name, root_, context_, place.isArrayElement, place.isBelowArray};
        isCreated = node.action->modifier->modify(change, writer) == FieldEffect::Write;
        if (isCreated) {
            requireLevels(place.level + node.action->modifier->newLevels(root_));
            result_.touched |= std::uint64_t{1} << std::min<std::uint32_t>(node.action->number, 63);
        }
    } else {
        for (const UpdateNode* child : node.dynamic) {
            if (child->kind == UpdateNode::Kind::Position) continue;
            raise(ErrorCode::BadValue, "The path '", node.name, "' must exist in the document in order to apply ",
                  "array updates ('", child->name, "')");
        }
        requireLevels(place.level + 1);
        appendElementHead(out_, bson::Type::Document, name);
        isCreated = applyDocument(node, DocumentView(), place.level + 1, place.isBelowArray);
    }
    if (!isCreated) {
        out_.truncate(start);
        return false;
    }
    result_.logicalBytes = bytesBefore + (out_.size() - start);
    if (place.level == 1) requireWritableName(name);
    if (place.level == 1 && name == "_id") {
        const std::size_t valueAt = start + name.size() + 2;
        requireValidId(ValueView(static_cast<bson::Type>(out_.data()[start]), out_.data() + valueAt,
                                 static_cast<std::uint32_t>(out_.size() - valueAt)));
    }
    return true;
}

// An element behind the end of an array of `count` elements, with nulls between.
bool Applier::createBeyond(const UpdateNode& node, std::uint32_t count, Place place) {
    const std::size_t start = out_.size();
    const std::uint64_t bytesBefore = result_.logicalBytes;
    const auto index = static_cast<std::uint32_t>(node.index);
    const bool isTooFar = index - count > kMaxPadding;
    for (std::uint32_t i = count; i < index && !isTooFar; ++i) {
        appendElementHead(out_, bson::Type::Null, PositionName(i).view());
    }
    if (!createElement(node, node.name, place)) {
        out_.truncate(start);
        return false;
    }
    if (isTooFar) {
        raise(ErrorCode::BadValue, "Cannot set the element ", index, " of an array with ", count,
              " elements: no more than ", kMaxPadding, " nulls are put in between");
    }
    result_.logicalBytes = bytesBefore + (out_.size() - start);
    return true;
}

const UpdateNode* Applier::targetOf(const UpdateNode& node, const UpdateNode* fixed, ValueView element) {
    std::vector<const UpdateNode*> targets;
    if (fixed != nullptr) targets.push_back(fixed);
    for (const UpdateNode* child : node.dynamic) {
        const bool applies = child->kind == UpdateNode::Kind::EachElement ||
                             (child->kind == UpdateNode::Kind::Filtered &&
                              filters_.matches(child->filter, element, scratch_));
        if (applies) targets.push_back(child);
    }
    if (targets.empty()) return nullptr;
    if (targets.size() == 1) return targets.front();
    if (!merged_) merged_.emplace();
    return merged_->merge(targets);
}

const Applier::Children& Applier::childrenOf(const UpdateNode& node, std::optional<Children>& storage) {
    const auto position = std::find_if(node.dynamic.begin(), node.dynamic.end(), [](const UpdateNode* child) {
        return child->kind == UpdateNode::Kind::Position;
    });
    if (position == node.dynamic.end()) return node.children;
    if (!context_.positionalIndex) {
        raise(ErrorCode::BadValue, "The positional operator did not find the match needed from the query");
    }
    if (!merged_) merged_.emplace();
    UpdateNode resolved = **position;
    resolved.name = PositionName(*context_.positionalIndex).view();
    resolved.index = static_cast<std::int32_t>(*context_.positionalIndex);
    resolved.kind = UpdateNode::Kind::Name;
    UpdateNode* child = merged_->own(std::move(resolved));
    storage = node.children;
    const auto at = std::lower_bound(storage->begin(), storage->end(), child,
                                     [](const UpdateNode* a, const UpdateNode* b) { return isOrderedBefore(*a, *b); });
    if (at != storage->end() && (*at)->name == child->name) *at = merged_->merge({*at, child});
    else storage->insert(at, child);
    return *storage;
}

void Applier::checkId(const bson::Element& old, FieldEffect effect, std::size_t start) {
    if (effect == FieldEffect::Remove) {
        raise(ErrorCode::ImmutableField, "Performing an update on the path '_id' would remove the immutable field ",
              "'_id'");
    }
    const std::size_t valueAt = start + old.name.size() + 2;
    const ValueView value(static_cast<bson::Type>(out_.data()[start]), out_.data() + valueAt,
                          static_cast<std::uint32_t>(out_.size() - valueAt));
    if (!bson::equal(old.value, value)) {
        raise(ErrorCode::ImmutableField, "Performing an update on the path '_id' would modify the immutable field ",
              "'_id' from ", describeValue(old.value), " to ", describeValue(value));
    }
}

// `field` is the component that `element` cannot hold.
void Applier::refuseBlocked(const UpdateNode& node, std::string_view field, const bson::Element& element) const {
    if (node.action != nullptr) {
        if (node.action->modifier->ignoresBlockedPath(root_, context_)) return;
        raise(ErrorCode::PathNotViable, "Cannot create field '", field, "' in element ", describeElement(element),
              " for the path '", node.action->path.dotted(), "'");
    }
    for (const UpdateNode* child : node.children) refuseBlocked(*child, field, element);
    for (const UpdateNode* child : node.dynamic) refuseBlocked(*child, field, element);
}

// Insertions may have fields that are named like operators; updates may not write them at the top.
void Applier::requireWritableName(std::string_view name) const {
    if (context_.isUpsertInsert || name.substr(0, 1) != "$") return;
    raise(ErrorCode::DollarPrefixedFieldName, "The dollar ($) prefixed field '", name,
          "' is not allowed at the top of a document that an update writes");
}

void Applier::requireLevels(int levels) const {
    if (levels > context_.maxDepth) {
        raise(ErrorCode::Overflow, "The document would have ", levels, " levels after the update, at most ",
              context_.maxDepth, " are allowed");
    }
}

}  // namespace sheaf::query
