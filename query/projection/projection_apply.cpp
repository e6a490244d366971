// Projects documents: one walk over the bytes, each byte copied at most once.

#include "bson/bytes.h"
#include "bson/raise.h"
#include "query/element_place.h"
#include "query/projection/projection_tree.h"

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
    } catch (...) {
        out.truncate(start);
        throw;
    }
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
        FieldWriter writer(out_, element.name, ValueView());
        if (node.projector->project(value, writer) == FieldEffect::Keep) copy(startOf(element), endOf(element));
        return;
    }
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

// Documents and arrays among the elements are projected, all else is left out.
void Projector::includeArray(const ProjectionNode& node, DocumentView array, bool seeksPosition, int level) {
    requireLevel(level);
    const std::size_t start = out_.size();
    out_.extend(4);
    std::uint32_t count = 0;
    const ValueView only = seeksPosition ? positioned(array) : ValueView();
    for (const bson::Element& element : array) {
        const ValueView value = element.value;
        if (seeksPosition && value.data() != only.data()) continue;
        if (!value.isDocument() && !value.isArray()) continue;
        appendElementHead(out_, value.type(), PositionName(count++).view());
        if (value.isDocument()) include(node, value.asDocument(), false, level + 1);
        else includeArray(node, value.asDocument(), false, level + 1);
    }
    closeLevel(out_, start);
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
    if (node.kind == ProjectionNode::Kind::Operator) {
        FieldWriter writer(out_, element.name, ValueView());
        return node.projector->project(value, writer) == FieldEffect::Keep;
    }
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
    for (const bson::Element& element : array) {
        if (excludeElement(node, element, level)) copy(startOf(element), endOf(element));
    }
    closeLevel(out_, start);
}

ValueView Projector::positioned(DocumentView array) const {
    if (!context_.positionalIndex) {
        raise(location(51246), "The positional operator '.$' could not find a matching element in the array");
    }
    const ValueView element = bson::ArrayView(array)[*context_.positionalIndex];
    if (element.isMissing()) {
        raise(location(51247), "The positional operator '.$' stands for the element ", *context_.positionalIndex,
              ", but the projected array is shorter");
    }
    return element;
}

}  // namespace sheaf::query
