// SPDX-License-Identifier: MIT
#include <senda/search/grid/prepared_file.hpp>

#include <senda/graph/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "search/grid/octile/octile_reference.hpp"
#include "support/folder.hpp"
#include "support/rounds.hpp"

namespace prepared_file_test {

using senda::cell;
using senda::grid_moves;
using senda::preparation;
using senda::prepared_grid;
using support::split_mix64;

std::string bytes_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void put(const std::string& file, const std::string& bytes) {
    std::ofstream out(file, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

template <grid_moves Moves>
void check_round_trips(split_mix64& random, const std::string& file) {
    const auto g = octile_reference::any_grid<Moves, senda::unweighted>(random);
    for (const preparation kind : {preparation::lines, preparation::stops, preparation::subgoals}) {
        const prepared_grid made(g, kind);
        REQUIRE(save_prepared(made, file).code.empty());
        const auto loaded = senda::load_prepared(file, g);
        CAPTURE(loaded.error().message);
        REQUIRE(loaded);
        CHECK((*loaded)->kind() == made.kind());
        CHECK((*loaded)->bytes() == made.bytes());
        for (int i = 0; i < 20; ++i) {
            const cell start = octile_reference::any_cell(g, random);
            const cell goal = octile_reference::any_cell(g, random);
            const auto one = made.shortest(start, goal);
            const auto other = (*loaded)->shortest(start, goal);
            CHECK(one.status == other.status);
            CHECK(one.cost == other.cost);
            CHECK(one.path == other.path);
        }
    }
}

TEST_CASE("a prepared grid that was saved and loaded answers as before") {
    const support::temporary_folder folder;
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(60); ++i) {
        CAPTURE(i);
        check_round_trips<grid_moves::octile>(random, folder.file("a"));
        check_round_trips<grid_moves::octile_cutting>(random, folder.file("b"));
    }
}

TEST_CASE("a file of another grid is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    const auto rule = [](cell c) { return c.x % 5 != 2 || c.y % 7 == 3; };
    senda::octile_grid g(66, 40, rule);
    REQUIRE(save_prepared(prepared_grid(g, preparation::subgoals), file).code.empty());
    CHECK(senda::load_prepared(file, g));
    g.close({65, 39});
    CHECK(senda::load_prepared(file, g).error().code == "other_grid");
    const senda::octile_grid_cutting cutting(66, 40, rule);
    CHECK(senda::load_prepared(file, cutting).error().code == "other_grid");
    CHECK(senda::load_prepared(folder.file("none"), g).error().code == "unreadable");
    CHECK(save_prepared(prepared_grid(g), folder.file("no/folder")).code == "unwritable");
}

TEST_CASE("a prepared grid that was truncated or changed is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    split_mix64 random{2};
    const senda::octile_grid g(20, 20, [&](cell) { return !random.percent(20); });
    REQUIRE(save_prepared(prepared_grid(g, preparation::subgoals), file).code.empty());
    const std::string good = bytes_of(file);
    for (int i = 0; i < support::rounds(400); ++i) {
        std::string bad =
            good.substr(0, static_cast<std::size_t>(random.below(static_cast<int>(good.size()))));
        put(file, bad);
        CHECK(!senda::load_prepared(file, g));
        bad = good;
        char& byte = bad[static_cast<std::size_t>(random.below(static_cast<int>(good.size())))];
        byte = static_cast<char>(byte ^ (1 << random.below(8)));
        put(file, bad);
        CHECK(!senda::load_prepared(file, g));
    }
}

TEST_CASE("a hierarchy with numbers that do not fit is refused although its seal is right") {
    split_mix64 random{3};
    const senda::octile_grid g(20, 20, [&](cell) { return !random.percent(20); });
    using graph = senda::detail::subgoal_graph<grid_moves::octile>;
    const graph good(g);
    const auto is_sound = [&](const senda::detail::hierarchy_arrays& stored) {
        return graph(g, stored, senda::detail::any_owner{}).is_sound();
    };
    REQUIRE(is_sound(good.made()));
    for (int i = 0; i < support::rounds(400); ++i) {
        struct {
            std::vector<std::uint32_t> nodes;
            std::vector<std::uint32_t> first;
            std::vector<senda::detail::hierarchy_edge> edges;
        } bad{{good.made().nodes.begin(), good.made().nodes.end()},
              {good.made().first.begin(), good.made().first.end()},
              {good.made().edges.begin(), good.made().edges.end()}};
        auto& edge =
            bad.edges[static_cast<std::size_t>(random.below(static_cast<int>(bad.edges.size())))];
        switch (random.below(5)) {
            case 0: edge.length += 1; break;
            case 1: edge.to += 1U + static_cast<unsigned>(random.below(1000)); break;
            case 2: edge.middle = static_cast<unsigned>(random.below(1000)) + edge.to; break;
            case 3: bad.nodes[0] += 1; break;
            default: bad.first[1 + static_cast<std::size_t>(random.below(20))] += 500; break;
        }
        CHECK(!is_sound({bad.nodes, bad.first, bad.edges, good.made().core}));
    }
}

}  // namespace prepared_file_test
