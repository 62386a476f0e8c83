// SPDX-License-Identifier: MIT
#include <senda/resources/pareto_costs.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <iterator>
#include <limits>
#include <map>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/random_graphs.hpp"
#include "support/wide.hpp"

namespace pareto_costs {

using senda::any_of;
using senda::status;
using support::rounds;
using support::split_mix64;
using node = std::uint32_t;

/// Edges in one list; an edge is called by its place there.
template <class C, std::size_t N>
struct plain_graph {
    using costs = std::array<C, N>;
    struct edge {
        node from;
        node to;
        costs cost;
    };
    node nodes = 0;
    std::vector<edge> edges = {};

    [[nodiscard]] senda::csr<costs> stored() const {
        return *senda::csr<costs>::from_edges(nodes, edges);
    }
};

/// Small graphs with loops, parallel edges, edges that cost nothing and parts that do not meet.
template <std::size_t N>
plain_graph<int, N> random_graph(split_mix64& random, int most_nodes) {
    plain_graph<int, N> g{static_cast<node>(random.between(1, most_nodes))};
    const auto nodes = static_cast<int>(g.nodes);
    const int edges = random.below(5 * nodes + 1);
    const int most_cost = random.percent(30) ? 2 : random.percent(50) ? 9 : 1000;
    for (int i = 0; i < edges; ++i) {
        std::array<int, N> costs{};
        for (int& each : costs) each = random.percent(20) ? 0 : random.below(most_cost + 1);
        g.edges.push_back({static_cast<node>(random.below(nodes)),
                           static_cast<node>(random.below(nodes)), costs});
    }
    return g;
}

template <class Costs>
bool is_as_good(const Costs& a, const Costs& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] > b[i]) return false;
    return true;
}

/// Adds costs unless others are as good, and takes out those that are no better; whether it did.
template <class Costs>
bool add_to_front(std::set<Costs>& front, const Costs& made) {
    for (const Costs& other : front)
        if (is_as_good(other, made)) return false;
    std::erase_if(front, [&](const Costs& other) { return is_as_good(made, other); });
    front.insert(made);
    return true;
}

template <class Costs>
Costs sum(Costs a, const Costs& b) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
    return a;
}

/// The front at each node, by taking up edges until nothing changes.
template <class C, std::size_t N>
std::vector<std::set<std::array<C, N>>> fronts(const plain_graph<C, N>& g,
                                               const std::vector<node>& starts) {
    std::vector<std::set<std::array<C, N>>> at(g.nodes);
    for (const node s : starts) at[s].insert(std::array<C, N>{});
    for (bool changes = true; changes;) {
        changes = false;
        for (const auto& e : g.edges) {
            const auto here = at[e.from];
            for (const auto& costs : here)
                changes = add_to_front(at[e.to], sum(costs, e.cost)) || changes;
        }
    }
    return at;
}
template <class C, std::size_t N>
std::set<std::array<C, N>> front_at(const plain_graph<C, N>& g, const std::vector<node>& starts,
                                    const std::vector<node>& goals) {
    const auto at = fronts(g, starts);
    std::set<std::array<C, N>> front;
    for (const node goal : goals)
        for (const auto& costs : at[goal]) add_to_front(front, costs);
    return front;
}

/// The same by walking along every path that comes to no node twice.
template <class C, std::size_t N>
void walk(const plain_graph<C, N>& g, node at, node goal, const std::array<C, N>& costs,
          std::vector<bool>& seen, std::set<std::array<C, N>>& front) {
    if (at == goal) {
        add_to_front(front, costs);
        return;
    }
    seen[at] = true;
    for (const auto& e : g.edges)
        if (e.from == at && !seen[e.to]) walk(g, e.to, goal, sum(costs, e.cost), seen, front);
    seen[at] = false;
}

/// The graph in every spelling that leads to another way through the search.
template <class C, std::size_t N>
struct as_pairs {
    const plain_graph<C, N>* g;
    auto operator()(node n) const {
        std::vector<std::pair<node, std::array<C, N>>> out;
        for (const auto& e : g->edges)
            if (e.from == n) out.emplace_back(e.to, e.cost);
        return out;
    }
};
template <class C, std::size_t N>
struct named_edges {
    using node_type = node;
    using action_type = senda::costs_and_action<C, N, int>;
    const plain_graph<C, N>* g;

    template <class Emit>
    void successors(node n, Emit&& emit) const {
        for (std::size_t i = 0; i < g->edges.size(); ++i)
            if (g->edges[i].from == n) emit(g->edges[i].to, name(i));
    }
    template <class Emit>
    void predecessors(node n, Emit&& emit) const {
        for (std::size_t i = 0; i < g->edges.size(); ++i)
            if (g->edges[i].to == n) emit(g->edges[i].from, name(i));
    }
    [[nodiscard]] action_type name(std::size_t i) const {
        return {g->edges[i].cost, static_cast<int>(i)};
    }
};

