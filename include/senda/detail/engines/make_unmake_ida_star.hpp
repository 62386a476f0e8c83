// SPDX-License-Identifier: MIT
// Iterative-deepening A* on one node, which is changed and changed back: no node is copied.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
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

/// An estimate whose value at a node also bounds those of its neighbours, see
/// `bidirectional_pathmax`.
template <class H>
concept PropagatesBack = requires { requires std::remove_cvref_t<H>::propagates_back; };

/// How many actions a graph has, if that is known when it is compiled; else very many.
template <class G>
[[nodiscard]] consteval int known_action_count() {
    if constexpr (requires { std::integral_constant<int, int{G::action_count()}>(); }) {
        return G::action_count();
    } else {
        return std::numeric_limits<int>::max();
    }
}

struct numbered_step {
    int action = -1;  // that led here, if any
    int next = 0;     // to be tried next
};
struct pruned_step : numbered_step {
    int state = 0;  // of the automaton
};
template <class G>
using step_on = std::conditional_t<PrunesMoves<G>, pruned_step, numbered_step>;

/// A step with what the estimate keeps of the node that it led to.
template <class Step, class Parts>
struct estimated_step : Step {
    Parts parts;
};

/// What is kept of a step: an estimate that is brought up to date by actions needs its parts.
template <class G, class H, class Node>
struct step_kept {
    using type = step_on<G>;
};
template <class G, class H, class Node>
    requires IncrementalHeuristic<H, Node>
struct step_kept<G, H, Node> {
    using type =
        estimated_step<step_on<G>, std::remove_cvref_t<decltype(std::declval<const H&>().parts(
                                       std::declval<const Node&>()))>>;
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

/// Bounds of a round where an estimate `h` of a node says that its neighbours are at least `h` - 1
/// away. An estimate that is far out of room leaves out nodes before it on the path, too: what lies
/// `i` steps before has `i` more room, and an estimate of at least `h` - `i`.
struct pathmax_bounds : round_bounds {
    steps leave = 0;  // nodes to leave at the end of the path

    [[nodiscard]] SENDA_ALWAYS_INLINE bool admit(steps h, steps room) noexcept {
        if (!(h > room)) return true;
        if (h - 2 > room) {
            leave_nodes(h, room);
        } else {
            (void)round_bounds::admit(h, room);
        }
        return false;
    }

private:
    void leave_nodes(steps h, steps room) noexcept {
        leave = threshold() - room;  // as many as there are
        if (h == infinite<steps>) return;
        leave = std::min(leave, static_cast<steps>((std::int64_t{h} - room - 1) / 2));
        (void)round_bounds::admit(h - leave, room + leave);
    }
};

/// Remembers nothing of the nodes that were met.
struct no_transpositions {
    static constexpr bool has_transpositions = false;

