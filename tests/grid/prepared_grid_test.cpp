// SPDX-License-Identifier: MIT
#include <senda/grid/prepared_grid.hpp>

#include <senda/grid/jump_point.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace prepared_grid_test {

using senda::cell;
using senda::status;
using support::split_mix64;

TEST_CASE(
    "a prepared 8-connected grid answers as jump point search does, also if it was cut short") {
    split_mix64 random{5};
    const senda::octile_grid g(70, 66, [&](cell) { return !random.percent(30); });
    const senda::prepared_grid prepared(g);
    const senda::prepared_grid cut(g, {.limits = {.expansions = 0}});
    using senda::engine_kind;
    CHECK(prepared.path({0, 0}, {69, 65}).statistics.engine == engine_kind::subgoals);
    CHECK(cut.path({0, 0}, {69, 65}).statistics.engine == engine_kind::jump_points);
    for (int i = 0; i < support::rounds(60); ++i) {
        const cell start{random.below(70), random.below(66)};
        const cell goal{random.below(70), random.below(66)};
        const auto ready = prepared.path(start, goal);
        const auto once = senda::jump_point(g, start, goal);
        CHECK(ready.status == once.status);
        CHECK(ready.cost == once.cost);
        CHECK(cut.path(start, goal).path == once.path);
    }
    CHECK(cut.path({0, 0}, {69, 65}, {.limits = {.bytes = 10}}).status != status::found);
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
        bool stop_requested() const { return ++asked > 90; }
    } soon;
    check({.stop = senda::stop_token(soon)}, status::cancelled);
    for (std::uint64_t bytes = 10; bytes < whole.statistics().bytes;
         bytes += whole.statistics().bytes / 7)
        check({.limits = {.bytes = bytes}}, status::memory_limit);
}

}  // namespace prepared_grid_test
