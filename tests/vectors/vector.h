// Test vectors: one fact about MongoDB's behaviour a line - documents, a command, its outcome - as JSON files state them.
#pragma once

#include <sheaf/bson/document.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sheaf::test {

// How exactly two values must agree.
struct Exactness {
    bool looseNumbers = false;     // numbers of any types are equal when their values are
    bool looseFieldOrder = false;  // at every level
    bool isApproximate = false;    // the last digits of doubles and decimals may differ
    bool arraysAsSets = false;     // at every level
};

struct Vector {
    std::string id;
    std::string topic;
    Document line;  // the whole of it; everything else is read from there
    Exactness exactness;
    bool isOrdered = false;
    std::string text;  // as it stood in the file

    DocumentView collections() const { return line["collections"].asDocument(); }
    DocumentView command() const { return line["command"].asDocument(); }
    DocumentView expected() const { return line["expect"].asDocument(); }
    std::string commandName() const { return std::string(command().begin()->name); }
};

// One line of a file. Throws Error when it is no vector.
Vector readVector(const std::string& text);

// Every line of every .jsonl file of a folder, in order of the files' names. Throws Error for a line that is no vector.
std::vector<Vector> readVectors(const std::filesystem::path& folder);

// Whether `text` fits a pattern in which `*` stands for any characters.
bool fitsPattern(std::string_view text, std::string_view pattern);

}  // namespace sheaf::test
