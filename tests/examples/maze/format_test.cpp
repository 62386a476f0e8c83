// SPDX-License-Identifier: MIT
#include <maze/format.hpp>

#include "maze/random_mazes.hpp"
#include "support/rounds.hpp"
#include "support/shared_data.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace senda::maze;

/// What a diagnostic says to a program.
struct fault {
    std::string code;
    std::size_t line, column;

    friend bool operator==(const fault&, const fault&) = default;
};

std::vector<fault> faults(const std::vector<senda::diagnostic>& list) {
    std::vector<fault> told;
    for (const senda::diagnostic& d : list) {
        CHECK_FALSE(d.message.empty());
        told.push_back({d.code, d.line, d.column});
    }
    return told;
}

std::string codes(const std::vector<senda::diagnostic>& list) {
    std::string told;
    for (const senda::diagnostic& d : list) told += (told.empty() ? "" : " ") + d.code;
    return told;
}

/// Large enough for the rules: ten rows of ten, with the rows given first and walls below.
std::string ten(std::string_view first_rows, std::string_view header = "N=10, M=10, P=10\n") {
    std::string text{header};
    text += first_rows;
    for (auto rows = std::count(first_rows.begin(), first_rows.end(), '\n'); rows < 10; ++rows)
        text += "##########\n";
    return text;
}

void check_refused(const std::string& text, const std::vector<fault>& expected) {
    CAPTURE(text);
    const senda::parsed<board> lenient = parse(text);
    CHECK_FALSE(lenient);
    CHECK(faults(lenient.errors()) == expected);
    const senda::parsed<board> strict = parse(text, reading::strict);
    CHECK_FALSE(strict);
    for (const fault& f : expected) {
        const std::vector<fault> all = faults(strict.errors());
        CHECK(std::find(all.begin(), all.end(), f) != all.end());
    }
    for (const senda::diagnostic& d : lenient.errors())
        CHECK_FALSE(senda::describe(d, "maze.txt", text).empty());
}

/// Accepted as the maze `same`, with one warning; refused if reading is strict.
void check_repaired(const std::string& text, const std::string& same, const fault& expected) {
    CAPTURE(text);
    const senda::parsed<board> lenient = parse(text);
    REQUIRE(lenient);
    CHECK(lenient.errors().empty());
    CHECK(faults(lenient.warnings) == std::vector<fault>{expected});
    const senda::parsed<board> meant = parse(same, reading::strict);
    REQUIRE(meant);
    CHECK(*lenient == *meant);
    const senda::parsed<board> strict = parse(text, reading::strict);
    CHECK_FALSE(strict);
    CHECK(faults(strict.errors()) == std::vector<fault>{expected});
    CHECK(strict.warnings.empty());
}

}  // namespace

TEST_CASE("a maze is read as it is written") {
    const std::string text = ten("#S01234567\n#T89#####E\n");
    for (const reading how : {reading::lenient, reading::strict}) {
        const senda::parsed<board> read = parse(text, how);
        REQUIRE(read);
        CHECK(read.errors().empty());
        CHECK(read.warnings.empty());
        const board& b = *read;
        CHECK(b.rows() == 10);
        CHECK(b.cols() == 10);
        CHECK(b.life() == 10);
        CHECK(b.xy(b.start()) == point{1, 9});
        CHECK(b.xy(b.end()) == point{9, 8});
        CHECK(b.treasures() == std::vector<place>{b.at(1, 1)});
        CHECK(to_text(b) == text);
    }
    CHECK(parse(text.substr(0, text.size() - 1), reading::strict));
}

TEST_CASE("blanks in the header are optional") {
    for (const char* header :
         {"N=10,M=10,P=10\n", "N=10, M=10, P=10\n", "  N = 10 ,\tM= 10 , P\t=\t10  \n",
          "N=0010, M=00000000000000000000000000000010, P=010\n"}) {
        CAPTURE(header);
        const senda::parsed<board> read = parse(ten("SE########\n", header), reading::strict);
        CHECK(read);
        CHECK(codes(read.errors()) == "");
    }
}

TEST_CASE("every maze is read back from its text") {
    for (std::uint64_t seed = 0; seed < support::rounds(300U); ++seed) {
        const board b = support::random_maze(seed);
        const senda::parsed<board> read = parse(to_text(b));
        REQUIRE(read);
        CHECK(*read == b);
    }
}

