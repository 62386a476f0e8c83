// SPDX-License-Identifier: MIT
// A functor that throws: its exception arrives once, nothing leaks, the engine can be used again.
#include <doctest/doctest.h>

#include "support/algorithms.hpp"
#include "support/checks.hpp"
#include "support/throwing.hpp"

using namespace support;

namespace {

void burn_all(const test_graph& graph, int start, int goal) {
    const unstable_graph unstable{&graph};
    const unstable_goal at_goal{goal};
    const unstable_estimate h;
    const senda::options none;
    burn("bfs",
         [&] { (void)senda::bfs(unstable, counted{start}, at_goal, none, unstable_observer{}); });
    burn("dfs",
         [&] { (void)senda::dfs(unstable, counted{start}, at_goal, none, unstable_observer{}); });
    burn("dijkstra", [&] {
        (void)senda::dijkstra(unstable, counted{start}, at_goal, none, unstable_observer{});
    });
    burn("astar", [&] {
        (void)senda::astar(unstable, counted{start}, at_goal, h, none, unstable_observer{});
    });
    burn("greedy", [&] {
        (void)senda::greedy(unstable, counted{start}, at_goal, h, none, unstable_observer{});
    });
    burn("ida_star", [&] {
        (void)senda::ida_star(unstable, counted{start}, at_goal, h, none, unstable_observer{});
    });
    burn("bidirectional", [&] {
        (void)senda::bidirectional(unstable, counted{start}, counted{goal}, none,
                                   unstable_observer{});
    });
}

}  // namespace

TEST_CASE("an exception from any functor arrives once and leaks nothing") {
    counted::copies_throw = false;
    for_each_unstable_graph(28, burn_all);
}

TEST_CASE("an exception from the copy or hash or comparison of a node leaks nothing") {
    counted::copies_throw = true;
    for_each_unstable_graph(14, burn_all);
    counted::copies_throw = false;
}

TEST_CASE("an engine that was thrown through can be restarted") {
    counted::copies_throw = false;
    for_each_unstable_graph(28, [](const test_graph& weighted, int start, int goal) {
        const test_graph graph = with_unit_costs(weighted);
        const unstable_graph unstable{&graph};
        for_each_algorithm([&](auto algorithm) {
            INFO("algorithm: " << algorithm.name);
            auto first = algorithm.engine(unstable, counted{start}, counted{goal});
            first.run();
            const auto fresh = first.result();
            {
                auto search = algorithm.engine(unstable, counted{start}, counted{goal});
                for (int length = 1; length < 60; ++length) {
                    fuse::left = length;
                    try {
                        search.run();
                    } catch (const boom&) {
                    }
                    fuse::left = 0;
                    search.restart(counted{start}, counted{goal});
                    search.run();
                    const auto again = search.result();
                    CHECK(again.status == fresh.status);
                    CHECK(again.cost == fresh.cost);
                    CHECK(again.path == fresh.path);
                    search.restart(counted{goal}, counted{start});
                }
            }
        });
        CHECK(counted::live == 0);
    });
}

TEST_CASE("an engine that was thrown through does not claim what it does not have") {
    counted::copies_throw = false;
    for_each_unstable_graph(28, [](const test_graph& weighted, int start, int goal) {
        const test_graph graph = with_unit_costs(weighted);
        const wide best = between(floyd_warshall(graph), start, goal);
        const unstable_graph unstable{&graph};
        for_each_algorithm([&](auto algorithm) {
            INFO("algorithm: " << algorithm.name);
            for (int length = 1; length < 20; ++length) {
                auto search = algorithm.engine(unstable, counted{start}, counted{goal});
                fuse::left = length;
                bool thrown = false;
                try {
                    search.run();
                } catch (const boom&) {
                    thrown = true;
                }
                fuse::left = 0;
                if (!thrown) continue;
                const auto answer = search.result();
                CHECK(static_cast<wide>(answer.lower_bound) <= best);
                CHECK(answer.statistics.expanded <= 1000);
                // bfs knows its answer before the last edge of a node is out, and may keep it.
                if (answer) {
                    check_optimal(graph, answer, start, goal, best);
                } else {
                    check_no_path(answer, senda::status::aborted);
                }
                // Whoever goes on without a restart gets the same again.
                CHECK(search.run() == answer.status);
                CHECK(search.step(1) == answer.status);
            }
        });
    });
    CHECK(counted::live == 0);
}
