// SPDX-License-Identifier: MIT
// mazegen with rooms that are not square.
#include "run_program.hpp"

#include <doctest/doctest.h>
#include <sstream>
#include <string>
#include <vector>

using outside::content_of;
using outside::has;
using outside::json;
using outside::mazegen;
using outside::temporary_folder;

namespace mazegen_rooms_test {

outside::result run(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return mazegen(words);
}

TEST_CASE("mazegen grows, solves, measures and draws mazes of hexagonal and of polar rooms") {
    const temporary_folder folder;
    for (const std::string shape :
         {"--rooms hexagonal --rows 7 --cols 9", "--rooms polar --rings 6"}) {
        CAPTURE(shape);
        const std::string svg = folder.name + "/maze.svg";
        const std::string png = folder.name + "/maze.png";
        const outside::result r =
            run(shape + " --seed 4 --solve all --stats --distances --svg " + svg + " --png " + png);
        CHECK(r.code == 0);
        CHECK(r.err.empty());
        CHECK(has(r.out, "wilson, "));
        CHECK(has(r.out, "astar: "));
        CHECK(has(r.out, "diameter"));
        CHECK(content_of(svg).starts_with("<svg"));
        CHECK(content_of(png).starts_with("\x89PNG"));
        CHECK(run(shape + " --seed 4 --png -").out == run(shape + " --seed 4 --png -").out);
    }
}

TEST_CASE("mazegen says as JSON what is known about mazes of other rooms") {
    const json hexagonal =
        json::parse(run("--rooms hexagonal --rows 5 --cols 8 --seed 2 --solve bfs --json").out);
    CHECK(hexagonal["shape"] == "hexagonal");
    CHECK(hexagonal["rows"] == 5);
    CHECK(hexagonal["cols"] == 8);
    CHECK(hexagonal["statistics"]["rooms"] == 40);
    CHECK(hexagonal["statistics"]["passages"] == 39);
    CHECK(hexagonal["exit"] == json::array({4, 7}));
    CHECK(hexagonal["solution"]["method"] == "bfs");
    const json polar = json::parse(run("--rooms polar --rings 4 --seed 2 --json").out);
    CHECK(polar["shape"] == "polar");
    CHECK(polar["rings"] == 4);
    CHECK(polar["statistics"]["rooms"] == 1 + 6 + 12 + 24);
    CHECK(polar["entrance"] == json::array({3, 0}));
    CHECK(polar["exit"] == json::array({0, 0}));
    CHECK(polar["solution"].is_null());
}

TEST_CASE("mazegen refuses for other rooms what only square ones have") {
    const auto refused = [](const std::string& line, const std::string& why) {
        CAPTURE(line);
        const outside::result r = run(line);
        CHECK(r.code == 2);
        CHECK(has(r.err, why));
        CHECK(r.out.empty());
    };
    for (const std::string option :
         {"--maze -", "--dot -", "--graph -", "--matrix -", "--animate -", "--apng -", "--show",
          "--show-costs", "--weights 3", "--diagonal", "--braid 1", "--open 0.5", "--mask -",
          "--read -", "--rate"})
        refused("--rooms polar " + option, " has no effect here: it needs --rooms square");
    refused("--rooms polar --rows 3", "--rows has no effect here: it needs --rooms square or");
    refused("--rings 3", "--rings has no effect here: it needs --rooms polar");
    refused("--rooms round", "'round' is none of square, hexagonal or polar");
    refused("--rooms polar --rings 0", "--rings: '0' is not a whole number from 1 to 25000");
    for (const std::string name : {"eller", "sidewinder", "binary_tree"})
        refused("--rooms hexagonal --algorithm " + name, name + " needs rows and columns");
    refused("--rooms hexagonal --rows 1000000 --cols 1000000", "is too large");
    const json document = json::parse(run("--rooms polar --algorithm eller --json").out);
    CHECK(document["errors"][0]["code"] == "rectangle_needed");
}

TEST_CASE("limits stop mazegen with other rooms, too") {
    CHECK(run("--rooms hexagonal --rows 900 --cols 900 --limit-memory 100K").code == 4);
    CHECK(run("--rooms polar --rings 50 --seed 1 --solve bfs --limit-expansions 9").code == 4);
    const json document =
        json::parse(run("--rooms polar --seed 1 --solve bfs --limit-expansions 3 --json").out);
    CHECK(document["status"] == "limit");
    CHECK(document["statistics"]["cycles"] == 0);
    CHECK(run("--rooms polar --rings 2000 --limit-time 0.01s").code == 4);
    CHECK(run("--rooms polar --svg /nonexistent/a.svg").code == 2);
}

}  // namespace mazegen_rooms_test
