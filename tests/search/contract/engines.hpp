// SPDX-License-Identifier: MIT
// The list of all engines: a new one joins by a line in `engines()`, and a test fails until it has.
#pragma once

#include "judge.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <senda/detail/grid/tiles/two_ended_bfs.hpp>
#include <senda/detail/grid/tiles/two_stack_astar.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/graph/csr.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/resources/collect.hpp>
#include <senda/resources/constrained.hpp>
#include <senda/resources/pareto_costs.hpp>
#include <senda/resources/pareto_front.hpp>
#include <senda/roads/contraction_hierarchy.hpp>
#include <senda/roads/customizable_graph.hpp>
#include <senda/search/all_shortest.hpp>
#include <senda/search/anytime_astar.hpp>
#include <senda/search/beam.hpp>
#include <senda/search/bellman_ford.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/frontier_bfs.hpp>
#include <senda/search/incremental.hpp>
#include <senda/search/iterative_deepening.hpp>
#include <senda/search/k_shortest.hpp>
#include <senda/search/range.hpp>
#include <senda/search/reachable.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "search/engines/parallel/shared_bfs_searches.hpp"
#include "support/algorithms.hpp"
#include "support/resource_models.hpp"
#include "support/throwing.hpp"
#include "support/views.hpp"

namespace contract {

using senda::any_of;
using senda::options;

/// A graph in arrays that counts how often it is asked, and throws when the fuse says so.
class probe_graph {
public:
    using node_type = int;
    using cost_type = int;
    using action_type = int;

    explicit probe_graph(const support::test_graph& graph) : graph_(graph), view_(graph) {}

    template <class Emit>
    void successors(int node, Emit&& emit) const {
        ask();
        view_.successors(node, [&](int to, int cost, int action) { give(emit, to, cost, action); });
    }
    template <class Emit>
    void predecessors(int node, Emit&& emit) const {
        ask();
        view_.predecessors(node,
                           [&](int from, int cost, int action) { give(emit, from, cost, action); });
    }
    [[nodiscard]] std::size_t index(int node) const { return view_.index(node); }
    [[nodiscard]] std::size_t index_bound() const { return view_.index_bound(); }

private:
    static void ask() {
        ++asked_graphs::calls;
        support::fuse::tick();
    }
    template <class Emit>
    static void give(Emit& emit, int node, int cost, int action) {
        if (cost != senda::infinite<int>) ++asked_graphs::edges;
        emit(node, cost, action);
        support::fuse::tick();
    }

    const support::test_graph& graph_;
    support::dense_view<int> view_;
};

/// The same without numbers for its nodes.
class hashed_probe : probe_graph {
public:
    using probe_graph::action_type;
    using probe_graph::cost_type;
    using probe_graph::node_type;
    using probe_graph::predecessors;
    using probe_graph::probe_graph;
    using probe_graph::successors;
};

/// The same as a stored graph, which has no actions and cannot count.
class stored_probe : public senda::csr<int> {
public:
    explicit stored_probe(const support::test_graph& graph) : csr<int>(stored(graph)) {}

private:
    static csr<int> stored(const support::test_graph& graph) {
        const support::dense_view<int> view(graph);
        std::vector<edge_type> edges;
        for (std::size_t n = 0; n < view.index_bound(); ++n) {
            view.successors(static_cast<int>(n), [&](int to, int cost, int) {
                edges.push_back(
                    {static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(to), cost});
            });
        }
        return *from_edges(view.index_bound(), edges);
    }
};

/// Actions in place, each of which costs one.
struct turning_in_place {
    using node_type = int;
    using action_type = int;
    const world* about;