/// Whether edges lead along a path at just these costs: those that it names, or any.
template <class C, std::size_t N, class Route>
bool can_be_walked(const plain_graph<C, N>& g, const Route& r) {
    std::set<std::array<C, N>> sums{{}};
    const bool has_names = std::is_same_v<decltype(r.actions), std::vector<int>>;
    if (has_names && r.actions.size() + 1 != r.path.size()) return false;
    for (std::size_t i = 0; i + 1 < r.path.size(); ++i) {
        std::set<std::array<C, N>> next;
        for (std::size_t place = 0; place < g.edges.size(); ++place) {
            const auto& e = g.edges[place];
            if (e.from != r.path[i] || e.to != r.path[i + 1]) continue;
            if constexpr (std::is_same_v<decltype(r.actions), std::vector<int>>) {
                if (static_cast<std::size_t>(r.actions[i]) != place) continue;
            }
            for (const auto& costs : sums) next.insert(sum(costs, e.cost));
        }
        sums = std::move(next);
    }
    return sums.count(r.costs) == 1;
}

bool has(const std::vector<node>& nodes, node n) {
    return std::find(nodes.begin(), nodes.end(), n) != nodes.end();
}

template <class Answer>
auto costs_of(const Answer& answer) {
    std::vector<std::remove_cvref_t<decltype(answer.routes[0].costs)>> all;
    for (const auto& r : answer.routes) all.push_back(r.costs);
    return all;
}

/// What is known of a question, and what an answer to it must be.
template <class C, std::size_t N>
struct question {
    const plain_graph<C, N>* g;
    std::vector<node> starts;
    std::vector<node> goals;
    std::vector<std::array<C, N>> expected = {};

    question(const plain_graph<C, N>& graph, std::vector<node> from, std::vector<node> to)
        : g(&graph), starts(std::move(from)), goals(std::move(to)) {
        const auto front = front_at(graph, starts, goals);
        expected.assign(front.begin(), front.end());
    }
    template <class Answer>
    void check(const Answer& a) const {
        CHECK(a.status == (expected.empty() ? status::exhausted : status::complete));
        CHECK(static_cast<bool>(a) == !expected.empty());
        CHECK((costs_of(a) == expected));
        check_routes(a);
    }
    /// Routes that come first, as a limit leaves them.
    template <class Answer>
    void check_first(const Answer& a) const {
        const auto costs = costs_of(a);
        REQUIRE(costs.size() <= expected.size());
        CHECK(std::equal(costs.begin(), costs.end(), expected.begin()));
        check_routes(a);
    }
    template <class Answer>
    void check_routes(const Answer& a) const {
        for (const auto& r : a.routes) {
            REQUIRE(!r.path.empty());
            CHECK(has(starts, r.path.front()));
            CHECK(has(goals, r.path.back()));
            CHECK(can_be_walked(*g, r));
        }
    }
};

template <class C, std::size_t N>
question<C, N> random_question(const plain_graph<C, N>& g, split_mix64& random) {
    const auto pick = [&] {
        std::vector<node> some(static_cast<std::size_t>(random.percent(70) ? 1 : 2));
        for (node& n : some) n = static_cast<node>(random.below(static_cast<int>(g.nodes)));
        return some;
    };
    const auto starts = pick();
    return question<C, N>(g, starts, pick());
}

/// Calls `body(graph, question, random)` for many of them.
template <std::size_t N, class Body>
void for_each_question(int count, int most_nodes, Body body) {
    for (int seed = 1; seed <= rounds(count); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed) * 31 + N};
        const auto g = random_graph<N>(random, most_nodes);
        body(g, random_question(g, random), random);
    }
}

