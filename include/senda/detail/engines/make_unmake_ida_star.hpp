// SPDX-License-Identifier: MIT
// Iterative-deepening A* on one node, which is changed and changed back: no node is copied.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

/// A graph whose actions `make_unmake_ida_star` can do and undo: each counts one step.
template <class G, class Node>
concept InPlaceGraph = ActionGraph<G, Node> && !is_weighted<G, Node>;

/// A graph that knows an automaton of redundant actions: `g.pruning_after(state, a)` is its state
/// after the action `a`, or -1 where that need not be done. It begins in state 0.
template <class G>
concept PrunesMoves = requires(const std::remove_reference_t<G>& g, int state, int a) {
    { g.pruning_after(state, a) } -> std::same_as<int>;
};

/// How many actions a graph has, if that is known when it is compiled; else very many.
template <class G>
[[nodiscard]] consteval int known_action_count() {
    if constexpr (requires { std::integral_constant<int, int{G::action_count()}>(); }) {
        return G::action_count();
    } else {
        return std::numeric_limits<int>::max();
    }
}

/// What an estimate keeps of a node to be brought up to date by actions; nothing if it is not.
template <class H, class Node>
struct kept_parts {
    struct type {};
};
template <class H, class Node>
    requires IncrementalHeuristic<H, Node>
struct kept_parts<H, Node> {
    using type =
        std::remove_cvref_t<decltype(std::declval<const H&>().parts(std::declval<const Node&>()))>;
};

/// A step of the path.
template <class Parts>
struct numbered_step {
    int action = -1;  // that led here, if any
    int next = 0;     // to be tried next
    int state = 0;    // of the automaton that prunes moves
    SENDA_NO_UNIQUE_ADDRESS Parts parts = {};
};

class round_bounds {
public:
    /// f up to here is tried in this round.
    [[nodiscard]] steps threshold() const noexcept { return threshold_; }
    /// The smallest f above it that was met; if it stays infinite, no goal follows.
    [[nodiscard]] steps beyond() const noexcept {
        return static_cast<steps>(static_cast<std::uint32_t>(threshold_) + least_);
    }

    void begin_round(steps threshold) noexcept {
        threshold_ = threshold;
        least_ = static_cast<std::uint32_t>(infinite<steps> - threshold);
    }
    /// What another met in the same round.
    void merge(const round_bounds& other) noexcept { least_ = std::min(least_, other.least_); }

    // Whether `h` is within `room`, which is below 0 for a start. Only `infinite` leaves out.
    [[nodiscard]] SENDA_ALWAYS_INLINE bool admit(steps h, steps room) noexcept {
        if (!(h > room)) return true;
        const auto above = static_cast<std::uint32_t>(h) - static_cast<std::uint32_t>(room);
        if (above < least_) note(h, room);  // seldom, as it only ever falls
        return false;
    }

private:
    SENDA_COLD void note(steps h, steps room) noexcept {
        if (h == infinite<steps>) return;
        const steps f = std::min({beyond(), add_costs(threshold_ - room, h), largest_cost<steps>});
        least_ = static_cast<std::uint32_t>(f - threshold_);
    }

    steps threshold_ = 0;
    std::uint32_t least_ = static_cast<std::uint32_t>(infinite<steps>);  // that f is above it
};

template <class Search, class Make>
class shared_rounds;

/// An iterative-deepening A* search of an `ActionGraph`. Without move pruning it looks only for
/// actions that take back the one before. Where no goal follows and the heuristic does not say so,
/// a limit ends it.
template <class G, class Node, class Goal, class H>
    requires InPlaceGraph<G, Node>