    [[nodiscard]] int action_count() const { return static_cast<int>(about->turns.size()); }
    [[nodiscard]] bool allows(int node, int a) const {
        support::fuse::tick();
        return where(node, a) >= 0;
    }
    void apply(int& node, int a) const { node = where(node, a); }
    void undo(int& node, int a) const {
        const auto& turn = about->turns[static_cast<std::size_t>(a)];
        node = static_cast<int>(std::find(turn.begin(), turn.end(), node) - turn.begin());
    }

protected:
    [[nodiscard]] int where(int node, int a) const {
        return about->turns[static_cast<std::size_t>(a)][static_cast<std::size_t>(node)];
    }
};

struct probe_goal {
    const std::vector<int>* goals;
    bool operator()(std::uint32_t node) const { return (*this)(static_cast<int>(node)); }
    bool operator()(int node) const {
        support::fuse::tick();
        return std::find(goals->begin(), goals->end(), node) != goals->end();
    }
};

struct probe_estimate {
    const std::vector<int>* of;
    int operator()(int node) const {
        support::fuse::tick();
        return (*of)[static_cast<std::size_t>(node)];
    }
};

template <class Cost>
double as_number(Cost cost) {
    return cost == senda::infinite<Cost> ? unreachable : static_cast<double>(cost);
}

/// An answer of any type in numbers; `number(node)` is that of a node.
template <class Result, class Number>
answer as_answer(const Result& r, const Number& number) {
    answer a{.status = r.status, .holds = static_cast<bool>(r), .statistics = r.statistics};
    if constexpr (requires { r.engine; }) {
        a.has_engine = true;
        a.engine = r.engine;
    }
    const auto take = [&](const auto& route) {
        for (const auto& node : route.path) a.path.push_back(number(node));
        if constexpr (requires { route.actions; }) {
            using action = typename std::decay_t<decltype(route.actions)>::value_type;
            if constexpr (!std::is_same_v<action, senda::no_action>) {
                a.has_actions = true;
                a.actions.assign(route.actions.begin(), route.actions.end());
            }
        }
    };
    if constexpr (requires { r.lower_bound; }) a.lower_bound = as_number(r.lower_bound);
    if constexpr (requires { r.cycle; }) a.lower_bound = unreachable;  // no goal, no path
    if constexpr (requires { r.cost; }) a.cost = as_number(r.cost);
    if constexpr (requires { r.path; }) {
        take(r);
        a.routes = r.path.empty() ? 0 : 1;
    } else if constexpr (requires { r.routes.size(); }) {
        a.routes = r.routes.size();
        if (!r.routes.empty()) {
            if constexpr (requires { r.routes.front().costs; }) {
                a.cost = as_number(r.routes.front().costs[0]);
            } else {
                a.cost = as_number(r.routes.front().cost);
            }
            take(r.routes.front());
        }
    } else if constexpr (requires { r.routes(); }) {
        for (const auto& path : r.routes()) {  // the first: there may be more than can be counted
            for (const auto& node : path) a.path.push_back(number(node));
            a.routes = 1;
            break;
        }
    }
    return a;
}

/// Nothing to run out of, whatever the nodes are.
struct no_rules {
    template <class Node, class Edge>
    std::optional<support::no_resource> extend(support::no_resource left, const Node&,
                                               const Edge&) const {
        return left;
    }
};

struct all_shortest_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::all_shortest(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::all_shortest_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct constrained_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::constrained(g, start, goal, no_rules{}, support::no_resource{}, h,
                                  std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            Rest&&... rest) {
        return senda::constrained_search{
            g, start, goal, no_rules{}, support::no_resource{}, h, std::forward<Rest>(rest)...};
    }
};

/// Without prizes and losses; it has options of its own.
struct collect_algorithm {
    template <class H, class G, class Start, class Goal>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, const options& o) {
        return senda::collect(g, start, goal, no_prizes{}, 0, {.limits = o.limits, .stop = o.stop});
    }

private:
    struct no_prizes {
        int prize(int) const { return 0; }
    };
};

struct pareto_front_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::pareto_front(g, start, goal, no_rules{}, support::no_resource{},
                                   std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::pareto_front_search{
            g, start, goal, no_rules{}, support::no_resource{}, std::forward<Rest>(rest)...};
    }
};

/// A second cost of 0, so that one route dominates all others.
struct pareto_costs_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::pareto_front(senda::with_costs(g, own_cost{}, no_cost{}), start, goal,
                                   std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::pareto_costs_search{senda::with_costs(g, own_cost{}, no_cost{}), start, goal,
                                          std::forward<Rest>(rest)...};
    }

private:
    struct own_cost {
        int operator()(int, const auto& e) const { return e.cost; }
    };
    struct no_cost {
        int operator()(int, const auto&) const { return 0; }
    };
};

/// It has options of its own.
struct anytime_astar_algorithm {
    static senda::anytime_options with(const options& o) {
        return {.limits = o.limits, .stop = o.stop};
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, const options& o,
                          Rest&&... rest) {
        return senda::anytime_astar(g, start, goal, h, with(o), std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            const options& o, Rest&&... rest) {
        return senda::anytime_astar_search{
            g, start, goal, std::forward<H>(h), with(o), std::forward<Rest>(rest)...};
    }
};

/// The cheapest route alone, so that its answer is that of any search.
struct k_shortest_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::k_shortest(g, start, goal, 1, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::k_shortest_search{g, start, goal, 1, std::forward<Rest>(rest)...};
    }
};

/// All cheapest paths: it has no goal.
struct bellman_ford_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal&, Rest&&... rest) {
        return senda::bellman_ford(g, start, std::forward<Rest>(rest)...).result();
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal&, Rest&&... rest) {
        return senda::bellman_ford_search{g, start, std::forward<Rest>(rest)...};
    }
};

/// Led from the start only: `tests/search/heuristic` leads it from both ends.
struct bidirectional_astar_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::bidirectional_astar(g, start, goal, h, senda::zero_heuristic{},
                                          std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            Rest&&... rest) {
        return senda::bidirectional_astar_search{
            g, start, goal, h, senda::zero_heuristic{}, std::forward<Rest>(rest)...};
    }
};

