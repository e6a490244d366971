// sheaf import: foreign files into a collection.
#include "tools/commands.h"
#include "tools/common/open_store.h"
#include "tools/common/progress.h"
#include "tools/common/text_table.h"
#include "tools/import/formats.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <memory>
#include <vector>

namespace sheaf::tools {
namespace {

constexpr std::size_t kBatchDocuments = 1000;
constexpr std::size_t kBatchBytes = std::size_t{8} << 20;
constexpr std::uint64_t kShownFaults = 20;

struct ImportOptions {
    StoreChoice store;
    std::string ns;
    std::vector<std::string> files;
    std::string format;
    bool stopOnError = false;
    bool drop = false;
};

// What became of the documents.
struct Totals {
    std::uint64_t imported = 0;
    std::uint64_t bytes = 0;
    std::uint64_t bad = 0;      // could not be read
    std::uint64_t refused = 0;  // could not be inserted
};

// Splits "database.collection" at the first dot.
Collection collectionOf(Store& store, const std::string& ns) {
    const std::size_t dot = ns.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == ns.size()) {
        throw Error(ErrorCode::InvalidNamespace, "\"" + ns + "\" is not DATABASE.COLLECTION");
    }
    return store.database(ns.substr(0, dot)).collection(ns.substr(dot + 1));
}

class Importer {
public:
    Importer(Collection collection, bool stopOnError) : collection_(std::move(collection)), stopOnError_(stopOnError), bar_("importing") {}

    void readAll(DocumentReader& reader, const std::string& name) {
        name_ = name;
        while (true) {
            try {
                const auto document = reader.next();
                if (!document) break;
                add(*document, reader.line());
            } catch (const Error& error) {
                ++totals.bad;
                report(error.what());
                if (stopOnError_ || !reader.canContinue()) break;
            }
            if (isStopped_) break;
        }
        flush();
        bar_.clear();
    }
    bool isStopped() const { return isStopped_ || (stopOnError_ && totals.bad + totals.refused > 0); }

    Totals totals;

private:
    void add(DocumentView document, std::uint64_t line) {
        offsets_.push_back(buffer_.size());
        lines_.push_back(line);
        buffer_.append(document.data(), document.size());
        if (offsets_.size() == kBatchDocuments || buffer_.size() >= kBatchBytes) flush();
    }

    void flush() {
        if (offsets_.empty()) return;
        std::vector<DocumentView> documents;
        for (const std::size_t offset : offsets_) {
            documents.emplace_back(buffer_.data() + offset, buffer_.size() - offset < 4 ? 0 : sizeAt(offset));
        }
        InsertOptions options;
        options.ordered = stopOnError_;
        const InsertManyResult result = collection_.insertMany(std::span<const DocumentView>(documents), options);
        totals.imported += static_cast<std::uint64_t>(result.insertedCount);
        totals.refused += result.writeErrors.size();
        totals.bytes += buffer_.size();
        for (const WriteError& error : result.writeErrors) {
            report(fmt::format("{}:{}: {}", name_, lines_[static_cast<std::size_t>(error.index)], error.message));
            isStopped_ = isStopped_ || stopOnError_;
        }
        buffer_.clear();
        offsets_.clear();
        lines_.clear();
        bar_.update(totals.imported, 0, "documents");
    }

    std::size_t sizeAt(std::size_t offset) const {
        std::size_t size = 0;
        for (std::size_t byte = 4; byte-- > 0;) size = size << 8 | buffer_.data()[offset + byte];
        return size;
    }

    void report(const std::string& fault) {
        bar_.clear();
        ++faults_;
        if (faults_ <= kShownFaults) std::cerr << fault << "\n";
        if (faults_ == kShownFaults) std::cerr << "(further faults are counted, not shown)\n";
    }

    Collection collection_;
    bool stopOnError_;
    bool isStopped_ = false;
    ProgressBar bar_;
    std::string name_;
    std::uint64_t faults_ = 0;
    bson::Buffer buffer_;                // the documents of the batch, one behind the other
    std::vector<std::size_t> offsets_;
    std::vector<std::uint64_t> lines_;
};

const ImportFormat& formatOf(const ImportOptions& options, const std::string& file) {
    if (!options.format.empty()) return *findImportFormat(options.format);
    const ImportFormat* format = guessImportFormat(file);
    if (format == nullptr) {
        throw Error(ErrorCode::BadValue, "the name " + file + " does not tell the format: say --format");
    }
    return *format;
}

void importFile(Importer& importer, const ImportOptions& options, const std::string& file) {
    const ImportFormat& format = formatOf(options, file);
    if (file == "-") return importer.readAll(*format.open({std::cin, "standard input"}), "standard input");
    std::ifstream in(file, std::ios::binary);
    if (!in) throw Error(ErrorCode::BadValue, "cannot read " + file);
    importer.readAll(*format.open({in, file}), file);
}

int run(ImportOptions& options) {
    Store store = openStore(options.store);
    Collection collection = collectionOf(store, options.ns);
    if (options.drop) collection.drop();
    const auto started = std::chrono::steady_clock::now();
    Importer importer(collection, options.stopOnError);
    for (const std::string& file : options.files) {
        importFile(importer, options, file);
        if (importer.isStopped()) break;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    const Totals& totals = importer.totals;
    std::cout << fmt::format("{} document{}, {}, in {} ({} documents/s)\n", withCommas(totals.imported), totals.imported == 1 ? "" : "s",
                             shortBytes(static_cast<double>(totals.bytes)), shortSeconds(seconds),
                             shortNumber(static_cast<double>(totals.imported) / std::max(seconds, 1e-9)));
    if (totals.bad > 0) std::cout << withCommas(totals.bad) << " could not be read\n";
    if (totals.refused > 0) std::cout << withCommas(totals.refused) << (totals.refused == 1 ? " was refused\n" : " were refused\n");
    return totals.bad + totals.refused > 0 ? 1 : 0;
}

}  // namespace

void addImportCommand(CLI::App& app, int& exitCode) {
    auto options = std::make_shared<ImportOptions>();
    options->store.durability = "relaxed";
    CLI::App* command = app.add_subcommand("import", "Reads JSON, JSON Lines, CSV, BSON dumps or Debian's package lists into a collection");
    command->add_option("STORE", options->store.path, "the store's folder; it is made when it is not there")->required();
    command->add_option("DB.COLL", options->ns, "database and collection")->required();
    command->add_option("FILE", options->files, "files; - is standard input")->required();
    std::vector<std::string> names;
    std::string what = "of the files, when their names do not tell:";
    for (const ImportFormat* format : importFormats()) {
        names.emplace_back(format->name);
        what += "\n" + std::string(format->name) + ": " + std::string(format->what);
    }
    command->add_option("--format", options->format, what)->check(CLI::IsMember(names));
    command->add_flag("--stop-on-error", options->stopOnError, "stop at the first bad document; else it is reported and left out");
    command->add_flag("--drop", options->drop, "drop the collection first");
    command->add_option("--durability", options->store.durability, "durable, relaxed (one sync a batch) or ephemeral; relaxed")
        ->check(CLI::IsMember({"durable", "relaxed", "ephemeral"}));
    command->footer("Exit status 1 when a document could not be read or was refused.\n"
                    "Examples:  sheaf import my.sheaf library.reviews reviews.jsonl\n"
                    "           apt-cache dumpavail | sheaf import my.sheaf debian.packages --format dumpavail -");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sheaf::tools
