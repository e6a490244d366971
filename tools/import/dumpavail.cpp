// dumpavail: Debian's lists of packages, as `apt-cache dumpavail` prints them and as the files "Packages" of an archive
// and /var/lib/dpkg/status are written. A stanza of fields becomes a document:
//
//   _id            the package's name
//   version, section, priority, architecture, source, homepage, description, …: strings, under the field's name in
//                  camel case ("Multi-Arch" is multiArch); sourceVersion when Source names one
//   installedSize  in KiB, and size in bytes: whole numbers; so is an unknown field that has nothing but digits
//   maintainer     {name, email}; so is originalMaintainer
//   depends, preDepends, recommends, suggests, enhances, breaks, conflicts, replaces, provides, builtUsing, …: arrays of
//                  package names, each once, in order; of alternatives ("a | b") all; versions and architectures left out
//   tags           an array of strings
//   essential, important, protected, buildEssential: booleans
//   longDescription, conffiles, …: text over several lines, the lines' indent taken off
//
// One document for each name: of stanzas of one package that follow each other the newest version is kept (the first
// among equals: another architecture). Where a name comes again later, its _id there is "name_version".
#include "tools/import/debian_version.h"
#include "tools/import/formats.h"
#include "tools/import/line_reader.h"

#include <sheaf/bson/builder.h>
#include <sheaf/error.h>

#include <algorithm>
#include <charconv>
#include <exception>
#include <iterator>
#include <unordered_set>
#include <utility>