/// The beam that finds a path if there is one.
struct beam_algorithm {
    static constexpr senda::beam_width width{2, senda::beam_growth::doubling};

    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&& h, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::beam(g, start, goal, h, width, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            Rest&&... rest) {
        return senda::beam_search{g, start, goal, h, width, std::forward<Rest>(rest)...};
    }
};

/// As deep as any path.
struct depth_limited_dfs_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::depth_limited_dfs(g, start, goal, 1000, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::depth_limited_dfs_search{g, start, goal, 1000, std::forward<Rest>(rest)...};
    }
};

struct iterative_deepening_dfs_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::iterative_deepening_dfs(g, start, goal, std::forward<Rest>(rest)...);
    }
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto engine_with(H&&, const G& g, const Start& start, const Goal& goal, Rest&&... rest) {
        return senda::iterative_deepening_dfs_search{g, start, goal, std::forward<Rest>(rest)...};
    }
};

struct reachable_algorithm {
    template <class H, class G, class Start, class Goal, class... Rest>
    static auto call_with(H&&, const G& g, const Start& start, const Goal&, Rest&&... rest) {
        return senda::reachable(g, start, std::forward<Rest>(rest)...);
    }
};

/// A walk to its end.
template <class Make>
struct range_algorithm {
    template <class H, class G, class Start, class Goal>
    static answer call_with(H&&, const G& g, const Start& start, const Goal&, const options& o) {
        auto range = Make{}(g, start, o);
        for (auto&& node : range) (void)node;
        const senda::status ended = range.status();
        return {.status = ended,
                .holds = ended == senda::status::complete,
                .lower_bound = unreachable,
                .statistics = range.statistics()};
    }
};
struct make_bfs_range {
    auto operator()(const auto& g, const auto& s, const options& o) {
        return senda::bfs_range(g, s, o);
    }
};
struct make_dfs_range {
    auto operator()(const auto& g, const auto& s, const options& o) {
        return senda::dfs_range(g, s, o);
    }
};
struct make_dijkstra_range {
    auto operator()(const auto& g, const auto& s, const options& o) {
        return senda::dijkstra_range(g, s, o);
    }
};

/// The engines that calls choose by themselves, one by one.
struct batched_astar_engine {
    template <class H, class G, class Start, class Goal>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            const options& o) {
        return senda::detail::batched_astar<const G&, int, Goal, H&>(g, start, goal, h, o, true);
    }
};
struct in_place_engine {
    template <class H, class G, class Start, class Goal>
    static auto engine_with(H&& h, const G& g, const Start& start, const Goal& goal,
                            const options& o) {
        return senda::detail::make_unmake_ida_star<const G&, int, Goal, H&>(g, start, goal, h, o);
    }
};

/// By one thread, since these graphs count: what it does is the same with more.
struct shared_bfs_algorithm {
    template <class H, class G, class Start, class Goal>
    static auto call_with(H&&, const G& g, const Start& start, const Goal& goal, options o) {
        o.threads = 1;
        return support::bfs_shared(g, start, goal, o);
    }
};

struct same_number {
    int operator()(int node) const { return node; }
    int operator()(std::uint32_t node) const { return static_cast<int>(node); }
};

/// What a question is searched with: the graph, and what it refers to.
template <class G, bool KnownGoal>
struct set_up {
    std::vector<int> goals;
    std::vector<int> estimates;
    G graph;
    probe_estimate h{&estimates};

    explicit set_up(const question& q)
        : goals(q.goals), estimates(q.estimates), graph(make(*q.about)) {}
    set_up(const set_up&) = delete;
    set_up& operator=(const set_up&) = delete;

    [[nodiscard]] auto goal() const {
        if constexpr (KnownGoal) {
            return any_of<int>(goals);
        } else {
            return probe_goal{&goals};
        }
    }
    static G make(const world& w) {
        if constexpr (std::is_base_of_v<turning_in_place, G>) {
            G g;
            g.about = &w;
            return g;
        } else {
            return G(w.graph);
        }
    }
};

/// An engine and what it refers to.
template <class Algorithm, class G, bool KnownGoal, class... Observer>
class held : public search {
public:
    explicit held(const question& q, Observer&... observer)
        : with_(q),
          engine_(new engine_type(Algorithm::engine_with(
              with_.h, with_.graph, any_of<int>(q.starts), with_.goal(), q.asked, observer...))) {}

