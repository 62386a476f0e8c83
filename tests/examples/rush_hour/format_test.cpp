// SPDX-License-Identifier: MIT
#include <rush_hour/format.hpp>

#include "random_boards.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace senda::rush_hour;

const std::string good = "BB..CCD.....DAA..E.....E.x..FFGGG...";

/// The text in one line as six lines.
std::string in_six(std::string_view text, std::string_view end = "\n") {
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += 6) {
        out += text.substr(at, 6);
        out += end;
    }
    return out;
}

board read(std::string_view text) {
    senda::parsed<board> found = parse_text(text);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return *found;
}

std::string codes(const std::vector<senda::diagnostic>& list) {
    std::string told;
    for (const senda::diagnostic& d : list)
        told += (told.empty() ? "" : " ") + d.code + '@' + std::to_string(d.line) + ':' +
                std::to_string(d.column);
    return told;
}

/// The error of a text: `code@line:column`, the same for both ways of reading.
std::string refused(std::string_view text) {
    const senda::parsed<board> lenient = parse_text(text);
    CHECK_FALSE(lenient.has_value());
    CHECK_FALSE(lenient.error().message.empty());
    CHECK(parse_text(text, reading::strict).error() == lenient.error());
    return codes({lenient.error()});
}

std::string message(std::string_view text) { return parse_text(text).error().message; }

/// A good board with other characters from a cell on.
std::string with(std::size_t cell, std::string_view characters) {
    std::string text = "............AA......................";
    return text.replace(cell, characters.size(), characters);
}

/// A board with one letter in these cells, and the red car.
std::string letters_in(std::initializer_list<std::size_t> cells, char letter = 'B') {
    std::string text = letter == 'A' ? std::string(36, 'o') : with(0, "");
    for (const std::size_t cell : cells) text[cell] = letter;
    return text;
}

/// Accepted with these warnings, each of which is the error of strict reading if it is the first.
void check_warned(std::string_view text, const std::string& expected) {
    CAPTURE(text);
    const senda::parsed<board> lenient = parse_text(text);
    REQUIRE_MESSAGE(lenient.has_value(), lenient.error().message);
    CHECK(*lenient == read(good));
    CHECK(codes(lenient.warnings) == expected);
    const senda::parsed<board> strict = parse_text(text, reading::strict);
    CHECK(strict.has_value() == expected.empty());
    CHECK(strict.warnings.empty());
    if (expected.empty()) return;
    const senda::diagnostic& warning = lenient.warnings.front();
    CHECK(strict.error().code == warning.code);
    CHECK(strict.error().line == warning.line);
    CHECK(strict.error().column == warning.column);
    CHECK(warning.message.ends_with(": ignored"));
    CHECK(strict.error().message.ends_with(": expected none"));
}

}  // namespace

TEST_CASE("a board is read from one line or from six, and written as either") {
    const board b = read(good);
    CHECK(read(in_six(good)) == b);
    CHECK(to_text(b) == "BBooCCDoooooDAAooEoooooEoxooFFGGGooo");
    CHECK(to_lines(b) == in_six(good));
    CHECK(read(to_text(b)) == b);
    REQUIRE(b.vehicles().size() == 7);
    CHECK(b.find('G')->length == 3);
    CHECK(*b.find('D') == vehicle{'D', 1, 0, 2, axis::vertical});
    CHECK(*b.find('E') == vehicle{'E', 2, 5, 2, axis::vertical});
    CHECK(b.walls() == cell_at(4, 1));
    CHECK(b.red() == vehicle{'A', 2, 1, 2, axis::horizontal});
}

TEST_CASE("random boards survive being written and read") {
    support::split_mix64 random{3};
    for (int round = 0; round < 200; ++round) {
        const std::string text = support::random_board_text(random, 6);
        CAPTURE(text);
        const board b = read(text);
        CHECK(to_text(b) == text);
        CHECK(read(to_lines(b)) == b);
    }
}

TEST_CASE("the smallest board and one that is solved already are fine") {
    CHECK(read(with(0, "")).vehicles().size() == 1);
    CHECK(read("ooooooooooooooooAAoooooooooooooooooo").solved());
    CHECK(read("xxxxxxxxxxxxxxxxAAxxxxxxxxxxxxxxxxxx").solved());
    CHECK(read("BBBCCCDDDEEEAAFFFoHHHIIIJJJKKKLLLMMM").vehicles().size() == 12);
}

