// SPDX-License-Identifier: MIT
#include <senda/graph/grid.hpp>

#include <senda/graph/concepts.hpp>

#include "support/random_graphs.hpp"

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace grid_test {

using senda::cell;
using senda::grid_moves;
using support::split_mix64;

using weighted_octile_grid = senda::basic_grid<grid_moves::octile, int>;
using weighted_cutting_grid = senda::basic_grid<grid_moves::octile_cutting, float>;
using byte_grid = senda::basic_grid<grid_moves::straight, std::uint8_t>;
using real_grid = senda::basic_grid<grid_moves::straight, double>;

static_assert(senda::IndexedGraph<senda::grid, cell> && senda::ReversibleGraph<senda::grid, cell>);
static_assert(!senda::is_weighted<senda::grid, cell>, "a grid of steps needs no costs");
static_assert(std::same_as<senda::cost_of<senda::grid, cell>, senda::steps>);
static_assert(std::same_as<senda::cost_of<senda::weighted_grid, cell>, int>);
static_assert(std::same_as<senda::cost_of<byte_grid, cell>, int>, "bytes are added up in int");
static_assert(std::same_as<senda::cost_of<real_grid, cell>, double>);
static_assert(std::same_as<senda::cost_of<senda::octile_grid, cell>, double>);
static_assert(std::same_as<senda::cost_of<weighted_octile_grid, cell>, double>);

struct step {
    cell to;
    double cost;

    friend bool operator==(const step&, const step&) = default;
};

/// A sink for grids with and without costs.
struct collect {
    std::vector<step>& into;

    void operator()(cell to) const { into.push_back({to, 1}); }
    template <class Cost>
    void operator()(cell to, Cost cost) const {
        into.push_back({to, static_cast<double>(cost)});
    }
};

template <class Grid>
std::vector<step> successors_of(const Grid& g, cell n) {
    std::vector<step> found;
    g.successors(n, collect{found});
    return found;
}

template <class Grid>
std::vector<step> predecessors_of(const Grid& g, cell n) {
    std::vector<step> found;
    g.predecessors(n, collect{found});
    return found;
}

/// A grid as a table that is asked about every place: the reference. Negative means closed.
struct table {
    int width, height;
    grid_moves moves;
    bool weighted;
    std::vector<double> weight;

    double at(cell c) const {
        if (c.x < 0 || c.y < 0 || c.x >= width || c.y >= height) return -1;
        return weight[static_cast<std::size_t>(c.y * width + c.x)];
    }

    /// The cost of the step from `a` to `b`; negative if there is none.
    double cost(cell a, cell b) const {
        const int x = std::abs(a.x - b.x);
        const int y = std::abs(a.y - b.y);
        if (x > 1 || y > 1 || x + y == 0 || at(a) < 0 || at(b) < 0) return -1;
        const double entering = weighted ? at(b) : 1;
        if (x + y == 1) return entering;
        if (moves == grid_moves::straight) return -1;
        if (moves == grid_moves::octile && (at({a.x, b.y}) < 0 || at({b.x, a.y}) < 0)) return -1;
        return std::sqrt(2.0) * entering;
    }
};

constexpr std::array<cell, 8> directions = {
    {{0, -1}, {1, 0}, {0, 1}, {-1, 0}, {1, -1}, {1, 1}, {-1, 1}, {-1, -1}}};

template <grid_moves Moves, class Weight>
void check_against_table(std::uint64_t seed) {
    constexpr bool weighted = !std::same_as<Weight, senda::unweighted>;
    using grid_type = senda::basic_grid<Moves, Weight>;
    split_mix64 random{seed};
    table expected{random.between(0, 7), random.between(0, 7), Moves, weighted, {}};
    const int closed = random.below(100);
    grid_type g(expected.width, expected.height);
    for (int y = 0; y < expected.height; ++y)
        for (int x = 0; x < expected.width; ++x) {
            const bool open = !random.percent(closed);
            const int weight = random.below(6);
            expected.weight.push_back(open ? weight : -1);
            if constexpr (weighted) {
                if (open) g.set({x, y}, static_cast<Weight>(weight));
            }
            if (!open) g.close({x, y});
        }

    std::set<std::uint32_t> indices;
    bool all_right = true;
    for (int y = -2; y < expected.height + 2; ++y)
        for (int x = -2; x < expected.width + 2; ++x) {
            const cell n{x, y};
            const bool inside = x >= 0 && y >= 0 && x < expected.width && y < expected.height;
            all_right = all_right && g.contains(n) == inside && g.open(n) == (expected.at(n) >= 0);
            if (!inside) continue;
            indices.insert(g.index(n));
            all_right = all_right && g.index(n) < g.index_bound() && g.node(g.index(n)) == n;

            // The double loop: every other cell, whether it is a neighbour or not.
            std::size_t out = 0;
            std::size_t in = 0;
            for (int v = 0; v < expected.height; ++v)
                for (int u = 0; u < expected.width; ++u) {
                    out += expected.cost(n, {u, v}) >= 0 ? 1 : 0;
                    in += expected.cost({u, v}, n) >= 0 ? 1 : 0;
                }
            std::vector<step> to;
            std::vector<step> from;
            for (const cell d : directions) {
                const cell m{x + d.x, y + d.y};
                if (expected.cost(n, m) >= 0) to.push_back({m, expected.cost(n, m)});
                if (expected.cost(m, n) >= 0) from.push_back({m, expected.cost(m, n)});
            }
            all_right = all_right && out == to.size() && in == from.size() &&
                        successors_of(g, n) == to && predecessors_of(g, n) == from;
        }
    CAPTURE(seed);
    CHECK(all_right);
    CHECK(indices.size() == expected.weight.size());
}

template <class Grid>
void check_refused(std::string_view text, std::string_view code, std::size_t line,
                   std::size_t column) {
    const auto read = Grid::parse(text);
    CAPTURE(text);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == code);
    CHECK(read.error().line == line);
    CHECK(read.error().column == column);
    CHECK_FALSE(read.error().message.empty());
}

