// Time zones: ICU's objects are made once in each thread and kept.

#include "query/expression/time_zone.h"

#include <unicode/basictz.h>
#include <unicode/timezone.h>
#include <unicode/unistr.h>

#include <map>
#include <memory>

namespace sheaf::query {
namespace {

constexpr std::size_t kMaxNameBytes = 64;
constexpr std::int64_t kMinuteMs = 60'000;

const icu::BasicTimeZone* zoneOf(const void* zone) { return static_cast<const icu::BasicTimeZone*>(zone); }

// Null for a name that ICU does not know. There are some 600 names, so what is kept is bounded.
const icu::BasicTimeZone* namedZone(std::string_view name) {
    thread_local std::map<std::string, std::unique_ptr<const icu::BasicTimeZone>, std::less<>> kept;
    const auto found = kept.find(name);
    if (found != kept.end()) return found->second.get();
    if (name.empty() || name.size() > kMaxNameBytes) return nullptr;
    const auto id = icu::UnicodeString::fromUTF8(icu::StringPiece(name.data(), static_cast<std::int32_t>(name.size())));
    std::unique_ptr<icu::TimeZone> made(icu::TimeZone::createTimeZone(id));
    icu::UnicodeString own;
    if (made == nullptr || made->getID(own) != id || *made == icu::TimeZone::getUnknown()) return nullptr;
    const auto* basic = dynamic_cast<const icu::BasicTimeZone*>(made.get());
    if (basic == nullptr) return nullptr;
    made.release();
    return kept.emplace(std::string(name), std::unique_ptr<const icu::BasicTimeZone>(basic)).first->second.get();
}

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// ±hh, ±hhmm or ±hh:mm, in milliseconds.
std::optional<std::int64_t> offsetOf(std::string_view text) {
    if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
    std::string digits(text.substr(1));
    if (digits.size() == 5 && digits[2] == ':') digits.erase(2, 1);
    if (digits.size() != 2 && digits.size() != 4) return std::nullopt;
    for (const char c : digits) {
        if (!isDigit(c)) return std::nullopt;
    }
    const auto two = [&digits](std::size_t at) { return (digits[at] - '0') * 10 + (digits[at + 1] - '0'); };
    const std::int64_t minutes = two(0) * 60 + (digits.size() == 4 ? two(2) : 0);
    return (text[0] == '-' ? -minutes : minutes) * kMinuteMs;
}

}  // namespace

std::optional<TimeZone> TimeZone::find(std::string_view name) {
    TimeZone zone;
    if (name == "UTC" || name == "GMT" || name == "Z") return zone;
    if (const auto offset = offsetOf(name)) {
        zone.offsetMs_ = *offset;
        return zone;
    }
    zone.zone_ = namedZone(name);
    if (zone.zone_ == nullptr) return std::nullopt;
    return zone;
}

TimeZone TimeZone::ofMinutes(int east) {
    TimeZone zone;
    zone.offsetMs_ = east * kMinuteMs;
    return zone;
}

std::int64_t TimeZone::offsetAt(std::int64_t utcMs) const {
    if (zone_ == nullptr) return offsetMs_;
    std::int32_t raw = 0;
    std::int32_t summer = 0;
    UErrorCode status = U_ZERO_ERROR;
    zoneOf(zone_)->getOffset(static_cast<UDate>(utcMs), false, raw, summer, status);
    return U_FAILURE(status) ? 0 : std::int64_t{raw} + summer;
}

std::int64_t TimeZone::toUtc(std::int64_t localMs) const {
    if (zone_ == nullptr) return localMs - offsetMs_;
    std::int32_t raw = 0;
    std::int32_t summer = 0;
    UErrorCode status = U_ZERO_ERROR;
    zoneOf(zone_)->getOffsetFromLocal(static_cast<UDate>(localMs), UCAL_TZ_LOCAL_FORMER, UCAL_TZ_LOCAL_FORMER, raw, summer,
                                      status);
    return U_FAILURE(status) ? localMs : localMs - raw - summer;
}

}  // namespace sheaf::query
