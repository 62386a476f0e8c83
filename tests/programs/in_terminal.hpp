// SPDX-License-Identifier: MIT
// Runs a program in a terminal, presses keys and looks at the screen.
#pragma once

#include "run_program.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <vector>

namespace outside {

/// The lines that a terminal shows after all that a game sent to it: letters, and the sequences
/// that move the cursor (H, C) or clear the screen (J).
inline std::string screen_after(const std::string& sent) {
    std::vector<std::string> rows(24, std::string(80, ' '));
    std::size_t row = 0;
    std::size_t col = 0;
    for (std::size_t i = 0; i < sent.size(); ++i) {
        const char c = sent[i];
        if (c == '\x1b' && i + 1 < sent.size() && sent[i + 1] == '[') {
            const std::size_t end = sent.find_first_not_of("0123456789;?", i + 2);
            if (end == std::string::npos) break;
            const std::string numbers = sent.substr(i + 2, end - i - 2);
            const std::size_t first = std::strtoul(numbers.c_str(), nullptr, 10);
            const std::size_t semicolon = numbers.find(';');
            if (sent[end] == 'C') col += first == 0 ? 1 : first;
            if (sent[end] == 'J') rows.assign(24, std::string(80, ' '));
            if (sent[end] == 'H') {
                row = first == 0 ? 0 : first - 1;
                col = semicolon == std::string::npos
                          ? 0
                          : std::stoul(numbers.substr(semicolon + 1)) - 1;
            }
            i = end;
        } else if ((c & 0xC0) != 0x80) {  // the first byte stands for the whole character
            if (row < 24 && col < 80) rows[row][col] = c;
            ++col;
        }
    }
    std::string text;
    for (const std::string& line : rows) text += line + '\n';
    return text;
}

/// A program in a terminal, of 24 rows and 80 columns if nothing else is said.
class in_terminal {
public:
    explicit in_terminal(const std::vector<std::string>& words,
                         const std::vector<std::string>& environment = plain_environment(),
                         winsize size = {24, 80, 0, 0}) {
        terminal_ = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        REQUIRE(terminal_ >= 0);
        REQUIRE(grantpt(terminal_) == 0);
        REQUIRE(unlockpt(terminal_) == 0);
        const std::string name = ptsname(terminal_);
        child_ = fork();
        if (child_ != 0) return;
        setsid();
        const int side = open(name.c_str(), O_RDWR);
        ioctl(side, TIOCSCTTY, 0);
        ioctl(side, TIOCSWINSZ, &size);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(side, stream);
        become(words, environment);
    }
    in_terminal(const in_terminal&) = delete;
    in_terminal& operator=(const in_terminal&) = delete;
    ~in_terminal() { close(terminal_); }

    void type(const std::string& keys) const {
        CHECK(write(terminal_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
    }

    /// Reads on until a text was sent or stands on the screen; false if it takes ten seconds.
    bool shows(const std::string& text) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!has(seen_, text) && !has(screen_after(seen_), text)) {
            pollfd ready{terminal_, POLLIN, 0};
            if (std::chrono::steady_clock::now() > end) return false;
            if (poll(&ready, 1, 100) <= 0) continue;
            char buffer[4096];
            const ssize_t got = read(terminal_, buffer, sizeof buffer);
            if (got <= 0) return false;
            seen_.append(buffer, static_cast<std::size_t>(got));
        }
        return true;
    }

    /// Whether a text was sent as it is, until now.
    [[nodiscard]] bool has_shown(const std::string& text) const { return has(seen_, text); }

    [[nodiscard]] bool gives_lines() const {
        termios now = {};
        tcgetattr(terminal_, &now);
        return (now.c_lflag & ICANON) != 0 && (now.c_lflag & ECHO) != 0;
    }

    void send(int signal) const { kill(child_, signal); }

    /// Reads all that is still to come, or the program could not end, and gives its exit code.
    int wait() {
        char buffer[4096];
        while (read(terminal_, buffer, sizeof buffer) > 0) {
        }
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    }

private:
    int terminal_ = -1;
    pid_t child_ = -1;
    std::string seen_;
};

/// The environment of a terminal that cannot move its cursor.
inline std::vector<std::string> dumb_environment() {
    std::vector<std::string> environment = plain_environment();
    for (std::string& variable : environment)
        if (variable.starts_with("TERM=")) variable = "TERM=dumb";
    return environment;
}

/// A window with fewer columns than most.
inline constexpr winsize narrow_window{20, 40, 0, 0};

/// Whether there are terminals to be had: in some containers there are none.
inline bool has_terminals() {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0) {
        MESSAGE("skipped: there is no pseudo-terminal here");
        return false;
    }
    close(terminal);
    return true;
}

}  // namespace outside
