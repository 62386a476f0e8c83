// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <limits>
#include <numbers>
#include <optional>
#include <queue>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/nearest.hpp>
#include <senda/search/verify.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"
#include "support/rounds.hpp"

namespace nearest_grid_test {

using namespace support;
using senda::cell;
using senda::grid_moves;
using senda::nearest;
using senda::status;

/// The shortest distances of all cells, by a plain Dijkstra over eight neighbours.
template <class Grid>
std::vector<double> lengths_from(const Grid& g, grid_moves moves, cell start) {
    const auto place = [&](cell c) {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(g.width()) +
               static_cast<std::size_t>(c.x);
    };
    std::vector<double> length(
        static_cast<std::size_t>(g.width()) * static_cast<std::size_t>(g.height()),
        std::numeric_limits<double>::infinity());
    if (!g.open(start)) return length;
    using item = std::tuple<double, int, int>;
    std::priority_queue<item, std::vector<item>, std::greater<>> queue;
    length[place(start)] = 0;
    queue.emplace(0, start.x, start.y);
    while (!queue.empty()) {
        const auto [so_far, x, y] = queue.top();
        queue.pop();
        if (so_far > length[place({x, y})]) continue;
        for (int dy = -1; dy <= 1; ++dy) {
            for (int dx = -1; dx <= 1; ++dx) {
                const cell to{x + dx, y + dy};
                if ((dx == 0 && dy == 0) || !g.open(to)) continue;
                const bool is_diagonal = dx != 0 && dy != 0;
                if (is_diagonal && moves == grid_moves::straight) continue;
                if (is_diagonal && moves == grid_moves::octile &&
                    (!g.open({x + dx, y}) || !g.open({x, y + dy})))
                    continue;
                const double there = so_far + (is_diagonal ? std::numbers::sqrt2 : 1.0);
                if (there + 1e-9 < length[place(to)]) {
                    length[place(to)] = there;
                    queue.emplace(there, to.x, to.y);
                }
            }
        }
    }
    return length;
}

/// Holds answers against a loop over all cells.
template <class Grid, grid_moves Moves>
class judge {
public:
    judge(const Grid& g, cell start)
        : grid_(g), start_(start), length_(lengths_from(g, Moves, start)) {}

    [[nodiscard]] double length_to(cell c) const {
        if (!grid_.open(c)) return std::numeric_limits<double>::infinity();
        return length_[static_cast<std::size_t>(c.y) * static_cast<std::size_t>(grid_.width()) +
                       static_cast<std::size_t>(c.x)];
    }

