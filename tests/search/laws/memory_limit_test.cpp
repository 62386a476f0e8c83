// SPDX-License-Identifier: MIT
// Running out of memory is an answer.
#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/search/bfs.hpp>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

TEST_CASE("a memory limit is an answer with a valid lower bound") {
    const plane everywhere;
    const position start{0, 0};
    const position goal{400, 0};
    for (const plane_algorithm& algorithm : plane_algorithms()) {
        if (algorithm.name == "ida_star") continue;
        for (const std::uint64_t limit : {1ULL, 100ULL, 1'000ULL, 10'000ULL, 100'000ULL}) {
            INFO("algorithm: " << algorithm.name << ", limit: " << limit);
            // dfs runs along an axis: it is sent the other way.
            const position aim = algorithm.optimal ? goal : position{-1, 1'000'000};
            const auto answer =
                algorithm.call(everywhere, start, aim, senda::options{.limits = {.bytes = limit}});
            check_no_path(answer, senda::status::memory_limit);
            CHECK(answer.statistics.bytes <= limit);
            CHECK(answer.lower_bound <= (algorithm.optimal ? 400 : 1'000'001));
        }
    }
}

TEST_CASE("an index too large for any machine is a memory limit") {
    test_graph row{10};
    for (int node = 0; node < 9; ++node) row.add(node, node + 1, 1);
    dense_view graph{row};
    constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
    // With 32 bits a bit for each node that there can be is within reach.
    if (std::numeric_limits<std::size_t>::digits < 64) return;
    for (const std::size_t bound : {most / 8 + 1, most / 4 + 1, most}) {
        graph.claim_bound(bound);
        for (const dense_algorithm& algorithm : dense_algorithms()) {
            if (algorithm.name == "bidirectional") continue;

            if (algorithm.name == "ida_star") continue;
            INFO("algorithm: " << algorithm.name);
            const auto answer = algorithm.call(graph, 0, 9);
            CHECK(answer.status == senda::status::memory_limit);
            CHECK(answer.lower_bound <= 9);
        }
    }
}

TEST_CASE("what was met when memory ended, and not taken in, counts for the lower bound of bfs") {
    struct wide_node {
        std::uint64_t number;
        std::uint64_t rest = 0;
        bool operator==(const wide_node&) const = default;
    };
    struct wide_tree {
        std::array<wide_node, 3> successors(const wide_node& n) const {
            return {wide_node{3 * n.number + 1}, wide_node{3 * n.number + 2},
                    wide_node{3 * n.number + 3}};
        }
        std::uint64_t hash(const wide_node& n) const { return n.number; }
    };
    const auto tree = [](std::uint64_t n) { return std::array{3 * n + 1, 3 * n + 2, 3 * n + 3}; };
    const auto check = [](const auto& graph, const auto& start, const auto& goal) {
        const auto full = senda::bfs(graph, start, goal);
        for (std::uint64_t limit = 0; limit < full.statistics.bytes; limit += 16) {
            CAPTURE(limit);
            const auto some = senda::bfs(graph, start, goal, {.limits = {.bytes = limit}});
            CHECK(some.lower_bound <= full.cost);
        }
    };
    for (const std::uint64_t goal : {3U, 4U, 12U, 13U, 39U, 40U, 120U}) {
        CAPTURE(goal);
        check(tree, std::uint64_t{0}, goal);
        check(wide_tree{}, wide_node{0}, wide_node{goal});
    }
}
