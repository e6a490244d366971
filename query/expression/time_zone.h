// Time zones by their names or offsets, through ICU's data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sheaf::query {

// A fixed offset, or a zone of the IANA database. Cheap to copy. Belongs to the thread that made it.
class TimeZone {
public:
    TimeZone() = default;  // UTC
    // "UTC", "America/New_York", "+05:30", "+0530", "-03". Nothing for what is none of these.
    static std::optional<TimeZone> find(std::string_view name);

    static TimeZone ofMinutes(int east);

    bool isUtc() const { return zone_ == nullptr && offsetMs_ == 0; }
    // What local time is ahead of UTC at a moment.
    std::int64_t offsetAt(std::int64_t utcMs) const;
    std::int64_t toLocal(std::int64_t utcMs) const { return utcMs + offsetAt(utcMs); }
    // A local time that is skipped or comes twice is read with the offset from before the change.
    std::int64_t toUtc(std::int64_t localMs) const;

private:
    const void* zone_ = nullptr;  // ICU's, kept by the thread
    std::int64_t offsetMs_ = 0;
};

}  // namespace sheaf::query
