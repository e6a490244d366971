// Runs a program as a child process: all at once, or line by line.
#pragma once

#include "tests/support/temporary_folder.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sheaf::test {

// A child process whose standard input and output are pipes; its errors go to a file.
class Program {
public:
    Program(const std::string& path, std::vector<std::string> arguments) {
        std::signal(SIGPIPE, SIG_IGN);  // of a program that ends before it has read everything
        int in[2], out[2];
        if (::pipe2(in, O_CLOEXEC) != 0 || ::pipe2(out, O_CLOEXEC) != 0) std::abort();
        std::vector<char*> pointers{const_cast<char*>(path.c_str())};
        for (std::string& argument : arguments) pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        child_ = ::fork();
        if (child_ == 0) {
            std::signal(SIGPIPE, SIG_DFL);
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            const int errors = ::open((errors_ / "errors").c_str(), O_WRONLY | O_CREAT, 0600);
            ::dup2(errors, STDERR_FILENO);
            ::execv(path.c_str(), pointers.data());
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        in_ = in[1];
        out_ = ::fdopen(out[0], "r");
    }
    ~Program() {
        closeInput();
        std::fclose(out_);
        if (child_ > 0) {
            ::kill(child_, SIGKILL);
            ::waitpid(child_, nullptr, 0);
        }
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void write(const std::string& text) {
        for (std::size_t at = 0; at < text.size();) {
            const ssize_t written = ::write(in_, text.data() + at, text.size() - at);
            if (written <= 0) return;  // the program has ended: its status tells
            at += static_cast<std::size_t>(written);
        }
    }
    void closeInput() {
        if (in_ >= 0) ::close(std::exchange(in_, -1));
    }
    // Without its end; "" when there is no more.
    std::string readLine() {
        std::string line;
        for (int c = std::fgetc(out_); c != EOF && c != '\n'; c = std::fgetc(out_)) line += static_cast<char>(c);
        return line;
    }
    std::string readAll() {
        std::string text;
        for (int c = std::fgetc(out_); c != EOF; c = std::fgetc(out_)) text += static_cast<char>(c);
        return text;
    }
    // Waits for its end. -1 when a signal ended it.
    int status() {
        closeInput();
        int status = 0;
        ::waitpid(std::exchange(child_, -1), &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    std::string errors() const { return contentOf(errors_ / "errors"); }

private:
    TemporaryFolder errors_;
    pid_t child_ = -1;
    int in_ = -1;
    std::FILE* out_ = nullptr;
};

}  // namespace sheaf::test
