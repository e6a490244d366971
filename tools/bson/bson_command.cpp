// sheaf bson: reads documents, checks them, prints them.
#include "tools/bson/bson_command.h"

#include <sheaf/bson/builder.h>
#include <sheaf/bson/hex.h>
#include <sheaf/bson/json.h>
#include <sheaf/bson/validate.h>
#include <sheaf/error.h>

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace sheaf::tools {

namespace {

constexpr bson::Limits kLimits = bson::kCommandLimits;

// The documents of the input, one at a time.
class Reader {
public:
    Reader(std::istream& in, BsonInput from) : in_(in), from_(from) {}

    // The next document, or nothing at the end. Throws Error for one that cannot be read; the next call goes on
    // behind it.
    std::optional<bson::Document> next() { return from_ == BsonInput::Dump ? nextOfDump() : nextLine(); }

private:
    std::optional<bson::Document> nextLine() {
        for (std::string line; std::getline(in_, line);) {
            const std::size_t first = line.find_first_not_of(" \t\r");
            if (first == std::string::npos) continue;
            if (from_ == BsonInput::Json) return bson::fromJson(line);
            if (from_ == BsonInput::Shell) return bson::fromShell(line);
            bson::Buffer bytes;
            bson::appendFromHex(std::string_view(line).substr(first, line.find_last_not_of(" \t\r") + 1 - first), bytes);
            return checked(std::move(bytes));
        }
        return std::nullopt;
    }

    std::optional<bson::Document> nextOfDump() {
        constexpr std::size_t kLengthBytes = 4;
        bson::Buffer bytes;
        const std::size_t got = read(bytes, kLengthBytes);
        if (got == 0) return std::nullopt;
        const std::uint64_t start = offset_;
        if (got < kLengthBytes) fail(start, "the file ends inside a document's length");
        std::size_t size = 0;
        for (std::size_t k = 0; k < kLengthBytes; ++k) size |= std::size_t{bytes.data()[k]} << (8 * k);
        if (size < 5 || size > kLimits.bytes) fail(start, "a document's length is " + std::to_string(size));
        if (read(bytes, size - kLengthBytes) < size - kLengthBytes) fail(start, "the file ends inside a document");
        offset_ += size;
        try {
            return checked(std::move(bytes));
        } catch (const Error& error) {
            throw at(start, error.code(), error.what());
        }
    }

    static bson::Document checked(bson::Buffer bytes) {
        bson::requireValid(bytes.bytes(), kLimits);
        return bson::Document(std::move(bytes));
    }

    std::size_t read(bson::Buffer& bytes, std::size_t count) {
        auto* at = reinterpret_cast<char*>(bytes.extend(count));
        in_.read(at, static_cast<std::streamsize>(count));
        return static_cast<std::size_t>(in_.gcount());
    }

    static Error at(std::uint64_t offset, ErrorCode code, const std::string& what) {
        return {code, "at byte " + std::to_string(offset) + ": " + what};
    }

    // Where the next document begins is not known any more.
    [[noreturn]] void fail(std::uint64_t offset, const std::string& what) {
        in_.setstate(std::ios::eofbit | std::ios::failbit);
        throw at(offset, ErrorCode::InvalidBSON, what);
    }

    std::istream& in_;
    BsonInput from_;
    std::uint64_t offset_ = 0;
};

std::string printed(DocumentView document, BsonOutput to) {
    if (to == BsonOutput::Hex) return bson::toHex(document.bytes());
    return document.toJson(to == BsonOutput::Canonical ? bson::JsonMode::Canonical : bson::JsonMode::Relaxed);
}

struct Choice {
    std::string file;
    std::optional<BsonInput> from;
    BsonOutput to = BsonOutput::Relaxed;
};

int run(const Choice& choice) {
    const bool isFile = !choice.file.empty();
    const BsonOptions options{choice.from.value_or(isFile ? BsonInput::Dump : BsonInput::Json), choice.to};
    std::ios::sync_with_stdio(false);
    if (!isFile) return runBsonCommand(std::cin, std::cout, options);
    std::ifstream file(choice.file, std::ios::binary);
    if (!file) {
        std::cerr << "sheaf: cannot open " << choice.file << "\n";
        return 1;
    }
    return runBsonCommand(file, std::cout, options);
}

}  // namespace

int runBsonCommand(std::istream& in, std::ostream& out, const BsonOptions& options) {
    Reader reader(in, options.from);
    int status = 0;
    while (true) {
        try {
            const std::optional<bson::Document> document = reader.next();
            if (!document) break;
            out << printed(*document, options.to) << '\n';
        } catch (const Error& error) {
            status = 1;
            out << bson::make("error", error.what()).toJson() << '\n';
        }
        if (in.rdbuf()->in_avail() <= 0) out.flush();
        if (!out) return 1;
    }
    out.flush();
    return out ? status : 1;
}

void addBsonCommand(CLI::App& app, int& exitCode) {
    static const std::map<std::string, BsonInput> kInputs{
        {"json", BsonInput::Json}, {"shell", BsonInput::Shell}, {"hex", BsonInput::Hex}, {"bson", BsonInput::Dump}};
    static const std::map<std::string, BsonOutput> kOutputs{
        {"hex", BsonOutput::Hex}, {"canonical", BsonOutput::Canonical}, {"relaxed", BsonOutput::Relaxed}};
    auto choice = std::make_shared<Choice>();
    CLI::App* command = app.add_subcommand("bson", "Converts documents between bytes, hexadecimal digits and Extended JSON");
    command->add_option("FILE", choice->file, "what to read instead of standard input; a dump (.bson) unless --from says else");
    command->add_option("--from", choice->from, "json, shell or hex: a document per line; bson: a dump file")
        ->transform(CLI::CheckedTransformer(kInputs, CLI::ignore_case).description(""))
        ->type_name("json|shell|hex|bson");
    command->add_option("--to", choice->to, "a document per line (relaxed)")
        ->transform(CLI::CheckedTransformer(kOutputs, CLI::ignore_case).description(""))
        ->type_name("hex|canonical|relaxed");
    command->footer(
        "A document that cannot be read gives {\"error\":\"…\"} in its place, and exit status 1 at the end.\n"
        "Examples:  echo '{\"votes\": 3}' | sheaf bson --to hex\n"
        "           echo 1000000010766f746573000300000000 | sheaf bson --from hex --to canonical\n"
        "           sheaf bson dump/library/reviews.bson");
    command->callback([choice, &exitCode] { exitCode = run(*choice); });
}

}  // namespace sheaf::tools