class make_unmake_ida_star
    : public graph_engine<make_unmake_ida_star<G, Node, Goal, H>, G, Node, Goal> {
    using base = graph_engine<make_unmake_ida_star, G, Node, Goal>;
    friend engine<make_unmake_ida_star>;
    template <class, class>
    friend class shared_rounds;

    using typename base::action;
    using path_step = numbered_step<typename kept_parts<std::remove_cvref_t<H>, Node>::type>;
    using estimate = decltype(std::declval<H&>()(std::declval<const Node&>()));
    static constexpr int known_actions = known_action_count<std::remove_cvref_t<G>>();
    static constexpr bool is_incremental = IncrementalHeuristic<H, Node>;
    static constexpr bool looks_ahead =
        is_incremental ? requires(const std::remove_reference_t<H>& h, const Node& n) {
            h.ahead(n, 0, h.parts(n));
        } : requires(std::remove_reference_t<H>& h, const Node& n) { h(n, 0) > h(n); };

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    make_unmake_ida_star(G&& g, const Start& start, const Goal& goal, H&& h, const options& o)
        : base(std::forward<G>(g), goal, o, {}, engine_kind::in_place),
          heuristic_(std::forward<H>(h)),
          path_(control_.budget()) {
        for_each_start<Node>(graph_, start,
                             [&](auto&& n) { starts_.push_back(std::forward<decltype(n)>(n)); });
        nodes_ = starts_;
        end_ = starts_.size();
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            r.path.push_back(starts_[start_]);
            for (std::size_t i = 1; i < path_.size(); ++i) {
                r.path.push_back(r.path.back());
                graph_.apply(r.path.back(), path_[i].action);
                if constexpr (!std::same_as<action, no_action>) {
                    r.actions.push_back(numbered_action<action>(path_[i].action));
                }
            }
            r.cost = static_cast<steps>(path_.size()) - 1;
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::goal_, base::bounds_;

    void advance(std::uint64_t most) {
        if (path_.empty()) return begin_at_start();
        std::uint64_t allowed = control_.peek_expansions(most);
        if (path_.capacity() < static_cast<std::size_t>(round_.threshold()) + 2) [[unlikely]] {
            if (path_.capacity() < path_.size() + 2 && !path_.grow())
                return control_.end(status::memory_limit);
            allowed = std::min<std::uint64_t>(allowed, path_.capacity() - path_.size() - 1);
        }
        walk(allowed);
    }

    void begin_at_start() {
        if (start_ == end_) return deepen();
        if (!round_.admit(as_estimate<steps>(heuristic_(nodes_[start_])), round_.threshold())) {
            ++start_;
            return;
        }
        const bool at_goal = goal_(graph_, nodes_[start_]);
        if (!at_goal && control_.request_expansions(1) == 0) return;
        if (!path_.reserve(longest()) || !path_.push(first_step()))
            return control_.end(status::memory_limit);
        if (at_goal) return control_.end(status::found);
        control_.count_expanded(1);
    }

    // Each step takes one of the threshold's, so that a path of this round fits, and a step more;
    // where the threshold is a very large number, `advance` sees to it.
    [[nodiscard]] std::size_t longest() const noexcept {
        constexpr std::size_t most = 65'536;
        return std::max(path_.size() + 2,
                        std::min(static_cast<std::size_t>(round_.threshold()) + 2, most));
    }

    [[nodiscard]] path_step first_step() const {
        path_step first;
        if constexpr (is_incremental) first.parts = heuristic_.parts(nodes_[start_]);
        return first;
    }

    // The hot loop: `allowed` expansions from the end of the path, with the state in registers.
    void walk(std::uint64_t allowed) {
        // A small node is walked with in a copy, parts of which may stay in registers.
        constexpr bool is_small = std::is_trivially_copyable_v<Node> && sizeof(Node) <= 64;
        Node& kept = nodes_[start_];
        std::conditional_t<is_small, Node, Node&> node = kept;
        const int actions = static_cast<int>(graph_.action_count());
        std::uint64_t left = allowed;
        std::uint64_t generated = 0;
        round_bounds b = round_;
        path_step* const first = path_.data();
        path_step* top = first + (path_.size() - 1);
        steps room = b.threshold() - static_cast<steps>(path_.size());  // for h after an action
        int a = top->next;
        int back = inverse_in(graph_, top->action);
        for (;;) {
            a = do_first_from(a, b, node, room, back, top, generated);
            if (a == actions) {
                if (top == first) {
                    path_.clear();
                    ++start_;
                    break;
                }
                graph_.undo(node, top->action);
                --top;
                ++room;
                a = top->next;
                back = inverse_in(graph_, top->action);
                continue;
            }
            if (left == 0 && !goal_(graph_, node)) [[unlikely]] {
                top->next = a;  // to be tried again
                graph_.undo(node, a);
                --generated;
                path_.set_size(static_cast<std::size_t>(top - first) + 1);
                if (allowed == 0) control_.end_by_limit();
                break;
            }
            top->next = a + 1;
            ++top;
            top->action = a;
            if (goal_(graph_, node)) {
                path_.set_size(static_cast<std::size_t>(top - first) + 1);
                control_.end(status::found);
                break;
            }
            --left;
            --room;
            back = inverse_in(graph_, a);
            a = 0;
        }
        if constexpr (is_small) kept = node;
        round_ = b;
        control_.count_generated(generated);
        control_.count_expanded(allowed - left);
    }

    // Does the first action from `a` on that is allowed, does not lead back, and leads to an
    // estimate within `room`; returns which, or how many there are. Of up to four actions each has
    // code of its own, so that the processor learns for each of them how it tends to end.
    SENDA_ALWAYS_INLINE int do_first_from(int a, round_bounds& b, Node& node, steps room, int back,
                                          path_step* top, std::uint64_t& generated) {
        if constexpr (known_actions <= 4) {
            switch (a) {
                case 0:
                    if (try_known_action<0>(b, node, room, back, top, generated)) return 0;
                    [[fallthrough]];
                case 1:
                    if (try_known_action<1>(b, node, room, back, top, generated)) return 1;
                    [[fallthrough]];
                case 2:
                    if (try_known_action<2>(b, node, room, back, top, generated)) return 2;
                    [[fallthrough]];
                case 3:
                    if (try_known_action<3>(b, node, room, back, top, generated)) return 3;
                    [[fallthrough]];
                default: return known_actions;
            }
        } else {
            const int actions = static_cast<int>(graph_.action_count());
            while (a != actions && !do_one(a, b, node, room, back, top, generated)) ++a;
            return a;
        }
    }
    template <int A>
    SENDA_ALWAYS_INLINE bool try_known_action(round_bounds& b, Node& node, steps room, int back,
                                              path_step* top, std::uint64_t& generated) {
        if constexpr (A < known_actions) {
            return do_one(A, b, node, room, back, top, generated);
        } else {
            return false;
        }
    }
    SENDA_ALWAYS_INLINE bool do_one(int a, round_bounds& b, Node& node, steps room, int back,
                                    path_step* top, std::uint64_t& generated) {
        if constexpr (PrunesMoves<G>) {
            top[1].state = graph_.pruning_after(top->state, a);
            if (top[1].state < 0) return false;
        } else {
            if (a == back) return false;
        }
        if (!graph_.allows(node, a)) return false;
        ++generated;
        return try_action(b, node, a, room, top);
    }

    // Does an action if the estimate after it is within `room`, and notes the parts of that in the
    // step behind `top`; a heuristic may know it before.
    SENDA_ALWAYS_INLINE bool try_action(round_bounds& b, Node& node, int a, steps room,
                                        [[maybe_unused]] path_step* top) {
        if constexpr (!looks_ahead) graph_.apply(node, a);
        if (b.admit(estimate_after(node, a, top), room)) {
            if constexpr (looks_ahead) graph_.apply(node, a);
            return true;
        }
        if constexpr (!looks_ahead) graph_.undo(node, a);
        return false;
    }
    SENDA_ALWAYS_INLINE steps estimate_after(const Node& node, [[maybe_unused]] int a,
                                             [[maybe_unused]] path_step* top) {
        if constexpr (is_incremental) {
            if constexpr (looks_ahead)
                top[1].parts = heuristic_.ahead(node, a, top->parts);
            else
                top[1].parts = heuristic_.after(node, a, top->parts);
            return as_estimate<steps>(static_cast<estimate>(top[1].parts));
        } else if constexpr (looks_ahead) {
            return as_estimate<steps>(heuristic_(node, a));
        } else {
            return as_estimate<steps>(heuristic_(node));
        }
    }

    void deepen() {
        start_ = 0;
        end_ = starts_.size();
        const steps next = round_.beyond();
        if (next == infinite<steps>) return control_.end(status::exhausted);
        if (!bounds_.admits(next)) {
            bounds_.prune(next);
            return control_.end(status::cost_limit);
        }
        round_.begin_round(next);
        bounds_.raise_lower_bound(next);
    }

    // For `shared_rounds`.
    [[nodiscard]] bool round_over() const noexcept { return path_.empty() && start_ == end_; }

    [[nodiscard]] std::size_t depth() const noexcept { return path_.size(); }

    /// How many nodes of the path there are up to the first beside which something is left.
    [[nodiscard]] std::size_t open_depth() const noexcept {
        const auto tried = static_cast<int>(graph_.action_count());
        std::size_t kept = 1;
        while (kept < depth() && path_[kept - 1].next == tried) ++kept;
        return kept;
    }

    /// Gives away what is left below so many nodes of the path, and goes on behind it.
    bool give_below(std::size_t kept, make_unmake_ida_star& other) {
        if (!other.take(*this, kept)) return false;
        for (std::size_t i = depth(); i-- > kept;) graph_.undo(nodes_[start_], path_[i].action);
        path_.truncate(kept);
        return true;
    }

    bool adopt(const make_unmake_ida_star& other) { return take(other, 0); }

    // Takes over a path; what is beside its first `kept` nodes is left to others.
    bool take(const make_unmake_ida_star& from, std::size_t kept) {
        path_.clear();
        if (!path_.reserve(from.longest())) return false;
        const steps threshold = from.round_.threshold();
        if (threshold != round_.threshold()) round_.begin_round(threshold);
        start_ = from.start_;
        end_ = start_ + 1;
        nodes_[start_] = from.nodes_[start_];
        for (const path_step& s : from.path_) (void)path_.push(s);
        for (std::size_t i = 0; i < kept; ++i)
            path_[i].next = static_cast<int>(graph_.action_count());
        return true;
    }

    void merge(make_unmake_ida_star& other) {
        round_.merge(other.round_);
        other.round_.begin_round(other.round_.threshold());
    }

    void begin_round_again() {
        path_.clear();
        nodes_ = starts_;
        start_ = 0;
        end_ = starts_.size();
        round_.begin_round(round_.threshold());
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    std::vector<Node> starts_;
    std::vector<Node> nodes_;  // the starts, one of which is walked with
    std::size_t start_ = 0;    // which of them
    std::size_t end_ = 0;      // those from here on are tried by others
    buffer<path_step> path_;   // from it to where it is now
    round_bounds round_;
};

template <class G, class Start, class Goal, class H>
make_unmake_ida_star(G&&, const Start&, const Goal&, H&&, const options&)
    -> make_unmake_ida_star<G, node_of<G, Start>, Goal, H>;

}  // namespace senda::detail
