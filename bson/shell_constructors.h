// ObjectId("…"), ISODate("…") and the other constructors of the shell's literals.
#pragma once

#include <sheaf/bson/builder.h>

#include <optional>
#include <string>
#include <string_view>

namespace sheaf::bson::json {

struct ShellConstructor {
    std::string_view name;
    std::string_view takes;     // for the error: "24 hexadecimal digits, or nothing"
    std::size_t most;           // arguments
    bool takesWhole;            // whole numbers among the arguments are read as int64 when they fit, so none loses digits
    bool isWord;                // may stand without parentheses
    // Appends the value under a name; false when the arguments are not what it takes. At most `most` of them.
    bool (*append)(Builder& builder, std::string_view name, ArrayView arguments);
};

const ShellConstructor* findShellConstructor(std::string_view name);  // null when there is none

// Decimal or hexadecimal digits, as the scanner gives them.
double numberFromShell(std::string_view digits);

// Numbers of any type that fit 32 bits.
bool appendTimestamp(Builder& builder, std::string_view name, ValueView seconds, ValueView increment);

// Alphabetical, or nothing when a letter is not one of BSON's (ilmsux) or stands twice.
std::optional<std::string> regexFlags(std::string_view flags);

}  // namespace sheaf::bson::json
