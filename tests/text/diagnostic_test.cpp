// SPDX-License-Identifier: MIT
#include <senda/text/report.hpp>

#include <doctest/doctest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using senda::describe;
using senda::diagnostic;
using senda::parsed;

/// The last two lines of a message: the line of the input, and the caret's.
std::pair<std::string, std::string> shown(const std::string& message) {
    const std::size_t end = message.size() - 1;
    const std::size_t caret = message.rfind('\n', end - 1) + 1;
    const std::size_t line = message.rfind('\n', caret - 2) + 1;
    return {message.substr(line, caret - 1 - line), message.substr(caret, end - caret)};
}

diagnostic at(std::size_t line, std::size_t column) { return {"code", "message", line, column}; }

}  // namespace

TEST_CASE("a parsed value is reached like a pointer's") {
    const parsed<std::string> good{"value"};
    REQUIRE(good);
    CHECK(good.has_value());
    CHECK(*good == "value");
    CHECK(good->size() == 5);
    CHECK(good.error() == diagnostic{});
    CHECK(good.warnings.empty());
}

TEST_CASE("a parsed error keeps its diagnostic and its warnings") {
    const parsed<int> bad{diagnostic{"bad_cell", "what", 3, 4}, {{"bom", "mark", 1, 1}}};
    CHECK_FALSE(bad);
    CHECK(bad.error() == diagnostic{"bad_cell", "what", 3, 4});
    REQUIRE(bad.warnings.size() == 1);
    CHECK(bad.warnings[0].code == "bom");
}

TEST_CASE("a reader that goes on after an error lists them all") {
    const std::vector<diagnostic> faults{{"bad_cell", "what", 3, 4}, {"no_end", "where", 0, 0}};
    const parsed<std::string> bad{faults, {{"bom", "mark", 1, 1}}};
    CHECK_FALSE(bad);
    CHECK(bad.errors() == faults);
    CHECK(bad.error() == faults.front());
    CHECK(bad.warnings.size() == 1);

    const parsed<std::string> one = diagnostic{"bad_cell", "what", 3, 4};
    CHECK(one.errors() == std::vector<diagnostic>{faults.front()});
    const parsed<std::string> good{"value"};
    CHECK(good.errors().empty());
    CHECK(good.error() == diagnostic{});
}

TEST_CASE("a parsed value can be moved out, and need not be copyable") {
    parsed<std::unique_ptr<int>> owner{std::make_unique<int>(7)};
    const std::unique_ptr<int> taken = *std::move(owner);
    CHECK(*taken == 7);
}

TEST_CASE("a message shows the code, the place and the line with a caret") {
    const std::string text = "N=4, M=11, P=8\n###########\n#S0000000E#\n#S00x0000E#\n";
    const diagnostic d{"bad_cell", "unknown cell 'x': expected S, E, #, T or a digit", 4, 5};
    CHECK(describe(d, "corridor.txt", text) ==
          "error[bad_cell]: unknown cell 'x': expected S, E, #, T or a digit\n"
          " --> corridor.txt:4:5\n"
          "  |\n"
          "4 | #S00x0000E#\n"
          "  |     ^\n");
}

TEST_CASE("the margin is as wide as the line's number") {
    std::string text;
    for (int i = 1; i <= 120; ++i) text += "line " + std::to_string(i) + "\r\n";
    CHECK(describe(at(104, 6), "f", text) ==
          "error[code]: message\n"
          "   --> f:104:6\n"
          "    |\n"
          "104 | line 104\n"
          "    |      ^\n");
}

TEST_CASE("a warning names its code after the message") {
    CHECK(describe({"bom", "a byte order mark", 1, 1}, "f", "x\n", senda::severity::warning) ==
          "warning: a byte order mark [bom]\n --> f:1:1\n  |\n1 | x\n  | ^\n");
}

TEST_CASE("a diagnostic without a place or without a column shows less") {
    CHECK(describe(at(0, 0), "f", "abc\n") == "error[code]: message\n --> f\n");
    CHECK(describe(at(1, 0), "f", "abc\n") == "error[code]: message\n --> f:1\n  |\n1 | abc\n");
}

TEST_CASE("tabs before the column do not shift the caret") {
    const auto [line, caret] = shown(describe(at(1, 4), "f", "\ta\tx\n"));
    CHECK(line == "1 |     a   x");
    CHECK(caret == "  |         ^");
}

