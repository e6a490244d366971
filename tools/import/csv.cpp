// CSV and TSV: a header of field names, then one document for each row.
//
// A name with dots makes a document inside ("member.name"). A cell without quotes is a number or a boolean when it reads
// as one: 12 is an int32 (an int64 where it must be), 1.5 and 1e3 are doubles, true and false booleans; 007 and +49 stay
// text, and so does all that stands in quotes. An empty cell without quotes gives no field.
#include "tools/import/formats.h"
#include "tools/import/line_reader.h"

#include <sheaf/bson/builder.h>

#include <algorithm>
#include <charconv>
#include <limits>

namespace sheaf::tools {
namespace {

struct Cell {
    std::string text;
    bool isQuoted = false;
};

// The components of a field name.
using Path = std::vector<std::string>;

Path splitPath(std::string_view name) {
    Path path;
    while (true) {
        const std::size_t dot = name.find('.');
        path.emplace_back(name.substr(0, dot));
        if (dot == std::string_view::npos) return path;
        name.remove_prefix(dot + 1);
    }
}

// Digits as people write numbers: no sign but a minus, no zero in front of digits.
bool looksLikeNumber(std::string_view text) {
    if (!text.empty() && text.front() == '-') text.remove_prefix(1);
    if (text.empty() || text.front() < '0' || text.front() > '9') return false;
    return text.size() < 2 || text[0] != '0' || text[1] < '0' || text[1] > '9';
}

void appendCell(bson::Builder& builder, std::string_view name, const Cell& cell) {
    const std::string& text = cell.text;
    const char* const end = text.data() + text.size();
    if (!cell.isQuoted && looksLikeNumber(text)) {
        std::int64_t integer = 0;
        if (const auto [stop, error] = std::from_chars(text.data(), end, integer); stop == end && error == std::errc()) {
            const bool isSmall = integer >= std::numeric_limits<std::int32_t>::min() &&
                                 integer <= std::numeric_limits<std::int32_t>::max();
            isSmall ? builder.append(name, static_cast<std::int32_t>(integer)) : builder.append(name, integer);
            return;
        }
        double number = 0;
        if (const auto [stop, error] = std::from_chars(text.data(), end, number); stop == end && error == std::errc()) {
            builder.append(name, number);
            return;
        }
    }
    if (!cell.isQuoted && (text == "true" || text == "false")) builder.append(name, text == "true");
    else builder.append(name, text);
}

class CsvReader final : public DocumentReader {
public:
    CsvReader(const ReaderInput& input, char separator)
        : lines_(input.in), place_(input.name), separator_(separator) {
        if (!readRow()) return;
        for (const Cell& cell : cells_) addColumn(cell.text);
        // Fields of one document stand together in BSON: columns that share a parent are brought beside each other.
        order_.resize(columns_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = i;
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    }

    std::optional<bson::DocumentView> next() override {
        do {
            if (!readRow()) return std::nullopt;
        } while (cells_.size() == 1 && cells_[0].text.empty() && !cells_[0].isQuoted);
        if (cells_.size() > columns_.size()) {
            place_.raise(started_, "the row has " + std::to_string(cells_.size()) + " cells, the header " +
                                       std::to_string(columns_.size()));
        }
        buffer_.clear();
        bson::Builder builder(buffer_);
        build(builder);
        const bson::DocumentView document = builder.finish();
        place_.requireValid(started_, document);
        return document;
    }
    std::uint64_t line() const override { return started_; }

private:
    void addColumn(const std::string& name) {
        Path path = splitPath(name);
        for (const std::string& part : path) {
            if (part.empty()) place_.raise(1, "a name in the header has an empty part: \"" + name + "\"");
        }
        for (const Path& other : columns_) {
            const std::size_t shared = std::min(path.size(), other.size());
            if (std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(shared), other.begin())) {
                place_.raise(1, "two names in the header are in each other's way: \"" + name + "\"");
            }
        }
        columns_.push_back(std::move(path));
    }

