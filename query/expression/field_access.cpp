// $getField, $setField, $unsetField: one field by its name, whatever characters are in it.
//
//   { $getField: <name> }    { $getField: { field: <name>, input: <document> } }
//   { $setField: { field: <name>, input: <document>, value: <expression> } }
//   { $unsetField: { field: <name>, input: <document> } }
//
// $getField without an input looks into $$CURRENT; what is no document gives nothing (missing), null gives null. $setField
// with a value that is missing removes the field.
// Null      $setField, $unsetField: null or missing input: null.
// Errors    while parsing: $getField 3041701 another name, 3041702 no field, 3041703 no input; $setField and $unsetField
//           4161100 no document, 4161101 another name, 4161102 no field, 4161103 no value, 4161109 no input; names that are
//           not constant: 4161106 (a path), 4161108. While running: 3041704 $getField: the name is no string; 4161105 the input
//           is no document; 4161107 the name is no string.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateGetField(EvalContext& context, const Arguments& arguments) {
    const ValueView name = arguments[0].evaluate(context);
    if (!name.isString()) {
        raise(location(3041704), "$getField requires 'field' to evaluate to type String, but got ", name.typeName());
    }
    const ValueView input = arguments[1].evaluate(context);
    if (input.isDocument()) return input.asDocument()[name.asString()];
    return input.isMissing() || !input.isNullish() ? ValueView() : EvalContext::null();
}

constexpr ExpressionOperator kGetFieldNode{.name = "$getField", .evaluate = evaluateGetField};

NodePtr parseGetField(ExpressionParser& parser, ValueView argument) {
    static constexpr NamedArguments::Name kNames[] = {{"field", 3041702}, {"input", 3041703}};
    static constexpr NamedArguments kNamed{.names = kNames, .notDocument = 3041700, .unknown = 3041701};
    const bool isNamed = argument.isDocument() && (argument.asDocument().isEmpty() ||
                                                   !argument.asDocument().begin()->name.starts_with('$'));
    if (isNamed) return makeOperator(kGetFieldNode, parseNamed(parser, "$getField", kNamed, argument));
    std::vector<NodePtr> nodes;
    nodes.push_back(parser.parse(argument));
    nodes.push_back(parser.parsePath("$$CURRENT"));
    return makeOperator(kGetFieldNode, std::move(nodes));
}

ValueView withField(EvalContext& context, std::string_view op, const Arguments& arguments, ValueView value) {
    const ValueView input = arguments[1].evaluate(context);
    if (input.isNullish()) return EvalContext::null();
    if (!input.isDocument()) {
        raise(location(4161105), op, " requires 'input' to evaluate to type Object, but got ", input.typeName());
    }
    FieldList fields(context.arena());
    for (const bson::Element& element : input.asDocument()) fields.add(element.name, element.value);
    fields.set(arguments[0].evaluate(context).asString(), value);
    return fields.toDocument();
}

ValueView evaluateSetField(EvalContext& context, const Arguments& arguments) {
    return withField(context, "$setField", arguments, arguments[2].evaluate(context));
}

ValueView evaluateUnsetField(EvalContext& context, const Arguments& arguments) {
    return withField(context, "$unsetField", arguments, ValueView());
}

constexpr ExpressionOperator kSetFieldNode{.name = "$setField", .evaluate = evaluateSetField};
constexpr ExpressionOperator kUnsetFieldNode{.name = "$unsetField", .evaluate = evaluateUnsetField};

// The name must be known while parsing.
NodePtr parseWrite(ExpressionParser& parser, const ExpressionOperator& op, const NamedArguments& named, ValueView argument) {
    std::vector<NodePtr> nodes = parseNamed(parser, op.name, named, argument);
    const ValueView field = argument.asDocument()["field"];
    if (field.isString() && field.asString().starts_with('$')) {
        raise(location(4161108), "A field path reference which is not allowed in this context. Did you mean {$literal: '",
              field.asString(), "'}?");
    }
    const bson::Value* name = nodes[0]->constantValue();
    if (name == nullptr) {
        raise(location(4161106), op.name, " requires 'field' to evaluate to a constant, found ", field);
    }
    if (!name->view().isString()) {
        raise(location(4161107), op.name, " requires 'field' to evaluate to type String, but got ", name->view().typeName());
    }
    return makeOperator(op, std::move(nodes));
}

NodePtr parseSetField(ExpressionParser& parser, ValueView argument) {
    static constexpr NamedArguments::Name kNames[] = {{"field", 4161102}, {"input", 4161109}, {"value", 4161103}};
    static constexpr NamedArguments kNamed{.names = kNames, .notDocument = 4161100, .unknown = 4161101};
    return parseWrite(parser, kSetFieldNode, kNamed, argument);
}

NodePtr parseUnsetField(ExpressionParser& parser, ValueView argument) {
    static constexpr NamedArguments::Name kNames[] = {{"field", 4161102}, {"input", 4161109}};
    static constexpr NamedArguments kNamed{.names = kNames, .notDocument = 4161100, .unknown = 4161101};
    return parseWrite(parser, kUnsetFieldNode, kNamed, argument);
}

}  // namespace

constinit const ExpressionOperator kExpressionGetField{.name = "$getField", .parse = parseGetField};
constinit const ExpressionOperator kExpressionSetField{.name = "$setField", .parse = parseSetField};
constinit const ExpressionOperator kExpressionUnsetField{.name = "$unsetField", .parse = parseUnsetField};

}  // namespace sheaf::query
