// SPDX-License-Identifier: MIT
#include <senda/scale/survey.hpp>
#include <senda/search/progress.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <limits>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/reachable.hpp>
#include <utility>
#include <vector>

#include "../../examples/common/puzzles.hpp"
#include "numbered_graphs.hpp"
#include "support/checks.hpp"
#include "support/rounds.hpp"

namespace survey_tests {

using namespace numbered;
using senda::options;
using senda::status;
using senda::survey;
using support::for_each_graph;
using support::split_mix64;
using support::test_graph;

template <class Node, class G>
void check_layers(const senda::survey_result<Node>& r, const G& g,
                  const std::vector<std::vector<std::size_t>>& layers,
                  std::size_t max_farthest = 1000) {
    std::vector<std::uint64_t> counts;
    std::uint64_t total = 0;
    counts.reserve(layers.size());
    for (const auto& layer : layers) counts.push_back(layer.size());
    for (const auto& layer : layers) total += layer.size();
    CHECK(r.counts == counts);
    CHECK(r.total == total);
    REQUIRE(!layers.empty());
    CHECK(r.eccentricity == static_cast<int>(layers.size() - 1));
    std::vector<std::size_t> farthest;
    farthest.reserve(r.farthest.size());
    for (const Node& n : r.farthest) farthest.push_back(g.index(n));
    std::vector<std::size_t> expected = layers.back();
    if (expected.size() > max_farthest) expected.resize(max_farthest);
    CHECK(farthest == expected);
}

template <class G>
std::uint64_t edges_of(const G& g, const std::vector<std::vector<std::size_t>>& layers) {
    std::uint64_t edges = 0;
    for (const auto& layer : layers)
        for (const std::size_t n : layer) g.successors(g.node(n), [&](const auto&) { ++edges; });
    return edges;
}

TEST_CASE("survey counts the nodes of each depth as a search of everything does") {
    for_each_graph(400, 60, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g{edges};
        const marked_node start{random.below(edges.node_count())};
        const auto layers = layers_of(g, {g.index(start)});
        const auto r = survey(g, start);
        CHECK(r);
        CHECK(r.status == status::complete);
        check_layers(r, g, layers);
        CHECK(r.statistics.expanded == r.total);
        CHECK(r.statistics.generated == edges_of(g, layers));
        CHECK(r.total == senda::reachable(g, start).nodes.size());
        const auto to = senda::bfs(g, start, r.farthest.front());
        CHECK(to.cost == r.eccentricity);
        const std::size_t few = static_cast<std::size_t>(random.below(4));
        check_layers(survey(g, start, {}, few), g, layers, few);
    });
}

TEST_CASE("survey starts at several nodes, of which some may be the same or not in the graph") {
    for_each_graph(200, 40, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g{edges};
        std::vector<marked_node> starts;
        std::vector<std::size_t> numbers;
        for (int i = random.between(1, 5); i > 0; --i) {
            starts.push_back({random.below(edges.node_count())});
            numbers.push_back(g.index(starts.back()));
        }
        starts.insert(starts.begin(), {marked_node{-1}, marked_node{edges.node_count()}});
        check_layers(survey(g, senda::any_of(starts)), g, layers_of(g, numbers));
    });
}

TEST_CASE("survey without a start in the graph sees nothing and ends") {
    const sparse_graph g{test_graph(5)};
    for (const unsigned threads : {1U, 2U}) {
        for (const auto& r : {survey(g, senda::any_of<marked_node>{}, options{.threads = threads}),
                              survey(g, marked_node{7}, options{.threads = threads}),
                              survey(g, marked_node{7}, options{.limits = {.expansions = 0}})}) {
            CHECK(r.status == status::complete);
            CHECK(r.counts.empty());
            CHECK(r.farthest.empty());
            CHECK(r.total == 0);
            CHECK(r.eccentricity == 0);
        }
    }
    CHECK(survey(std::vector<std::vector<int>>{}, 0).status == status::complete);
}