template <std::size_t N>
void check_every_spelling(int count, int most_nodes) {
    std::size_t most = 0;
    for_each_question<N>(count, most_nodes, [&](const auto& g, const auto& q, split_mix64&) {
        const auto forward = g.stored();
        const auto both = forward.with_reverse();
        const any_of from(q.starts);
        const any_of to(q.goals);
        const auto is_goal = [&](node n) { return has(q.goals, n); };
        q.check(senda::pareto_front(both, from, to));
        q.check(senda::pareto_front(forward, from, to));
        q.check(senda::pareto_front(both, from, is_goal));
        q.check(senda::pareto_front(as_pairs<int, N>{&g}, from, to));
        q.check(senda::pareto_front(named_edges<int, N>{&g}, from, to));
        q.check(senda::pareto_front(named_edges<int, N>{&g}, from, is_goal));
        most = std::max(most, q.expected.size());
        // The least of each cost is what a search for it alone finds.
        for (std::size_t i = 0; i < N && !q.expected.empty(); ++i) {
            std::vector<std::vector<std::pair<int, int>>> one(g.nodes);
            for (const auto& e : g.edges)
                one[e.from].emplace_back(static_cast<int>(e.to), e.cost[i]);
            int least = std::numeric_limits<int>::max();
            for (const auto& costs : q.expected) least = std::min(least, costs[i]);
            const any_of<int> starts(q.starts);
            CHECK(senda::dijkstra(one, starts, [&](int n) {
                      return is_goal(static_cast<node>(n));
                  }).cost == least);
        }
    });
    CHECK(most >= 3);
}

TEST_CASE("pareto_front of two costs is what taking up all edges gives, in every spelling") {
    check_every_spelling<2>(800, 14);
}

TEST_CASE("pareto_front of three costs is what taking up all edges gives, in every spelling") {
    check_every_spelling<3>(600, 12);
}

TEST_CASE("pareto_front of several costs is what walking along all paths gives") {
    for_each_question<2>(200, 6, [&](const auto& g, const auto&, split_mix64& random) {
        const auto from = static_cast<node>(random.below(static_cast<int>(g.nodes)));
        const auto to = static_cast<node>(random.below(static_cast<int>(g.nodes)));
        std::set<std::array<int, 2>> front;
        std::vector<bool> seen(g.nodes);
        walk(g, from, to, {}, seen, front);
        const auto answer = senda::pareto_front(g.stored().with_reverse(), from, to);
        CHECK((costs_of(answer) == std::vector(front.begin(), front.end())));
    });
}

/// A chain of choices between two edges: as many trades as there are ways to choose.
template <std::size_t N>
plain_graph<int, N> trading_graph(split_mix64& random, node length) {
    plain_graph<int, N> g{length + 1};
    for (node n = 0; n < length; ++n)
        for (int way = 0; way < 3; ++way) {
            std::array<int, N> costs{};
            for (int& each : costs) each = random.below(50);
            g.edges.push_back({n, n + 1, costs});
        }
    return g;
}

TEST_CASE("pareto_front of several costs finds many trades") {
    for (int seed = 1; seed <= rounds(8); ++seed) {
        split_mix64 random{static_cast<std::uint64_t>(seed)};
        const auto two = trading_graph<2>(random, 25);
        const question<int, 2> of_two(two, {0}, {25});
        CHECK(of_two.expected.size() >= 30);
        of_two.check(senda::pareto_front(named_edges<int, 2>{&two}, 0, 25));
        const auto stored = senda::pareto_front(two.stored().with_reverse(), 0, 25);
        CHECK((costs_of(stored) == of_two.expected));
        const auto three = trading_graph<3>(random, 8);
        const question<int, 3> of_three(three, {0}, {8});
        CHECK(of_three.expected.size() >= 25);
        of_three.check(senda::pareto_front(named_edges<int, 3>{&three}, 0, 8));
        CHECK((costs_of(senda::pareto_front(three.stored(), 0, 8)) == of_three.expected));
    }
}

template <std::size_t N>
void check_limits(int count) {
    for_each_question<N>(count, 9, [&](const auto& g, const auto& q, split_mix64& random) {
        const auto both = g.stored().with_reverse();
        const any_of from(q.starts);
        const any_of to(q.goals);
        const auto full = senda::pareto_front(both, from, to);
        for (std::uint64_t most = 0; most <= full.statistics.expanded; ++most) {
            const auto a = senda::pareto_front(both, from, to, {.limits = {.expansions = most}});
            CHECK(a.statistics.expanded <= most);
            if (most == full.statistics.expanded) {
                q.check(a);
            } else {
                CHECK(a.status == status::expansion_limit);
                q.check_first(a);
            }
        }
        for (std::uint64_t eighths = 0; eighths < 8; ++eighths) {
            const std::uint64_t most = full.statistics.bytes * eighths / 8;
            const auto a = senda::pareto_front(both, from, to, {.limits = {.bytes = most}});
            CHECK(a.statistics.bytes <= most);
            if (a.status == status::memory_limit) {
                q.check_first(a);
            } else {
                q.check(a);
            }
        }
        // A limit on the first cost: all within it are there.
        for (const int most : {0, 1, random.below(20), random.below(2000)}) {
            const auto a = senda::pareto_front(both, from, to, {.limits = {.cost = most}});
            q.check_first(a);
            const auto within = std::count_if(q.expected.begin(), q.expected.end(),
                                              [&](const auto& c) { return c[0] <= most; });
            CHECK(static_cast<std::ptrdiff_t>(a.routes.size()) == within);
            if (a.routes.size() == q.expected.size() && a.status != status::cost_limit) q.check(a);
            if (a.routes.size() < q.expected.size()) CHECK(a.status == status::cost_limit);
        }
    });
}

