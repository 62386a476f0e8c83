// SPDX-License-Identifier: MIT
#include <senda/detail/engines/word_frontier.hpp>

#include "support/random_graphs.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <vector>

namespace bucketed_cost_table_test {

using senda::memory_budget;
using support::split_mix64;

template <class Node>
struct nowhere {
    using node_type = Node;
    std::vector<Node> successors(const Node&) const { return {}; }
};
struct long_numbers : nowhere<std::int64_t> {
    static std::int64_t at(int i) { return i - 5; }
};
struct few_hashes : nowhere<std::int32_t> {
    static std::int32_t at(int i) { return i; }
    static std::uint64_t hash(std::int32_t n) { return static_cast<std::uint64_t>(n % 3); }
};
struct pairs_of_numbers : nowhere<std::array<std::int64_t, 2>> {
    static std::array<std::int64_t, 2> at(int i) { return {i % 4, i / 4}; }
};

struct known {
    int cost = 0;
    bool expanded = false;
};

/// A table beside a map that does the same.
template <class G, class C>
void check_beside_map(int nodes, int rounds, std::uint64_t limit) {
    const G graph;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        CAPTURE(seed);
        split_mix64 random{seed};
        memory_budget budget(limit);
        senda::detail::bucketed_cost_table<typename G::node_type, C> table(budget);
        std::map<int, known> reference;
        if (!table.prepare()) continue;
        bool right = true;
        for (int round = 0; round < rounds && right; ++round) {
            const int i = random.below(nodes);
            const auto node = G::at(i);
            const auto key = table.key_of(graph, node);
            const auto place = reference.find(i);
            if (place != reference.end() && random.percent(40)) {
                const int asked = place->second.cost + random.below(2);
                const auto [stale, again] = table.expand(key, node, C{asked});
                right = stale == (asked > place->second.cost) &&
                        again == (!stale && place->second.expanded);
                if (!stale) place->second.expanded = true;
                continue;
            }
            if (!table.make_room(graph, 1)) {
                right = limit != std::uint64_t{0} - 1;
                break;
            }
            table.fetch(key);
            const int cost = random.below(50);
            const bool better = place == reference.end() || cost < place->second.cost;
            right = table.improve(key, node, C{cost}) == better;
            if (better) reference[i].cost = cost;
            right = right && table.size() == reference.size();
        }
        CHECK(right);
        CHECK(budget.peak() <= limit);
    }
}

}  // namespace bucketed_cost_table_test

TEST_CASE("a table of costs knows what a map knows") {
    using namespace bucketed_cost_table_test;
    constexpr std::uint64_t plenty = std::uint64_t{0} - 1;
    check_beside_map<long_numbers, std::int32_t>(30, 300, plenty);
    check_beside_map<long_numbers, std::int64_t>(2000, 4000, plenty);
    check_beside_map<few_hashes, std::int32_t>(300, 1000, plenty);
    check_beside_map<pairs_of_numbers, std::int32_t>(500, 1500, plenty);
}

TEST_CASE("a table of costs that is refused memory knows what it knew") {
    using namespace bucketed_cost_table_test;
    check_beside_map<long_numbers, std::int32_t>(500, 2000, 3000);
    check_beside_map<pairs_of_numbers, std::int32_t>(500, 2000, 1500);
    check_beside_map<long_numbers, std::int32_t>(500, 20, 100);
}
