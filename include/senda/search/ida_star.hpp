// SPDX-License-Identifier: MIT
// Iterative-deepening A*: the cheapest path with memory for one path only.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/engines/make_unmake_ida_star.hpp>
#include <senda/detail/engines/parallel/run_rounds.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// Counts the nodes of a path by a few bits of their hash: 0 proves that a node is not on it.
template <class G, class Node>
class path_filter {
    static constexpr bool hashable = HashedByGraph<G, Node> || Hashable<Node>;
    static constexpr unsigned bits = hashable ? 12 : 0;

public:
    explicit path_filter(memory_budget& budget) noexcept : counts_(budget) {}

    [[nodiscard]] bool clear() { return counts_.assign_zeros(std::size_t{1} << bits); }
    void enter(const G& g, const Node& n) { ++counts_[slot(g, n)]; }
    void leave(const G& g, const Node& n) { --counts_[slot(g, n)]; }
    [[nodiscard]] bool may_contain(const G& g, const Node& n) const {
        return counts_[slot(g, n)] != 0;
    }

private:
    [[nodiscard]] static std::size_t slot([[maybe_unused]] const G& g,
                                          [[maybe_unused]] const Node& n) {
        if constexpr (hashable) {
            return static_cast<std::size_t>(hash_in(g, n) >> (64 - bits));
        } else {
            return 0;
        }
    }

    buffer<std::uint32_t> counts_;
};

/// How the path comes to a node.
template <class Cost, class Action>
struct path_step {
    Cost g;
    SENDA_NO_UNIQUE_ADDRESS Action action;
};

/// Where a node of the path and its children stand in the list of all.
struct path_frame {
    std::size_t self;   // where the node itself stands among the children
    std::size_t first;  // its own children start here
    std::size_t next;   // the one to be tried next
};

/// The path, and beside each of its nodes what is still to be tried. The first frame stands for no
/// node: its children are the starts.
template <class G, class Node, class Cost, class Action>
struct path_walk {
    using step = path_step<Cost, Action>;
    using child = node_entry<Node, step>;  // on the path or beside it, still to be tried

    buffer<child> children;     ///< of all nodes on the path, one after the other
    buffer<path_frame> frames;  ///< the path
    path_filter<G, Node> filter;

    explicit path_walk(memory_budget& budget) noexcept
        : children(budget), frames(budget), filter(budget) {}

    void clear() noexcept {
        children.clear();
        frames.clear();
    }

    /// How many nodes are on the path.
    [[nodiscard]] std::size_t depth() const noexcept { return frames.size() - 1; }
    /// Whether everything beside the last node of the path was tried.
    [[nodiscard]] bool at_end() const noexcept {
        return frames[frames.size() - 1].next == children.size();
    }
    /// The last node of the path.
    [[nodiscard]] const child& last() const noexcept {
        return children[frames[frames.size() - 1].self];
    }

    // A path that meets itself is never the cheapest, and might go round for ever.
    [[nodiscard]] bool has(const G& g, const Node& node) const {
        if (!filter.may_contain(g, node)) return false;
        for (std::size_t i = frames.size(); i-- > 1;) {
            if (children[frames[i].self].node == node) return true;
        }
        return false;
    }

    /// Goes on to a child; false if there is no room for it.
    [[nodiscard]] bool enter(const G& g, std::size_t self) {
        if (!frames.push(path_frame{self, children.size(), children.size()})) return false;
        filter.enter(g, children[self].node);
        return true;
    }
    /// Goes back from the last node of the path.
    void leave(const G& g) {
        filter.leave(g, children[frames.back().self].node);
        children.truncate(frames.back().first);
        frames.truncate(frames.size() - 1);
    }

    /// Appends the nodes of the path, and the actions between them.
    void append_to(std::vector<Node>& path, std::vector<Action>& actions) const {
        for (std::size_t i = 1; i < frames.size(); ++i) {
            const child& on_path = children[frames[i].self];
            path.push_back(on_path.node);
            if constexpr (!std::same_as<Action, no_action>) {
                if (i > 1) actions.push_back(on_path.record.action);
            }
        }
    }
};

/// The f up to which a search goes: in its first round, and in its last.
template <Cost C>
struct threshold_range {
    C first = C{0};
    C last = largest_cost<C>;
};

