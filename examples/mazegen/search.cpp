// SPDX-License-Identifier: MIT
// The searches from the entrance to the exit, on steps with or without costs.
#include "made.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mazegen = senda::mazegen;
using senda::cell;
using senda::diagnostic;
using senda::parsed;

namespace {

/// Passes on to a trace, if there is one.
struct tracer {
    mazegen::search_trace* into;

    void on_expand(cell room) {
        if (into != nullptr) into->on_expand(room);
    }
    template <class Cost>
    void on_improve(cell from, cell to, Cost cost) {
        if (into != nullptr) into->on_improve(from, to, cost);
    }
};

template <class Result>
parsed<solution> to_solution(Result found, solver method) {
    using senda::status;
    switch (found.status) {
        case status::found:
            return solution{method, std::move(found.path), found.statistics.expanded, {}, {}};
        case status::exhausted: return diagnostic{"no_route", "no path leads to the exit"};
        case status::cancelled:
            return diagnostic{"cancelled", "interrupted before the path was found"};
        default: break;
    }
    return diagnostic{std::string{to_string(found.status)},
                      "stopped by a limit before the path was found (" +
                          std::string{to_string(found.status)} + ')'};
}

template <class Graph, class Estimate, class Observer>
parsed<solution> search(solver method, const Graph& g, const mazegen::entrances& at,
                        const Estimate& estimate, const senda::options& o, Observer&& observer) {
    switch (method) {
        case solver::dfs:
            return to_solution(senda::dfs(g, at.entrance, at.exit, o, observer), method);
        case solver::dijkstra:
            return to_solution(senda::dijkstra(g, at.entrance, at.exit, o, observer), method);
        case solver::astar:
            return to_solution(senda::astar(g, at.entrance, at.exit, estimate, o, observer),
                               method);
        default: return to_solution(senda::bfs(g, at.entrance, at.exit, o, observer), method);
    }
}

}  // namespace

std::string name_of(solver s) {
    switch (s) {
        case solver::dfs: return "dfs";
        case solver::bfs: return "bfs";
        case solver::dijkstra: return "dijkstra";
        case solver::astar: return "astar";
        case solver::all: return "all";
        case solver::none: break;
    }
    return "none";
}

std::vector<solver> searches_of(const arguments& args) {
    if (args.solve == solver::none) return {};
    if (args.solve == solver::all)
        return {solver::dfs, solver::bfs, solver::dijkstra, solver::astar};
    return {args.solve};
}

mazegen::priced_maze costs_of(const arguments& args, const made_maze& made) {
    if (args.diagonal) return mazegen::priced_maze::with_diagonals(made.rooms);
    if (args.weights == 0) return mazegen::priced_maze(made.rooms);
    return mazegen::priced_maze::with_weights(made.rooms, args.weights,
                                              seed_of(args, chance::weights));
}

void solve(const arguments& args, made_maze& made, const deadline& until) {
    const mazegen::priced_maze priced = costs_of(args, made);
    const bool has_costs = args.diagonal || args.weights > 0;
    const std::vector<solver> methods = searches_of(args);
    const bool is_shown =
        args.show_costs ||
        (made.animation && made.rooms.rooms() * methods.size() <= mazegen::animation::most_colored);
    for (const solver method : methods) {
        const program::progress shown("solving");
        senda::options o;
        o.limits = until.rest_of(args.limits);
        o.stop = program::interruption::flag();
        o.threads = args.threads;
        std::optional<mazegen::search_trace> trace;
        if (is_shown) trace.emplace(made.rooms, made.at.entrance);
        const cell goal = made.at.exit;
        parsed<solution> found =
            has_costs || is_shown
                ? search(
                      method, priced, made.at, [&](cell c) { return priced.estimate(c, goal); }, o,
                      tracer{trace ? &*trace : nullptr})
                : search(method, made.rooms, made.at, senda::manhattan{goal}, o,
                         senda::no_observer{});
        if (!found) {
            made.missing.push_back(found.error());
            return;
        }
        if (has_costs) found->cost = priced.cost(found->route);
        found->trace = std::move(trace);
        made.solutions.push_back(*std::move(found));
    }
}
