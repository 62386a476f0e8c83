// SPDX-License-Identifier: MIT
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <doctest/doctest.h>
#include <set>
#include <string>
#include <vector>

using outside::has;
using outside::json;
using outside::maze;

namespace {

/// Ten rows of ten cells: a corridor with the start and the end, with some lines replaced.
std::string text_with(const std::string& header, const std::string& first_row) {
    std::string text = header + '\n' + first_row + '\n';
    text += "#S000000E#\n";
    for (int i = 0; i < 8; ++i) text += "##########\n";
    return text;
}

const std::string header = "N=10, M=10, P=10";
const std::string wall = "##########";

struct fault {
    std::string text;
    std::string code;
    json line;
    json column;
};

}  // namespace

TEST_CASE("every error of a maze file has its code, line and column") {
    const fault faults[] = {
        {"", "empty_input", 1, 1},
        {"\n \n", "empty_input", 1, 1},
        {text_with("hello", wall), "bad_header", 1, 1},
        {text_with("N=10 M=10 P=10", wall), "bad_header", 1, 6},
        {text_with("N=10; M=10; P=10", wall), "bad_header", 1, 5},
        {text_with("N=10, M=10, P=ten", wall), "bad_header", 1, 15},
        {text_with("N=0, M=10, P=10", wall), "bad_dimensions", 1, 3},
        {text_with("N=10, M=99999999999999999999, P=10", wall), "bad_dimensions", 1, 9},
        {text_with("N=10, M=10, P=0", wall), "bad_life", 1, 15},
        {text_with("N=10, M=10, P=-5", wall), "bad_life", 1, 15},
        {text_with("N=12, M=10, P=10", wall), "bad_row_count", 12, 1},
        {text_with("N=10, M=10, P=10", wall) + wall + '\n', "bad_row_count", 12, 1},
        {text_with(header, wall + '#'), "bad_row_length", 2, 11},
        {text_with(header, "###x######"), "bad_cell", 2, 4},
        {text_with(header, "##é#x#####"), "bad_cell", 2, 3},
        {text_with(header, "###S######"), "many_starts", 3, 2},
        {text_with(header, "###E######"), "many_ends", 3, 9},
        {"N=10, M=10, P=10\n#E########\n" + text_with("x", wall).substr(2 + 11 + 11) + wall + '\n',
         "no_start", nullptr, nullptr},
    };
    for (const fault& f : faults) {
        CAPTURE(f.text);
        const outside::result as_json = maze({"solve", "-", "--json"}, f.text);
        CHECK(as_json.code == 3);
        CHECK(as_json.err.empty());
        const json d = as_json.document();
        CHECK(d["status"] == "invalid");
        REQUIRE_FALSE(d["errors"].empty());
        const json& e = d["errors"][0];
        CHECK(e["code"] == f.code);
        CHECK(e["line"] == f.line);
        CHECK(e["column"] == f.column);
        CHECK_FALSE(e["message"].get<std::string>().empty());

        for (const char* command : {"solve", "check", "show", "least"}) {
            if (outside::is_left_out(&f - faults)) break;
            const outside::result r = maze({command, "-"}, f.text);
            CHECK(r.code == 3);
            CHECK(r.out.empty());
            CHECK(has('\n' + r.err, "\nerror[" + f.code + "]: "));
        }
    }
    const json no_end = maze({"solve", "-", "--json"}, "N=1, M=3, P=10\n#S#\n").document();
    CHECK(no_end["errors"][0]["code"] == "no_end");
}

TEST_CASE("the message for a bad cell shows the line with a caret") {
    const outside::temporary_file file("N=3, M=11, P=10\n###########\n#S00x0000E#\n###########\n");
    const outside::result r = maze({"solve", file.name()});
    CHECK(r.code == 3);
    CHECK(has(r.err, "error[bad_cell]: unknown cell 'x': expected S, E, #, T or a digit\n --> " +
                         file.name() + ":3:5\n  |\n3 | #S00x0000E#\n  |     ^\n"));
}

