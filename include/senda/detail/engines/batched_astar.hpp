// SPDX-License-Identifier: MIT
// A* on small hashed states, several of one f at once: their look-ups wait for memory together.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/bucketed_cost_table.hpp>
#include <senda/detail/engines/two_key_queue.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// Whether `batched_astar` can search a graph: its nodes are small and hashed, its costs whole.
template <class G, class Node>
concept BatchedGraph =
    SearchableGraph<G, Node> && !IndexedGraph<G, Node> &&
    BytewiseNode<std::remove_cvref_t<G>, Node> && std::signed_integral<cost_of<G, Node>>;

template <class Search>
class shared_astar;

/// A* that expands up to `batch` nodes of the smallest f, larger g first, before it looks at the
/// queue again. A small search goes node by node and finds the path of `astar_search`.
template <class G, class Node, class Goal, class H>
    requires BatchedGraph<G, Node>
class batched_astar : public graph_engine<batched_astar<G, Node, Goal, H>, G, Node, Goal> {
    using base = graph_engine<batched_astar, G, Node, Goal>;
    friend engine<batched_astar>;
    template <class Search>
    friend class shared_astar;
    using typename base::types, typename base::cost;

    using word = node_word<Node>;
    using table = bucketed_cost_table<Node, cost>;
    using key = typename table::key;
    using id = std::uint32_t;

    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr std::size_t batch = 32;
    static constexpr std::uint64_t per_node = 512;  // expansions for each node more in a batch
    static constexpr std::size_t most_waiting = 64;

    using reached = reached_word<word>;
    using open = two_key_queue<cost, reached>;
    using expansion = expanded_word<word>;
    struct waiting {
        key k;
        reached w;
        cost g;
    };

public:
    using typename base::result_type;

    template <class Start>
    batched_astar(G&& g, const Start& start, const Goal& goal, H&& h, const options& o,
                  bool in_batches_at_once = false)
        : base(std::forward<G>(g), goal, o, {}, engine_kind::batched),
          heuristic_(std::forward<H>(h)),
          table_(control_.budget()),
          open_(control_.budget()),
          tree_(control_.budget()),
          pruned_(control_.budget()),
          head_start_(in_batches_at_once ? batch * per_node : 0) {
        if (!control_.fits(table_.prepare())) return;
        for_each_start<Node>(graph_, start, [&](const Node& n) {
            discover(reached{word_of(n), word_of(n), none}, cost{0});
        });
        serve();
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            r.cost = found_cost_;
            r.lower_bound = std::min(r.lower_bound, r.cost);
            append_path(parent_cursor{this, found_}, r.path, r.actions);
            append_actions<types>(graph_, r.path, r.actions);  // they are not kept
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    void advance(std::uint64_t most) {
        if (open_.empty()) return finish();
        const std::uint64_t wanted = std::min(
            {std::uint64_t{batch}, 1 + (control_.expanded() + head_start_) / per_node, most});
        const std::uint64_t room = control_.peek_expansion_batch(wanted);
        const bool is_over = take(static_cast<std::size_t>(wanted), static_cast<std::size_t>(room));
        for (std::size_t i = 0; i < due_ && control_.running(); ++i) expand(taken_[i]);
        serve();
        if (is_over) control_.end_by_limit();
    }

    /// Takes up to `room` nodes of the smallest f to expand, or a goal; whether there were more.
    [[nodiscard]] bool take(std::size_t wanted, std::size_t room) {
        const cost f = open_.min_f();
        bounds_.raise_lower_bound(f);
        due_ = 0;
        std::size_t popped = 0;
        while (popped < wanted && !open_.empty() && open_.min_f() == f) {
            const auto first = open_.pop();
            const Node node = node_of_word<Node>(first.item.node);
            const key k = table::key_of(graph_, node);
            table_.fetch(k);
            taken_[popped++] = {k, first.item, f - first.h};
        }
        std::size_t kept = 0;
        bool is_over = false;
        for (std::size_t i = 0; i < popped; ++i) {
            const waiting& next = taken_[i];
            const Node node = node_of_word<Node>(next.w.node);
            const auto [stale, again] = table_.expand(next.k, node, next.g);
            if (stale) continue;
            if (goal_(graph_, node)) {
                found_ = {next.w.node, next.w.by};
                found_cost_ = next.g;
                control_.end(status::found);
                return false;
            }
            if (kept == room) {
                is_over = true;
                continue;
            }
            if (again) control_.count_reopened();
            taken_[kept++] = next;
        }
        due_ = kept;
        control_.count_expanded(kept);
        return is_over;
    }

    void expand(const waiting& next) {
        const Node node = node_of_word<Node>(next.w.node);
        const auto by = static_cast<id>(tree_.size());
        if (by == none || !tree_.push(expansion{next.w.node, next.w.by})) {
            return control_.end(status::memory_limit);
        }
        for_each_edge<types>(graph_, node, next.g, control_, observer_,
                             [&](const Node& to, cost there, cost, const auto&) {
                                 discover(reached{word_of(to), next.w.node, by}, there);
                                 // Many edges lead straight back, which is no cheaper path.
                                 count_ -= word_of(to) == next.w.from ? 1 : 0;
                             });
    }

    SENDA_ALWAYS_INLINE void discover(const reached& w, cost g) {
        if (count_ == most_waiting) [[unlikely]]
            serve();
        const key k = table::key_of(graph_, node_of_word<Node>(w.node));
        table_.fetch(k);
        queue_[count_++] = {k, w, g};
    }

    // Looks up what was met and queues what is better, sorted out without unpredictable branches.
    void serve() {
        const bool fits = table_.make_room(graph_, count_);
        std::size_t better = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const waiting next = queue_[i];
            if (!fits && !control_.fits(table_.make_room(graph_, 1))) break;
            queue_[better] = next;
            better += improves(next) ? 1 : 0;
        }
        for (std::size_t i = 0; i < better; ++i) enqueue(queue_[i]);
        count_ = 0;
    }

