// The operators of the shell's language.
#include "tools/shell/evaluator.h"

#include <sheaf/bson/compare.h>

#include <cmath>

namespace sheaf::tools::shell {
namespace {

using bson::Type;

bool isNullish(const Item& item) { return item.isValue() && item.value()->view().isNullish(); }

bool isEqual(const Item& left, const Item& right, bool strict) {
    if (!left.isValue() || !right.isValue()) return false;
    if (isNullish(left) || isNullish(right)) {
        if (!isNullish(left) || !isNullish(right)) return false;
        return !strict || left.isUndefined() == right.isUndefined();
    }
    const ValueView a = *left.value();
    const ValueView b = *right.value();
    if (a.isNumber() && b.isNumber() && (std::isnan(toNumber(a)) || std::isnan(toNumber(b)))) return false;
    const bool mixed = (a.isNumber() && b.isString()) || (a.isString() && b.isNumber());
    if (mixed && !strict) return toNumber(a) == toNumber(b);
    return bson::compare(a, b) == 0;
}

Value requireValue(const Item& item, std::string_view op) {
    if (item.isValue()) return *item.value();
    throw ScriptError("'" + std::string(op) + "' cannot be used with a " + std::string(item.kind()));
}

bool isLess(const Value& left, const Value& right) {
    if (left.view().isNumber() && right.view().isNumber()) return toNumber(left) < toNumber(right);
    if (bson::canonicalType(left.type()) == bson::canonicalType(right.type())) return bson::compare(left.view(), right.view()) < 0;
    return toNumber(left) < toNumber(right);
}

bool isOrdered(const Value& left, const Value& right) {
    if (bson::canonicalType(left.type()) == bson::canonicalType(right.type()) && !left.view().isNumber()) return true;
    return !std::isnan(toNumber(left)) && !std::isnan(toNumber(right));
}

// Whole numbers of 64 bits stay exact while they fit.
std::optional<Value> wholeArithmetic(std::string_view op, const Value& left, const Value& right) {
    if (left.type() != Type::Int64 && right.type() != Type::Int64) return std::nullopt;
    const std::optional<std::int64_t> a = toWhole(left);
    const std::optional<std::int64_t> b = toWhole(right);
    if (!a || !b) return std::nullopt;
    std::int64_t result = 0;
    bool overflow = true;
    if (op == "+") overflow = __builtin_add_overflow(*a, *b, &result);
    else if (op == "-") overflow = __builtin_sub_overflow(*a, *b, &result);
    else if (op == "*") overflow = __builtin_mul_overflow(*a, *b, &result);
    if (overflow) return std::nullopt;
    return Value(result);
}

Value arithmetic(std::string_view op, const Value& left, const Value& right) {
    if (const std::optional<Value> exact = wholeArithmetic(op, left, right)) return *exact;
    const double a = toNumber(left);
    const double b = toNumber(right);
    if (op == "+") return fromNumber(a + b);
    if (op == "-") return fromNumber(a - b);
    if (op == "*") return fromNumber(a * b);
    if (op == "/") return fromNumber(a / b);
    return fromNumber(std::fmod(a, b));
}

}  // namespace

Value applyOperator(std::string_view op, const Item& left, const Item& right) {
    if (op == "==" || op == "===") return Value(isEqual(left, right, op == "==="));
    if (op == "!=" || op == "!==") return Value(!isEqual(left, right, op == "!=="));
    if (op == "+") {
        const auto isText = [](const Item& item) { return item.isValue() && item.value()->type() == Type::String; };
        if (isText(left) || isText(right)) return Value(left.text() + right.text());
    }
    const Value a = requireValue(left, op);
    const Value b = requireValue(right, op);
    if (op == "<") return Value(isOrdered(a, b) && isLess(a, b));
    if (op == ">") return Value(isOrdered(a, b) && isLess(b, a));
    if (op == "<=") return Value(isOrdered(a, b) && !isLess(b, a));
    if (op == ">=") return Value(isOrdered(a, b) && !isLess(a, b));
    return arithmetic(op, a, b);
}

}  // namespace sheaf::tools::shell
