// Lists the formats.
#include "tools/import/formats.h"

namespace sheaf::tools {
namespace {

constexpr const ImportFormat* kFormats[] = {
    &kBsonFormat, &kCsvFormat, &kDumpavailFormat, &kJsonFormat, &kJsonLinesFormat, &kTsvFormat,
};

// Whether the list, words between spaces, holds the word.
bool listHolds(std::string_view list, std::string_view word) {
    while (!list.empty()) {
        const std::size_t space = list.find(' ');
        if (list.substr(0, space) == word) return true;
        list.remove_prefix(space == std::string_view::npos ? list.size() : space + 1);
    }
    return false;
}

}  // namespace

std::span<const ImportFormat* const> importFormats() { return kFormats; }

const ImportFormat* findImportFormat(std::string_view name) {
    for (const ImportFormat* format : kFormats) {
        if (format->name == name) return format;
    }
    return nullptr;
}

const ImportFormat* guessImportFormat(std::string_view fileName) {
    const std::size_t slash = fileName.find_last_of('/');
    if (slash != std::string_view::npos) fileName.remove_prefix(slash + 1);
    const std::size_t dot = fileName.find_last_of('.');
    const std::string_view extension = dot == std::string_view::npos ? fileName : fileName.substr(dot);
    for (const ImportFormat* format : kFormats) {
        if (listHolds(format->extensions, extension)) return format;
    }
    return nullptr;
}

}  // namespace sheaf::tools
