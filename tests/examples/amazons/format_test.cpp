// SPDX-License-Identifier: MIT
#include <amazons/format.hpp>

#include "naive_game.hpp"

#include <algorithm>
#include <amazons/file.hpp>
#include <amazons/queries.hpp>
#include <amazons/record.hpp>
#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <initializer_list>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace {
namespace format_test {

using namespace senda::amazons;

const std::string start_text = "a4,d1,g1,j4\na7,d10,g10,j7\n\n1\n";

/// The code, line and column of each error: "bad_cell 1:4, overlap 2:1".
std::string told(const std::vector<senda::diagnostic>& errors) {
    std::string out;
    for (const senda::diagnostic& d : errors) {
        CHECK_FALSE(d.message.empty());
        out += (out.empty() ? "" : ", ") + d.code + ' ' + std::to_string(d.line) + ':' +
               std::to_string(d.column);
    }
    return out;
}

/// The errors of a text that is refused, and as strictly read too.
std::string errors_of(const std::string& text) {
    const senda::parsed<board> lenient = parse_board(text);
    const senda::parsed<board> strict = parse_board(text, reading::strict);
    CHECK(lenient.has_value() == lenient.errors().empty());
    CHECK(told(strict.errors()) == told(lenient.errors()));
    for (const senda::diagnostic& d : lenient.errors())
        CHECK(senda::describe(d, "tablero.txt", text).find(d.code) != std::string::npos);
    return told(lenient.errors());
}

std::string with_line(std::size_t number, const std::string& line) {
    std::vector<std::string> lines = {"a4,d1,g1,j4", "a7,d10,g10,j7", "", "1"};
    lines[number - 1] = line;
    std::string text;
    for (const std::string& each : lines) text += each + '\n';
    return text;
}

void check_start(const std::string& text) {
    CAPTURE(text);
    const senda::parsed<board> read = parse_board(text, reading::strict);
    CHECK(told(read.errors()).empty());
    CHECK(read.warnings.empty());
    REQUIRE(read);
    CHECK(*read == board{});
}

/// Whether a text is a saved game: read in the most pedestrian way, with nothing of senda.
bool naive_accepts(const std::string& text) {
    std::vector<std::string> lines{""};
    for (const char c : text) {
        if (c == '\n') {
            if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
            lines.emplace_back();
        } else {
            lines.back() += c;
        }
    }
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    const auto trimmed = [](std::string s) {
        while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.pop_back();
        while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.erase(0, 1);
        return s;
    };
    for (std::string& line : lines) line = trimmed(line);
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    if (lines.size() != 4 || (lines[3] != "1" && lines[3] != "2")) return false;

    std::set<std::string> names;
    for (int column = 0; column < 10; ++column)
        for (int row = 0; row < 10; ++row) names.insert(naive::name({column, row}));
    for (std::size_t i = 0; i < 3; ++i) {
        std::vector<std::string> items;
        if (!lines[i].empty()) items.emplace_back();
        for (const char c : lines[i]) {
            if (c == ',') {
                items.emplace_back();
            } else {
                items.back() += c;
            }
        }
        if (i < 2 && items.size() != 4) return false;
        for (const std::string& item : items)
            if (names.erase(trimmed(item)) == 0) return false;
    }
    return true;
}

}  // namespace format_test
}  // namespace

TEST_CASE("what is wrong with a saved game or a record is said in Spanish, too") {
    using namespace format_test;
    struct fault {
        const char* text;
        const char* code;
        const char* says;
    };
    for (const auto& [text, code, says] : std::initializer_list<fault>{
             {"x", "missing_line", "falta la línea 2: se esperaba las amazonas negras"},
             {"a4,d1,g1\na7,d10,g10,j7\n\n1", "wrong_count", "se esperaba 4 casillas"},
             {"a4,d1,g1,k4\na7,d10,g10,j7\n\n1", "bad_cell", "casilla desconocida 'k4'"},
             {"a4,d1,g1,\na7,d10,g10,j7\n\n1", "bad_cell", "aquí no hay ninguna casilla"},
             {"a4,d1,g1,g1\na7,d10,g10,j7\n\n1", "duplicate_cell", "dos veces"},
             {"a4,d1,g1,j4\na7,d10,g10,j4\n\n1", "overlap", "nada comparte una casilla"},
             {"a4,d1,g1,j4\na7,d10,g10,j7\n\n3", "bad_player", "jugador desconocido '3'"},
             {"a4,d1,g1,j4\na7,d10,g10,j7\n\n1\nx", "extra_line", "sobra 'x'"}}) {
        CAPTURE(code);
        const auto read = parse_board<board>(text, reading::lenient, {}, spanish_reading_words);
        REQUIRE(!read.errors().empty());
        CHECK(read.errors()[0].code == code);
        CHECK_MESSAGE(read.errors()[0].message.find(says) != std::string::npos,
                      read.errors()[0].message);
    }
    for (const auto& [text, code, says] : std::initializer_list<fault>{
             {"Amazons: 99x9\n", "bad_size", "tamaño desconocido"},
             {"Amazons: 10x10\nStart: x\n", "missing_line", "una posición tiene cuatro partes"},
             {"Amazons: 10x10\nResult: who\n", "bad_result", "resultado desconocido"},
             {"Amazons: 10x10\n\nhop\n", "bad_play", "no es una jugada"},
             {"Amazons: 10x10\n\nd1-d10/d9\n", "illegal_play",
              "la amazona de d1 no puede ir a d10"},
             {"Amazons: 10x10\nResult: white wins\n", "wrong_result", "nadie ha ganado"}}) {
        CAPTURE(code);
        const auto read = parse_record<board>(text, reading::lenient, spanish_reading_words);
        REQUIRE(!read.errors().empty());
        CHECK(read.errors()[0].code == code);
        CHECK_MESSAGE(read.errors()[0].message.find(says) != std::string::npos,
                      read.errors()[0].message);
    }
}

