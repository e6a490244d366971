// The sheaf program as people and other programs start it.
#pragma once

#include "tests/support/program.h"

namespace sheaf::test {

struct Run {
    int status;
    std::string out;
    std::string errors;
};

inline Program startSheaf(std::vector<std::string> arguments) { return Program(SHEAF_PROGRAM, std::move(arguments)); }

inline Run runSheaf(std::vector<std::string> arguments, const std::string& input = "") {
    Program program(SHEAF_PROGRAM, std::move(arguments));
    program.write(input);
    program.closeInput();
    Run run;
    run.out = program.readAll();
    run.status = program.status();
    run.errors = program.errors();
    return run;
}

}  // namespace sheaf::test
