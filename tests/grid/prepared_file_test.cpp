// SPDX-License-Identifier: MIT
#include <senda/grid/files.hpp>

#include <senda/detail/storage/checksummed_file.hpp>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/control.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <span>
#include <string>
#include <vector>

#include "grid/octile/octile_reference.hpp"
#include "support/file_bytes.hpp"
#include "support/folder.hpp"
#include "support/rounds.hpp"

namespace prepared_file_test {

using senda::cell;
using senda::grid_moves;
using senda::prepared_grid;
using support::bytes_of;
using support::split_mix64;
using support::write_file;

template <grid_moves Moves>
void check_round_trips(split_mix64& random, const std::string& file) {
    const auto g = octile_reference::any_grid<Moves, senda::unweighted>(random);
    const prepared_grid made(g);
    REQUIRE(save(made, file).code.empty());
    const auto loaded = senda::load_prepared_grid(file, g);
    CAPTURE(loaded.error().message);
    REQUIRE(loaded);
    CHECK(loaded->status() == senda::status::complete);
    CHECK(loaded->bytes() == made.bytes());
    for (int i = 0; i < 20; ++i) {
        const cell start = octile_reference::any_cell(g, random);
        const cell goal = octile_reference::any_cell(g, random);
        const auto one = made.path(start, goal);
        const auto other = loaded->path(start, goal);
        CHECK(one.status == other.status);
        CHECK(one.cost == other.cost);
        CHECK(one.path == other.path);
    }
}

TEST_CASE("a prepared grid that was saved and loaded answers as before") {
    const support::temporary_folder folder;
    split_mix64 random{1};
    for (int i = 0; i < (support::is_slow ? 3 : 60); ++i) {
        CAPTURE(i);
        check_round_trips<grid_moves::octile>(random, folder.file("a"));
        check_round_trips<grid_moves::octile_cutting>(random, folder.file("b"));
    }
}

TEST_CASE("a file says so where jump points are faster than a hierarchy") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    // The corners of an open circle see each other.
    const senda::octile_grid g(
        90, 90, [](cell c) { return (c.x - 45) * (c.x - 45) + (c.y - 45) * (c.y - 45) < 1900; });
    const prepared_grid made(g);
    REQUIRE(made.engine() == senda::engine_kind::jump_points);
    REQUIRE(save(made, file).code.empty());
    const auto loaded = senda::load_prepared_grid(file, g);
    REQUIRE(loaded);
    CHECK(loaded->engine() == made.engine());
    CHECK(loaded->bytes() == made.bytes());
    CHECK(loaded->path({20, 20}, {70, 60}).path == made.path({20, 20}, {70, 60}).path);
}

TEST_CASE("a prepared grid that a limit cut short is not saved") {
    const support::temporary_folder folder;
    const senda::octile_grid g(66, 40, [](cell c) { return c.x % 5 != 2 || c.y % 7 == 3; });
    const prepared_grid made(g, {.limits = {.expansions = 10}});
    CHECK(save(made, folder.file("map")).code == "unfinished");
}

TEST_CASE("a file of another grid is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    const auto rule = [](cell c) { return c.x % 5 != 2 || c.y % 7 == 3; };
    senda::octile_grid g(66, 40, rule);
    REQUIRE(save(prepared_grid(g), file).code.empty());
    CHECK(senda::load_prepared_grid(file, g));
    g.close({65, 39});
    CHECK(senda::load_prepared_grid(file, g).error().code == "other_grid");
    const senda::octile_grid_cutting cutting(66, 40, rule);
    CHECK(senda::load_prepared_grid(file, cutting).error().code == "other_grid");
    CHECK(senda::load_prepared_grid(folder.file("none"), g).error().code == "unreadable");
    CHECK(save(prepared_grid(g), folder.file("no/folder")).code == "unwritable");
}

TEST_CASE("a prepared grid that was truncated or changed anywhere is refused") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    split_mix64 random{2};
    const senda::octile_grid g(9, 9, [&](cell) { return !random.percent(20); });
    REQUIRE(save(prepared_grid(g), file).code.empty());
    const std::string good = bytes_of(file);
    for (std::size_t at = 0; at < good.size(); ++at) {
        write_file(file, good.substr(0, at));
        CHECK(!senda::load_prepared_grid(file, g));
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
        write_file(file, bad);
        CHECK(!senda::load_prepared_grid(file, g));
    }
    write_file(file, good + '\0');
    CHECK(senda::load_prepared_grid(file, g).error().code == "changed_file");
    write_file(file, good);
    CHECK(senda::load_prepared_grid(file, g));
}

