// sheaf_bench_report: runs the items, prints one table, and can write it as markdown.
#include "bench/report.h"

#include "bench/items/items.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>

using namespace sheaf::bench;

namespace {

struct Arguments {
    std::vector<std::string> items;
    std::string markdown;
    std::string commit = "unknown";
    std::string folder = "/dev/shm";
    std::uint32_t documents = 0;
    std::uint32_t operations = 0;
    bool isTiny = false;
    bool noFloor = false;
    bool noEngine = false;
    bool noPeer = false;
    RunOptions run;
};

bool isWanted(const Item& item, const Arguments& arguments) {
    if (arguments.items.empty()) return true;
    return std::any_of(arguments.items.begin(), arguments.items.end(), [&](const std::string& wanted) {
        return item.number == wanted || item.number.rfind(wanted + "/", 0) == 0;
    });
}

int report(const Arguments& arguments) {
    ReportHeading heading{arguments.commit, arguments.run.repeats, arguments.isTiny ? Scale::tiny() : Scale{}};
    heading.scale.folder = arguments.folder;
    if (arguments.documents > 0) heading.scale.documents = arguments.documents;
    if (arguments.operations > 0) heading.scale.operations = arguments.operations;
    std::vector<Outcome> outcomes;
    bool isWrong = false;
    for (const Item* item : allItems()) {
        if (!isWanted(*item, arguments)) continue;
        fmt::print(stderr, "{} {}\n", item->number, item->what);
        try {
            outcomes.push_back(runItem(*item, heading.scale, arguments.run));
        } catch (const std::exception& error) {
            fmt::print(stderr, "  failed: {}\n", error.what());
            isWrong = true;
        }
    }
    fmt::print("{}", reportText(outcomes));
    if (!arguments.markdown.empty()) std::ofstream(arguments.markdown) << reportMarkdown(outcomes, heading);
    return isWrong ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Measures sheaf beside its floors and its peers.");
    app.add_option("--items", arguments.items, "numbers of the items, e.g. 1 4 10t (all)")->delimiter(',');
    app.add_option("--repeats", arguments.run.repeats, "repeats of each item");
    app.add_option("--docs", arguments.documents, "documents in the collection");
    app.add_option("--folder", arguments.folder, "where stores are made");
    app.add_option("--markdown", arguments.markdown, "file for the table as markdown");
    app.add_option("--commit", arguments.commit, "the commit to name in it");
    app.add_option("--operations", arguments.operations, "reads or updates in a run");
    app.add_flag("--tiny", arguments.isTiny, "so little that only the answers are worth anything");
    app.add_flag("--no-floor", arguments.noFloor);
    app.add_flag("--no-engine", arguments.noEngine);
    app.add_flag("--no-peer", arguments.noPeer);
    CLI11_PARSE(app, argc, argv);
    arguments.run.floor = !arguments.noFloor;
    arguments.run.engine = !arguments.noEngine;
    arguments.run.peer = !arguments.noPeer;
    return report(arguments);
}
