// Decimal128 from and to text.
//
//   number   := sign? (digits ("." digits?)? | "." digits) (("e" | "E") sign? digits)?
//   special  := sign? ("inf" | "infinity" | "nan")        in any case
//
// The printed form is plain while the exponent is not above 0 and at most six zeros follow the point, else scientific.
#include "bson/decimal.h"
#include "bson/raise.h"

#include <algorithm>
#include <string>

namespace sheaf::bson {
namespace decimal {
namespace {

constexpr int kMaxDigits = 34;
// Exponents beyond this are told from each other by nothing; keeps sums of exponents from overflowing.
constexpr std::int64_t kExponentBound = 1'000'000'000;

enum class Outcome : std::uint8_t { Exact, Rounded, OutOfRange, NoNumber };

struct Parsed {
    Outcome outcome;
    Decimal128 value;
};

bool isDigit(char c) { return c >= '0' && c <= '9'; }

bool equalsIgnoringCase(std::string_view text, std::string_view lower) {
    if (text.size() != lower.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
        if (c != lower[i]) return false;
    }
    return true;
}

// The digits of a number as they come: 34 in the coefficient, the next one apart, of the others whether any is not 0.
struct Digits {
    Coefficient coefficient = 0;
    int kept = 0;
    int next = 0;
    bool hasMore = false;
    std::int64_t exponent = 0;
    bool isRounded = false;

    void add(int digit) {
        if (kept < kMaxDigits) {
            coefficient = coefficient * 10 + static_cast<unsigned>(digit);
            if (coefficient != 0) ++kept;
            return;
        }
        hasMore = hasMore || (kept > kMaxDigits && digit != 0);
        if (kept == kMaxDigits) next = digit;
        ++kept;
        ++exponent;
    }

    void dropLast() {
        hasMore = hasMore || next != 0;
        next = static_cast<int>(coefficient % 10);
        coefficient /= 10;
        ++exponent;
    }

