// SPDX-License-Identifier: MIT
#include <senda/grid/prepared_grid.hpp>

#include <senda/grid/jump_point.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>

#include "grid/octile/octile_reference.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace prepared_grid_test {

using senda::cell;
using senda::status;
using support::split_mix64;

using senda::engine_kind;

/// Single cells closed at random: every corner sees few others.
senda::octile_grid strewn(split_mix64& random) {
    return {70, 66, [&](cell) { return !random.percent(30); }};
}
/// A round wall in the open: its corners see each other.
senda::octile_grid round() {
    return {120, 110, [](cell c) {
                const int x = c.x - 60;
                const int y = c.y - 55;
                return x * x + y * y > 1300 || x * x + y * y < 900 || c.x == 60;
            }};
}

TEST_CASE(
    "a prepared 8-connected grid answers as jump point search does, also if it was cut short") {
    split_mix64 random{5};
    const auto check = [&](const senda::octile_grid& g, engine_kind engine) {
        const senda::prepared_grid prepared(g);
        const senda::prepared_grid cut(g, {.limits = {.time = 0.0}});
        CHECK(prepared.status() == status::complete);
        CHECK(prepared.engine() == engine);
        CHECK(prepared.statistics().engine == engine);
        CHECK(cut.engine() == engine_kind::jump_points);
        const cell last{g.width() - 1, g.height() - 1};
        CHECK(prepared.path({0, 0}, last).statistics.engine == engine);
        CHECK(cut.path({0, 0}, last).statistics.engine == engine_kind::jump_points);
        for (int i = 0; i < support::rounds(60); ++i) {
            const cell start{random.below(g.width()), random.below(g.height())};
            const cell goal{random.below(g.width()), random.below(g.height())};
            const auto ready = prepared.path(start, goal);
            const auto once = senda::jump_point(g, start, goal);
            CHECK(ready.status == once.status);
            CHECK(ready.cost == once.cost);
            CHECK(prepared.distance(start, goal) == once.cost);
            CHECK(cut.path(start, goal).path == once.path);
        }
        for (int i = 0; i < (support::is_slow ? 2 : 6); ++i) {
            const cell start = octile_reference::any_cell(g, random);
            const auto lengths = octile_reference::lengths_from(g, start);
            for (int k = 0; k < 12; ++k) {
                const cell goal = octile_reference::any_cell(g, random);
                const auto best = lengths[static_cast<std::size_t>(goal.y * g.width() + goal.x)];
                const auto found = prepared.path(start, goal);
                CHECK(found.cost == (best ? best->value() : senda::infinite<double>));
                if (!best) continue;
                const auto walked = octile_reference::length_of(g, found.path);
                REQUIRE(walked);
                CHECK(walked->value() == best->value());
            }
        }
        CHECK(prepared.path({0, 0}, last, {.limits = {.bytes = 10}}).status != status::found);
        CHECK(cut.path({0, 0}, last, {.limits = {.bytes = 10}}).status != status::found);
    };
    check(strewn(random), engine_kind::subgoals);
    check(round(), engine_kind::jump_points);
}

TEST_CASE("what searches a prepared grid does not depend on threads, nor do its paths") {
    split_mix64 random{6};
    for (const senda::octile_grid& g : {strewn(random), round()}) {
        const senda::prepared_grid one(g);
        const senda::prepared_grid three(g, {.threads = 3});
        CHECK(one.engine() == three.engine());
        CHECK(one.bytes() == three.bytes());
        for (int i = 0; i < support::rounds(40); ++i) {
            const cell start{random.below(g.width()), random.below(g.height())};
            const cell goal{random.below(g.width()), random.below(g.height())};
            CHECK(one.path(start, goal).path == three.path(start, goal).path);
        }
    }
}

TEST_CASE("to find out that jump points are faster keeps limits and the stop token") {
    const senda::octile_grid g = round();
    senda::search_progress progress;
    const senda::prepared_grid whole(g, {.progress = &progress});
    CHECK(whole.engine() == engine_kind::jump_points);
    CHECK(whole.bytes() == 0);
    CHECK(progress.now().done == progress.now().total);
    CHECK(senda::prepared_grid(g, {.limits = {.expansions = 0}}));
    CHECK(senda::prepared_grid(g, {.limits = {.bytes = whole.statistics().bytes}}));
    const auto check = [&](const senda::options& o, status ended) {
        const senda::prepared_grid cut(g, o);
        CHECK(cut.status() == ended);
        CHECK(cut.path({0, 0}, {119, 109}).cost == whole.path({0, 0}, {119, 109}).cost);
    };
    check({.limits = {.time = 0.0}}, status::time_limit);
    const std::atomic<bool> stop = true;
    check({.stop = stop}, status::cancelled);
    check({.limits = {.bytes = whole.statistics().bytes - 1}}, status::memory_limit);
}

TEST_CASE("making subgoals keeps limits and the stop token, and tells how far it is") {
    const senda::octile_grid g(50, 44, [](cell c) { return c.x % 7 != 2 || c.y % 9 == 3; });
    senda::search_progress progress;
    const senda::prepared_grid whole(g, {.progress = &progress});
    CHECK(whole.status() == status::complete);
    CHECK(whole.statistics().expanded > 100);
    REQUIRE(progress.now().total.has_value());
    CHECK(*progress.now().total > 50);
    CHECK(progress.now().done == *progress.now().total);
    CHECK(whole.statistics().bytes >= whole.bytes());

    const cell start{0, 0};
    const cell goal{49, 43};
    const auto best = whole.path(start, goal);
    REQUIRE(best.status == status::found);
    const auto check = [&](const senda::options& o, status ended) {
        const senda::prepared_grid cut(g, o);
        CHECK(cut.status() == ended);
        CHECK(cut.bytes() < whole.bytes());
        CHECK(cut.path(start, goal).cost == doctest::Approx(best.cost));
    };
    for (const std::uint64_t expansions :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{70}, whole.statistics().expanded - 1})
        check({.limits = {.expansions = expansions}}, status::expansion_limit);
    check({.limits = {.time = 0.0}}, status::time_limit);
    const std::atomic<bool> stop = true;
    check({.stop = stop}, status::cancelled);
    struct later {
        mutable int asked = 0;
        bool stop_requested() const { return ++asked > 8; }
    } soon;
    check({.stop = senda::stop_token(soon)}, status::cancelled);
    for (std::uint64_t bytes = 10; bytes < whole.statistics().bytes;
         bytes += whole.statistics().bytes / 7)
        check({.limits = {.bytes = bytes}}, status::memory_limit);
}

}  // namespace prepared_grid_test
