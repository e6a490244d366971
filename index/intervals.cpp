// The intervals of equality, of comparisons and of whole types.

#include "index/intervals.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <sheaf/bson/builder.h>

#include <cmath>
#include <limits>
#include <vector>

namespace sheaf::index {
namespace {

using bson::Type;
using bson::Value;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kFirstMs = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLastMs = std::numeric_limits<std::int64_t>::max();

template <typename T>
Value valueOf(const T& value) {
    const bson::Document document = bson::make("", value);
    return Value(document[""]);
}

Value emptyArray() {
    bson::Builder builder;
    builder.openArray("").close();
    const bson::Document document = builder.take();
    return Value(document[""]);
}

Value emptyCodeWithScope() {
    bson::Builder builder;
    builder.appendCodeWithScope("", "", {});
    const bson::Document document = builder.take();
    return Value(document[""]);
}

Value lastObjectId() {
    bson::ObjectId id;
    id.bytes.fill(0xFF);
    return Value(id);
}

// The lowest value of a sort class.
Value lowestOf(Type type) {
    switch (type) {
        case Type::Double:
        case Type::Int32:
        case Type::Int64:
        case Type::Decimal128: return Value(std::numeric_limits<double>::quiet_NaN());
        case Type::String:
        case Type::Symbol: return Value("");
        case Type::Document: return Value(bson::DocumentView());
        case Type::Array: return emptyArray();
        case Type::Binary: return valueOf(bson::BinaryView{});
        case Type::ObjectId: return Value(bson::ObjectId{});
        case Type::Bool: return Value(false);
        case Type::Date: return Value(bson::Date{kFirstMs});
        case Type::Timestamp: return Value(bson::Timestamp{});
        case Type::Regex: return valueOf(bson::RegexView{});
        case Type::DbPointer: return valueOf(bson::DbPointerView{});
        case Type::Code: return valueOf(bson::CodeView{});
        case Type::CodeWithScope: return emptyCodeWithScope();
        case Type::Undefined: return valueOf(bson::Undefined{});
        case Type::Missing:
        case Type::Null: return Value(nullptr);
        case Type::MinKey: return Value::minKey();
        case Type::MaxKey: return Value::maxKey();
    }
    return Value::maxKey();
}

Interval upTo(Type type, Value high) { return {lowestOf(type), std::move(high), true, true}; }
// For classes without a highest value: everything below the next class.
Interval below(Type type, Type nextClass) { return {lowestOf(type), lowestOf(nextClass), true, false}; }

PredicateIntervals none() { return {{}, Tightness::Exact}; }
PredicateIntervals inexactPoint(Type type) {
    return {OrderedIntervalList(Interval::point(lowestOf(type))), Tightness::InexactFetch};
}

// MinKey and MaxKey compare with values of every class. An array is above MinKey and below MaxKey even when that is
// all that it holds, so its keys do not tell.
PredicateIntervals rangeWithEnd(RangeOperator op, bson::ValueView value) {
    const bool isMax = value.type() == Type::MaxKey;
    const bool goesUp = op == RangeOperator::Gt || op == RangeOperator::Gte;
    const bool isInclusive = op == RangeOperator::Gte || op == RangeOperator::Lte;
    if (goesUp == isMax) {
        return isInclusive ? PredicateIntervals{OrderedIntervalList(Interval::point(value)), Tightness::Exact} : none();
    }
    return {OrderedIntervalList::allValues(), isInclusive ? Tightness::Exact : Tightness::InexactFetch};
}

}  // namespace

Interval intervalOfType(Type type) {
    switch (type) {
        case Type::Double:
        case Type::Int32:
        case Type::Int64:
        case Type::Decimal128: return upTo(type, Value(kInfinity));
        case Type::String:
        case Type::Symbol: return below(type, Type::Document);
        case Type::Document: return below(type, Type::Array);
        case Type::Array: return below(type, Type::Binary);
        case Type::Binary: return below(type, Type::ObjectId);
        case Type::ObjectId: return upTo(type, lastObjectId());
        case Type::Bool: return upTo(type, Value(true));
        case Type::Date: return upTo(type, Value(bson::Date{kLastMs}));
        case Type::Timestamp: return upTo(type, Value(bson::Timestamp{~0u, ~0u}));
        case Type::Regex: return below(type, Type::DbPointer);
        case Type::DbPointer: return below(type, Type::Code);
        case Type::Code: return below(type, Type::CodeWithScope);
        case Type::CodeWithScope: return below(type, Type::MaxKey);
        case Type::Undefined:
        case Type::Missing:
        case Type::Null:
        case Type::MinKey:
        case Type::MaxKey: return Interval::point(lowestOf(type));
    }
    return Interval::allValues();
}

PredicateIntervals intervalsForEquality(bson::ValueView value) {
    if (value.isMissing() || value.isNull()) return inexactPoint(Type::Null);
    if (value.type() == Type::Undefined) return inexactPoint(Type::Undefined);
    if (!value.isArray()) return {OrderedIntervalList(Interval::point(value)), Tightness::Exact};
    const bson::ArrayView array = value.asArray();
    const Value first = array.isEmpty() ? lowestOf(Type::Undefined) : Value(array[0]);
    return {OrderedIntervalList::unionOf({Interval::point(first), Interval::point(value)}), Tightness::InexactFetch};
}

PredicateIntervals rangeWithinType(RangeOperator op, bson::ValueView value) {
    const bool isInclusive = op == RangeOperator::Gte || op == RangeOperator::Lte;
    switch (value.type()) {
        case Type::MinKey:
        case Type::MaxKey: return rangeWithEnd(op, value);
        case Type::Array: return {OrderedIntervalList::allValues(), Tightness::InexactFetch};
        case Type::Missing:
        case Type::Null: return isInclusive ? inexactPoint(Type::Null) : none();
        case Type::Undefined: return isInclusive ? inexactPoint(Type::Undefined) : none();
        default: break;
    }
    if (value.isNumber() && bson::isNaN(value)) {
        return isInclusive ? PredicateIntervals{OrderedIntervalList(Interval::point(value)), Tightness::Exact} : none();
    }
    Interval interval = intervalOfType(value.type());
    if (op == RangeOperator::Lt || op == RangeOperator::Lte) {
        if (value.isNumber()) interval.low = Value(-kInfinity);
        interval.high = Value(value);
        interval.highInclusive = isInclusive;
    } else {
        interval.low = Value(value);
        interval.lowInclusive = isInclusive;
    }
    return {OrderedIntervalList(std::move(interval)), Tightness::Exact};
}

}  // namespace sheaf::index
