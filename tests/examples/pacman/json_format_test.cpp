// SPDX-License-Identifier: MIT
#include <pacman/json_format.hpp>

#include "format_checks.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace pacman_json_format_test {

using namespace format_checks;
using namespace std::string_literals;

const std::string text_example = "4,3\n1,2,10\n4,3\nV,J3,J4,B2\nV,V,Z7,J1\nV,V,Z4,V\n";
const std::string json_example =
    "{\n"
    "  \"SIRKA\": 4,\n"
    "  \"VYSKA\": 3,\n"
    "  \"START\": { \"X\": 1, \"Y\": 2, \"E\": 10 },\n"
    "  \"CIL\": { \"X\": 4, \"Y\": 3 },\n"
    "  \"PLAN\": [\n"
    "    \"V,J3,J4,B2\",\n"
    "    \"V,V,Z7,J1\",\n"
    "    \"V,V,Z4,V\"\n"
    "  ]\n"
    "}\n";

board map_of_example() { return *parse_text(text_example, reading::strict); }

void json_refused(const std::string& text, const fault& expected) {
    check_refused(parse_json, text, expected);
}
void json_refused_with(std::string_view from, std::string_view to, const fault& expected) {
    json_refused(with(json_example, from, to), expected);
}
void json_repaired_with(std::string_view from, std::string_view to,
                        const std::vector<fault>& expected) {
    check_repaired(parse_json, with(json_example, from, to), map_of_example(), expected);
}

}  // namespace pacman_json_format_test

TEST_CASE("a map is read from JSON as it is written") {
    using namespace pacman_json_format_test;
    check_accepted(parse_json, json_example, map_of_example());
    CHECK(to_json(map_of_example()) == json_example);
}

TEST_CASE("a map that is larger than the rules have it is read with a warning, up to 200") {
    using namespace pacman_json_format_test;
    const auto map = [](std::size_t side, bool is_json) {
        std::string row = "V";
        for (std::size_t i = 1; i < side; ++i) row += ",V";
        const std::string n = std::to_string(side);
        std::string text = is_json
                               ? "{\"SIRKA\":" + n + ",\"VYSKA\":" + n +
                                     ",\"START\":{\"X\":1,\"Y\":1,\"E\":500},\"CIL\":{\"X\":" + n +
                                     ",\"Y\":" + n + "},\"PLAN\":["
                               : n + ',' + n + "\n1,1,500\n" + n + ',' + n + '\n';
        for (std::size_t i = 0; i < side; ++i)
            text += is_json ? (i == 0 ? "\"" : ",\"") + row + '"' : row + '\n';
        return is_json ? text + "]}" : text;
    };
    for (const bool is_json : {false, true}) {
        for (const std::size_t side : {21U, 200U}) {
            const auto read = senda::pacman::parse(map(side, is_json));
            REQUIRE(read);
            CHECK(read->width() == side);
            CHECK(read->height() == side);
            REQUIRE(!read.warnings.empty());
            CHECK(read.warnings[0].code == "size");
            const auto strict = senda::pacman::parse(map(side, is_json), reading::strict);
            CHECK_FALSE(strict);
            CHECK(strict.error().code == "size");
        }
        const auto larger = senda::pacman::parse(map(201, is_json));
        CHECK_FALSE(larger);
        CHECK(larger.error().code == "size");
    }
}

TEST_CASE("JSON may be laid out in any way and in any order") {
    using namespace pacman_json_format_test;
    const nlohmann::json tree = nlohmann::json::parse(json_example);
    check_accepted(parse_json, tree.dump(), map_of_example());
    check_accepted(parse_json, tree.dump(4), map_of_example());
    check_accepted(parse_json, with(json_example, "\n", "\r\n"), map_of_example());
    check_accepted(parse_json, "\n\t " + json_example + "\n\n", map_of_example());
    check_accepted(parse_json, with(json_example, "V,V,Z4,V", "V\\u002cV,\\u005A4,V"),
                   map_of_example());
    check_accepted(parse_json, with(json_example, "SIRKA", "S\\u0049RKA"), map_of_example());
}

