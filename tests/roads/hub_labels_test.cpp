// SPDX-License-Identifier: MIT
#include <senda/roads/hub_labels.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/detail/storage/mapped_file.hpp>
#include <senda/roads/files.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "roads/plain_hierarchy.hpp"
#include "support/checks.hpp"
#include "support/file_bytes.hpp"
#include "support/folder.hpp"

using namespace support;

namespace labels_of_hubs {

/// Every distance, and no hub too many: h is one of v's if it is v, or if no node of higher rank is
/// on a shortest path between them.
template <class Cost>
void check(const basic_test_graph<Cost>& graph, split_mix64& random) {
    const plain_hierarchy<Cost> p(graph, random);
    const auto least = floyd_warshall(graph);
    const senda::hub_labels labels(p);
    REQUIRE(labels);
    const auto nodes = static_cast<std::uint32_t>(graph.node_count());
    CHECK(labels.node_count() == nodes);
    std::size_t hubs = 0;
    const wide most = static_cast<wide>(senda::infinite<Cost>);
    for (std::uint32_t a = 0; a < nodes; ++a)
        for (std::uint32_t b = 0; b < nodes; ++b) {
            const wide cost = least[a][b];
            CHECK(labels.distance(a, b) ==
                  (cost >= most ? senda::infinite<Cost> : static_cast<Cost>(cost)));
            if (a == b) hubs += 2;
            if (a == b || cost >= most) continue;
            const auto* const rank = p.hierarchy().rank_of;
            std::uint32_t highest = 0;
            for (std::uint32_t middle = 0; middle < nodes; ++middle)
                if (least[a][middle] < most && least[middle][b] < most &&
                    least[a][middle] + least[middle][b] == cost)
                    highest = std::max(highest, rank[middle]);
            hubs += (highest == rank[a]) + (highest == rank[b]);
        }
    CHECK(labels.hub_count() == hubs);
    CHECK(labels.distance(0, nodes) == senda::infinite<Cost>);
    CHECK(labels.distance(nodes, 0) == senda::infinite<Cost>);
}

/// A square of streets with costs, and its hierarchy.
struct town {
    static constexpr int side = 14;

    split_mix64 random{7};
    test_graph graph = support::square_of_streets(side);
    plain_hierarchy<int> p{graph, random};
};

}  // namespace labels_of_hubs

TEST_CASE("hub labels have every distance and no hub too many on every graph") {
    for_each_graph<int>(
        400, 25,
        [](const auto& graph, split_mix64& random) { labels_of_hubs::check(graph, random); }, true);
    for_each_graph<std::int64_t>(
        100, 25,
        [](const auto& graph, split_mix64& random) { labels_of_hubs::check(graph, random); }, true);
}

TEST_CASE("hub labels of costs with fractions are right but for rounding") {
    for_each_graph(200, 25, [](const test_graph& whole, split_mix64& random) {
        const auto graph = with_costs<double>(whole, [](int cost) { return cost / 7.0; });
        const plain_hierarchy<double> p(graph, random);
        const auto least = floyd_warshall(whole);
        const senda::hub_labels labels(p);
        for (std::uint32_t a = 0; a < graph.out.size(); ++a)
            for (std::uint32_t b = 0; b < graph.out.size(); ++b) {
                const double cost = labels.distance(a, b);
                if (least[a][b] == unreachable) {
                    CHECK(cost == senda::infinite<double>);
                } else {
                    CHECK(cost == doctest::Approx(static_cast<double>(least[a][b]) / 7.0));
                }
            }
    });
}

TEST_CASE("threads make the same hub labels") {
    const labels_of_hubs::town t;
    const senda::hub_labels alone(t.p);
    senda::search_progress progress;
    senda::hub_labels together(t.p, {.progress = &progress, .threads = 4});
    CHECK(together.statistics().threads == (SENDA_HAS_THREADS ? 4 : 1));
    CHECK(together.hub_count() == alone.hub_count());
    CHECK(together.bytes() == alone.bytes());
    CHECK(progress.now().done == alone.node_count());
    const senda::hub_labels moved = std::move(together);
    for (std::uint32_t a = 0; a < alone.node_count(); ++a)
        for (std::uint32_t b = 0; b < alone.node_count(); ++b)
            REQUIRE(moved.distance(a, b) == alone.distance(a, b));
}

