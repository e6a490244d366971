// Writing of CSV cells and rows.
#include "tools/export/csv_writer.h"

#include <ostream>

namespace sheaf::tools {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.emplace_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

bson::ValueView follow(bson::DocumentView document, const std::vector<std::string>& path) {
    bson::ValueView value = document.asValue();
    for (const std::string& name : path) {
        if (!value.isDocument()) return {};
        value = value.asDocument()[name];
    }
    return value;
}

// The text of an Extended JSON wrapper with one string, such as {"$oid":"…"}, is the string.
std::string cellText(bson::ValueView value) {
    if (value.isNullish()) return {};
    if (value.isString()) return std::string(value.asString());
    if (value.type() == bson::Type::ObjectId) return value.asObjectId().toHex();
    if (value.type() == bson::Type::Decimal128) return value.asDecimal128().toString();
    std::string text = value.toJson(bson::JsonMode::Relaxed);
    constexpr std::string_view kDate = "{\"$date\":\"";
    if (value.isDate() && text.starts_with(kDate)) return text.substr(kDate.size(), text.size() - kDate.size() - 2);
    return text;
}

}  // namespace

CsvWriter::CsvWriter(std::ostream& out, std::string_view fields) : out_(out) {
    if (fields.empty()) return;
    for (const std::string& field : split(fields, ',')) paths_.push_back(split(field, '.'));
}

void CsvWriter::writeCell(std::string_view text, bool isFirst) {
    if (!isFirst) out_ << ',';
    if (text.find_first_of(",\"\r\n") == std::string_view::npos && !text.starts_with(' ') && !text.ends_with(' ')) {
        out_ << text;
        return;
    }
    out_ << '"';
    for (const char c : text) {
        if (c == '"') out_ << '"';
        out_ << c;
    }
    out_ << '"';
}

void CsvWriter::writeHeader() {
    for (std::size_t column = 0; column < paths_.size(); ++column) {
        std::string name;
        for (const std::string& part : paths_[column]) name += (name.empty() ? "" : ".") + part;
        writeCell(name, column == 0);
    }
    out_ << '\n';
}

void CsvWriter::write(bson::DocumentView document) {
    for (std::size_t column = 0; column < paths_.size(); ++column) {
        writeCell(cellText(follow(document, paths_[column])), column == 0);
    }
    out_ << '\n';
}

}  // namespace sheaf::tools