TEST_CASE("maps written as JSON are read again") {
    using namespace pacman_json_format_test;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        const board map = map_by_the_rules(seed);
        const std::string written = to_json(map);
        CHECK(nlohmann::json::accept(written));
        const senda::parsed<board> read = parse_json(written);
        REQUIRE(read);
        CHECK(*read == map);
        CHECK(to_json(*read) == written);
        CHECK(*parse(to_text(map)) == map);
        const board odd = support::random_map(seed);
        CHECK(*parse(to_json(odd)) == odd);
        if (map.start() == map.goal()) continue;
        CHECK(read.warnings.empty());
        CHECK(parse_json(written, reading::strict));
    }
}

TEST_CASE("the two formats are told apart by their first character") {
    using namespace pacman_json_format_test;
    check_accepted(parse, text_example, map_of_example());
    check_accepted(parse, json_example, map_of_example());
    check_accepted(parse, " \r\n\t" + json_example, map_of_example());
    check_repaired(parse, "\xEF\xBB\xBF" + json_example, map_of_example(), {{"encoding", 1, 1}});
    check_repaired(parse, "\xEF\xBB\xBF" + text_example, map_of_example(), {{"encoding", 1, 1}});
    check_refused(parse, "", {"empty_input", 1, 1});
    check_refused(parse, "\n \n", {"empty_input", 1, 1});
    check_refused(parse, "\xEF\xBB\xBF", {"empty_input", 1, 1});
    check_refused(parse, "{", {"syntax", 1, 2});
    check_refused(parse, "{}", {"missing_key", 1, 1});
    check_refused(parse, "[]", {"type", 1, 1});
    check_refused(parse, "\n [[1, 2],\n  x]", {"syntax", 3, 3});
    CHECK(parse("[]").error().message == "the map is a list: expected an object");
    check_refused(parse, "null", {"syntax", 1, 1});
}

TEST_CASE("what is not JSON is refused where it breaks") {
    using namespace pacman_json_format_test;
    json_refused("", {"empty_input", 1, 1});
    json_refused_with("4,\n  \"V", "4\n  \"V", {"syntax", 3, 3});
    json_refused_with("10 }", "10, }", {"syntax", 4, 39});
    json_refused_with("\"V,V,Z4,V\"", "\"V,V,Z4,V\",", {"syntax", 10, 3});
    json_refused_with("\"V,V,Z4,V\"", "\"V,V,Z4,V", {"syntax", 9, 14});
    json_refused_with("\"V,V,Z4,V\"", "V,V,Z4,V", {"syntax", 9, 5});
    json_refused_with("\"V,V,Z4,V\"", "'V,V,Z4,V'", {"syntax", 9, 5});
    json_refused_with("\"V,V,Z4,V\"", "\"V,\\xZ4,V\"", {"syntax", 9, 9});
    json_refused_with("\"V,V,Z4,V\"", "\"V,\tV,Z4,V\"", {"syntax", 9, 8});
    json_refused_with("\"V,V,Z4,V\"", "\"V,\0V,Z4,V\""s, {"syntax", 9, 8});
    json_refused_with("\"SIRKA\"", "SIRKA", {"syntax", 2, 3});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\" 4", {"syntax", 2, 11});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": 04", {"syntax", 2, 13});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": +4", {"syntax", 2, 12});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": NaN", {"syntax", 2, 12});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": ", {"syntax", 2, 12});
    json_refused_with("\"SIRKA\": 4", "// wide\n\"SIRKA\": 4", {"syntax", 2, 3});
    json_refused(json_example + "x", {"syntax", 12, 1});
    json_refused(json_example + "{}", {"syntax", 12, 1});
    json_refused(json_example + "]", {"syntax", 12, 1});
    json_refused(json_example.substr(0, json_example.size() - 2), {"syntax", 11, 1});
    json_refused("{\"SIRKA\": 4", {"syntax", 1, 12});
    json_refused("nope", {"syntax", 1, 2});
    json_refused_with("V,V,Z4,V", "V,V,\xFF,V", {"encoding", 9, 10});
    json_refused("{\"\xC3\xA9\xC3\xA9\": \x80}", {"encoding", 1, 8});
    // The column is in characters.
    json_refused("{\"\xC3\xA9\xC3\xA9\": ?}", {"syntax", 1, 8});
}

