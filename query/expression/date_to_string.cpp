// $dateToString and $dateFromString: dates as text and back.
//
//   { $dateToString: { date: <date>, format: <string>, timezone: <zone>, onNull: <expression> } }
//   { $dateFromString: { dateString: <string>, format: <string>, timezone: <zone>, onError: …, onNull: … } }
//
// Formats   %Y year, %m month, %d day, %H hour, %M minute, %S second, %L millisecond, %j day of the year, %w day of the week from
//           Sunday 1, %U week of the year, %G, %V, %u ISO year, week and day, %b and %B month's name, %z offset, %Z offset in
//           minutes, %% a percent sign. Without one: ISO 8601.
// Null      a null date: onNull, or null; null in another place: null.
// Errors    while parsing: no document 18629, 40540; another name 18534, 40541; no date 18628, 40542. While running: 18533, 40684 the
//           format is no string; 18535, 18536 it is broken; 18537 a year outside 0 to 9999; 16006 not a date; 241 the text is no
//           date, without onError; 40517, 40485 zones.

#include "bson/raise.h"
#include "query/expression/dates.h"
#include "query/expression/text.h"

#include <cstdio>
#include <cstdlib>

namespace sheaf::query {
namespace {

constexpr NamedArguments::Name kToNames[] = {{"date", 18628}, {"format"}, {"timezone"}, {"onNull"}};
constexpr NamedArguments kTo{.names = kToNames, .notDocument = 18629, .unknown = 18534};
constexpr NamedArguments::Name kFromNames[] = {{"dateString", 40542}, {"format"}, {"timezone"}, {"onError"}, {"onNull"}};
constexpr NamedArguments kFrom{.names = kFromNames, .notDocument = 40540, .unknown = 40541};

constexpr std::string_view kIsoUtc = "%Y-%m-%dT%H:%M:%S.%LZ";
constexpr std::string_view kIsoLocal = "%Y-%m-%dT%H:%M:%S.%L";

void appendNumber(TextMaker& out, const char* pattern, std::int64_t number) {
    char text[32];
    std::snprintf(text, sizeof text, pattern, static_cast<long long>(number));
    out.append(std::string_view(text));
}

void appendYear(TextMaker& out, std::int64_t year) {
    if (year < 0 || year > 9999) {
        raise(location(18537), "$dateToString is only defined on year 0-9999, tried to use year ", year);
    }
    appendNumber(out, "%04lld", year);
}

void appendOffset(TextMaker& out, char letter, std::int64_t offsetMs) {
    if (letter == 'Z') {
        appendNumber(out, "%lld", offsetMs / 60'000);
        return;
    }
    const std::int64_t minutes = std::llabs(offsetMs / 60'000);
    out.append(offsetMs < 0 ? '-' : '+');
    appendNumber(out, "%02lld", minutes / 60);
    appendNumber(out, "%02lld", minutes % 60);
}

void appendSpecifier(TextMaker& out, char letter, const CalendarTime& time, std::int64_t offsetMs) {
    switch (letter) {
        case 'Y': appendYear(out, time.year); break;
        case 'm': appendNumber(out, "%02lld", time.month); break;
        case 'd': appendNumber(out, "%02lld", time.day); break;
        case 'H': appendNumber(out, "%02lld", time.hour); break;
        case 'M': appendNumber(out, "%02lld", time.minute); break;
        case 'S': appendNumber(out, "%02lld", time.second); break;
        case 'L': appendNumber(out, "%03lld", time.millisecond); break;
        case 'j': appendNumber(out, "%03lld", dayOfYear(time)); break;
        case 'w': appendNumber(out, "%lld", dayOfWeek(time)); break;
        case 'U': appendNumber(out, "%02lld", (dayOfYear(time) + 7 - dayOfWeek(time)) / 7); break;
        case 'G': appendYear(out, isoWeekOf(time).year); break;
        case 'V': appendNumber(out, "%02lld", isoWeekOf(time).week); break;
        case 'u': appendNumber(out, "%lld", isoDayOfWeek(time)); break;
        case 'b': out.append(monthName(time.month).substr(0, 3)); break;
        case 'B': out.append(monthName(time.month)); break;
        case 'z':
        case 'Z': appendOffset(out, letter, offsetMs); break;
        case '%': out.append('%'); break;
        default: break;  // requireFormat lets none pass
    }
}

void requireFormat(std::string_view format) {
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') continue;
        if (++at == format.size()) raise(location(18535), "Unmatched '%' at end of format string");
        if (std::string_view("YmdHMSLjwUGVubBzZ%").find(format[at]) == std::string_view::npos) {
            raise(location(18536), "Invalid format character '%", format[at], "' in format string");
        }
    }
}

ValueView formatted(EvalContext& context, std::string_view format, std::int64_t ms, const TimeZone& zone) {
    const std::int64_t offset = zone.offsetAt(ms);
    const CalendarTime time = calendarTimeOf(ms + offset);
    TextMaker out(context);
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') {
            out.append(format[at]);
        } else {
            appendSpecifier(out, format[++at], time, offset);
        }
    }
    return out.toString();
}

ValueView evaluateDateToString(EvalContext& context, const Arguments& arguments) {
    const ValueView date = arguments[0].evaluate(context);
    const ValueView format = arguments.evaluateOr(1, context, context.make(kIsoUtc));
    if (!format.isNullish() && !format.isString()) {
        raise(location(18533), "$dateToString requires that 'format' be a string, found: ", format.typeName());
    }
    if (format.isString()) requireFormat(format.asString());
    const auto zone = zoneArgument(context, arguments, 2, 40517);
    if (!zone) return EvalContext::null();
    if (date.isNullish()) return arguments.evaluateOr(3, context, EvalContext::null());
    if (format.isNullish()) return EvalContext::null();
    const std::string_view pattern = arguments.has(1) ? format.asString() : zone->isUtc() ? kIsoUtc : kIsoLocal;
    return formatted(context, pattern, momentOf(date), *zone);
}

// What could not be read is onError's, or an error.
ValueView failed(EvalContext& context, const Arguments& arguments, std::string_view why, ValueView text) {
    if (arguments.has(3)) return arguments[3].evaluate(context);
    raise(ErrorCode::ConversionFailure, "Error parsing date string ", text, ": ", why);
}

ValueView evaluateDateFromString(EvalContext& context, const Arguments& arguments) {
    const ValueView text = arguments[0].evaluate(context);
    const ValueView format = arguments.evaluateOr(1, context, EvalContext::null());
    if (arguments.has(1) && !format.isNullish() && !format.isString()) {
        raise(location(40684), "$dateFromString requires that 'format' be a string, found: ", format.typeName());
    }
    const auto zone = zoneArgument(context, arguments, 2, 40517);
    if (text.isNullish()) return arguments.evaluateOr(4, context, EvalContext::null());
    if (!zone) return EvalContext::null();
    if (!text.isString()) return failed(context, arguments, "dateString must be a string", text);
    if (arguments.has(1) && format.isNullish()) return EvalContext::null();
    const auto date = arguments.has(1) ? parseDateText(text.asString(), format.asString()) : parseDateText(text.asString());
    if (!date) return failed(context, arguments, "it is no date in the expected form", text);
    if (date->hasZone && arguments.has(2)) {
        return failed(context, arguments, "it has a zone of its own, and 'timezone' gives another", text);
    }
    return context.make(bson::Date{date->hasZone ? date->ms : zone->toUtc(date->ms)});
}

}  // namespace

constinit const ExpressionOperator kExpressionDateFromString{
    .name = "$dateFromString", .named = kFrom, .evaluate = evaluateDateFromString};
constinit const ExpressionOperator kExpressionDateToString{
    .name = "$dateToString", .named = kTo, .evaluate = evaluateDateToString};

}  // namespace sheaf::query
