// The proleptic Gregorian calendar: milliseconds since 1970 to years, months and days, and back.
#pragma once

#include <cstdint>

namespace sheaf::query {

struct CalendarTime {
    std::int64_t year = 1970;
    int month = 1;  // 1 to 12
    int day = 1;
    int hour = 0;
    int minute = 0;
    int second = 0;
    int millisecond = 0;
};

CalendarTime calendarTimeOf(std::int64_t ms);

// Days since 1970-01-01. The month counts from 1 and must be in its range; the day may be any.
std::int64_t daysOf(std::int64_t year, int month, std::int64_t day);
int daysInMonth(std::int64_t year, int month);
bool isLeapYear(std::int64_t year);
int dayOfYear(const CalendarTime& time);       // from 1
int dayOfWeek(const CalendarTime& time);       // Sunday 1 to Saturday 7
int isoDayOfWeek(const CalendarTime& time);    // Monday 1 to Sunday 7

// ISO 8601's week, and the year that it belongs to.
struct IsoWeek {
    std::int64_t year;
    int week;
};
IsoWeek isoWeekOf(const CalendarTime& time);
// Days since 1970 of the Monday of an ISO year's first week.
std::int64_t firstIsoWeekOf(std::int64_t year);

// As the calendar time says, in UTC. False when int64 cannot hold it.
bool millisecondsOf(const CalendarTime& time, std::int64_t& ms);

inline constexpr std::int64_t kDayMs = 86'400'000;
// Division that rounds down.
constexpr std::int64_t floorDivide(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0); }

}  // namespace sheaf::query
