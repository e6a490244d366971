// Reads projection documents: {a: 1, "b.c": 1}, {a: 0}, {a: {b: 1}}, {a: {$slice: 2}}, {"a.$": 1}, {a: "$b"}.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/operators.h"
#include "query/projection/projection_tree.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr const ProjectionOperator* kOperators[] = {&kProjectElemMatch, &kProjectSlice};
constexpr std::size_t kMaxPathComponents = 255;

bool isTrue(ValueView value) {
    if (value.isBool()) return value.asBool();
    return bson::isNaN(value) || bson::toDouble(value) != 0;
}

void requirePath(const bson::FieldPath& path) {
    if (path.dotted().empty()) raise(location(40352), "A projection cannot name the empty path");
    if (path.size() > kMaxPathComponents) {
        raise(ErrorCode::Overflow, "A projected path has ", path.size(), " components, at most ", kMaxPathComponents,
              " are allowed");
    }
    if (path.dotted().back() == '.') raise(location(40353), "The path '", path.dotted(), "' must not end with a '.'");
    for (const auto& component : path.components()) {
        if (component.name.empty()) {
            raise(location(15998), "The path '", path.dotted(), "' contains an empty field name");
        }
        if (component.name[0] == '$') {
            raise(location(16410), "The path '", path.dotted(), "' contains the field name '", component.name,
                  "', which may not start with '$'");
        }
    }
}

// Takes a trailing ".$" away. Throws when `$` stands anywhere else.
bool takePosition(std::string& dotted) {
    if (dotted.size() < 3 || dotted.compare(dotted.size() - 2, 2, ".$") != 0) {
        if (dotted.find(".$.") != std::string::npos) {
            raise(location(31394), "The positional operator '$' may only stand at the end of a projected path, not ",
                  "inside '", dotted, "'");
        }
        return false;
    }
    dotted.resize(dotted.size() - 2);
    if (dotted.find(".$") != std::string::npos) {
        raise(location(31287), "The path '", dotted, ".$' holds more than one positional operator");
    }
    return true;
}

// The metadata that MongoDB knows: none of it is kept with documents here.
[[noreturn]] void refuseMeta(ValueView name) {
    constexpr std::string_view kNames[] = {"textScore", "randVal",   "searchScore", "searchHighlights", "geoNearDistance",
                                           "geoNearPoint", "recordId", "indexKey",   "sortKey"};
    const bool isKnown = name.isString() && std::find(std::begin(kNames), std::end(kNames), name.asString()) !=
                                                std::end(kNames);
    if (!isKnown) raise(location(17308), "Unsupported argument to $meta: ", name);
    raise(ErrorCode::NotImplemented, "{$meta: ", name, "} is not supported");
}

}  // namespace

const ProjectionOperator* findProjectionOperator(std::string_view name) {
    const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                     [name](const ProjectionOperator* candidate) { return candidate->name == name; });
    return found == std::end(kOperators) ? nullptr : *found;
}

ProjectionNode* ProjectionNode::findChild(std::string_view childName) const {
    for (ProjectionNode* child : children) {
        if (child->name == childName) return child;
    }
    return nullptr;
}

Projection::Impl::Impl(Document specification, const ProjectionOptions& options)
    : specification_(std::move(specification)), options_(options), root_(&nodes_.emplace_back()) {
    const OperationVariables none;
    if (options_.variables == nullptr) options_.variables = &none;
    parseFields(specification_, "");
    finish();
    options_ = {};
}

void Projection::Impl::parseFields(DocumentView fields, const std::string& prefix) {
    for (const bson::Element& field : fields) parseField(field, prefix);
}

void Projection::Impl::parseField(const bson::Element& field, const std::string& prefix) {
    std::string dotted = prefix + std::string(field.name);
    if (field.value.isNumber() || field.value.isBool()) {
        parseLeaf(std::move(dotted), isTrue(field.value));
        return;
    }
    if (dotted.ends_with(".$") && options_.kind == ProjectionKind::Find) {
        raise(location(field.value.isDocument() ? 31271 : 31308), "the positional operator goes with 1 or true only, not with ",
              field.value, ", in '", dotted, "'");
    }
    if (!field.value.isDocument()) {
        const bson::FieldPath path(dotted);
        requirePath(path);
        parseComputed(path, field.value);
        return;
    }
    const DocumentView inner = field.value.asDocument();
    if (inner.isEmpty()) {
        raise(location(51270), "An empty sub-projection is not a valid value: found an empty document at '", dotted,
              "'");
    }
    const bson::FieldPath path(dotted);
    requirePath(path);
    if (!prefix.empty() && inner.begin()->name == "$elemMatch") {
        raise(ErrorCode::BadValue, "Cannot use an $elemMatch projection in a sub-projection: '", dotted, "'");
    }
    if (inner.begin()->name.substr(0, 1) == "$") parseOperator(path, field.value);
    else parseFields(inner, dotted + ".");
}

void Projection::Impl::parseComputed(const bson::FieldPath& path, ValueView expression) {
    if (polarity_ == Polarity::Exclusion) {
        raise(location(31252), "Cannot use expression other than $meta in exclusion projection, for '", path.dotted(), "'");
    }
    polarity_ = Polarity::Inclusion;
    Expression parsed = Expression::parse(expression, *options_.variables);
    add(path, ProjectionNode::Kind::Computed);
    computed_.add(path, std::move(parsed));
    ProjectionNode* node = root_;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        node = node->findChild(path[i].name);
        node->hasComputed = true;
    }
}