TEST_CASE("survey holds to limits, and what it then counts is complete") {
    for_each_graph(150, 40, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g{edges};
        const marked_node start{random.below(edges.node_count())};
        const auto layers = layers_of(g, {g.index(start)});
        std::size_t total = 0;
        for (const auto& layer : layers) total += layer.size();

        const auto most = static_cast<std::uint64_t>(random.below(static_cast<int>(total) + 2));
        const auto few = survey(g, start, {.limits = {.expansions = most}});
        CHECK(few.status == (most < total ? status::expansion_limit : status::complete));
        CHECK(few.statistics.expanded == std::min<std::uint64_t>(most, total));
        std::size_t complete = 1;
        for (std::size_t before = layers[0].size(); before <= most && complete < layers.size();)
            before += layers[complete++].size();
        check_layers(few, g, {layers.begin(), layers.begin() + static_cast<long>(complete)});

        const auto depth =
            static_cast<std::size_t>(random.below(static_cast<int>(layers.size()) + 1));
        const auto near = survey(g, start, {.limits = {.cost = depth}});
        CHECK(near.status == (depth + 1 < layers.size() ? status::cost_limit : status::complete));
        const std::size_t seen = std::min(depth + 1, layers.size());
        check_layers(near, g, {layers.begin(), layers.begin() + static_cast<long>(seen)});

        CHECK(survey(g, start, {.limits = {.bytes = 0}}).status == status::memory_limit);
        CHECK(survey(g, start, {.limits = {.time = 0.0}}).status == status::time_limit);
        const auto bytes = survey(g, start).statistics.bytes;
        CHECK(survey(g, start, {.limits = {.bytes = bytes}}));
        const auto room = static_cast<std::uint64_t>(random.below(static_cast<int>(bytes)));
        const auto less = survey(g, start, {.limits = {.bytes = room}});
        CHECK(less.statistics.bytes <= room);
        CHECK(less.counts.size() <= layers.size());
        if (!less) {
            CHECK(less.status == status::memory_limit);
            const auto known = layers.begin() + static_cast<long>(less.counts.size());
            if (!less.counts.empty()) check_layers(less, g, {layers.begin(), known});
        }
    });
}