TEST_CASE("making hub labels holds to limits, and then there are none") {
    const labels_of_hubs::town t;
    const senda::hub_labels all(t.p);
    CHECK(all.statistics().expanded == all.node_count());
    const auto check_none = [&](const senda::options& o, senda::status why) {
        const senda::hub_labels labels(t.p, o);
        CHECK(labels.status() == why);
        CHECK_FALSE(labels);
        CHECK(labels.bytes() == 0);
        CHECK(labels.distance(0, 0) == senda::infinite<int>);
    };
    for (const unsigned threads : {1U, 4U}) {
        for (const std::uint64_t most : {0U, 1U, 100U, 195U})
            check_none({.limits = {.expansions = most}, .threads = threads},
                       senda::status::expansion_limit);
        CHECK(senda::hub_labels(t.p, {.limits = {.expansions = 196}, .threads = threads}));
        check_none({.limits = {.time = 0}, .threads = threads}, senda::status::time_limit);
        const std::atomic<bool> stop = true;
        check_none({.stop = stop, .threads = threads}, senda::status::cancelled);
    }
    int refused = 0;
    for (std::uint64_t most = 0; most < all.statistics().bytes / 2; most += 5'000, ++refused)
        check_none({.limits = {.bytes = most}}, senda::status::memory_limit);
    CHECK(refused > 5);
    const senda::hub_labels enough(t.p, {.limits = {.bytes = all.statistics().bytes}});
    CHECK(enough);
    CHECK(enough.statistics().bytes <= all.statistics().bytes);
}

TEST_CASE("hub labels in a file are those that were saved") {
    const temporary_folder folder;
    const std::string file = folder.file("labels");
    const labels_of_hubs::town t;
    const senda::hub_labels made(t.p);
    REQUIRE(senda::save(made, file).code.empty());
    auto loaded = senda::load_hub_labels<int>(file);
    REQUIRE(loaded);
    const senda::hub_labels<int> moved = *std::move(loaded);
    CHECK(moved);
    CHECK(moved.bytes() == made.bytes());
    CHECK(moved.hub_count() == made.hub_count());
    CHECK(moved.node_count() == made.node_count());
    for (std::uint32_t a = 0; a <= made.node_count(); ++a)
        for (std::uint32_t b = 0; b <= made.node_count(); ++b)
            REQUIRE(moved.distance(a, b) == made.distance(a, b));
    CHECK(senda::load_hub_labels<double>(file).error().code == "other_cost");
    CHECK(senda::load_hub_labels<unsigned>(file).error().code == "other_cost");
    CHECK(senda::load_hub_labels<int>(folder.file("none")).error().code == "unreadable");

    const senda::hub_labels unfinished(t.p, {.limits = {.expansions = 3}});
    CHECK(senda::save(unfinished, file).code == "unfinished");

    const std::string whole = bytes_of(file);
    support::write_file(file, whole.substr(0, whole.size() / 2));
    CHECK(senda::load_hub_labels<int>(file).error().code == "truncated_file");
    split_mix64 random(9);
    for (int round = 0; round < 50; ++round) {
        std::string changed = whole;
        char& byte =
            changed[static_cast<std::size_t>(random.below(static_cast<int>(whole.size())))];
        byte = static_cast<char>(byte ^ (1 << random.below(8)));
        support::write_file(file, changed);
        CHECK_FALSE(senda::load_hub_labels<int>(file));
    }
}

TEST_CASE("labels that begin or end outside their file are refused") {
    const temporary_folder folder;
    const std::string file = folder.file("labels");
    using numbers = std::vector<std::uint32_t>;
    constexpr std::uint32_t end = ~0U;
    const auto is_taken = [&](std::vector<std::uint64_t> first, const numbers& hubs,
                              const std::vector<int>& costs, std::size_t backward_nodes) {
        const std::vector<std::uint64_t> other(backward_nodes, 0);
        const std::span<const std::uint32_t> all_hubs(hubs);
        const std::span<const int> all_costs(costs);
        REQUIRE(senda::detail::save_arrays(
                    file, {"hub labels", 1}, senda::detail::identity_of_costs<int>,
                    std::span<const std::uint64_t>(first), all_hubs, all_costs,
                    std::span<const std::uint64_t>(other), all_hubs, all_costs)
                    .code.empty());
        return static_cast<bool>(senda::load_hub_labels<int>(file));
    };
    CHECK(is_taken({0}, {0, end}, {0, 9}, 1));
    CHECK(is_taken({}, {}, {}, 0));
    CHECK_FALSE(is_taken({2}, {0, end}, {0, 9}, 1));
    CHECK_FALSE(is_taken({0}, {0, 1}, {0, 9}, 1));
    CHECK_FALSE(is_taken({0}, {0, end}, {0}, 1));
    CHECK_FALSE(is_taken({0}, {}, {}, 1));
    CHECK_FALSE(is_taken({0}, {0, end}, {0, 9}, 2));
}
