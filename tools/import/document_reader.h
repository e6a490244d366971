// Foreign files as documents, one after the other: what import reads from.
#pragma once

#include <sheaf/bson/view.h>

#include <cstdint>
#include <optional>
#include <string>

namespace sheaf::tools {

// One file of one format. Reads as it goes: memory does not grow with the file.
class DocumentReader {
public:
    DocumentReader() = default;
    DocumentReader(const DocumentReader&) = delete;
    DocumentReader& operator=(const DocumentReader&) = delete;
    virtual ~DocumentReader() = default;

    // The next document, or none at the end. The view is valid until the next call. Every document is valid BSON.
    // Throws FailedToParse (9) with the file's name and the line; canContinue() then says whether the documents behind
    // the bad one can still be had.
    virtual std::optional<bson::DocumentView> next() = 0;
    bool canContinue() const { return canContinue_; }

    // The line on which the last document began, from 1; for formats without lines, its number.
    virtual std::uint64_t line() const = 0;

protected:
    // For readers: what is read from here on cannot be told apart into documents.
    void loseTrack() { canContinue_ = false; }

private:
    bool canContinue_ = true;
};

// What the readers have in common: how errors name the place.
class ReadPlace {
public:
    explicit ReadPlace(std::string name) : name_(std::move(name)) {}

    // "packages.txt:12: expected a colon".
    [[noreturn]] void raise(std::uint64_t line, const std::string& problem) const;
    // Throws unless the document is valid BSON (UTF-8, depth, size).
    void requireValid(std::uint64_t line, bson::DocumentView document) const;

private:
    std::string name_;
};

}  // namespace sheaf::tools
