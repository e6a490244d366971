// What a projection says of each field, as a tree of path components.
#pragma once

#include "query/field_writer.h"
#include "query/projection/computed_fields.h"
#include "query/projection/projection.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf::query {

// An operator of a projection ($slice, $elemMatch) with its operand: immutable, used by many threads.
class FieldProjector {
public:
    virtual ~FieldProjector() = default;
    // Keep: the field as it is; Remove: no field; Write: `out` has it.
    virtual FieldEffect project(ValueView value, FieldWriter& out) const = 0;
};

struct ProjectionNode {
    // Leaf: the field is included (or excluded) as a whole. Inner: the children say. Computed: the old value goes, an
    // expression gives the new one.
    enum class Kind : std::uint8_t { Inner, Leaf, Operator, Computed };

    std::string name;
    Kind kind = Kind::Inner;
    bool isPositional = false;  // a part of the path before ".$"
    bool hasComputed = false;   // a computed field lies below
    std::unique_ptr<const FieldProjector> projector;
    std::vector<ProjectionNode*> children;
    std::uint64_t lengths = 0;  // bit (length & 63) of every child's name

    const ProjectionNode* find(std::string_view childName) const {
        if ((lengths >> (childName.size() & 63) & 1) == 0) return nullptr;
        return findChild(childName);
    }
    ProjectionNode* findChild(std::string_view childName) const;
};

// How a projection operator is read. `path` is where it stands; the operand stays where it is.
struct ProjectionOperator {
    std::string_view name;
    // Whether the operand makes it this operator, and not the expression of that name. Null: always.
    bool (*accepts)(ValueView operand) = nullptr;
    std::unique_ptr<const FieldProjector> (*parse)(const bson::FieldPath& path, ValueView operand);
    // Alone it makes the projection an inclusion.
    bool isInclusion;
};
const ProjectionOperator* findProjectionOperator(std::string_view name);

extern const ProjectionOperator kProjectElemMatch;
extern const ProjectionOperator kProjectSlice;

class Projection::Impl {
public:
    // Reads the specification. Throws as Projection::parse.
    Impl(Document specification, const ProjectionOptions& options);
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void apply(DocumentView document, const ProjectionContext& context, bson::Buffer& out) const;

    bool isIdentity() const { return isIdentity_; }
    bool isInclusion() const { return isInclusion_; }
    bool needsPosition() const { return needsPosition_; }
    bool needsWholeDocument() const { return !isInclusion_ || readsWhole_; }
    const std::vector<std::string>& requiredPaths() const { return requiredPaths_; }

private:
    enum class Polarity : std::uint8_t { Unknown, Inclusion, Exclusion };

    void parseFields(DocumentView fields, const std::string& prefix);
    void parseField(const bson::Element& field, const std::string& prefix);
    void parseOperator(const bson::FieldPath& path, ValueView expression);
    void parseComputed(const bson::FieldPath& path, ValueView expression);
    void parseLeaf(std::string dotted, bool includes);
    void setPolarity(Polarity polarity, std::string_view dotted);
    void finish();
    void compute(DocumentView document, bson::Buffer& out, std::size_t start) const;
    ProjectionNode* add(const bson::FieldPath& path, ProjectionNode::Kind kind);

    Document specification_;  // operands lie in it
    ProjectionOptions options_;  // while parsing
    ComputedFields computed_;
    std::deque<ProjectionNode> nodes_;
    ProjectionNode* root_;
    std::vector<std::string> requiredPaths_;
    Polarity polarity_ = Polarity::Unknown;
    std::optional<bool> includesId_;  // as the specification says it
    bool hasElemMatch_ = false;
    bool hasSlice_ = false;
    bool isIdentity_ = false;
    bool isInclusion_ = false;
    bool needsPosition_ = false;
    bool readsWhole_ = false;
};

// One walk over one document.
class Projector {
public:
    Projector(const ProjectionContext& context, bson::Buffer& out) : context_(context), out_(out) {}

    void include(const ProjectionNode& node, DocumentView document, bool seeksPosition, int level);
    void exclude(const ProjectionNode& node, DocumentView document, int level);

private:
    void includeElement(const ProjectionNode& node, const bson::Element& element, bool seeksPosition, int level);
    void includeArray(const ProjectionNode& node, DocumentView array, bool seeksPosition, int level);
    void includeNestedArray(const ProjectionNode& node, DocumentView array, int level);
    void excludeArray(const ProjectionNode& node, DocumentView array, int level);
    // Whether the element stays as it is.
    bool excludeElement(const ProjectionNode& node, const bson::Element& element, int level);
    bool project(const ProjectionNode& node, const bson::Element& element);
    std::uint32_t position() const;
    [[noreturn]] void refusePosition() const;
    ValueView positioned(DocumentView array) const;
    void copy(const std::uint8_t* first, const std::uint8_t* last) {
        out_.append(first, static_cast<std::size_t>(last - first));
    }

    const ProjectionContext& context_;
    bson::Buffer& out_;
    bool isInNestedArray_ = false;
};

}  // namespace sheaf::query
