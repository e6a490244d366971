// What the date operators share: moments, zones and units as arguments.
#pragma once

#include "query/expression/calendar.h"
#include "query/expression/operators.h"
#include "query/expression/time_zone.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace sheaf::query {

// Milliseconds of a date, a timestamp or an ObjectId. Throws location(16006) for all others.
std::int64_t momentOf(ValueView value);
bool isMoment(ValueView value);

// The zone that an argument names; UTC when it is left out, nothing when it is null. Throws location(notString) for another
// type, location(40485) for an unknown name.
std::optional<TimeZone> zoneArgument(EvalContext& context, const Arguments& arguments, std::size_t at, std::int32_t notString);

enum class TimeUnit : std::uint8_t { Millisecond, Second, Minute, Hour, Day, Week, Month, Quarter, Year };
// Throws FailedToParse (9) for another word.
TimeUnit timeUnitOf(std::string_view name);
// Of the units up to the week.
std::int64_t unitMs(TimeUnit unit);

// A day of the week by its name, full or of three letters, in any case: Monday 1 to Sunday 7. Throws location(notDay).
int weekdayOf(std::string_view name, std::int32_t notDay);

// "January" to "December", month from 1.
std::string_view monthName(int month);

// The date that a text says. `hasZone`: it says its zone or offset too, and `ms` is a moment; else it is local time.
struct DateText {
    std::int64_t ms = 0;
    bool hasZone = false;
};
// ISO 8601 and its relatives: "2017-02-08T12:10:40.787Z", "2017-02-08 12:10 +05:30", "2017/02/08", "02/08/2017",
// "8 February 2017", "Feb 8, 2017 1:30 pm".
std::optional<DateText> parseDateText(std::string_view text);
// By a format of % and letters. Throws location(18535), location(18536) for a format that is none.
std::optional<DateText> parseDateText(std::string_view text, std::string_view format);

}  // namespace sheaf::query