TEST_CASE("pareto_front of several costs stops at limits, and has the first routes then") {
    check_limits<2>(120);
    check_limits<3>(60);
}

TEST_CASE("pareto_front of several costs in steps, again and moved") {
    for_each_question<2>(100, 9, [&](const auto& g, const auto& q, split_mix64& random) {
        const auto both = g.stored().with_reverse();
        senda::pareto_costs_search search{both, any_of(q.starts), any_of(q.goals)};
        std::uint64_t before = 0;
        while (search.step() == status::running) {
            CHECK(search.statistics().expanded == before + 1);
            ++before;
            q.check_first(search.result());
        }
        q.check(search.result());
        q.check(senda::pareto_front(both, any_of(q.starts), any_of(q.goals)));
        const auto other = random_question(g, random);
        search.restart(any_of(other.starts), any_of(other.goals));
        CHECK(search.statistics().expanded == 0);
        (void)search.step(2);
        auto moved = std::move(search);
        moved.run();
        other.check(moved.result());
        moved.restart(any_of(q.starts));
        moved.run();
        question(g, q.starts, other.goals).check(moved.result());
    });
}

TEST_CASE("pareto_front of several costs is stopped by time and by a stop token") {
    const plain_graph<int, 2> g{3, {{0, 1, {1, 5}}, {1, 2, {1, 1}}}};
    const auto both = g.stored().with_reverse();
    CHECK(senda::pareto_front(both, 0, 2, {.limits = {.time = 0.0}}).status == status::time_limit);
    const std::atomic<bool> stop{true};
    CHECK(senda::pareto_front(both, 0, 2, {.stop = stop}).status == status::cancelled);
    CHECK(senda::pareto_front(both, 0, 0, {.stop = stop}).routes.size() == 1);
    CHECK(senda::pareto_front(both, 2, 0).status == status::exhausted);
    CHECK(senda::pareto_front(both, 7, 0).status == status::exhausted);
    CHECK(senda::pareto_front(both, 0, 7).status == status::exhausted);
}

template <class C>
void check_overflow() {
    const C large = senda::infinite<C> / 2;
    // The first way fits in either sense, the second does not; nor does the only one to node 3.
    const plain_graph<C, 2> g{4,
                              {{0, 1, {large, 1}},
                               {1, 2, {large, 1}},
                               {0, 2, {1, senda::largest_cost<C>}},
                               {2, 3, {0, 5}},
                               {2, 3, {large, 0}}}};
    const auto forward = g.stored();
    const auto both = forward.with_reverse();
    const auto check = [&](const auto& graph) {
        const auto fits = senda::pareto_front(graph, 0, 2);
        CHECK(fits.status == status::complete);
        CHECK((costs_of(fits) == std::vector<std::array<C, 2>>{{C{1}, senda::largest_cost<C>},
                                                               {C(large + large), C{2}}}));
        const auto more = senda::pareto_front(graph, 0, 3);
        CHECK(more.status == status::cost_limit);
    };
    check(forward);
    check(both);
    check(named_edges<C, 2>{&g});
}

TEST_CASE("pareto_front of several costs says so where a path costs more than its type holds") {
    check_overflow<int>();
    check_overflow<std::uint64_t>();
}

/// The same graph in a wider type, with costs of which a few together exceed `C`.
template <class C, std::size_t N>
std::pair<plain_graph<C, N>, plain_graph<support::wide, N>> dear_graph(split_mix64& random) {
    const plain_graph<int, N> small = random_graph<N>(random, 7);
    const int chance = random.percent(30) ? 80 : 40;
    plain_graph<C, N> g{small.nodes};
    plain_graph<support::wide, N> wide{small.nodes};
    for (const auto& e : small.edges) {
        std::array<C, N> costs{};
        std::array<support::wide, N> same{};
        for (std::size_t i = 0; i < N; ++i) {
            const C part = senda::infinite<C> / static_cast<C>(random.between(1, 4));
            const C less = static_cast<C>(random.below(5) + 1);
            costs[i] = random.percent(chance) ? part - less : static_cast<C>(e.cost[i]);
            same[i] = costs[i];
        }
        g.edges.push_back({e.from, e.to, costs});
        wide.edges.push_back({e.from, e.to, same});
    }
    return {g, wide};
}