TEST_CASE("what is harmless around a board is accepted with a warning") {
    check_warned(good, "");
    check_warned(good + "\n", "");
    check_warned(in_six(good), "");
    check_warned(in_six(good).substr(0, 41), "");
    check_warned("\xEF\xBB\xBF" + good, "bom@1:1");
    check_warned(good + "\r\n", "trailing_blanks@1:37");
    check_warned(good + " \t", "trailing_blanks@1:37");
    check_warned(in_six(good, "\r\n"), "trailing_blanks@1:7");
    check_warned(in_six(good, " \n"), "trailing_blanks@1:7");
    check_warned("  " + good, "leading_blanks@1:1");
    check_warned(" " + in_six(good, "\n "), "leading_blanks@1:1 blank_lines@7:1");
    check_warned("\n\n" + good + "\n\n\n", "blank_lines@1:1");
    check_warned(in_six(good) + "\n \n", "blank_lines@7:1");
    check_warned(in_six(good, "\n\n"), "blank_lines@2:1");
    check_warned("\xEF\xBB\xBF\r\n\t" + good + "\r\n\r\n",
                 "bom@1:1 blank_lines@1:1 leading_blanks@2:1 trailing_blanks@2:38");
}

TEST_CASE("a text of the wrong length is refused where it ends or goes on") {
    CHECK(refused("") == "bad_length@1:1");
    CHECK(refused("\n\r\n  \n") == "bad_length@1:1");
    CHECK(refused("\xEF\xBB\xBF") == "bad_length@1:1");
    CHECK(refused("A") == "bad_length@1:2");
    CHECK(refused(good.substr(0, 35)) == "bad_length@1:36");
    CHECK(refused(good + '.') == "bad_length@1:37");
    CHECK(refused(good + good) == "bad_length@1:37");
    CHECK(refused(good + '\n' + good) == "bad_length@2:1");
    CHECK(refused(good + "\n\n\n.") == "bad_length@4:1");
    CHECK(refused(good.substr(0, 6)) == "bad_length@1:7");
    CHECK(refused(in_six(good.substr(0, 30))) == "bad_length@6:1");
    CHECK(refused(in_six(good + "......")) == "bad_length@7:1");
    CHECK(refused(in_six(good + good + good)) == "bad_length@7:1");
    CHECK(refused(in_six(good.substr(0, 35))) == "bad_length@6:6");
    CHECK(refused(in_six(good + '.')) == "bad_length@7:1");
    CHECK(refused("BB..C\nCD.....\nDAA..E\n.....E\n.x..FF\nGGG...\n") == "bad_length@1:6");
    CHECK(refused("BB..CC\nD......\nDAA..E\n.....E\n.x..F\nGGG...\n") == "bad_length@2:7");
    CHECK(refused("BB..CCD.....\nDAA..E.....E\n.x..FFGGG...\n") == "bad_length@1:7");
    CHECK(refused(good.substr(0, 18) + '\n' + good.substr(18)) == "bad_length@1:7");
    CHECK(refused(good.substr(0, 35) + ' ') == "bad_length@1:36");
    CHECK(refused(' ' + good.substr(0, 35)) == "bad_length@1:37");
    // Longer than a board and with other characters: the length says more about what went wrong.
    CHECK(refused("this is the name of a file and no board") == "bad_length@1:37");
    CHECK(refused(std::string(100'000, '?')) == "bad_length@1:37");
    CHECK(refused(std::string(100'000, '\n') + good + good) == "bad_length@100001:37");

    CHECK(message("") == "the text is empty: expected 36 characters, or six lines of six");
    CHECK(message("A") == "the board has 1 character: expected 36 characters, or six lines of six");
    CHECK(message(in_six(good.substr(0, 30))) ==
          "the board ends after 5 rows: expected 36 characters, or six lines of six");
    CHECK(message(in_six(good.substr(0, 35))) ==
          "row 6 has 5 characters: expected 36 characters, or six lines of six");
}

TEST_CASE("a character that is no cell is refused where it stands") {
    for (const std::string_view wrong : {"a",
                                         "b",
                                         "z",
                                         "O ",
                                         "1",
                                         "0",
                                         "#",
                                         "*",
                                         "-",
                                         "_",
                                         " ",
                                         "\t",
                                         "\x1b",
                                         "\x7f",
                                         "@",
                                         "[",
                                         "\xC3\xA9",
                                         "\xE2\x88\x92",
                                         "\xF0\x9F\x9A\x97",
                                         "\xFF",
                                         "\xC3",
                                         "\r"}) {
        CAPTURE(wrong);
        const std::size_t at = wrong == "O " ? 2 : 1;
        std::string text = with(0, "");
        text.replace(8, at, wrong);
        CHECK(refused(text) == "bad_character@1:" + std::to_string(8 + at));
        text = with(0, "");
        text.replace(20, at, wrong);
        CHECK(refused("  " + text) == "bad_character@1:" + std::to_string(22 + at));
    }
    const std::string nul("\0", 1);
    CHECK(refused(with(35, nul)) == "bad_character@1:36");
    CHECK(refused(std::string(36, '\0')) == "bad_character@1:1");
    CHECK(refused(in_six(with(20, "b"))) == "bad_character@4:3");
    CHECK(refused(in_six(with(18, "X x"))) == "bad_character@4:2");
    CHECK(message(with(20, "b")) ==
          "unknown cell 'b': expected '.' or 'o' (empty), 'x' (wall) or a capital letter");
    CHECK(message(with(20, "\x1b")).find("unknown cell '\\x1b'") == 0);
    // Counted in characters, not in bytes.
    std::string wide = with(0, "");
    wide.replace(3, 1, "\xC3\xA9");
    CHECK(refused(wide) == "bad_character@1:4");
    wide.pop_back();
    CHECK(refused(wide) == "bad_length@1:36");
}

TEST_CASE("a vehicle of one cell, or of more than three, is refused") {
    CHECK(refused(letters_in({0})) == "bad_vehicle_length@1:1");
    CHECK(refused(letters_in({35})) == "bad_vehicle_length@1:36");
    CHECK(refused(letters_in({0, 1, 2, 3})) == "bad_vehicle_length@1:1");
    CHECK(refused(letters_in({24, 25, 26, 27, 28, 29})) == "bad_vehicle_length@1:25");
    CHECK(refused(letters_in({11, 17, 23, 29})) == "bad_vehicle_length@1:12");
    CHECK(refused(letters_in({0, 1, 6, 7})) == "bad_vehicle_length@1:1");
    CHECK(refused(letters_in({0, 1, 30, 31})) == "bad_vehicle_length@1:1");
    CHECK(refused(in_six(letters_in({28}))) == "bad_vehicle_length@5:5");
    CHECK(refused(std::string(36, 'B')) == "bad_vehicle_length@1:1");
    CHECK(refused(letters_in({12}, 'A')) == "bad_vehicle_length@1:13");
    CHECK(refused(letters_in({12, 13, 14, 15}, 'A')) == "bad_vehicle_length@1:13");
    CHECK(refused(std::string(36, 'A')) == "bad_vehicle_length@1:1");

    CHECK(message(letters_in({9})) == "vehicle B at row 2, column 4 has 1 cell: expected 2 or 3");
    CHECK(message(letters_in({0, 1, 2, 3})) ==
          "vehicle B at row 1, column 1 has 4 cells: expected 2 or 3");
    CHECK(message(letters_in({0, 1, 30, 31})) ==
          "vehicle B at row 1, column 1 has 4 cells: expected 2 or 3 in a line, and no two with "
          "one letter");
    CHECK(message(letters_in({12}, 'A')) ==
          "the red car A at row 3, column 1 has 1 cell: expected 2 or 3");
}

TEST_CASE("a vehicle that is bent, split or wraps over the end of a row is refused") {
    CHECK(refused(letters_in({0, 1, 6})) == "bad_vehicle_shape@1:7");
    CHECK(refused(letters_in({0, 1, 7})) == "bad_vehicle_shape@1:8");
    CHECK(refused(letters_in({0, 6, 7})) == "bad_vehicle_shape@1:8");
    CHECK(refused(letters_in({1, 6, 7})) == "bad_vehicle_shape@1:7");
    CHECK(refused(letters_in({0, 2})) == "bad_vehicle_shape@1:3");
    CHECK(refused(letters_in({0, 1, 3})) == "bad_vehicle_shape@1:4");
    CHECK(refused(letters_in({0, 2, 3})) == "bad_vehicle_shape@1:3");
    CHECK(refused(letters_in({0, 2, 4})) == "bad_vehicle_shape@1:3");
    CHECK(refused(letters_in({0, 18})) == "bad_vehicle_shape@1:19");
    CHECK(refused(letters_in({0, 6, 24})) == "bad_vehicle_shape@1:25");
    CHECK(refused(letters_in({0, 7})) == "bad_vehicle_shape@1:8");
    CHECK(refused(letters_in({0, 35})) == "bad_vehicle_shape@1:36");
    CHECK(refused(letters_in({5, 6})) == "bad_vehicle_shape@1:7");
    CHECK(refused(letters_in({4, 5, 6})) == "bad_vehicle_shape@1:7");
    CHECK(refused(letters_in({5, 6, 7})) == "bad_vehicle_shape@1:7");
    CHECK(refused(letters_in({29, 30})) == "bad_vehicle_shape@1:31");
    CHECK(refused(in_six(letters_in({5, 6}))) == "bad_vehicle_shape@2:1");
    CHECK(refused(letters_in({12, 13, 18}, 'A')) == "bad_vehicle_shape@1:19");
    CHECK(refused(letters_in({12, 15}, 'A')) == "bad_vehicle_shape@1:16");
    CHECK(refused(letters_in({17, 18}, 'A')) == "bad_vehicle_shape@1:19");
    CHECK(refused(letters_in({11, 12}, 'A')) == "bad_vehicle_shape@1:13");

    const std::string expected = ": expected its cells side by side in one row or one column";
    CHECK(message(letters_in({0, 1, 7})) ==
          "vehicle B at row 1, column 1 is bent at row 2, column 2" + expected);
    CHECK(message(letters_in({1, 6, 7})) ==
          "vehicle B at row 1, column 2 is bent at row 2, column 1" + expected);
    CHECK(message(letters_in({0, 2})) ==
          "vehicle B at row 1, column 1 is split: it does not reach row 1, column 3" + expected);
    CHECK(message(letters_in({4, 5, 6})) ==
          "vehicle B at row 1, column 5 wraps over the end of its row to row 2, column 1" +
              expected);
}

TEST_CASE("a red car that is missing or wrong is refused") {
    CHECK(refused(std::string(36, 'o')) == "no_red_car@0:0");
    CHECK(refused(std::string(36, 'x')) == "no_red_car@0:0");
    CHECK(refused("BB..........XX......................") == "no_red_car@0:0");
    CHECK(refused(letters_in({12, 13, 14}, 'A')) == "bad_red_car@1:13");
    CHECK(refused(letters_in({15, 16, 17}, 'A')) == "bad_red_car@1:16");
    CHECK(refused(letters_in({12, 18}, 'A')) == "bad_red_car@1:13");
    CHECK(refused(letters_in({5, 11, 17}, 'A')) == "bad_red_car@1:6");
    CHECK(refused(letters_in({0, 1}, 'A')) == "bad_red_car@1:1");
    CHECK(refused(letters_in({6, 7}, 'A')) == "bad_red_car@1:7");
    CHECK(refused(letters_in({34, 35}, 'A')) == "bad_red_car@1:35");
    CHECK(refused(in_six(letters_in({19, 20}, 'A'))) == "bad_red_car@4:2");
    CHECK(refused(" " + letters_in({19, 20}, 'A')) == "bad_red_car@1:21");

    CHECK(message(letters_in({12, 13, 14}, 'A')) ==
          "the red car A at row 3, column 1 has 3 cells: expected 2");
    CHECK(message(letters_in({12, 18}, 'A')) ==
          "the red car A at row 3, column 1 is vertical: expected 'AA'");
    CHECK(message(letters_in({0, 1}, 'A')) ==
          "the red car A at row 1, column 1 is not in the third row, where the exit is");
}

TEST_CASE("of several faults the first of the text is told, and length and characters before all") {
    CHECK(refused(with(0, "B.C.")) == "bad_vehicle_length@1:1");
    CHECK(refused(with(0, "C.C..B")) == "bad_vehicle_shape@1:3");
    CHECK(refused(with(0, "B....?")) == "bad_character@1:6");
    CHECK(refused("B....?") == "bad_length@1:7");
    CHECK(refused("B" + std::string(35, 'o')) == "bad_vehicle_length@1:1");
    // A warning does not hide an error, and strict reading tells the error.
    CHECK(refused("\xEF\xBB\xBF" + with(0, "B") + "\r\n") == "bad_vehicle_length@1:1");
    const senda::parsed<board> both = parse_text("\n" + with(0, "B"));
    CHECK(codes(both.warnings) == "blank_lines@1:1");
}

TEST_CASE("no text makes the reader fail or accept what it does not write") {
    support::split_mix64 random{8};
    const std::string characters = "ABCDoox.x\n\r \tAABBa1\xC3\xA9";
    for (int round = 0; round < support::rounds(3000); ++round) {
        std::string text = random.percent(50) ? good : in_six(good);
        for (int changes = random.between(1, 4); changes > 0; --changes) {
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
            const char c = characters[static_cast<std::size_t>(
                random.below(static_cast<int>(characters.size())))];
            if (random.percent(70)) {
                text[at] = c;
            } else if (random.percent(50)) {
                text.insert(at, 1, c);
            } else {
                text.erase(at, 1);
            }
        }
        CAPTURE(text);
        const senda::parsed<board> found = parse_text(text);
        std::string cells;
        for (const char c : text)
            if (c == '.')
                cells += 'o';
            else if (c != '\n' && c != '\r' && c != ' ' && c != '\t')
                cells += c;
        if (found) {
            CHECK(to_text(*found) == cells);
        } else {
            CHECK_FALSE(found.error().code.empty());
        }
    }
}
