// How sheaf reports errors: raise() joins its parts into the message, SHEAF_INVARIANT states what must hold.
#pragma once

#include <sheaf/bson/view.h>
#include <sheaf/error.h>

#include <concepts>
#include <string>
#include <string_view>

namespace sheaf {

namespace detail {
inline void appendPart(std::string& out, std::string_view part) { out += part; }
inline void appendPart(std::string& out, char part) { out += part; }
inline void appendPart(std::string& out, bson::ValueView part) { out += part.toJson(); }
inline void appendPart(std::string& out, bson::DocumentView part) { out += part.toJson(); }
template <std::integral T>
void appendPart(std::string& out, T part) { out += std::to_string(part); }
inline void appendPart(std::string& out, double part) { out += std::to_string(part); }
[[noreturn]] void throwError(ErrorCode code, const std::string& message);
[[noreturn]] void invariantFailed(const char* condition, const char* why, const char* file, int line);
}  // namespace detail

// Throws Error. Parts are texts, numbers, values and documents (shown as relaxed JSON).
template <typename... Parts>
[[noreturn]] void raise(ErrorCode code, const Parts&... parts) {
    std::string message;
    (detail::appendPart(message, parts), ...);
    detail::throwError(code, message);
}

}  // namespace sheaf

// A bug of ours when it does not hold: a debug build stops there, a release build throws InternalError.
#define SHEAF_INVARIANT(condition, why) \
    ((condition) ? void(0) : ::sheaf::detail::invariantFailed(#condition, why, __FILE__, __LINE__))
