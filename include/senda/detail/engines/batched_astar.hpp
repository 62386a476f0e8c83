// SPDX-License-Identifier: MIT
// A* on small hashed states, several of one f at once: their look-ups wait for memory together.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/engines/word_frontier.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>

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

template <class Node, class C>
struct word_shard;
template <class Search>
class shared_best_first;

/// A* that expands up to `batch` nodes of the smallest f, larger g first, before it looks at the
/// queue again. A small search goes node by node and finds the path of `astar_search`.
template <class G, class Node, class Goal, class H>
    requires BatchedGraph<G, Node>
class batched_astar : public graph_engine<batched_astar<G, Node, Goal, H>, G, Node, Goal> {
    using base = graph_engine<batched_astar, G, Node, Goal>;
    friend engine<batched_astar>;
    template <class Search>
    friend class shared_best_first;
    using typename base::types, typename base::cost;

    using shard = word_shard<Node, cost>;  // for threads
    friend shard;
    using frontier = word_frontier<Node, cost>;
    using reached = typename frontier::reached;
    using expansion = typename frontier::expansion;
    using waiting = typename frontier::waiting;
    using id = std::uint32_t;

    static constexpr id none = std::numeric_limits<id>::max();
    static constexpr std::uint64_t per_node = 512;  // expansions for each node more in a batch

public:
    using typename base::result_type;

    template <class Start>
    batched_astar(G&& g, const Start& start, const Goal& goal, H&& h, const options& o,
                  bool in_batches_at_once = false)
        : base(std::forward<G>(g), goal, o, {}, engine_kind::batched),
          heuristic_(std::forward<H>(h)),
          nodes_(control_.budget()),
          head_start_(in_batches_at_once ? frontier::batch * per_node : 0) {
        if (!control_.fits(nodes_.known.prepare())) return;
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
        if (nodes_.open.empty()) return finish();
        const std::uint64_t wanted =
            std::min({std::uint64_t{frontier::batch},
                      1 + (control_.expanded() + head_start_) / per_node, most});
        const std::uint64_t room = control_.peek_expansion_batch(wanted);
        const bool is_over = take(static_cast<std::size_t>(wanted), static_cast<std::size_t>(room));
        for (std::size_t i = 0; i < due_ && control_.running(); ++i) expand(taken_[i]);
        serve();
        if (is_over) control_.end_by_limit();
    }

    /// Takes up to `room` nodes of the smallest f to expand, or a goal; whether there were more.
    [[nodiscard]] bool take(std::size_t wanted, std::size_t room) {
        const cost f = nodes_.open.min_f();
        bounds_.raise_lower_bound(f);
        due_ = 0;
        const std::size_t popped = nodes_.take(graph_, f, wanted, taken_);
        std::size_t kept = 0;
        bool is_over = false;
        for (std::size_t i = 0; i < popped; ++i) {
            const waiting& next = taken_[i];
            const Node node = node_of_word<Node>(next.w.node);
            const auto [stale, again] = nodes_.known.expand(next.k, node, next.g);
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
        const auto by = static_cast<id>(nodes_.tree.size());
        if (by == none || !nodes_.tree.push(expansion{next.w.node, next.w.by})) {
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
        if (count_ == frontier::at_once) [[unlikely]]
            serve();
        met_[count_++] = nodes_.expect(graph_, w, g);
    }

    void serve() {
        control_.fits(nodes_.receive(graph_, heuristic_, bounds_, met_, count_));
        count_ = 0;
    }

    void finish() {
        nodes_.note_pruned(graph_, heuristic_, bounds_);
        control_.end(bounds_.ending());
    }

    /// How many nodes wait.
    [[nodiscard]] std::size_t queued() const noexcept { return nodes_.open.size(); }

    struct parent_cursor {
        const batched_astar* search;
        expansion at;

        [[nodiscard]] Node node() const { return node_of_word<Node>(at.node); }
        [[nodiscard]] bool at_start() const { return at.by == none; }
        void go_back() { at = search->nodes_.tree[at.by]; }
    };

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    frontier nodes_;
    std::uint64_t head_start_;
    std::array<waiting, frontier::batch> taken_;
    std::array<waiting, frontier::at_once> met_;
    std::size_t count_ = 0;  // how many wait in `met_`
    std::size_t due_ = 0;    // how many of `taken_` are to be expanded
    expansion found_{};
    cost found_cost_ = 0;
};

template <class G, class Start, class Goal, class H>
batched_astar(G&&, const Start&, const Goal&, H&&, const options&)
    -> batched_astar<G, node_of<G, Start>, Goal, H>;

}  // namespace senda::detail