/// How many fronts were whole, and how many had a path left out.
struct dear_counts {
    int whole = 0;
    int cut = 0;
};

/// Whether a front has all that fits, and says that something was left out just if it was.
template <class C, std::size_t N>
void check_dear_fronts(int count, dear_counts& counts) {
    using wide_costs = std::array<support::wide, N>;
    for (int seed = 1; seed <= rounds(count); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed) * 8 + N};
        const auto [g, wide] = dear_graph<C, N>(random);
        const auto q = random_question(wide, random);
        std::vector<wide_costs> fits;
        std::copy_if(q.expected.begin(), q.expected.end(), std::back_inserter(fits),
                     [](const wide_costs& costs) {
                         return *std::max_element(costs.begin(), costs.end()) <
                                support::wide{senda::infinite<C>};
                     });
        const bool is_whole = fits.size() == q.expected.size();
        ++(is_whole ? counts.whole : counts.cut);
        const auto check = [&](const auto& found) {
            std::vector<wide_costs> costs;
            for (const auto& route : found.routes)
                std::copy(route.costs.begin(), route.costs.end(), costs.emplace_back().begin());
            CHECK((costs == fits));
            CHECK(found.status == (!is_whole      ? status::cost_limit
                                   : fits.empty() ? status::exhausted
                                                  : status::complete));
        };
        const any_of from(q.starts);
        const any_of to(q.goals);
        const auto is_goal = [&](node n) { return has(q.goals, n); };
        const auto none = [](node) { return std::array<C, N>{}; };
        const auto forward = g.stored();
        const auto both = forward.with_reverse();
        check(senda::pareto_front(both, from, to));
        check(senda::pareto_front(forward, from, to));
        check(senda::pareto_front(both, from, is_goal));
        check(senda::pareto_front(named_edges<C, N>{&g}, from, to));
        check(senda::pareto_front(as_pairs<C, N>{&g}, from, to));
        check(senda::pareto_front(both, from, to, none));
        senda::pareto_costs_search search{both, any_of<node>{0}, any_of<node>{0}};
        search.run();
        search.restart(from, to);
        while (search.step() == status::running) {
        }
        check(search.result());
    }
}

TEST_CASE("a front near the end of the type is whole unless something better was left out") {
    dear_counts counts;
    check_dear_fronts<int, 2>(400, counts);
    check_dear_fronts<int, 3>(400, counts);
    check_dear_fronts<std::uint32_t, 2>(200, counts);
    check_dear_fronts<std::uint32_t, 3>(200, counts);
    check_dear_fronts<std::int64_t, 2>(200, counts);
    check_dear_fronts<std::int64_t, 3>(200, counts);
    check_dear_fronts<std::uint64_t, 2>(200, counts);
    check_dear_fronts<std::uint64_t, 3>(200, counts);
    CHECK(counts.whole >= rounds(500));
    CHECK(counts.cut >= rounds(100));
}

/// Whether an `int` holds all of them.
template <std::size_t N>
bool is_within_int(const std::array<support::wide, N>& costs) {
    return *std::max_element(costs.begin(), costs.end()) < support::wide{senda::infinite<int>};
}

TEST_CASE("a front near the end of the type keeps to limits") {
    for (int seed = 1; seed <= rounds(150); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed) * 8 + 3};
        const auto made = dear_graph<int, 3>(random);
        const auto q = random_question(made.second, random);
        const any_of from(q.starts);
        const any_of to(q.goals);
        const auto check = [&](const auto& graph) {
            const auto full = senda::pareto_front(graph, from, to);
            const auto all = costs_of(full);
            const auto check_first = [&](const auto& a) {
                const auto first = costs_of(a);
                REQUIRE(first.size() <= all.size());
                CHECK(std::equal(first.begin(), first.end(), all.begin()));
                if (a.status == full.status) CHECK(first.size() == all.size());
            };
            for (std::uint64_t most = 0; most <= full.statistics.expanded; ++most) {
                const auto a =
                    senda::pareto_front(graph, from, to, {.limits = {.expansions = most}});
                CHECK(a.statistics.expanded <= most);
                const bool is_enough = most == full.statistics.expanded;
                CHECK(a.status == (is_enough ? full.status : status::expansion_limit));
                check_first(a);
            }
            for (std::uint64_t eighths = 0; eighths <= 8; ++eighths) {
                const std::uint64_t most = full.statistics.bytes * eighths / 8;
                const auto a = senda::pareto_front(graph, from, to, {.limits = {.bytes = most}});
                CHECK(a.statistics.bytes <= most);
                CHECK((a.status == full.status || a.status == status::memory_limit));
                check_first(a);
            }
        };
        const auto forward = made.first.stored();
        check(forward);
        check(forward.with_reverse());
    }
}

