// Strings, numbers, dates and base64 for Extended JSON.
#include "bson/json_text.h"

#include "bson/bytes.h"
#include "bson/utf8.h"

#include <array>
#include <cstring>

namespace sheaf::bson::json {
namespace {

constexpr std::string_view kBase64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr bool needsEscape(unsigned char c) { return c < 0x20 || c == '"' || c == '\\'; }

// Whether one of eight bytes is a control character, a quote or a backslash.
bool anyNeedsEscape(std::uint64_t word) {
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    constexpr std::uint64_t kHigh = 0x8080808080808080u;
    auto hasZero = [](std::uint64_t x) { return (x - kOnes) & ~x & kHigh; };
    const std::uint64_t control = (word - kOnes * 0x20) & ~word & kHigh;
    return (control | hasZero(word ^ (kOnes * '"')) | hasZero(word ^ (kOnes * '\\'))) != 0;
}

// How many bytes from the start need no escape.
std::size_t plainPrefix(std::string_view text) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    std::size_t at = 0;
    while (at + 8 <= text.size() && !anyNeedsEscape(load<std::uint64_t>(bytes + at))) at += 8;
    while (at < text.size() && !needsEscape(bytes[at])) ++at;
    return at;
}

void appendEscape(std::string& out, unsigned char c) {
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\b': out += "\\b"; return;
        case '\f': out += "\\f"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    constexpr char kHex[] = "0123456789abcdef";
    out += "\\u00";
    out += kHex[c >> 4];
    out += kHex[c & 15];
}

struct Day {
    std::int64_t year;
    unsigned month;
    unsigned day;
};

// The proleptic Gregorian calendar, in eras of 400 years that begin on 1 March.
Day dayOf(std::int64_t daysSince1970) {
    const std::int64_t shifted = daysSince1970 + 719468;
    const std::int64_t era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const auto dayOfEra = static_cast<unsigned>(shifted - era * 146097);
    const unsigned yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const unsigned dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const unsigned shiftedMonth = (5 * dayOfYear + 2) / 153;
    const unsigned month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
    return {static_cast<std::int64_t>(yearOfEra) + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1};
}

std::int64_t daysSince1970(std::int64_t year, unsigned month, unsigned day) {
    year -= month <= 2 ? 1 : 0;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const auto yearOfEra = static_cast<unsigned>(year - era * 400);
    const unsigned dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    const unsigned dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146097 + static_cast<std::int64_t>(dayOfEra) - 719468;
}

unsigned daysInMonth(std::int64_t year, unsigned month) {
    constexpr std::array<unsigned, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool isLeap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month == 2 && isLeap ? 29 : kDays[month - 1];
}

// Reads fixed-width fields from a text; `ok` turns false at the first that is not there.
class Fields {
public:
    explicit Fields(std::string_view text) : rest_(text) {}

    bool ok = true;