TEST_CASE("files of another kind are refused, and what is in them") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    const senda::octile_grid g(9, 9, [](cell c) { return c.x % 3 != 1 || c.y == 4; });
    const auto code = [&] { return senda::load_prepared_grid(file, g).error().code; };
    using senda::detail::file_kind;
    using format = senda::detail::file_of<senda::prepared_grid<senda::octile_grid>>;
    const auto write = [&](const file_kind& kind, std::size_t cores) {
        const std::vector<std::uint32_t> core(cores);
        const std::span<const std::uint32_t> none;
        REQUIRE(senda::detail::save_arrays(
                    file, kind, senda::detail::identity_of_cells<senda::grid_moves::octile>(g),
                    std::span<const std::uint32_t>(core), none, none,
                    std::span<const senda::detail::hierarchy_edge>{})
                    .code.empty());
    };
    write(format::kind, 1);  // a hierarchy without nodes
    CHECK(code() == "changed_file");
    write(format::kind, 0);  // no hierarchy
    CHECK(code().empty());
    write(format::kind, 2);
    CHECK(code() == "changed_file");
    write({format::kind.name, format::kind.version - 1}, 1);
    CHECK(code() == "other_version");
    write({"something else", format::kind.version}, 1);
    CHECK(code() == "foreign_file");
    senda::detail::checksummed_writer sealed;
    REQUIRE(sealed.open(file, {format::kind.name, 1}));
    REQUIRE(sealed.seal());
    CHECK(code() == "foreign_file");
    write_file(file, "");
    CHECK(code() == "foreign_file");
    CHECK(senda::load_prepared_grid(folder.name(), g).error().code == "unreadable");
}

TEST_CASE("a loaded grid answers while another is saved in its place") {
    const support::temporary_folder folder;
    const std::string file = folder.file("map");
    const senda::octile_grid g(60, 60, [](cell c) { return c.x % 5 != 2 || c.y % 7 == c.x % 4; });
    const senda::octile_grid other(50, 40, [](cell c) { return c.x % 4 != 2 || c.y % 5 == 3; });
    const prepared_grid made(g);
    REQUIRE(save(made, file).code.empty());
    const auto loaded = senda::load_prepared_grid(file, g);
    REQUIRE(loaded);
    REQUIRE(save(prepared_grid(other), file).code.empty());
    CHECK(loaded->path({0, 0}, {59, 58}).path == made.path({0, 0}, {59, 58}).path);
    CHECK(senda::load_prepared_grid(file, g).error().code == "other_grid");
    CHECK(senda::load_prepared_grid(file, other));
    REQUIRE(save(*loaded, file).code.empty());  // from a file into a file
    CHECK(senda::load_prepared_grid(file, g));
}

TEST_CASE("a hierarchy with numbers that do not fit is refused although its seal is right") {
    split_mix64 random{3};
    const senda::octile_grid g(20, 20, [&](cell) { return !random.percent(20); });
    using graph = senda::detail::subgoal_graph<grid_moves::octile>;
    senda::search_control control({});
    const graph good(g, control);
    const auto is_sound = [&](const senda::detail::hierarchy_arrays& stored) {
        return graph(g, stored, senda::detail::erased_unique_ptr{}).is_sound();
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

TEST_CASE("edges whose lengths double from node to node are refused") {
    split_mix64 random{4};
    const senda::octile_grid g(10, 10, [&](cell) { return !random.percent(15); });
    using graph = senda::detail::subgoal_graph<grid_moves::octile>;
    using senda::detail::hierarchy_edge;
    const auto map = senda::detail::subgoal_map<grid_moves::octile>(g);
    const auto& cells = map.cells();
    const auto count = static_cast<std::uint32_t>(cells.size());
    // The subgoal that sees most others is the lowest node, those are the next.
    std::vector<std::uint32_t> seen;
    for (std::uint32_t from = 0; from < count; ++from) {
        std::vector<std::uint32_t> now{from};
        for (std::uint32_t to = 0; to < count; ++to)
            if (to != from &&
                (map.is_free(cells[from], cells[to]) || map.is_free(cells[to], cells[from])))
                now.push_back(to);
        if (now.size() > seen.size()) seen = now;
    }
    const auto row = static_cast<std::uint32_t>(seen.size());
    REQUIRE(row > 12);
    std::vector<std::uint32_t> nodes(count, count);
    for (std::uint32_t n = 0; n < row; ++n) nodes[seen[n]] = n;
    std::uint32_t next = row;
    for (std::uint32_t& n : nodes) n = n == count ? next++ : n;
    // Each of them has edges to all above it, which lead over the one below.
    std::vector<std::uint32_t> first{0};
    std::vector<hierarchy_edge> edges;
    std::uint32_t levels = 0;
    const auto is_sound = [&] {
        std::vector<std::uint32_t> whole = first;
        whole.resize(count + 1, static_cast<std::uint32_t>(edges.size()));
        return graph(g, {nodes, whole, edges, count}, senda::detail::erased_unique_ptr{})
            .is_sound();
    };
    constexpr std::uint64_t step = graph::units::diagonal;
    for (std::uint64_t longest = 0; longest <= 200 * step; ++levels) {
        REQUIRE(levels + 1 < row);
        CHECK(is_sound());
        std::vector<std::uint64_t> below(row);
        for (std::size_t i = levels == 0 ? 0 : first[levels - 1]; i < edges.size(); ++i)
            below[edges[i].to] = edges[i].length;
        for (std::uint32_t to = levels + 1; to < row; ++to) {
            const std::uint64_t length = levels == 0
                                             ? graph::units::sum(senda::detail::octile_distance(
                                                   cells[seen[0]], cells[seen[to]]))
                                             : below[levels] + below[to];
            edges.push_back({length, to, levels == 0 ? hierarchy_edge::no_middle : levels - 1});
            longest = std::max(longest, length);
        }
        first.push_back(static_cast<std::uint32_t>(edges.size()));
    }
    CHECK(levels > 4);
    CHECK_FALSE(is_sound());
}

}  // namespace prepared_file_test
