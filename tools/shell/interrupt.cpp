// Noting Ctrl-C.
#include "tools/shell/interrupt.h"

#include <csignal>

namespace sheaf::tools::shell {
namespace {

volatile std::sig_atomic_t gInterrupted = 0;

extern "C" void noteInterrupt(int signal) {
    if (gInterrupted != 0) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    gInterrupted = 1;
}

}  // namespace

void catchInterrupts() {
    struct sigaction action {};
    action.sa_handler = noteInterrupt;  // without SA_RESTART: reading a line ends too
    sigaction(SIGINT, &action, nullptr);
}

bool takeInterrupt() {
    if (gInterrupted == 0) return false;
    gInterrupted = 0;
    return true;
}

}  // namespace sheaf::tools::shell