TEST_CASE("a saved game is read as it is written") {
    using namespace format_test;
    const std::string text =
        "a7,g1,i9,j6\nb1,b10,g7,i3\na10,a8,a6,b7,b6,b3,b2,e1,f1,g5,g9,h1,h4,h5,i1,j1\n1\n";
    const senda::parsed<board> read = parse_board(text, reading::strict);
    REQUIRE(read);
    CHECK(read->amazons(player::white).count() == 4);
    CHECK(read->amazons(player::black).contains(cell_at(1, 9)));
    CHECK(read->arrows().count() == 16);
    CHECK(read->to_move() == player::white);
    CHECK(to_text(*read) ==
          "a7,g1,i9,j6\nb1,b10,g7,i3\na6,a8,a10,b2,b3,b6,b7,e1,f1,g5,g9,h1,h4,h5,i1,j1\n1\n");
    check_start(start_text);
}

TEST_CASE("random positions come back from their text") {
    using namespace format_test;
    support::split_mix64 random{5};
    for (int round = 0; round < 200; ++round) {
        const naive::game g = naive::random_game(random);
        const senda::parsed<board> read = parse_board(g.text(), reading::strict);
        REQUIRE(read);
        for (const naive::place& p : g.places()) {
            const cell c = cell_at(p.first, p.second);
            CHECK(read->empty_cells().contains(c) == (g.at(p) == '.'));
            CHECK(read->arrows().contains(c) == (g.at(p) == 'x'));
            CHECK(read->amazons(player::white).contains(c) == (g.at(p) == 'W'));
        }
        CHECK((read->to_move() == player::white) == (g.turn == 'W'));
        const senda::parsed<board> again = parse_board(to_text(*read));
        REQUIRE(again);
        CHECK(*again == *read);
    }
}

TEST_CASE("blanks and line ends that do no harm are part of the format") {
    using namespace format_test;
    check_start("a4,d1,g1,j4\na7,d10,g10,j7\n\n1");
    check_start("a4,d1,g1,j4\r\na7,d10,g10,j7\r\n\r\n1\r\n");
    check_start("a4,d1,g1,j4\r\na7,d10,g10,j7\n\r\n1\r\n");
    check_start(" a4 ,\td1 , g1,j4 \n\ta7,d10,g10,j7\t\n \t \n 1 \n");
    check_start(start_text + "\n\n  \n\t\r\n\n");
    check_start("g1,j4,a4,d1\nj7,d10,g10,a7\n\n1\n");
    check_start(start_text + "   ");
}

TEST_CASE("a byte order mark is a warning, and an error if reading is strict") {
    using namespace format_test;
    const std::string text = "\xEF\xBB\xBF" + start_text;
    const senda::parsed<board> lenient = parse_board(text);
    REQUIRE(lenient);
    CHECK(*lenient == board{});
    CHECK(told(lenient.warnings) == "bom 1:1");
    const senda::parsed<board> strict = parse_board(text, reading::strict);
    CHECK_FALSE(strict);
    CHECK(told(strict.errors()) == "bom 1:1");
}

