// Values of the shell's language.
#include "tools/shell/item.h"

#include "tools/shell/cursor.h"
#include "tools/shell/printer.h"

#include <sheaf/bson/builder.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sheaf::tools::shell {

using bson::Type;

bool Item::isTrue() const {
    const Value* found = value();
    if (!found) return true;
    const ValueView view = *found;
    if (view.isNullish()) return false;
    if (view.isBool()) return view.asBool();
    if (view.isString()) return !view.asString().empty();
    if (view.isNumber()) return toNumber(view) != 0 && !std::isnan(toNumber(view));
    return true;
}

std::string_view Item::kind() const {
    if (as<DatabaseRef>()) return "database";
    if (as<CollectionRef>()) return "collection";
    if (as<Function>()) return "function";
    if (cursor()) return "cursor";
    if (value()->isMissing()) return "undefined";
    return value()->type() == Type::Document ? std::string_view("document") : bson::typeName(value()->type());
}

std::string Item::text() const {
    if (const auto* database = as<DatabaseRef>()) return database->name;
    if (const auto* collection = as<CollectionRef>()) return collection->database + "." + collection->name;
    if (!isValue()) return "[" + std::string(kind()) + "]";
    const ValueView view = *value();
    if (view.isMissing()) return "undefined";
    if (view.type() == Type::String) return std::string(view.asString());
    if (view.type() == Type::ObjectId) return view.asObjectId().toHex();
    if (view.type() == Type::Int64) return std::to_string(view.asInt64());
    if (view.type() == Type::Decimal128) return view.asDecimal128().toString();
    return shellText(view);
}

Value fromNumber(double number) {
    const bool isWhole = std::abs(number) <= std::numeric_limits<std::int32_t>::max() && std::trunc(number) == number;
    if (isWhole && !(number == 0 && std::signbit(number))) return Value(static_cast<std::int32_t>(number));
    return Value(number);
}

double toNumber(ValueView value) {
    switch (value.type()) {
        case Type::Int32: return value.asInt32();
        case Type::Int64: return static_cast<double>(value.asInt64());
        case Type::Double: return value.asDouble();
        case Type::Decimal128: return std::strtod(value.asDecimal128().toString().c_str(), nullptr);
        case Type::Bool: return value.asBool() ? 1 : 0;
        case Type::Date: return static_cast<double>(value.asDate().ms);
        case Type::Null: return 0;
        case Type::String: {
            const std::string text(value.asString());
            char* end = nullptr;
            const double number = std::strtod(text.c_str(), &end);
            return *end == '\0' ? number : std::numeric_limits<double>::quiet_NaN();
        }
        default: return std::numeric_limits<double>::quiet_NaN();
    }
}

std::optional<std::int64_t> toWhole(ValueView value) {
    if (value.type() == Type::Int64) return value.asInt64();
    if (!value.isNumber()) return std::nullopt;
    const double number = toNumber(value);
    if (!(std::abs(number) < 9.2e18) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::int64_t>(number);
}

Value withField(ValueView document, std::string_view name, ValueView value) {
    bson::Builder builder;
    bool done = false;
    for (const bson::Element& field : document.asDocument()) {
        const bool isIt = field.name == name;
        builder.append(field.name, isIt ? value : field.value);
        done = done || isIt;
    }
    if (!done) builder.append(name, value);
    return Value(builder.take());
}

Value withElement(ValueView array, std::size_t index, ValueView value) {
    std::vector<Value> elements = elementsOf(array);
    if (index >= elements.size()) elements.resize(index + 1, Value(nullptr));
    elements[index] = Value(value);
    return makeArray(elements);
}

Value makeArray(const std::vector<Value>& elements) {
    bson::Builder builder;
    builder.openArray("a");
    for (const Value& element : elements) {
        if (element.isMissing()) builder.push(nullptr);
        else builder.push(element);
    }
    builder.close();
    return Value(builder.take()["a"]);
}

std::vector<Value> elementsOf(ValueView array) {
    std::vector<Value> elements;
    for (const ValueView& element : array.asArray()) elements.emplace_back(element);
    return elements;
}

}  // namespace sheaf::tools::shell
