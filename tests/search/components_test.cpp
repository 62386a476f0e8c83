// SPDX-License-Identifier: MIT
#include <senda/search/components.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <numeric>
#include <senda/graph/adaptors.hpp>
#include <set>
#include <vector>

#include "support/checks.hpp"
#include "support/rounds.hpp"

using namespace support;

namespace {

std::vector<int> all_nodes(const test_graph& graph) {
    std::vector<int> nodes(graph.out.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    return nodes;
}

/// Numbers below `count`, all used, and equal exactly where `together` says so.
template <class Parts, class Together>
void check_parts(const Parts& parts, const std::vector<int>& nodes, Together together) {
    REQUIRE(parts.of.size() == nodes.size());
    std::set<std::size_t> used;
    for (const auto part : parts.of) used.insert(part);
    CHECK(used.size() == parts.count);
    if (!used.empty()) CHECK(*used.rbegin() + 1 == parts.count);
    bool right = true;
    for (std::size_t a = 0; a < nodes.size(); ++a)
        for (std::size_t b = 0; b < nodes.size(); ++b)
            right = right && (parts.of[a] == parts.of[b]) == together(nodes[a], nodes[b]);
    CHECK(right);
}

}  // namespace

TEST_CASE("components join what any edge joins") {
    for_each_graph(300, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(undirected(graph));
        const auto together = [&](int a, int b) { return between(least, a, b) != unreachable; };
        auto nodes = all_nodes(graph);
        check_parts(senda::components(as_edges(graph), nodes), nodes, together);
        check_parts(senda::components(as_dense(graph), nodes), nodes, together);
        for (std::size_t i = nodes.size(); i > 1; --i)
            std::swap(nodes[i - 1],
                      nodes[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        check_parts(senda::components(as_nodes(graph), nodes), nodes, together);
    });
}

TEST_CASE("strong_components join what leads there and back") {
    for_each_graph(300, 20, [](const test_graph& graph, split_mix64& random) {
        const auto least = floyd_warshall(graph);
        const auto together = [&](int a, int b) {
            return between(least, a, b) != unreachable && between(least, b, a) != unreachable;
        };
        auto nodes = all_nodes(graph);
        check_parts(senda::strong_components(as_edges(graph), nodes), nodes, together);
        check_parts(senda::strong_components(as_dense(graph), nodes), nodes, together);
        for (std::size_t i = nodes.size(); i > 1; --i)
            std::swap(nodes[i - 1],
                      nodes[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
        check_parts(senda::strong_components(as_nodes(graph), nodes), nodes, together);
    });
}

TEST_CASE("components of no nodes are none") {
    const test_graph graph{3};
    const std::vector<int> none;
    CHECK(senda::components(as_nodes(graph), none).count == 0);
    CHECK(senda::strong_components(as_nodes(graph), none).count == 0);
}

TEST_CASE("strong_components of a long chain and a long ring need no call stack") {
    const int length = support::is_slow ? 60'000 : 200'000;
    test_graph chain{length};
    for (int node = 0; node + 1 < length; ++node) chain.add(node, node + 1, 1);
    CHECK(senda::strong_components(as_dense(chain), all_nodes(chain)).count == length);
    CHECK(senda::components(as_dense(chain), all_nodes(chain)).count == 1);
    chain.add(length - 1, 0, 1);
    CHECK(senda::strong_components(as_dense(chain), all_nodes(chain)).count == 1);
}

TEST_CASE("a limit on components is an answer, and never changes one") {
    for_each_graph(20, 25, [](const test_graph& graph, split_mix64&) {
        const std::vector<int> nodes = all_nodes(graph);
        const auto next = as_nodes(graph);
        const auto check = [&](const auto& sort) {
            const senda::component_map full = sort(senda::options{});
            REQUIRE(full);
            CHECK(full.statistics.expanded == nodes.size());
            for (std::uint64_t bytes = 0; bytes <= full.statistics.bytes;
                 bytes += full.statistics.bytes / 30 + 1) {
                const auto some = sort(senda::options{.limits = {.bytes = bytes}});
                CHECK(some.statistics.bytes <= bytes);
                CHECK((some || some.status == senda::status::memory_limit));
                CHECK(some.of == (some ? full.of : std::vector<std::uint32_t>{}));
            }
            CHECK(sort(senda::options{.limits = {.bytes = full.statistics.bytes}}).of == full.of);
            const auto none = sort(senda::options{.limits = {.expansions = nodes.size() - 1}});
            CHECK(none.status == senda::status::expansion_limit);
        };
        check([&](const senda::options& o) { return senda::components(next, nodes, o); });
        check([&](const senda::options& o) { return senda::strong_components(next, nodes, o); });
    });
}