    no_transpositions(memory_budget&, std::uint64_t) noexcept {}
    static constexpr void begin_round() noexcept {}
};

/// How large a table of that type shall be.
template <class Table>
struct transposition_table_size {
    std::uint64_t bytes = 0;
};

template <class Search, class Make>
class round_search_of;

/// An iterative-deepening A* search of an `ActionGraph`. Without move pruning or a table it looks
/// only for actions that take back the one before: where no goal follows and the heuristic does not
/// say so, a limit ends it.
template <class G, class Node, class Goal, class H, class Table = no_transpositions>
    requires InPlaceGraph<G, Node>
class make_unmake_ida_star
    : public graph_engine<make_unmake_ida_star<G, Node, Goal, H, Table>, G, Node, Goal> {
    using base = graph_engine<make_unmake_ida_star, G, Node, Goal>;
    friend engine<make_unmake_ida_star>;
    template <class, class>
    friend class round_search_of;

    using typename base::action;
    using path_step =
        typename step_kept<std::remove_cvref_t<G>, std::remove_cvref_t<H>, Node>::type;
    using bounds = std::conditional_t<PropagatesBack<H>, pathmax_bounds, round_bounds>;
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
    make_unmake_ida_star(G&& g, const Start& start, const Goal& goal, H&& h, const options& o,
                         transposition_table_size<Table> transposition_table = {})
        : base(std::forward<G>(g), goal, o, {}, engine_kind::in_place),
          heuristic_(std::forward<H>(h)),
          path_(control_.budget()),
          table_(control_.budget(), transposition_table.bytes) {
        for_each_start<Node>(graph_, start,
                             [&](auto&& n) { starts_.push_back(std::forward<decltype(n)>(n)); });
        nodes_ = starts_;
        end_ = starts_.size();
        if constexpr (Table::has_transpositions) control_.fits(table_.has_room());
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
        if constexpr (Table::has_transpositions) {
            if (!at_goal && table_.was_reached(graph_, nodes_[start_], 0)) {
                ++start_;
                return;
            }
        }
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
        if constexpr (is_incremental) {
            return {{}, heuristic_.parts(nodes_[start_])};
        } else {
            return {};
        }
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
        bounds b = round_;
        path_step* const first = path_.data();
        path_step* top = first + (path_.size() - 1);
        steps room = b.threshold() - static_cast<steps>(path_.size());  // for h after an action
        int a = top->next;
        int back = inverse_in(graph_, top->action);
        for (;;) {
            a = do_first_from(a, b, node, room, back, top, generated);
            if constexpr (PropagatesBack<H>) {
                if (b.leave > 0) {
                    --b.leave;
                    a = actions;
                }
            }
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
                if constexpr (PropagatesBack<H>) {
                    if (b.leave > 0) a = actions;
                }
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
            if constexpr (Table::has_transpositions) {
                if (!goal_(graph_, node) &&
                    table_.was_reached(graph_, node, b.threshold() - room)) {
                    graph_.undo(node, a++);
                    continue;
                }
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
    // estimate within `room`; returns which, or how many there are. Of a few actions each has code
    // of its own, so that the processor learns for each of them how it tends to end.
    SENDA_ALWAYS_INLINE int do_first_from(int a, bounds& b, Node& node, steps room, int back,
                                          path_step* top, std::uint64_t& generated) {
        if constexpr (known_actions <= 8) {
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
                case 4:
                    if (try_known_action<4>(b, node, room, back, top, generated)) return 4;
                    [[fallthrough]];
                case 5:
                    if (try_known_action<5>(b, node, room, back, top, generated)) return 5;
                    [[fallthrough]];
                case 6:
                    if (try_known_action<6>(b, node, room, back, top, generated)) return 6;
                    [[fallthrough]];
                case 7:
                    if (try_known_action<7>(b, node, room, back, top, generated)) return 7;
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
    SENDA_ALWAYS_INLINE bool try_known_action(bounds& b, Node& node, steps room, int back,
                                              path_step* top, std::uint64_t& generated) {
        if constexpr (A < known_actions) {
            return do_one(A, b, node, room, back, top, generated);
        } else {
            return false;
        }
    }
    SENDA_ALWAYS_INLINE bool do_one(int a, bounds& b, Node& node, steps room, int back,
                                    path_step* top, std::uint64_t& generated) {
        if constexpr (PrunesMoves<G>) {
            top[1].state = graph_.pruning_after(top->state, a);
            if (top[1].state < 0) return false;
        } else {
            if (a == back) return false;
        }
        if (!graph_.allows(node, a)) return false;
        ++generated;
        if (try_action(b, node, a, room, top)) return true;
        if constexpr (PropagatesBack<H>) return b.leave > 0;  // try no more of them
        return false;
    }

    // Does an action if the estimate after it is within `room`, and notes the parts of that in the
    // step behind `top`; a heuristic may know it before.
    SENDA_ALWAYS_INLINE bool try_action(bounds& b, Node& node, int a, steps room,
                                        [[maybe_unused]] path_step* top) {
        if constexpr (looks_ahead) {
            if (!b.admit(estimate_ahead(node, a, top), room)) return false;
            graph_.apply(node, a);
            return true;
        } else {
            graph_.apply(node, a);
            if (b.admit(estimate_there(node, a, top), room)) return true;
            graph_.undo(node, a);
            return false;
        }
    }
    SENDA_ALWAYS_INLINE steps estimate_ahead(const Node& node, int a,
                                             [[maybe_unused]] path_step* top) {
        if constexpr (is_incremental) {
            top[1].parts = heuristic_.ahead(node, a, top->parts);
            return as_estimate<steps>(static_cast<estimate>(top[1].parts));
        } else {
            return as_estimate<steps>(heuristic_(node, a));
        }
    }
    SENDA_ALWAYS_INLINE steps estimate_there(const Node& node, [[maybe_unused]] int a,
                                             [[maybe_unused]] path_step* top) {
        if constexpr (is_incremental) {
            top[1].parts = heuristic_.after(node, a, top->parts);
            return as_estimate<steps>(static_cast<estimate>(top[1].parts));
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
        table_.begin_round();
    }

    // For `shared_rounds`.
    [[nodiscard]] bool round_over() const noexcept { return path_.empty() && start_ == end_; }

    [[nodiscard]] std::size_t depth() const noexcept { return path_.size(); }

    bool give_below(std::size_t level, make_unmake_ida_star& other) {
        if (!other.path_.reserve(longest())) return false;
        other.begin_part(*this, start_, start_ + 1);
        Node& node = nodes_[start_];
        other.nodes_[start_] = node;
        other.copy_path(*this, path_.size(), level);
        for (std::size_t i = path_.size(); i-- > level;) graph_.undo(node, path_[i].action);
        path_.truncate(level);
        return true;
    }

    bool give_last(make_unmake_ida_star& other) {
        if (start_ + 1 < end_) {
            other.nodes_ = starts_;
            other.begin_part(*this, start_ + 1, end_);
            end_ = start_ + 1;
            return true;
        }
        const auto tried = static_cast<int>(graph_.action_count());
        std::size_t level = 0;
        while (level < path_.size() && path_[level].next == tried) ++level;
        if (level + 1 >= path_.size() || !other.path_.reserve(longest())) return false;
        other.begin_part(*this, start_, start_ + 1);
        other.copy_path(*this, level + 1, level);
        path_[level].next = tried;
        Node& node = other.nodes_[start_];
        node = starts_[start_];
        for (std::size_t i = 1; i <= level; ++i) graph_.apply(node, path_[i].action);
        return true;
    }

    bool adopt(const make_unmake_ida_star& other) {
        path_.clear();
        start_ = other.start_;
        if (!path_.reserve(other.path_.size())) return false;
        copy_path(other, other.path_.size(), 0);
        return true;
    }

    void begin_part(const make_unmake_ida_star& from, std::size_t start, std::size_t end) {
        path_.clear();
        const steps threshold = from.round_.threshold();
        if (threshold != round_.threshold()) round_.begin_round(threshold);
        table_.begin_round();
        start_ = start;
        end_ = end;
    }
    // Copies `count` steps of another search; on the first of them everything has been tried.
    void copy_path(const make_unmake_ida_star& from, std::size_t count, std::size_t tried) {
        const auto all = static_cast<int>(graph_.action_count());
        for (std::size_t i = 0; i < count; ++i) {
            path_step copied = from.path_[i];
            if (i < tried) copied.next = all;
            (void)path_.push(copied);
        }
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
        table_.begin_round();
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    std::vector<Node> starts_;
    std::vector<Node> nodes_;  // the starts, one of which is walked with
    std::size_t start_ = 0;    // which of them
    std::size_t end_ = 0;      // those from here on are tried by others
    buffer<path_step> path_;   // from it to where it is now
    bounds round_;
    SENDA_NO_UNIQUE_ADDRESS Table table_;
};

template <class G, class Start, class Goal, class H, class Table = no_transpositions>
make_unmake_ida_star(G&&, const Start&, const Goal&, H&&, const options&,
                     transposition_table_size<Table> = {})
    -> make_unmake_ida_star<G, node_of<G, Start>, Goal, H, Table>;

}  // namespace senda::detail
