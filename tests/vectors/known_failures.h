// The vectors that are known to fail, each with the reason: a list that may only shrink.
#pragma once

#include "tests/vectors/judge.h"

#include <filesystem>
#include <string>
#include <vector>

namespace sheaf::test {

// A line of the list is `<pattern> <reason>`; empty lines and lines that begin with # say nothing. A pattern is an id, or
// `topic:<name>` or `command:<name>`; a `*` in it stands for any characters. An entry without a star and without a
// prefix names one vector.
class KnownFailures {
public:
    static KnownFailures read(const std::filesystem::path& file);

    // Whether an entry covers the vector; the entry is told whether it failed.
    bool covers(const Vector& vector, bool isFailure);
    // What is wrong with the list after all vectors were judged: entries whose vectors all pass. One sentence each.
    std::vector<std::string> staleEntries() const;

private:
    struct Entry {
        std::string pattern;
        bool isSingle;
        int failures = 0;
        int matches = 0;
    };
    std::vector<Entry> entries_;
};

}  // namespace sheaf::test
