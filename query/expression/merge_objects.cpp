// $mergeObjects: documents joined; a later field takes the value of an earlier one of its name.
//
//   { $mergeObjects: [ <document>, … ] }    { $mergeObjects: <document> }
//
// Null      null and missing arguments are passed over.
// Errors    40400 while running: neither a document nor null.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateMergeObjects(EvalContext& context, const Arguments& arguments) {
    FieldList fields(context.arena());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const ValueView value = arguments[i].evaluate(context);
        if (value.isNullish()) continue;
        if (!value.isDocument()) {
            raise(location(40400), "$mergeObjects requires object inputs, but input ", value, " is of type ", value.typeName());
        }
        for (const bson::Element& element : value.asDocument()) fields.set(element.name, element.value);
    }
    return fields.toDocument();
}

}  // namespace

constinit const ExpressionOperator kExpressionMergeObjects{
    .name = "$mergeObjects", .arity = Arity::any(), .evaluate = evaluateMergeObjects};

}  // namespace sheaf::query
