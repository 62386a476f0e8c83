// SPDX-License-Identifier: MIT
// Functors that throw inside the searches that keep more than one way to a node.
#include <doctest/doctest.h>
#include <optional>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/components.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/range.hpp>
#include <senda/search/reachable.hpp>
#include <vector>

#include "support/resource_models.hpp"
#include "support/throwing.hpp"

using namespace support;

namespace {

void burn_labels(const test_graph& graph, int start, int goal) {
    const unstable_graph unstable{&graph};
    const unstable_goal at_goal{goal};
    const unstable_rules rules;
    burn("constrained",
         [&] { (void)senda::constrained(unstable, counted{start}, at_goal, rules, 20); });
    burn("pareto_front",
         [&] { (void)senda::pareto_front(unstable, counted{start}, at_goal, rules, 20); });
    burn("all_shortest", [&] {
        const auto answer = senda::all_shortest(unstable, counted{start}, at_goal);
        for (const auto& path : answer.routes()) CHECK(path.size() > 0);
    });
    burn("k_shortest", [&] {
        (void)senda::k_shortest(unstable, counted{start}, at_goal, 5, {}, unstable_observer{});
    });
    burn("k_shortest, stepped and restarted", [&] {
        senda::k_shortest_search search{unstable, counted{start}, at_goal, 5};
        try {
            while (search.step() == senda::status::running) {
            }
        } catch (const boom&) {
            CHECK(search.status() == senda::status::aborted);
            CHECK(search.step() == senda::status::aborted);
            (void)search.result();
            throw;
        }
        search.restart(counted{goal});
        const auto ended = search.run();
        CHECK(ended == senda::status::exhausted);
    });
    burn("reachable", [&] { (void)senda::reachable(unstable, counted{start}); });
    burn("components", [&] {
        std::vector<counted> nodes;
        for (int node = 0; node < graph.node_count(); ++node) nodes.emplace_back(node);
        (void)senda::components(unstable, nodes);
        (void)senda::strong_components(unstable, nodes);
    });
    burn("bfs_range", [&] {
        for (const auto& node : senda::bfs_range(unstable, counted{start})) CHECK(node.id() >= 0);
    });
}

/// A time of day that only knows equality and a hash, both of which may throw.
struct unstable_clock {
    template <class Edge>
    std::optional<counted> extend(const counted& now, const counted&, const Edge& edge) const {
        fuse::tick();
        return counted{(now.id() + 3 * edge.cost) % 61};
    }
};

}  // namespace

TEST_CASE("an exception in a search with many labels a node leaks nothing") {
    for (const bool copies_throw : {false, true}) {
        counted::copies_throw = copies_throw;
        split_mix64 random{7};
        const test_graph graph = trading_graph(random, 5);
        const unstable_graph unstable{&graph};
        const unstable_goal at_goal{graph.node_count() - 1};
        burn("pareto_front, equality", [&] {
            (void)senda::pareto_front(unstable, counted{0}, at_goal, unstable_clock{}, counted{0});
        });
        burn("pareto_front, dominance", [&] {
            (void)senda::pareto_front(unstable, counted{0}, at_goal, unstable_rules{}, 60);
        });
    }
    counted::copies_throw = false;
}

TEST_CASE(
    "a search by labels that an exception keeps from restarting is aborted, and can restart") {
    split_mix64 random{7};
    const test_graph graph = trading_graph(random, 5);
    const unstable_graph unstable{&graph};
    const int last = graph.node_count() - 1;
    {
        senda::constrained_search search(unstable, counted{0}, counted{last}, unstable_clock{},
                                         counted{0});
        search.run();
        const auto full = search.result();
        counted::copies_throw = true;
        int aborted = 0;
        for (int length = 1; length < 400; length += 1 + length / 16) {
            fuse::left = length;
            try {
                search.restart(counted{0}, counted{last}, counted{0});
            } catch (const boom&) {
                ++aborted;
                fuse::left = 0;
                CHECK(search.status() == senda::status::aborted);
                CHECK(search.result().path.empty());
            }
            fuse::left = 0;
            search.restart(counted{0}, counted{last}, counted{0});
            CHECK(search.run() == full.status);
            CHECK(search.result().cost == full.cost);
        }
        counted::copies_throw = false;
        CHECK(aborted > 0);
    }
    CHECK(counted::live == 0);
}

TEST_CASE("an exception from a functor of a search by labels arrives once and leaks nothing") {
    counted::copies_throw = false;
    for_each_unstable_graph(28, burn_labels);
}

TEST_CASE("an exception from a node of a search by labels leaks nothing") {
    counted::copies_throw = true;
    for_each_unstable_graph(14, burn_labels);
    counted::copies_throw = false;
}
