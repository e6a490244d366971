// What a collation document says, checked as far as can be without the locale's data.
#pragma once

#include <sheaf/bson/document.h>

#include <cstdint>
#include <optional>
#include <string>

namespace sheaf::query {

enum class CaseFirst : std::uint8_t { Off, Upper, Lower };
enum class Alternate : std::uint8_t { NonIgnorable, Shifted };
enum class MaxVariable : std::uint8_t { Punctuation, Space };

// Nothing: as the locale has it.
struct CollationSpecification {
    std::string locale;
    std::optional<bool> caseLevel;
    std::optional<CaseFirst> caseFirst;
    std::optional<std::int32_t> strength;  // 1 to 5
    std::optional<bool> numericOrdering;
    std::optional<Alternate> alternate;
    std::optional<MaxVariable> maxVariable;
    std::optional<bool> normalization;
    std::optional<bool> backwards;
    std::optional<std::string> version;

    bool isSimple() const { return locale == "simple"; }
    // Throws as Collation::parse, but for the locale.
    static CollationSpecification parse(bson::DocumentView document);
};

std::string_view nameOf(CaseFirst value);
std::string_view nameOf(Alternate value);
std::string_view nameOf(MaxVariable value);

}  // namespace sheaf::query