/// Passes by one node.
struct closing {
    node closed;
    senda::flow on_generate(node, node to) const {
        return to == closed ? senda::flow::prune : senda::flow::proceed;
    }
};

TEST_CASE("a front near the end of the type leaves out nothing that an observer prunes") {
    for (int seed = 1; seed <= rounds(300); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed) * 8 + 2};
        const auto made = dear_graph<int, 2>(random);
        const auto q = random_question(made.second, random);
        closing prunes{static_cast<node>(random.below(static_cast<int>(made.first.nodes)))};
        plain_graph<support::wide, 2> rest{made.second.nodes};
        for (const auto& e : made.second.edges)
            if (e.to != prunes.closed) rest.edges.push_back(e);
        const auto expected = question(rest, q.starts, q.goals).expected;
        const bool is_whole = std::all_of(expected.begin(), expected.end(), is_within_int<2>);
        const auto a = senda::pareto_front(made.first.stored().with_reverse(), any_of(q.starts),
                                           any_of(q.goals), {}, prunes);
        CHECK(a.status == (!is_whole          ? status::cost_limit
                           : expected.empty() ? status::exhausted
                                              : status::complete));
    }
}

template <std::size_t N>
void check_dear_weights() {
    for (int seed = 1; seed <= rounds(300); ++seed) {
        CAPTURE(seed);
        split_mix64 random{static_cast<std::uint64_t>(seed) * 8 + N};
        const auto made = dear_graph<int, N>(random);
        const auto q = random_question(made.second, random);
        const auto a = senda::pareto_front(made.first.stored().with_reverse(), any_of(q.starts),
                                           any_of(q.goals), {.weight = 1.5});
        const auto is_covered = [&](const auto& costs) {
            return std::any_of(a.routes.begin(), a.routes.end(), [&](const auto& r) {
                if (r.costs[0] > costs[0]) return false;
                for (std::size_t i = 1; i < N; ++i) {
                    const support::wide cost = r.costs[i];
                    if (cost + cost > costs[i] + costs[i] + costs[i]) return false;
                }
                return true;
            });
        };
        const bool is_whole = std::all_of(q.expected.begin(), q.expected.end(), is_covered);
        CHECK(a.status == (!is_whole            ? status::cost_limit
                           : q.expected.empty() ? status::exhausted
                                                : status::complete));
    }
}

TEST_CASE("a front near the end of the type with a weight is whole where it covers all") {
    check_dear_weights<2>();
    check_dear_weights<3>();
}

TEST_CASE("a front of several starts is whole where the nearest one has a path that is too dear") {
    constexpr int large = std::numeric_limits<int>::max() - 1;
    const plain_graph<int, 2> g{
        4, {{0, 2, {large, 1}}, {2, 3, {large, 1}}, {1, 3, {5, 50}}, {0, 3, {10, 20}}}};
    const std::vector<std::array<int, 2>> front{{5, 50}, {10, 20}};
    const any_of<node> starts{0, 1};
    const auto check = [&](const auto& found) {
        CHECK((costs_of(found) == front));
        CHECK(found.status == status::cost_limit);  // by 2 it is 2 in the second sense
    };
    check(senda::pareto_front(g.stored(), starts, node{3}));
    check(senda::pareto_front(g.stored().with_reverse(), starts, node{3}));
}

TEST_CASE("a front near the end of the type is whole where what was left out leads nowhere") {
    // A path by 2 costs more than the type holds in every sense.
    constexpr int most = std::numeric_limits<int>::max() - 1;
    plain_graph<int, 2> g{3};
    g.edges = {{0, 1, {5, 7}}, {0, 2, {most, most}}, {2, 1, {most, most}}};
    const auto found = senda::pareto_front(g.stored().with_reverse(), node{0}, node{1});
    CHECK(found.status == status::complete);
    CHECK(found.routes.size() == 1);
    CHECK(senda::pareto_front(g.stored(), node{0}, node{1}).status == status::complete);
}

TEST_CASE("pareto_front of several costs reports a negative cost, and passes by closed edges") {
    const plain_graph<int, 2> g{3, {{0, 1, {1, 1}}, {1, 2, {3, -1}}}};
    CHECK(senda::pareto_front(g.stored(), 0, 2).status == status::negative_cost);
    CHECK(senda::pareto_front(g.stored().with_reverse(), 0, 2).status == status::negative_cost);
    const plain_graph<int, 2> closed{2, {{0, 1, {1, senda::infinite<int>}}, {0, 1, {4, 4}}}};
    const auto answer = senda::pareto_front(closed.stored().with_reverse(), 0, 1);
    CHECK((costs_of(answer) == std::vector<std::array<int, 2>>{{4, 4}}));
    CHECK(answer.statistics.generated == 1 + 2);  // the open one, once for each cost and ahead
}

