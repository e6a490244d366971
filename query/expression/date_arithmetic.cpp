// $dateAdd, $dateSubtract, $dateDiff, $dateTrunc: dates moved by units of time, counted in them, and cut to them.
//
//   { $dateAdd: { startDate: <date>, unit: <unit>, amount: <integer>, timezone: <zone> } }
//   { $dateDiff: { startDate: <date>, endDate: <date>, unit: <unit>, timezone: <zone>, startOfWeek: <day> } }
//   { $dateTrunc: { date: <date>, unit: <unit>, binSize: <integer>, timezone: <zone>, startOfWeek: <day> } }
//
// Days and longer units are those of the zone's calendar; a month that is too short gives its last day. $dateDiff counts the
// borders of units that lie between, as int64. $dateTrunc counts bins from 2000-01-01.
// Null      null or missing: null.
// Errors    while parsing: no document 5166400, 5166301, 5439007; another name 5166401, 5166302, 5439008; one left out 5166402,
//           5166303, 5166304, 5166305, 5439009, 5439010. While running: not a date 5166403, 5166307, 5439012; a unit that is no
//           string 5166404, 5166306, 5439013, or unknown 9; amount no integer 5166405, too large 5166406; binSize 5439017, 5439018;
//           startOfWeek 5439015, 5439016; zones 40517, 40485.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/dates.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kAddNames[] = {{"startDate", 5166402}, {"unit", 5166402}, {"amount", 5166402}, {"timezone"}};
constexpr NamedArguments kAdd{.names = kAddNames, .notDocument = 5166400, .unknown = 5166401};
constexpr NamedArguments::Name kDiffNames[] = {
    {"startDate", 5166303}, {"endDate", 5166304}, {"unit", 5166305}, {"timezone"}, {"startOfWeek"}};
constexpr NamedArguments kDiff{.names = kDiffNames, .notDocument = 5166301, .unknown = 5166302};
constexpr NamedArguments::Name kTruncNames[] = {
    {"date", 5439009}, {"unit", 5439010}, {"binSize"}, {"timezone"}, {"startOfWeek"}};
constexpr NamedArguments kTrunc{.names = kTruncNames, .notDocument = 5439007, .unknown = 5439008};

constexpr int kMonths[] = {1, 3, 12};  // of Month, Quarter, Year
int monthsOf(TimeUnit unit) { return kMonths[static_cast<int>(unit) - static_cast<int>(TimeUnit::Month)]; }

TimeUnit unitArgument(std::string_view op, ValueView unit, std::int32_t notString) {
    if (!unit.isString()) raise(location(notString), op, " requires 'unit' to be a string, but got ", unit.typeName());
    return timeUnitOf(unit.asString());
}

[[noreturn]] void refuseAmount(std::string_view op, std::int64_t amount) {
    raise(location(5166406), op, ": amount ", amount, " leads to a date beyond its range");
}

// Local milliseconds moved by months; the day is cut to what the month has.
std::int64_t addMonths(std::int64_t localMs, std::int64_t months) {
    CalendarTime time = calendarTimeOf(localMs);
    const std::int64_t month = time.year * 12 + (time.month - 1) + months;
    time.year = floorDivide(month, 12);
    time.month = static_cast<int>(month - time.year * 12) + 1;
    time.day = std::min(time.day, daysInMonth(time.year, time.month));
    std::int64_t ms = 0;
    if (!millisecondsOf(time, ms)) raise(ErrorCode::Overflow, "a date is beyond its range");
    return ms;
}

std::int64_t addUnits(std::string_view op, std::int64_t ms, TimeUnit unit, std::int64_t amount, const TimeZone& zone) {
    constexpr std::int64_t kMaxMonths = 3'507'000'000;  // more than int64 milliseconds hold
    std::int64_t change = 0;
    if (unit >= TimeUnit::Month) {
        if (__builtin_mul_overflow(amount, std::int64_t{monthsOf(unit)}, &change) || change > kMaxMonths ||
            change < -kMaxMonths) {
            refuseAmount(op, amount);
        }
        return zone.toUtc(addMonths(zone.toLocal(ms), change));
    }
    const bool isLocal = unit >= TimeUnit::Day;
    std::int64_t result = isLocal ? zone.toLocal(ms) : ms;
    if (__builtin_mul_overflow(amount, unitMs(unit), &change) || __builtin_add_overflow(result, change, &result)) {
        refuseAmount(op, amount);
    }
    return isLocal ? zone.toUtc(result) : result;
}

