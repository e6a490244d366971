// Finding methods, and reading their arguments.
#include "tools/shell/methods.h"

#include "tools/shell/evaluator.h"
#include "tools/shell/printer.h"

#include <sheaf/bson/json.h>

#include <algorithm>

namespace sheaf::tools::shell {
namespace {

constexpr std::string_view kConstructors[] = {
    "BinData", "Code", "DBPointer", "DBRef", "Date", "Decimal128", "Double", "HexData", "ISODate", "Int32", "Long",
    "MaxKey", "MinKey", "NumberDecimal", "NumberInt", "NumberLong", "ObjectId", "RegExp", "Symbol", "Timestamp", "UUID"};

}  // namespace

void MethodCall::wrongArgument(std::size_t index, std::string_view expected) const {
    std::string why(name);
    why.append(": argument ").append(std::to_string(index + 1)).append(" must be a ").append(expected).append(", found ");
    why.append(index < arguments.size() ? arguments[index].kind() : "none");
    throw ScriptError(why);
}

Value MethodCall::value(std::size_t index) const {
    if (index >= arguments.size()) return {};
    if (!arguments[index].isValue()) wrongArgument(index, "value");
    return *arguments[index].value();
}

Value MethodCall::required(std::size_t index) const {
    if (!has(index)) wrongArgument(index, "value");
    return value(index);
}

bson::Document MethodCall::document(std::size_t index) const {
    const Value found = value(index);
    if (found.view().isNullish()) return {};
    if (!found.view().isDocument()) wrongArgument(index, "document");
    return found.view().asDocument().copy();
}

bson::Document MethodCall::requiredDocument(std::size_t index) const {
    if (!has(index)) wrongArgument(index, "document");
    return document(index);
}

std::string MethodCall::string(std::size_t index) const {
    const Value found = value(index);
    if (!found.view().isString()) wrongArgument(index, "string");
    return std::string(found.view().asString());
}

double MethodCall::number(std::size_t index) const {
    const Value found = value(index);
    if (!found.view().isNumber()) wrongArgument(index, "number");
    return toNumber(found);
}

std::int64_t MethodCall::whole(std::size_t index) const {
    const std::optional<std::int64_t> found = toWhole(value(index));
    if (!found) wrongArgument(index, "whole number");
    return *found;
}

Item MethodCall::callback(std::size_t index, const Value& argument) const {
    const Function* function = index < arguments.size() ? arguments[index].as<Function>() : nullptr;
    if (!function) wrongArgument(index, "function");
    return evaluator.call(*function, {Item(argument)});
}

std::vector<MethodTable> methodsOf(const Item& item) {
    if (item.as<DatabaseRef>()) return {databaseMethods()};
    if (item.as<CollectionRef>()) return {collectionReads(), collectionWrites(), collectionAdministration()};
    if (item.cursor()) return {cursorMethods()};
    if (!item.isValue()) return {};
    switch (item.value()->type()) {
        case bson::Type::Document: return {documentMethods(), anyValueMethods()};
        case bson::Type::Array: return {arrayMethods(), anyValueMethods()};
        case bson::Type::String: return {textMethods(), anyValueMethods()};
        case bson::Type::Date: return {dateMethods(), anyValueMethods()};
        case bson::Type::ObjectId: return {objectIdMethods(), anyValueMethods()};
        default: return {anyValueMethods()};
    }
}

const Method* findMethod(const std::vector<MethodTable>& tables, std::string_view name) {
    for (const MethodTable table : tables) {
        for (const Method& method : table) {
            if (method.name == name) return &method;
        }
    }
    return nullptr;
}

bool isConstructor(std::string_view name) {
    return std::find(std::begin(kConstructors), std::end(kConstructors), name) != std::end(kConstructors);
}

Value construct(std::string_view name, const std::vector<Item>& arguments) {
    const bool isDate = name == "Date" || name == "ISODate";
    if (isDate && arguments.size() == 1 && arguments[0].isValue() && arguments[0].value()->view().isDate()) return *arguments[0].value();
    const bool isId = name == "ObjectId" && arguments.size() == 1 && arguments[0].isValue();
    if (isId && arguments[0].value()->type() == bson::Type::ObjectId) return *arguments[0].value();
    std::string text = (isDate ? "new " : "") + std::string(name == "ISODate" && arguments.empty() ? "Date" : name) + "(";
    for (std::size_t k = 0; k < arguments.size(); ++k) {
        if (!arguments[k].isValue()) throw ScriptError(std::string(name) + ": a " + std::string(arguments[k].kind()) + " is no value");
        text.append(k > 0 ? ", " : "").append(shellText(*arguments[k].value()));
    }
    text += ")";
    try {
        return bson::valueFromShell(text);
    } catch (const Error& error) {
        std::string_view why = error.what();
        if (const std::size_t colon = why.find(": "); colon != std::string_view::npos) why.remove_prefix(colon + 2);
        throw ScriptError(std::string(why.substr(0, why.find('\n'))));
    }
}

}  // namespace sheaf::tools::shell
