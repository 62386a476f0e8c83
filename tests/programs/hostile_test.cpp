// SPDX-License-Identifier: MIT
// Inputs that nobody in their right mind would send: the programs say so before they take memory.
#include "run_program.hpp"

#include "support/rounds.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace hostile_test {

/// What came of a program that was fed through a pipe.
struct fed_result {
    int code = -1;
    std::string said;       ///< all of it, on both streams
    std::size_t peak = 0;   ///< the most memory that it held, in bytes
    std::size_t taken = 0;  ///< how much of the input it took
};

/// Text that goes on for ever: a beginning, and then the same again and again.
struct endless_text {
    std::string beginning;
    std::string again;
};

constexpr std::size_t megabyte = std::size_t{1} << 20;

/// More than any program should read of what makes no sense, and little enough to be sent in no
/// time.
constexpr std::size_t sent_at_most = 160 * megabyte;
constexpr std::size_t memory_at_most = support::is_slow ? 400 * megabyte : 64 * megabyte;

/// Sends text until the reader has had enough; returns how much it took.
std::size_t feed(int pipe, const endless_text& text) {
    std::string block;
    while (block.size() < megabyte) block += text.again;
    std::size_t sent = 0;
    std::string_view rest = text.beginning;
    while (sent < sent_at_most) {
        if (rest.empty()) rest = block;
        const ssize_t written = write(pipe, rest.data(), rest.size());
        if (written < 0) break;
        rest.remove_prefix(static_cast<std::size_t>(written));
        sent += static_cast<std::size_t>(written);
    }
    return sent;
}

/// Runs a program in the folder of the sources with an input that has no end.
fed_result run_fed(const std::string& name, std::vector<std::string> words,
                   const endless_text& text) {
    words.insert(words.begin(), SENDA_PROGRAMS_DIR "/" + name);
    const outside::temporary_file said;
    int pipe_ends[2];
    REQUIRE(pipe2(pipe_ends, O_CLOEXEC) == 0);
    const pid_t child = fork();
    if (child == 0) {
        const int out = open(said.name().c_str(), O_WRONLY | O_APPEND);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
            if (dup2(out, stream) < 0) _exit(125);
        if (dup2(pipe_ends[0], STDIN_FILENO) < 0) _exit(125);
        outside::become(words, outside::plain_environment());
    }
    close(pipe_ends[0]);
    void (*const before)(int) = std::signal(SIGPIPE, SIG_IGN);
    fed_result came;
    came.taken = feed(pipe_ends[1], text);
    close(pipe_ends[1]);
    std::signal(SIGPIPE, before);
    int status = 0;
    struct rusage used = {};
    while (wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
    }
    came.code = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    came.peak = static_cast<std::size_t>(used.ru_maxrss) * 1024;
    came.said = outside::content_of(said.name());
    return came;
}

struct hostile_case {
    std::string program;
    std::vector<std::string> words;
    endless_text text;
    std::string code;  ///< of the message
};

const std::string corridor = "examples/mazes/corridor.txt";
const std::string first_map = "examples/maps/first.txt";
const std::string bay = "examples/crossings/bay.scen";
const std::string bay_map = "examples/crossings/bay.map";
const std::string some_board = "oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo";

const hostile_case endless_lines[] = {
    {"maze", {"solve", "-"}, {"", "x"}, "bad_header"},
    {"maze", {"check", "-"}, {"", "\n"}, "unreadable"},
    {"maze", {"show", "-"}, {"N=3, M=3, P=10\n", "0"}, "bad_row_length"},
    {"maze", {"least", "-"}, {"N=3, M=3, P=10", " "}, "unreadable"},
    {"maze", {"solve", "-"}, {"N=1000000000, M=1000000000, P=10\n", "#\n"}, "bad_dimensions"},
    {"maze", {"verify", corridor, "-"}, {"", "route "}, "bad_route"},
    {"maze", {"play", corridor}, {"", "U"}, "unreadable"},
    {"pacman", {"solve", "-"}, {"", "V,"}, "unreadable"},
    {"pacman", {"solve", "-"}, {"", "{\"a\":"}, "unreadable"},
    {"pacman", {"check", "-"}, {"1000000000,1000000000\n1,1,9\n1,1\n", "V\n"}, "unreadable"},
    {"pacman", {"replay", first_map, "-"}, {"", "U"}, "unreadable"},
    {"pacman", {"play", first_map}, {"", "U"}, "unreadable"},
    {"rush_hour", {"solve", "-"}, {"", "o"}, "unreadable"},
    {"rush_hour", {"solve", "--batch", "-"}, {"", "o"}, "unreadable"},
    {"rush_hour", {"verify", some_board, "-"}, {"", "A+1 "}, "unreadable"},
    {"rush_hour", {"play", some_board}, {"", "A+1 "}, "unreadable"},
    {"amazons", {"check", "-"}, {"", "a4,"}, "unreadable"},
    {"mazegen", {"--mask", "-"}, {"", "."}, "unreadable"},
    {"agents", {"plan", "-", bay}, {"", "x"}, "bad_header"},
    {"agents",
     {"show", "-"},
     {"type octile\nheight 4000000000\nwidth 9\nmap\n", "@"},
     "bad_height"},
    {"agents", {"plan", bay_map, "-"}, {"version 1\n", "1\t"}, "unreadable"},
};

