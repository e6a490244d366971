// $replaceRoot and $replaceWith: an expression gives the document that takes the place of the old one.
//
//   { $replaceRoot: { newRoot: <expression> } }    { $replaceWith: <expression> }
//
// Errors    while parsing: 40229 no document; 40415 another name; 40414 no newRoot. 40228 while running: the result is no
//           document.

#include "bson/raise.h"
#include "query/expression/expression.h"
#include "query/stage/transform.h"

namespace sheaf::query {
namespace {

class ReplaceRoot final : public Transform {
public:
    ReplaceRoot(ValueView expression, const OperationVariables& variables)
        : expression_(Expression::parse(expression, variables)) {}

    DocumentView apply(DocumentView document, Arena& arena) const override {
        const ValueView root = expression_.evaluate(document, arena);
        if (!root.isDocument()) {
            raise(location(40228), "'newRoot' expression must evaluate to an object, but resulting value was: ", root,
                  ", of type ", root.typeName());
        }
        return root.asDocument();
    }

private:
    Expression expression_;
};

std::unique_ptr<const Transform> parseReplaceRoot(ValueView specification, const OperationVariables& variables) {
    if (!specification.isDocument()) {
        raise(location(40229), "expected an object as specification for $replaceRoot stage, got ", specification.typeName());
    }
    for (const bson::Element& element : specification.asDocument()) {
        if (element.name != "newRoot") {
            raise(location(40415), "BSON field '$replaceRoot.", element.name, "' is an unknown field.");
        }
    }
    const ValueView root = specification.asDocument()["newRoot"];
    if (root.isMissing()) {
        raise(location(40414), "BSON field '$replaceRoot.newRoot' is missing but a required field");
    }
    return std::make_unique<ReplaceRoot>(root, variables);
}

std::unique_ptr<const Transform> parseReplaceWith(ValueView specification, const OperationVariables& variables) {
    return std::make_unique<ReplaceRoot>(specification, variables);
}

}  // namespace

constinit const TransformStage kStageReplaceRoot{.name = "$replaceRoot", .parse = parseReplaceRoot};
constinit const TransformStage kStageReplaceWith{.name = "$replaceWith", .parse = parseReplaceWith};

}  // namespace sheaf::query
