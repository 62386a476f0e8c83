// SPDX-License-Identifier: MIT
// Iterative-deepening A*: the cheapest path with memory for one path only.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/engines/make_unmake_ida_star.hpp>
#include <senda/detail/engines/parallel/run_rounds.hpp>
#include <senda/detail/engines/path_walk.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda {

/// An iterative-deepening A* search that can be stepped. It needs only `==`, and remembers only the
/// path it is on. What is given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class H, class Observer = no_observer>
    requires Graph<G, Node> && std::equality_comparable<Node> && GoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class ida_star_search
    : public detail::restartable_engine<ida_star_search<G, Node, Goal, H, Observer>, G, Node, Goal,
                                        Observer> {
    using base = detail::restartable_engine<ida_star_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    template <class, class>
    friend class detail::round_search_of;
    using typename base::types, typename base::cost, typename base::action;

    using walk = detail::path_walk<std::remove_cvref_t<G>, Node, cost, action>;
    using child = typename walk::child;
    using frame = detail::path_frame;

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    ida_star_search(G&& g, const Start& start, const Goal& goal, H&& h, const options& o = {},
                    Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          walk_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        r.engine = detail::fallback_reason::path_only;
        if (r.status == status::found) {
            walk_.append_to(r.path, r.actions);
            r.cost = walk_.last().g;
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        walk_.clear();
        threshold_ = 0;
        next_threshold_ = infinite<cost>;
    }

    template <class Start>
    void begin(const Start& start) {
        if (!control_.fits(walk_.filter.clear())) return;
        if (!detail::for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
                control_.fits(walk_.children.push(std::forward<decltype(n)>(n), g, action{}));
            })) {
            control_.end(status::negative_cost);
        }
        if (control_.running()) control_.fits(walk_.frames.push(frame{0, 0, 0}));
    }

    // Goes on to the next node whose f is within the threshold, and expands it.
    void advance(std::uint64_t) {
        frame& top = walk_.frames.back();
        if (top.next == walk_.children.size()) {
            return walk_.depth() == 0 ? deepen() : walk_.leave(graph_);
        }
        const std::size_t self = top.next++;
        const child& c = walk_.children[self];
        if (!within_threshold(c) || walk_.has(graph_, c.node)) return;
        const bool at_goal = goal_(graph_, c.node);
        if (!at_goal && !control_.may_expand()) return;
        if (!control_.fits(walk_.enter(graph_, self))) return;
        if (at_goal) return control_.end(status::found);
        expand(self);
    }

    void deepen() {
        if (next_threshold_ == infinite<cost>) return control_.end(bounds_.ending());
        threshold_ = next_threshold_;
        bounds_.raise_lower_bound(threshold_);
        next_threshold_ = infinite<cost>;
        walk_.frames.back().next = 0;
    }

    bool within_threshold(const child& c) {
        const auto h = as_estimate<cost>(heuristic_(c.node));
        if (h == infinite<cost>) return false;  // the heuristic says that no goal follows
        const cost f = bounds_.through(c.g, h);
        if (!(f > threshold_)) return true;
        if (bounds_.admits(f)) {
            next_threshold_ = std::min(next_threshold_, f);
        } else {
            bounds_.prune(f);
        }
        return false;
    }

    void expand(std::size_t self) {
        const Node node = walk_.children[self].node;  // the children move while they grow
        const cost g = walk_.children[self].g;
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, g)) return;
        detail::for_each_edge<types>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost, action a) {
                control_.fits(
                    walk_.children.push(std::forward<decltype(to)>(to), there, std::move(a)));
            });
    }

    // For `shared_rounds`.
    [[nodiscard]] bool round_over() const noexcept { return walk_.depth() == 0 && walk_.at_end(); }

    [[nodiscard]] std::size_t depth() const noexcept { return walk_.depth(); }

    bool give_below(std::size_t level, ida_star_search& other) {
        if (!other.begin_part(*this, other.take_below(*this, level))) return false;
        while (depth() > level) walk_.leave(graph_);
        return true;
    }

    bool give_last(ida_star_search& other) {
        std::size_t level = 0;
        while (level < depth() && walk_.frames[level].next == walk_.frames[level + 1].first)
            ++level;
        if (level == depth()) return false;
        if (!other.begin_part(*this, other.take_last(*this, level))) return false;
        walk_.frames[level].next = walk_.frames[level + 1].first;
        return true;
    }

    bool adopt(const ida_star_search& other) { return take_path(other, other.depth()); }

    // Enters the path that was taken over, if there was room for it.
    bool begin_part(const ida_star_search& from, bool has_room) {
        threshold_ = from.threshold_;
        if (!has_room) walk_.frames.clear();
        for (std::size_t i = 1; i < walk_.frames.size(); ++i) {
            walk_.filter.enter(graph_, walk_.children[walk_.frames[i].self].node);
        }
        return has_room;
    }

    // The first nodes of the path of another; whatever is beside them has been tried.
    bool take_path(const ida_star_search& from, std::size_t level) {
        while (walk_.frames.size() > 1) walk_.leave(graph_);
        walk_.clear();
        for (std::size_t i = 0; i <= level; ++i) {
            if (i != 0 && !walk_.children.push(from.walk_.children[from.walk_.frames[i].self]))
                return false;
            if (!walk_.frames.push(frame{i == 0 ? 0 : i - 1, i, i + 1})) return false;
        }
        return true;
    }
    // And what is still to be tried at the last of them.
    bool take_last(const ida_star_search& from, std::size_t level) {
        if (!take_path(from, level)) return false;
        walk_.frames.back().next = level;
        return take_children(from, from.walk_.frames[level].next,
                             from.walk_.frames[level + 1].first);
    }
    // And what is left below the node after it.
    bool take_below(const ida_star_search& from, std::size_t level) {
        if (!take_path(from, level)) return false;
        std::size_t self = from.walk_.frames[level + 1].self;
        if (!take_children(from, self, self + 1)) return false;
        self = level;
        for (std::size_t i = level + 1; i < from.walk_.frames.size(); ++i) {
            const frame& f = from.walk_.frames[i];
            const bool is_last = i + 1 == from.walk_.frames.size();
            const std::size_t end =
                is_last ? from.walk_.children.size() : from.walk_.frames[i + 1].first;
            const std::size_t first = walk_.children.size();
            if (!walk_.frames.push(frame{self, first, first + (f.next - f.first)})) return false;
            if (!take_children(from, f.first, end)) return false;
            if (!is_last) self = first + (from.walk_.frames[i + 1].self - f.first);
        }
        return true;
    }
    bool take_children(const ida_star_search& from, std::size_t first, std::size_t end) {
        for (; first < end; ++first) {
            if (!walk_.children.push(from.walk_.children[first])) return false;
        }
        return true;
    }

    void merge(ida_star_search& other) {
        next_threshold_ = std::min(next_threshold_, other.next_threshold_);
        other.next_threshold_ = infinite<cost>;
        if (other.bounds_.pruned() != 0) bounds_.prune(other.bounds_.pruned_bound());
    }

    void begin_round_again() {
        while (walk_.frames.size() > 1) walk_.leave(graph_);
        walk_.frames.back().next = 0;
        next_threshold_ = infinite<cost>;
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    walk walk_;
    cost threshold_ = 0;                    // f up to here is tried in this round
    cost next_threshold_ = infinite<cost>;  // the smallest f above it
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
ida_star_search(G&&, const Start&, const Goal&, H&&, const options& = {}, Observer&& = {})
    -> ida_star_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H,
                       Observer>;

namespace detail {

/// Options that ask for a transposition table, see `transposition_options`.
template <class Options>
concept AsksForTable = requires(const Options& o) { o.table_bytes; };

/// The table that options ask for; each thread has a part.
template <class Node, class Options>
[[nodiscard]] constexpr auto table_for([[maybe_unused]] const Options& o) {
    if constexpr (AsksForTable<Options>) {
        return transposition_table_size<typename Options::template table<Node>>{
            o.table_bytes / std::max(o.threads, 1U)};
    } else {
        return transposition_table_size<no_transpositions>{};
    }
}

/// The answer of `ida_star`. What threads share is compiled only if they may.
template <bool MayShare, class G, class Start, class Goal, class H, class Options, class Observer>
[[nodiscard]] auto run_ida_star(G&& g, const Start& start, const Goal& goal, H&& h,
                                const Options& o, Observer& observer) {
    using node = node_of<G, Start>;
    constexpr bool in_place = InPlaceGraph<G, node>;
    constexpr bool is_shared = MayShare && !has_observer<Observer> &&
                               Graph<const std::remove_reference_t<G>, node> &&
                               Heuristic<const std::remove_reference_t<H>, node, cost_of<G, Start>>;
    if constexpr (in_place && !has_observer<Observer> && !has_terminal_costs<Start, node>) {
        return run_rounds<is_shared>(
            [&](const options& with) {
                return make_unmake_ida_star(g, start, goal_from<G, Start>(goal), h, with,
                                            table_for<node>(o));
            },
            o);
    } else {
        static_assert(!AsksForTable<Options>,
                      "a transposition table needs an ActionGraph, starts without costs, and no "
                      "observer");
        auto found = run_rounds<is_shared>(
            [&](const options& with) {
                return ida_star_search(g, start, goal_from<G, Start>(goal), h, with, observer);
            },
            o);
        if (in_place) {
            found.engine = has_observer<Observer> ? fallback_reason::observed
                                                  : fallback_reason::terminal_costs;
        }
        return found;
    }
}

}  // namespace detail

/// Finds the cheapest path from `start` to `goal`, if `h` never exceeds the true cost to a goal,
/// by depth-first searches up to a growing f. Takes memory for one path only, and time for every
/// path up to the least cost: for large state spaces with few paths to each state.
///
/// On a graph that applies and undoes its actions in place, an `ActionGraph`, one node is walked
/// with and none is copied, unless the graph declares a `cost_type` or there is an observer. Such a
/// search does not look whether its path meets itself: where no goal can be reached and `h` does
/// not say so, only a limit ends it. Its `h` may also answer `h(n, a)`, the estimate after the
/// action `a` in `n`: then most actions need not be done. Or it is brought up to date by actions,
/// an `IncrementalHeuristic`: `h.parts(n)`, `h.after(n, a, before)`, `h.ahead(n, a, before)`.
/// In `search/estimates`, `with_move_pruning`, `transposition_options` and `bidirectional_pathmax`
/// spare it nodes.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal; `infinite` says "none".
/// `o`         limits, a stop token, and how many threads may share a round: the path is that of
///             one. Then several ask `g` and `h` at the same time, which must be able to answer as
///             `const`; each has its own copy of a predicate `goal`. The limit on expansions is
///             never passed, but what others try behind the goal counts.
/// `observer`  hooks that are called as it works, one thread only then; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer, detail::MayAskForThreads Options = options>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>> && Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto ida_star(G&& g, const Start& start, const Goal& goal, H&& h, const Options& o,
                            Observer&& observer = {}) {
    return detail::run_ida_star<true>(g, start, goal, h, o, observer);
}

/// `ida_star` on one thread: without options, or with braces that do not name `threads`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>> && Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto ida_star(G&& g, const Start& start, const Goal& goal, H&& h,
                            const serial_options& o = {}, Observer&& observer = {}) {
    return detail::run_ida_star<false>(g, start, goal, h, options(o), observer);
}

}  // namespace senda