TEST_CASE("pareto_front of several costs is led by estimates") {
    for_each_question<3>(150, 10, [&](const auto& g, const auto& q, split_mix64& random) {
        // Least costs to the goals, one by one, and often less.
        plain_graph<int, 3> back{g.nodes};
        for (const auto& e : g.edges) back.edges.push_back({e.to, e.from, e.cost});
        const auto left = fronts(back, q.goals);
        const int part = random.between(0, 2);
        const auto h = [&](node n) {
            std::array<int, 3> least;
            least.fill(senda::infinite<int>);
            for (const auto& costs : left[n])
                for (std::size_t i = 0; i < 3; ++i) least[i] = std::min(least[i], costs[i]);
            if (part == 0) least.fill(0);
            return least;
        };
        q.check(senda::pareto_front(g.stored(), any_of(q.starts), any_of(q.goals), h));
        q.check(
            senda::pareto_front(as_pairs<int, 3>{&g}, any_of(q.starts), any_of(q.goals), h, {}));
    });
}

TEST_CASE("pareto_front of several costs with a weight keeps some of the front that cover all") {
    const auto check = [](const auto& g, const auto& q, split_mix64& random) {
        const double weight = 1 + random.below(4) * 0.25;
        const auto some = senda::pareto_front(g.stored().with_reverse(), any_of(q.starts),
                                              any_of(q.goals), {.weight = weight});
        CHECK(some.statistics.weight == weight);
        CHECK(some.status == (q.expected.empty() ? status::exhausted : status::complete));
        q.check_routes(some);
        for (const auto& r : some.routes)
            CHECK(std::find(q.expected.begin(), q.expected.end(), r.costs) != q.expected.end());
        for (const auto& costs : q.expected)
            CHECK(std::any_of(some.routes.begin(), some.routes.end(), [&](const auto& r) {
                for (std::size_t i = 0; i < costs.size(); ++i)
                    if (r.costs[i] > (i == 0 ? 1 : weight) * costs[i]) return false;
                return true;
            }));
        return q.expected.size() - some.routes.size();
    };
    std::size_t fewer = 0;
    for_each_question<2>(300, 12, [&](const auto& g, const auto& q, split_mix64& random) {
        fewer += check(g, q, random);
    });
    for_each_question<3>(300, 12, [&](const auto& g, const auto& q, split_mix64& random) {
        fewer += check(g, q, random);
    });
    CHECK(fewer != 0);
}

struct watcher {
    std::uint64_t expanded = 0;
    std::vector<std::array<int, 2>> seen = {};
    node closed = senda::infinite<node>;
    bool stops = false;

    senda::flow on_expand(node n, const std::array<int, 2>& costs) {
        ++expanded;
        seen.push_back(costs);
        return stops ? senda::flow::stop : n == closed ? senda::flow::prune : senda::flow::proceed;
    }
    senda::flow on_generate(node, node to) const {
        return to == closed ? senda::flow::prune : senda::flow::proceed;
    }
};

TEST_CASE("an observer of pareto_front of several costs looks on, prunes and stops") {
    for_each_question<2>(150, 10, [&](const auto& g, const auto& q, split_mix64& random) {
        const auto both = g.stored().with_reverse();
        watcher looks;
        q.check(senda::pareto_front(both, any_of(q.starts), any_of(q.goals), {}, looks));
        watcher prunes;
        prunes.closed = static_cast<node>(random.below(static_cast<int>(g.nodes)));
        plain_graph<int, 2> rest{g.nodes};
        for (const auto& e : g.edges)
            if (e.from != prunes.closed && e.to != prunes.closed) rest.edges.push_back(e);
        question(rest, q.starts, q.goals)
            .check(senda::pareto_front(both, any_of(q.starts), any_of(q.goals), {}, prunes));
        watcher stops;
        stops.stops = true;
        const auto a = senda::pareto_front(both, any_of(q.starts), any_of(q.goals), {}, stops);
        CHECK(a.status == (stops.expanded == 0
                               ? q.expected.empty() ? status::exhausted : status::complete
                               : status::cancelled));
    });
}