    senda::status step(std::uint64_t expansions) override { return engine_->step(expansions); }
    senda::status run() override { return engine_->run(); }
    [[nodiscard]] senda::status status() const override { return engine_->status(); }
    [[nodiscard]] senda::statistics statistics() const override { return engine_->statistics(); }
    [[nodiscard]] answer result() const override {
        return as_answer(engine_->result(), same_number{});
    }
    void set_limits(const senda::limits& l) override { engine_->set_limits(l); }
    void move() override { engine_.reset(new engine_type(std::move(*engine_))); }
    void restart([[maybe_unused]] const question& q) override {
        with_.goals = q.goals;
        with_.estimates = q.estimates;
        const any_of<int> starts(q.starts);
        const support::no_resource nothing{};
        if constexpr (requires { engine_->restart(starts, with_.goal()); }) {
            engine_->restart(starts, with_.goal());
        } else if constexpr (requires { engine_->restart(starts, with_.goal(), nothing); }) {
            engine_->restart(starts, with_.goal(), nothing);
        } else if constexpr (requires { engine_->restart(starts); }) {
            engine_->restart(starts);
        }
    }

private:
    using graph_set_up = set_up<G, KnownGoal>;
    using engine_type = decltype(Algorithm::engine_with(
        std::declval<graph_set_up&>().h, std::as_const(std::declval<graph_set_up&>().graph),
        std::declval<const any_of<int>&>(), std::declval<graph_set_up&>().goal(),
        std::declval<const options&>(), std::declval<Observer&>()...));

    static_assert(std::is_nothrow_move_constructible_v<engine_type>);
    static_assert(!std::is_copy_constructible_v<engine_type>);

    graph_set_up with_;
    std::unique_ptr<engine_type> engine_;  // so that moving it gives it another address
};

template <class Algorithm, class G, bool KnownGoal, class... Observer>
answer call_on(const question& q, Observer&... observer) {
    const set_up<G, KnownGoal> with(q);
    const auto r = Algorithm::call_with(with.h, with.graph, any_of<int>(q.starts), with.goal(),
                                        q.asked, observer...);
    if constexpr (std::is_same_v<decltype(r), const answer>) {
        return r;
    } else if constexpr (requires { r.nodes.size(); }) {
        answer a = as_answer(r, same_number{});
        a.lower_bound = unreachable;
        return a;
    } else {
        return as_answer(r, same_number{});
    }
}

/// What is known of an engine on numbered nodes before it is called.
template <class G>
engine named(std::string name, std::string class_name, promises is, senda::engine_kind reaches) {
    engine e{std::move(name), std::move(class_name), kind::graph, reaches, is};
    if (std::is_base_of_v<turning_in_place, G>) e.on = kind::actions;
    e.is.counts_calls = e.on == kind::graph && !std::is_same_v<G, stored_probe>;
    return e;
}

/// A call on numbered nodes.
template <class Algorithm, class G = probe_graph, bool KnownGoal = false>
engine call(std::string name, std::string class_name, promises is,
            senda::engine_kind reaches = senda::engine_kind::general) {
    engine e = named<G>(std::move(name), std::move(class_name), is, reaches);
    e.call = [](const question& q) { return call_on<Algorithm, G, KnownGoal>(q); };
    return e;
}

/// A call that can be looked at.
template <class Algorithm, class G = probe_graph, bool KnownGoal = false>
engine watched_call(std::string name, std::string class_name, promises is,
                    senda::engine_kind reaches = senda::engine_kind::general) {
    engine e = call<Algorithm, G, KnownGoal>(std::move(name), std::move(class_name), is, reaches);
    e.watched = [](const question& q, looker& looks) {
        return call_on<Algorithm, G, KnownGoal>(q, looks);
    };
    return e;
}

/// A call that can be looked at, and its steppable engine.
template <class Algorithm, class G = probe_graph, bool KnownGoal = false>
engine steppable(std::string name, std::string class_name, promises is,
                 senda::engine_kind reaches = senda::engine_kind::general) {
    engine e =
        watched_call<Algorithm, G, KnownGoal>(std::move(name), std::move(class_name), is, reaches);
    e.begin = [](const question& q) -> std::unique_ptr<search> {
        return std::make_unique<held<Algorithm, G, KnownGoal>>(q);
    };
    e.begin_watched = [](const question& q, looker& looks) -> std::unique_ptr<search> {
        return std::make_unique<held<Algorithm, G, KnownGoal, looker>>(q, looks);
    };
    return e;
}

/// An engine that calls choose by themselves.
template <class Algorithm, class G>
engine inner(std::string name, std::string class_name, promises is, senda::engine_kind reaches) {
    engine e = named<G>(std::move(name), std::move(class_name), is, reaches);
    e.is.is_public = false;
    e.begin = [](const question& q) -> std::unique_ptr<search> {
        return std::make_unique<held<Algorithm, G, false>>(q);
    };
    e.call = [begin = e.begin](const question& q) {
        const auto s = begin(q);
        s->run();
        return s->result();
    };
    return e;
}

/// An engine on the cells of a grid: `ask(world, start, goal, options)`.
template <class Ask>
engine on_cells(kind on, std::string name, std::string class_name, promises is,
                senda::engine_kind reaches, Ask ask) {
    engine e{std::move(name), std::move(class_name), on, reaches, is};
    e.call = [ask](const question& q) {
        const world& w = *q.about;
        return as_answer(ask(w, w.cell_of(q.starts[0]), w.cell_of(q.goals[0]), q.asked),
                         [&w](senda::cell c) { return w.number_of(c); });
    };
    return e;
}

