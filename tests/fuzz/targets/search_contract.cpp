// SPDX-License-Identifier: MIT
// Every engine of the library on the same question, with and without limits: what it answers, as
// the contract of all engines says, against trying all.
#define DOCTEST_CONFIG_DISABLE  // of what the tests share, only what needs no test runner

#include "../target.hpp"

#include "../../search/contract/engines.hpp"
#include "../../search/contract/judge.hpp"

#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fuzz {

namespace search_contract_target {

using contract::answer;
using contract::engine;
using contract::kind;
using contract::question;
using contract::unreachable;
using contract::world;
using senda::status;

inline const std::vector<engine>& all_engines() {
    static const std::vector<engine> all = contract::list_engines();
    return all;
}

inline std::vector<int> some_nodes(unsigned bits, int count) {
    std::vector<int> nodes;
    for (int node = 0; node < count; ++node)
        if ((bits >> node & 1U) != 0) nodes.push_back(node);
    if (nodes.empty()) nodes.push_back(static_cast<int>(bits >> 7U) * (count - 1));
    return nodes;
}

/// Mostly small and often 0, some closed, some more than fits into a byte.
inline int cost_of(unsigned byte, unsigned costs) {
    if (byte >= 250) return senda::infinite<int>;
    if (costs == 7) return static_cast<int>(byte % 8) * 31;
    return static_cast<int>(byte % (costs == 0 ? 2 : costs < 5 ? 6 : 40));
}

inline void decode_graph(world& w, decoder& in, unsigned costs) {
    w.graph = support::test_graph{1 + in.below(7)};
    const auto count = static_cast<unsigned>(w.graph.node_count());
    for (int edges = in.below(24); edges > 0; --edges) {
        const int from = in.below(count);
        const int to = in.below(count);
        w.graph.add(from, to, cost_of(in.byte(), costs));
    }
    contract::list_edges(w);
}

inline void decode_actions(world& w, decoder& in) {
    const int count = 1 + in.below(7);
    w.out.resize(static_cast<std::size_t>(count));
    for (int actions = 1 + in.below(3); actions > 0; --actions) {
        std::vector<int> to;
        for (int node = 0; node < count; ++node)
            to.insert(to.begin() + in.below(static_cast<unsigned>(node) + 1), node);
        const unsigned allowed = in.byte();
        for (int node = 0; node < count; ++node)
            if ((allowed >> node & 1U) != 0) to[static_cast<std::size_t>(node)] = -1;
        w.turns.push_back(std::move(to));
    }
    contract::list_turns(w);
}

inline void decode_grid(world& w, decoder& in) {
    w.width = 1 + in.below(20);
    w.height = 1 + in.below(9);
    const unsigned walls = in.byte() % 128;
    const unsigned heaviest = 1 + in.byte() % 10 * (in.byte() % 8 == 0 ? 30 : 1);
    std::vector<unsigned> drawn;
    for (int i = 0; i < w.width * w.height; ++i)
        drawn.push_back(in.at_end() ? drawn.size() * 97 % 256 : in.byte());
    const auto byte = [&](senda::cell c) {
        return drawn[static_cast<std::size_t>(w.number_of(c))];
    };
    const auto is_open = [&](senda::cell c) { return byte(c) >= walls; };
    if (w.of == kind::grid) {
        w.straight = senda::grid(w.width, w.height, is_open);
        contract::list_edges(w, w.straight);
    } else if (w.of == kind::weighted_grid) {
        w.weighted = senda::weighted_grid(w.width, w.height, [&](senda::cell c) {
            return is_open(c) ? static_cast<int>(byte(c) % heaviest) : senda::weighted_grid::closed;
        });
        contract::list_edges(w, w.weighted);
    } else if (w.of == kind::octile_grid) {
        w.octile = senda::octile_grid(w.width, w.height, is_open);
        contract::list_edges(w, w.octile);
    } else {
        w.cutting = senda::octile_grid_cutting(w.width, w.height, is_open);
        contract::list_edges(w, w.cutting);
    }
}

/// A cell, or sometimes one outside.
inline int some_cell(const world& w, decoder& in) {
    const unsigned far = in.byte();
    const unsigned near = in.byte();
    if (far >= 252) return -static_cast<int>(far - 251);
    return static_cast<int>((far * 256 + near) % static_cast<unsigned>(w.node_count()));
}

/// Parts of what is right, never more; `infinite` where actions lead to no goal, since a search
/// that remembers no nodes could not end.
inline void estimate(question& q, decoder& in) {
    const bool all = q.about->of == kind::actions;
    for (const double right : contract::costs_to_goal(q)) {
        const unsigned part = in.byte();
        q.estimates.push_back(right != unreachable ? static_cast<int>(right * part / 255)
                              : all || part > 200  ? senda::infinite<int>
                                                   : static_cast<int>(part));
    }
}

inline const std::atomic<bool> never{false};
inline const std::atomic<bool> at_once{true};

inline void choose_limits(question& q, unsigned which, unsigned how_much) {
    if ((which & 1U) != 0) q.asked.limits.expansions = how_much % 40;
    if ((which & 2U) != 0) q.asked.limits.cost = static_cast<double>(how_much) / 4;
    if ((which & 4U) != 0) q.asked.limits.bytes = 24 * std::uint64_t{how_much};
    if ((which & 8U) != 0) q.asked.limits.time = how_much % 16 == 0 ? 0.0 : 1000.0;
    if ((which & 16U) != 0) q.asked.stop = how_much % 16 == 1 ? at_once : never;
    if ((which & 32U) != 0) q.asked.threads = 1 + how_much % 3;
}

/// What is wrong with an answer under the limits of the question, if without them it is `full`.
inline std::string limited_fault(const engine& e, const question& q, const answer& a,
                                 const answer& full) {
    const senda::limits& l = q.asked.limits;
    const double best = e.best(q);
    LAW(a.statistics.expanded <= l.expansions && a.statistics.bytes <= l.bytes);
    if (e.is.counts_calls)
        LAW(contract::asked_graphs::calls <= a.statistics.expanded + a.path.size());
    if (e.is.bounds_costs) LAW(a.lower_bound <= best + 1e-9);
    switch (a.status) {
        case status::found:
        case status::complete:
            if (e.is.sees_all) return answer_fault(e, q, a);
            LAW(a.cost <= l.cost);
            LAW_OF(answer_fault(e, q, a));
            LAW(l.time.seconds() > 0 || a.statistics.expanded == 0);
            return {};
        case status::exhausted: return answer_fault(e, q, a);
        case status::cost_limit:
            LAW(l.cost < unreachable);
            if (e.is.optimal && !e.is.keeps_routes) LAW(best > l.cost);
            if (e.is.optimal && e.is.bounds_costs) LAW(a.lower_bound > l.cost);
            break;
        case status::expansion_limit:
            LAW(full.statistics.expanded > l.expansions || l.cost < unreachable ||
                l.bytes < full.statistics.bytes);
            break;
        case status::memory_limit: LAW(l.bytes != senda::limits{}.bytes); break;
        case status::time_limit: LAW(l.time.seconds() == 0 && a.statistics.expanded == 0); break;
        case status::cancelled:
            LAW(q.asked.stop.stop_requested() && a.statistics.expanded == 0);
            break;
        default: return "a status that nobody asked for";
    }
    return stopped_fault(e, q, a, a.status);
}

inline std::string fault_of(const engine& e, const question& q) {
    question free = q;
    free.asked = {};
    free.asked.threads = q.asked.threads;
    contract::asked_graphs::reset();
    const answer full = e.call(free);
    if (e.is.counts_calls && !e.is.looks_actions_up)
        LAW(full.statistics.expanded == contract::asked_graphs::calls);
    LAW_OF(answer_fault(e, free, full));
    contract::asked_graphs::reset();
    LAW_OF(limited_fault(e, q, e.call(q), full));
    return {};
}

}  // namespace search_contract_target

