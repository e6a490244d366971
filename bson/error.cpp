// Error: MongoDB's code names, details, labels; and where raise() and SHEAF_INVARIANT end.
#include <sheaf/bson/document.h>
#include <sheaf/error.h>

#include "bson/raise.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace sheaf {
namespace {

struct NamedCode {
    std::int32_t number;
    const char* name;
};
constexpr NamedCode kNamedCodes[] = {
#define SHEAF_ERROR_CODE(name, number) {number, #name},
#include <sheaf/error_codes.inc>
#undef SHEAF_ERROR_CODE
};

}  // namespace

std::string codeName(ErrorCode code) {
    const auto number = static_cast<std::int32_t>(code);
    for (const NamedCode& named : kNamedCodes) {
        if (named.number == number) return named.name;
    }
    return "Location" + std::to_string(number);
}

Error::Error(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}

Error::Error(ErrorCode code, const std::string& message, bson::Document details)
    : std::runtime_error(message),
      code_(code),
      details_(std::make_shared<const bson::Document>(std::move(details))) {}

const std::vector<std::string>& Error::labels() const {
    static const std::vector<std::string> none;
    return labels_ ? *labels_ : none;
}

bool Error::hasLabel(std::string_view label) const {
    return std::find(labels().begin(), labels().end(), label) != labels().end();
}

Error& Error::addLabel(std::string label) {
    if (hasLabel(label)) return *this;
    auto more = std::make_shared<std::vector<std::string>>(labels());
    more->push_back(std::move(label));
    labels_ = std::move(more);
    return *this;
}

namespace detail {

void throwError(ErrorCode code, const std::string& message) { throw Error(code, message); }

void invariantFailed(const char* condition, const char* why, const char* file, int line) {
    std::string message = std::string("must hold: ") + why + " (" + condition + ", " + file + ":" +
                          std::to_string(line) + ")";
#ifdef NDEBUG
    throw Error(ErrorCode::InternalError, message);
#else
    std::fprintf(stderr, "sheaf: %s\n", message.c_str());
    std::abort();
#endif
}

}  // namespace detail
}  // namespace sheaf