/// The general searches on a grid, which take several cells: so they are no others.
template <class Algorithm>
engine general_on_grid(std::string name, std::string class_name, promises is) {
    return on_cells(kind::grid, std::move(name), std::move(class_name), is,
                    senda::engine_kind::general,
                    [](const world& w, senda::cell from, senda::cell to, const options& o) {
                        return Algorithm::call_with(senda::zero_heuristic{}, w.straight,
                                                    any_of{from}, any_of{to}, o);
                    });
}

/// The breadth-first search by tiles, tuned.
inline engine tuned_tiles(std::string name, senda::detail::tile_tuning tuning) {
    return on_cells(kind::grid, std::move(name), "tile_layers",
                    {.by_steps = true, .expands_ahead = true, .shares = true},
                    senda::engine_kind::tiles,
                    [=](const world& w, senda::cell from, senda::cell to, const options& o) {
                        senda::detail::tile_layers search(w.straight, from, to, o, tuning);
                        search.run();
                        if (search.applicable()) return search.result();
                        return senda::result<senda::cell, senda::steps>{
                            {.status = senda::status::memory_limit}};
                    });
}

/// The same from both ends, which begin at once.
inline engine tuned_two_ends(std::string name, senda::detail::tile_tuning tuning,
                             unsigned threads) {
    tuning.work_before_second_side = 1;
    tuning.min_layers_apart = 0;
    tuning.work_per_round = 20;
    return on_cells(kind::grid, std::move(name), "two_ended_bfs",
                    {.by_steps = true, .expands_ahead = true, .shares = true},
                    senda::engine_kind::tiles,
                    [=](const world& w, senda::cell from, senda::cell to, options o) {
                        o.threads = threads;
                        senda::detail::two_ended_bfs search(w.straight, from, to, o, tuning);
                        search.run();
                        if (search.applicable()) return search.result();
                        return senda::result<senda::cell, senda::steps>{
                            {.status = senda::status::memory_limit}};
                    });
}

/// A* by tiles, tuned to hand over to layers early.
inline engine tuned_astar(std::string name, senda::detail::tile_tuning tuning) {
    tuning.layer_cells_per_astar_cell = ~std::uint64_t{0};
    return on_cells(kind::grid, std::move(name), "two_stack_astar",
                    {.is_led = true, .expands_ahead = true}, senda::engine_kind::tiles,
                    [=](const world& w, senda::cell from, senda::cell to, options o) {
                        o.weight = 1;  // another one is left to the general engine
                        senda::detail::two_stack_astar search(w.straight, from, to,
                                                              senda::manhattan{to}, o, tuning);
                        search.run();
                        if (search.applicable()) return search.result();
                        return senda::result<senda::cell, senda::steps>{
                            {.status = senda::status::memory_limit}};
                    });
}

/// A prepared grid, which is kept for the next question about the same map.
template <class Grid>
const senda::prepared_grid<Grid>& prepared_once(const Grid& g) {
    static Grid map;
    static std::unique_ptr<senda::prepared_grid<Grid>> prepared;
    if (!prepared || !(map == g)) {
        prepared.reset();
        map = g;
        prepared = std::make_unique<senda::prepared_grid<Grid>>(map);
    }
    return *prepared;
}

/// The open cells of a weighted grid as a stored graph and what is made ready of it, which is kept
/// for the next question about the same map. `Make` makes it of a graph.
template <class Make>
class ready_cells {
public:
    static const ready_cells& of(const world& w) {
        static std::unique_ptr<ready_cells> kept;
        if (!kept || !(kept->map_ == w.weighted)) kept.reset(new ready_cells(w));
        return *kept;
    }

    [[nodiscard]] senda::result<senda::cell, senda::path_cost<int>> path(senda::cell from,
                                                                         senda::cell to,
                                                                         const options& o) const {
        const auto found = ready_->path(node_at(from), node_at(to), o);
        senda::result<senda::cell, senda::path_cost<int>> r{
            {.status = found.status, .statistics = found.statistics, .engine = found.engine},
            found.cost,
            found.lower_bound};
        for (const std::uint32_t n : found.path) r.path.push_back(cells_[n]);
        return r;
    }

private:
    explicit ready_cells(const world& w) : map_(w.weighted) {
        std::vector<std::uint32_t> numbers(w.out.size());
        for (int i = 0; i < w.node_count(); ++i) {
            if (!w.is_node(i)) continue;
            numbers[static_cast<std::size_t>(i)] = static_cast<std::uint32_t>(cells_.size());
            cells_.push_back(w.cell_of(i));
        }
        std::vector<senda::csr<int>::edge_type> edges;
        for (int i = 0; i < w.node_count(); ++i)
            for (const open_edge& e : w.from(i))
                edges.push_back({numbers[static_cast<std::size_t>(i)],
                                 numbers[static_cast<std::size_t>(e.to)],
                                 static_cast<int>(e.cost)});
        graph_ = *senda::csr<int>::from_edges(cells_.size(), edges);
        ready_ = Make::of(graph_);
    }

