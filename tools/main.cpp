// The sheaf program: picks the command and reports errors in one clear line.
#include "tools/commands.h"

#include <sheaf/error.h>

#include <CLI/CLI.hpp>

#include <exception>
#include <iostream>

int main(int argc, char** argv) {
    using namespace sheaf::tools;
    CLI::App app("sheaf: documents in a folder, and what every operation on them costs", "sheaf");
    app.require_subcommand(1);
    app.set_version_flag("--version", "sheaf 0.1.0");
    app.footer("Start with:  sheaf shell my.sheaf     or:  sheaf lab run rewrite --quick");
    int exitCode = 0;
    // In name order.
    for (const auto add : {addBsonCommand, addCheckCommand, addExecCommand, addExportCommand, addImportCommand,
                           addLabCommand, addShellCommand, addStatsCommand}) add(app, exitCode);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const sheaf::Error& error) {
        std::cerr << "sheaf: " << error.what() << " (" << error.codeName() << ")\n";
        return 1;
    } catch (const std::exception& error) {
        std::cerr << "sheaf: " << error.what() << "\n";
        return 1;
    }
    return exitCode;
}