TEST_CASE("a line without end is refused before it takes memory") {
    for (const hostile_case& c : endless_lines) {
        const fed_result came = run_fed(c.program, c.words, c.text);
        CAPTURE(c.program);
        CAPTURE(c.words[0]);
        CAPTURE(came.said.substr(0, 500));
        CHECK(came.code == 3);
        CHECK(came.taken < sent_at_most);
        CHECK(came.peak < memory_at_most);
        CHECK(outside::has(came.said, "error[" + c.code + "]"));
        CHECK(came.said.size() < 2000);
    }
}

TEST_CASE("a game by lines ends with a message at a line without end") {
    const fed_result came = run_fed("amazons", {"play", "--new", "--plain"}, {"", "a"});
    CAPTURE(came.said.substr(0, 500));
    CHECK(came.code < 10);
    CHECK(came.taken < sent_at_most);
    CHECK(came.peak < memory_at_most);
    CHECK(outside::has(came.said, "cannot read the standard input"));
}

TEST_CASE("a header that promises more than there is takes no memory") {
    const outside::temporary_folder folder;
    const auto check = [](const std::string& program, std::vector<std::string> words,
                          const std::string& text, const std::string& code) {
        const outside::temporary_file file(text);
        for (std::string& word : words)
            if (word == "FILE") word = file.name();
        const fed_result came = run_fed(program, words, {"", "\n"});
        CAPTURE(text.substr(0, 60));
        CAPTURE(came.said.substr(0, 500));
        CHECK(came.code == 3);
        CHECK(came.peak < memory_at_most);
        CHECK(outside::has(came.said, "error[" + code + "]"));
    };
    check("maze", {"solve", "FILE"}, "N=1000000000, M=1000000000, P=9\nS\nE\n", "bad_dimensions");
    check("maze", {"solve", "FILE"}, "N=60000, M=60000, P=9\nS\nE\n", "bad_row_count");
    check("maze", {"solve", "FILE"}, "N=2, M=1400000000, P=9\nS\nE\n", "bad_dimensions");
    check("maze", {"solve", "FILE"}, "N=99999999999999999999, M=3, P=9\nS\nE\n", "bad_dimensions");
    check("pacman", {"solve", "FILE"}, "1000000000,1000000000\n1,1,9\n1,1\nV\n", "size");
    check("pacman", {"solve", "FILE"},
          R"({"SIRKA":1000000000,"VYSKA":1e9,"START":{},"CIL":{},"PLAN":[]})", "type");
    // A row of 60,000 rooms and as many rows that are empty would be 4 billion cells.
    check("mazegen", {"--mask", "FILE"},
          std::string(60'000, '.') + std::string(60'000, '\n') + ".\n", "bad_row_length");
}

TEST_CASE("JSON a million levels deep is refused with a message") {
    const std::pair<std::string, int> levels[] = {
        {"[", 1'000'000}, {"{\"a\":", 100'000}, {"{\"PLAN\":[", 100'000}};
    for (const auto& [level, count] : levels) {
        std::string text = "{\"SIRKA\":";
        for (int i = 0; i < support::rounds(count); ++i) text += level;
        const outside::temporary_file file(text, ".json");
        const fed_result came = run_fed("pacman", {"check", file.name()}, {"", "\n"});
        CAPTURE(came.said.substr(0, 500));
        CHECK(came.code == 3);
        CHECK(came.peak < memory_at_most);
        CHECK(outside::has(came.said, "error["));
    }
}

TEST_CASE("a maze of more rooms than any machine holds is refused") {
    const outside::result huge =
        outside::mazegen({"--rows", "1000000000", "--cols", "1000000000", "--json"});
    CAPTURE(huge.out);
    CHECK((huge.code == 2 || huge.code == 4));
    CHECK(huge.document()["errors"][0]["code"].is_string());
}

/// The words of a command line that is kept for the fuzzers, one a line.
std::vector<std::string> words_of(const std::filesystem::path& file) {
    std::vector<std::string> words;
    const std::string text = outside::content_of(file);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        words.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return words;
}

TEST_CASE("command lines that are kept for the fuzzers end with an answer or a message") {
    const std::filesystem::path kept = SENDA_SOURCE_DIR "/tests/fuzz";
    for (const char* const program :
         {"maze", "mazegen", "pacman", "rush_hour", "amazons", "agents"}) {
        std::size_t count = 0;
        for (const char* const kind : {"seeds", "regressions"}) {
            const auto folder = kept / kind / (std::string{"command_line_"} + program);
            if (!std::filesystem::is_directory(folder)) continue;
            for (const auto& entry : std::filesystem::directory_iterator(folder)) {
                const outside::result r = outside::run_example(program, words_of(entry.path()), {},
                                                               outside::plain_environment());
                CAPTURE(entry.path().string());
                CAPTURE(r.err);
                CHECK(r.code <= 4);
                CHECK((r.code == 0 || !r.err.empty() || !r.out.empty()));
                ++count;
            }
        }
        CHECK(count > 0);
    }
}

}  // namespace hostile_test
