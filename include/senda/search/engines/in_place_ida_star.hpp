// SPDX-License-Identifier: MIT
// Iterative-deepening A* on one node, which is changed and changed back: no node is copied.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/contract/engine.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::detail {

template <class Search, class Make>
class round_search_of;

/// A graph whose actions `in_place_ida_star` can do and undo: each counts one step.
template <class G, class Node>
concept InPlaceGraph = ActionGraph<G, Node> && !is_weighted<G, Node>;

struct numbered_step {
    int action;  // that led here
    int next;    // to be tried next
};

/// A step with what the estimate keeps of the node that it led to.
template <class Parts>
struct estimated_step : numbered_step {
    Parts parts;
};

/// What is kept of a step: an estimate that is brought up to date by actions needs its parts.
template <class H, class Node>
struct step_kept {
    using type = numbered_step;
};
template <class H, class Node>
    requires IncrementalHeuristic<H, Node>
struct step_kept<H, Node> {
    using type = estimated_step<
        std::remove_cvref_t<decltype(std::declval<const std::remove_reference_t<H>&>().parts(
            std::declval<const Node&>()))>>;
};

struct round_bounds {
    steps threshold = 0;             // f up to here is tried in this round
    steps beyond = infinite<steps>;  // the smallest f above it; if it stays, no goal follows

    // Whether `h` is within `room`, which is below 0 for a start. Only `infinite` leaves out.
    [[nodiscard]] bool admit(steps h, steps room) noexcept {
        if (!(h > room)) return true;
        if (h != infinite<steps>) {
            beyond = std::min({beyond, add_costs(threshold - room, h), largest_cost<steps>});
        }
        return false;
    }
};

/// An iterative-deepening A* search of an `ActionGraph`. It looks only for actions that take back
/// the one before: where no goal follows and the heuristic does not say so, a limit ends it.
template <class G, class Node, class Goal, class H>
    requires InPlaceGraph<G, Node>
class in_place_ida_star : public graph_engine<in_place_ida_star<G, Node, Goal, H>, G, Node, Goal> {
    using base = graph_engine<in_place_ida_star, G, Node, Goal>;
    friend engine<in_place_ida_star>;
    template <class, class>
    friend class round_search_of;

