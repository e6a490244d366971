// Reads dates that people write, freely or by a format.

#include "bson/raise.h"
#include "query/expression/dates.h"

#include <algorithm>
#include <string>

namespace sheaf::query {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// The zones of one letter: A to M east of Greenwich (without J), N to Y west of it, Z at it.
std::optional<TimeZone> letterZone(char letter) {
    const char c = lower(letter);
    if (c == 'z') return TimeZone();
    if (c < 'a' || c > 'z' || c == 'j') return std::nullopt;
    const int hours = c < 'j' ? c - 'a' + 1 : c <= 'm' ? c - 'a' : 'm' - c;
    return TimeZone::ofMinutes(hours * 60);
}

// What was read so far. ISO weeks and days of the year stand in place of month and day.
struct Fields {
    CalendarTime time;
    int isoWeek = 0;
    int isoDay = 1;
    std::int64_t isoYear = 0;
    int yearDay = 0;
    bool hasYear = false;
    bool hasMonth = false;
    bool hasDay = false;
    bool hasIsoYear = false;
    std::optional<TimeZone> zone;
};

class Reader {
public:
    explicit Reader(std::string_view text) : rest_(text) {}

    bool isAtEnd() const { return rest_.empty(); }
    char peek() const { return rest_.empty() ? '\0' : rest_[0]; }
    std::string_view rest() const { return rest_; }
    void skip(std::size_t bytes) { rest_.remove_prefix(bytes); }
    bool take(char c) {
        if (peek() != c) return false;
        skip(1);
        return true;
    }
    void takeSpaces() {
        while (peek() == ' ') skip(1);
    }
    // A number of `least` to `most` digits.
    bool takeNumber(std::size_t least, std::size_t most, std::int64_t& value) {
        std::size_t digits = 0;
        value = 0;
        while (digits < most && digits < rest_.size() && isDigit(rest_[digits])) value = value * 10 + (rest_[digits++] - '0');
        if (digits < least) return false;
        skip(digits);
        return true;
    }
    bool takeNumber(std::size_t least, std::size_t most, int& value) {
        std::int64_t number = 0;
        if (!takeNumber(least, most, number)) return false;
        value = static_cast<int>(number);
        return true;
    }
    std::size_t digitsAhead() const {
        std::size_t digits = 0;
        while (digits < rest_.size() && isDigit(rest_[digits])) ++digits;
        return digits;
    }
    std::string_view wordAhead() const {
        std::size_t letters = 0;
        while (letters < rest_.size() && isLetter(rest_[letters])) ++letters;
        return rest_.substr(0, letters);
    }
    // A month by its name, full or of three letters.
    bool takeMonth(int& month) {
        const std::string_view word = wordAhead();
        for (int candidate = 1; candidate <= 12; ++candidate) {
            const std::string_view name = monthName(candidate);
            if (word.size() != name.size() && word.size() != 3) continue;
            if (!std::equal(word.begin(), word.end(), name.begin(), [](char a, char b) { return lower(a) == lower(b); })) continue;
            month = candidate;
            skip(word.size());
            return true;
        }
        return false;
    }
    // Digits after a point, to milliseconds; more than three are cut off.
    bool takeFraction(int& millisecond) {
        const std::size_t digits = digitsAhead();
        if (digits == 0) return false;
        for (std::size_t i = 0; i < 3; ++i) millisecond = millisecond * 10 + (i < digits ? rest_[i] - '0' : 0);
        skip(digits);
        return true;
    }
    bool takeZone(std::optional<TimeZone>& zone) {
        std::size_t size = 0;
        while (size < rest_.size() && rest_[size] != ' ') ++size;
        const std::string_view name = rest_.substr(0, size);
        zone = name.size() == 1 ? letterZone(name[0]) : TimeZone::find(name);
        if (zone) skip(size);
        return zone.has_value();
    }

private:
    std::string_view rest_;
};

bool isInRange(const CalendarTime& time) {
    return time.month >= 1 && time.month <= 12 && time.day >= 1 && time.day <= daysInMonth(time.year, time.month) &&
           time.hour <= 24 && time.minute <= 59 && time.second <= 60;
}

std::optional<DateText> finish(const Fields& fields) {
    std::int64_t ms = 0;
    CalendarTime time = fields.time;
    if (fields.hasIsoYear) {
        if (fields.isoWeek < 1 || fields.isoWeek > 53 || fields.isoDay < 1 || fields.isoDay > 7) return std::nullopt;
        const std::int64_t day = firstIsoWeekOf(fields.isoYear) + (fields.isoWeek - 1) * 7 + fields.isoDay - 1;
        const CalendarTime date = calendarTimeOf(day * kDayMs);
        time.year = date.year;
        time.month = date.month;
        time.day = date.day;
    } else if (fields.yearDay > 0) {
        if (fields.yearDay > (isLeapYear(time.year) ? 366 : 365)) return std::nullopt;
        const CalendarTime date = calendarTimeOf((daysOf(time.year, 1, 1) + fields.yearDay - 1) * kDayMs);
        time.month = date.month;
        time.day = date.day;
    } else if (!fields.hasYear || !fields.hasMonth || !fields.hasDay) {
        return std::nullopt;
    }
    if (!isInRange(time) || !millisecondsOf(time, ms)) return std::nullopt;
    if (!fields.zone) return DateText{ms, false};
    return DateText{fields.zone->toUtc(ms), true};
}

// "2017-02-08", "2017/02/08", "20170208", "02/08/2017".
bool readNumericDate(Reader& reader, CalendarTime& time) {
    const std::size_t digits = reader.digitsAhead();
    if (digits == 8) {
        return reader.takeNumber(4, 4, time.year) && reader.takeNumber(2, 2, time.month) && reader.takeNumber(2, 2, time.day);
    }
    if (digits == 4) {
        reader.takeNumber(4, 4, time.year);
        const char separator = reader.peek();
        if (separator != '-' && separator != '/') return false;
        reader.skip(1);
        if (!reader.takeNumber(1, 2, time.month)) return false;
        return !reader.take(separator) || reader.takeNumber(1, 2, time.day);
    }
    return reader.takeNumber(1, 2, time.month) && reader.take('/') && reader.takeNumber(1, 2, time.day) &&
           reader.take('/') && reader.takeNumber(4, 4, time.year);
}

void takeDateSeparator(Reader& reader) {
    reader.take(',');
    reader.take('.');
    reader.take('-');
    reader.takeSpaces();
}

void takeOrdinal(Reader& reader) {
    const std::string_view word = reader.wordAhead();
    if (word == "st" || word == "nd" || word == "rd" || word == "th") reader.skip(2);
}

// "Feb 8, 2017", "8 February 2017", after a day of the week perhaps.
bool readNamedDate(Reader& reader, CalendarTime& time) {
    if (isDigit(reader.peek())) {
        if (!reader.takeNumber(1, 2, time.day)) return false;
        takeOrdinal(reader);
        takeDateSeparator(reader);
        if (!reader.takeMonth(time.month)) return false;
    } else {
        if (!reader.takeMonth(time.month)) return false;
        takeDateSeparator(reader);
        if (!reader.takeNumber(1, 2, time.day)) return false;
        takeOrdinal(reader);
    }
    takeDateSeparator(reader);
    return reader.takeNumber(4, 4, time.year);
}

// "12:10", "12:10:40.787", "1:30 pm".
bool readTime(Reader& reader, CalendarTime& time) {
    if (!reader.takeNumber(1, 2, time.hour)) return false;
    if (reader.take(':')) {
        if (!reader.takeNumber(2, 2, time.minute)) return false;
        if (reader.take(':')) {
            if (!reader.takeNumber(2, 2, time.second)) return false;
            if (reader.take('.') && !reader.takeFraction(time.millisecond)) return false;
        }
    } else if (reader.digitsAhead() >= 2) {
        if (!reader.takeNumber(2, 2, time.minute)) return false;
        reader.takeNumber(2, 2, time.second);
    }
    reader.takeSpaces();
    std::string half;
    for (const char c : reader.wordAhead()) half += lower(c);
    if (half != "am" && half != "pm") return true;
    reader.skip(2);
    if (time.hour < 1 || time.hour > 12) return false;
    time.hour = time.hour % 12 + (half == "pm" ? 12 : 0);
    return true;
}

bool hasMonthName(std::string_view text) {
    Reader reader(text);
    int month = 0;
    while (!reader.isAtEnd()) {
        if (reader.takeMonth(month)) return true;
        reader.skip(std::max<std::size_t>(1, reader.wordAhead().size()));
    }
    return false;
}

// One letter of a format.
bool readSpecifier(Reader& reader, char letter, Fields& fields) {
    CalendarTime& time = fields.time;
    switch (letter) {
        case 'Y': return fields.hasYear = reader.takeNumber(4, 4, time.year);
        case 'm': return fields.hasMonth = reader.takeNumber(1, 2, time.month);
        case 'd': return fields.hasDay = reader.takeNumber(1, 2, time.day);
        case 'H': return reader.takeNumber(1, 2, time.hour);
        case 'M': return reader.takeNumber(1, 2, time.minute);
        case 'S': return reader.takeNumber(1, 2, time.second);
        case 'L': return reader.takeFraction(time.millisecond);
        case 'j': return reader.takeNumber(1, 3, fields.yearDay);
        case 'G': return fields.hasIsoYear = reader.takeNumber(4, 4, fields.isoYear);
        case 'V': return reader.takeNumber(1, 2, fields.isoWeek);
        case 'u': return reader.takeNumber(1, 1, fields.isoDay);
        case 'b':
        case 'B': return fields.hasMonth = reader.takeMonth(time.month);
        case 'z': return reader.takeZone(fields.zone);
        case 'Z': {
            const bool isNegative = reader.peek() == '-';
            if (!isNegative && reader.peek() != '+') return false;
            reader.skip(1);
            int minutes = 0;
            if (!reader.takeNumber(1, 4, minutes)) return false;
            fields.zone = TimeZone::ofMinutes(isNegative ? -minutes : minutes);
            return true;
        }
        case '%': return reader.take('%');
        default: return false;
    }
}

}  // namespace