    /// A number beyond all nodes for what is closed or outside.
    [[nodiscard]] std::uint32_t node_at(senda::cell c) const {
        return static_cast<std::uint32_t>(std::find(cells_.begin(), cells_.end(), c) -
                                          cells_.begin());
    }

    senda::weighted_grid map_;
    std::vector<senda::cell> cells_;
    senda::csr<int> graph_;
    decltype(Make::of(graph_)) ready_;
};

struct contracted {
    static auto of(const senda::csr<int>& g) {
        return std::make_unique<senda::contraction_hierarchy<senda::csr<int>>>(g);
    }
};
struct customised {
    struct roads {
        explicit roads(const senda::csr<int>& g) : order(g), costs(order.customize()) {}
        [[nodiscard]] auto path(std::uint32_t from, std::uint32_t to, const options& o) const {
            return costs.path(from, to, o);
        }
        senda::customizable_graph<int> order;
        senda::customized_graph<senda::path_cost<int>> costs;
    };
    static auto of(const senda::csr<int>& g) { return std::make_unique<roads>(g); }
};

/// The front of several costs where the goals are known: what is found out about them first is no
/// matter for an observer.
inline engine led_by_distances(promises is) {
    is.is_led = is.both_ways = true;
    engine e = call<pareto_costs_algorithm, probe_graph, true>(
        "pareto_front of costs to known goals", "costs_search", is);
    e.begin = [](const question& q) -> std::unique_ptr<search> {
        return std::make_unique<held<pareto_costs_algorithm, probe_graph, true>>(q);
    };
    return e;
}