TEST_CASE("what is harmless is accepted with a warning, and refused if reading is strict") {
    const std::string good = ten("S00T#####E\n0000######\n");
    check_repaired("\xEF\xBB\xBF" + good, good, {"bom", 1, 1});
    check_repaired(ten("S00T#####E\n0000\n"), good, {"short_row", 3, 5});
    check_repaired(ten("S00T#####E  \n0000###### \t\n"), good, {"trailing_blanks", 2, 11});
    check_repaired(ten("S00t#####E\n0000######\n"), good, {"lower_case", 2, 4});
    check_repaired(ten("s00t#####e\n0000######\n"), good, {"lower_case", 2, 1});
    check_repaired(ten("S00T#####E\n0000######\n", "n=10, m=10, p=10\n"), good,
                   {"lower_case", 1, 1});
    check_repaired("\n" + good, good, {"blank_lines", 1, 1});
    check_repaired(good + "\n", good, {"blank_lines", 12, 1});
    check_repaired(good + " \t\n \n", good, {"blank_lines", 12, 1});
    std::string parted = good;
    parted.insert(parted.find("0000"), "\n \n");
    check_repaired(parted, good, {"blank_lines", 3, 1});
}

TEST_CASE("a short row is filled up with walls, also where blanks stand in their place") {
    const senda::parsed<board> read = parse(ten("S0\nE000      \n"));
    REQUIRE(read);
    CHECK(codes(read.warnings) == "short_row trailing_blanks");
    CHECK(std::string(read->cells() + read->at(0, 0), 10) == "S0########");
    CHECK(std::string(read->cells() + read->at(1, 0), 10) == "E000######");
}

TEST_CASE("CRLF counts as a blank at the end of the line") {
    std::string text = ten("S00T#####E\n");
    std::string with_returns;
    for (const char c : text) with_returns += c == '\n' ? std::string{"\r\n"} : std::string{c};
    check_repaired(with_returns, text, {"trailing_blanks", 1, 17});
    with_returns.pop_back();
    check_repaired(with_returns, text, {"trailing_blanks", 1, 17});
}

TEST_CASE("mazes smaller than the rules ask for are accepted with a warning") {
    const std::string row = "S#########\n";
    const senda::parsed<board> few_rows = parse("N=2, M=10, P=10\n" + row + "E#########\n");
    REQUIRE(few_rows);
    CHECK(faults(few_rows.warnings) == std::vector<fault>{{"small_dimensions", 1, 3}});
    std::string narrow = "N=10, M=1, P=9\nS\nE\n";
    for (int i = 0; i < 8; ++i) narrow += "0\n";
    const senda::parsed<board> few_columns = parse(narrow);
    REQUIRE(few_columns);
    CHECK(faults(few_columns.warnings) ==
          std::vector<fault>{{"small_dimensions", 1, 9}, {"small_life", 1, 14}});
    const senda::parsed<board> strict = parse(narrow, reading::strict);
    CHECK_FALSE(strict);
    CHECK(codes(strict.errors()) == "small_dimensions small_life");
    CHECK(parse("N=1, M=2, P=1\nSE"));
}

TEST_CASE("the four examples of the rules are read") {
    for (const char* text :
         {"N=4, M=11, P=10\n###########\n#S00000000#\n###########\n######E####\n",
          "N=3, M=11, P=10\n###########\n#S9999999E#\n###########\n",
          "N=3, M=11, P=10\n###########\n#S00001000E\n###########\n",
          "N=4, M=11, P=8\n###########\n#S3333333E#\n#T00000333#\n###########\n"}) {
        const senda::parsed<board> read = parse(text);
        REQUIRE(read);
        CHECK(codes(read.warnings).starts_with("small_dimensions"));
        CHECK(to_text(*read) == text);
    }
}

TEST_CASE("an empty text is refused") {
    for (const std::string& text :
         {std::string{}, std::string{"\n"}, std::string{" \r\n\t\n"}, std::string{"\xEF\xBB\xBF"}})
        check_refused(text, {{"empty_input", 1, 1}});
}

