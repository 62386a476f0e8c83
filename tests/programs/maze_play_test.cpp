// SPDX-License-Identifier: MIT
#include "run_program.hpp"

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <doctest/doctest.h>
#include <poll.h>
#include <string>
#include <sys/ioctl.h>
#include <termios.h>
#include <vector>

using outside::has;
using outside::maze;

namespace {

const std::string treasure_file = "examples/mazes/treasure.txt";

/// The lines that a terminal shows after all that a game sent to it: letters, and the sequences
/// that move the cursor (H, C) or clear the screen (J).
std::string screen_after(const std::string& sent) {
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

/// A program in a terminal of 24 rows and 80 columns.
class in_terminal {
public:
    explicit in_terminal(const std::vector<std::string>& words) {
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
        const winsize size{24, 80, 0, 0};
        ioctl(side, TIOCSWINSZ, &size);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(side, stream);
        outside::become(words, outside::plain_environment());
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

std::vector<std::string> play(const std::string& file) {
    return {outside::maze_program(), "play", file, "--color", "never"};
}

/// Whether there are terminals to be had: in some containers there are none.
bool has_terminals() {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0) {
        MESSAGE("skipped: there is no pseudo-terminal here");
        return false;
    }
    close(terminal);
    return true;
}

}  // namespace

TEST_CASE("play reads moves from a pipe and prints what came of them") {
    const outside::result won = maze({"play", treasure_file}, "D RRRRR U RRR\n");
    CHECK(won.code == 0);
    CHECK(has(won.out, "won in 10 steps with 4 life left at (9,2)\n"));
    CHECK(has(won.out, "step 10   life 4   treasures 1 of 1\n"));
    CHECK(has(won.out, "██◆─────────┘ 3 3 3 ██\n"));

    const outside::result dead = maze({"play", treasure_file}, "rrr\nrrr");
    CHECK(dead.code == 1);
    CHECK(has(dead.out, "dead after 3 steps at (4,2)\n"));

    const outside::result alive = maze({"play", treasure_file}, "LLUD");
    CHECK(alive.code == 0);
    CHECK(has(alive.out, "alive after 1 step with 13 life left at (1,1)\n"));
    CHECK(has(alive.out, "3 moves ran into walls\n"));

    const outside::result none = maze({"play", treasure_file}, "");
    CHECK(none.code == 0);
    CHECK(has(none.out, "alive after 0 steps with 8 life left at (1,2)\n"));
}

TEST_CASE("play refuses what is no move") {
    const outside::result r = maze({"play", treasure_file}, "DR\nR x");
    CHECK(r.code == 3);
    CHECK(r.out.empty());
    CHECK(has(r.err, "error[bad_move]: unknown move 'x': expected U, D, L or R"));
    CHECK(has(r.err, "<standard input>:2:3"));
}

TEST_CASE("play in a terminal is won by keys, and leaves the terminal as it was") {
    if (!has_terminals()) return;
    in_terminal game(play(treasure_file));
    REQUIRE(game.shows("reach E alive"));
    CHECK_FALSE(game.gives_lines());
    game.type("?");
    CHECK(game.shows("hint: down (10 steps to E, with 4 life left)"));
    game.type("\x1b[A");
    CHECK(game.shows("a wall"));
    game.type("j");
    CHECK(game.shows("a treasure: +5"));
    game.type("ddd\x1b[C\x1bOCkl\x1b[C\x1b[C");
    CHECK(game.shows("won in 10 steps with 4 life left!"));
    game.type("q");
    CHECK(game.shows("\x1b[?1049l"));
    CHECK(game.wait() == 0);
    CHECK(game.gives_lines());
}

TEST_CASE("play takes steps back, says when all is lost and starts again") {
    if (!has_terminals()) return;
    in_terminal game(play(treasure_file));
    REQUIRE(game.shows("reach E alive"));
    game.type("ll");
    game.type("?");
    CHECK(game.shows("it cannot be won from here"));
    game.type("l");
    CHECK(game.shows("dead: the last life is lost"));
    game.type("u");
    CHECK(game.shows("one step back"));
    game.type("r");
    CHECK(game.shows("from the start again"));
    game.type("u");
    CHECK(game.shows("this is the start"));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("a signal ends play and leaves the terminal as it was") {
    if (!has_terminals()) return;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        in_terminal game(play(treasure_file));
        REQUIRE(game.shows("reach E alive"));
        game.send(signal);
        CHECK(game.shows("\x1b[?1049l"));
        CHECK(game.wait() == 130);
        CHECK(game.gives_lines());
    }
    in_terminal game(play(treasure_file));
    REQUIRE(game.shows("reach E alive"));
    game.type("\x03");
    CHECK(game.wait() == 130);
    CHECK(game.gives_lines());
}

TEST_CASE("a program that takes long says so in a terminal, and wipes it away") {
    if (!has_terminals()) return;
    in_terminal program({outside::maze_program(), "solve", "examples/mazes/labyrinth.txt",
                         "--exhaustive", "--limit-time", "800ms", "--limit-memory", "2G"});
    CHECK(program.shows("solving: 0."));
    CHECK(program.shows("\r\x1b[K"));
    CHECK(program.shows("stopped by"));
    CHECK(program.wait() == 4);
}