TEST_CASE("successors and predecessors of random grids agree with a table of all pairs") {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        check_against_table<grid_moves::straight, senda::unweighted>(seed);
        check_against_table<grid_moves::straight, int>(seed);
        check_against_table<grid_moves::straight, std::uint8_t>(seed);
        check_against_table<grid_moves::straight, double>(seed);
        check_against_table<grid_moves::octile, senda::unweighted>(seed);
        check_against_table<grid_moves::octile, int>(seed);
        check_against_table<grid_moves::octile_cutting, senda::unweighted>(seed);
        check_against_table<grid_moves::octile_cutting, float>(seed);
    }
}

TEST_CASE("neighbours come in the order N, E, S, W, NE, SE, SW, NW") {
    const std::vector<step> straight = {{{1, 0}, 1}, {{2, 1}, 1}, {{1, 2}, 1}, {{0, 1}, 1}};
    CHECK(successors_of(senda::grid(3, 3), {1, 1}) == straight);
    const double root = std::sqrt(2.0);
    std::vector<step> all = straight;
    for (const cell c : {cell{2, 0}, cell{2, 2}, cell{0, 2}, cell{0, 0}}) all.push_back({c, root});
    CHECK(successors_of(senda::octile_grid(3, 3), {1, 1}) == all);
    CHECK(successors_of(senda::octile_grid_cutting(3, 3), {1, 1}) == all);
}

TEST_CASE("a corner is cut only where the grid allows it") {
    const std::string_view drawing = "#.\n.#\n";
    CHECK(successors_of(*senda::octile_grid::parse(drawing), {1, 0}).empty());
    CHECK(successors_of(*senda::octile_grid_cutting::parse(drawing), {1, 0}).size() == 1);
    const std::string_view one_side = "..\n.#\n";
    CHECK(successors_of(*senda::octile_grid::parse(one_side), {1, 0}).size() == 1);
    CHECK(successors_of(*senda::octile_grid_cutting::parse(one_side), {1, 0}).size() == 2);
}

