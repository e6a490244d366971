// The formats that import knows, by their names.
#pragma once

#include "tools/import/document_reader.h"

#include <istream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sheaf::tools {

struct ReaderInput {
    std::istream& in;        // outlives the reader; opened as binary
    std::string name;        // of the file, for errors
};

struct ImportFormat {
    std::string_view name;
    std::string_view what;        // for the help
    std::string_view extensions;  // of files that are taken for this format: ".json .geojson"
    std::unique_ptr<DocumentReader> (*open)(const ReaderInput& input);
};

// One file each; formats.cpp is the table, in name order.
extern const ImportFormat kBsonFormat;
extern const ImportFormat kCsvFormat;
extern const ImportFormat kDumpavailFormat;
extern const ImportFormat kJsonFormat;
extern const ImportFormat kJsonLinesFormat;
extern const ImportFormat kTsvFormat;

std::span<const ImportFormat* const> importFormats();
// Null when there is none of that name.
const ImportFormat* findImportFormat(std::string_view name);
// By the file's extension ("Packages" is dumpavail); null when it says nothing.
const ImportFormat* guessImportFormat(std::string_view fileName);

}  // namespace sheaf::tools
