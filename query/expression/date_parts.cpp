// $year, $month, $dayOfMonth, $dayOfYear, $dayOfWeek, $week, $isoWeek, $isoWeekYear, $isoDayOfWeek, $hour, $minute, $second,
// $millisecond: one part of a date.
//
//   { $year: <date> }    { $year: { date: <date>, timezone: <zone> } }
//
// Dates, timestamps and ObjectIds have parts. Weeks begin on Sunday and count from 0; ISO weeks on Monday, from 1.
// Result    int32; $isoWeekYear int64.
// Null      null or missing date or zone: null.
// Errors    while parsing: 40536 an array of more or less than one; 40535 another name; 40539 no date. While running: 16006 not a
//           date; 40533 the zone is no string; 40485 it is unknown.

#include "bson/raise.h"
#include "query/expression/dates.h"

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kNames[] = {{"date", 40539}, {"timezone"}};
constexpr NamedArguments kNamed{.names = kNames, .notDocument = 40539, .unknown = 40535};

// The date's local time; false: the result is null.
bool readTime(EvalContext& context, const Arguments& arguments, CalendarTime& time) {
    const ValueView date = arguments[0].evaluate(context);
    if (date.isNullish()) return false;
    const auto zone = zoneArgument(context, arguments, 1, 40533);
    if (!zone) return false;
    time = calendarTimeOf(zone->toLocal(momentOf(date)));
    return true;
}

using Part = std::int64_t (*)(const CalendarTime&);

template <Part part>
ValueView evaluatePart(EvalContext& context, const Arguments& arguments) {
    CalendarTime time;
    if (!readTime(context, arguments, time)) return EvalContext::null();
    return context.make(static_cast<std::int32_t>(part(time)));
}

std::int64_t year(const CalendarTime& time) { return time.year; }
std::int64_t month(const CalendarTime& time) { return time.month; }
std::int64_t dayOfMonth(const CalendarTime& time) { return time.day; }
std::int64_t yearDay(const CalendarTime& time) { return dayOfYear(time); }
std::int64_t weekDay(const CalendarTime& time) { return dayOfWeek(time); }
std::int64_t isoWeekDay(const CalendarTime& time) { return isoDayOfWeek(time); }
std::int64_t week(const CalendarTime& time) { return (dayOfYear(time) + 7 - dayOfWeek(time)) / 7; }
std::int64_t isoWeek(const CalendarTime& time) { return isoWeekOf(time).week; }
std::int64_t hour(const CalendarTime& time) { return time.hour; }
std::int64_t minute(const CalendarTime& time) { return time.minute; }
std::int64_t second(const CalendarTime& time) { return time.second; }
std::int64_t millisecond(const CalendarTime& time) { return time.millisecond; }

ValueView evaluateIsoWeekYear(EvalContext& context, const Arguments& arguments) {
    CalendarTime time;
    if (!readTime(context, arguments, time)) return EvalContext::null();
    return context.make(isoWeekOf(time).year);
}

// A document is the named form unless it is an operator.
template <const ExpressionOperator& node>
NodePtr parsePart(ExpressionParser& parser, ValueView argument) {
    const bool isNamed = argument.isDocument() && (argument.asDocument().isEmpty() ||
                                                   !argument.asDocument().begin()->name.starts_with('$'));
    if (isNamed) return makeOperator(node, parseNamed(parser, node.name, kNamed, argument));
    std::vector<NodePtr> nodes = parseList(parser, argument);
    if (nodes.size() != 1) {
        raise(location(40536), node.name, " accepts exactly one argument if given an array, but was given ", nodes.size());
    }
    return makeOperator(node, std::move(nodes));
}

constexpr ExpressionOperator kYear{.name = "$year", .evaluate = evaluatePart<year>};
constexpr ExpressionOperator kMonth{.name = "$month", .evaluate = evaluatePart<month>};
constexpr ExpressionOperator kDayOfMonth{.name = "$dayOfMonth", .evaluate = evaluatePart<dayOfMonth>};
constexpr ExpressionOperator kDayOfYear{.name = "$dayOfYear", .evaluate = evaluatePart<yearDay>};
constexpr ExpressionOperator kDayOfWeek{.name = "$dayOfWeek", .evaluate = evaluatePart<weekDay>};
constexpr ExpressionOperator kWeek{.name = "$week", .evaluate = evaluatePart<week>};
constexpr ExpressionOperator kIsoWeek{.name = "$isoWeek", .evaluate = evaluatePart<isoWeek>};
constexpr ExpressionOperator kIsoWeekYear{.name = "$isoWeekYear", .evaluate = evaluateIsoWeekYear};
constexpr ExpressionOperator kIsoDayOfWeek{.name = "$isoDayOfWeek", .evaluate = evaluatePart<isoWeekDay>};
constexpr ExpressionOperator kHour{.name = "$hour", .evaluate = evaluatePart<hour>};
constexpr ExpressionOperator kMinute{.name = "$minute", .evaluate = evaluatePart<minute>};
constexpr ExpressionOperator kSecond{.name = "$second", .evaluate = evaluatePart<second>};
constexpr ExpressionOperator kMillisecond{.name = "$millisecond", .evaluate = evaluatePart<millisecond>};

}  // namespace

constinit const ExpressionOperator kExpressionDayOfMonth{.name = "$dayOfMonth", .parse = parsePart<kDayOfMonth>};
constinit const ExpressionOperator kExpressionDayOfWeek{.name = "$dayOfWeek", .parse = parsePart<kDayOfWeek>};
constinit const ExpressionOperator kExpressionDayOfYear{.name = "$dayOfYear", .parse = parsePart<kDayOfYear>};
constinit const ExpressionOperator kExpressionHour{.name = "$hour", .parse = parsePart<kHour>};
constinit const ExpressionOperator kExpressionIsoDayOfWeek{.name = "$isoDayOfWeek", .parse = parsePart<kIsoDayOfWeek>};
constinit const ExpressionOperator kExpressionIsoWeek{.name = "$isoWeek", .parse = parsePart<kIsoWeek>};
constinit const ExpressionOperator kExpressionIsoWeekYear{.name = "$isoWeekYear", .parse = parsePart<kIsoWeekYear>};
constinit const ExpressionOperator kExpressionMillisecond{.name = "$millisecond", .parse = parsePart<kMillisecond>};
constinit const ExpressionOperator kExpressionMinute{.name = "$minute", .parse = parsePart<kMinute>};
constinit const ExpressionOperator kExpressionMonth{.name = "$month", .parse = parsePart<kMonth>};
constinit const ExpressionOperator kExpressionSecond{.name = "$second", .parse = parsePart<kSecond>};
constinit const ExpressionOperator kExpressionWeek{.name = "$week", .parse = parsePart<kWeek>};
constinit const ExpressionOperator kExpressionYear{.name = "$year", .parse = parsePart<kYear>};

}  // namespace sheaf::query