TEST_CASE("survey of many layers keeps within the limit of bytes") {
    std::vector<std::vector<int>> path(20'000);
    for (int i = 0; i + 1 < 20'000; ++i) path[static_cast<std::size_t>(i)] = {i + 1};
    const auto r = survey(path, 0);
    CHECK(r.eccentricity == 19'999);
    CHECK(r.farthest == std::vector<int>{19'999});
    const auto stopped = survey(path, 0, {.limits = {.bytes = 100'000}});
    CHECK(stopped.status == status::memory_limit);
    CHECK(stopped.statistics.bytes <= 100'000);
    CHECK(stopped.counts.size() > 1000);
    CHECK(stopped.farthest == std::vector<int>{static_cast<int>(stopped.counts.size()) - 1});
}

TEST_CASE("survey gives the same answer for any number of threads, also where a limit ends it") {
    for (std::uint32_t seed = 1; seed <= support::rounds(2U); ++seed) {
        const computed_graph g{(support::is_slow ? 150'007 : 300'007) + seed, seed};
        const auto layers = layers_of(g, {1});
        const auto alone = survey(g, 1U);
        check_layers(alone, g, layers);
        const auto widest = *std::max_element(alone.counts.begin(), alone.counts.end());
        REQUIRE(widest > 20'000);
        for (const unsigned threads : {2U, 3U, 16U}) {
            const auto r = survey(g, 1U, options{.threads = threads});
            check_layers(r, g, layers);
            CHECK(r.statistics.expanded == alone.statistics.expanded);
            CHECK(r.statistics.generated == alone.statistics.generated);
            if (SENDA_HAS_THREADS) CHECK(r.statistics.threads > 1);
            const options some{.limits = {.expansions = alone.total * threads / 20},
                               .threads = threads};
            const auto few = survey(g, 1U, some);
            const auto few_alone = survey(g, 1U, {.limits = some.limits});
            CHECK(few.status == few_alone.status);
            CHECK(few.counts == few_alone.counts);
            CHECK(few.farthest == few_alone.farthest);
            CHECK(few.statistics.expanded == few_alone.statistics.expanded);
            CHECK(few.statistics.generated == few_alone.statistics.generated);
            const auto depth = static_cast<int>(layers.size()) - 3;
            const auto near = survey(g, 1U, options{.limits = {.cost = depth}, .threads = threads});
            CHECK(near.status == status::cost_limit);
            CHECK(near.eccentricity == depth);
        }
    }
}

TEST_CASE("survey can be stepped, moved and started again") {
    for_each_graph(60, 40, [](const test_graph& edges, split_mix64& random) {
        const sparse_graph g{edges};
        const marked_node start{random.below(edges.node_count())};
        const auto at_once = survey(g, start);
        senda::survey_search search(g, start);
        std::uint64_t steps = 0;
        while (search.step() == status::running) {
            ++steps;
            CHECK(search.statistics().expanded == steps);
        }
        CHECK(search.result().counts == at_once.counts);
        const marked_node other{random.below(edges.node_count())};
        search.restart(other);
        search.step(3);
        senda::survey_search moved(std::move(search));
        moved.run();
        CHECK(moved.result().counts == survey(g, other).counts);
        CHECK(moved.result().farthest == survey(g, other).farthest);
        moved.set_limits({.expansions = 1});
        moved.restart(start);
        std::size_t layers = 0;
        while (moved.step_layer() == status::running) ++layers;
        CHECK(moved.statistics().expanded == 1);
        moved.set_limits({});
        moved.restart(start);
        for (layers = 1; moved.step_layer() == status::running;) {
            CHECK(moved.result().counts.size() == ++layers);
        }
        CHECK(moved.result().counts == at_once.counts);
    });
}

struct counting_stop {
    mutable std::atomic<int> asked = 0;
    int most = 0;
    bool stop_requested() const { return ++asked > most; }
};

TEST_CASE("survey looks at the stop token within a layer, on every thread") {
    const computed_graph g{400'009, 2};
    for (const unsigned threads : {1U, 2U, 4U}) {
        for (const int most : {0, 1, 100, 1000, 4000}) {
            counting_stop stop;
            stop.most = most;
            const auto r = survey(g, 1U, options{.stop = stop, .threads = threads});
            CHECK(r.status == status::cancelled);
            // In each layer a thread may end its part before it would look again.
            const std::uint64_t parts = threads * (r.counts.size() + 1);
            CHECK(r.statistics.expanded <= (static_cast<std::uint64_t>(most) + 1 + parts) * 64);
        }
    }
}

struct throwing_graph : computed_graph {
    std::uint32_t at = 0;
    template <class Emit>
    void successors(node_type n, Emit&& emit) const {
        if (n == at) throw n;
        computed_graph::successors(n, emit);
    }
};

TEST_CASE("survey hands on what the graph throws, on whichever thread that was") {
    const computed_graph g{150'007, 3};
    const auto layers = layers_of(g, {1});
    for (const unsigned threads : {1U, 2U, 5U}) {
        for (const std::size_t depth : {std::size_t{0}, layers.size() / 2, layers.size() - 1}) {
            const throwing_graph bad{g, static_cast<std::uint32_t>(layers[depth].back())};
            senda::survey_search search(bad, 1U, options{.threads = threads});
            bool threw = false;
            try {
                while (search.step_layer() == status::running) {
                }
            } catch (std::uint32_t at) {
                threw = at == bad.at;
            }
            CHECK(threw);
            CHECK(search.status() == status::aborted);
            CHECK(search.result().counts.size() == depth + 1);
        }
    }
}

TEST_CASE("survey takes lists, stored graphs, grids and views of them") {
    const std::vector<std::vector<int>> lists{{1, 2}, {3}, {3}, {0}, {0}};
    CHECK(survey(lists, 0).counts == std::vector<std::uint64_t>{1, 2, 1});
    CHECK(survey(senda::symmetric(lists), 0).total == 4);
    const auto next = [](int n) { return std::vector{n * 2 % 100, n * 3 % 100}; };
    const auto number = [](int n) { return 99 - n; };
    const auto back = [](std::size_t i) { return 99 - static_cast<int>(i); };
    CHECK(survey(senda::indexed(next, 100, number, back), 1).total ==
          senda::reachable(next, 1).nodes.size());

    senda::grid open(30, 20);
    open.close({3, 3});
    const auto cells = survey(open, senda::cell{0, 0});
    CHECK(cells.total == 599);
    CHECK(cells.eccentricity == 48);
    CHECK(cells.farthest == std::vector{senda::cell{29, 19}});
    static_assert(senda::EnumeratedGraph<senda::grid, senda::cell>);
    static_assert(senda::EnumeratedGraph<std::vector<std::vector<int>>, int>);
    static_assert(!senda::EnumeratedGraph<decltype(next), int>);
}

TEST_CASE("survey notes its progress") {
    const computed_graph g{200'003, 4};
    for (const unsigned threads : {1U, 2U}) {
        senda::search_progress progress;
        const auto r = survey(g, 1U, options{.progress = &progress, .threads = threads});
        CHECK(progress.now().done == r.total);
        CHECK(progress.now().total == g.bound);
    }
}

template <class G>
void check_puzzle(std::uint64_t total, int eccentricity, std::uint64_t farthest) {
    const auto r = survey(G{}, G::solved());
    CHECK(r);
    CHECK(r.total == total);
    CHECK(r.eccentricity == eccentricity);
    CHECK(r.counts.back() == farthest);
    CHECK(r.farthest.size() == std::min<std::uint64_t>(farthest, 1000));
}

TEST_CASE("survey finds the known numbers of sliding tiles") {
    check_puzzle<puzzles::tiles<2, 2>>(12, 6, 1);
    check_puzzle<puzzles::tiles<2, 3>>(360, 21, 1);
    check_puzzle<puzzles::tiles<3, 2>>(360, 21, 1);
    check_puzzle<puzzles::tiles<2, 4>>(20'160, 36, 1);
    if (!support::is_slow) check_puzzle<puzzles::tiles<3, 3>>(181'440, 31, 2);
}

TEST_CASE("survey finds the known numbers of pancakes") {
    check_puzzle<puzzles::pancakes<2>>(2, 1, 1);
    check_puzzle<puzzles::pancakes<3>>(6, 3, 1);
    check_puzzle<puzzles::pancakes<4>>(24, 4, 3);
    check_puzzle<puzzles::pancakes<5>>(120, 5, 20);
    check_puzzle<puzzles::pancakes<6>>(720, 7, 2);
    check_puzzle<puzzles::pancakes<7>>(5'040, 8, 35);
    if (!support::is_slow) check_puzzle<puzzles::pancakes<8>>(40'320, 9, 455);
}

TEST_CASE("puzzles: numbers and states lead to each other") {
    const auto check = []<class G>(G, std::uint64_t stride) {
        bool all_right = true;
        for (std::uint64_t i = 0; i < G::index_bound(); i += stride) {
            const auto n = G::node(i);
            all_right = all_right && G::index(n) == i;
            G::successors(
                n, [&](const auto& to) { all_right = all_right && G::node(G::index(to)) == to; });
        }
        CHECK(all_right);
    };
    check(puzzles::tiles<3, 3>{}, 97);
    check(puzzles::tiles<3, 4>{}, 100'003);
    check(puzzles::tiles<4, 3>{}, 100'003);
    check(puzzles::pancakes<12>{}, 300'007);
    check(puzzles::small_cube<puzzles::turns::half>{}, 4'001);
    check(puzzles::small_cube<puzzles::turns::quarter>{}, 4'001);
}

}  // namespace survey_tests