std::optional<DateText> parseDateText(std::string_view text) {
    Fields fields;
    fields.hasYear = fields.hasMonth = fields.hasDay = true;
    Reader reader(text);
    reader.takeSpaces();
    if (!(hasMonthName(text) ? readNamedDate(reader, fields.time) : readNumericDate(reader, fields.time))) return std::nullopt;
    if (reader.take('T') || reader.take('t') || reader.peek() == ' ' || reader.peek() == ',') {
        reader.take(',');
        reader.takeSpaces();
        if (isDigit(reader.peek()) && !readTime(reader, fields.time)) return std::nullopt;
    }
    reader.takeSpaces();
    if (!reader.isAtEnd() && !reader.takeZone(fields.zone)) return std::nullopt;
    reader.takeSpaces();
    return reader.isAtEnd() ? finish(fields) : std::nullopt;
}

std::optional<DateText> parseDateText(std::string_view text, std::string_view format) {
    Fields fields;
    Reader reader(text);
    bool isRead = true;
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') {
            isRead = isRead && reader.take(format[at]);
            continue;
        }
        if (++at == format.size()) raise(location(18535), "Unmatched '%' at end of format string");
        if (std::string_view("YmdHMSLjGVubBzZ%").find(format[at]) == std::string_view::npos) {
            raise(location(18536), "Invalid format character '%", format[at], "' in format string");
        }
        isRead = isRead && readSpecifier(reader, format[at], fields);
    }
    return isRead && reader.isAtEnd() ? finish(fields) : std::nullopt;
}

}  // namespace sheaf::query