/// All engines. Each line: how it is called, the class that does the work, and its promises.
inline std::vector<engine> list_engines() {
    using senda::cell;
    using senda::engine_kind;
    using support::astar_algorithm, support::bfs_algorithm, support::bidirectional_algorithm;
    using support::dfs_algorithm, support::dijkstra_algorithm, support::greedy_algorithm;
    using support::ida_star_algorithm;
    std::vector<engine> all;
    const auto add = [&all](engine e) { all.push_back(std::move(e)); };
    const promises exact{.restarts = true};
    const promises by_steps{.by_steps = true, .restarts = true};
    const promises some_path{.optimal = false, .restarts = true};
    const promises walks{.by_steps = true, .sees_all = true};

    // Graphs in arrays.
    add(steppable<bfs_algorithm>("bfs", "bfs_search", by_steps));
    add(steppable<dfs_algorithm>("dfs", "dfs_search", some_path));
    add(steppable<dijkstra_algorithm>("dijkstra", "compact_dijkstra",
                                      {.restarts = true, .looks_actions_up = true},
                                      engine_kind::bytes));
    add(steppable<astar_algorithm>("astar", "best_first", {.restarts = true, .weighs = true}));
    add(steppable<greedy_algorithm>("greedy", "best_first", some_path));
    add(steppable<ida_star_algorithm>(
        "ida_star", "deepening_search",
        {.remembers_nodes = false, .restarts = true, .tells_gains = false, .shares = true}));
    add(steppable<bidirectional_algorithm, probe_graph, true>(
        "bidirectional", "two_ended_search", {.restarts = true, .both_ways = true}));
    add(steppable<bidirectional_astar_algorithm, probe_graph, true>(
        "bidirectional_astar", "two_ended_search", {.restarts = true, .both_ways = true}));
    add(steppable<beam_algorithm>("beam", "beam_search", some_path));
    add(steppable<depth_limited_dfs_algorithm>("depth_limited_dfs", "deepening_search",
                                               {.optimal = false,
                                                .by_steps = true,
                                                .remembers_nodes = false,
                                                .restarts = true,
                                                .tells_gains = false}));
    add(steppable<iterative_deepening_dfs_algorithm>(
        "iterative_deepening_dfs", "deepening_search",
        {.by_steps = true, .remembers_nodes = false, .restarts = true, .tells_gains = false}));
    add(steppable<all_shortest_algorithm>("all_shortest", "all_shortest_search",
                                          {.restarts = true, .tells_gains = false}));
    add(steppable<k_shortest_algorithm>("k_shortest", "k_shortest_search",
                                        {.restarts = true, .bounds_costs = false}));
    add(steppable<constrained_algorithm>("constrained", "label_search", exact));
    add(call<collect_algorithm>(
        "collect", "collector",
        {.looks_actions_up = true, .explores_first = true, .is_led = true}));
    add(steppable<pareto_front_algorithm>(
        "pareto_front", "label_search",
        {.restarts = true, .keeps_routes = true, .bounds_costs = false}));
    add(steppable<bellman_ford_algorithm>("bellman_ford", "bellman_ford_search",
                                          {.restarts = true, .sees_all = true}));
    const promises of_costs{.restarts = true,
                            .looks_actions_up = true,
                            .keeps_routes = true,
                            .bounds_costs = false,
                            .weighs = true};
    add(steppable<pareto_costs_algorithm>("pareto_front of costs", "costs_search", of_costs));
    add(led_by_distances(of_costs));
    add(steppable<anytime_astar_algorithm>("anytime_astar", "anytime_astar_search",
                                           {.restarts = true, .answers_early = true}));
    add(watched_call<reachable_algorithm>("reachable", "bfs_search", walks));
    add(call<range_algorithm<make_bfs_range>>("bfs_range", "bfs_search", walks));
    add(call<range_algorithm<make_dfs_range>>("dfs_range", "dfs_search",
                                              {.optimal = false, .sees_all = true}));
    add(call<range_algorithm<make_dijkstra_range>>("dijkstra_range", "best_first",
                                                   {.sees_all = true}));

    // Stored graphs.
    add(steppable<dijkstra_algorithm, stored_probe>(
        "dijkstra on csr", "csr_dijkstra",
        {.restarts = true, .expands_ahead = true, .shares = true}, engine_kind::rows));

    // Graphs with hashed nodes.
    add(steppable<bfs_algorithm, hashed_probe>(
        "bfs on hashed nodes", "bfs_search",
        {.by_steps = true, .restarts = true, .expands_ahead = true}));
    add(steppable<dijkstra_algorithm, hashed_probe>("dijkstra on hashed nodes", "best_first",
                                                    exact));
    add(steppable<astar_algorithm, hashed_probe>(
        "astar on hashed nodes", "batched_astar",
        {.restarts = true, .looks_actions_up = true, .weighs = true}, engine_kind::batched));
    add(inner<batched_astar_engine, hashed_probe>(
        "astar in batches", "batched_astar", {.looks_actions_up = true}, engine_kind::batched));
    add(call<shared_bfs_algorithm, hashed_probe>("bfs in parts", "shared_bfs",
                                                 {.by_steps = true, .expands_ahead = true},
                                                 engine_kind::shared));

    // Graphs whose actions can be undone.
    add(call<ida_star_algorithm, turning_in_place>("ida_star in place", "make_unmake_ida_star",
                                                   {.remembers_nodes = false, .shares = true},
                                                   engine_kind::in_place));
    add(inner<in_place_engine, turning_in_place>("ida_star in place, stepped",
                                                 "make_unmake_ida_star", {.remembers_nodes = false},
                                                 engine_kind::in_place));

    // Grids.
    const auto on_grid = [](const char* name, const char* class_name, promises is, engine_kind k,
                            auto ask) {
        return on_cells(kind::grid, name, class_name, is, k, ask);
    };
    add(on_grid("bfs on a grid", "tile_layers",
                {.by_steps = true, .expands_ahead = true, .shares = true}, engine_kind::tiles,
                [](const world& w, cell a, cell b, const options& o) {
                    return senda::bfs(w.straight, a, b, o);
                }));
    add(tuned_tiles("bfs cell by cell", {.max_cells_cellwise = 1U << 30U}));
    add(tuned_tiles("bfs tile by tile", {.max_cells_cellwise = 0, .min_cells_per_two_tiles = 0}));
    add(tuned_tiles(
        "bfs that changes often",
        {.max_cells_cellwise = 4, .min_cells_per_two_tiles = 5, .steps_between_checks = 2}));
    add(tuned_tiles("bfs in a small window",
                    {.max_cells_cellwise = 4, .steps_between_checks = 8, .initial_columns = 1}));
    add(tuned_two_ends("bfs from both ends",
                       {.max_cells_cellwise = 0, .min_cells_per_two_tiles = 0}, 2));
    add(on_grid("astar on a grid", "two_stack_astar",
                {.is_led = true, .expands_ahead = true, .weighs = true}, engine_kind::tiles,
                [](const world& w, cell a, cell b, const options& o) {
                    return senda::astar(w.straight, a, b, senda::manhattan{b}, o);
                }));
    add(tuned_astar("astar, then cell by cell",
                    {.max_cells_cellwise = 1U << 30U, .astar_cells_first = 7}));
    add(tuned_astar("astar, then tile by tile", {.max_cells_cellwise = 0,
                                                 .min_cells_per_two_tiles = 0,
                                                 .astar_cells_first = 3,
                                                 .longer_first = 0}));
    add(general_on_grid<bfs_algorithm>("bfs of cells", "bfs_search", {.by_steps = true}));
    add(on_grid("frontier_bfs of cells", "frontier_bfs_search", {.by_steps = true},
                engine_kind::general, [](const world& w, cell a, cell b, const options& o) {
                    return senda::frontier_bfs(senda::symmetric(w.straight), a, b, o);
                }));
    add(general_on_grid<dfs_algorithm>("dfs of cells", "dfs_search", {.optimal = false}));
    add(general_on_grid<dijkstra_algorithm>("dijkstra of cells", "best_first", {}));
    add(general_on_grid<greedy_algorithm>("greedy of cells", "best_first", {.optimal = false}));
    add(general_on_grid<bidirectional_algorithm>("bidirectional of cells", "two_ended_search",
                                                 {.both_ways = true}));
    add(general_on_grid<all_shortest_algorithm>("all_shortest of cells", "all_shortest_search",
                                                {}));
    add(general_on_grid<constrained_algorithm>("constrained of cells", "label_search", {}));
    add(general_on_grid<k_shortest_algorithm>("k_shortest of cells", "k_shortest_search",
                                              {.bounds_costs = false}));
    add(on_cells(kind::weighted_grid, "dijkstra on a weighted grid", "dial_search",
                 {.expands_ahead = true}, engine_kind::dial,
                 [](const world& w, cell a, cell b, const options& o) {
                     return senda::dijkstra(w.weighted, a, b, o);
                 }));
    add(on_cells(kind::weighted_grid, "contraction_hierarchy", "hierarchy_search",
                 {.both_ways = true}, engine_kind::contraction,
                 [](const world& w, cell a, cell b, const options& o) {
                     return ready_cells<contracted>::of(w).path(a, b, o);
                 }));
    add(on_cells(kind::weighted_grid, "customizable_graph", "elimination_search",
                 {.both_ways = true}, engine_kind::elimination,
                 [](const world& w, cell a, cell b, const options& o) {
                     return ready_cells<customised>::of(w).path(a, b, o);
                 }));
    add(on_cells(kind::octile_grid, "jump_point", "jump_point_engine", {.is_led = true},
                 engine_kind::jump_points, [](const world& w, cell a, cell b, const options& o) {
                     return senda::jump_point(w.octile, a, b, o);
                 }));
    add(on_cells(kind::octile_grid_cutting, "jump_point that cuts corners", "jump_point_engine",
                 {.is_led = true}, engine_kind::jump_points,
                 [](const world& w, cell a, cell b, const options& o) {
                     return senda::jump_point(w.cutting, a, b, o);
                 }));
    add(on_cells(kind::weighted_grid, "d_star_lite on a weighted grid", "lifelong_search",
                 {.is_led = true}, engine_kind::general,
                 [](const world& w, cell a, cell b, const options& o) {
                     senda::d_star_lite plan{w.weighted, a, b, senda::zero_heuristic{}, o};
                     plan.run();
                     return plan.result();
                 }));
    add(on_cells(kind::octile_grid, "d_star_lite", "jump_point_engine", {.is_led = true},
                 engine_kind::jump_points, [](const world& w, cell a, cell b, const options& o) {
                     senda::d_star_lite plan{w.octile, a, b, senda::octile{b}, o};
                     plan.run();
                     return plan.result();
                 }));
    add(on_cells(kind::octile_grid_cutting, "d_star_lite that cuts corners", "jump_point_engine",
                 {.is_led = true}, engine_kind::jump_points,
                 [](const world& w, cell a, cell b, const options& o) {
                     senda::d_star_lite plan{w.cutting, a, b, senda::octile{b}, o};
                     plan.run();
                     return plan.result();
                 }));
    add(on_cells(kind::octile_grid, "prepared octile grid", "subgoal_search",
                 {.is_led = true, .both_ways = true}, engine_kind::subgoals,
                 [](const world& w, cell a, cell b, const options& o) {
                     return prepared_once(w.octile).path(a, b, o);
                 }));
    add(on_cells(kind::octile_grid_cutting, "prepared cutting grid", "subgoal_search",
                 {.is_led = true, .both_ways = true}, engine_kind::subgoals,
                 [](const world& w, cell a, cell b, const options& o) {
                     return prepared_once(w.cutting).path(a, b, o);
                 }));
    add(on_cells(kind::octile_grid, "astar on an octile grid", "octile_astar",
                 {.is_led = true, .weighs = true}, engine_kind::octile,
                 [](const world& w, cell a, cell b, const options& o) {
                     return senda::astar(w.octile, a, b, senda::octile{b}, o);
                 }));
    add(on_cells(kind::octile_grid_cutting, "dijkstra that cuts corners", "octile_astar",
                 {.is_led = true}, engine_kind::octile,
                 [](const world& w, cell a, cell b, const options& o) {
                     return senda::dijkstra(w.cutting, a, b, o);
                 }));
    add(on_cells(kind::octile_grid, "astar_search on an octile grid", "best_first",
                 {.is_led = true, .weighs = true}, engine_kind::general,
                 [](const world& w, cell a, cell b, const options& o) {
                     return senda::detail::run_to_end(
                         senda::astar_search(w.octile, a, b, senda::octile{b}, o));
                 }));
    return all;
}

}  // namespace contract