TEST_CASE("a closed cell has no way in and no way out") {
    senda::grid g(3, 3);
    g.close({1, 1});
    CHECK(successors_of(g, {1, 1}).empty());
    CHECK(predecessors_of(g, {1, 1}).empty());
    CHECK(successors_of(g, {1, 0}).size() == 2);
    g.set({1, 1});
    CHECK(successors_of(g, {1, 1}).size() == 4);
}

TEST_CASE("a weight is paid on entering, so that the way back can cost another") {
    senda::weighted_grid g(2, 1);
    g.set({0, 0}, 5);
    g.set({1, 0}, 7);
    CHECK(successors_of(g, {0, 0}) == std::vector<step>{{{1, 0}, 7}});
    CHECK(successors_of(g, {1, 0}) == std::vector<step>{{{0, 0}, 5}});
    CHECK(predecessors_of(g, {1, 0}) == std::vector<step>{{{0, 0}, 7}});
    CHECK(g.weight({1, 0}) == 7);
    g.set({1, 0}, senda::weighted_grid::closed);
    CHECK_FALSE(g.open({1, 0}));
    CHECK(g.weight({1, 0}) == senda::weighted_grid::closed);
}

TEST_CASE("a weight of zero is a weight, not a wall") {
    byte_grid g(2, 1);
    g.set({1, 0}, 0);
    CHECK(g.open({1, 0}));
    CHECK(successors_of(g, {0, 0}) == std::vector<step>{{{1, 0}, 0}});
}

TEST_CASE("grids without cells and grids of one row or column are grids") {
    const senda::grid nothing;
    CHECK(nothing.width() == 0);
    CHECK(nothing.index_bound() == 0);
    CHECK_FALSE(nothing.open({0, 0}));
    CHECK(senda::grid(0, 0) == nothing);
    CHECK(senda::grid(0, 5).height() == 5);
    CHECK_FALSE(senda::grid(5, 0).contains({0, 0}));

    const senda::octile_grid row(5, 1);
    CHECK(successors_of(row, {2, 0}).size() == 2);
    CHECK(successors_of(row, {0, 0}).size() == 1);
    const senda::octile_grid column(1, 5);
    CHECK(successors_of(column, {0, 2}).size() == 2);
    CHECK(successors_of(column, {0, 4}).size() == 1);
    CHECK(successors_of(senda::octile_grid(1, 1), {0, 0}).empty());
}

TEST_CASE("a grid can be copied, moved and compared") {
    senda::weighted_grid g(4, 3);
    g.set({2, 1}, 9);
    senda::weighted_grid copy = g;
    CHECK(copy == g);
    copy.set({2, 1}, 8);
    CHECK(copy != g);
    CHECK(g.weight({2, 1}) == 9);
    copy = g;
    CHECK(copy == g);
    const senda::weighted_grid moved = std::move(copy);
    CHECK(moved == g);
    CHECK(copy.width() == 0);  // NOLINT(bugprone-use-after-move): a moved-from grid is empty
    copy = moved;
    CHECK(copy == g);
    senda::weighted_grid empty_copy = senda::weighted_grid{};
    CHECK(empty_copy == senda::weighted_grid{});
    CHECK(senda::weighted_grid(3, 4) != senda::weighted_grid(4, 3));
}

TEST_CASE("a rule says which cells are open, row by row") {
    std::vector<cell> asked;
    const senda::grid g(3, 2, [&](cell c) {
        asked.push_back(c);
        return c.x != 1;
    });
    CHECK(asked == std::vector<cell>{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}});
    CHECK(g.open({0, 0}));
    CHECK_FALSE(g.open({1, 1}));

    const senda::weighted_grid w(
        2, 1, [](cell c) { return c.x == 0 ? 4 : senda::weighted_grid::closed; });
    CHECK(w.weight({0, 0}) == 4);
    CHECK_FALSE(w.open({1, 0}));
    const senda::weighted_grid yes_or_no(2, 1, [](cell c) { return c.x == 0; });
    CHECK(yes_or_no.weight({0, 0}) == 1);
    CHECK_FALSE(yes_or_no.open({1, 0}));
}

