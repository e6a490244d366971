// Line editing through libedit.
#include "tools/shell/line_editor.h"

#include "tools/shell/interrupt.h"

#include <histedit.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace sheaf::tools::shell {
namespace {

constexpr int kHistoryLines = 2000;

class PlainLines : public LineEditor {
public:
    std::optional<std::string> read(const std::string&) override {
        std::string line;
        if (!std::getline(std::cin, line)) return std::nullopt;
        return line;
    }
};

class TerminalLines : public LineEditor {
public:
    TerminalLines() {
        std::setlocale(LC_CTYPE, "");
        edit_ = el_init("sheaf", stdin, stdout, stderr);
        history_ = history_init();
        HistEvent event;
        history(history_, &event, H_SETSIZE, kHistoryLines);
        history(history_, &event, H_SETUNIQUE, 1);
        if (const char* home = std::getenv("HOME")) {
            file_ = std::string(home) + "/.sheaf_history";
            history(history_, &event, H_LOAD, file_.c_str());
        }
        el_set(edit_, EL_CLIENTDATA, this);
        el_set(edit_, EL_PROMPT, &TerminalLines::promptOf);
        el_set(edit_, EL_HIST, history, history_);
        el_set(edit_, EL_EDITOR, "emacs");
        catchInterrupts();
        el_source(edit_, nullptr);
    }

    ~TerminalLines() override {
        history_end(history_);
        el_end(edit_);
    }
    TerminalLines(const TerminalLines&) = delete;
    TerminalLines& operator=(const TerminalLines&) = delete;

    std::optional<std::string> read(const std::string& prompt) override {
        prompt_ = prompt;
        int count = 0;
        takeInterrupt();
        const char* line = el_gets(edit_, &count);
        wasInterrupted_ = takeInterrupt();
        if (wasInterrupted_ || !line || count <= 0) {
            if (wasInterrupted_) el_reset(edit_);
            std::cout << '\n' << std::flush;
            return std::nullopt;
        }
        std::string text(line, static_cast<std::size_t>(count));
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
        return text;
    }

    // One line in the history, where that means the same.
    void remember(const std::string& typed) override {
        if (typed.find_first_not_of(" \t\n") == std::string::npos) return;
        std::string input = typed;
        if (input.find("//") == std::string::npos && input.find('`') == std::string::npos) {
            std::replace(input.begin(), input.end(), '\n', ' ');
        }
        HistEvent event;
        history(history_, &event, H_ENTER, input.c_str());
        if (!file_.empty()) history(history_, &event, H_SAVE, file_.c_str());
    }

    bool wasInterrupted() const override { return wasInterrupted_; }
    bool isTerminal() const override { return true; }

private:
    static char* promptOf(EditLine* edit) {
        void* self = nullptr;
        el_get(edit, EL_CLIENTDATA, &self);
        return static_cast<TerminalLines*>(self)->prompt_.data();
    }

    EditLine* edit_ = nullptr;
    History* history_ = nullptr;
    std::string file_;
    std::string prompt_;
    bool wasInterrupted_ = false;
};

}  // namespace

std::unique_ptr<LineEditor> makeLineEditor() {
    if (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) return std::make_unique<TerminalLines>();
    return std::make_unique<PlainLines>();
}

}  // namespace sheaf::tools::shell