    unsigned digits(std::size_t count) {
        unsigned value = 0;
        if (rest_.size() < count) ok = false;
        for (std::size_t at = 0; ok && at < count; ++at) {
            const char c = rest_[at];
            if (c < '0' || c > '9') ok = false;
            value = value * 10 + static_cast<unsigned>(c - '0');
        }
        if (ok) rest_.remove_prefix(count);
        return value;
    }
    bool take(char c) {
        if (rest_.empty() || rest_[0] != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    void require(char c) { ok = ok && take(c); }
    bool startsWithDigit() const { return !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; }
    bool atEnd() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

std::int64_t readFraction(Fields& fields) {
    std::int64_t ms = 0;
    std::int64_t scale = 100;
    if (!fields.startsWithDigit()) fields.ok = false;
    while (fields.startsWithDigit()) {
        ms += fields.digits(1) * scale;
        scale /= 10;
    }
    return ms;
}

// Minutes to subtract.
std::int64_t readZone(Fields& fields) {
    if (fields.atEnd() || fields.take('Z') || fields.take('z')) return 0;
    const bool isEast = fields.take('+');
    if (!isEast && !fields.take('-')) {
        fields.ok = false;
        return 0;
    }
    const unsigned hours = fields.digits(2);
    const unsigned minutes = fields.take(':') || fields.startsWithDigit() ? fields.digits(2) : 0;
    if (hours > 23 || minutes > 59) fields.ok = false;
    const std::int64_t offset = std::int64_t{hours} * 60 + minutes;
    return isEast ? offset : -offset;
}

}  // namespace

void appendString(std::string& out, std::string_view text) {
    out += '"';
    while (true) {
        const std::size_t plain = plainPrefix(text);
        out.append(text.data(), plain);
        if (plain == text.size()) break;
        appendEscape(out, static_cast<unsigned char>(text[plain]));
        text.remove_prefix(plain + 1);
    }
    out += '"';
}

void repairUtf8(std::string& out, std::size_t from) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(out.data());
    std::size_t at = from + utf8Prefix(bytes + from, out.size() - from);
    if (at == out.size()) return;
    std::string repaired = out.substr(0, at);
    while (at < out.size()) {
        repaired += "\xEF\xBF\xBD";
        ++at;
        const std::size_t good = utf8Prefix(bytes + at, out.size() - at);
        repaired.append(out, at, good);
        at += good;
    }
    out = std::move(repaired);
}

void appendBase64(std::string& out, std::span<const std::uint8_t> bytes) {
    std::size_t at = 0;
    for (; at + 3 <= bytes.size(); at += 3) {
        const unsigned group = (unsigned{bytes[at]} << 16) | (unsigned{bytes[at + 1]} << 8) | bytes[at + 2];
        for (const int shift : {18, 12, 6, 0}) out += kBase64[(group >> shift) & 63];
    }
    if (at == bytes.size()) return;
    const bool isPair = at + 2 == bytes.size();
    const unsigned group = (unsigned{bytes[at]} << 16) | (isPair ? unsigned{bytes[at + 1]} << 8 : 0);
    out += kBase64[(group >> 18) & 63];
    out += kBase64[(group >> 12) & 63];
    out += isPair ? kBase64[(group >> 6) & 63] : '=';
    out += '=';
}

bool decodeBase64(std::string_view text, Buffer& out) {
    if (text.size() % 4 != 0) return false;
    for (std::size_t at = 0; at < text.size(); at += 4) {
        const bool isLast = at + 4 == text.size();
        const std::size_t padding = !isLast || text[at + 3] != '=' ? 0 : text[at + 2] == '=' ? 2 : 1;
        unsigned group = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t digit = k + padding >= 4 ? 0 : kBase64.find(text[at + k]);
            if (digit == std::string_view::npos) return false;
            group = (group << 6) | static_cast<unsigned>(digit);
        }
        for (std::size_t k = 0; k + padding < 3; ++k) out.append(static_cast<std::uint8_t>(group >> (16 - 8 * k)));
    }
    return true;
}

DoubleText::DoubleText(double value) {
    if (!std::isfinite(value)) {
        const std::string_view name = std::isnan(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
        std::memcpy(text_, name.data(), name.size());
        size_ = name.size();
        return;
    }
    const double magnitude = std::fabs(value);
    const bool isFixed = value == 0 || (magnitude >= 1e-5 && magnitude < 1e17);
    char* end = std::to_chars(text_, text_ + sizeof text_ - 2, value,
                              isFixed ? std::chars_format::fixed : std::chars_format::scientific).ptr;
    const std::string_view text(text_, static_cast<std::size_t>(end - text_));
    if (isFixed && text.find('.') == std::string_view::npos) {
        *end++ = '.';
        *end++ = '0';
    }
    if (!isFixed) {  // "1e-07" becomes "1E-7"
        char* exponent = text_ + text.find('e');
        *exponent = 'E';
        char* digits = exponent + 2;
        if (digits[0] == '0' && digits + 1 < end) {
            std::memmove(digits, digits + 1, static_cast<std::size_t>(end - digits) - 1);
            --end;
        }
    }
    size_ = static_cast<std::size_t>(end - text_);
}

bool isIsoYear(std::int64_t ms) {
    constexpr std::int64_t kEndOf9999 = 253'402'300'800'000;
    return ms >= 0 && ms < kEndOf9999;
}

std::string isoDate(std::int64_t ms) {
    constexpr std::int64_t kDayMs = 86'400'000;
    const std::int64_t days = ms / kDayMs;
    const Day day = dayOf(days);
    const auto rest = static_cast<unsigned>(ms - days * kDayMs);
    char text[] = "0000-00-00T00:00:00.000Z";
    auto put = [&](std::size_t at, std::size_t width, unsigned value) {
        for (std::size_t k = width; k-- > 0; value /= 10) text[at + k] = static_cast<char>('0' + value % 10);
    };
    put(0, 4, static_cast<unsigned>(day.year));
    put(5, 2, day.month);
    put(8, 2, day.day);
    put(11, 2, rest / 3'600'000);
    put(14, 2, rest / 60'000 % 60);
    put(17, 2, rest / 1000 % 60);
    put(20, 3, rest % 1000);
    if (rest % 1000 == 0) std::memcpy(text + 19, "Z", 2);
    return text;
}

std::optional<std::int64_t> parseIsoDate(std::string_view text) {
    Fields fields(text);
    const unsigned year = fields.digits(4);
    fields.require('-');
    const unsigned month = fields.digits(2);
    fields.require('-');
    const unsigned day = fields.digits(2);
    if (!fields.ok || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return std::nullopt;
    std::int64_t ms = daysSince1970(year, month, day) * 86'400'000;
    if (fields.atEnd()) return ms;
    if (!fields.take('T') && !fields.take('t') && !fields.take(' ')) return std::nullopt;
    const unsigned hour = fields.digits(2);
    fields.require(':');
    const unsigned minute = fields.digits(2);
    const unsigned second = fields.take(':') ? fields.digits(2) : 0;
    const std::int64_t fraction = fields.take('.') ? readFraction(fields) : 0;
    const std::int64_t zone = readZone(fields);
    if (!fields.ok || !fields.atEnd() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    return ms + hour * std::int64_t{3'600'000} + (minute - zone) * std::int64_t{60'000} + second * 1000 + fraction;
}

TextPlace placeOf(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    TextPlace place{1, 1};
    for (const char c : before) place.line += c == '\n' ? 1 : 0;
    for (const char c : before.substr(lineStart)) place.column += (c & 0xC0) != 0x80 ? 1 : 0;
    return place;
}

}  // namespace sheaf::bson::json
