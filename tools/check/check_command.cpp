// sheaf check: looks for damage in a store and names it.
#include "tools/commands.h"
#include "tools/common/progress.h"
#include "tools/common/text_table.h"

#include <sheaf/store.h>

#include <CLI/CLI.hpp>

#include <iostream>
#include <memory>

namespace sheaf::tools {
namespace {

int run(const std::string& path) {
    ProgressBar bar;
    const CheckReport report = Store::check(path, [&](std::string_view what, std::uint64_t done, std::uint64_t total) {
        bar.setTask(what);
        bar.update(done, total, what);
    });
    bar.clear();
    for (const CheckFinding& finding : report.findings) {
        std::cout << finding.kind << "  " << finding.where << "  " << finding.message << "\n";
    }
    std::cout << (report.ok() ? "sound: " : "damaged: ") << withCommas(report.findings.size()) << " findings in "
              << withCommas(report.pagesChecked) << " pages, " << withCommas(report.documentsChecked) << " documents and "
              << withCommas(report.entriesChecked) << " index entries\n";
    return report.ok() ? 0 : 1;
}

}  // namespace

void addCheckCommand(CLI::App& app, int& exitCode) {
    auto path = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("check", "Looks for damage: pages, checksums, every index entry against its document");
    command->add_option("STORE", *path, "the store's folder")->required();
    command->footer("Exit status 0: sound, 1: damaged.  Example:  sheaf check my.sheaf");
    command->callback([path, &exitCode] { exitCode = run(*path); });
}

}  // namespace sheaf::tools
