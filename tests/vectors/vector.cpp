// Reads files of vectors.
#include "tests/vectors/vector.h"

#include "bson/raise.h"

#include <sheaf/bson/json.h>

#include <algorithm>
#include <fstream>

namespace sheaf::test {

Vector readVector(const std::string& text) {
    Vector vector;
    vector.text = text;
    vector.line = bson::fromJson(text);
    for (const char* needed : {"collections", "command", "expect"}) {
        if (!vector.line[needed].isDocument()) raise(ErrorCode::FailedToParse, "a vector has no ", needed, ": ", text);
    }
    if (vector.command().isEmpty()) raise(ErrorCode::FailedToParse, "a vector has an empty command: ", text);
    vector.id = vector.line["id"].asString();
    vector.topic = vector.line["topic"].asString();
    const auto says = [&](const char* key) { return vector.line[key].isBool() && vector.line[key].asBool(); };
    const auto isLoose = [&](const char* key) { return vector.line[key].isString() && vector.line[key].asString() == "loose"; };
    vector.isOrdered = says("ordered");
    vector.exactness = {isLoose("numeric_types"), isLoose("field_order"), says("approx"), says("arrays_as_sets")};
    return vector;
}

std::vector<Vector> readVectors(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<Vector> vectors;
    for (const auto& file : files) {
        std::ifstream in(file);
        for (std::string line; std::getline(in, line);) {
            if (!line.empty()) vectors.push_back(readVector(line));
        }
    }
    return vectors;
}

bool fitsPattern(std::string_view text, std::string_view pattern) {
    while (!pattern.empty() && pattern[0] != '*') {
        if (text.empty() || text[0] != pattern[0]) return false;
        text.remove_prefix(1);
        pattern.remove_prefix(1);
    }
    if (pattern.empty()) return text.empty();
    pattern.remove_prefix(1);
    for (std::size_t skipped = 0; skipped <= text.size(); ++skipped) {
        if (fitsPattern(text.substr(skipped), pattern)) return true;
    }
    return false;
}

}  // namespace sheaf::test
