// Reads and applies the list of known failures.
#include "tests/vectors/known_failures.h"

#include "bson/raise.h"

#include <fstream>

namespace sheaf::test {
namespace {

bool fits(const Vector& vector, std::string_view pattern) {
    if (pattern.starts_with("topic:")) return fitsPattern(vector.topic, pattern.substr(6));
    if (pattern.starts_with("command:")) return fitsPattern(vector.commandName(), pattern.substr(8));
    return fitsPattern(vector.id, pattern);
}

}  // namespace

KnownFailures KnownFailures::read(const std::filesystem::path& file) {
    KnownFailures known;
    std::ifstream in(file);
    if (!in) raise(ErrorCode::FailedToParse, "cannot read ", file.string());
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        const std::size_t space = line.find(' ');
        if (space == std::string::npos) raise(ErrorCode::FailedToParse, "a known failure without a reason: ", line);
        const std::string pattern = line.substr(0, space);
        known.entries_.push_back({pattern, pattern.find_first_of("*:") == std::string::npos});
    }
    return known;
}

bool KnownFailures::covers(const Vector& vector, bool isFailure) {
    bool isCovered = false;
    for (Entry& entry : entries_) {
        if (entry.isSingle ? entry.pattern != vector.id : !fits(vector, entry.pattern)) continue;
        ++entry.matches;
        entry.failures += isFailure ? 1 : 0;
        isCovered = true;
    }
    return isCovered;
}

std::vector<std::string> KnownFailures::staleEntries() const {
    std::vector<std::string> stale;
    for (const Entry& entry : entries_) {
        if (entry.matches > 0 && entry.failures == 0) {
            stale.push_back("the known failure " + entry.pattern + " passes: strike it from the list");
        }
    }
    return stale;
}

}  // namespace sheaf::test
