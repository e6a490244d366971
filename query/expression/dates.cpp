// Moments, zones and units as arguments.

#include "query/expression/dates.h"

#include "bson/raise.h"

#include <algorithm>

namespace sheaf::query {
namespace {

constexpr std::string_view kUnits[] = {"millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "year"};
constexpr std::string_view kWeekdays[] = {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
constexpr std::string_view kMonths[] = {"January", "February", "March",     "April",   "May",      "June",
                                        "July",    "August",   "September", "October", "November", "December"};

}  // namespace

bool isMoment(ValueView value) {
    return value.isDate() || value.type() == bson::Type::Timestamp || value.type() == bson::Type::ObjectId;
}

std::int64_t momentOf(ValueView value) {
    switch (value.type()) {
        case bson::Type::Date: return value.asDate().ms;
        case bson::Type::Timestamp: return std::int64_t{value.asTimestamp().seconds} * 1000;
        case bson::Type::ObjectId: return std::int64_t{value.asObjectId().seconds()} * 1000;
        default: raise(location(16006), "can't convert from BSON type ", value.typeName(), " to Date");
    }
}

std::optional<TimeZone> zoneArgument(EvalContext& context, const Arguments& arguments, std::size_t at, std::int32_t notString) {
    if (!arguments.has(at)) return TimeZone();
    const ValueView name = arguments[at].evaluate(context);
    if (name.isNullish()) return std::nullopt;
    if (!name.isString()) {
        raise(location(notString), "timezone must evaluate to a string, found ", name.typeName());
    }
    const auto zone = TimeZone::find(name.asString());
    if (!zone) raise(location(40485), "unrecognized time zone identifier: \"", name.asString(), "\"");
    return zone;
}

TimeUnit timeUnitOf(std::string_view name) {
    const auto* const found = std::find(std::begin(kUnits), std::end(kUnits), name);
    if (found == std::end(kUnits)) raise(ErrorCode::FailedToParse, "unknown time unit value: ", name);
    return static_cast<TimeUnit>(found - std::begin(kUnits));
}

std::int64_t unitMs(TimeUnit unit) {
    switch (unit) {
        case TimeUnit::Second: return 1000;
        case TimeUnit::Minute: return 60'000;
        case TimeUnit::Hour: return 3'600'000;
        case TimeUnit::Day: return kDayMs;
        case TimeUnit::Week: return 7 * kDayMs;
        default: return 1;
    }
}

int weekdayOf(std::string_view name, std::int32_t notDay) {
    const auto isSame = [&name](std::string_view day) {
        if (name.size() != day.size() && name.size() != 3) return false;
        for (std::size_t i = 0; i < name.size(); ++i) {
            const char c = name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] + ('a' - 'A')) : name[i];
            if (c != day[i]) return false;
        }
        return true;
    };
    const auto* const found = std::find_if(std::begin(kWeekdays), std::end(kWeekdays), isSame);
    if (found == std::end(kWeekdays)) raise(location(notDay), "unknown day of week value: ", name);
    return static_cast<int>(found - std::begin(kWeekdays)) + 1;
}

std::string_view monthName(int month) { return kMonths[month - 1]; }

}  // namespace sheaf::query
