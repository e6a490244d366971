// The functions that belong to nothing: print, tojson, Math.floor, …
#include "tools/shell/methods.h"

#include "tools/shell/printer.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/json.h>

#include <cmath>
#include <ostream>
#include <random>

namespace sheaf::tools::shell {
namespace {

Item print(MethodCall& call) {
    const char* separator = "";
    for (const Item& argument : call.arguments) {
        call.session.out << separator << argument.text();
        separator = " ";
    }
    call.session.out << '\n';
    return {};
}

Item printJson(MethodCall& call) {
    for (std::size_t k = 0; k < call.arguments.size(); ++k) call.session.out << prettyShellText(call.value(k)) << '\n';
    return {};
}

Item toShellText(MethodCall& call) { return Item(Value(shellText(call.value(0)))); }

Item stringify(MethodCall& call) { return Item(Value(call.value(0).toJson(bson::JsonMode::Relaxed))); }

Item parseJson(MethodCall& call) { return Item(bson::valueFromShell(call.string(0))); }

Item number(MethodCall& call) { return Item(call.has(0) ? fromNumber(toNumber(call.value(0))) : Value(std::int32_t{0})); }

Item text(MethodCall& call) { return Item(Value(call.arguments.empty() ? "" : call.arguments[0].text())); }

Item isNotNumber(MethodCall& call) { return Item(Value(std::isnan(toNumber(call.value(0))))); }

Item now(MethodCall&) { return Item(fromNumber(static_cast<double>(bson::Date::now().ms))); }

Item bsonSize(MethodCall& call) { return Item(fromNumber(call.requiredDocument(0).size())); }

Item keys(MethodCall& call) {
    std::vector<Value> names;
    for (const bson::Element& field : call.requiredDocument(0)) names.emplace_back(field.name);
    return Item(makeArray(names));
}

Item values(MethodCall& call) {
    std::vector<Value> found;
    for (const bson::Element& field : call.requiredDocument(0)) found.emplace_back(field.value);
    return Item(makeArray(found));
}

Item isArray(MethodCall& call) { return Item(Value(call.value(0).view().isArray())); }

template <double (*Function)(double)>
Item applied(MethodCall& call) {
    return Item(fromNumber(Function(call.number(0))));
}
double roundHalfUp(double number) { return std::floor(number + 0.5); }
double floorOf(double number) { return std::floor(number); }
double ceilOf(double number) { return std::ceil(number); }
double absOf(double number) { return std::abs(number); }
double rootOf(double number) { return std::sqrt(number); }

Item largest(MethodCall& call) {
    double found = -HUGE_VAL;
    for (std::size_t k = 0; k < call.arguments.size(); ++k) found = std::max(found, call.number(k));
    return Item(fromNumber(found));
}

Item smallest(MethodCall& call) {
    double found = HUGE_VAL;
    for (std::size_t k = 0; k < call.arguments.size(); ++k) found = std::min(found, call.number(k));
    return Item(fromNumber(found));
}

Item power(MethodCall& call) { return Item(fromNumber(std::pow(call.number(0), call.number(1)))); }

Item random(MethodCall&) {
    static thread_local std::mt19937_64 generator{std::random_device{}()};
    return Item(fromNumber(std::uniform_real_distribution<double>(0, 1)(generator)));
}

constexpr Method kFunctions[] = {
    {"Array.isArray", isArray, "value"},
    {"Date.now", now, "()"},
    {"EJSON.stringify", stringify, "value"},
    {"JSON.parse", parseJson, "text"},
    {"JSON.stringify", stringify, "value"},
    {"Math.abs", applied<absOf>, "number"},
    {"Math.ceil", applied<ceilOf>, "number"},
    {"Math.floor", applied<floorOf>, "number"},
    {"Math.max", largest, "numbers"},
    {"Math.min", smallest, "numbers"},
    {"Math.pow", power, "base, exponent"},
    {"Math.random", random, "()"},
    {"Math.round", applied<roundHalfUp>, "number"},
    {"Math.sqrt", applied<rootOf>, "number"},
    {"Number", number, "value"},
    {"Object.bsonsize", bsonSize, "document"},
    {"Object.keys", keys, "document"},
    {"Object.values", values, "document"},
    {"String", text, "value"},
    {"bsonsize", bsonSize, "document"},
    {"console.log", print, "values"},
    {"isNaN", isNotNumber, "value"},
    {"parseInt", number, "text"},
    {"print", print, "values"},
    {"printjson", printJson, "value"},
    {"tojson", toShellText, "value"},
};

}  // namespace

MethodTable globalFunctions() { return kFunctions; }

}  // namespace sheaf::tools::shell