TEST_CASE("what is harmless is accepted with a warning, and refused by --strict") {
    const std::string good = text_with(header, wall);
    struct oddity {
        std::string text;
        std::string code;
    };
    std::string with_returns;
    for (const char c : good) with_returns += c == '\n' ? "\r\n" : std::string(1, c);
    const oddity oddities[] = {
        {"\xEF\xBB\xBF" + good, "bom"},
        {"\n" + good, "blank_lines"},
        {good + "\n\n", "blank_lines"},
        {text_with(header, wall + "  "), "trailing_blanks"},
        {with_returns, "trailing_blanks"},
        {text_with(header, "####"), "short_row"},
        {text_with(header, "#t########"), "lower_case"},
        {"N=1, M=10, P=10\nS00000000E\n", "small_dimensions"},
        {text_with("N=10, M=10, P=9", wall), "small_life"},
    };
    CHECK(maze({"solve", "-", "--strict"}, good).code == 0);
    for (const oddity& o : oddities) {
        CAPTURE(o.code);
        const outside::result lenient = maze({"solve", "-", "--json"}, o.text);
        CHECK(lenient.code == 0);
        CHECK(lenient.document()["warnings"] == json::array({o.code}));
        const outside::result words = maze({"solve", "-"}, o.text);
        CHECK(words.err.starts_with("warning: "));
        CHECK(has(words.err, "[" + o.code + "]"));
        const outside::result strict = maze({"solve", "-", "--strict", "--json"}, o.text);
        CHECK(strict.code == 3);
        CHECK(strict.document()["errors"][0]["code"] == o.code);
    }
}

TEST_CASE("a body far larger than its header says is told where it goes wrong") {
    // Longer than what is read before the header is looked at, and than what it allows.
    const std::string rows(3'000'000, '0');
    const fault faults[] = {
        {header + '\n' + rows, "bad_row_length", 2, 11},
        {header + '\n' + wall + '\n' + rows + '\n' + rows, "bad_row_length", 3, 11},
        {"N=1, M=3000000, P=10\n" + rows + '\n' + rows + '\n' + rows, "bad_row_count", 3, 1},
    };
    for (const fault& f : faults) {
        const outside::temporary_file file(f.text);
        const json e = maze({"check", file.name(), "--json"}).document()["errors"];
        CHECK(e.size() == 1);
        CHECK(e[0]["code"] == f.code);
        CHECK(e[0]["line"] == f.line);
        CHECK(e[0]["column"] == f.column);
        const outside::result r = maze({"check", file.name(), "--strict"});
        CHECK(r.code == 3);
        CHECK(has(r.err, "error[" + f.code + "]: "));
        CHECK(r.err.size() < 1000);
    }
    // Nothing but blanks is no fault of any line.
    const json e =
        maze({"check", "-", "--json"}, header + std::string(3'000'000, '\n')).document()["errors"];
    CHECK(e[0]["code"] == "unreadable");
}

TEST_CASE("every code that the program can print is on its page") {
    const std::string page = outside::content_of(SENDA_SOURCE_DIR "/docs/maze.md");
    // Names of what is no fault, nouns, and how no search of mazes ends.
    const std::set<std::string> never_printed{
        "running",     "found",    "exhausted",  "cost_limit", "negative_cost", "aborted",
        "none",        "won",      "disk_limit", "disk_error", "cycle",         "negative_cycle",
        "width_limit", "complete", "cell",       "cells",      "row",           "rows"};
    std::size_t codes = 0;
    for (const char* source : {"examples/maze/format.hpp", "examples/maze/game.hpp",
                               "examples/maze/answer.hpp", "include/senda/search/result.hpp",
                               "examples/common/refuse.hpp", "examples/maze/play.cpp"}) {
        std::string text = outside::content_of(SENDA_SOURCE_DIR "/" + std::string{source});
        text.resize(std::min(text.size(), text.find("enum class engine_kind")));
        REQUIRE_FALSE(text.empty());
        for (std::size_t at = 0; (at = text.find('"', at)) != text.npos;) {
            const std::size_t end = text.find('"', at + 1);
            const std::string word = text.substr(at + 1, end - at - 1);
            at = end + 1;
            if (word.size() < 3 || never_printed.contains(word) ||
                word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != word.npos)
                continue;
            CHECK_MESSAGE(has(page, '`' + word + '`'), word);
            ++codes;
        }
    }
    CHECK(codes > 30);
}

TEST_CASE("what is wrong with a file is told in Spanish too, with the same codes") {
    const std::string bad = text_with(header, "###x######");
    const outside::result r = maze({"check", "-", "--lang", "es"}, bad);
    CHECK(r.code == 3);
    CHECK(has(r.err, "error[bad_cell]: casilla desconocida 'x': se espera S, E, #, T o una cifra"));
    const outside::result small =
        maze({"check", "-", "--lang", "es"}, text_with("N=10, M=10, P=9", wall));
    CHECK(has(small.err, "P es 9: las reglas piden al menos 10 [small_life]"));
    CHECK(has(maze({"verify", "examples/mazes/treasure.txt", "(1;1)", "--lang", "es"}).err,
              "error[bad_route]: se espera ',' (una ruta es"));
}

TEST_CASE("a file that cannot be read is bad input") {
    for (const char* name : {"no/such/file.txt", "examples"}) {
        const outside::result r = maze({"solve", name, "--json"});
        CHECK(r.code == 3);
        CHECK(r.document()["errors"][0]["code"] == "unreadable");
        CHECK(has(maze({"solve", name}).err, "cannot read the file"));
    }
}