    template <class Answer, class Estimate>
    void check(const Answer& answer, const Estimate& estimate) const {
        if (!grid_.open(start_)) {
            CHECK(answer.status == status::exhausted);
            CHECK(answer.path.empty());
            return;
        }
        std::optional<cell> best;
        for (int y = 0; y < grid_.height(); ++y) {
            for (int x = 0; x < grid_.width(); ++x) {
                const cell c{x, y};
                if (std::isinf(length_to(c))) continue;
                if (!best || estimate(c) < estimate(*best) ||
                    (estimate(c) == estimate(*best) && length_to(c) < length_to(*best) - 1e-9))
                    best = c;
            }
        }
        REQUIRE(answer.status == status::found);
        CHECK(senda::verify(grid_, start_, *best, answer));
        CHECK(answer.path.back() == *best);
        CHECK(static_cast<double>(answer.cost) == doctest::Approx(length_to(*best)));
    }

private:
    const Grid& grid_;
    cell start_;
    std::vector<double> length_;
};

/// A grid of the same cells in which steps are other ones.
template <class Grid>
Grid like(const senda::grid& g) {
    return Grid(g.width(), g.height(), [&](cell c) { return g.open(c); });
}

/// Cells near and on the map, and sometimes off it.
cell any_goal(const senda::grid& g, split_mix64& random) {
    return {random.between(-2, g.width() + 1), random.between(-2, g.height() + 1)};
}

/// Every estimate that a search of cells tells apart, and others.
template <class Check>
void for_each_estimate(cell goal, Check&& check) {
    check(senda::manhattan{goal});
    check(senda::octile{goal});
    check(senda::chebyshev{goal});
    check(senda::manhattan{goal, 3});
    check(senda::octile{goal, -1.0});
    check([](cell) { return 7; });
    check([goal](cell c) { return (c.x * 7 + c.y * 13 + goal.x) % 5; });
    check([goal](cell c) { return std::hypot(c.x - goal.x, c.y - goal.y); });
}

template <class Grid, grid_moves Moves>
void check_cells(const senda::grid& cells, split_mix64& random) {
    const Grid g = like<Grid>(cells);
    const cell start = any_cell(cells, random);
    const cell goal = any_goal(cells, random);
    const judge<Grid, Moves> right(g, start);
    for_each_estimate(goal, [&](const auto& by) {
        right.check(nearest(g, start, by), by);
        right.check(nearest(g, start, by, {.threads = 4}), by);
    });
    if (std::isinf(right.length_to(goal))) return;
    const auto there = nearest(g, start, senda::manhattan{goal});
    CHECK(there.path.back() == goal);
}

TEST_CASE("on a grid the path leads to the nearest cell, which is the goal if it can be reached") {
    for_each_grid(300, [](const senda::grid& g, split_mix64& random) {
        check_cells<senda::grid, grid_moves::straight>(g, random);
        check_cells<senda::octile_grid, grid_moves::octile>(g, random);
        check_cells<senda::octile_grid_cutting, grid_moves::octile_cutting>(g, random);
    });
}

TEST_CASE("what is reached through corners goes on from one word of cells to the next") {
    for (int seed = 1; seed <= rounds(400); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        const int walls = random.between(45, 65);
        const senda::octile_grid_cutting g(136, random.between(1, 12),
                                           [&](cell) { return !random.percent(walls); });
        const cell start{random.between(60, 68), random.below(g.height())};
        const cell goal{random.below(g.width()), random.below(g.height())};
        const judge<senda::octile_grid_cutting, grid_moves::octile_cutting> right(g, start);
        const senda::octile by{goal};
        right.check(nearest(g, start, by), by);
    }
}

TEST_CASE("the sweep of cells and the sweep of any graph choose the same cell") {
    for_each_grid(200, [](const senda::grid& g, split_mix64& random) {
        const cell start = any_cell(g, random);
        const cell goal = any_goal(g, random);
        for_each_estimate(goal, [&](const auto& by) {
            const auto cells = nearest(g, start, by);
            const auto tree = nearest(g, senda::any_of{start}, by);
            const auto limited = nearest(g, start, by, {.limits = {.cost = 1'000'000}});
            CHECK(tree.status == cells.status);
            CHECK(limited.status == cells.status);
            CHECK(tree.cost == cells.cost);
            if (!cells) return;
            CHECK(tree.path.back() == cells.path.back());
            CHECK(limited.path.back() == cells.path.back());
        });
    });
}

TEST_CASE("weighted grids end at the nearest cell too") {
    for_each_grid(150, [](const senda::grid& cells, split_mix64& random) {
        const senda::weighted_grid g(cells.width(), cells.height(), [&](cell c) {
            return cells.open(c) ? random.between(1, 9) : senda::weighted_grid::closed;
        });
        const cell start = any_cell(cells, random);
        const cell goal = any_goal(cells, random);
        const senda::manhattan h{goal};
        const auto distances = distances_from(cells, start);
        const auto answer = nearest(g, start, h);
        if (!answer) return;
        CHECK(senda::verify(g, start, answer.path.back(), answer));
        senda::steps least = out_of_reach;
        for (int y = 0; y < cells.height(); ++y)
            for (int x = 0; x < cells.width(); ++x)
                if (distances[place_in(cells, {x, y})] != out_of_reach)
                    least = std::min(least, h(cell{x, y}));
        CHECK(h(answer.path.back()) == least);
        for (int y = 0; y < cells.height(); ++y) {
            for (int x = 0; x < cells.width(); ++x) {
                if (distances[place_in(cells, {x, y})] == out_of_reach || h(cell{x, y}) != least)
                    continue;
                CHECK(senda::dijkstra(g, start, cell{x, y}).cost >= answer.cost);
            }
        }
    });
}

/// What a search for the nearest promises of limits.
template <class Search>
void check_limits(const Search& search, split_mix64& random) {
    const auto whole = search(senda::options{});
    if (!whole) return;
    const auto check_cut = [&](const auto& cut, status why) {
        if (cut) {
            CHECK(cut.path.back() == whole.path.back());
            CHECK(static_cast<double>(cut.cost) ==
                  doctest::Approx(static_cast<double>(whole.cost)));
            return;
        }
        CHECK(cut.status == why);
        CHECK(cut.path.empty());
        CHECK(cut.cost == senda::infinite<std::decay_t<decltype(cut.cost)>>);
    };
    const auto expanded = static_cast<int>(whole.statistics.expanded);
    const auto most = static_cast<std::uint64_t>(random.below(expanded + 1));
    const auto cut = search(senda::options{.limits = {.expansions = most}});
    CHECK(cut.statistics.expanded <= most);
    check_cut(cut, status::expansion_limit);
    const auto bytes =
        static_cast<std::uint64_t>(random.below(static_cast<int>(whole.statistics.bytes) + 1));
    const auto small = search(senda::options{.limits = {.bytes = bytes}});
    CHECK(small.statistics.bytes <= bytes);
    check_cut(small, status::memory_limit);
    check_cut(search(senda::options{.limits = {.cost = random.below(40)}}), status::cost_limit);
    check_cut(search(senda::options{.limits = {.time = 0.0}}), status::time_limit);
    std::atomic<bool> is_over{true};
    check_cut(search(senda::options{.stop = is_over}), status::cancelled);
}

TEST_CASE("on grids, too, limits hold for all parts of a search for the nearest together") {
    for_each_grid(120, [](const senda::grid& cells, split_mix64& random) {
        const auto octile = like<senda::octile_grid>(cells);
        const cell start = any_cell(cells, random);
        const senda::manhattan by{any_goal(cells, random)};
        using senda::options;
        check_limits([&](const options& o) { return nearest(cells, start, by, o); }, random);
        check_limits([&](const options& o) { return nearest(octile, start, by, o); }, random);
    });
}

/// A torus on which a wall keeps the goal in.
struct torus {
    using node_type = cell;
    int side = 300;

