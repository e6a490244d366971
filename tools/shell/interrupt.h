// Ctrl-C: stops what is being typed, or the loop that runs; pressed twice while one command runs, the program.
#pragma once

namespace sheaf::tools::shell {

// From now on Ctrl-C is only noted, until it comes a second time without having been taken.
void catchInterrupts();
// Whether Ctrl-C was pressed since the last time; forgets it.
bool takeInterrupt();

}  // namespace sheaf::tools::shell