TEST_CASE("a grid of an impossible size is an error, not a crash") {
    constexpr std::int64_t billion = 1'000'000'000;
    constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
    for (const auto& [width, height] :
         {std::pair{billion, billion}, std::pair{huge, huge}, std::pair{huge, std::int64_t{0}},
          std::pair{std::int64_t{-1}, std::int64_t{5}},
          std::pair{std::int64_t{5}, std::int64_t{-1}},
          std::pair{std::int64_t{65535}, std::int64_t{65535}},
          std::pair{std::int64_t{1} << 31, std::int64_t{1}}}) {
        CAPTURE(width);
        CAPTURE(height);
        CHECK(senda::grid::make(width, height).error().code == "bad_size");
        CHECK(senda::weighted_grid::make(width, height).error().code == "bad_size");
    }
    const auto made = senda::grid::make(30, 20);
    REQUIRE(made);
    CHECK(*made == senda::grid(30, 20));
}

TEST_CASE("a drawing is read, with or without a last newline, CRLF or empty lines around it") {
    senda::grid expected(3, 2);
    expected.close({1, 0});
    expected.close({2, 1});
    for (const std::string_view text : {".#.\n. @\n", ".#.\n. @", ".#.\r\n. @\r\n",
                                        "\n\n.#.\n. @\n\n\n", "\xEF\xBB\xBF.#.\n. @\n"}) {
        CAPTURE(text);
        const auto read = senda::grid::parse(text);
        REQUIRE(read);
        CHECK(*read == expected);
    }
    CHECK(senda::grid::parse("\xEF\xBB\xBF.").warnings.size() == 1);
    CHECK(senda::grid::parse(".").warnings.empty());
    CHECK(*senda::grid::parse("") == senda::grid{});
    CHECK(*senda::grid::parse("\n\n") == senda::grid{});
}

TEST_CASE("digits of a drawing are weights") {
    const auto read = senda::weighted_grid::parse("0 9\n.#5\n");
    REQUIRE(read);
    CHECK(read->weight({0, 0}) == 0);
    CHECK(read->weight({1, 0}) == 1);
    CHECK(read->weight({2, 0}) == 9);
    CHECK(read->weight({0, 1}) == 1);
    CHECK_FALSE(read->open({1, 1}));
    CHECK(read->weight({2, 1}) == 5);
}

TEST_CASE("a drawing that is not a grid is refused where it goes wrong") {
    check_refused<senda::grid>("...\n.x.\n", "bad_cell", 2, 2);
    check_refused<senda::grid>(".5.\n", "bad_cell", 1, 2);
    check_refused<senda::grid>("..\t\n", "bad_cell", 1, 3);
    check_refused<senda::grid>("ñ..\n...\n", "bad_cell", 1, 1);
    check_refused<senda::grid>("..\n.\xFF\n", "bad_cell", 2, 2);
    check_refused<senda::grid>("\n\n...\n..\n...\n", "bad_row_length", 4, 3);
    check_refused<senda::grid>("...\r\n....\r\n...", "bad_row_length", 2, 4);
    check_refused<senda::grid>("...\n\n...\n", "bad_row_length", 2, 1);
    check_refused<senda::grid>("..\n...x\n", "bad_row_length", 2, 3);
    check_refused<senda::grid>("..\nx..\n", "bad_cell", 2, 1);
    check_refused<senda::weighted_grid>("12\n3-\n", "bad_cell", 2, 2);
    CHECK(senda::grid::parse(".5.\n").error().message.find("digit") == std::string::npos);
    CHECK(senda::weighted_grid::parse(".x.\n").error().message.find("digit") != std::string::npos);
    CHECK(senda::grid::parse("ñ").error().message.find("'ñ'") != std::string::npos);
}

}  // namespace grid_test
