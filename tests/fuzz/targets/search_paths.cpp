// SPDX-License-Identifier: MIT
// Every search for one path, on tiny graphs, against all pairs by Floyd and Warshall: with dense
// and hashed storage, several starts and goals, estimates that are not consistent, and limits.
#include "../tiny_graph.hpp"

#include <senda/graph/adaptors.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>

#include <algorithm>
#include <type_traits>

namespace fuzz {

namespace search_paths_target {

enum class promise { optimal, any_path };

/// What an answer must keep; `best` is the least cost in what the search counts.
template <class Answer>
void check_path(const tiny_question& q, const support::test_graph& graph, const Answer& answer,
                wide best, promise what, double weight = 1) {
    using senda::status;
    using total = std::decay_t<decltype(answer.cost)>;
    const senda::limits& limits = q.asked.limits;
    MUST(answer.statistics.expanded <= limits.expansions);
    MUST(answer.statistics.bytes <= limits.bytes);
    MUST(best == unreachable || static_cast<wide>(answer.lower_bound) <= best);
    if (!answer) {
        MUST(answer.path.empty() && answer.actions.empty());
        MUST(answer.cost == support::infinite<total>);
        if (was_limited(q, answer.status)) return;
        if (answer.status == status::exhausted) {
            MUST(best == unreachable && answer.lower_bound == support::infinite<total>);
            return;
        }
        MUST(answer.status == status::cost_limit);
        const bool beyond = !support::fits<total>(best) || static_cast<double>(best) > limits.cost;
        MUST(beyond || what == promise::any_path);
        return;
    }
    MUST(answer.status == status::found && best != unreachable);
    MUST(static_cast<wide>(answer.cost) >= best && static_cast<double>(answer.cost) <= limits.cost);
    MUST(support::replay_fault(graph, answer).empty());
    MUST(q.starts.count(answer.path.front()) == 1 && q.goals.count(answer.path.back()) == 1);
    if (what == promise::any_path) return;
    MUST(static_cast<double>(answer.cost) <= weight * static_cast<double>(best));
    if (weight == 1) MUST(answer.lower_bound == answer.cost);
}

template <class A, class B>
void check_same(const A& a, const B& b) {
    MUST(a.status == b.status && a.cost == b.cost && a.lower_bound == b.lower_bound);
    MUST(a.path == b.path && a.actions == b.actions);
    // A call also counts what an engine did that handed on to another.
    MUST(a.statistics.expanded <= b.statistics.expanded);
}

template <class View>
void check_searches(const tiny_question& q, const View& g) {
    const auto starts = senda::any_of(q.starts);
    const auto goals = senda::any_of(q.goals);
    const estimates h{q.admissible()};
    const support::test_graph unit = support::with_unit_costs(q.graph);
    const wide fewest = q.least_cost(support::floyd_warshall(unit));
    senda::options o = q.asked;
    check_path(q, q.graph, senda::astar(g, starts, goals, h, o), q.best, promise::optimal,
               o.weight);
    o.weight = 1;
    check_path(q, unit, senda::bfs(g, starts, goals, o), fewest, promise::optimal);
    check_path(q, q.graph, senda::dfs(g, starts, goals, o), q.best, promise::any_path);
    check_path(q, q.graph, senda::dijkstra(g, starts, goals, o), q.best, promise::optimal);
    check_path(q, q.graph, senda::greedy(g, starts, goals, h, o), q.best, promise::any_path);
    check_path(q, q.graph, senda::ida_star(g, starts, goals, h, o), q.best, promise::optimal);
}

/// A search that is stepped says what it says in one go, if memory and expansions are no matter: a
/// call that tries two engines may need more of them.
template <class View>
void check_steps(const tiny_question& q, const View& g) {
    const auto starts = senda::any_of(q.starts);
    const auto goals = senda::any_of(q.goals);
    senda::options asked = q.asked;
    asked.limits.bytes = senda::limits{}.bytes;
    asked.limits.expansions = senda::limits{}.expansions;
    senda::dijkstra_search search{g, starts, goals, asked};
    while (search.step(1 + q.luck[0] % 4) == senda::status::running) {
    }
    check_same(search.result(), senda::dijkstra(g, starts, goals, asked));
}

}  // namespace search_paths_target

inline void search_paths(std::string_view input) {
    using namespace search_paths_target;
    const tiny_question q{input};
    const support::dense_view dense{q.graph};
    check_searches(q, dense);
    check_searches(q, support::as_edges(q.graph));
    check_steps(q, dense);
    const auto both =
        senda::bidirectional(dense, senda::any_of(q.starts), senda::any_of(q.goals), q.asked);
    check_path(q, q.graph, both, q.best, promise::optimal);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(search_paths)
