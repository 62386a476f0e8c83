// SPDX-License-Identifier: MIT
// survey, from outside.
#include "run_program.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
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
    const json shared = document_of({"tiles", "4x4", "--depth", "17", "--threads", "2"});
    CHECK(shared["states"] == 473'551);
    CHECK(shared["statistics"]["threads"] == 2);
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

TEST_CASE("survey counts on disk, goes on where it was, and refuses what is of another puzzle") {
    const outside::temporary_folder folder;
    const std::string& place = folder.name;
    const outside::result few =
        survey({"tiles", "3x3", "--folder", place, "--limit-expansions", "1000", "--json"});
    CHECK(few.code == 4);
    CHECK(few.document()["stopped"] == "expansion_limit");
    const outside::result other = survey({"cube", "--depth", "3", "--folder", place});
    CHECK(other.code == 2);
    CHECK(other.out.empty());
    CHECK(has(other.err, "the folder holds a search of another graph or name"));
    const outside::result named = survey({"tiles", "3x3", "--folder", place, "--name", "mine"});
    CHECK(named.code == 2);
    const json all = document_of({"tiles", "3x3", "--folder", place});
    CHECK(all["states"] == 181'440);
    CHECK(all["storage"] == "states in files");
    CHECK(all["disk_bytes"] > 100'000);
    CHECK(std::filesystem::is_empty(folder.name));
    const outside::result layers = survey({"pancakes", "4", "--folder", place, "--layers"});
    CHECK(layers.err ==
          "depth 0: 1 state\ndepth 1: 3 states\ndepth 2: 6 states\ndepth 3: 11 states\ndepth 4: 3 "
          "states\n");
    CHECK(has(survey({"tiles", "2x3", "--checkpoint", place}).err, "--checkpoint is for ranks"));
}

#ifdef SENDA_MPIEXEC

/// The same under mpirun: more ranks than processors, by whoever runs the tests.
outside::result survey_on(int ranks, const std::vector<std::string>& words,
                          const std::string& input = {}) {
    std::vector<std::string> line{SENDA_MPIEXEC, SENDA_MPIEXEC_FLAG, std::to_string(ranks),
                                  SENDA_PROGRAMS_DIR "/survey"};
    line.insert(line.end(), words.begin(), words.end());
    std::vector<std::string> environment{"PATH=/usr/bin:/bin",
                                         "OMPI_ALLOW_RUN_AS_ROOT=1",
                                         "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                         "OMPI_MCA_rmaps_base_oversubscribe=1",
                                         "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe",
                                         "ASAN_OPTIONS=detect_leaks=0"};
    return outside::running(line, input, environment).wait();
}

TEST_CASE("survey counts the same on any number of ranks, and one of them says so") {
    struct run {
        std::vector<std::string> words;
        std::vector<int> ranks;
    };
    const run runs[] = {
        {{"tiles", "2x4", "--json"}, {1, 2, 3}},
        {{"pancakes", "7", "--json"}, {2}},
        {{"cube", "--depth", "4", "--json"}, {3}},
        {{"tiles", "4x4", "--depth", "10", "--json"}, {3}},
        {{"tiles", "2x5", "--depth", "25", "--threads", "2", "--json"}, {2}},
        {{"rush_hour", "examples/parks/morning.txt", "--json"}, {2}},
    };
    for (const run& one : runs) {
        const json alone = survey(one.words).document();
        for (const int count : one.ranks) {
            const outside::result r = survey_on(count, one.words);
            CAPTURE(one.words[0]);
            CAPTURE(count);
            CAPTURE(r.err);
            CHECK(r.code == 0);
            const json on_ranks = r.document();
            for (const char* const same :
                 {"status", "puzzle", "complete", "states", "depth", "by_depth", "farthest"})
                CHECK(on_ranks[same] == alone[same]);
            CHECK(on_ranks["statistics"]["ranks"] == count);
        }
    }
    // Only the first rank has the standard input.
    const outside::result read = survey_on(2, {"rush_hour", "-"}, "oBBo/AAoC>/oooC\n");
    CHECK(read.code == 0);
    CHECK(has(read.out, ": 10 states, the farthest at depth 3\n"));
    CHECK(has(read.out, "with 2 ranks of 1 thread"));
}

TEST_CASE("survey on ranks writes checkpoints, goes on, and says what each rank did") {
    const outside::temporary_folder folder;
    const std::string& place = folder.name;
    const outside::result few = survey_on(
        2, {"tiles", "3x3", "--checkpoint", place, "--limit-expansions", "5000", "--json"});
    CHECK(few.code == 4);
    CHECK(std::filesystem::exists(place + "/layers"));
    const outside::result other = survey_on(2, {"tiles", "2x4", "--checkpoint", place});
    CHECK(other.code == 2);
    CHECK(has(other.err, "this is a checkpoint of another search"));
    const outside::result rest =
        survey_on(3, {"tiles", "3x3", "--checkpoint", place, "--layers", "--json"});
    CHECK(rest.code == 0);
    const json all = rest.document();
    CHECK(all["states"] == 181'440);
    CHECK(all["layers"].size() == 31);
    CHECK(all["layers"][20]["ranks"].size() == 3);
    CHECK(all["layers"][20]["reached"] == all["by_depth"][21]);
    std::uint64_t expanded = 0;
    for (const json& rank : all["layers"][30]["ranks"])
        expanded += rank["expanded"].get<std::uint64_t>();
    CHECK(expanded == 221);
    CHECK(has(rest.err, "depth 30: 221 expanded to 2, 181,440 in all, "));
    CHECK(has(rest.err, "\n  rank 2: "));
    CHECK(std::filesystem::is_empty(folder.name));
}

TEST_CASE("survey on ranks ends as it does alone, with one message") {
    struct wrong {
        std::vector<std::string> words;
        int code;
        std::string said;
    };
    const wrong lines[] = {
        {{"tiles", "9x9"}, 2, "'9x9' is not"},
        {{"rush_hour", "no/such/file"}, 3, "cannot read the file"},
        {{"tiles", "3x3", "--limit-expansions", "1000"}, 4, ""},
    };
    for (const wrong& w : lines) {
        const outside::result r = survey_on(2, w.words);
        CAPTURE(r.err);
        CHECK(r.code == w.code);
        CHECK(r.out.empty() == !w.said.empty());
        const std::size_t first = r.err.find(w.said);
        CHECK(first != std::string::npos);
        if (!w.said.empty()) CHECK(r.err.find(w.said, first + 1) == std::string::npos);
    }
}

#endif

TEST_CASE("wrong usage of survey ends with 2 and says what was meant, bad input with 3") {
    struct usage {
        std::vector<std::string> words;
        std::string said;
    };
    const usage wrong[] = {
        {{"tiles"}, "SIZE is missing"},
        {{"tiles", "9x9"}, "'9x9' is not"},
        {{"tiles", "4x4"}, "--depth"},
        {{"pancakes", "14"}, "from 2 to 13"},
        {{"pancakes", "x"}, "'x' is not a whole number"},
        {{"cube", "--turns", "full"}, "full"},
        {{"cubes"}, "did you mean 'cube'"},
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
