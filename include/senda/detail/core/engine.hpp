// SPDX-License-Identifier: MIT
// What all steppable searches share: running in steps or to the end, restarting, walking edges.
// The verbs rely on it to bring options, result, goal and observer, and the concepts of graphs.
#pragma once

#include <senda/detail/core/cost_bounds.hpp>
#include <senda/detail/core/engine_texts.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/control.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A steppable search: `Derived::advance(most)` makes at most `most` expansions, or ends it. It
/// can be moved, also half way; what it was moved from can only be destroyed or assigned to.
template <class Derived>
class engine {
public:
    /// Goes on for at most `expansions`; `status::running` until the search has ended.
    senda::status step(std::uint64_t expansions = 1) {
        abort_guard guard(control_);
        self().rebind();
        const std::uint64_t before = control_.expanded();
        for (std::uint64_t done = 0; control_.running() && done < expansions;) {
            self().advance(expansions - done);
            done = control_.expanded() - before;
        }
        guard.release();
        return control_.status();
    }

    /// Goes on to the end.
    senda::status run() {
        abort_guard guard(control_);
        self().rebind();
        while (control_.running()) self().advance(std::numeric_limits<std::uint64_t>::max());
        guard.release();
        return control_.status();
    }

    /// Sets other limits, from the next `restart` on.
    void set_limits(const limits& l) { control_.set_limits(l); }

    /// How the search stands.
    [[nodiscard]] senda::status status() const noexcept { return control_.status(); }

    /// What the search did so far.
    [[nodiscard]] senda::statistics statistics() const { return control_.statistics(); }

    /// What every answer says, as the search stands.
    [[nodiscard]] answer as_answer() const { return answer_of(control_); }

protected:
    explicit engine(const options& o, engine_name name = engine_kind::general)
        : control_(o, name) {}
    engine(engine&&) = default;
    engine& operator=(engine&&) = default;
    ~engine() = default;

    /// Hidden by a `Derived` with parts that refer to others: they may have moved.
    void rebind() noexcept {}

    /// Starts again by `Derived::forget()` and `begin()`; an exception in them aborts the search.
    template <class Begin>
    void start_again(Begin&& begin) {
        control_.restart();
        abort_guard guard(control_);
        self().rebind();
        self().forget();
        begin();
        guard.release();
    }

    [[nodiscard]] Derived& self() noexcept { return static_cast<Derived&>(*this); }
    [[nodiscard]] const Derived& self() const noexcept {
        return static_cast<const Derived&>(*this);
    }

    movable_control control_;
};

/// Reports to the observer; false if it prunes what is about to happen, or stops the search.
template <class Hook, class Observer, class... Parts>
[[nodiscard]] SENDA_ALWAYS_INLINE bool admits(search_control& control, Observer& observer,
                                              const Parts&... parts) {
    const flow answer = notify<Hook>(observer, parts...);
    if (answer == flow::stop) control.end(status::cancelled);
    return answer == flow::proceed;
}

/// What a search of a graph has beside that. Costs of paths are of type `C`, and an observer hears
/// `Told`.
template <class Derived, class G, class Node, class Goal, class Observer = no_observer,
          class C = typename graph_types<std::remove_reference_t<G>, Node>::cost, class Told = C>
class graph_engine : public engine<Derived> {
protected:
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = C;
    using action = typename types::action;
    using checked = decltype(check_emitted<types>(std::declval<std::remove_reference_t<G>&>(),
                                                  std::declval<const typename types::node&>()));

public:
    using result_type = senda::result<Node, cost, action>;

protected:
    graph_engine(G&& g, const Goal& goal, const options& o, Observer&& observer = {},
                 engine_name name = general_engine<std::remove_cvref_t<G>, Node>)
        : engine<Derived>(o, name),
          graph_(std::forward<G>(g)),
          observer_(std::forward<Observer>(observer)),
          goal_(graph_, goal),
          bounds_(o.limits) {
        if constexpr (has_observer<Observer>) {
            check_observer<std::remove_reference_t<Observer>, Node, Told>();
        }
    }
    graph_engine(graph_engine&&) = default;
    graph_engine& operator=(graph_engine&&) = default;
    ~graph_engine() = default;

