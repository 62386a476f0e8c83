// SPDX-License-Identifier: MIT
#include <senda/grid/flow_field.hpp>

#include <senda/detail/core/octile_units.hpp>
#include <senda/graph/clearance.hpp>
#include <senda/search/dijkstra.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/random_grids.hpp"
#include "support/rounds.hpp"

namespace flow_field_test {

using senda::any_of;
using senda::basic_grid;
using senda::cell;
using senda::flow_direction;
using senda::flow_field;
using senda::flow_memory;
using senda::grid;
using senda::grid_moves;
using senda::octile_grid;
using senda::octile_grid_cutting;
using senda::status;
using senda::weighted_grid;
using support::split_mix64;

using weighted_octile = basic_grid<grid_moves::octile, int>;
using weighted_cutting = basic_grid<grid_moves::octile_cutting, std::uint8_t>;
using measured_octile = basic_grid<grid_moves::octile, double>;

#define FLOW_FIELD_GRIDS \
    grid, octile_grid, octile_grid_cutting, weighted_grid, weighted_octile, weighted_cutting

/// A length in straight and diagonal steps, or in their weights, compared without rounding.
struct length {
    std::int64_t straight = 0;
    std::int64_t diagonal = 0;

    friend bool operator==(const length&, const length&) = default;
    friend bool operator<(const length& a, const length& b) {
        // a - b = x + y sqrt(2) is negative.
        const std::int64_t x = a.straight - b.straight;
        const std::int64_t y = a.diagonal - b.diagonal;
        if (x >= 0 && y >= 0) return false;
        if (x <= 0 && y <= 0) return x != 0 || y != 0;
        return x < 0 ? x * x > 2 * y * y : x * x < 2 * y * y;
    }
    [[nodiscard]] double value() const {
        return static_cast<double>(straight) + static_cast<double>(diagonal) * std::numbers::sqrt2;
    }
};

template <class Grid>
inline constexpr bool is_weighted = requires(const Grid& g) { g.weight({0, 0}); };

/// The length of a step that the grid allows.
template <class Grid>
std::optional<length> step_length(const Grid& g, cell from, cell to) {
    bool is_there = false;
    if (!g.open(from)) return {};
    g.successors(from, [&](cell next, auto...) { is_there = is_there || next == to; });
    if (!is_there) return {};
    std::int64_t weight = 1;
    if constexpr (is_weighted<Grid>) weight = static_cast<std::int64_t>(g.weight(to));
    return from.x != to.x && from.y != to.y ? length{0, weight} : length{weight, 0};
}

template <class Grid>
std::size_t place(const Grid& g, cell c) {
    return static_cast<std::size_t>(c.y * g.width() + c.x);
}

template <class Grid, class Visit>
void for_each_cell(const Grid& g, Visit visit) {
    for (int y = 0; y < g.height(); ++y)
        for (int x = 0; x < g.width(); ++x) visit(cell{x, y});
}

/// How far each cell is from a goal: lowered until no step lowers anything any more.
template <class Grid>
std::vector<std::optional<length>> lengths(const Grid& g, const std::vector<cell>& goals) {
    std::vector<std::optional<length>> far(static_cast<std::size_t>(g.width() * g.height()));
    std::vector<cell> lowered;
    for (const cell c : goals) {
        if (!g.open(c)) continue;
        far[place(g, c)] = length{};
        lowered.push_back(c);
    }
    while (!lowered.empty()) {
        std::vector<cell> before;
        before.swap(lowered);
        for (const cell to : before) {
            g.predecessors(to, [&](cell from, auto...) {
                const length step = step_length(g, from, to).value_or(length{});
                const length there{far[place(g, to)]->straight + step.straight,
                                   far[place(g, to)]->diagonal + step.diagonal};
                auto& known = far[place(g, from)];
                if (known && !(there < *known)) return;
                known = there;
                lowered.push_back(from);
            });
        }
    }
    return far;
}

template <class Grid>
void give(Grid& g, cell c, split_mix64& random, int walls) {
    if (random.percent(walls)) return g.close(c);
    if constexpr (is_weighted<Grid>) {
        g.set(c, static_cast<decltype(g.weight(c))>(random.between(0, 9)));
    } else {
        g.set(c);
    }
}

template <class Grid>
Grid random_grid(split_mix64& random, int side) {
    const bool is_odd = random.percent(15);
    Grid g(is_odd ? support::any_side(random) : random.between(1, side),
           is_odd ? support::any_side(random) : random.between(1, side));
    const int walls = random.below(50);
    for_each_cell(g, [&](cell c) { give(g, c, random, walls); });
    return g;
}

template <class Grid>
cell random_cell(split_mix64& random, const Grid& g) {
    return {random.below(g.width()), random.below(g.height())};
}

template <class Grid>
std::vector<cell> random_goals(split_mix64& random, const Grid& g) {
    std::vector<cell> goals(
        static_cast<std::size_t>(random.percent(50) ? 1 : random.between(0, 4)));
    for (cell& c : goals) c = random_cell(random, g);
    return goals;
}

/// Whether following the field from a cell is a path of that length to a goal.
template <class Grid>
bool leads_along(const Grid& g, const std::vector<cell>& goals, const flow_field<Grid>& field,
                 cell at, const length& expected) {
    length walked;
    for (int steps = 0; field.direction(at) != flow_direction::goal; at = field.next(at)) {
        const auto step = step_length(g, at, field.next(at));
        if (!step || ++steps == g.width() * g.height()) return false;
        walked = {walked.straight + step->straight, walked.diagonal + step->diagonal};
    }
    return walked == expected && std::count(goals.begin(), goals.end(), at) != 0;
}

/// Checks that following the field from every cell is a shortest path, within a limit on its
/// length.
template <class Grid>
void check_field(const Grid& g, const std::vector<cell>& goals, const flow_field<Grid>& field,
                 double most = std::numeric_limits<double>::infinity()) {
    using cost = typename flow_field<Grid>::cost;
    const auto far = lengths(g, goals);
    const auto is_right = [&](cell c) {
        const auto& expected = far[place(g, c)];
        if (!expected || expected->value() > most) {
            return field.direction(c) == flow_direction::none && field.next(c) == c &&
                   field.distance(c) == senda::infinite<cost>;
        }
        return field.distance(c) == static_cast<cost>(expected->value()) &&
               leads_along(g, goals, field, c, *expected);
    };
    for_each_cell(g, [&](cell c) {
        if (is_right(c)) return;
        CAPTURE(c.x);
        CAPTURE(c.y);
        FAIL("the field is wrong at a cell");
    });
}

TEST_CASE_TEMPLATE("to follow a flow field from any cell is a shortest path", Grid,
                   FLOW_FIELD_GRIDS) {
    split_mix64 random{1};
    for (int i = 0; i < support::rounds(32); ++i) {
        CAPTURE(i);
        const auto g = random_grid<Grid>(random, 20);
        const auto goals = random_goals(random, g);
        const auto keep = random.percent(50) ? flow_memory::directions : flow_memory::distances;
        const flow_field field(g, any_of<cell>(goals), keep);
        CHECK(field.status() == status::complete);
        CHECK(static_cast<bool>(field));
        check_field(g, goals, field);
    }
}

TEST_CASE_TEMPLATE("a flow field has the lengths of a search by Dijkstra on larger maps", Grid,
                   FLOW_FIELD_GRIDS, measured_octile) {
    split_mix64 random{2};
    for (int i = 0; i < support::rounds(8); ++i) {
        CAPTURE(i);
        const int walls = random.below(45);
        Grid g(random.between(60, 130), random.between(60, 130));
        for_each_cell(g, [&](cell c) { give(g, c, random, walls); });
        const cell goal = random_cell(random, g);
        const flow_field field(g, goal);
        for (int query = 0; query < 10; ++query) {
            const cell start = random_cell(random, g);
            const auto found = senda::dijkstra(g, start, goal);
            const auto path = field.path(start);
            REQUIRE(static_cast<bool>(path) == static_cast<bool>(found));
            if (!found) {
                CHECK(path.status == status::exhausted);
                CHECK(path.lower_bound == found.lower_bound);
                continue;
            }
            CHECK(static_cast<double>(path.cost) ==
                  doctest::Approx(static_cast<double>(found.cost)));
            CHECK(path.path.front() == start);
            CHECK(path.path.back() == goal);
        }
    }
}

TEST_CASE_TEMPLATE("a flow field follows cells that open, close and change their weight", Grid,
                   FLOW_FIELD_GRIDS) {
    split_mix64 random{3};
    for (int i = 0; i < support::rounds(16); ++i) {
        CAPTURE(i);
        auto g = random_grid<Grid>(random, 16);
        const auto goals = random_goals(random, g);
        const bool is_limited = random.percent(30);
        const double most =
            is_limited ? random.between(0, 20) : std::numeric_limits<double>::infinity();
        senda::options o;
        if (is_limited) o.limits.cost = most;
        const auto keep = random.percent(90) ? flow_memory::distances : flow_memory::directions;
        flow_field field(g, any_of<cell>(goals), keep, o);
        const int walls = random.between(10, 60);
        for (int round = 0; round < (support::is_slow ? 5 : 15); ++round) {
            CAPTURE(round);
            std::vector<cell> changed(static_cast<std::size_t>(random.between(1, 4)));
            for (cell& c : changed) {
                c = random_cell(random, g);
                give(g, c, random, walls);
            }
            const status ended =
                changed.size() == 1 ? field.changed(changed.front()) : field.changed(changed);
            CHECK((ended == status::complete || (is_limited && ended == status::cost_limit)));
            check_field(g, goals, field, most);
        }
    }
}

TEST_CASE_TEMPLATE(
    "a flow field that is made in steps is the same, and so is one repaired in steps", Grid,
    FLOW_FIELD_GRIDS) {
    split_mix64 random{4};
    for (int i = 0; i < support::rounds(16); ++i) {
        CAPTURE(i);
        auto g = random_grid<Grid>(random, 14);
        const auto goals = random_goals(random, g);
        auto field = flow_field<Grid>::paused(g, any_of<cell>(goals), flow_memory::distances);
        for (std::uint64_t expanded = 0; field.step(1) == status::running; ++expanded)
            REQUIRE(field.statistics().expanded == expanded + 1);
        check_field(g, goals, field);
        for (int round = 0; round < 6; ++round) {
            const std::vector<cell> changed{random_cell(random, g)};
            give(g, changed.front(), random, 50);
            field.note_changes(changed);
            // Another change comes before the first is worked in.
            if (field.step(static_cast<std::uint64_t>(random.below(6))) != status::running)
                continue;
            flow_field<Grid> moved = std::move(field);
            const cell another = random_cell(random, g);
            give(g, another, random, 50);
            moved.note_changes(std::array{another});
            while (moved.step(3) == status::running) {
            }
            field = std::move(moved);
            check_field(g, goals, field);
        }
    }
}

TEST_CASE_TEMPLATE("the limit on costs of a flow field is a radius", Grid, FLOW_FIELD_GRIDS) {
    split_mix64 random{5};
    for (int i = 0; i < support::rounds(32); ++i) {
        CAPTURE(i);
        const auto g = random_grid<Grid>(random, 20);
        const auto goals = random_goals(random, g);
        const double most = random.below(60) * 0.5;
        const flow_field field(g, any_of<cell>(goals), {.limits = {.cost = most}});
        check_field(g, goals, field, most);
        bool is_all = true;
        for (const auto& far : lengths(g, goals)) is_all = is_all && !(far && far->value() > most);
        CHECK(field.status() == (is_all ? status::complete : status::cost_limit));
    }
}

TEST_CASE_TEMPLATE("limits and stop tokens end a flow field, and what it says is right", Grid,
                   FLOW_FIELD_GRIDS) {
    split_mix64 random{6};
    for (int i = 0; i < support::rounds(16); ++i) {
        CAPTURE(i);
        auto g = random_grid<Grid>(random, 30);
        g.set({0, 0});
        const auto far = lengths(g, {{0, 0}});
        const auto all = flow_field(g, cell{0, 0});
        const auto most = static_cast<std::uint64_t>(random.below(100));
        flow_field field(g, cell{0, 0}, flow_memory::distances, {.limits = {.expansions = most}});
        CHECK(field.statistics().expanded <= most);
        CHECK((field.status() == status::expansion_limit) == (all.statistics().expanded > most));
        if constexpr (!is_weighted<Grid>) {
            for_each_cell(g, [&](cell c) {
                if (field.direction(c) != flow_direction::none)
                    CHECK(field.path(c).cost == all.distance(c));
            });
        }
        if (!field) CHECK(field.path({0, 0}).cost == 0);
        // Without a limit the next change makes it whole.
        field.set_limits({});
        g.set({0, 0});
        CHECK(field.changed(cell{0, 0}) == status::complete);
        check_field(g, {{0, 0}}, field);
        // With one, a change may stop half way, and the next goes on.
        field.set_limits({.expansions = most});
        for (int round = 0; round < 5; ++round) {
            const cell c = random_cell(random, g);
            give(g, c, random, 50);
            (void)field.changed(c);
        }
        field.set_limits({});
        CHECK(field.changed(std::vector<cell>{}) == status::complete);
        check_field(g, {{0, 0}}, field);
    }
    std::atomic<bool> stop{true};
    const Grid g(20, 20);
    CHECK(flow_field(g, cell{3, 3}, {.stop = stop}).status() == status::cancelled);
    CHECK(flow_field(g, cell{3, 3}, {.limits = {.time = 0}}).status() == status::time_limit);
}

TEST_CASE_TEMPLATE("a flow field without memory says so, and recovers with more", Grid,
                   FLOW_FIELD_GRIDS) {
    split_mix64 random{7};
    Grid g(40, 30);
    const auto needed = flow_field(g, cell{1, 1}, flow_memory::distances).statistics().bytes;
    for (std::uint64_t bytes = 0; bytes < needed; bytes += 1 + needed / support::rounds(24u)) {
        CAPTURE(bytes);
        flow_field field(g, cell{1, 1}, flow_memory::distances, {.limits = {.bytes = bytes}});
        CHECK(field.statistics().bytes <= bytes);
        if (field.status() != status::memory_limit) CHECK(field.status() == status::complete);
        if (bytes == 0) {
            CHECK(field.direction({1, 1}) == flow_direction::none);
            CHECK(field.path({0, 0}).status == status::memory_limit);
        }
        field.set_limits({.bytes = 10 * needed});
        const cell c = random_cell(random, g);
        give(g, c, random, 30);
        CHECK(field.changed(c) == status::complete);
        check_field(g, {{1, 1}}, field);
    }
}

TEST_CASE_TEMPLATE("on a large open map every cell is expanded once and has the octile distance",
                   Grid, octile_grid, octile_grid_cutting) {
    split_mix64 random{10};
    for (int i = 0; i < support::rounds(8); ++i) {
        const Grid g(random.between(1, 700), random.between(1, 500));
        const cell goal = random_cell(random, g);
        const flow_field field(g, goal, flow_memory::distances);
        CHECK(field.statistics().expanded == static_cast<std::uint64_t>(g.width() * g.height()));
        bool is_right = true;
        for_each_cell(g, [&](cell c) {
            const auto expected = senda::detail::octile_distance(c, goal).value();
            is_right = is_right && std::abs(field.distance(c) - expected) < 1e-9;
        });
        CHECK(is_right);
    }
}

TEST_CASE("labels of a flow field are ordered as lengths are, also where these nearly tie") {
    using metric = senda::detail::flow_metric<octile_grid>;
    split_mix64 random{11};
    const auto label_of = [](const length& l) {
        return metric::at_goal - static_cast<std::uint64_t>(l.straight) * metric::units::straight -
               static_cast<std::uint64_t>(l.diagonal) * metric::units::diagonal;
    };
    for (int i = 0; i < support::rounds(4000); ++i) {
        const length a{random.below(1'000'000'000), random.below(1'000'000'000)};
        // As many diagonal steps fewer as are nearly as long as so many straight ones, or not.
        const std::int64_t fewer = random.below(static_cast<int>(a.diagonal) + 1);
        const auto as_long =
            static_cast<std::int64_t>(std::round(static_cast<double>(fewer) * std::numbers::sqrt2));
        const length b{a.straight + as_long + random.between(-1, 1), a.diagonal - fewer};
        CAPTURE(fewer);
        REQUIRE((a < b) == (label_of(a) > label_of(b)));
        REQUIRE((a == b) == (label_of(a) == label_of(b)));
        REQUIRE(metric::value(label_of(a)) == doctest::Approx(a.value()).epsilon(1e-15));
        REQUIRE(label_of(a) > std::uint64_t{0});
    }
}

TEST_CASE("a flow field keeps a byte a cell, and distances only if it is asked to") {
    const auto bytes_of = [](const auto& g, flow_memory keep) {
        flow_field field(g, cell{0, 0}, keep);
        return field.bytes();
    };
    const int side = support::is_slow ? 150 : 500;
    const grid straight(side, side);
    const octile_grid octile(side, side);
    const weighted_octile weighted(side, side);
    const std::uint64_t room = straight.index_bound();
    CHECK(bytes_of(straight, flow_memory::directions) == room);
    CHECK(bytes_of(octile, flow_memory::directions) == room);
    CHECK(bytes_of(weighted, flow_memory::directions) == room);
    CHECK(bytes_of(straight, flow_memory::distances) == 5 * room);
    CHECK(bytes_of(octile, flow_memory::distances) == 9 * room);
    CHECK(bytes_of(weighted, flow_memory::distances) == 17 * room);
}

TEST_CASE("a flow field repairs no more than a change changes") {
    octile_grid g(120, 120);
    flow_field field(g, cell{60, 60}, flow_memory::distances);
    g.close({10, 20});
    CHECK(field.changed(cell{10, 20}) == status::complete);
    CHECK(field.statistics().expanded < 100);
    g.set({10, 20});
    CHECK(field.changed(cell{10, 20}) == status::complete);
    CHECK(field.statistics().expanded < 100);
    check_field(g, {{60, 60}}, field);
}

TEST_CASE_TEMPLATE("a flow field is made anew where a change changes almost everything", Grid, grid,
                   octile_grid, octile_grid_cutting) {
    // A path that winds through the whole map, and a wall across its beginning.
    Grid g(81, 81, [](cell c) { return c.y % 2 == 0 || c.x == (c.y % 4 == 1 ? 80 : 0); });
    g.set({1, 1});
    flow_field field(g, cell{0, 0}, flow_memory::distances);
    const std::uint64_t cells = g.index_bound();
    for (int round = 0; round < 4; ++round) {
        round % 2 == 0 ? g.close({1, 1}) : g.set({1, 1});
        CHECK(field.changed(cell{1, 1}) == status::complete);
        CHECK(field.statistics().expanded < cells + cells / 16 + 2048);
        const flow_field fresh(g, cell{0, 0}, flow_memory::distances);
        bool is_same = true;
        for_each_cell(g, [&](cell c) {
            is_same = is_same && field.distance(c) == fresh.distance(c) &&
                      (field.next(c) == c || step_length(g, c, field.next(c)));
        });
        CHECK(is_same);
    }
}

TEST_CASE("a flow field begins again with other goals") {
    split_mix64 random{8};
    const auto g = random_grid<octile_grid>(random, 30);
    flow_field field(g, cell{0, 0});
    for (int i = 0; i < 20; ++i) {
        const auto goals = random_goals(random, g);
        CHECK(field.restart(any_of<cell>(goals)) == status::complete);
        check_field(g, goals, field);
    }
}

TEST_CASE("the directions of a flow field have names") {
    const octile_grid g(3, 3);
    const flow_field field(g, cell{1, 1});
    CHECK(std::string(to_string(field.direction({1, 1}))) == "goal");
    CHECK(std::string(to_string(field.direction({0, 0}))) == "south_east");
    CHECK(std::string(to_string(field.direction({1, 0}))) == "south");
    CHECK(std::string(to_string(field.direction({2, 0}))) == "south_west");
    CHECK(std::string(to_string(field.direction({0, 1}))) == "east");
    CHECK(std::string(to_string(field.direction({2, 1}))) == "west");
    CHECK(std::string(to_string(field.direction({0, 2}))) == "north_east");
    CHECK(std::string(to_string(field.direction({1, 2}))) == "north");
    CHECK(std::string(to_string(field.direction({2, 2}))) == "north_west");
    CHECK(std::string(to_string(field.direction({3, 2}))) == "none");
    CHECK(field.next({-1, 7}) == cell{-1, 7});
}

TEST_CASE("a goal that is closed, or off the map, is none until it opens") {
    octile_grid g(5, 5);
    g.close({2, 2});
    flow_field field(g, any_of<cell>{{2, 2}, {9, 9}}, flow_memory::distances);
    CHECK(field.status() == status::complete);
    CHECK(field.path({0, 0}).status == status::exhausted);
    g.set({2, 2});
    CHECK(field.changed(cell{2, 2}) == status::complete);
    check_field(g, {{2, 2}}, field);
    g.close({2, 2});
    CHECK(field.changed(cell{2, 2}) == status::complete);
    CHECK(field.direction({0, 0}) == flow_direction::none);
    const int far = std::numeric_limits<int>::max();
    CHECK(field.changed(std::array{cell{far, far}, cell{-1, 2}}) == status::complete);
    const octile_grid empty;
    CHECK(flow_field(empty, cell{0, 0}).status() == status::complete);
}

TEST_CASE("a weight below zero is reported") {
    weighted_grid g(5, 5);
    g.set({3, 3}, -1);
    CHECK(flow_field(g, cell{0, 0}).status() == status::negative_cost);
}

TEST_CASE("walkers of two sizes follow fields of their own on a map that changes") {
    split_mix64 random{9};
    for (int i = 0; i < support::rounds(16); ++i) {
        CAPTURE(i);
        auto g = random_grid<octile_grid>(random, 24);
        senda::clearance_map clearance(g);
        octile_grid large = clearance.for_size(2);
        const std::vector<cell> goals{random_cell(random, g)};
        flow_field field(large, any_of<cell>(goals), flow_memory::distances);
        for (int round = 0; round < 10; ++round) {
            const cell c = random_cell(random, g);
            give(g, c, random, 30);
            clearance.changed(c);
            CHECK(field.changed(clearance.update(large, 2, c)) == status::complete);
            check_field(clearance.for_size(2), goals, flow_field(large, any_of<cell>(goals)));
            check_field(large, goals, field);
        }
    }
}

#undef FLOW_FIELD_GRIDS

}  // namespace flow_field_test