ValueView moved(EvalContext& context, std::string_view op, const Arguments& arguments, int sign) {
    const ValueView start = arguments[0].evaluate(context);
    const ValueView unit = arguments[1].evaluate(context);
    const ValueView amount = arguments[2].evaluate(context);
    if (start.isNullish() || unit.isNullish() || amount.isNullish()) return EvalContext::null();
    const auto zone = zoneArgument(context, arguments, 3, 40517);
    if (!zone) return EvalContext::null();
    if (!isMoment(start)) {
        raise(location(5166403), op, " requires startDate to be convertible to a date, found ", start.typeName());
    }
    const TimeUnit by = unitArgument(op, unit, 5166404);
    const auto number = amount.isNumber() ? bson::exactInt64(amount) : std::nullopt;
    if (!number) raise(location(5166405), op, " expects integer amount of time units, found ", amount);
    std::int64_t change = *number;
    if (sign < 0 && __builtin_sub_overflow(std::int64_t{0}, *number, &change)) refuseAmount(op, *number);
    return context.make(bson::Date{addUnits(op, momentOf(start), by, change, *zone)});
}

ValueView evaluateDateAdd(EvalContext& context, const Arguments& arguments) {
    return moved(context, "$dateAdd", arguments, 1);
}
ValueView evaluateDateSubtract(EvalContext& context, const Arguments& arguments) {
    return moved(context, "$dateSubtract", arguments, -1);
}

// Monday 1 to Sunday 7; Sunday when it is left out, nothing when it is null.
std::optional<int> startOfWeek(EvalContext& context, std::string_view op, const Arguments& arguments, std::size_t at) {
    if (!arguments.has(at)) return 7;
    const ValueView name = arguments[at].evaluate(context);
    if (name.isNullish()) return std::nullopt;
    if (!name.isString()) raise(location(5439015), op, " requires 'startOfWeek' to be a string, but got ", name.typeName());
    return weekdayOf(name.asString(), 5439016);
}

// Weeks since 1970 that begin on that day; 1970-01-01 was a Thursday.
std::int64_t weekOf(std::int64_t localMs, int firstDay) {
    return floorDivide(floorDivide(localMs, kDayMs) + 4 - firstDay, 7);
}

std::int64_t monthOf(std::int64_t localMs) {
    const CalendarTime time = calendarTimeOf(localMs);
    return time.year * 12 + time.month - 1;
}

std::int64_t bordersBetween(std::int64_t start, std::int64_t end, TimeUnit unit, const TimeZone& zone, int firstDay) {
    const std::int64_t localStart = zone.toLocal(start);
    const std::int64_t localEnd = zone.toLocal(end);
    switch (unit) {
        case TimeUnit::Millisecond: {
            std::int64_t difference = 0;
            if (__builtin_sub_overflow(end, start, &difference)) raise(ErrorCode::Overflow, "$dateDiff overflowed");
            return difference;
        }
        case TimeUnit::Second:
        case TimeUnit::Minute:
        case TimeUnit::Hour: {
            const std::int64_t shift = ((localEnd - end) - (localStart - start)) / unitMs(unit);
            return floorDivide(localEnd, unitMs(unit)) - floorDivide(localStart, unitMs(unit)) - shift;
        }
        case TimeUnit::Day: return floorDivide(localEnd, kDayMs) - floorDivide(localStart, kDayMs);
        case TimeUnit::Week: return weekOf(localEnd, firstDay) - weekOf(localStart, firstDay);
        default: return floorDivide(monthOf(localEnd), monthsOf(unit)) - floorDivide(monthOf(localStart), monthsOf(unit));
    }
}

