// Calendar arithmetic on eras of 400 years, which all have the same days.

#include "query/expression/calendar.h"

namespace sheaf::query {
namespace {

constexpr std::int64_t kDaysOfEra = 146'097;
constexpr std::int64_t kDaysToEpoch = 719'468;  // from 0000-03-01 to 1970-01-01

}  // namespace

std::int64_t daysOf(std::int64_t year, int month, std::int64_t day) {
    const std::int64_t shifted = month <= 2 ? year - 1 : year;  // years that begin in March
    const std::int64_t era = floorDivide(shifted, 400);
    const std::int64_t yearOfEra = shifted - era * 400;
    const std::int64_t monthFromMarch = (month + 9) % 12;
    const std::int64_t dayOfShiftedYear = (153 * monthFromMarch + 2) / 5 + day - 1;
    const std::int64_t dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfShiftedYear;
    return era * kDaysOfEra + dayOfEra - kDaysToEpoch;
}

CalendarTime calendarTimeOf(std::int64_t ms) {
    const std::int64_t days = floorDivide(ms, kDayMs);
    std::int64_t rest = ms - days * kDayMs;
    const std::int64_t shifted = days + kDaysToEpoch;
    const std::int64_t era = floorDivide(shifted, kDaysOfEra);
    const std::int64_t dayOfEra = shifted - era * kDaysOfEra;
    const std::int64_t yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const std::int64_t dayOfShiftedYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const std::int64_t monthFromMarch = (5 * dayOfShiftedYear + 2) / 153;
    CalendarTime time;
    time.day = static_cast<int>(dayOfShiftedYear - (153 * monthFromMarch + 2) / 5 + 1);
    time.month = static_cast<int>(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9);
    time.year = era * 400 + yearOfEra + (time.month <= 2 ? 1 : 0);
    time.millisecond = static_cast<int>(rest % 1000);
    rest /= 1000;
    time.second = static_cast<int>(rest % 60);
    rest /= 60;
    time.minute = static_cast<int>(rest % 60);
    time.hour = static_cast<int>(rest / 60);
    return time;
}

bool isLeapYear(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int daysInMonth(std::int64_t year, int month) {
    constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && isLeapYear(year) ? 29 : kDays[month - 1];
}

int dayOfYear(const CalendarTime& time) {
    return static_cast<int>(daysOf(time.year, time.month, time.day) - daysOf(time.year, 1, 1)) + 1;
}

int isoDayOfWeek(const CalendarTime& time) {
    const std::int64_t days = daysOf(time.year, time.month, time.day) + 3;  // 1970-01-01 was a Thursday
    return static_cast<int>(days - floorDivide(days, 7) * 7) + 1;
}

int dayOfWeek(const CalendarTime& time) { return isoDayOfWeek(time) % 7 + 1; }

std::int64_t firstIsoWeekOf(std::int64_t year) {
    const std::int64_t fourth = daysOf(year, 1, 4);  // always in the first week
    return fourth - (isoDayOfWeek({.year = year, .month = 1, .day = 4}) - 1);
}

IsoWeek isoWeekOf(const CalendarTime& time) {
    const std::int64_t day = daysOf(time.year, time.month, time.day);
    std::int64_t year = time.year;
    if (day < firstIsoWeekOf(year)) --year;
    else if (day >= firstIsoWeekOf(year + 1)) ++year;
    return {year, static_cast<int>((day - firstIsoWeekOf(year)) / 7) + 1};
}

bool millisecondsOf(const CalendarTime& time, std::int64_t& ms) {
    const std::int64_t ofDay = ((std::int64_t{time.hour} * 60 + time.minute) * 60 + time.second) * 1000 + time.millisecond;
    return !__builtin_mul_overflow(daysOf(time.year, time.month, time.day), kDayMs, &ms) &&
           !__builtin_add_overflow(ms, ofDay, &ms);
}

}  // namespace sheaf::query
