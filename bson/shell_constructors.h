// ObjectId("…"), ISODate("…") and the other constructors of the shell's literals.
#pragma once

#include <sheaf/bson/builder.h>

#include <string_view>

namespace sheaf::bson::json {

struct ShellConstructor {
    std::string_view name;
    std::string_view takes;  // for the error: "24 hexadecimal digits, or nothing"
    bool isWord;             // may stand without parentheses
    // Appends the value under a name; false when the arguments are not what it takes.
    bool (*append)(Builder& builder, std::string_view name, ArrayView arguments);
};

const ShellConstructor* findShellConstructor(std::string_view name);  // null when there is none

// Decimal or hexadecimal digits, as the scanner gives them.
double numberFromShell(std::string_view digits);

}  // namespace sheaf::bson::json
