// Reads collation documents strictly.
#include "query/collation/specification.h"

#include "bson/number.h"
#include "bson/raise.h"

#include <array>

namespace sheaf::query {
namespace {

constexpr std::array<std::string_view, 3> kCaseFirst{"off", "upper", "lower"};
constexpr std::array<std::string_view, 2> kAlternate{"non-ignorable", "shifted"};
constexpr std::array<std::string_view, 2> kMaxVariable{"punct", "space"};

class Reader {
public:
    explicit Reader(const bson::Element& field) : name_(field.name), value_(field.value) {}

    bool boolean() const {
        if (!value_.isBool()) wrongType("bool");
        return value_.asBool();
    }
    std::string text() const {
        if (!value_.isString()) wrongType("string");
        return std::string(value_.asString());
    }
    std::int32_t strength() const {
        if (!value_.isNumber()) wrongType("int");
        const std::int64_t number = bson::truncatedInt64(value_);
        if (number < 0 || number > 5) {
            raise(location(51024), "BSON field 'strength' value must be >= 0 and <= 5, actual value '", number, "'");
        }
        if (number == 0) raise(ErrorCode::BadValue, "Field 'strength' must be an integer 1 through 5. Got: ", value_);
        return static_cast<std::int32_t>(number);
    }
    template <typename Enum, std::size_t count>
    Enum oneOf(const std::array<std::string_view, count>& names) const {
        const std::string given = text();
        for (std::size_t i = 0; i < count; ++i) {
            if (names[i] == given) return static_cast<Enum>(i);
        }
        raise(ErrorCode::BadValue, "Enumeration value '", given, "' for field 'collation.", name_, "' is not a valid value.");
    }

private:
    [[noreturn]] void wrongType(std::string_view expected) const {
        raise(ErrorCode::TypeMismatch, "BSON field 'collation.", name_, "' is the wrong type '", value_.typeName(),
              "', expected type '", expected, "'");
    }

    std::string_view name_;
    bson::ValueView value_;
};

// Options that would have no effect are refused.
void requireEffects(const CollationSpecification& parsed, bson::DocumentView document) {
    const std::int32_t strength = parsed.strength.value_or(3);
    if (parsed.backwards.value_or(false) && strength == 1) {
        raise(ErrorCode::BadValue, "'backwards' is invalid with 'strength' of 1, in ", document);
    }
    const bool hasCaseFirst = parsed.caseFirst.value_or(CaseFirst::Off) != CaseFirst::Off;
    if (hasCaseFirst && !parsed.caseLevel.value_or(false) && strength < 3) {
        raise(ErrorCode::BadValue, "'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2, in ",
              document);
    }
}

}  // namespace

std::string_view nameOf(CaseFirst value) { return kCaseFirst[static_cast<std::size_t>(value)]; }
std::string_view nameOf(Alternate value) { return kAlternate[static_cast<std::size_t>(value)]; }
std::string_view nameOf(MaxVariable value) { return kMaxVariable[static_cast<std::size_t>(value)]; }

CollationSpecification CollationSpecification::parse(bson::DocumentView document) {
    CollationSpecification parsed;
    bool hasLocale = false;
    for (const bson::Element& field : document) {
        const Reader reader(field);
        if (field.value.isNull()) continue;
        if (field.name == "locale") {
            parsed.locale = reader.text();
            hasLocale = true;
        } else if (field.name == "caseLevel") parsed.caseLevel = reader.boolean();
        else if (field.name == "caseFirst") parsed.caseFirst = reader.oneOf<CaseFirst>(kCaseFirst);
        else if (field.name == "strength") parsed.strength = reader.strength();
        else if (field.name == "numericOrdering") parsed.numericOrdering = reader.boolean();
        else if (field.name == "alternate") parsed.alternate = reader.oneOf<Alternate>(kAlternate);
        else if (field.name == "maxVariable") parsed.maxVariable = reader.oneOf<MaxVariable>(kMaxVariable);
        else if (field.name == "normalization") parsed.normalization = reader.boolean();
        else if (field.name == "backwards") parsed.backwards = reader.boolean();
        else if (field.name == "version") parsed.version = reader.text();
        else raise(location(40415), "BSON field 'collation.", field.name, "' is an unknown field.");
    }
    if (!hasLocale) {
        raise(location(40414), "BSON field 'collation.locale' is missing but a required field, in ", document);
    }
    if (parsed.isSimple() && document.countElements() > 1) {
        raise(ErrorCode::BadValue, "If locale=simple, no other fields should be present in: ", document);
    }
    requireEffects(parsed, document);
    return parsed;
}

}  // namespace sheaf::query