    // Rounds what is beyond the coefficient to even. The coefficient may then have 35 digits: 10^34.
    void round() {
        isRounded = next != 0 || hasMore;
        if (next > 5 || (next == 5 && (hasMore || (coefficient & 1) != 0))) ++coefficient;
        next = 0;
        hasMore = false;
    }
};

Coefficient powerOf10(int exponent) {
    Coefficient power = 1;
    while (exponent-- > 0) power *= 10;
    return power;
}

// Brings the exponent into range: zeros are clamped, others shifted as far as that loses nothing.
Parsed fit(Digits digits, bool negative) {
    if (digits.coefficient == 0 && digits.next == 0 && !digits.hasMore) {
        const std::int64_t exponent = std::min<std::int64_t>(
            std::max<std::int64_t>(digits.exponent, kLeastExponent), kGreatestExponent);
        return {Outcome::Exact, fromParts({negative, 0, static_cast<int>(exponent)})};
    }
    bool isTiny = false;
    for (int dropped = 0; digits.exponent < kLeastExponent && dropped <= kMaxDigits; ++dropped) {
        digits.dropLast();
        isTiny = true;
    }
    digits.round();
    if (digits.coefficient == powerOf10(kMaxDigits)) {
        digits.coefficient /= 10;
        ++digits.exponent;
    }
    if (digits.exponent < kLeastExponent || (isTiny && digits.isRounded)) return {Outcome::OutOfRange, {}};
    while (digits.exponent > kGreatestExponent) {
        if (digits.coefficient >= powerOf10(kMaxDigits - 1)) return {Outcome::OutOfRange, {}};
        digits.coefficient *= 10;
        --digits.exponent;
    }
    return {digits.isRounded ? Outcome::Rounded : Outcome::Exact,
            fromParts({negative, digits.coefficient, static_cast<int>(digits.exponent)})};
}

// The exponent at the end of the text, or nothing when it is malformed.
std::optional<std::int64_t> parseExponent(std::string_view text) {
    bool negative = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (text.empty()) return std::nullopt;
    std::int64_t exponent = 0;
    for (char c : text) {
        if (!isDigit(c)) return std::nullopt;
        exponent = std::min(exponent * 10 + (c - '0'), kExponentBound);
    }
    return negative ? -exponent : exponent;
}

Parsed parseText(std::string_view text) {
    constexpr Parsed kNoNumber{Outcome::NoNumber, {}};
    bool negative = false;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        negative = text[0] == '-';
        text.remove_prefix(1);
    }
    if (equalsIgnoringCase(text, "nan") || equalsIgnoringCase(text, "snan")) return {Outcome::Exact, quietNaN()};
    if (equalsIgnoringCase(text, "inf") || equalsIgnoringCase(text, "infinity")) {
        return {Outcome::Exact, infinity(negative)};
    }
    Digits digits;
    bool hasDigits = false;
    bool hasPoint = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (isDigit(text[at])) {
            digits.add(text[at] - '0');
            if (hasPoint) --digits.exponent;
            hasDigits = true;
        } else if (text[at] == '.' && !hasPoint) {
            hasPoint = true;
        } else {
            break;
        }
    }
    if (!hasDigits) return kNoNumber;
    if (at < text.size()) {
        if (text[at] != 'e' && text[at] != 'E') return kNoNumber;
        const std::optional<std::int64_t> exponent = parseExponent(text.substr(at + 1));
        if (!exponent) return kNoNumber;
        digits.exponent += *exponent;
    }
    return fit(digits, negative);
}

void appendScientific(std::string& out, std::string_view digits, int adjusted) {
    out += digits[0];
    if (digits.size() > 1) out.append(1, '.').append(digits.substr(1));
    out += 'E';
    if (adjusted >= 0) out += '+';
    out += std::to_string(adjusted);
}

void appendPlain(std::string& out, std::string_view digits, int exponent) {
    const auto fraction = static_cast<std::size_t>(-exponent);
    if (fraction >= digits.size()) {
        out.append("0.").append(fraction - digits.size(), '0').append(digits);
        return;
    }
    const std::size_t whole = digits.size() - fraction;
    out.append(digits.substr(0, whole));
    if (fraction != 0) out.append(1, '.').append(digits.substr(whole));
}

}  // namespace

std::optional<Decimal128> parseRounded(std::string_view text) {
    const Parsed parsed = parseText(text);
    if (parsed.outcome == Outcome::Exact || parsed.outcome == Outcome::Rounded) return parsed.value;
    return std::nullopt;
}

}  // namespace decimal

Decimal128 Decimal128::parse(std::string_view text) {
    const decimal::Parsed parsed = decimal::parseText(text);
    switch (parsed.outcome) {
        case decimal::Outcome::Exact:
            break;
        case decimal::Outcome::Rounded:
            raise(ErrorCode::FailedToParse, "a Decimal128 holds 34 digits, too few for '", text, "'");
        case decimal::Outcome::OutOfRange:
            raise(ErrorCode::FailedToParse, "'", text, "' is out of the range of Decimal128");
        case decimal::Outcome::NoNumber:
            raise(ErrorCode::FailedToParse, "'", text, "' is not a decimal number");
    }
    return parsed.value;
}

std::string Decimal128::toString() const {
    if (decimal::isNaN(*this)) return "NaN";
    std::string text = decimal::isNegative(*this) ? "-" : "";
    if (decimal::isInfinite(*this)) return text += "Infinity";
    decimal::Parts parts = decimal::partsOf(*this);
    char digits[decimal::kMaxDigits];
    std::size_t start = sizeof digits;
    do {
        digits[--start] = static_cast<char>('0' + static_cast<int>(parts.coefficient % 10));
        parts.coefficient /= 10;
    } while (parts.coefficient != 0);
    const std::string_view shown(digits + start, sizeof digits - start);
    const int adjusted = parts.exponent + static_cast<int>(shown.size()) - 1;
    if (parts.exponent > 0 || adjusted < -6) {
        decimal::appendScientific(text, shown, adjusted);
    } else {
        decimal::appendPlain(text, shown, parts.exponent);
    }
    return text;
}

}  // namespace sheaf::bson