    [[nodiscard]] SENDA_ALWAYS_INLINE bool improves(const waiting& next) {
        if (!bounds_.admits(next.g)) [[unlikely]] {
            prune(next.w.node, next.g);
            return false;
        }
        return table_.improve(next.k, node_of_word<Node>(next.w.node), next.g);
    }

    void enqueue(const waiting& next) {
        const auto h = as_estimate<cost>(heuristic_(node_of_word<Node>(next.w.node)));
        const cost f = bounds_.through(next.g, h);
        if (!bounds_.admits(f)) [[unlikely]] {
            if (h != infinite<cost>) prune(next.w.node, f);  // else no goal follows
            return;
        }
        // Not h, which may have been cut short: g is what is left of f.
        control_.fits(open_.push(f, f - next.g, next.w));
    }

    SENDA_NOINLINE void prune(const word& node, cost through) {
        bounds_.lower_pruned_bound(through);
        control_.fits(pruned_.push(node));
    }

    // What was left out may have been expanded later, by a path within the limit.
    void finish() {
        for (const word& w : pruned_) {
            const Node node = node_of_word<Node>(w);
            if (table_.was_expanded(table::key_of(graph_, node), node)) continue;
            if (as_estimate<cost>(heuristic_(node)) == infinite<cost>) continue;
            return control_.end(status::cost_limit);
        }
        control_.end(status::exhausted);
    }

    /// Tells a search on threads what is known, and forgets it but for the tree: how many
    /// expansions there were, or `none` if there is no room.
    template <class Shared>
    [[nodiscard]] SENDA_COLD id hand_over(Shared& to) {
        bool fits = table_.for_each([&](const Node& node, cost g, bool was_expanded) {
            return to.know(node, g, was_expanded);
        });
        table_ = table(control_.budget());
        while (fits && !open_.empty()) {
            const auto first = open_.pop();
            fits = to.queue(first.f, first.h, first.item);
        }
        open_ = open(control_.budget());
        for (const word& w : pruned_) fits = fits && to.prune(w, bounds_.pruned_bound());
        return fits ? static_cast<id>(tree_.size()) : none;
    }
    struct parent_cursor {
        const batched_astar* search;
        expansion at;

        [[nodiscard]] Node node() const { return node_of_word<Node>(at.node); }
        [[nodiscard]] bool at_start() const { return at.by == none; }
        void go_back() { at = search->tree_[at.by]; }
    };

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    table table_;
    open open_;
    buffer<expansion> tree_;
    buffer<word> pruned_;  // for the limit on costs
    std::uint64_t head_start_;
    std::array<waiting, batch> taken_;
    std::array<waiting, most_waiting> queue_;
    std::size_t count_ = 0;  // how many wait in `queue_`
    std::size_t due_ = 0;    // how many of `taken_` are to be expanded
    expansion found_{};
    cost found_cost_ = 0;
};

template <class G, class Start, class Goal, class H>
batched_astar(G&&, const Start&, const Goal&, H&&, const options&)
    -> batched_astar<G, node_of<G, Start>, Goal, H>;

}  // namespace senda::detail
