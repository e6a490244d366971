// Line editing through libedit.
#include "tools/shell/line_editor.h"

#include <histedit.h>
#include <unistd.h>

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
        el_set(edit_, EL_SIGNAL, 1);
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
        const char* line = el_gets(edit_, &count);
        if (!line || count <= 0) {
            std::cout << '\n';
            return std::nullopt;
        }
        std::string text(line, static_cast<std::size_t>(count));
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
        return text;
    }

    void remember(const std::string& input) override {
        if (input.find_first_not_of(" \t\n") == std::string::npos) return;
        HistEvent event;
        history(history_, &event, H_ENTER, input.c_str());
        if (!file_.empty()) history(history_, &event, H_SAVE, file_.c_str());
    }

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
};

}  // namespace

std::unique_ptr<LineEditor> makeLineEditor() {
    if (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) return std::make_unique<TerminalLines>();
    return std::make_unique<PlainLines>();
}

}  // namespace sheaf::tools::shell