    template <class Emit>
    void successors(cell c, Emit&& emit) const {
        for (const cell to :
             {cell{c.x, c.y - 1}, cell{c.x + 1, c.y}, cell{c.x, c.y + 1}, cell{c.x - 1, c.y}}) {
            const cell at{(to.x + side) % side, (to.y + side) % side};
            const bool is_wall = std::max(std::abs(at.x - 40), std::abs(at.y - 50)) == 9;
            if (!is_wall) emit(at);
        }
    }
};
/// The same with numbers for its nodes.
struct numbered_torus : torus {
    [[nodiscard]] std::size_t index(cell c) const {
        return static_cast<std::size_t>(c.y * side + c.x);
    }
    [[nodiscard]] std::size_t index_bound() const { return static_cast<std::size_t>(side * side); }
};

TEST_CASE("threads find the same nearest node as one") {
    const auto check = [](const auto& g) {
        const cell goal{40, 50};
        const cell start{g.side * 2 / 3, g.side * 2 / 3};
        const senda::manhattan h{goal};
        const auto one = nearest(g, start, h);
        REQUIRE(one);
        CHECK(h(one.path.back()) == 10);
        for (unsigned threads = support::is_slow ? 4 : 2; threads <= 4; threads += 2)
            CHECK(nearest(g, start, h, {.threads = threads}).path == one.path);
    };
    check(torus{support::is_slow ? 120 : 300});
    check(numbered_torus{});  // wide enough to be shared
}

}  // namespace nearest_grid_test
