// SPDX-License-Identifier: MIT
// The same answer on every run, machine and compiler: digests of all paths, written down once.
#include <cstdint>
#include <doctest/doctest.h>

#include "support/checks.hpp"
#include "support/shared_algorithms.hpp"

using namespace support;

namespace {

/// FNV-1a over the numbers of all paths.
class digest {
public:
    void add(std::uint64_t added) {
        for (int byte = 0; byte < 8; ++byte, added >>= 8)
            value_ = (value_ ^ (added & 0xFFU)) * 0x100000001B3U;
    }
    void add_path(const dense_algorithm::answer& answer) {
        add(answer.path.size());
        for (const int node : answer.path) add(static_cast<std::uint64_t>(node));
        for (const int action : answer.actions) add(static_cast<std::uint64_t>(action));
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325U;
};

/// All answers of one algorithm on many graphs. Few nodes and equal costs make many ties.
std::uint64_t digest_of(const char* name) {
    const dense_algorithm& algorithm = on_dense(name);
    digest all;
    for_each_graph_of(300, 9, [&](const test_graph& graph, split_mix64& random) {
        const dense_view dense{graph};
        for (int query = 0; query < 3; ++query) {
            const int start = random.below(graph.node_count());
            const int goal = random.below(graph.node_count());
            all.add_path(algorithm.call(dense, start, goal));
        }
    });
    return all.value();
}

}  // namespace

TEST_CASE("answers are the same on every machine and compiler") {
    CHECK(digest_of("bfs") == 16729563380295006230U);
    CHECK(digest_of("dfs") == 12903816517110045795U);
    CHECK(digest_of("dijkstra") == 8520108010285823331U);
    CHECK(digest_of("astar") == 8520108010285823331U);
    CHECK(digest_of("greedy") == 14239893090991637604U);
    CHECK(digest_of("ida_star") == 11046906181998685002U);
    CHECK(digest_of("bidirectional") == 8520108010285823331U);
}
