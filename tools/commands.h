// Every command of the sheaf program: each registers a CLI11 subcommand whose callback sets the exit code.
#pragma once

namespace CLI {
class App;
}

namespace sheaf::tools {

void addBsonCommand(CLI::App& app, int& exitCode);
void addCheckCommand(CLI::App& app, int& exitCode);
void addExecCommand(CLI::App& app, int& exitCode);
void addExportCommand(CLI::App& app, int& exitCode);
void addImportCommand(CLI::App& app, int& exitCode);
void addLabCommand(CLI::App& app, int& exitCode);
void addShellCommand(CLI::App& app, int& exitCode);
void addStatsCommand(CLI::App& app, int& exitCode);

}  // namespace sheaf::tools
