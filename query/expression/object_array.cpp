// $objectToArray and $arrayToObject: a document as an array of its fields, and back.
//
//   { $objectToArray: <document> }    { $arrayToObject: <array of [name, value] or of {k: name, v: value}> }
//
// Null      null or missing: null.
// Errors    16020 while parsing: not one argument. While running: 40390 no document; 40386 no array; 40398 an element of neither
//           form; 40396 [name, value] after {k, v}; 40391 {k, v} after [name, value]; 40397 a pair of another length; 40395 its name is no
//           string; 40392 not two fields; 40393 no k or v; 40394 k is no string; 4940400, 4940401 a null byte in a name.

#include "bson/raise.h"
#include "query/expression/makers.h"
#include "query/expression/operators.h"

namespace sheaf::query {
namespace {

ValueView evaluateObjectToArray(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (!value.isDocument()) {
        raise(location(40390), "$objectToArray requires a document input, found: ", value.typeName());
    }
    ValueList fields(context.arena());
    for (const bson::Element& element : value.asDocument()) {
        FieldList pair(context.arena());
        pair.add("k", context.make(element.name));
        pair.add("v", element.value);
        fields.push(pair.toDocument());
    }
    return fields.toArray();
}

std::string_view requireName(ValueView name, std::int32_t notString, std::int32_t nullByte) {
    if (!name.isString()) {
        raise(location(notString), "$arrayToObject requires field names of type string, found: ", name.typeName());
    }
    if (name.asString().find('\0') != std::string_view::npos) {
        raise(location(nullByte), "Key field cannot contain an embedded null byte");
    }
    return name.asString();
}

void addPair(ValueView pair, FieldList& fields) {
    if (pair.asArray().countElements() != 2) {
        raise(location(40397), "$arrayToObject requires an array of size 2 arrays, found array of size: ",
              pair.asArray().countElements());
    }
    fields.set(requireName(pair.asArray()[0], 40395, 4940400), pair.asArray()[1]);
}

void addKeyValue(ValueView entry, FieldList& fields) {
    if (entry.asDocument().countElements() != 2) {
        raise(location(40392), "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys: ",
              entry.asDocument().countElements());
    }
    const ValueView name = entry.asDocument()["k"];
    const ValueView value = entry.asDocument()["v"];
    if (name.isMissing() || value.isMissing()) {
        raise(location(40393), "$arrayToObject requires an object with keys 'k' and 'v', found ", entry);
    }
    fields.set(requireName(name, 40394, 4940401), value);
}

ValueView evaluateArrayToObject(EvalContext& context, const Arguments& arguments) {
    const ValueView value = arguments[0].evaluate(context);
    if (value.isNullish()) return EvalContext::null();
    if (!value.isArray()) {
        raise(location(40386), "$arrayToObject requires an array input, found: ", value.typeName());
    }
    FieldList fields(context.arena());
    bson::Type form = bson::Type::Missing;  // of the first element
    for (const ValueView& element : value.asArray()) {
        if (!element.isArray() && !element.isDocument()) {
            raise(location(40398), "Unrecognised input type format for $arrayToObject: ", element.typeName());
        }
        if (form == bson::Type::Missing) form = element.type();
        if (form != element.type()) {
            raise(location(element.isArray() ? 40391 : 40396), "$arrayToObject requires a consistent input format, found ",
                  element.typeName(), " after ", bson::typeName(form));
        }
        if (element.isArray()) addPair(element, fields);
        else addKeyValue(element, fields);
    }
    return fields.toDocument();
}

}  // namespace

constinit const ExpressionOperator kExpressionArrayToObject{
    .name = "$arrayToObject", .arity = Arity::exactly(1), .evaluate = evaluateArrayToObject};
constinit const ExpressionOperator kExpressionObjectToArray{
    .name = "$objectToArray", .arity = Arity::exactly(1), .evaluate = evaluateObjectToArray};

}  // namespace sheaf::query
