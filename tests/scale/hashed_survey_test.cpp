// SPDX-License-Identifier: MIT
#include <senda/scale/survey.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <senda/graph/hash.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>
#include <string>
#include <utility>
#include <vector>

#include "../../examples/common/puzzles.hpp"
#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace hashed_survey_tests {

using senda::status;

/// A test graph whose nodes are hashed.
struct hashed {
    using node_type = int;
    const support::test_graph* graph;

    template <class Emit>
    void successors(int n, Emit&& emit) const {
        for (const auto& edge : graph->from(n)) emit(edge.to);
    }
};
/// The same with numbers, both ways.
struct enumerated : hashed {
    static std::size_t index(int n) { return static_cast<std::size_t>(n); }
    [[nodiscard]] std::size_t index_bound() const { return graph->out.size(); }
    static int node(std::size_t number) { return static_cast<int>(number); }
};

TEST_CASE("a survey of hashed nodes counts what one of numbered nodes counts") {
    support::for_each_graph(300, 60, [](const support::test_graph& graph, auto& random) {
        const int start = random.below(graph.node_count());
        senda::options o;
        if (random.below(3) == 0) o.limits.cost = random.below(6);
        const auto numbered = senda::survey(enumerated{{&graph}}, start, o);
        const auto r = senda::survey(hashed{&graph}, start, o, 3);
        CHECK(r.status == numbered.status);
        CHECK(r.counts == numbered.counts);
        CHECK(r.total == numbered.total);
        CHECK(r.eccentricity == numbered.eccentricity);
        std::vector<int> farthest = numbered.farthest;
        std::sort(farthest.begin(), farthest.end(),
                  [](int a, int b) { return senda::hash_value(a) < senda::hash_value(b); });
        farthest.resize(std::min<std::size_t>(3, farthest.size()));
        CHECK(r.farthest == farthest);
    });
}

/// Tiles without their numbers.
struct tiles {
    using node_type = puzzles::nibbles;
    template <class Emit>
    void successors(const node_type& n, Emit&& emit) const {
        puzzles::tiles<3, 4>::successors(n, emit);
    }
    static node_type solved() { return puzzles::tiles<3, 4>::solved(); }
};

TEST_CASE("threads count the same, to a depth and up to a limit") {
    const double depth = support::is_slow ? 19 : 22;
    const std::uint64_t few = support::is_slow ? 30'000 : 65'536;
    const auto first = senda::survey(tiles{}, tiles::solved(),
                                     senda::options{.limits = {.cost = depth}, .threads = 3}, 5);
    const auto by_number = [&] {
        if (support::is_slow) return first.counts;
        return senda::survey(puzzles::tiles<3, 4>{}, tiles::solved(), {.limits = {.cost = depth}})
            .counts;
    }();
    senda::search_progress known;
    for (const unsigned threads : {1u, 2u, 4u}) {
        if (support::is_slow && threads == 2) continue;
        const auto r = senda::survey(
            tiles{}, tiles::solved(),
            senda::options{.limits = {.cost = depth}, .progress = &known, .threads = threads}, 5);
        CHECK(r.status == status::cost_limit);
        CHECK(r.counts == by_number);
        CHECK(r.farthest.size() == 5);
        CHECK(r.farthest == first.farthest);
        CHECK(r.statistics.threads == threads);
        CHECK(known.now().done >= few);
        const auto cut =
            senda::survey(tiles{}, tiles::solved(),
                          senda::options{.limits = {.expansions = few}, .threads = threads});
        CHECK(cut.status == status::expansion_limit);
        CHECK(cut.statistics.expanded == few);
        CHECK(cut.counts.size() < by_number.size());
        CHECK(std::equal(cut.counts.begin(), cut.counts.end(), by_number.begin()));
    }
}

TEST_CASE("a survey of hashed nodes takes nodes of any type, and can be stopped") {
    const auto longer = [](const std::string& s) {
        std::vector<std::string> next;
        if (s.size() < 3) next = {s + "a", s + "b"};
        return next;
    };
    const auto all = senda::survey(longer, std::string{});
    CHECK(all);
    CHECK(all.counts == std::vector<std::uint64_t>{1, 2, 4, 8});
    CHECK(all.farthest.size() == 8);
    CHECK(senda::survey(longer, std::string{}, {}, 0).farthest.empty());
    const std::atomic<bool> now{true};
    CHECK(senda::survey(longer, std::string{}, {.stop = now}).status == status::cancelled);
    CHECK(senda::survey(longer, std::string{}, {.limits = {.bytes = 10}}).counts.empty());
}

}  // namespace hashed_survey_tests