TEST_CASE("values of the wrong type are refused where they stand") {
    using namespace pacman_json_format_test;
    json_refused("[]", {"type", 1, 1});
    json_refused("7", {"type", 1, 1});
    json_refused("\"map\"", {"type", 1, 1});
    for (const char* value : {"\"4\"", "4.0", "4.5", "4e0", "true", "null", "[4]", "{}", "-4.5"})
        json_refused_with("\"SIRKA\": 4", "\"SIRKA\": "s + value, {"type", 2, 12});
    for (const char* value : {"\"2\"", "2.0", "false", "null", "[2]", "{\"X\": 2}"})
        json_refused_with("\"Y\": 2", "\"Y\": "s + value, {"type", 4, 27});
    for (const char* value : {"\"10\"", "10.5", "null", "1e3"})
        json_refused_with("\"E\": 10", "\"E\": "s + value, {"type", 4, 35});
    for (const char* value : {"[4, 3]", "\"4,3\"", "4", "null"})
        json_refused_with("{ \"X\": 4, \"Y\": 3 }", value, {"type", 5, 10});
    for (const char* value : {"4", "null", "true", "{}", "1.5"})
        json_refused_with("\"V,V,Z7,J1\"", value, {"type", 8, 5});
    for (const char* value : {"\"V\"", "{\"0\": \"V\"}", "null", "7"}) {
        const std::size_t at = json_example.find("[\n");
        json_refused(json_example.substr(0, at) + value + "}", {"type", 6, 11});
    }
    json_refused_with("\"V,V,Z7,J1\"", "[\"V\", 7, \"V\", \"V\"]", {"type", 8, 11});
    json_refused_with("\"V,V,Z7,J1\"", "[\"V\", [\"V\"], \"V\", \"V\"]", {"type", 8, 11});
    // The first one is told.
    json_refused_with("\"SIRKA\": 4,\n  \"VYSKA\": 3", "\"SIRKA\": null,\n  \"VYSKA\": null",
                      {"type", 2, 12});
}

TEST_CASE("every key is needed") {
    using namespace pacman_json_format_test;
    json_refused("{}", {"missing_key", 1, 1});
    json_refused("\n {}", {"missing_key", 2, 2});
    json_refused_with("  \"SIRKA\": 4,\n", "", {"missing_key", 1, 1});
    json_refused_with("  \"VYSKA\": 3,\n", "", {"missing_key", 1, 1});
    json_refused_with("  \"START\": { \"X\": 1, \"Y\": 2, \"E\": 10 },\n", "",
                      {"missing_key", 1, 1});
    json_refused_with("  \"CIL\": { \"X\": 4, \"Y\": 3 },\n", "", {"missing_key", 1, 1});
    json_refused(json_example.substr(0, json_example.find(",\n  \"PLAN\"")) + "}",
                 {"missing_key", 1, 1});
    json_refused_with("\"X\": 1, ", "", {"missing_key", 4, 12});
    json_refused_with("\"Y\": 2, ", "", {"missing_key", 4, 12});
    json_refused_with(", \"E\": 10", "", {"missing_key", 4, 12});
    json_refused_with("\"X\": 4, ", "", {"missing_key", 5, 10});
    json_refused_with(", \"Y\": 3", "", {"missing_key", 5, 10});
    json_refused_with("SIRKA", "sirka", {"missing_key", 1, 1});
    // What is in another object is not there.
    json_refused_with(", \"E\": 10 }", " },\n  \"E\": 10", {"missing_key", 4, 12});
}

TEST_CASE("keys that are unknown or there twice are taken with a warning") {
    using namespace pacman_json_format_test;
    json_repaired_with("\"SIRKA\": 4", "\"NAME\": \"deep\", \"SIRKA\": 4", {{"syntax", 2, 3}});
    json_repaired_with("\"SIRKA\": 4", "\"X\": {\"SIRKA\": [1, {\"X\": 2}]}, \"SIRKA\": 4",
                       {{"syntax", 2, 3}});
    json_repaired_with("\"Y\": 3", "\"Y\": 3, \"E\": 10", {{"syntax", 5, 28}});
    json_repaired_with("\"SIRKA\": 4", "\"SIRKA\": 5, \"SIRKA\": 4", {{"syntax", 2, 15}});
    json_repaired_with("\"Y\": 3", "\"Y\": 2, \"Y\": 3", {{"syntax", 5, 28}});
    json_repaired_with("\"PLAN\": [", "\"PLAN\": [\"V\"], \"PLAN\": [", {{"syntax", 6, 18}});
    json_repaired_with("\"CIL\": {", "\"CIL\": {\"X\": 1}, \"CIL\": {", {{"syntax", 5, 20}});
    json_refused_with("\"Y\": 3 }", "\"Y\": 3 },\n  \"CIL\": { \"X\": 4 }", {"missing_key", 6, 10});
}

