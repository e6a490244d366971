// Rows of command tests: documents, a command, its reply or error.
#pragma once

#include "tests/support/test_store.h"

#include <regex>
#include <string>
#include <vector>

namespace sheaf::test {

struct CommandCase {
    const char* what;
    std::vector<std::string> documents;  // of collection c, in the database test
    const char* command;
    const char* outcome;                 // the reply, or the error's codeName
    const char* left = nullptr;          // the collection afterwards, as a JSON array; null: not looked at
};

inline std::string joined(const std::vector<std::string>& documents) {
    std::string text = "[";
    for (const std::string& document : documents) text += (text.size() > 1 ? "," : "") + document;
    return text + "]";
}

// Messages may be worded anew; codes may not.
inline std::string withoutMessages(const std::string& reply) {
    static const std::regex message(R"re(,"errmsg":"(\\.|[^"\\])*"(?=\}))re");
    return std::regex_replace(reply, message, "");
}

// Each row in a store of its own, which is validated afterwards.
inline void check(const std::vector<CommandCase>& cases) {
    for (const CommandCase& c : cases) {
        CAPTURE(std::string(c.what));
        TestStore store;
        if (!c.documents.empty()) store.insertAll(c.documents);
        CHECK(withoutMessages(store.run(c.command)) == withoutMessages(c.outcome));
        if (c.left) CHECK(joined(store.find()) == c.left);
    }
}

}  // namespace sheaf::test
