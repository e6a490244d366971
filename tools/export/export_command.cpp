// sheaf export: a collection, or what a query finds in it, as JSON Lines, JSON, CSV or BSON.
#include "tools/commands.h"
#include "tools/common/open_store.h"
#include "tools/common/progress.h"
#include "tools/export/csv_writer.h"

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <memory>

namespace sheaf::tools {
namespace {

struct ExportOptions {
    StoreChoice store;
    std::string ns;
    std::string format = "jsonl";
    std::string fields;
    std::string query = "{}";
    std::string sort = "{}";
    std::string out;
    bool canonical = false;
};

// Writes the documents of a cursor in one format; returns how many.
std::uint64_t write(Cursor& cursor, std::ostream& out, const ExportOptions& options, ProgressBar& bar) {
    const auto mode = options.canonical ? bson::JsonMode::Canonical : bson::JsonMode::Relaxed;
    const bool isArray = options.format == "json";
    CsvWriter csv(out, options.fields);
    if (options.format == "csv") csv.writeHeader();
    std::uint64_t count = 0;
    if (isArray) out << "[";
    while (const auto document = cursor.next()) {
        if (options.format == "bson") {
            out.write(reinterpret_cast<const char*>(document->data()), document->size());
        } else if (options.format == "csv") {
            csv.write(*document);
        } else {
            if (isArray) out << (count > 0 ? ",\n " : "\n ");
            out << document->toJson(mode);
            if (!isArray) out << '\n';
        }
        ++count;
        if (!out) throw Error(ErrorCode::StoreInputOutput, "cannot write the output");
        if (count % 1000 == 0) bar.update(count, 0, "documents");
    }
    if (isArray) out << "\n]\n";
    out.flush();
    if (!out) throw Error(ErrorCode::StoreInputOutput, "cannot write the output");
    return count;
}

int run(ExportOptions& options) {
    if (options.format == "csv" && options.fields.empty()) {
        throw Error(ErrorCode::BadValue, "CSV needs its columns: --fields _id,material.id,votes");
    }
    Store store = openStore(options.store);
    const std::size_t dot = options.ns.find('.');
    if (dot == std::string::npos) throw Error(ErrorCode::InvalidNamespace, "\"" + options.ns + "\" is not DATABASE.COLLECTION");
    Collection collection = store.database(options.ns.substr(0, dot)).collection(options.ns.substr(dot + 1));
    FindOptions find;
    find.sort = parse(options.sort);
    const bson::Document query = parse(options.query);
    Cursor cursor = collection.find(query, find);
    ProgressBar bar("exporting");
    std::ofstream file;
    if (!options.out.empty()) {
        file.open(options.out, std::ios::binary);
        if (!file) throw Error(ErrorCode::StoreInputOutput, "cannot write " + options.out);
    }
    const std::uint64_t count = write(cursor, options.out.empty() ? std::cout : file, options, bar);
    bar.clear();
    std::cerr << count << " documents\n";
    return 0;
}

}  // namespace

void addExportCommand(CLI::App& app, int& exitCode) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command = app.add_subcommand("export", "Writes a collection as JSON Lines, JSON, CSV or BSON");
    addReadOnlyStore(*command, options->store);
    command->add_option("DB.COLL", options->ns, "database and collection")->required();
    command->add_option("--format", options->format, "jsonl (one document a line), json (an array), csv, bson")
        ->check(CLI::IsMember({"jsonl", "json", "csv", "bson"}));
    command->add_option("--fields", options->fields, "columns of CSV: paths, between commas");
    command->add_option("--query", options->query, "a filter");
    command->add_option("--sort", options->sort, "a sort pattern");
    command->add_option("--out", options->out, "a file, instead of standard output");
    command->add_flag("--canonical", options->canonical, "canonical Extended JSON: every type survives");
    command->footer("Example:  sheaf export my.sheaf library.reviews --query '{votes: {$gt: 3}}' --out reviews.jsonl");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sheaf::tools