TEST_CASE("a header that is none is refused where it goes wrong") {
    const auto refused = [](const char* header, std::size_t column) {
        check_refused(ten("SE########\n", std::string{header} + '\n'), {{"bad_header", 1, column}});
    };
    refused("SE########", 1);
    refused("N 10, M=10, P=10", 3);
    refused("N=, M=10, P=10", 3);
    refused("N=10 M=10, P=10", 6);
    refused("N=10; M=10; P=10", 5);
    refused("N=10, M=10;P=10", 11);
    refused("N=10/M=10/P=10", 5);
    refused("N=10, M=10", 11);
    refused("N=10, M=10,", 12);
    refused("N=10, M=10, P=", 15);
    refused("N=1x, M=10, P=10", 4);
    refused("N=10, M=1.5, P=10", 10);
    refused("N=10, M=+5, P=10", 9);
    refused("N=10, M=--5, P=10", 10);
    refused("M=10, N=10, P=10", 1);
    refused("N=10, M=10, P=10, Q=1", 17);
    refused("N=10, M=10, P=10 life", 18);
    refused("N=10, M=10, P=1 0", 17);
    refused("\xC3\xB1\xC3\xB1, N=10, M=10, P=10", 1);
    refused("N=10, M=\xC3\xB1\x30, P=10", 9);
    refused("N=10, \xC3\xB1=10, P=10", 7);
    check_refused("\n\nabc\n", {{"bad_header", 3, 1}});
    check_refused("N", {{"bad_header", 1, 2}});
    check_refused(std::string("N=\0", 3), {{"bad_header", 1, 3}});
}

TEST_CASE("numbers that are out of range are told apart, each where it stands") {
    check_refused("N=0, M=-5, P=0\n",
                  {{"bad_dimensions", 1, 3}, {"bad_dimensions", 1, 8}, {"bad_life", 1, 14}});
    check_refused(ten("SE########\n", "N=10, M=10, P=0\n"), {{"bad_life", 1, 15}});
    check_refused(ten("SE########\n", "N=10, M=10, P=1000000000000001\n"), {{"bad_life", 1, 15}});
    CHECK(parse(ten("SE########\n", "N=10, M=10, P=1000000000000000\n"), reading::strict));
    check_refused(ten("SE########\n", "N=10, M=10, P=-99999999999999999999\n"),
                  {{"bad_life", 1, 15}});
    check_refused("N=99999999999999999999, M=10, P=10\n", {{"bad_dimensions", 1, 3}});
    check_refused("N=70000, M=70000, P=10\nSE\n", {{"bad_dimensions", 1, 3}});
    check_refused("N=1, M=1431655764, P=10\nSE\n", {{"bad_dimensions", 1, 8}});
    check_refused(
        "N=10, M=10, P=" + std::string(1'000'000, '7') + "\n",
        {{"bad_life", 1, 15}, {"bad_row_count", 2, 1}, {"no_start", 0, 0}, {"no_end", 0, 0}});
    // A bad life does not hide what is wrong with the rows.
    check_refused("N=2, M=2, P=0\nSx\nE0\n", {{"bad_life", 1, 13}, {"bad_cell", 2, 2}});
}

TEST_CASE("a wrong number of rows is told once, where the first is missing or too many") {
    check_refused("N=3, M=2, P=9\nSE\n00\n", {{"bad_row_count", 4, 1}});
    check_refused("N=3, M=2, P=9\nSE\n00\n\n\n", {{"bad_row_count", 4, 1}});
    check_refused("N=2, M=2, P=9\n",
                  {{"bad_row_count", 2, 1}, {"no_start", 0, 0}, {"no_end", 0, 0}});
    check_refused("N=1, M=2, P=9\nSE\n00\nthe solution\nis easy\n", {{"bad_row_count", 3, 1}});
    // The end is there, though not where it may be: it is not missing besides.
    check_refused("N=1, M=2, P=9\nS0\n0E\n", {{"bad_row_count", 3, 1}});
}

