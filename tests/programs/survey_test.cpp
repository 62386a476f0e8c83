// SPDX-License-Identifier: MIT
// survey, from outside.
#include "run_program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

namespace survey_program_test {

using outside::has;
using outside::json;

outside::result survey(const std::vector<std::string>& words, const std::string& input = {}) {
    return outside::run_example("survey", words, input, outside::plain_environment());
}

json document_of(std::vector<std::string> words) {
    words.emplace_back("--json");
    const outside::result r = survey(words);
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    return r.document();
}

TEST_CASE("survey counts puzzles whose numbers are known") {
    struct known {
        std::vector<std::string> words;
        std::uint64_t states;
        int depth;
        std::uint64_t farthest;
    };
    const known puzzles[] = {
        {{"tiles", "2x3"}, 360, 21, 1},
        {{"tiles", "2x4", "--threads", "2"}, 20'160, 36, 1},
        {{"pancakes", "7"}, 5'040, 8, 35},
    };
    for (const known& k : puzzles) {
        const json d = document_of(k.words);
        CHECK(d["status"] == "counted");
        CHECK(d["complete"] == true);
        CHECK(d["states"] == k.states);
        CHECK(d["depth"] == k.depth);
        CHECK(d["by_depth"].size() == static_cast<std::size_t>(k.depth) + 1);
        CHECK(d["by_depth"].back() == k.farthest);
        CHECK(d["farthest"].size() == std::min<std::size_t>(k.farthest, 20));
        CHECK(d["statistics"]["expanded"] == k.states);
    }
    CHECK(has(survey({"tiles", "2x2"}).out, "tiles 2x2: 12 states, the farthest at depth 6\n"));
}

TEST_CASE("survey counts as deep as it is told, by number and hashed alike") {
    const json numbered = document_of({"tiles", "3x4", "--depth", "8"});
    CHECK(numbered["complete"] == false);
    CHECK(numbered["status"] == "counted");
    CHECK(numbered["by_depth"].size() == 9);
    const json hashed = document_of({"tiles", "4x4", "--depth", "10"});
    CHECK(hashed["by_depth"] == json({1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948}));
    CHECK(hashed["states"] == 3754);
    CHECK(hashed["storage"] == "states hashed");
    CHECK(document_of({"cube", "--depth", "3"})["by_depth"] == json({1, 9, 54, 321}));
    CHECK(document_of({"cube", "--turns", "quarter", "--depth", "3"})["by_depth"] ==
          json({1, 6, 27, 120}));
}

TEST_CASE("survey counts the positions of a car park") {
    const json d = document_of({"rush_hour", "examples/parks/morning.txt"});
    CHECK(d["complete"] == true);
    std::uint64_t sum = 0;
    for (const json& count : d["by_depth"]) sum += count.get<std::uint64_t>();
    CHECK(d["states"] == sum);
    const json analysed =
        outside::rush_hour({"solve", "examples/parks/morning.txt", "--analyse", "--json"})
            .document();
    CHECK(d["states"] == analysed["states"]);
    const outside::result sized = survey({"rush_hour", "-"}, "oBBo/AAoC>/oooC\n");
    CHECK(sized.code == 0);
    CHECK(has(sized.out, "the farthest at depth"));
}

TEST_CASE("survey stops at limits and says so") {
    const outside::result few =
        survey({"tiles", "3x3", "--limit-expansions", "1000", "--threads", "2", "--json"});
    CHECK(few.code == 4);
    CHECK(few.document()["stopped"] == "expansion_limit");
    CHECK(few.document()["statistics"]["expanded"] == 1000);
    const outside::result hashed =
        survey({"tiles", "4x4", "--depth", "12", "--limit-expansions", "1000", "--json"});
    CHECK(hashed.code == 4);
    CHECK(hashed.document()["by_depth"] == json({1, 2, 4, 10, 24, 54, 107, 212, 446, 946}));
    CHECK(survey({"tiles", "3x4", "--limit-memory", "1M"}).code == 4);
}

TEST_CASE("wrong usage of survey ends with 2 and says what was meant, bad input with 3") {
    struct usage {
        std::vector<std::string> words;
        std::string said;
    };
    const usage wrong[] = {
        {{"tiles"}, "SIZE is missing"},
        {{"tiles", "9x9"}, "'9x9' is not"},
        {{"tiles", "4x4"}, "--depth"},
        {{"tiles", "4x4", "--depth", "3", "--threads", "2"}, "has no effect"},
        {{"pancakes", "14"}, "from 2 to 13"},
        {{"pancakes", "x"}, "'x' is not a whole number"},
        {{"cube", "--turns", "full"}, "full"},
        {{"cubes"}, "did you mean 'cube'"},
        {{"rush_hour", "-", "--threads", "2"}, "unknown option '--threads'"},
    };
    for (const usage& u : wrong) {
        const outside::result r = survey(u.words);
        CAPTURE(u.said);
        CAPTURE(r.err);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(has(r.err, u.said));
    }
    CHECK(survey({"rush_hour", "no/such/file"}).code == 3);
    CHECK(survey({"rush_hour", "-"}, "nonsense").code == 3);
}

}  // namespace survey_program_test
