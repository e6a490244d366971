// $dateFromParts and $dateToParts: dates from their parts, and the parts of dates.
//
//   { $dateFromParts: { year, month, day, hour, minute, second, millisecond, timezone } }
//   { $dateFromParts: { isoWeekYear, isoWeek, isoDayOfWeek, hour, minute, second, millisecond, timezone } }
//   { $dateToParts: { date: <date>, timezone: <zone>, iso8601: <boolean> } }
//
// Parts that are too large or too small carry over: month 14 is February of the next year.
// Null      null or missing: null.
// Errors    while parsing: no document 40519, 40524; another name 40518, 40520; no date 40522; 40516 neither year nor isoWeekYear;
//           40489, 40525 both kinds of parts. While running: 40515 a part is no integer; 40523 a year outside 1 to 9999; 31034 a
//           part outside -32768 to 32767; 40521 iso8601 is no boolean; 16006, 40517, 40485.

#include "bson/number.h"
#include "bson/raise.h"
#include "query/expression/dates.h"
#include "query/expression/makers.h"

namespace sheaf::query {
namespace {

enum : std::size_t { kYear, kMonth, kDay, kHour, kMinute, kSecond, kMillisecond, kIsoYear, kIsoWeek, kIsoDay, kZone };
constexpr NamedArguments::Name kFromNames[] = {{"year"},        {"month"},       {"day"},     {"hour"},         {"minute"},  {"second"},
                                               {"millisecond"}, {"isoWeekYear"}, {"isoWeek"}, {"isoDayOfWeek"}, {"timezone"}};
constexpr NamedArguments kFrom{.names = kFromNames, .notDocument = 40519, .unknown = 40518};
constexpr NamedArguments::Name kToNames[] = {{"date", 40522}, {"timezone"}, {"iso8601"}};
constexpr NamedArguments kTo{.names = kToNames, .notDocument = 40524, .unknown = 40520};

constexpr std::int64_t kGreatestPart = 32'767;

// False: the part is null.
bool readPart(EvalContext& context, const Arguments& arguments, std::size_t at, std::int64_t& part) {
    if (!arguments.has(at)) return true;
    const ValueView value = arguments[at].evaluate(context);
    if (value.isNullish()) return false;
    const auto whole = value.isNumber() ? bson::exactInt64(value) : std::nullopt;
    if (!whole) {
        raise(location(40515), "'", kFromNames[at].name, "' must evaluate to an integer, found ", value.typeName(),
              " with value ", value);
    }
    part = *whole;
    if (at == kYear || at == kIsoYear) {
        if (part < 1 || part > 9999) {
            raise(location(40523), "'", kFromNames[at].name, "' must evaluate to an integer in the range 1 to 9999, found ", part);
        }
    } else if (at != kSecond && at != kMillisecond && (part > kGreatestPart || part < -kGreatestPart - 1)) {
        raise(location(31034), "'", kFromNames[at].name, "' must evaluate to a value in the range [-32768, 32767]; value ",
              part, " is not in range");
    }
    return true;
}

ValueView evaluateDateFromParts(EvalContext& context, const Arguments& arguments) {
    std::int64_t parts[kZone] = {1970, 1, 1, 0, 0, 0, 0, 1970, 1, 1};
    for (std::size_t at = 0; at < kZone; ++at) {
        if (!readPart(context, arguments, at, parts[at])) return EvalContext::null();
    }
    const auto zone = zoneArgument(context, arguments, kZone, 40517);
    if (!zone) return EvalContext::null();
    std::int64_t days = 0;
    if (arguments.has(kIsoYear)) {
        days = firstIsoWeekOf(parts[kIsoYear]) + (parts[kIsoWeek] - 1) * 7 + parts[kIsoDay] - 1;
    } else {
        const std::int64_t month = parts[kYear] * 12 + parts[kMonth] - 1;
        const std::int64_t year = floorDivide(month, 12);
        days = daysOf(year, static_cast<int>(month - year * 12) + 1, parts[kDay]);
    }
    std::int64_t ms = (days * 24 + parts[kHour]) * 60 + parts[kMinute];
    if (__builtin_mul_overflow(ms, std::int64_t{60}, &ms) || __builtin_add_overflow(ms, parts[kSecond], &ms) ||
        __builtin_mul_overflow(ms, std::int64_t{1000}, &ms) || __builtin_add_overflow(ms, parts[kMillisecond], &ms)) {
        raise(location(31034), "$dateFromParts: the date is beyond its range");
    }
    return context.make(bson::Date{zone->toUtc(ms)});
}

constexpr ExpressionOperator kFromNode{.name = "$dateFromParts", .evaluate = evaluateDateFromParts};

NodePtr parseDateFromParts(ExpressionParser& parser, ValueView argument) {
    std::vector<NodePtr> nodes = parseNamed(parser, "$dateFromParts", kFrom, argument);
    const bool hasIso = nodes[kIsoYear] || nodes[kIsoWeek] || nodes[kIsoDay];
    const bool hasPlain = nodes[kYear] || nodes[kMonth] || nodes[kDay];
    if (!nodes[kYear] && !nodes[kIsoYear]) {
        raise(location(40516), "$dateFromParts requires either 'year' or 'isoWeekYear' to be present");
    }
    if (hasIso && hasPlain) {
        raise(location(nodes[kYear] ? 40489 : 40525), "$dateFromParts does not allow mixing natural dates with ISO dates");
    }
    return makeOperator(kFromNode, std::move(nodes));
}

ValueView evaluateDateToParts(EvalContext& context, const Arguments& arguments) {
    const ValueView date = arguments[0].evaluate(context);
    const auto zone = zoneArgument(context, arguments, 1, 40517);
    if (!zone) return EvalContext::null();
    const ValueView iso = arguments.evaluateOr(2, context, EvalContext::boolean(false));
    if (iso.isNullish()) return EvalContext::null();
    if (!iso.isBool()) raise(location(40521), "iso8601 must evaluate to a bool, found ", iso.typeName());
    if (date.isNullish()) return EvalContext::null();
    const CalendarTime time = calendarTimeOf(zone->toLocal(momentOf(date)));
    FieldList fields(context.arena());
    const auto add = [&](std::string_view name, std::int64_t part) {
        fields.add(name, context.make(static_cast<std::int32_t>(part)));
    };
    if (iso.asBool()) {
        const IsoWeek week = isoWeekOf(time);
        add("isoWeekYear", week.year);
        add("isoWeek", week.week);
        add("isoDayOfWeek", isoDayOfWeek(time));
    } else {
        add("year", time.year);
        add("month", time.month);
        add("day", time.day);
    }
    add("hour", time.hour);
    add("minute", time.minute);
    add("second", time.second);
    add("millisecond", time.millisecond);
    return fields.toDocument();
}

}  // namespace

constinit const ExpressionOperator kExpressionDateFromParts{.name = "$dateFromParts", .parse = parseDateFromParts};
constinit const ExpressionOperator kExpressionDateToParts{
    .name = "$dateToParts", .named = kTo, .evaluate = evaluateDateToParts};

}  // namespace sheaf::query