TEST_CASE("a missing line is told with its number") {
    using namespace format_test;
    for (const char* nothing : {"", "\n", "\n\n\n\n\n", " \t\r\n"})
        CHECK(errors_of(nothing) == "missing_line 1:1");
    CHECK(errors_of("a4,d1,g1,j4") == "missing_line 2:1");
    CHECK(errors_of("a4,d1,g1,j4\n\n\n\n") == "missing_line 2:1");
    CHECK(errors_of("a4,d1,g1,j4\na7,d10,g10,j7") == "missing_line 3:1");
    CHECK(errors_of("a4,d1,g1,j4\na7,d10,g10,j7\n") == "missing_line 3:1");
    CHECK(errors_of("a4,d1,g1,j4\na7,d10,g10,j7\n\n") == "missing_line 4:1");
    CHECK(errors_of("a4,d1,g1,j4\na7,d10,g10,j7\n\n\n\n") == "missing_line 4:1");
    CHECK(errors_of("a4,d1,g1,j4\na7,d10,g10,j7\na1,a2\n") == "missing_line 4:1");
    CHECK(errors_of("a4,d1,g1,j4\na7,d10,g10,j7\n1\n") == "missing_line 4:1");
    CHECK(errors_of("x\ny\nz") == "missing_line 4:1");
}

TEST_CASE("a line too many is told where it stands") {
    using namespace format_test;
    CHECK(errors_of(start_text + "x\n") == "extra_line 5:1");
    CHECK(errors_of(start_text + "1") == "extra_line 5:1");
    CHECK(errors_of(start_text + "\n\n \ta1\n") == "extra_line 7:3");
    CHECK(errors_of("\n" + start_text) == "extra_line 5:1");
    CHECK(errors_of("a4,d1,g1,j4\n\na7,d10,g10,j7\n\n1\n") == "extra_line 5:1");
}

TEST_CASE("a bad cell is told with its column") {
    using namespace format_test;
    for (const char* wrong : {"k1",
                              "a0",
                              "a11",
                              "A1",
                              "a01",
                              "1a",
                              "a",
                              "7",
                              "a1b",
                              "a 1",
                              "a1 b1",
                              "a1;b1",
                              "-1",
                              "aa1",
                              "a-1",
                              "a1.",
                              "\xC3\xB1"
                              "1",
                              "a1\rb1",
                              "a100",
                              "a99999999999999999999",
                              "\x01",
                              "a1/b1",
                              "'a1'",
                              "W"})
        CHECK(errors_of(with_line(3, wrong)) == "bad_cell 3:1");
    CHECK(errors_of(with_line(3, "a1,x9,b1")) == "bad_cell 3:4");
    CHECK(errors_of(with_line(3, "a1, \tx9 ,b1")) == "bad_cell 3:6");
    CHECK(errors_of(with_line(3,
                              "\xC3\xB1"
                              "1,x1")) == "bad_cell 3:1, bad_cell 3:4");
    CHECK(errors_of(with_line(3, ",")) == "bad_cell 3:1, bad_cell 3:2");
    CHECK(errors_of(with_line(3, "a1,,b1")) == "bad_cell 3:4");
    CHECK(errors_of(with_line(3, "a1,  ,b1")) == "bad_cell 3:6");
    CHECK(errors_of(with_line(3, "a1,b1,")) == "bad_cell 3:7");
    CHECK(errors_of(with_line(3, ",a1")) == "bad_cell 3:1");
    CHECK(errors_of(with_line(1, "a4,d1,g1,j11")) == "bad_cell 1:10");
    CHECK(errors_of(with_line(1, "a4,d1,g1,j4,")) == "bad_cell 1:13");
    CHECK(errors_of(with_line(2, "a7,D10,g10,j7")) == "bad_cell 2:4");
    CHECK(errors_of(with_line(2, "a7 d10 g10 j7")) == "bad_cell 2:1, wrong_count 2:14");
}

TEST_CASE("nothing stands on a cell twice") {
    using namespace format_test;
    CHECK(errors_of(with_line(1, "a4,d1,a4,j4")) == "duplicate_cell 1:7");
    CHECK(errors_of(with_line(1, "a4,d1,g1,j4,a4")) == "duplicate_cell 1:13");
    CHECK(errors_of(with_line(3, "a1,b1, a1,a1")) == "duplicate_cell 3:8, duplicate_cell 3:11");
    CHECK(errors_of(with_line(2, "a7,d10,g10,j4")) == "overlap 2:12");
    CHECK(errors_of(with_line(3, "a1,a4")) == "overlap 3:4");
    CHECK(errors_of(with_line(3, "a7")) == "overlap 3:1");
    CHECK(errors_of(with_line(3, "a7,a7")) == "overlap 3:1, duplicate_cell 3:4");
}