TEST_CASE("a row that is too long is told where it goes on too long") {
    check_refused("N=2, M=2, P=9\nSE\n000\n", {{"bad_row_length", 3, 3}});
    check_refused("N=2, M=2, P=9\nSE0 0  \n00\n", {{"bad_row_length", 2, 3}});
    check_refused("N=2, M=2, P=9\nS0E\n00\n", {{"bad_row_length", 2, 3}});
    check_refused("N=1, M=2, P=9\nSE" + std::string(100'000, '0') + '\n',
                  {{"bad_row_length", 2, 3}});
}

TEST_CASE("a sign that stands for a comma is told from a number that is none") {
    const auto message = [](const char* header) {
        return parse(ten("SE########\n", header)).errors().at(0).message;
    };
    CHECK(message("N=10; M=10, P=10\n").starts_with("expected a comma and 'M='"));
    CHECK(message("N=1x, M=10, P=10\n").starts_with("expected a whole number for N"));
    CHECK(message("N=10, M=10, P=10;\n").starts_with("expected nothing after the life"));
}

TEST_CASE("a beginning says what is wrong with all that can follow it, and no more") {
    const auto wrong = [](const std::string& text) { return faults(errors_of_beginning(text)); };
    using list = std::vector<fault>;
    CHECK(wrong("") == list{});
    CHECK(wrong("N=2, M=2, P=9\n") == list{});
    CHECK(wrong("N=2, M=2, P=9\nS") == list{});
    CHECK(wrong("N=2, M=2, P=9\nSE\n00\n") == list{});
    CHECK(wrong("N=2; M=2, P=9\n") == list{{"bad_header", 1, 4}});
    CHECK(wrong("N=2, M=2, P=9\nSE0") == list{{"bad_row_length", 2, 3}});
    CHECK(wrong("N=1, M=2, P=9\nSE\n0") == list{{"bad_row_count", 3, 1}});
    CHECK(errors_of_beginning("N=2, M=2, P=9\nSE0")[0].message == "this row has more than 2 cells");
    CHECK(errors_of_beginning("N=2, M=2, P=9\nSE00\n0")[0].message ==
          "this row has 4 cells: expected 2");
    CHECK(errors_of_beginning("N=1, M=2, P=9\nSE\n").empty());
    for (std::uint64_t seed = 0; seed < support::rounds(100U); ++seed) {
        const std::string text = to_text(support::random_maze(seed));
        for (std::size_t size = text.find('\n') + 1; size <= text.size(); size += 1 + seed % 7)
            CHECK(wrong(text.substr(0, size)) == list{});
    }
}

TEST_CASE("unknown cells are told each at its place, counted in characters") {
    check_refused(ten("#S00x0000E\n"), {{"bad_cell", 2, 5}});
    check_refused("N=2, M=4, P=9\nSx?E\n0.00\n",
                  {{"bad_cell", 2, 2}, {"bad_cell", 2, 3}, {"bad_cell", 3, 2}});
    check_refused("N=1, M=4, P=9\nS\xC3\xB1xE\n", {{"bad_cell", 2, 2}, {"bad_cell", 2, 3}});
    check_refused("N=1, M=3, P=9\nS E\n", {{"bad_cell", 2, 2}});
    check_refused("N=1, M=3, P=9\n\tSE\n", {{"bad_cell", 2, 1}});
    check_refused(std::string("N=1, M=3, P=9\nS\0E\n", 18), {{"bad_cell", 2, 2}});
    check_refused("N=1, M=3, P=9\nS\rE\n", {{"bad_cell", 2, 2}});
    check_refused(
        "N=1, M=4, P=9\nS\xFF\xC3"
        "E\n",
        {{"bad_cell", 2, 2}, {"bad_cell", 2, 3}});
    check_refused("N=1, M=2, P=9\nSE\xF0\x9F\x98\x80\n", {{"bad_row_length", 2, 3}});
    const senda::parsed<board> read = parse(ten("#S00x0000E\n"));
    CHECK(read.errors().at(0).message == "unknown cell 'x': expected S, E, #, T or a digit");
}

TEST_CASE("starts and ends that are missing or too many are told") {
    check_refused("N=1, M=2, P=9\n0E\n", {{"no_start", 0, 0}});
    check_refused("N=1, M=2, P=9\nS0\n", {{"no_end", 0, 0}});
    check_refused("N=1, M=2, P=9\n00\n", {{"no_start", 0, 0}, {"no_end", 0, 0}});
    check_refused(
        "N=2, M=3, P=9\nSSE\nESs\n",
        {{"many_starts", 2, 2}, {"many_ends", 3, 1}, {"many_starts", 3, 2}, {"many_starts", 3, 3}});
    const senda::parsed<board> read = parse("N=2, M=2, P=9\n0S\nES\n");
    REQUIRE(read.errors().size() == 1);
    CHECK(read.errors()[0].message == "a second start 'S': the first is in line 2, column 2");
}

TEST_CASE("all errors of a text are listed in its order, up to a number") {
    check_refused("N=2, M=3, P=0\nSx00\nS00\n1\n", {{"bad_life", 1, 13},
                                                    {"bad_cell", 2, 2},
                                                    {"bad_row_length", 2, 4},
                                                    {"many_starts", 3, 1},
                                                    {"bad_row_count", 4, 1},
                                                    {"no_end", 0, 0}});
    const senda::parsed<board> garbage =
        parse("N=1, M=1000000, P=10\n" + std::string(1'000'000, '?'));
    CHECK(garbage.errors().size() == most_errors);
}

TEST_CASE("strict reading lists warnings among the errors, in the order of the text") {
    const senda::parsed<board> read =
        parse("\xEF\xBB\xBFN=2, M=3, P=2\n\nSt \nEx0\n", reading::strict);
    CHECK(faults(read.errors()) == std::vector<fault>{{"bom", 1, 1},
                                                      {"small_dimensions", 1, 3},
                                                      {"small_life", 1, 13},
                                                      {"blank_lines", 2, 1},
                                                      {"lower_case", 3, 2},
                                                      {"trailing_blanks", 3, 3},
                                                      {"short_row", 3, 3},
                                                      {"bad_cell", 4, 2}});
}

TEST_CASE("strict reading says what was expected, and not what would be done about it") {
    const senda::parsed<board> read =
        parse("\xEF\xBB\xBFN=2, M=3, P=2\r\n\nSt \nE\n", reading::strict);
    for (const senda::diagnostic& d : read.errors()) {
        CAPTURE(d.message);
        for (const char* word : {"skipped", "ignored", "read as", "filled"})
            CHECK(d.message.find(word) == std::string::npos);
    }
    CHECK(codes(read.errors()) ==
          "bom small_dimensions small_life trailing_blanks blank_lines lower_case short_row");
}

TEST_CASE("a header that promises too much takes neither time nor memory") {
    check_refused("N=60000, M=60000, P=10\nSE\n", {{"bad_row_count", 3, 1}});
    // All rows are there, but so short that the text cannot mean it.
    std::string rows = "N=2000, M=2000000, P=10\nSE\n";
    for (int i = 1; i < 2000; ++i) rows += "0\n";
    check_refused(rows, {{"bad_dimensions", 1, 1}});
    CHECK(parse("N=1, M=1000000, P=10\nSE\n"));
}

TEST_CASE("any bytes at all are read to an answer that agrees with itself") {
    support::split_mix64 random{11};
    constexpr std::string_view likely = "N=3,M=P=10 \n\r\tSET#0123456789sex\xC3\xB1\xEF\xBB\xBF";
    int accepted = 0;
    for (int i = 0; i < support::rounds(4000); ++i) {
        std::string text = to_text(support::random_maze(static_cast<std::uint64_t>(i)));
        for (int changes = random.below(4); changes > 0; --changes) {
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
            const char c = random.percent(20) ? static_cast<char>(random.below(256))
                                              : likely[static_cast<std::size_t>(
                                                    random.below(static_cast<int>(likely.size())))];
            switch (random.below(3)) {
                case 0: text[at] = c; break;
                case 1: text.insert(at, 1, c); break;
                default: text.erase(at, static_cast<std::size_t>(random.between(1, 3))); break;
            }
            if (text.empty()) break;
        }
        CAPTURE(text);
        const senda::parsed<board> read = parse(text);
        CHECK(static_cast<bool>(read) == read.errors().empty());
        const senda::parsed<board> strict = parse(text, reading::strict);
        CHECK(static_cast<bool>(strict) == (read && read.warnings.empty()));
        CHECK(strict.errors().size() >= read.errors().size());
        for (const senda::diagnostic& d : strict.errors())
            CHECK_FALSE(senda::describe(d, "maze.txt", text).empty());
        if (!read) continue;
        ++accepted;
        const senda::parsed<board> again = parse(to_text(*read));
        REQUIRE(again);
        CHECK(*again == *read);
    }
    CHECK(accepted > support::rounds(500));
    CHECK(accepted < support::rounds(3500));
}

TEST_CASE("the shared mazes are read without a warning") {
    const std::pair<const char*, std::size_t> files[] = {
        {"comb100-more", 100}, {"comb40-least", 40}, {"field50-least", 0}, {"field200-least", 0},
        {"field200-more", 0},  {"maze101-least", 0}, {"rooms12-least", 0}};
    for (const auto& [name, treasures] : files) {
        CAPTURE(name);
        const std::string text = support::shared_text(std::string{"maze/"} + name + ".txt");
        if (text.empty()) continue;
        const senda::parsed<board> read = parse(text);
        REQUIRE(read);
        CHECK(read->treasures().size() >= std::max<std::size_t>(treasures, 40));
        CHECK(*parse(to_text(*read)) == *read);
    }
}