ValueView evaluateDateDiff(EvalContext& context, const Arguments& arguments) {
    const ValueView start = arguments[0].evaluate(context);
    const ValueView end = arguments[1].evaluate(context);
    const ValueView unit = arguments[2].evaluate(context);
    if (start.isNullish() || end.isNullish() || unit.isNullish()) return EvalContext::null();
    const auto zone = zoneArgument(context, arguments, 3, 40517);
    if (!zone) return EvalContext::null();
    if (!isMoment(start)) raise(location(5166307), "$dateDiff requires 'startDate' to be a date, but got ", start.typeName());
    if (!isMoment(end)) raise(location(5166307), "$dateDiff requires 'endDate' to be a date, but got ", end.typeName());
    const TimeUnit by = unitArgument("$dateDiff", unit, 5166306);
    const auto firstDay = by == TimeUnit::Week ? startOfWeek(context, "$dateDiff", arguments, 4) : 7;
    if (!firstDay) return EvalContext::null();
    return context.make(bordersBetween(momentOf(start), momentOf(end), by, *zone, *firstDay));
}

std::int64_t floorTo(std::int64_t value, std::int64_t reference, std::int64_t step) {
    return reference + floorDivide(value - reference, step) * step;
}

std::int64_t truncated(std::int64_t ms, TimeUnit unit, std::int64_t bins, const TimeZone& zone, int firstDay) {
    const std::int64_t reference = daysOf(2000, 1, 1) * kDayMs;
    std::int64_t step = 0;
    const std::int64_t unitSize = unit >= TimeUnit::Month ? monthsOf(unit) : unitMs(unit);
    if (__builtin_mul_overflow(bins, unitSize, &step)) raise(location(5439018), "$dateTrunc: binSize is too large: ", bins);
    if (unit >= TimeUnit::Month) {
        const std::int64_t month = floorTo(monthOf(zone.toLocal(ms)), 2000 * 12, step);
        const std::int64_t year = floorDivide(month, 12);
        std::int64_t local = 0;
        if (!millisecondsOf({.year = year, .month = static_cast<int>(month - year * 12) + 1}, local)) {
            raise(ErrorCode::Overflow, "$dateTrunc: a date is beyond its range");
        }
        return zone.toUtc(local);
    }
    if (unit < TimeUnit::Day) return floorTo(ms, zone.toUtc(reference), step);
    // 2000-01-01 was a Saturday (6): weeks count from the first such day at or after it.
    const std::int64_t first = unit == TimeUnit::Week ? reference + ((firstDay - 6 + 7) % 7) * kDayMs : reference;
    return zone.toUtc(floorTo(zone.toLocal(ms), first, step));
}

ValueView evaluateDateTrunc(EvalContext& context, const Arguments& arguments) {
    const ValueView date = arguments[0].evaluate(context);
    const ValueView unit = arguments[1].evaluate(context);
    const ValueView bins = arguments.evaluateOr(2, context, context.make(std::int32_t{1}));
    if (date.isNullish() || unit.isNullish() || bins.isNullish()) return EvalContext::null();
    const auto zone = zoneArgument(context, arguments, 3, 40517);
    if (!zone) return EvalContext::null();
    if (!isMoment(date)) raise(location(5439012), "$dateTrunc requires 'date' to be a date, but got ", date.typeName());
    const TimeUnit by = unitArgument("$dateTrunc", unit, 5439013);
    const auto count = bins.isNumber() ? bson::exactInt64(bins) : std::nullopt;
    if (!count) raise(location(5439017), "$dateTrunc requires 'binSize' to be a 64-bit integer, but got ", bins);
    if (*count <= 0) raise(location(5439018), "$dateTrunc requires 'binSize' to be greater than 0, but got ", *count);
    const auto firstDay = by == TimeUnit::Week ? startOfWeek(context, "$dateTrunc", arguments, 4) : 7;
    if (!firstDay) return EvalContext::null();
    return context.make(bson::Date{truncated(momentOf(date), by, *count, *zone, *firstDay)});
}

}  // namespace

constinit const ExpressionOperator kExpressionDateAdd{.name = "$dateAdd", .named = kAdd, .evaluate = evaluateDateAdd};
constinit const ExpressionOperator kExpressionDateDiff{.name = "$dateDiff", .named = kDiff, .evaluate = evaluateDateDiff};
constinit const ExpressionOperator kExpressionDateSubtract{
    .name = "$dateSubtract", .named = kAdd, .evaluate = evaluateDateSubtract};
constinit const ExpressionOperator kExpressionDateTrunc{
    .name = "$dateTrunc", .named = kTrunc, .evaluate = evaluateDateTrunc};

}  // namespace sheaf::query
