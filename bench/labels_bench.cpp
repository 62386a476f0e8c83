// SPDX-License-Identifier: MIT
// What does a Pareto front cost where a node has few labels, and where it has hundreds? Numbers,
// sets and times of day as resources, beside the textbook loop that compares a new label with all
// at its node.
#include "harness.hpp"

#include <senda/graph/edge.hpp>
#include <senda/resources/pareto_front.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace labels_bench {
namespace {

using namespace bench;

using road = senda::edge<int, int, int>;  // to, cost, toll

/// Roads from each place: one to the next place, and others anywhere; or all of them into the next
/// of several layers.
class roads {
public:
    using node_type = int;
    using cost_type = int;

    struct shape {
        std::uint32_t places;
        std::uint32_t layer;  // how many places a layer has; 0: there are none
        std::uint32_t roads;  // from each place
        std::uint32_t most_cost;
        std::uint32_t most_toll;
    };

    explicit roads(const shape& s) : from_(s.places) {
        splitmix64 random{1};
        for (std::uint32_t place = 0; place < s.places; ++place) {
            for (std::uint32_t i = 0; i < s.roads; ++i) {
                std::uint32_t to = (place + 1) % s.places;
                if (s.layer != 0) {
                    to = (place / s.layer + 1) * s.layer + random.below(s.layer);
                } else if (i != 0) {
                    to = random.below(s.places);
                }
                const int cost = 1 + static_cast<int>(random.below(s.most_cost));
                const int toll = 1 + static_cast<int>(random.below(s.most_toll));
                if (to < s.places) from_[place].push_back({static_cast<int>(to), cost, toll});
            }
        }
    }

    const std::vector<road>& successors(int place) const { return from_[index(place)]; }
    static std::size_t index(int place) { return static_cast<std::size_t>(place); }
    std::size_t index_bound() const { return from_.size(); }

private:
    std::vector<std::vector<road>> from_;
};

/// A purse: more is better.
struct purse {
    using resource = int;
    static constexpr int first = 1'000'000;

    static std::optional<int> extend(int money, int, const road& r) { return money - r.action; }
    static bool is_as_good(int a, int b) { return a >= b; }
};

/// A set of stamps, one bit each: some places have one.
struct stamps {
    using resource = unsigned;
    static constexpr unsigned first = 0;

    static std::optional<unsigned> extend(unsigned set, int, const road& r) {
        return r.to % 7 == 3 ? set | 1U << r.to % 11 : set;
    }
    static bool dominates(unsigned a, unsigned b) { return (a & b) == b; }
    static bool is_as_good(unsigned a, unsigned b) { return dominates(a, b); }
};

/// The time of day: equal or not.
struct time_of_day {
    int minute;
    friend bool operator==(const time_of_day&, const time_of_day&) = default;
};
struct timetable {
    using resource = time_of_day;
    static constexpr time_of_day first{0};

    static std::optional<time_of_day> extend(time_of_day now, int, const road& r) {
        const int then = (now.minute + r.action) % 720;
        return then % 7 == 3 ? std::nullopt : std::optional{time_of_day{then}};
    }
    static bool is_as_good(time_of_day a, time_of_day b) { return a == b; }
};

/// What a contender found: how many trades, the sum of their costs, and how many labels it
/// expanded.
struct trades {
    std::uint64_t count = 0;
    std::uint64_t cost = 0;
    std::uint64_t labels = 0;
};

template <class Model>
trades by_senda(const roads& graph, int goal) {
    const auto front = senda::pareto_front(graph, 0, goal, Model{}, Model::first);
    trades found{front.routes.size(), 0, front.statistics.expanded};
    for (const auto& route : front.routes) found.cost += static_cast<std::uint64_t>(route.cost);
    return found;
}

/// The textbook: a list of labels at each node, all of which a new one is compared with.
template <class Model>
trades by_hand(const roads& graph, int goal) {
    using resource = typename Model::resource;
    struct label {
        int cost;
        resource left;
        int place;
        std::uint32_t parent;
        bool beaten;
    };
    constexpr auto none = static_cast<std::uint32_t>(-1);
    using entry = std::pair<int, std::uint32_t>;
    std::vector<label> labels;
    std::vector<std::vector<std::uint32_t>> at(graph.index_bound());
    std::priority_queue<entry, std::vector<entry>, std::greater<>> open;
    const auto add = [&](int cost, const resource& left, int place, std::uint32_t parent) {
        auto& here = at[roads::index(place)];
        for (const std::uint32_t other : here) {
            if (labels[other].cost <= cost && Model::is_as_good(labels[other].left, left)) return;
        }
        std::size_t kept = 0;
        for (const std::uint32_t other : here) {
            if (cost <= labels[other].cost && Model::is_as_good(left, labels[other].left)) {
                labels[other].beaten = true;
            } else {
                here[kept++] = other;
            }
        }
        here.resize(kept);
        here.push_back(static_cast<std::uint32_t>(labels.size()));
        open.emplace(cost, here.back());
        labels.push_back({cost, left, place, parent, false});
    };
    add(0, Model::first, 0, none);
    trades found;
    while (!open.empty()) {
        const std::uint32_t first = open.top().second;
        open.pop();
        const label here = labels[first];
        if (here.beaten || here.place == goal) continue;
        ++found.labels;
        for (const road& r : graph.successors(here.place)) {
            const auto left = Model::extend(here.left, here.place, r);
            if (left) add(here.cost + r.cost, *left, r.to, first);
        }
    }
    std::vector<std::vector<int>> paths;
    for (const std::uint32_t last : at[roads::index(goal)]) {
        ++found.count;
        found.cost += static_cast<std::uint64_t>(labels[last].cost);
        auto& path = paths.emplace_back();
        for (std::uint32_t i = last; i != none; i = labels[i].parent) {
            path.push_back(labels[i].place);
        }
        std::reverse(path.begin(), path.end());
    }
    benchmark::DoNotOptimize(paths.data());
    return found;
}

void add(const std::string& input, const roads::shape& shape, const std::string& contender,
         trades (*find)(const roads&, int), const trades& expected) {
    const auto body = [=](benchmark::State& state) {
        const roads graph{shape};
        const int goal = static_cast<int>(shape.places - 1);
        trades found;
        for (auto _ : state) {
            found = find(graph, goal);
            if (found.count != expected.count || found.cost != expected.cost) {
                state.SkipWithError(("another front: " + std::to_string(found.count) + " of " +
                                     std::to_string(found.cost))
                                        .c_str());
                return;
            }
        }
        state.counters["labels/s"] = rate(found.labels);
        state.counters["labels"] = static_cast<double>(found.labels);
    };
    benchmark::RegisterBenchmark(benchmark_name("labels", input, shape.places, contender).c_str(),
                                 body)
        ->Unit(benchmark::kMillisecond);
}

template <class Model>
void add_both(const std::string& input, const roads::shape& shape, const trades& expected) {
    add(input, shape, "senda", by_senda<Model>, expected);
    add(input, shape, "hand_written", by_hand<Model>, expected);
}

[[maybe_unused]] const bool added = [] {
    add_both<purse>("few_numbers", {100'000, 0, 4, 9, 3}, {5, 212});
    add_both<purse>("many_numbers", {2000, 40, 6, 1000, 1000}, {193, 1'898'425});
    add_both<stamps>("many_sets", {150, 0, 5, 30, 3}, {1215, 181'921});
    add_both<timetable>("many_equal", {150, 0, 4, 50, 100}, {617, 120'357});
    return true;
}();

}  // namespace
}  // namespace labels_bench