    /// The answer as it stands, but for the path.
    [[nodiscard]] result_type pathless_result() const {
        result_type r{this->as_answer()};
        r.lower_bound = bounds_.lower_bound(this->status());
        return r;
    }

    /// Whether the observer lets a cheaper path to a node through, whose last edge begins at a node
    /// of a number; a start has no such edge.
    template <class Store, class Id>
    [[nodiscard]] SENDA_ALWAYS_INLINE bool admits_path(const Store& nodes, Id from, const Node& to,
                                                       const Told& g) {
        if constexpr (has_observer<Observer>) {
            return from == Store::none || !bounds_.admits(g) ||
                   admits<improve_hook>(this->control_, observer_, nodes.node(from), to, g);
        } else {
            return true;
        }
    }

    G graph_;
    SENDA_NO_UNIQUE_ADDRESS Observer observer_;
    goal_test<G, Node, Goal> goal_;
    cost_bounds<cost> bounds_;
};

/// A search that can start again in its memory, by `Derived::forget()` and `begin(start)`.
template <class Derived, class G, class Node, class Goal, class... More>
class restartable_engine : public graph_engine<Derived, G, Node, Goal, More...> {
public:
    /// Starts again from another start to another goal, in the memory of before and in no more time
    /// than the last search took. A heuristic that aims at the old goal must be changed first.
    template <class Start, class NewGoal = Node>
        requires(!std::is_same_v<Goal, no_goal>)
    void restart(const Start& start, const NewGoal& goal) {
        start_again_at(goal, [&] { this->self().begin(start); });
    }
    /// Starts again from another start to the same goal.
    template <class Start>
    void restart(const Start& start) {
        start_again_at(same_goal{}, [&] { this->self().begin(start); });
    }

protected:
    using engine_type = engine<Derived>;
    using restartable_type = restartable_engine;
    using graph_engine<Derived, G, Node, Goal, More...>::graph_engine;
    restartable_engine(restartable_engine&&) = default;
    restartable_engine& operator=(restartable_engine&&) = default;
    ~restartable_engine() = default;

    struct same_goal {};
    template <class NewGoal, class Begin>
    void start_again_at([[maybe_unused]] const NewGoal& goal, Begin&& begin) {
        this->start_again([&] {
            this->bounds_ = decltype(this->bounds_)(this->control_.limits());
            if constexpr (!std::is_same_v<NewGoal, same_goal>) {
                this->goal_ = decltype(this->goal_)(this->graph_, as_goal<Goal>(goal));
            }
            begin();
        });
    }
};

/// Calls `take(to, there, step, action)` for each edge: counted, checked, shown to the observer.
template <class Types, bool Forward = true, class G, class Observer, class Take>
SENDA_ALWAYS_INLINE void for_each_edge(G& graph, const typename Types::node& node,
                                       typename Types::cost g, search_control& control,
                                       Observer& observer, Take&& take) {
    using cost = typename Types::cost;
    std::uint64_t edges = 0;
    const auto edge = [&](auto&& to, cost step, typename Types::action action) {
        if constexpr (has_observer<Observer>) {
            if (!control.running()) return;
        }
        ++edges;
        if (is_negative(step)) [[unlikely]]
            return control.end(status::negative_cost);
        const cost there = add_costs(g, step);
        if constexpr (has_observer<Observer>) {
            if (!admits<generate_hook>(control, observer, node, to, there)) return;
        }
        take(std::forward<decltype(to)>(to), there, step, std::move(action));
    };
    if constexpr (Forward) {
        for_each_successor<Types>(graph, node, edge);
    } else {
        for_each_predecessor<Types>(graph, node, edge);
    }
    control.count_generated(edges);
}

/// The answer of a search that is run to its end.
template <class Search>
[[nodiscard]] auto run_to_end(Search&& search) {
    search.run();
    return search.result();
}

/// What a best-first search keeps about a node that it reached.
template <class Cost, class Id, class Action>
struct reached_node {
    Cost g;
    Id parent;
    node_state state;
    SENDA_NO_UNIQUE_ADDRESS Action action;
};

}  // namespace senda::detail