TEST_CASE("pareto_front of rounded costs finds what whole ones are, but for the rounding") {
    for_each_question<2>(150, 10, [&](const auto& g, const auto& q, split_mix64&) {
        plain_graph<double, 2> tenths{g.nodes};
        for (const auto& e : g.edges)
            tenths.edges.push_back({e.from, e.to, {e.cost[0] * 0.1, e.cost[1] * 0.1}});
        const auto answer =
            senda::pareto_front(tenths.stored().with_reverse(), any_of(q.starts), any_of(q.goals));
        CHECK(answer.status == (q.expected.empty() ? status::exhausted : status::complete));
        // Of those that differ by rounding any may be there.
        std::set<std::array<int, 2>> whole;
        for (const auto& r : answer.routes) {
            CHECK(can_be_walked(tenths, r));
            whole.insert(
                {static_cast<int>(r.costs[0] * 10 + 0.5), static_cast<int>(r.costs[1] * 10 + 0.5)});
        }
        std::set<std::array<int, 2>> front;
        for (const auto& costs : whole) add_to_front(front, costs);
        CHECK((std::vector(front.begin(), front.end()) == q.expected));
        CHECK(std::is_sorted(answer.routes.begin(), answer.routes.end(),
                             [](const auto& a, const auto& b) { return a.costs < b.costs; }));
    });
}

TEST_CASE("with_costs adds costs to a graph, and keeps what its edges cost and are called") {
    const auto roads =
        *senda::csr<int>::from_edges(4, {{0, 1, 5}, {1, 3, 5}, {0, 2, 3}, {2, 3, 9}});
    const auto climb = [](node from, const auto& e) { return from == 1 || e.to == 1 ? 10 : 1; };
    const auto length = [](node, const auto& e) { return e.cost; };
    const std::vector<std::array<int, 2>> trades{{10, 20}, {12, 2}};
    CHECK((costs_of(senda::pareto_front(senda::with_costs(roads, length, climb), 0, 3)) == trades));
    const auto both = roads.with_reverse();
    const senda::with_costs view(both, length, climb);
    const auto answer = senda::pareto_front(view, 0, 3);
    CHECK((costs_of(answer) == trades));
    CHECK((answer.routes[1].path == std::vector<node>{0, 2, 3}));
    CHECK(answer.engine == "general: numbered nodes, arrays");
    CHECK(senda::dijkstra(view, 0, 3).cost == 10);

    // Names, in a map from cities.
    const std::map<std::string, std::vector<senda::edge<std::string, int, std::string>>> rides{
        {"Lisbon", {{"Madrid", 1, "plane"}, {"Madrid", 9, "bus"}}},
        {"Madrid", {{"Paris", 2, "plane"}, {"Paris", 18, "bus"}}}};
    const auto price = [](const std::string&, const auto& r) {
        return r.action == "bus" ? 15 : 120;
    };
    const auto hours = [](const std::string&, const auto& r) { return r.cost; };
    const auto trips =
        senda::pareto_front(senda::with_costs(rides, hours, price), "Lisbon", "Paris");
    CHECK((costs_of(trips) == std::vector<std::array<int, 2>>{{3, 240}, {11, 135}, {27, 30}}));
    CHECK((trips.routes[1].actions == std::vector<std::string>{"bus", "plane"}));

    // Cells, at coordinates in braces.
    const auto map = senda::grid::parse("...\n.#.\n...");
    REQUIRE(map);
    const auto one = [](senda::cell, const auto&) { return 1; };
    const auto danger = [](senda::cell, const auto& e) { return e.to.y == 0 ? 3 : 1; };
    const auto walks = senda::pareto_front(senda::with_costs(*map, one, danger), {0, 0}, {2, 0});
    CHECK((costs_of(walks) == std::vector<std::array<int, 2>>{{2, 6}}));
}

TEST_CASE("a stored graph with several costs is a graph for the other searches, too") {
    using costs = std::array<std::uint32_t, 2>;
    const auto made = senda::csr<costs>::from_undirected_edges(
        3, {{0, 1, {5, 7}}, {1, 2, {1, 1}}, {0, 2, {9, 3}}});
    REQUIRE(made);
    CHECK(senda::bfs(*made, 0, 2).cost == 1);
    CHECK((senda::bfs(*made, 0, 2).actions == std::vector<costs>{{9, 3}}));
    CHECK(senda::dijkstra(*made, 0, 2).cost == 1);
    auto checked = *made;
    CHECK(checked.check_undirected());
    const auto answer = senda::pareto_front(*made, 2, 0);
    CHECK((costs_of(answer) == std::vector<costs>{{6, 8}, {9, 3}}));
    CHECK(senda::csr<costs>::from_edges(1, {{0, 1, {5, 7}}}).error().code == "bad_node");
}

}  // namespace pareto_costs