    using typename base::action;
    using step = typename step_kept<H, Node>::type;
    using estimate = decltype(std::declval<H&>()(std::declval<const Node&>()));
    static constexpr bool is_incremental = IncrementalHeuristic<H, Node>;
    static constexpr bool looks_ahead =
        !is_incremental &&
        requires(std::remove_reference_t<H>& h, const Node& n) { h(n, 0) > h(n); };

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    in_place_ida_star(G&& g, const Start& start, const Goal& goal, H&& h, const options& o)
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
        walk(control_.could_expand_many(most));
    }

    void begin_at_start() {
        if (start_ == end_) return deepen();
        if (!round_.admit(as_estimate<steps>(heuristic_(nodes_[start_])), round_.threshold)) {
            ++start_;
            return;
        }
        const bool at_goal = goal_(graph_, nodes_[start_]);
        if (!at_goal && control_.may_expand_many(1) == 0) return;
        if (!path_.push(first_step())) return control_.end(status::memory_limit);
        if (at_goal) return control_.end(status::found);
        control_.count_expanded(1);
    }

    [[nodiscard]] step first_step() const {
        if constexpr (is_incremental) {
            return {{-1, 0}, heuristic_.parts(nodes_[start_])};
        } else {
            return {-1, 0};
        }
    }

    // The hot loop: `allowed` expansions from the end of the path, with the state in registers.
    void walk(std::uint64_t allowed) {
        Node& node = nodes_[start_];
        const int actions = static_cast<int>(graph_.action_count());
        std::uint64_t left = allowed;
        std::uint64_t generated = 0;
        round_bounds b = round_;
        step* first = path_.data();
        step* top = first + (path_.size() - 1);
        const step* last = first + (path_.capacity() - 1);
        steps room = b.threshold - static_cast<steps>(path_.size());  // for h after an action
        int a = top->next;
        int back = inverse_in(graph_, top->action);
        for (;;) {
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
            if (a == back || !graph_.allows(node, a)) {
                ++a;
                continue;
            }
            ++generated;
            step next{};
            if (!do_within(b, node, a, room, *top, next)) {
                ++a;
                continue;
            }
            const bool is_full = top == last;
            if (is_full || (left == 0 && !goal_(graph_, node))) [[unlikely]] {
                top->next = a;  // to be tried again
                graph_.undo(node, a);
                --generated;
                const auto depth = static_cast<std::size_t>(top - first);
                path_.set_size(depth + 1);
                if (is_full && !path_.grow()) control_.end(status::memory_limit);
                if (!is_full && allowed == 0) control_.end_by_limit();
                if (!is_full || !control_.running()) break;
                first = path_.data();
                top = first + depth;
                last = first + (path_.capacity() - 1);
                continue;
            }
            top->next = a + 1;
            next.action = a;
            *++top = next;
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
        round_ = b;
        control_.count_generated(generated);
        control_.count_expanded(allowed - left);
    }

    // Does an action if the estimate after it is within `room`; a heuristic may know it before.
    SENDA_ALWAYS_INLINE bool do_within(round_bounds& b, Node& node, int a, steps room,
                                       [[maybe_unused]] const step& before,
                                       [[maybe_unused]] step& next) {
        if constexpr (is_incremental) {
            graph_.apply(node, a);
            next.parts = heuristic_.after(std::as_const(node), a, before.parts);
            if (b.admit(as_estimate<steps>(static_cast<estimate>(next.parts)), room)) return true;
            graph_.undo(node, a);
            return false;
        } else if constexpr (looks_ahead) {
            const auto h = as_estimate<steps>(heuristic_(std::as_const(node), a));
            if (!b.admit(h, room)) return false;
            graph_.apply(node, a);
            return true;
        } else {
            graph_.apply(node, a);
            if (b.admit(as_estimate<steps>(heuristic_(node)), room)) return true;
            graph_.undo(node, a);
            return false;
        }
    }

    void deepen() {
        start_ = 0;
        end_ = starts_.size();
        if (round_.beyond == infinite<steps>) return control_.end(status::exhausted);
        if (!bounds_.admits(round_.beyond)) {
            bounds_.leave_out(round_.beyond);
            return control_.end(status::cost_limit);
        }
        round_ = {.threshold = round_.beyond};
        bounds_.raise(round_.threshold);
    }

    // For `shared_rounds`.
    [[nodiscard]] bool round_over() const noexcept { return path_.empty() && start_ == end_; }

    [[nodiscard]] std::size_t depth() const noexcept { return path_.size(); }

    bool give_below(std::size_t level, in_place_ida_star& other) {
        if (!other.path_.reserve(path_.size())) return false;
        other.begin_part(*this, start_, start_ + 1);
        Node& node = nodes_[start_];
        other.nodes_[start_] = node;
        other.copy_path(*this, path_.size(), level);
        for (std::size_t i = path_.size(); i-- > level;) graph_.undo(node, path_[i].action);
        path_.truncate(level);
        return true;
    }

    bool give_last(in_place_ida_star& other) {
        if (start_ + 1 < end_) {
            other.nodes_ = starts_;
            other.begin_part(*this, start_ + 1, end_);
            end_ = start_ + 1;
            return true;
        }
        const auto tried = static_cast<int>(graph_.action_count());
        std::size_t level = 0;
        while (level < path_.size() && path_[level].next == tried) ++level;
        if (level + 1 >= path_.size() || !other.path_.reserve(level + 1)) return false;
        other.begin_part(*this, start_, start_ + 1);
        other.copy_path(*this, level + 1, level);
        path_[level].next = tried;
        Node& node = other.nodes_[start_];
        node = starts_[start_];
        for (std::size_t i = 1; i <= level; ++i) graph_.apply(node, path_[i].action);
        return true;
    }

    bool adopt(const in_place_ida_star& other) {
        path_.clear();
        start_ = other.start_;
        if (!path_.reserve(other.path_.size())) return false;
        copy_path(other, other.path_.size(), 0);
        return true;
    }

    void begin_part(const in_place_ida_star& from, std::size_t start, std::size_t end) {
        path_.clear();
        round_.threshold = from.round_.threshold;
        start_ = start;
        end_ = end;
    }
    // So many steps of another; on the first of them everything has been tried.
    void copy_path(const in_place_ida_star& from, std::size_t count, std::size_t tried) {
        const auto all = static_cast<int>(graph_.action_count());
        for (std::size_t i = 0; i < count; ++i) {
            step copied = from.path_[i];
            if (i < tried) copied.next = all;
            (void)path_.push(copied);
        }
    }

    void take_in(in_place_ida_star& other) {
        round_.beyond = std::min(round_.beyond, other.round_.beyond);
        other.round_.beyond = infinite<steps>;
    }

    void begin_round_again() {
        path_.clear();
        nodes_ = starts_;
        start_ = 0;
        end_ = starts_.size();
        round_.beyond = infinite<steps>;
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    std::vector<Node> starts_;
    std::vector<Node> nodes_;  // the starts, one of which is walked with
    std::size_t start_ = 0;    // which of them
    std::size_t end_ = 0;      // those from here on are tried by others
    buffer<step> path_;        // from it to where it is now
    round_bounds round_;
};

template <class G, class Start, class Goal, class H>
in_place_ida_star(G&&, const Start&, const Goal&, H&&, const options&)
    -> in_place_ida_star<G, node_of<G, Start>, Goal, H>;

}  // namespace senda::detail
