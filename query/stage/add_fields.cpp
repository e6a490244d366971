// $addFields, and $set, its other name: sets fields to what expressions give, and keeps all others.
//
//   { $addFields: { <path>: <expression>, … } }
//
// Documents that are no operators may stand for dotted paths: {a: {b: 1}} is {"a.b": 1}. New fields come last.
// Errors    while parsing: 40272 not a document; 40177 an empty one; 31249, 31250 paths that collide; 51270 an empty
//           document as a value; those of paths (projection) and expressions.

#include "bson/raise.h"
#include "query/expression/parser.h"
#include "query/projection/computed_fields.h"
#include "query/stage/transform.h"

namespace sheaf::query {
namespace {

class AddFields final : public Transform {
public:
    AddFields(DocumentView specification, const OperationVariables& variables) {
        for (const bson::Element& element : specification) parseField(element, "", variables, 0);
    }
    DocumentView apply(DocumentView document, Arena& arena) const override {
        return fields_.apply(document, document, arena);
    }

private:
    void parseField(const bson::Element& element, const std::string& prefix, const OperationVariables& variables, int depth) {
        if (depth >= Expression::kMaxDepth) raise(ErrorCode::Overflow, "$addFields: documents are nested too deep");
        const std::string dotted = prefix + std::string(element.name);
        requireFieldPath(dotted);
        const bool isNested = element.value.isDocument() &&
                              (element.value.asDocument().isEmpty() ||
                               !element.value.asDocument().begin()->name.starts_with('$'));
        if (!isNested) {
            fields_.add(bson::FieldPath(dotted), Expression::parse(element.value, variables));
            return;
        }
        if (element.value.asDocument().isEmpty()) {
            raise(location(51270), "An empty sub-projection is not a valid value: found an empty document at '", dotted, "'");
        }
        for (const bson::Element& inner : element.value.asDocument()) parseField(inner, dotted + ".", variables, depth + 1);
    }

    ComputedFields fields_;
};

std::unique_ptr<const Transform> parse(std::string_view name, ValueView specification, const OperationVariables& variables) {
    if (!specification.isDocument()) {
        raise(location(40272), name, " specification stage must be an object, got ", specification.typeName());
    }
    if (specification.asDocument().isEmpty()) {
        raise(location(40177), "Invalid ", name, " :: caused by :: specification must have at least one field");
    }
    return std::make_unique<AddFields>(specification.asDocument(), variables);
}

std::unique_ptr<const Transform> parseAddFields(ValueView specification, const OperationVariables& variables) {
    return parse("$addFields", specification, variables);
}

std::unique_ptr<const Transform> parseSet(ValueView specification, const OperationVariables& variables) {
    return parse("$set", specification, variables);
}

}  // namespace

constinit const TransformStage kStageAddFields{.name = "$addFields", .parse = parseAddFields};
constinit const TransformStage kStageSet{.name = "$set", .parse = parseSet};

}  // namespace sheaf::query
