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
