// sheaf stats: what a store is made of.
#include "tools/commands.h"
#include "tools/common/open_store.h"
#include "tools/common/text_table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

namespace sheaf::tools {
namespace {

struct StatsOptions {
    StoreChoice store;
    bool json = false;
};

double number(ValueView value) {
    switch (value.type()) {
        case bson::Type::Int32: return value.asInt32();
        case bson::Type::Int64: return static_cast<double>(value.asInt64());
        case bson::Type::Double: return value.asDouble();
        default: return 0;
    }
}

std::string count(ValueView value) { return withCommas(static_cast<std::uint64_t>(number(value))); }

// One tree: a collection's records or an index's entries.
void addTree(TextTable& table, std::string name, std::string kind, DocumentView facts, std::string_view countField) {
    const DocumentView pages = facts["pages"].asDocument();
    const ValueView fill = facts["fill"];
    table.addRow({std::move(name), std::move(kind), count(facts[countField]), shortBytes(number(facts["bytes"])),
                  count(pages["branch"]), count(pages["leaf"]), count(pages["overflow"]), count(facts["depth"]),
                  fill.isMissing() ? "–" : fmt::format("{:.0f} %", number(fill) * 100)});
}

void printTrees(DocumentView statistics) {
    TextTable table;
    table.addColumn("collection", Align::Left);
    table.addColumn("tree", Align::Left);
    for (const char* header : {"entries", "bytes", "branch pages", "leaf pages", "overflow pages", "depth", "fill"}) table.addColumn(header);
    for (const ValueView entry : statistics["collections"].asArray()) {
        const DocumentView collection = entry.asDocument();
        addTree(table, std::string(collection["ns"].asString()), "documents", collection, "documents");
        for (const ValueView index : collection["indexes"].asArray()) {
            addTree(table, "", std::string(index.asDocument()["name"].asString()), index.asDocument(), "entries");
        }
    }
    table.print(std::cout);
}

void printFile(DocumentView statistics) {
    const DocumentView file = statistics["file"].asDocument();
    const DocumentView readers = statistics["readers"].asDocument();
    const double pageBytes = number(file["pageBytes"]);
    TextTable table;
    table.addColumn("file", Align::Left);
    table.addColumn("", Align::Left);
    table.addRow({"size", shortBytes(number(file["bytes"])) + fmt::format(", pages of {:.0f} bytes", pageBytes)});
    table.addRow({"pages in use", count(file["usedPages"])});
    table.addRow({"free pages", count(file["freePages"]) + fmt::format(" ({})", shortBytes(number(file["freePages"]) * pageBytes))});
    table.addRow({"largest free run", count(file["largestFreeRun"]) + fmt::format(" pages ({})", shortBytes(number(file["largestFreeRun"]) * pageBytes))});
    table.addRow({"map", shortBytes(number(file["mapBytes"])) + " of address space"});
    // One of the readers is this command itself, which looks at the last commit.
    const bool hasReader = number(readers["live"]) > 1 || number(readers["oldestSnapshot"]) < number(readers["lastCommit"]);
    table.addRow({"readers", withCommas(static_cast<std::uint64_t>(std::max(0.0, number(readers["live"]) - 1))) + " beside this one"});
    table.addRow({"oldest reader", hasReader ? shortSeconds(number(readers["oldestAgeMs"]) / 1000) + " old, " +
                                                   withCommas(static_cast<std::uint64_t>(number(readers["lastCommit"]) - number(readers["oldestSnapshot"]))) +
                                                   " commits behind"
                                             : std::string("none")});
    table.print(std::cout);
}

// Large values need runs of free pages; many scattered ones make the file grow and the writes slow.
void warnOfFragments(DocumentView statistics) {
    constexpr double kManyPages = 10'000;
    const DocumentView file = statistics["file"].asDocument();
    if (number(file["freePages"]) < kManyPages || number(file["largestFreeRun"]) * 100 > number(file["freePages"])) return;
    std::cout << "\nwarning: the free pages are scattered (largest run " << count(file["largestFreeRun"]) << " of "
              << count(file["freePages"]) << "): documents larger than a page are slow to write now\n";
}

int run(const StatsOptions& options) {
    const Store store = openStore(options.store);
    const bson::Document statistics = store.statistics();
    if (options.json) {
        std::cout << statistics.toJson() << "\n";
        return 0;
    }
    printTrees(statistics);
    std::cout << "\n";
    printFile(statistics);
    warnOfFragments(statistics);
    return 0;
}

}  // namespace

void addStatsCommand(CLI::App& app, int& exitCode) {
    auto options = std::make_shared<StatsOptions>();
    CLI::App* command = app.add_subcommand("stats", "What a store is made of: documents, indexes, pages, free space, readers");
    addReadOnlyStore(*command, options->store);
    command->add_flag("--json", options->json, "as one document");
    command->footer("Example:  sheaf stats my.sheaf");
    command->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sheaf::tools
