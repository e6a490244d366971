// The one exception type of sheaf, and MongoDB's error codes.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sheaf {

namespace bson {
class Document;
}

// MongoDB's error numbers by their names. Numbers that have no name ("Location16020") are written location(16020).
enum class ErrorCode : std::int32_t {
#define SHEAF_ERROR_CODE(name, number) name = number,
#include <sheaf/error_codes.inc>
#undef SHEAF_ERROR_CODE
};

constexpr ErrorCode location(std::int32_t number) { return static_cast<ErrorCode>(number); }

// "BadValue", "Location16020".
std::string codeName(ErrorCode code);

// Thrown by every operation that cannot be done. Copying does not throw.
class Error : public std::runtime_error {
public:
    Error(ErrorCode code, const std::string& message);
    Error(ErrorCode code, const std::string& message, bson::Document details);

    ErrorCode code() const noexcept { return code_; }
    std::int32_t number() const noexcept { return static_cast<std::int32_t>(code_); }
    std::string codeName() const { return sheaf::codeName(code_); }

    // Extra fields of the error, such as keyPattern and keyValue of a duplicate key; null when there are none.
    const bson::Document* details() const noexcept { return details_.get(); }

    // MongoDB's errorLabels, such as "TransientTransactionError".
    const std::vector<std::string>& labels() const;
    bool hasLabel(std::string_view label) const;
    Error& addLabel(std::string label);

private:
    ErrorCode code_;
    std::shared_ptr<const bson::Document> details_;
    std::shared_ptr<const std::vector<std::string>> labels_;
};

}  // namespace sheaf