TEST_CASE("each player has four amazons") {
    using namespace format_test;
    CHECK(errors_of(with_line(1, "a4,d1,g1")) == "wrong_count 1:9");
    CHECK(errors_of(with_line(1, "a4,d1,g1  ")) == "wrong_count 1:11");
    CHECK(errors_of(with_line(1, "")) == "wrong_count 1:1");
    CHECK(errors_of(with_line(2, " ")) == "wrong_count 2:2");
    CHECK(errors_of(with_line(2, "a7")) == "wrong_count 2:3");
    CHECK(errors_of(with_line(2, "a7,d10,g10,j7, b2")) == "wrong_count 2:16");
    CHECK(errors_of(with_line(2, "a7,d10,g10,j7,b2,b3")) == "wrong_count 2:15");
    CHECK(errors_of(with_line(1, "a4,d1,d1")) == "duplicate_cell 1:7, wrong_count 1:9");
    CHECK(told(parse_board<basic_board<5, 5>>("b1,f1\nb5,d6\n\n1\n").errors()) ==
          "bad_cell 1:4, bad_cell 2:4");
    // On other boards one to four.
    CHECK(parse_board<basic_board<5, 5>>("b1\nb5,d5\n\n1\n"));
    CHECK(parse_board("a2,b1,c1,d2\na4,b5,c5,d4\n\n1\n", reading::strict, {5, 4}));
    CHECK(told(parse_board("\na1,b1,c1,d1,e1\n\n1\n", reading::strict, {5, 5}).errors()) ==
          "wrong_count 1:1, wrong_count 2:13");
    CHECK(told(parse_board("b1,e1\nb5,d6\n\n1\n", reading::strict, {5, 4}).errors()) ==
          "bad_cell 1:4, bad_cell 2:4");
}

TEST_CASE("the player to move is 1 or 2") {
    using namespace format_test;
    for (const char* wrong : {"3", "0", "-1", "01", "12", "white", "1 2", "1,", "a1", "+1", "1.0"})
        CHECK(errors_of(with_line(4, wrong)) == "bad_player 4:1");
    CHECK(errors_of(with_line(4, " \tx")) == "bad_player 4:3");
    CHECK(errors_of(with_line(4, std::string("1\0", 2))) == "bad_player 4:1");
}

TEST_CASE("all errors are told, line by line, up to a number") {
    using namespace format_test;
    CHECK(errors_of("a4,d1,g1\na7,d10,g10,a4\nz1,d10\n7\n") ==
          "wrong_count 1:9, overlap 2:12, bad_cell 3:1, overlap 3:4, bad_player 4:1");
    std::string many = "?";
    for (int i = 0; i < 5000; ++i) many += ",?";
    const senda::parsed<board> read = parse_board(with_line(3, many) + "");
    CHECK(read.errors().size() == most_errors);
}

TEST_CASE("texts that differ in one character are judged as by a naive reader") {
    using namespace format_test;
    const std::string text = "a4,d1,g1,j10\r\na7, d10,g8,j7\nb2,b3 ,i9\n2\n";
    REQUIRE(naive_accepts(text));
    const std::string alphabet = "aj0127k, \t\r\n-A";
    int accepted = 0;
    const auto judge = [&](const std::string& changed) {
        const senda::parsed<board> read = parse_board(changed);
        if (naive_accepts(changed) != read.has_value()) FAIL_CHECK("misjudged: " << changed);
        if (read.has_value() != read.errors().empty()) FAIL_CHECK("no reason: " << changed);
        for (const senda::diagnostic& d : read.errors())
            if (d.line < 1 || d.line > 6 || d.column < 1 || d.column > 20)
                FAIL_CHECK("no place: " << changed);
        accepted += read ? 1 : 0;
    };
    for (std::size_t at = 0; at <= text.size(); ++at) {
        judge(text.substr(0, at));
        judge(text.substr(at));
        if (at < text.size()) judge(text.substr(0, at) + text.substr(at + 1));
        for (const char c : alphabet) {
            judge(text.substr(0, at) + c + text.substr(at));
            if (at < text.size()) judge(text.substr(0, at) + c + text.substr(at + 1));
        }
    }
    CHECK(accepted > 50);
}

TEST_CASE("a game is loaded from the file that it was saved to") {
    using namespace format_test;
    const std::string name = (std::filesystem::temp_directory_path() /
                              ("senda-" + std::to_string(std::random_device{}()) + ".txt"))
                                 .string();
    board b;
    b.make(*parse_play("d1-d7/g7"));
    CHECK_FALSE(save_board(b, name));
    CHECK(*read_board(name, reading::strict) == b);
    CHECK_FALSE(save_board(basic_board<3, 3>{}, name));
    CHECK(*read_board<basic_board<3, 3>>(name) == basic_board<3, 3>{});
    CHECK(*read_board(name, reading::strict, {3, 3}) == new_board({3, 3}));
    CHECK(told(read_board(name).errors()) == "wrong_count 1:3, wrong_count 2:3");
    std::filesystem::remove(name);

    const senda::parsed<board> none = read_board(name);
    CHECK_FALSE(none);
    CHECK(told(none.errors()) == "unreadable 0:0");
    CHECK(none.errors()[0].message.starts_with("cannot read '" + name + "': "));
    const auto fault = save_board(b, name + "/\x1b/game.txt");
    REQUIRE(fault);
    CHECK(fault->code == "unwritable");
    CHECK(fault->message.starts_with("cannot write '" + name + "/\\x1b/game.txt': "));
}