    // For each level, the first column that shares the path down to there.
    std::vector<std::size_t> rank(std::size_t column) const {
        std::vector<std::size_t> ranks;
        const Path& path = columns_[column];
        for (std::size_t depth = 1; depth <= path.size(); ++depth) {
            std::size_t first = 0;
            while (!std::equal(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(depth), columns_[first].begin(),
                               columns_[first].begin() + static_cast<std::ptrdiff_t>(std::min(depth, columns_[first].size())))) {
                ++first;
            }
            ranks.push_back(first);
        }
        return ranks;
    }

    void build(bson::Builder& builder) const {
        const Path* open = nullptr;  // the parents of the last cell are open
        for (const std::size_t column : order_) {
            if (column >= cells_.size() || (cells_[column].text.empty() && !cells_[column].isQuoted)) continue;
            const Path& path = columns_[column];
            std::size_t shared = 0;
            if (open != nullptr) {
                while (shared + 1 < path.size() && shared < builder.depth() && path[shared] == (*open)[shared]) ++shared;
            }
            while (builder.depth() > shared) builder.close();
            for (; shared + 1 < path.size(); ++shared) builder.openDocument(path[shared]);
            appendCell(builder, path.back(), cells_[column]);
            open = &path;
        }
        while (builder.depth() > 0) builder.close();
    }

    // One row, which may go over several lines where a cell in quotes does.
    bool readRow() {
        std::string_view line;
        if (!lines_.next(line)) return false;
        started_ = lines_.line();
        cells_.clear();
        std::size_t at = 0;
        do {
            cells_.emplace_back();
            at = at < line.size() && line[at] == '"' ? readQuoted(line, at + 1) : readPlain(line, at);
        } while (at++ < line.size());
        return true;
    }

    // Both give where the cell ends: at a separator or at the end of the line.
    std::size_t readPlain(std::string_view line, std::size_t at) {
        const std::size_t end = std::min(line.find(separator_, at), line.size());
        cells_.back().text.assign(line.substr(at, end - at));
        return end;
    }

    std::size_t readQuoted(std::string_view& line, std::size_t at) {
        Cell& cell = cells_.back();
        cell.isQuoted = true;
        while (true) {
            const std::size_t quote = line.find('"', at);
            cell.text += line.substr(at, quote == std::string_view::npos ? quote : quote - at);
            if (quote == std::string_view::npos) {
                cell.text += '\n';
                at = 0;
                if (cell.text.size() > LineReader::kMaxLineBytes || !lines_.next(line)) {
                    place_.raise(started_, "a quote has no end");
                }
            } else if (quote + 1 < line.size() && line[quote + 1] == '"') {
                cell.text += '"';
                at = quote + 2;
            } else if (quote + 1 == line.size() || line[quote + 1] == separator_) {
                return quote + 1;
            } else {
                place_.raise(lines_.line(), "there is text between a closing quote and the separator");
            }
        }
    }

    LineReader lines_;
    ReadPlace place_;
    char separator_;
    std::vector<Path> columns_;
    std::vector<std::size_t> order_;  // of the columns, in the document
    std::vector<Cell> cells_;
    bson::Buffer buffer_;
    std::uint64_t started_ = 0;
};

std::unique_ptr<DocumentReader> openCsv(const ReaderInput& input) { return std::make_unique<CsvReader>(input, ','); }
std::unique_ptr<DocumentReader> openTsv(const ReaderInput& input) { return std::make_unique<CsvReader>(input, '\t'); }

}  // namespace

const ImportFormat kCsvFormat{.name = "csv",
                              .what = "comma-separated values with a header; dots in names nest; numbers are numbers",
                              .extensions = ".csv",
                              .open = openCsv};
const ImportFormat kTsvFormat{.name = "tsv",
                              .what = "the same with tabs",
                              .extensions = ".tsv .tab",
                              .open = openTsv};

}  // namespace sheaf::tools