TEST_CASE("characters of several bytes do not shift the caret") {
    const auto [line, caret] = shown(describe(at(1, 5), "f", "señal!\n"));
    CHECK(line == "1 | señal!");
    CHECK(caret == "  |     ^");
    const auto [wide_line, wide_caret] = shown(describe(at(1, 3), "f", "路路x\n"));
    CHECK(wide_line == "1 | 路路x");
    CHECK(wide_caret == "  |     ^");
    const auto [joined_line, joined_caret] = shown(describe(at(1, 3), "f", "e\xCC\x81x\n"));
    CHECK(joined_line == "1 | e\xCC\x81x");
    CHECK(joined_caret == "  |  ^");
}

TEST_CASE("what cannot be printed is replaced and counts one column") {
    const auto [line, caret] = shown(describe(at(1, 4), "f", "\x1b[\xFFx\n"));
    CHECK(line == "1 | �[�x");
    CHECK(caret == "  |    ^");
}

TEST_CASE("the name of a file cannot control the terminal") {
    CHECK(describe({"bad_cell", "no cell"}, "a\x1b[31m\n.txt", {}) ==
          "error[bad_cell]: no cell\n --> a\\x1b[31m\\x0a.txt\n");
}

TEST_CASE("a byte order mark does not shift the caret") {
    const auto [line, caret] = shown(describe(at(1, 2), "f",
                                              "\xEF\xBB\xBF"
                                              "ab\n"));
    CHECK(line == "1 | ab");
    CHECK(caret == "  |  ^");
}

TEST_CASE("a place after the end of the line or of the text still has a caret") {
    CHECK(shown(describe(at(1, 4), "f", "abc\n")) ==
          std::pair<std::string, std::string>{"1 | abc", "  |    ^"});
    CHECK(shown(describe(at(1, 400), "f", "abc\n")) ==
          std::pair<std::string, std::string>{"1 | abc", "  |    ^"});
    CHECK(shown(describe(at(2, 1), "f", "abc\n")) ==
          std::pair<std::string, std::string>{"2 |", "  | ^"});
    CHECK(shown(describe(at(1, 1), "f", "")) ==
          std::pair<std::string, std::string>{"1 |", "  | ^"});
}

TEST_CASE("the caret stands under its character at every column of a long line") {
    std::string text;
    for (int i = 0; i < 1000; ++i) text += static_cast<char>('a' + i % 26);
    for (std::size_t column = 1; column <= 1000; ++column) {
        const auto [line, caret] = shown(describe(at(1, column), "f", text));
        CHECK(line.size() <= 110);
        REQUIRE(line.size() >= caret.size());
        CHECK(line[caret.size() - 1] == text[column - 1]);
        CHECK((line.substr(4, 3) == "...") == (column > 51));
        CHECK((line.substr(line.size() - 3) == "...") == (column <= 950));
    }
}

TEST_CASE("a line that just fits is not cut") {
    const std::string text(100, 'x');
    CHECK(shown(describe(at(1, 100), "f", text)).first == "1 | " + text);
    CHECK(shown(describe(at(1, 101), "f", text)).second.size() == 4 + 101);
}

TEST_CASE(
    "a list of diagnostics keeps the order of the text, some errors and a warning of a kind") {
    senda::diagnostic_list found(2, &diagnostic::code);
    CHECK_FALSE(found.error({}, "late", "has no place"));
    CHECK_FALSE(found.error({3, 1}, "early", "has one"));
    CHECK(found.is_full());
    found.error({1, 1}, "third", "is one too many");
    REQUIRE(found.errors.size() == 2);
    CHECK(found.errors[0] == diagnostic{"early", "has one", 3, 1});
    CHECK(found.errors[1].code == "late");

    found.warn({5, 2}, "blank", "first");
    found.warn({4, 1}, "blank", "another");
    found.warn({2, 7}, "bom", "before");
    REQUIRE(found.warnings.size() == 2);
    CHECK(found.warnings[0].code == "bom");
    CHECK(found.warnings[1].message == "first");
    CHECK(found.has_warning("bom"));
    CHECK_FALSE(found.has_warning("first"));
}

TEST_CASE("in strict reading warnings become errors, as far as there is room for them") {
    senda::diagnostic_list found(1, &diagnostic::message);
    found.warn({2, 1}, "code", "second");
    found.warn({1, 1}, "code", "first");
    found.conclude(senda::reading::lenient);
    CHECK(found.errors.empty());
    found.conclude(senda::reading::strict);
    REQUIRE(found.errors.size() == 1);
    CHECK(found.errors[0].message == "first");
    CHECK(found.warnings.empty());
}
