// Lines from a terminal, with editing and history, or from anything else, plainly.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace sheaf::tools::shell {

class LineEditor {
public:
    virtual ~LineEditor() = default;
    // Without its line end; nothing at the end of the input, or after Ctrl-C (see wasInterrupted).
    virtual std::optional<std::string> read(const std::string& prompt) = 0;
    virtual void remember(const std::string&) {}
    // The last read() ended by Ctrl-C.
    virtual bool wasInterrupted() const { return false; }
    virtual bool isTerminal() const { return false; }
};

// Chooses by what standard input is. The history is ~/.sheaf_history.
std::unique_ptr<LineEditor> makeLineEditor();

}  // namespace sheaf::tools::shell
