// SPDX-License-Identifier: MIT
// What does it cost to find the cheapest route within limits on time and capacity, and all trades
// between the three? Beside Boost's `r_c_shortest_paths` and the textbook's labels.
#include "harness.hpp"

#include <senda/graph/adaptors.hpp>
#include <senda/graph/edge.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/search/dijkstra.hpp>

#if defined(SENDA_HAVE_BOOST_GRAPH)
#include "peers/boost_labels.hpp"
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace constrained_bench {
namespace {

using namespace bench;

using leg = senda::edge<int, int, int>;  // to, cost, time

/// Places with loads to be picked up on the way, each open for some time; six legs lead from each
/// to others at random. Where there are no windows, only the whole time is limited.
class trips {
public:
    using node_type = int;
    using cost_type = int;
    using action_type = int;

    enum class limited { time, capacity, windows };

    trips(limited what, std::uint32_t places) : stops_(places), legs_(places), back_(places) {
        splitmix64 random{7};
        const auto below = [&](std::uint32_t bound) {
            return static_cast<int>(random.below(bound));
        };
        for (stop& s : stops_) {
            if (what != limited::time) s.load = below(10);
            s.closes = longest;
            if (what != limited::windows) continue;
            s.opens = below(longest);
            s.closes = std::min(longest, s.opens + 300);
        }
        stops_.front() = {0, longest, 0};
        stops_.back() = {0, longest, 0};
        for (std::uint32_t from = 0; from < places; ++from)
            for (int i = 0; i < 6; ++i) {
                const int to = below(places);
                const int cost = 1 + below(100);
                const int time = 101 - cost + below(20);  // what is cheap is slow
                legs_[from].push_back({to, cost, time});
                back_[index(to)].push_back({static_cast<int>(from), cost, time});
            }
    }

    static constexpr int longest = 500;
    static constexpr int capacity = 30;

    struct stop {
        int opens = 0;
        int closes = 0;
        int load = 0;
    };

    const std::vector<leg>& successors(int place) const { return legs_[index(place)]; }
    const std::vector<leg>& predecessors(int place) const { return back_[index(place)]; }
    static std::size_t index(int place) { return static_cast<std::size_t>(place); }
    std::size_t index_bound() const { return stops_.size(); }
    const stop& at(int place) const { return stops_[index(place)]; }
    int goal() const { return static_cast<int>(stops_.size() - 1); }

private:
    std::vector<stop> stops_;
    std::vector<std::vector<leg>> legs_;
    std::vector<std::vector<leg>> back_;
};

/// What a truck has spent so far.
struct spent {
    int time = 0;
    int load = 0;

    friend bool operator==(const spent&, const spent&) = default;
};

struct truck {
    const trips* map;

    std::optional<spent> extend(spent before, int, const leg& by) const {
        const trips::stop& stop = map->at(by.to);
        const spent after{std::max(stop.opens, before.time + by.action), before.load + stop.load};
        if (after.time > stop.closes || after.load > trips::capacity) return std::nullopt;
        return after;
    }
    static bool dominates(spent a, spent b) { return a.time <= b.time && a.load <= b.load; }
};
/// Where there is nothing to be picked up, what is left of the time is a number.
struct clock {
    const trips* map;

    std::optional<int> extend(int left, int, const leg& by) const {
        if (by.action > left) return std::nullopt;
        return left - by.action;
    }
};

/// What the routes of an answer take: cost, time, load; and how many labels were extended.
struct answer {
    std::vector<std::array<int, 3>> routes;
    std::uint64_t labels = 0;
};

/// Whether a route is one, and takes what it says; what it takes is added to the answer.
template <class Path>
bool take_route(const trips& map, const Path& path, int cost, spent end, answer& into) {
    into.routes.push_back({cost, end.time, end.load});
    if (path.empty() || path.front() != 0 || path.back() != map.goal()) return false;
    // Of several legs to the same place each may be meant: all that they lead to is followed.
    std::vector<std::pair<int, spent>> all{{0, {}}};
    for (std::size_t i = 1; i < path.size(); ++i) {
        std::vector<std::pair<int, spent>> next;
        for (const leg& by : map.successors(path[i - 1]))
            for (const auto& [paid, before] : all)
                if (const auto after = truck{&map}.extend(before, path[i - 1], by);
                    by.to == path[i] && after)
                    next.emplace_back(paid + by.cost, *after);
        all = std::move(next);
    }
    return std::find(all.begin(), all.end(), std::pair{cost, end}) != all.end();
}

std::optional<answer> cheapest(const trips& map) {
    answer a;
    const auto found = senda::constrained(map, 0, map.goal(), truck{&map}, spent{});
    a.labels = found.statistics.expanded;
    if (found && !take_route(map, found.path, found.cost, found.resources.back(), a)) return {};
    return a;
}
/// Guided by what is left to pay if time and capacity did not matter.
std::optional<answer> cheapest_guided(const trips& map) {
    answer a;
    senda::dijkstra_search back(senda::reverse(map), map.goal());
    back.run();
    const auto to_goal = [&](int n) { return back.cost_to(n).value_or(senda::infinite<int>); };
    const auto found = senda::constrained(map, 0, map.goal(), truck{&map}, spent{}, to_goal);
    a.labels = found.statistics.expanded;
    if (found && !take_route(map, found.path, found.cost, found.resources.back(), a)) return {};
    return a;
}
std::optional<answer> cheapest_in_time(const trips& map) {
    answer a;
    const auto found = senda::constrained(map, 0, map.goal(), clock{&map}, trips::longest);
    a.labels = found.statistics.expanded;
    if (!found) return a;
    const spent end{trips::longest - found.resources.back(), 0};
    if (!take_route(map, found.path, found.cost, end, a)) return {};
    return a;
}
std::optional<answer> all_trades(const trips& map) {
    answer a;
    const auto front = senda::pareto_front(map, 0, map.goal(), truck{&map}, spent{});
    a.labels = front.statistics.expanded;
    for (const auto& r : front.routes)
        if (!take_route(map, r.path, r.cost, r.resource(), a)) return {};
    return a;
}
std::optional<answer> all_trades_in_time(const trips& map) {
    answer a;
    const auto front = senda::pareto_front(map, 0, map.goal(), clock{&map}, trips::longest);
    a.labels = front.statistics.expanded;
    for (const auto& r : front.routes)
        if (!take_route(map, r.path, r.cost, {trips::longest - r.resource(), 0}, a)) return {};
    return a;
}

/// The textbook: the labels of a place in a list, with all of which a new one is compared.
std::optional<answer> by_hand(const trips& map, bool all) {
    struct label {
        int cost;
        spent so_far;
        int place;
        std::uint32_t parent;
        bool dominated;
    };
    using entry = std::tuple<int, int, int, std::uint32_t>;
    std::vector<label> labels;
    std::vector<std::vector<std::uint32_t>> at(map.index_bound());
    std::priority_queue<entry, std::vector<entry>, std::greater<>> open;
    const auto dominates = [](int a_cost, spent a, int b_cost, spent b) {
        return a_cost <= b_cost && truck::dominates(a, b);
    };
    const auto add = [&](int cost, spent now, int place, std::uint32_t parent) {
        auto& here = at[trips::index(place)];
        for (const std::uint32_t other : here)
            if (dominates(labels[other].cost, labels[other].so_far, cost, now)) return;
        std::erase_if(here, [&](std::uint32_t other) {
            label& o = labels[other];
            return o.dominated = dominates(cost, now, o.cost, o.so_far);
        });
        here.push_back(static_cast<std::uint32_t>(labels.size()));
        open.emplace(cost, now.time, now.load, here.back());
        labels.push_back({cost, now, place, parent, false});
    };
    constexpr auto none = static_cast<std::uint32_t>(-1);
    add(0, {}, 0, none);
    answer found;
    while (!open.empty()) {
        const std::uint32_t first = std::get<3>(open.top());
        open.pop();
        const label here = labels[first];
        if (here.dominated) continue;
        if (here.place == map.goal()) {
            std::vector<int> path;
            for (std::uint32_t i = first; i != none; i = labels[i].parent)
                path.push_back(labels[i].place);
            std::reverse(path.begin(), path.end());
            if (!take_route(map, path, here.cost, here.so_far, found)) return {};
            if (!all) break;
            continue;
        }
        ++found.labels;
        for (const leg& by : map.successors(here.place))
            if (const auto now = truck{&map}.extend(here.so_far, here.place, by))
                add(here.cost + by.cost, *now, by.to, first);
    }
    return found;
}

#if defined(SENDA_HAVE_BOOST_GRAPH)
const peers::boost_trips& boost_of(const trips& map) {
    static std::map<const trips*, peers::boost_trips> made;
    const auto [place, fresh] = made.try_emplace(&map, map.index_bound());
    if (!fresh) return place->second;
    std::size_t number = 0;
    for (int n = 0; n <= map.goal(); ++n) {
        const trips::stop& s = map.at(n);
        place->second[trips::index(n)] = {trips::index(n), s.opens, s.closes, s.load};
        for (const leg& by : map.successors(n))
            add_edge(trips::index(n), trips::index(by.to), {number++, by.cost, by.action},
                     place->second);
    }
    return place->second;
}
std::optional<answer> by_boost(const trips& map, bool all) {
    answer a;
    for (const auto& [cost, time, load] : peers::boost_labels(boost_of(map), trips::capacity, all))
        a.routes.push_back({cost, time, load});
    return a;
}
#endif

using limited = trips::limited;
using contender = std::optional<answer> (*)(const trips&);

/// Whether two answers say the same: of the cheapest route what it costs, else what all take.
bool agree(bool all, const answer& a, const answer& b) {
    if (a.routes.size() != b.routes.size()) return false;
    if (!all) return a.routes.empty() || a.routes[0][0] == b.routes[0][0];
    auto sorted = [](auto routes) {
        std::sort(routes.begin(), routes.end());
        return routes;
    };
    return sorted(a.routes) == sorted(b.routes);
}

void add(bool all, limited what, std::uint32_t places, const std::string& name, contender find) {
    const auto body = [=](benchmark::State& state) {
        static std::map<std::pair<limited, std::uint32_t>, trips> maps;
        const trips& map = maps.try_emplace({what, places}, what, places).first->second;
        const std::optional<answer> expected = by_hand(map, all);
        std::optional<answer> found;
#if defined(SENDA_HAVE_BOOST_GRAPH)
        (void)boost_of(map);  // making graphs is not measured
#endif
        for (auto _ : state) {
            found = find(map);
            if (!expected || !found || !agree(all, *found, *expected))
                return state.SkipWithError("another answer");
        }
        state.counters["routes"] = static_cast<double>(found->routes.size());
        if (found->labels != 0) state.counters["labels"] = static_cast<double>(found->labels);
    };
    const char* const inputs[] = {"time", "time_capacity", "time_windows"};
    benchmark::RegisterBenchmark(
        benchmark_name(all ? "trades" : "constrained", inputs[static_cast<int>(what)], places, name)
            .c_str(),
        body)
        ->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool added = [] {
    for (const limited what : {limited::time, limited::capacity, limited::windows})
        for (const std::uint32_t places : {1000U, 20'000U}) {
            const bool is_number = what == limited::time;
            add(false, what, places, "senda", is_number ? cheapest_in_time : cheapest);
            if (!is_number) add(false, what, places, "senda_guided", cheapest_guided);
            add(true, what, places, "senda", is_number ? all_trades_in_time : all_trades);
            for (const bool all : {false, true}) {
                add(all, what, places, "hand_written",
                    all ? contender([](const trips& map) { return by_hand(map, true); })
                        : contender([](const trips& map) { return by_hand(map, false); }));
#if defined(SENDA_HAVE_BOOST_GRAPH)
                add(all, what, places, "boost",
                    all ? contender([](const trips& map) { return by_boost(map, true); })
                        : contender([](const trips& map) { return by_boost(map, false); }));
#endif
            }
        }
    return true;
}();

}  // namespace
}  // namespace constrained_bench
