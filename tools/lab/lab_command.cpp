// sheaf lab: lists and runs the experiments.
#include "tools/commands.h"
#include "tools/lab/experiment.h"

#include "tools/common/text_table.h"

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <memory>

namespace sheaf::tools {
namespace {

struct LabOptions {
    std::vector<std::string> names;
    lab::RunOptions run;
    std::uint64_t docs = 0;
    std::string json;
    std::string html;
    bool all = false;
};

int list() {
    TextTable table;
    for (const char* header : {"experiment", "group", "question"}) table.addColumn(header, Align::Left);
    for (const lab::Experiment* experiment : lab::experiments()) {
        table.addRow({std::string(experiment->name), std::string(experiment->group), std::string(experiment->question)});
    }
    table.print(std::cout);
    std::cout << "\nRun one with:  sheaf lab run " << lab::experiments().front()->name << "\n";
    return 0;
}

// The experiments asked for; an unknown name is an error that offers the nearest.
std::vector<const lab::Experiment*> pick(const LabOptions& options) {
    if (options.all) return {lab::experiments().begin(), lab::experiments().end()};
    std::vector<const lab::Experiment*> picked;
    for (const std::string& name : options.names) {
        const lab::Experiment* experiment = lab::findExperiment(name);
        if (experiment == nullptr) {
            std::string message = "there is no experiment \"" + name + "\"; the nearest are:";
            for (const std::string_view near : lab::nearestExperiments(name)) message.append(" ").append(near);
            throw Error(ErrorCode::BadValue, message);
        }
        picked.push_back(experiment);
    }
    if (picked.empty()) throw Error(ErrorCode::BadValue, "name an experiment, or say --all; \"sheaf lab list\" shows them");
    return picked;
}

void writeFile(const std::string& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw Error(ErrorCode::StoreInputOutput, "cannot write " + path);
    std::cout << "wrote " << path << "\n";
}

int run(LabOptions& options) {
    if (options.docs > 0) options.run.docs = options.docs;
    std::vector<lab::Figures> all;
    for (const lab::Experiment* experiment : pick(options)) {
        lab::RunContext context(options.run);
        all.push_back(experiment->run(context));
        context.progress().clear();
        lab::print(std::cout, all.back());
    }
    std::cout << "\n";
    if (!options.json.empty()) {
        std::string text = "[";
        for (const lab::Figures& figures : all) {
            if (text.size() > 1) text += ",\n";
            text += lab::toDocument(figures).toJson(bson::JsonMode::Relaxed);
        }
        writeFile(options.json, text + "]\n");
    }
    if (!options.html.empty()) writeFile(options.html, lab::toHtml(all));
    return 0;
}

}  // namespace

void addLabCommand(CLI::App& app, int& exitCode) {
    CLI::App* command = app.add_subcommand("lab", "Experiments: what the choices of a schema cost");
    command->require_subcommand(1);
    command->footer("Example:  sheaf lab run rewrite --quick --html lab.html");
    CLI::App* listing = command->add_subcommand("list", "The experiments and their questions");
    listing->callback([&exitCode] { exitCode = list(); });

    CLI::App* running = command->add_subcommand("run", "Runs experiments and prints what they found");
    auto options = std::make_shared<LabOptions>();
    running->add_option("names", options->names, "experiments, by name");
    running->add_flag("--all", options->all, "every experiment");
    running->add_flag("--quick", options->run.quick, "small sizes: seconds instead of minutes");
    running->add_option("--docs", options->docs, "size of the data; what it counts depends on the experiment")->check(CLI::Range(std::uint64_t{10}, std::uint64_t{100'000'000}));
    running->add_option("--seed", options->run.seed, "seed of the random data (42)");
    running->add_option("--input", options->run.input, "real data: for followers, what apt-cache dumpavail prints");
    running->add_option("--folder", options->run.folder, "where temporary stores go (the system's temporary folder)");
    running->add_option("--json", options->json, "also write the figures, exact, to this file");
    running->add_option("--html", options->html, "also write a page with tables and charts to this file");
    running->footer("Example:  sheaf lab run rewrite followers --quick --html lab.html");
    running->callback([options, &exitCode] { exitCode = run(*options); });
}

}  // namespace sheaf::tools