void Projection::Impl::parseOperator(const bson::FieldPath& path, ValueView expression) {
    const bson::Element first = *expression.asDocument().begin();
    const ProjectionOperator* found =
        options_.kind == ProjectionKind::Find ? findProjectionOperator(first.name) : nullptr;
    if (found != nullptr && found->accepts != nullptr && !found->accepts(first.value)) found = nullptr;
    if (found == nullptr) {
        if (first.name == "$meta") refuseMeta(first.value);
        if (findExpressionOperator(first.name) == nullptr) {
            raise(location(31325), "Unknown expression ", first.name, " for '", path.dotted(), "'");
        }
        parseComputed(path, expression);
        return;
    }
    if (expression.asDocument().countElements() != 1) {
        raise(ErrorCode::BadValue, "The projection of '", path.dotted(), "' must hold one operator only: ",
              expression);
    }
    std::unique_ptr<const FieldProjector> projector = found->parse(path, first.value);
    add(path, ProjectionNode::Kind::Operator)->projector = std::move(projector);
    requiredPaths_.push_back(path.dotted());
    (found->isInclusion ? hasElemMatch_ : hasSlice_) = true;
    if (hasElemMatch_ && needsPosition_) {
        raise(location(31255), "Cannot specify the positional operator and $elemMatch in one projection");
    }
}

void Projection::Impl::parseLeaf(std::string dotted, bool includes) {
    if (dotted == "_id") {
        if (includesId_) raise(location(31250), "Path collision at _id");
        if (root_->findChild("_id") != nullptr) raise(location(31250), "Path collision at _id");
        includesId_ = includes;
        return;
    }
    if (options_.kind == ProjectionKind::Stage && (dotted.ends_with(".$") || dotted.starts_with("$."))) {
        raise(location(31324), "positional projection '", dotted, "' is not allowed in a pipeline");
    }
    const bool isPositional = takePosition(dotted);
    const bson::FieldPath path(dotted);
    requirePath(path);
    if (isPositional) {
        if (!includes) raise(location(31395), "The positional operator cannot be excluded: '", dotted, ".$'");
        if (needsPosition_) raise(location(31276), "Cannot specify more than one positional projection per query");
        if (hasElemMatch_) {
            raise(location(31256), "Cannot specify the positional operator and $elemMatch in one projection");
        }
        needsPosition_ = true;
    }
    setPolarity(includes ? Polarity::Inclusion : Polarity::Exclusion, dotted);
    add(path, ProjectionNode::Kind::Leaf);
    if (includes) requiredPaths_.push_back(dotted);
    ProjectionNode* node = root_;
    for (std::size_t i = 0; isPositional && i < path.size(); ++i) {
        node = node->findChild(path[i].name);
        node->isPositional = true;
    }
}

void Projection::Impl::setPolarity(Polarity polarity, std::string_view dotted) {
    if (polarity_ == Polarity::Unknown) polarity_ = polarity;
    if (polarity_ == polarity) return;
    if (polarity == Polarity::Inclusion) {
        raise(location(31253), "Cannot do inclusion on field ", dotted, " in exclusion projection");
    }
    raise(location(31254), "Cannot do exclusion on field ", dotted, " in inclusion projection");
}

// What the projection is when no field but _id says so, and what becomes of _id.
void Projection::Impl::finish() {
    if (polarity_ == Polarity::Unknown) {
        const bool includesId = includesId_.value_or(false);
        polarity_ = (!hasSlice_ && hasElemMatch_) || includesId ? Polarity::Inclusion : Polarity::Exclusion;
    }
    isInclusion_ = polarity_ == Polarity::Inclusion;
    isIdentity_ = specification_.isEmpty();
    const bool hasNestedId = root_->findChild("_id") != nullptr;
    if (includesId_ && hasNestedId) {
        raise(location(31249), "Path collision at _id remaining portion ",
              root_->findChild("_id")->children.empty() ? "_id" : root_->findChild("_id")->children.front()->name);
    }
    if (isInclusion_ && includesId_.value_or(true) && !hasNestedId) {
        add(bson::FieldPath("_id"), ProjectionNode::Kind::Leaf);
        requiredPaths_.push_back("_id");
    }
    if (!isInclusion_ && !includesId_.value_or(true)) add(bson::FieldPath("_id"), ProjectionNode::Kind::Leaf);
    if (!isInclusion_) requiredPaths_.clear();
    const ExpressionDependencies read = computed_.dependencies();
    readsWhole_ = read.needsWholeDocument;
    for (const std::string& path : read.paths) {
        const bool isKnown = std::find(requiredPaths_.begin(), requiredPaths_.end(), path) != requiredPaths_.end();
        if (!isKnown) requiredPaths_.push_back(path);
    }
}

ProjectionNode* Projection::Impl::add(const bson::FieldPath& path, ProjectionNode::Kind kind) {
    ProjectionNode* node = root_;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool isLast = i + 1 == path.size();
        ProjectionNode* child = node->findChild(path[i].name);
        if (child != nullptr && isLast) raise(location(31250), "Path collision at ", path.dotted());
        if (child != nullptr && child->kind != ProjectionNode::Kind::Inner) {
            std::string rest = path[i + 1].name;
            for (std::size_t j = i + 2; j < path.size(); ++j) rest += "." + path[j].name;
            raise(location(31249), "Path collision at ", path.dotted(), " remaining portion ", rest);
        }
        if (child == nullptr) {
            child = &nodes_.emplace_back();
            child->name = path[i].name;
            if (isLast) child->kind = kind;
            node->children.push_back(child);
            node->lengths |= std::uint64_t{1} << (child->name.size() & 63);
        }
        node = child;
    }
    return node;
}

}  // namespace sheaf::query