inline void search_contract(std::string_view input) {
    using namespace search_contract_target;
    decoder in{input};
    const unsigned first = in.byte();
    // Half of all questions are about graphs, which most engines are for.
    constexpr kind kinds[] = {
        kind::graph, kind::graph,         kind::graph,       kind::actions,
        kind::grid,  kind::weighted_grid, kind::octile_grid, kind::octile_grid_cutting};
    world w;
    w.of = kinds[first % 8];
    question q{.about = &w};
    const unsigned which = in.byte();
    const unsigned how_much = in.byte();
    choose_limits(q, first >= 128 ? which : 0, how_much);
    if (w.of == kind::graph || w.of == kind::actions) {
        const unsigned starts = in.byte();
        const unsigned goals = in.byte();
        const unsigned costs = in.byte() % 8;
        if (w.of == kind::graph) decode_graph(w, in, costs);
        if (w.of == kind::actions) decode_actions(w, in);
        q.starts = some_nodes(starts, w.node_count());
        q.goals = some_nodes(goals, w.node_count());
        estimate(q, in);
    } else {
        decode_grid(w, in);
        q.starts = {some_cell(w, in)};
        q.goals = {some_cell(w, in)};
    }
    for (const engine& e : all_engines()) {
        if (e.on != w.of) continue;
        const std::string wrong = fault_of(e, q);
        if (wrong.empty()) continue;
        std::fprintf(stderr, "%s: %s\n%s\n", e.name.c_str(), wrong.c_str(), q.words().c_str());
        MUST(wrong.empty());
    }
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(search_contract)