/// Depth-first searches up to a growing f that remember only the path they are on, and never go on
/// with one that meets itself. With `CountsEdges` each edge costs 1, and there is no estimate.
template <bool CountsEdges, class G, class Node, class Goal, class H, class Observer>
    requires Graph<G, Node> && std::equality_comparable<Node> && GoalOf<Goal, Node>
class deepening_search
    : public restartable_engine<deepening_search<CountsEdges, G, Node, Goal, H, Observer>, G, Node,
                                Goal, Observer,
                                std::conditional_t<CountsEdges, steps, cost_of<G, Node>>> {
    using base = restartable_engine<deepening_search, G, Node, Goal, Observer,
                                    std::conditional_t<CountsEdges, steps, cost_of<G, Node>>>;
    friend base;
    friend typename base::engine_type;
    template <class, class>
    friend class shared_rounds;
    using typename base::types, typename base::cost, typename base::action;

    using walk = path_walk<std::remove_cvref_t<G>, Node, cost, action>;
    using child = typename walk::child;
    using frame = path_frame;

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    deepening_search(G&& g, const Start& start, const Goal& goal, H&& h, const options& o = {},
                     Observer&& observer = {}, threshold_range<cost> thresholds = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          walk_(control_.budget()),
          thresholds_(thresholds) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        r.engine = fallback_reason::path_only;
        if (r.status == status::found) {
            walk_.append_to(r.path, r.actions);
            r.cost = walk_.last().record.g;
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void forget() {
        walk_.clear();
        next_threshold_ = infinite<cost>;
    }

    template <class Start>
    void begin(const Start& start) {
        threshold_ = std::min({thresholds_.first, thresholds_.last, bounds_.cost_limit()});
        if (!control_.fits(walk_.filter.clear())) return;
        const auto add = [&](auto&& n, cost g) {
            control_.fits(walk_.children.push(std::forward<decltype(n)>(n),
                                              typename walk::step{g, action{}}));
        };
        if constexpr (CountsEdges) {
            for_each_start<Node>(graph_, start,
                                 [&](auto&& n) { add(std::forward<decltype(n)>(n), cost{0}); });
        } else if (!for_each_start_cost<types>(graph_, start, add)) {
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
        if (CountsEdges && walk_.has(graph_, c.node)) return;
        if (!within_threshold(c) || (!CountsEdges && walk_.has(graph_, c.node))) return;
        const bool at_goal = goal_(graph_, c.node);
        if (!at_goal && needs_no_expansion(c)) return;
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

    // A node at the bottom is only expanded to see whether something lies below, until one does.
    [[nodiscard]] bool needs_no_expansion(const child& c) const noexcept {
        return CountsEdges && c.record.g == threshold_ &&
               (next_threshold_ != infinite<cost> || bounds_.pruned() != 0);
    }

    bool within_threshold(const child& c) {
        const auto h = as_estimate<cost>(heuristic_(c.node));
        if (h == infinite<cost>) return false;  // the heuristic says that no goal follows
        const cost f = bounds_.through(c.record.g, h);
        if (!(f > threshold_)) return true;
        if (bounds_.admits(f) && !(f > thresholds_.last)) {
            next_threshold_ = std::min(next_threshold_, f);
        } else {
            bounds_.prune(f);
        }
        return false;
    }

    void expand(std::size_t self) {
        const Node node = walk_.children[self].node;  // the children move while they grow
        const cost g = walk_.children[self].record.g;
        if (!admits<expand_hook>(control_, observer_, node, g)) return;
        const auto add = [&](auto&& to, cost there, auto, action a) {
            control_.fits(walk_.children.push(std::forward<decltype(to)>(to),
                                              typename walk::step{there, std::move(a)}));
        };
        if constexpr (CountsEdges) {
            for_each_successor<types>(graph_, node, [&](auto&& to, auto step, action a) {
                if (!control_.running()) return;
                control_.count_generated();
                if (!admits<generate_hook>(control_, observer_, node, to, g + 1)) return;
                add(std::forward<decltype(to)>(to), g + 1, step, std::move(a));
            });
        } else {
            for_each_edge<types>(graph_, node, g, control_, observer_, add);
        }
    }

    // For `shared_rounds`.
    [[nodiscard]] bool round_over() const noexcept { return walk_.depth() == 0 && walk_.at_end(); }

    [[nodiscard]] std::size_t depth() const noexcept { return walk_.depth(); }

    /// How many nodes of the path there are up to the first beside which something is left.
    [[nodiscard]] std::size_t open_depth() const noexcept {
        std::size_t kept = 0;
        while (kept < depth() && walk_.frames[kept].next == walk_.frames[kept + 1].first) ++kept;
        return kept;
    }

    /// Gives away what is left below so many nodes of the path, and goes on behind it.
    bool give_below(std::size_t kept, deepening_search& other) {
        if (!other.take(*this, kept)) return false;
        while (depth() > kept) walk_.leave(graph_);
        return true;
    }

    bool adopt(const deepening_search& other) { return take(other, other.depth()); }

    // Takes over a path; what is beside its first `kept` nodes is left to others.
    bool take(const deepening_search& from, std::size_t kept) {
        while (walk_.frames.size() > 1) walk_.leave(graph_);
        walk_.clear();
        threshold_ = from.threshold_;
        bool fits = true;
        for (const child& c : from.walk_.children) fits = fits && walk_.children.push(c);
        for (const frame& f : from.walk_.frames) fits = fits && walk_.frames.push(f);
        if (!fits) walk_.frames.clear();
        for (std::size_t i = 1; i < walk_.frames.size(); ++i) {
            walk_.filter.enter(graph_, walk_.children[walk_.frames[i].self].node);
            if (i <= kept + 1) walk_.frames[i - 1].next = walk_.frames[i].first;
        }
        return fits;
    }

    void merge(deepening_search& other) {
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
    threshold_range<cost> thresholds_;
    cost threshold_ = 0;                    // f up to here is tried in this round
    cost next_threshold_ = infinite<cost>;  // the smallest f above it
};

}  // namespace senda::detail

namespace senda {

/// An iterative-deepening A* search that can be stepped. It needs only `==`, and remembers only the
/// path it is on. What is given as an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class H, class Observer = no_observer>
    requires Graph<G, Node> && std::equality_comparable<Node> && GoalOf<Goal, Node> &&
             Heuristic<H, Node, cost_of<G, Node>>
class ida_star_search : public detail::deepening_search<false, G, Node, Goal, H, Observer> {
    using base = detail::deepening_search<false, G, Node, Goal, H, Observer>;

public:
    using base::base;
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
ida_star_search(G&&, const Start&, const Goal&, H&&, const options& = {}, Observer&& = {})
    -> ida_star_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H,
                       Observer>;

namespace detail {

/// The answer of `ida_star`. What threads share is compiled only if they may.
template <bool MayShare, class G, class Start, class Goal, class H, class Observer>
[[nodiscard]] auto run_ida_star(G&& g, const Start& start, const Goal& goal, H&& h,
                                const options& o, Observer& observer) {
    using node = node_of<G, Start>;
    constexpr bool in_place = InPlaceGraph<G, node>;
    constexpr bool is_shared = MayShare && !has_observer<Observer> &&
                               Graph<const std::remove_reference_t<G>, node> &&
                               Heuristic<const std::remove_reference_t<H>, node, cost_of<G, Start>>;
    if constexpr (in_place && !has_observer<Observer> && !has_terminal_costs<Start, node>) {
        return run_rounds<is_shared>(
            [&](const options& with) {
                return make_unmake_ida_star(g, start, goal_from<G, Start>(goal), h, with);
            },
            o);
    } else {
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
/// `with_move_pruning` spares it nodes.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several, also at different costs.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal; `infinite` says "none".
/// `o`         limits, a stop token, and how many threads may share a round: the path is that of
///             one. Then several ask `g` and `h` at the same time, which must be able to answer as
///             `const`; each has its own copy of a predicate `goal`. What they try behind the
///             goal counts. With a limit on expansions one thread does all.
/// `observer`  hooks that are called as it works, one thread only then; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer, detail::SearchOptions Options = serial_options>
    requires Graph<G, node_of<G, Start>> && std::equality_comparable<node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>> && Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto ida_star(G&& g, const Start& start, const Goal& goal, H&& h,
                            const Options& o = {}, Observer&& observer = {}) {
    return detail::run_ida_star<detail::may_share<Options>>(g, start, goal, h, o, observer);
}

}  // namespace senda
