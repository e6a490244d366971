// What a projection says of each field, as a tree of path components.
#pragma once

#include "query/field_writer.h"
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
    // Leaf: the field is included (or excluded) as a whole. Inner: the children say.
    enum class Kind : std::uint8_t { Inner, Leaf, Operator };

    std::string name;
    Kind kind = Kind::Inner;
    bool isPositional = false;  // a part of the path before ".$"
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
    explicit Impl(Document specification);
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void apply(DocumentView document, const ProjectionContext& context, bson::Buffer& out) const;

    bool isIdentity() const { return isIdentity_; }
    bool isInclusion() const { return isInclusion_; }
    bool needsPosition() const { return needsPosition_; }
    const std::vector<std::string>& requiredPaths() const { return requiredPaths_; }

private:
    enum class Polarity : std::uint8_t { Unknown, Inclusion, Exclusion };

    void parseFields(DocumentView fields, const std::string& prefix);
    void parseField(const bson::Element& field, const std::string& prefix);
    void parseOperator(const bson::FieldPath& path, DocumentView expression);
    void parseLeaf(std::string dotted, bool includes);
    void setPolarity(Polarity polarity, std::string_view dotted);
    void finish();
    ProjectionNode* add(const bson::FieldPath& path, ProjectionNode::Kind kind);

    Document specification_;  // operands lie in it
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