TEST_CASE("what the numbers and rows of JSON say is judged as in the text format") {
    using namespace pacman_json_format_test;
    for (const char* value : {"0", "201", "-4", "-0", "4294967300", "99999999999999999999"}) {
        json_refused_with("\"SIRKA\": 4", "\"SIRKA\": "s + value, {"size", 2, 12});
        json_refused_with("\"VYSKA\": 3", "\"VYSKA\": "s + value, {"size", 3, 12});
    }
    for (const char* value : {"0", "5", "-1", "18446744073709551617"})
        json_refused_with("\"X\": 1", "\"X\": "s + value, {"outside", 4, 19});
    json_refused_with("\"Y\": 3", "\"Y\": 4", {"outside", 5, 25});
    json_refused_with("\"E\": 10", "\"E\": 99999999999999999999", {"energy", 4, 35});
    json_refused_with("\"E\": 10", "\"E\": 1000000000000001", {"energy", 4, 35});
    json_refused_with("\"VYSKA\": 3", "\"VYSKA\": 4", {"rows", 10, 3});
    json_refused_with("\"V,V,Z4,V\"", "\"V,V,Z4,V\", \"V,V,V,V\"", {"rows", 9, 18});
    json_refused_with("\"V,V,Z4,V\"", "\"V,V,Z4,V\", []", {"rows", 9, 18});
    json_refused_with(",\n    \"V,V,Z4,V\"", "", {"rows", 9, 3});
    json_refused_with("\"V,V,Z7,J1\"", "\"V,V,Z7\"", {"columns", 8, 12});
    json_refused_with("\"V,V,Z7,J1\"", "\"V,V,Z7,J1,V\"", {"columns", 8, 16});
    json_refused_with("\"V,V,Z7,J1\"", "\"\"", {"columns", 8, 6});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": 5", {"columns", 7, 16});
    json_refused_with("\"V,V,Z7,J1\"", "\"V,V,Q7,J1\"", {"token", 8, 10});
    json_refused_with("\"V,V,Z7,J1\"", "\"V,V,,J1\"", {"token", 8, 10});
    json_refused_with("\"V,V,Z7,J1\"", "\"V,V,Z\\n7,J1\"", {"token", 8, 10});
    json_refused_with("\"V,V,Z7,J1\"", "\"V,V,Z\\u0000,J1\"", {"token", 8, 10});
    json_repaired_with("\"V,V,Z7,J1\"", "\"V,V,z7,J1\"", {{"token", 8, 10}});
    json_repaired_with("\"V,V,Z7,J1\"", "\"V, V,Z7,J1\"", {{"syntax", 8, 8}});
    json_repaired_with("\"V,V,Z7,J1\"", "\"J1,V,Z7,J1\"", {{"occupied", 4, 19}});
    json_repaired_with("\"V,V,Z4,V\"", "\"V,V,Z4,B\"", {{"occupied", 5, 17}});
    const std::string same = with(json_example, "\"X\": 4, \"Y\": 3", "\"X\": 1, \"Y\": 2");
    check_repaired(parse_json, same, *parse_json(same), {{"same", 5, 17}});
    for (const char* value : {"0", "-7"}) {
        const std::string poor = with(json_example, "10", value);
        check_repaired(parse_json, poor, *parse_json(poor), {{"energy", 4, 35}});
        CHECK(std::to_string(parse_json(poor)->start_energy()) == value);
    }
}

TEST_CASE("a row may be a list of tokens, with a warning") {
    using namespace pacman_json_format_test;
    json_repaired_with("\"V,V,Z7,J1\"", "[\"V\", \"V\", \"Z7\", \"J1\"]", {{"type", 8, 5}});
    const std::string all = with(json_example, "\"V,V,Z7,J1\"", "[\"V\", \"V\", \"Z7\", \"J1\"]");
    check_repaired(parse_json, with(all, "\"V,V,Z4,V\"", "[\"V\", \"V\", \"Z4\", \"V\"]"),
                   map_of_example(), {{"type", 8, 5}});
    json_refused_with("\"V,V,Z7,J1\"", "[\"V\", \"V\", \"Z7\"]", {"columns", 8, 20});
    json_refused_with("\"V,V,Z7,J1\"", "[\"V\", \"V\", \"Z7\", \"V\", \"V\"]", {"columns", 8, 28});
    json_refused_with("\"V,V,Z7,J1\"", "[]", {"columns", 8, 6});
    json_refused_with("\"V,V,Z7,J1\"", "[\"V\", \"V\", \"?\", \"J1\"]", {"token", 8, 17});
    json_refused_with("\"V,V,Z7,J1\"", "[\"V\", \"V\", \"\", \"J1\"]", {"token", 8, 17});
    json_refused_with("\"V,V,Z7,J1\"", "[\"V,V\", \"V\", \"Z7\", \"J1\"]", {"token", 8, 7});
}