namespace sheaf::tools {
namespace {

enum class FieldKind : std::uint8_t { Text, Number, Person, Relation, Words, Flag, Source, Description };

struct KnownField {
    std::string_view name;
    FieldKind kind;
    std::string_view key = {};  // when it is not the name in camel case
};

// Compared without regard to case, as Debian does. Fields that are not here are text, or numbers.
constexpr KnownField kKnownFields[] = {
    {"Breaks", FieldKind::Relation},
    {"Build-Essential", FieldKind::Flag},
    {"Built-Using", FieldKind::Relation},
    {"Conflicts", FieldKind::Relation},
    {"Depends", FieldKind::Relation},
    {"Description", FieldKind::Description},
    {"Enhances", FieldKind::Relation},
    {"Essential", FieldKind::Flag},
    {"Important", FieldKind::Flag},
    {"Installed-Size", FieldKind::Number},
    {"Javascript-Built-Using", FieldKind::Relation},
    {"MD5sum", FieldKind::Text, "md5sum"},
    {"Maintainer", FieldKind::Person},
    {"Original-Maintainer", FieldKind::Person},
    {"Pre-Depends", FieldKind::Relation},
    {"Protected", FieldKind::Flag},
    {"Provides", FieldKind::Relation},
    {"Recommends", FieldKind::Relation},
    {"Replaces", FieldKind::Relation},
    {"SHA1", FieldKind::Text, "sha1"},
    {"SHA256", FieldKind::Text, "sha256"},
    {"SHA512", FieldKind::Text, "sha512"},
    {"Size", FieldKind::Number},
    {"Source", FieldKind::Source},
    {"Static-Built-Using", FieldKind::Relation},
    {"Suggests", FieldKind::Relation},
    {"Tag", FieldKind::Words, "tags"},
    {"Version", FieldKind::Text},
    {"X-Cargo-Built-Using", FieldKind::Relation},
};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

bool sameName(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

const KnownField* findKnown(std::string_view name) {
    const auto found = std::find_if(std::begin(kKnownFields), std::end(kKnownFields),
                                    [&](const KnownField& field) { return sameName(field.name, name); });
    return found == std::end(kKnownFields) ? nullptr : found;
}

// "Installed-Size" -> "installedSize".
std::string camelCase(std::string_view name) {
    std::string key;
    bool isStart = false;
    for (const char c : name) {
        if (c == '-') {
            isStart = !key.empty();
            continue;
        }
        key += isStart ? upper(c) : key.empty() ? lower(c) : c;
        isStart = false;
    }
    return key;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

// Calls take(part) for each part between separators, trimmed, empty ones left out.
template <typename Take>
void forEachPart(std::string_view text, std::string_view separators, Take take) {
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(separators);
        if (const std::string_view part = trimmed(text.substr(0, end)); !part.empty()) take(part);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

std::optional<std::int64_t> wholeNumber(std::string_view text) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || stop != text.data() + text.size() || text.front() == '-') return std::nullopt;
    if (text.size() > 1 && text.front() == '0') return std::nullopt;
    return number;
}

void appendNames(bson::Builder& builder, std::string_view key, std::string_view text) {
    std::vector<std::string_view> names;
    forEachPart(text, ",|", [&](std::string_view part) {
        const std::string_view name = part.substr(0, part.find_first_of(" \t\n:(["));
        if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    });
    builder.openArray(key);
    for (const std::string_view name : names) builder.push(name);
    builder.close();
}

void appendWords(bson::Builder& builder, std::string_view key, std::string_view text) {
    builder.openArray(key);
    forEachPart(text, ",", [&](std::string_view word) { builder.push(word); });
    builder.close();
}

// "Name <address>"; whatever has no address is a name.
void appendPerson(bson::Builder& builder, std::string_view key, std::string_view text) {
    const std::size_t open = text.find('<');
    const std::size_t close = text.find('>', open == std::string_view::npos ? 0 : open);
    builder.openDocument(key).append("name", trimmed(text.substr(0, open)));
    if (open != std::string_view::npos && close != std::string_view::npos) {
        builder.append("email", trimmed(text.substr(open + 1, close - open - 1)));
    }
    builder.close();
}

void appendSource(bson::Builder& builder, std::string_view text) {
    const std::size_t open = text.find('(');
    builder.append("source", trimmed(text.substr(0, open)));
    if (open == std::string_view::npos) return;
    text.remove_prefix(open + 1);
    builder.append("sourceVersion", trimmed(text.substr(0, text.find(')'))));
}

// The first line says it in short. A line with nothing but a dot is an empty one.
void appendDescription(bson::Builder& builder, std::string_view text) {
    const std::size_t end = text.find('\n');
    builder.append("description", trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return;
    std::string rest;
    text.remove_prefix(end + 1);
    while (true) {
        const std::size_t stop = text.find('\n');
        const std::string_view line = text.substr(0, stop);
        if (line != ".") rest += line;
        if (stop == std::string_view::npos) break;
        rest += '\n';
        text.remove_prefix(stop + 1);
    }
    builder.append("longDescription", rest);
}

struct Field {
    std::string name;
    std::string value;  // the lines after the first behind line ends, one space of indent taken off
    std::uint64_t line = 0;
};

// One stanza as it stands.
struct Stanza {
    std::vector<Field> fields;
    std::uint64_t line = 0;  // where it begins

    std::string_view get(std::string_view name) const {
        for (const Field& field : fields) {
            if (sameName(field.name, name)) return field.value;
        }
        return {};
    }
    std::string_view package() const { return get("Package"); }
};

class DumpavailReader final : public DocumentReader {
public:
    explicit DumpavailReader(const ReaderInput& input) : lines_(input.in), place_(input.name) {}

    std::optional<bson::DocumentView> next() override {
        if (const std::exception_ptr fault = std::exchange(aheadFault_, nullptr)) std::rethrow_exception(fault);
        if (!hasAhead_) readAhead();
        if (const std::exception_ptr fault = std::exchange(aheadFault_, nullptr)) std::rethrow_exception(fault);
        if (!hasAhead_) return std::nullopt;
        std::swap(stanza_, ahead_);
        readAhead();
        while (hasAhead_ && ahead_.package() == stanza_.package()) {
            if (compareDebianVersions(ahead_.get("Version"), stanza_.get("Version")) > 0) std::swap(stanza_, ahead_);
            readAhead();
        }
        return build();
    }
    std::uint64_t line() const override { return stanza_.line; }

private:
    // A fault in the stanza ahead is told when its turn comes; what is left of that stanza is passed over.
    void readAhead() {
        hasAhead_ = false;
        try {
            hasAhead_ = read(ahead_);
        } catch (const Error&) {
            aheadFault_ = std::current_exception();
            std::string_view line;
            while (!stanzaEnded_ && lines_.next(line)) stanzaEnded_ = trimmed(line).empty();
        }
    }

    bool read(Stanza& stanza) {
        stanzaEnded_ = false;
        stanza.fields.clear();
        std::string_view line;
        while (lines_.next(line)) {
            if (!line.empty() && line.front() == '#') continue;
            if (trimmed(line).empty()) {
                if (!stanza.fields.empty()) break;
                continue;
            }
            if (line.front() == ' ' || line.front() == '\t') {
                if (stanza.fields.empty()) place_.raise(lines_.line(), "a line that goes on a field, but there is none");
                stanza.fields.back().value += '\n';
                stanza.fields.back().value += line.substr(1);
                continue;
            }
            addField(stanza, line);
        }
        stanzaEnded_ = true;
        if (stanza.fields.empty()) return false;
        if (stanza.package().empty()) place_.raise(stanza.line, "the stanza that begins here has no field Package");
        return true;
    }

    void addField(Stanza& stanza, std::string_view line) {
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos || colon == 0) {
            place_.raise(lines_.line(), "expected \"Field: value\", found \"" + std::string(line.substr(0, 40)) + "\"");
        }
        const std::string_view name = trimmed(line.substr(0, colon));
        for (const Field& field : stanza.fields) {
            if (sameName(field.name, name)) place_.raise(lines_.line(), "the field " + field.name + " is there twice");
        }
        if (stanza.fields.empty()) stanza.line = lines_.line();
        stanza.fields.push_back({std::string(name), std::string(trimmed(line.substr(colon + 1))), lines_.line()});
    }

    bson::DocumentView build() {
        buffer_.clear();
        bson::Builder builder(buffer_);
        std::string id(stanza_.package());
        if (!seen_.insert(id).second) id.append("_").append(stanza_.get("Version"));
        builder.append("_id", id);
        for (const Field& field : stanza_.fields) {
            if (!sameName(field.name, "Package")) appendField(builder, field);
        }
        const bson::DocumentView document = builder.finish();
        place_.requireValid(stanza_.line, document);
        return document;
    }

    void appendField(bson::Builder& builder, const Field& field) const {
        const KnownField* const known = findKnown(field.name);
        const std::string key = known != nullptr && !known->key.empty() ? std::string(known->key) : camelCase(field.name);
        const std::string_view value = field.value;
        if (known == nullptr) {
            const auto number = wholeNumber(value);
            if (number) builder.appendCount(key, static_cast<std::uint64_t>(*number));
            else builder.append(key, trimmed(value));
            return;
        }
        switch (known->kind) {
            case FieldKind::Text: builder.append(key, trimmed(value)); break;
            case FieldKind::Number: appendNumber(builder, key, field); break;
            case FieldKind::Person: appendPerson(builder, key, value); break;
            case FieldKind::Relation: appendNames(builder, key, value); break;
            case FieldKind::Words: appendWords(builder, key, value); break;
            case FieldKind::Flag: appendFlag(builder, key, field); break;
            case FieldKind::Source: appendSource(builder, value); break;
            case FieldKind::Description: appendDescription(builder, value); break;
        }
    }

    void appendNumber(bson::Builder& builder, const std::string& key, const Field& field) const {
        const auto number = wholeNumber(field.value);
        if (!number) place_.raise(field.line, field.name + " is no whole number: \"" + field.value + "\"");
        builder.appendCount(key, static_cast<std::uint64_t>(*number));
    }

    void appendFlag(bson::Builder& builder, const std::string& key, const Field& field) const {
        if (field.value != "yes" && field.value != "no") {
            place_.raise(field.line, field.name + " is neither yes nor no: \"" + field.value + "\"");
        }
        builder.append(key, field.value == "yes");
    }

    LineReader lines_;
    ReadPlace place_;
    Stanza stanza_;
    Stanza ahead_;  // the one after it, when there is one
    bool hasAhead_ = false;
    bool stanzaEnded_ = true;         // the blank line behind the stanza being read has been met
    std::exception_ptr aheadFault_;   // of the stanza that comes next
    std::unordered_set<std::string> seen_;
    bson::Buffer buffer_;
};

std::unique_ptr<DocumentReader> open(const ReaderInput& input) { return std::make_unique<DumpavailReader>(input); }

}  // namespace

const ImportFormat kDumpavailFormat{.name = "dumpavail",
                                    .what = "Debian's lists of packages: apt-cache dumpavail, Packages, dpkg's status",
                                    .extensions = "Packages .dumpavail status available",
                                    .open = open};

}  // namespace sheaf::tools
