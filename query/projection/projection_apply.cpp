// Projects documents: one walk over the bytes, each byte copied at most once.

#include "bson/bytes.h"
#include "bson/raise.h"
#include "query/element_place.h"
#include "query/projection/projection_tree.h"

#include <utility>

namespace sheaf::query {
namespace {

// Stored documents have at most 100 levels; more is damage.
constexpr int kMaxLevels = 256;

void requireLevel(int level) {
    if (level > kMaxLevels) raise(ErrorCode::InvalidBSON, "A document has more than ", kMaxLevels, " levels");
}

void closeLevel(bson::Buffer& out, std::size_t start) {
    out.append(std::uint8_t{0});
    bson::store(out.data() + start, static_cast<std::int32_t>(out.size() - start));
}

}  // namespace

void Projection::Impl::apply(DocumentView document, const ProjectionContext& context, bson::Buffer& out) const {
    if (isIdentity_) {
        out.append(document.data(), document.size());
        return;
    }
    const std::size_t start = out.size();
    try {
        if (isInclusion_) Projector(context, out).include(*root_, document, needsPosition_, 1);
        else Projector(context, out).exclude(*root_, document, 1);
        if (!computed_.isEmpty()) compute(document, out, start);
    } catch (...) {
        out.truncate(start);
        throw;
    }
}

// What was projected so far begins at `start`; the computed fields are set in it.
void Projection::Impl::compute(DocumentView document, bson::Buffer& out, std::size_t start) const {
    Arena& arena = Arena::ofThread();
    const ArenaScope scope(arena);
    const auto size = static_cast<std::uint32_t>(out.size() - start);
    const DocumentView result = computed_.apply(document, DocumentView::trusted(out.data() + start, size), arena);
    out.truncate(start);
    out.append(result.data(), result.size());
}

void Projector::include(const ProjectionNode& node, DocumentView document, bool seeksPosition, int level) {
    requireLevel(level);
    const std::size_t start = out_.size();
    out_.extend(4);
    for (const bson::Element& element : document) {
        if (const ProjectionNode* child = node.find(element.name)) {
            includeElement(*child, element, seeksPosition && child->isPositional, level);
        }
    }
    closeLevel(out_, start);
}

void Projector::includeElement(const ProjectionNode& node, const bson::Element& element, bool seeksPosition,
                               int level) {
    const ValueView value = element.value;
    if (node.kind == ProjectionNode::Kind::Operator) {
        if (project(node, element)) copy(startOf(element), endOf(element));
        return;
    }
    if (node.kind == ProjectionNode::Kind::Computed) return;
    if (node.kind == ProjectionNode::Kind::Leaf) {
        if (!seeksPosition || !value.isArray()) {
            copy(startOf(element), endOf(element));
            return;
        }
        FieldWriter writer(out_, element.name, ValueView());
        writer.openArray();
        writer.push(positioned(value.asDocument()));
        writer.closeArray();
        return;
    }
    if (!value.isDocument() && !value.isArray()) return;
    appendElementHead(out_, value.type(), element.name);
    if (value.isDocument()) include(node, value.asDocument(), seeksPosition, level + 1);
    else includeArray(node, value.asDocument(), seeksPosition, level + 1);
}

// Documents and arrays among the elements are projected, all else is left out; but where computed fields are to be set
// in every element, null keeps its place. A position counts what is left.
void Projector::includeArray(const ProjectionNode& node, DocumentView array, bool seeksPosition, int level) {
    requireLevel(level);
    const std::size_t start = out_.size();
    out_.extend(4);
    std::uint32_t count = 0;
    std::uint32_t left = 0;
    const std::uint32_t only = seeksPosition ? position() : 0;
    for (const bson::Element& element : array) {
        const ValueView value = element.value;
        const bool isEntered = value.isDocument() || value.isArray();
        if (!isEntered && !node.hasComputed) continue;
        if (seeksPosition && left++ != only) continue;
        if (!isEntered) {
            appendElementHead(out_, bson::Type::Null, PositionName(count++).view());
            continue;
        }
        appendElementHead(out_, value.type(), PositionName(count++).view());
        if (value.isDocument()) include(node, value.asDocument(), false, level + 1);
        else includeNestedArray(node, value.asDocument(), level + 1);
    }
    if (seeksPosition && count == 0) refusePosition();
    closeLevel(out_, start);
}

void Projector::includeNestedArray(const ProjectionNode& node, DocumentView array, int level) {
    const bool before = std::exchange(isInNestedArray_, true);
    includeArray(node, array, false, level);
    isInNestedArray_ = before;
}

void Projector::exclude(const ProjectionNode& node, DocumentView document, int level) {
    requireLevel(level);
    const std::size_t start = out_.size();
    out_.extend(4);
    const std::uint8_t* run = document.data() + 4;
    for (const bson::Element& element : document) {
        const ProjectionNode* child = node.find(element.name);
        if (child == nullptr) continue;
        copy(run, startOf(element));
        run = excludeElement(*child, element, level) ? startOf(element) : endOf(element);
    }
    copy(run, document.data() + document.size() - 1);
    closeLevel(out_, start);
}

bool Projector::excludeElement(const ProjectionNode& node, const bson::Element& element, int level) {
    const ValueView value = element.value;
    if (node.kind == ProjectionNode::Kind::Leaf) return false;
    if (node.kind == ProjectionNode::Kind::Operator) return project(node, element);
    if (!value.isDocument() && !value.isArray()) return true;
    appendElementHead(out_, value.type(), element.name);
    if (value.isDocument()) exclude(node, value.asDocument(), level + 1);
    else excludeArray(node, value.asDocument(), level + 1);
    return false;
}

void Projector::excludeArray(const ProjectionNode& node, DocumentView array, int level) {
    requireLevel(level);
    const std::size_t start = out_.size();
    out_.extend(4);
    const bool before = isInNestedArray_;
    for (const bson::Element& element : array) {
        isInNestedArray_ = before || element.value.isArray();
        if (excludeElement(node, element, level)) copy(startOf(element), endOf(element));
    }
    isInNestedArray_ = before;
    closeLevel(out_, start);
}

// Whether the element stays as it is. Operators do not reach into arrays that are elements of arrays.
bool Projector::project(const ProjectionNode& node, const bson::Element& element) {
    if (isInNestedArray_) return true;
    FieldWriter writer(out_, element.name, ValueView());
    return node.projector->project(element.value, writer) == FieldEffect::Keep;
}

std::uint32_t Projector::position() const {
    if (!context_.positionalIndex) {
        raise(location(51246), "The positional operator '.$' could not find a matching element in the array");
    }
    return *context_.positionalIndex;
}

void Projector::refusePosition() const {
    raise(location(51247), "The positional operator '.$' stands for the element ", position(),
          ", but the projected array is shorter");
}

ValueView Projector::positioned(DocumentView array) const {
    const ValueView element = bson::ArrayView(array)[position()];
    if (element.isMissing()) refusePosition();
    return element;
}

}  // namespace sheaf::query