TEST_CASE("numbers that no reader of JSON can hold are judged by their place") {
    using namespace pacman_json_format_test;
    const std::string huge(400, '9');
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": " + huge, {"size", 2, 12});
    json_refused_with("\"VYSKA\": 3", "\"VYSKA\": -" + huge, {"size", 3, 12});
    json_refused_with("\"X\": 1", "\"X\": " + huge, {"outside", 4, 19});
    json_refused_with("\"E\": 10", "\"E\": " + huge, {"energy", 4, 35});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": 1e999", {"type", 2, 12});
    json_refused_with("\"V,V,Z7,J1\"", huge, {"type", 8, 5});
    json_refused_with("\"SIRKA\": 4", "\"N\": 1e999, \"SIRKA\": 4", {"syntax", 2, 8});
    json_refused_with("\"SIRKA\": 4", "\"N\": [1e999], \"SIRKA\": 4", {"syntax", 2, 9});
}

TEST_CASE("JSON however deep or long is read without harm") {
    using namespace pacman_json_format_test;
    constexpr std::size_t deep = support::rounds(100'000U);
    const std::string open(deep, '[');
    const std::string closed = open + std::string(deep, ']');
    std::string objects;
    for (std::size_t i = 0; i < deep; ++i) objects += "{\"a\":";
    json_refused(open, {"syntax", 1, deep + 1});
    json_refused(closed, {"type", 1, 1});
    json_refused(objects, {"syntax", 1, objects.size() + 1});
    json_refused_with("\"SIRKA\": 4", "\"SIRKA\": " + closed, {"type", 2, 12});
    json_refused_with("\"V,V,Z7,J1\"", closed, {"type", 8, 6});
    json_repaired_with("\"SIRKA\": 4",
                       "\"a\": " + objects + "0" + std::string(deep, '}') + ", \"SIRKA\": 4",
                       {{"syntax", 2, 3}});
    std::string keys, rows, cells;
    for (std::size_t i = 0; i < deep; ++i) {
        keys += "\"a\": 0, ";
        rows += "[\"V\"], ";
        cells += "\"V\", ";
    }
    json_repaired_with("\"SIRKA\": 4", keys + "\"SIRKA\": 4", {{"syntax", 2, 3}});
    json_refused_with("\"V,V,Z7,J1\"", rows + "\"V\"", {"rows", 8, 21});
    json_refused_with("\"V,V,Z7,J1\"", "[" + cells + "\"V\"]", {"columns", 8, 27});
}

TEST_CASE("no part of a JSON map, and no change of a byte, does harm") {
    using namespace pacman_json_format_test;
    for (std::size_t size = 0; size + 2 < json_example.size(); ++size) {
        CAPTURE(size);
        const std::string part = json_example.substr(0, size);
        const senda::parsed<board> read = parse(part);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == (size == 0 ? "empty_input" : "syntax"));
    }
    senda::random_source random{1};
    for (int i = 0; i < support::rounds(2000); ++i) {
        std::string changed = i % 2 == 0 ? json_example : text_example;
        const std::size_t at = random.below(changed.size());
        changed[at] = "{}[]\",:019-.eVJZB \n\r\t\\\0\xFF\xC3"[random.below(24)];
        CAPTURE(changed);
        const senda::parsed<board> read = parse(changed);
        if (!read) {
            CHECK(read.error().line >= 1);
            CHECK(read.error().column >= 1);
            CHECK_FALSE(senda::describe(read.error(), "map", changed).empty());
        }
        if (parse(changed, reading::strict)) {
            REQUIRE(read);
            CHECK(read.warnings.empty());
        }
    }
}
