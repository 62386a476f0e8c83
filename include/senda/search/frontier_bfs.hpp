// SPDX-License-Identifier: MIT
// Frontier search: breadth first, with no closed list. What lies behind the last layers is
// forgotten, and the path is found by halves.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// A graph that says that each of its edges leads both ways: `symmetric(g)` and `undirected(g)`.
template <class G, class Node>
concept UndirectedGraph = Graph<G, Node> && detail::is_undirected<std::remove_cvref_t<G>>;

/// A frontier search that can be stepped (Korf, Zhang, Thayer and Hohwald, 2005). A graph given as
/// an lvalue is referred to; a temporary is taken over.
template <class G, class Node, class Goal, class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && UndirectedGraph<G, Node> && GoalOf<Goal, Node>
class frontier_bfs_search
    : public detail::restartable_engine<frontier_bfs_search<G, Node, Goal, Id>, G, Node, Goal,
                                        no_observer, steps> {
    using base = detail::restartable_engine<frontier_bfs_search, G, Node, Goal, no_observer, steps>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::action;

    struct nothing {};
    using layer =
        detail::node_store<std::remove_cvref_t<G>, Node, nothing, Id, detail::lookup::membership>;

    /// A piece of the path that is still to be found, from a node, or from a start.
    struct subproblem {
        std::optional<Node> from;
        Node to;
        steps length;

        [[nodiscard]] steps half() const noexcept { return length / 2; }
    };

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`.
    template <class Start>
    frontier_bfs_search(G&& g, const Start& start, const Goal& goal, const options& o = {})
        : base(std::forward<G>(g), goal, o),
          layers_{layer(control_.budget()), layer(control_.budget()), layer(control_.budget())},
          middle_layer_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            r.path = path_;
            detail::append_actions<types>(graph_, r.path, r.actions);
            r.cost = r.lower_bound = static_cast<steps>(path_.size()) - 1;
        }
        return r;
    }

private:
    using base::control_, base::graph_, base::goal_, base::bounds_;

    // An edge from a layer leads to the one before, to the same or to the next: these three are
    // enough to know what is new.
    [[nodiscard]] layer& behind() noexcept { return layers_[layer_index_ % 3]; }
    [[nodiscard]] layer& here() noexcept { return layers_[(layer_index_ + 1) % 3]; }
    [[nodiscard]] layer& ahead() noexcept { return layers_[(layer_index_ + 2) % 3]; }

    void forget() {
        for (layer& l : layers_) l.clear(graph_);
        middle_layer_.clear(graph_);
        subproblems_.clear();
        path_.clear();
        searching_backward_ = is_over_ = false;
    }

    template <class Start>
    void begin(const Start& start) {
        for (layer* l : {&layers_[0], &layers_[1], &layers_[2], &middle_layer_}) {
            if (!control_.fits(l->prepare(graph_))) return;
        }
        starts_.clear();
        detail::for_each_start<Node>(
            graph_, start, [&](auto&& n) { starts_.push_back(std::forward<decltype(n)>(n)); });
        begin_layers(std::nullopt);
        if (is_over_) begin_next_leg();
    }

    /// Begins again with a node as the first layer, or with the starts.
    void begin_layers(const std::optional<Node>& from) {
        for (layer& l : layers_) l.clear(graph_);
        depth_ = -1;
        if (from) {
            discover(*from);
        } else {
            for (const Node& n : starts_) discover(n);
        }
        if (control_.running() && !is_over_) go_on();
    }

    void advance(std::uint64_t) {
        if (next_ == here().size()) return go_on();
        const bool is_last = subproblems_.empty() && depth_ == bounds_.cost_limit();
        if (subproblems_.empty()) bounds_.raise_lower_bound(depth_ + 1);
        if (!control_.may_expand()) return;
        const auto& node = here().pinned(next_++);
        std::uint64_t edges = 0;
        detail::for_each_successor<types>(graph_, node, [&](auto&& to, auto, action) {
            if (is_over_ || !control_.running()) return;
            ++edges;
            if (behind().has_met(graph_, to) || here().has_met(graph_, to)) return;
            if (is_last) return prune();
            discover(std::forward<decltype(to)>(to));
        });
        control_.count_generated(edges);
        if (is_over_ && control_.running()) begin_next_leg();
    }

    template <class N>
    void discover(N&& node) {
        if (is_over_) return;
        const auto key = ahead().key_of(graph_, node);
        const auto [id, fresh] =
            ahead().intern(key, std::forward<N>(node), [] { return nothing{}; });
        if (!control_.fits(id != layer::none) || !fresh) return;
        if (is_end(ahead().node(id))) split_at(ahead().node(id));
    }

    // A subproblem is searched from both of its ends, one after the other: where the layers half
    // way have a node in common, a path of that length leads through it. None is met sooner, so
    // that only the last layer needs to be asked.
    [[nodiscard]] bool is_end(const Node& n) {
        if (subproblems_.empty()) return goal_(graph_, n);
        const subproblem& now = subproblems_.back();
        return searching_backward_ && depth_ + 1 == now.length - now.half() &&
               middle_layer_.has_met(graph_, n);
    }

    void prune() {
        bounds_.prune(depth_ + 1);
        control_.end(status::cost_limit);
    }

    // The next layer; what was behind is forgotten.
    void go_on() {
        behind().clear(graph_);
        ++layer_index_;
        ++depth_;
        next_ = 0;
        if (here().size() == 0) {
            // That a subproblem ends early can only be where edges do not lead both ways after all.
            control_.end(subproblems_.empty() ? status::exhausted : status::aborted);
        } else if (!subproblems_.empty() && !searching_backward_ &&
                   depth_ == subproblems_.back().half()) {
            std::swap(middle_layer_, here());
            searching_backward_ = true;
            begin_layers(std::optional<Node>(subproblems_.back().to));
        }
    }

    // The goal makes the whole path a subproblem; a middle makes two of one, the first of which
    // comes next.
    void split_at(const Node& met) {
        is_over_ = true;
        if (subproblems_.empty()) {
            subproblems_.push_back({std::nullopt, met, depth_ + 1});
        } else {
            const subproblem whole = std::move(subproblems_.back());
            subproblems_.back() = {met, whole.to, whole.length - whole.half()};
            subproblems_.push_back({whole.from, met, whole.half()});
        }
    }

    // From a node, one edge needs no search; nor does a start.
    void begin_next_leg() {
        searching_backward_ = is_over_ = false;
        while (!subproblems_.empty() &&
               subproblems_.back().length == (subproblems_.back().from ? 1 : 0)) {
            path_.push_back(subproblems_.back().to);
            subproblems_.pop_back();
        }
        if (subproblems_.empty()) return control_.end(status::found);
        begin_layers(std::optional<Node>(subproblems_.back().from));
    }

    std::vector<Node> starts_;
    std::array<layer, 3> layers_;
    layer middle_layer_;                   // of the subproblem, from its first end
    std::size_t layer_index_ = 0;          // which of the layers is behind
    std::size_t next_ = 0;                 // of the layer here
    steps depth_ = -1;                     // of the layer here
    std::vector<subproblem> subproblems_;  // still to be found, the first at the end
    std::vector<Node> path_;               // as far as it is known
    bool searching_backward_ = false;      // the subproblem is searched from its second end
    bool is_over_ = false;                 // the goal, or the middle of the subproblem, was met
};

template <class G, class Start, class Goal>
frontier_bfs_search(G&&, const Start&, const Goal&, const options& = {})
    -> frontier_bfs_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>>;

/// Finds the fewest edges from `start` to `goal`, breadth first, and keeps only the last layers:
/// memory for the widest three. Then it looks for the middle of the path from both of its ends, and
/// so on with each half. For spaces that widen slowly: sliding tiles, open maps; where each layer
/// is a multiple of the one before, `bfs` needs little more.
///
/// `g`      a graph whose edges lead both ways, and say so: `symmetric(g)` or `undirected(g)`. Each
///          edge counts one, as in `bfs`. Where it numbers its nodes, four bits a node are kept;
///          `hashed(g)` keeps none.
/// `start`  a node, or `any_of` several.
/// `goal`   a node, `any_of` several, or a predicate on nodes.
/// `o`      limits, a stop token; `limits.cost` is the most edges. `threads` changes nothing: one
///          thread works.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start>
    requires SearchableGraph<G, node_of<G, Start>> && UndirectedGraph<G, node_of<G, Start>> &&
             GoalOf<Goal, node_of<G, Start>>
[[nodiscard]] auto frontier_bfs(G&& g, const Start& start, const Goal& goal,
                                const options& o = {}) {
    return detail::run_to_end(frontier_bfs_search(g, start, detail::goal_from<G, Start>(goal), o));
}

}  // namespace senda
