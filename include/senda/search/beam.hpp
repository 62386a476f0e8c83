// SPDX-License-Identifier: MIT
// Beam search: layer by layer, and of each layer only the best; some path, in little memory.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// What a beam does when it found no path and had left something out.
enum class beam_growth : std::uint8_t {
    fixed,    ///< ends with `width_limit`
    doubling  ///< begins again, twice as wide: it finds a path if there is one
};

/// How many nodes of a layer a beam keeps.
struct beam_width {
    std::size_t nodes;                        ///< at least 1 is kept
    beam_growth growth = beam_growth::fixed;  ///< what it does where that is too few

    /// A number of nodes, and what to do where they are too few.
    constexpr beam_width(std::size_t n, beam_growth g = beam_growth::fixed) noexcept
        : nodes(n), growth(g) {}
};

namespace detail {

/// What a beam search keeps about a node. One on the path may get cheaper while those behind it
/// keep their `g`, so that the cost of a path is the sum of its steps.
template <class Cost, class Id, class Action>
struct kept_node : reached_node<Cost, Id, Action> {
    Cost step;
};

}  // namespace detail

/// A beam search that can be stepped; it refers to lvalues that it is given and keeps temporaries.
template <class G, class Node, class Goal, class H, class Observer = no_observer,
          class Id = std::uint32_t>
    requires SearchableGraph<G, Node> && GoalOf<Goal, Node> && Heuristic<H, Node, cost_of<G, Node>>
class beam_search : public detail::restartable_engine<beam_search<G, Node, Goal, H, Observer, Id>,
                                                      G, Node, Goal, Observer> {
    using base = detail::restartable_engine<beam_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;
    using typename base::types, typename base::cost, typename base::action;

    using record = detail::kept_node<cost, Id, action>;
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record, Id>;
    using candidate = detail::node_entry<Node, record>;  // that may join the next layer

    /// Where a candidate stands among the others: the least f, then the least estimate, then the
    /// first that was met.
    struct rank {
        cost f;
        cost h;
        Id at;

        friend constexpr bool operator<(const rank& a, const rank& b) noexcept {
            return a.f != b.f ? a.f < b.f : a.h != b.h ? a.h < b.h : a.at < b.at;
        }
    };

public:
    using typename base::result_type;

    /// A search from `start`, a node or `any_of` several, to `goal`, that keeps `width` nodes of
    /// each layer.
    template <class Start>
    beam_search(G&& g, const Start& start, const Goal& goal, H&& h, beam_width width,
                const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          heuristic_(std::forward<H>(h)),
          asked_(width),
          store_(control_.budget()),
          layer_(control_.budget()),
          candidates_(control_.budget()),
          ranks_(control_.budget()) {
        begin(start);
    }

    /// The answer as it stands.
    [[nodiscard]] result_type result() const {
        result_type r = this->pathless_result();
        if (r.status == status::found) {
            detail::append_path(parent_cursor{&store_, found_}, r.path, r.actions);
            r.cost = detail::cost_by_steps(store_, found_);
            r.lower_bound = std::min(r.lower_bound, r.cost);
        }
        return r;
    }

    /// How wide the beam is now.
    [[nodiscard]] std::size_t width() const noexcept { return width_; }

private:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;
    using parent_cursor = detail::record_parent_cursor<store, Id>;

    void forget() {
        store_.clear(graph_);
        layer_.clear();
        candidates_.clear();
        ranks_.clear();
        next_ = 0;
        found_ = store::none;
        pruned_bound_ = infinite<cost>;
        is_cut_ = false;
    }

    template <class Start>
    void begin(const Start& start) {
        width_ = std::max<std::size_t>(asked_.nodes, 1);
        starts_.clear();
        detail::for_each_start<Node>(
            graph_, start, [&](auto&& n) { starts_.push_back(std::forward<decltype(n)>(n)); });
        begin_beam();
    }

    void begin_beam() {
        if (!control_.fits(store_.prepare(graph_))) return;
        for (const Node& n : starts_) consider(n, cost{0}, cost{0}, store::none, action{});
    }

    void advance(std::uint64_t) {
        if (next_ == layer_.size()) return select();
        if (!control_.may_expand()) return;
        const Id id = layer_[next_++];
        auto& expanded = store_.record(id);
        if (expanded.state == detail::node_state::closed) control_.count_reopened();
        expanded.state = detail::node_state::closed;
        const cost g = expanded.g;
        const auto& node = store_.pinned(id);
        if (!detail::admits<detail::expand_hook>(control_, observer_, node, g)) return;
        detail::for_each_edge<types>(
            graph_, node, g, control_, observer_, [&](auto&& to, cost there, cost step, action a) {
                consider(std::forward<decltype(to)>(to), there, step, id, std::move(a));
            });
    }

    template <class N>
    void consider(N&& node, cost g, cost step, Id parent, action a) {
        const auto slot = store_.look_up(store_.key_of(graph_, node), node);
        if (slot.id != store::none && !(g < store_.record(slot.id).g)) return;
        if (!this->admits_path(store_, parent, node, g)) return;
        const auto h = as_estimate<cost>(heuristic_(node));
        if (h == infinite<cost>) return;  // the estimate says that no goal follows
        const cost f = bounds_.through(g, h);
        record by{{g, parent, detail::node_state::open, std::move(a)}, step};
        if (!bounds_.admits(f)) [[unlikely]] {
            (void)keep(std::forward<N>(node), std::move(by), f);
            return;
        }
        const bool fits = candidates_.size() < store::none &&
                          ranks_.push(f, h, static_cast<Id>(candidates_.size())) &&
                          candidates_.push(std::forward<N>(node), std::move(by));
        control_.fits(fits);
    }

    // The next layer: the best of what was met, each node once. A goal is never left out.
    void select() {
        layer_.clear();
        next_ = 0;
        if (ranks_.empty()) return finish();
        if (end_at_goal()) return;
        std::sort(ranks_.begin(), ranks_.end());
        bounds_.raise_lower_bound(std::min(ranks_[0].f, pruned_bound_));
        for (const rank& first : ranks_) {
            if (!control_.running()) break;
            candidate& best = candidates_[first.at];
            const Id known = store_.find(graph_, best.node);
            if (known != store::none && !(best.record.g < store_.record(known).g)) continue;
            if (layer_.size() == width_) {
                is_cut_ = true;
                pruned_bound_ = std::min(pruned_bound_, first.f);
                break;
            }
            const Id id = keep(std::move(best.node), std::move(best.record), first.f);
            if (id != store::none) control_.fits(layer_.push(id));
        }
        candidates_.clear();
        ranks_.clear();
    }

    // The cheapest of the goals that were met in a layer.
    bool end_at_goal() {
        Id best = store::none;
        for (std::size_t i = 0; i < candidates_.size(); ++i) {
            if (!goal_(graph_, candidates_[i].node)) continue;
            if (best == store::none || candidates_[i].record.g < candidates_[best].record.g)
                best = static_cast<Id>(i);
        }
        if (best == store::none) return false;
        candidate& end = candidates_[best];
        found_ = keep(std::move(end.node), std::move(end.record), end.record.g);
        if (found_ != store::none) control_.end(status::found);
        return true;
    }

    /// Takes a node in, or a cheaper path to it; `none` if there is no room or it is left out.
    template <class N>
    [[nodiscard]] Id keep(N&& node, record&& by, cost through) {
        const auto key = store_.key_of(graph_, node);
        const auto [id, fresh] =
            store_.intern(key, std::forward<N>(node), [&] { return std::move(by); });
        if (!control_.fits(id != store::none)) return store::none;
        record& known = store_.record(id);
        if (!fresh) {
            by.state = known.state;
            known = std::move(by);
        }
        return bounds_.update_state(known.state, through) ? id : store::none;
    }

    void finish() {
        if (!is_cut_) return control_.end(bounds_.ending());
        bounds_.raise_lower_bound(pruned_bound_);
        if (asked_.growth == beam_growth::fixed) return control_.end(status::width_limit);
        const cost proven = std::min(bounds_.proven_bound(), bounds_.pruned_bound());
        width_ *= 2;
        bounds_ = detail::cost_bounds<cost>(control_.limits());
        bounds_.raise_lower_bound(proven);
        forget();
        begin_beam();
    }

    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    beam_width asked_;
    std::size_t width_ = 1;
    std::vector<Node> starts_;
    store store_;                           // the nodes of all layers
    detail::buffer<Id> layer_;              // those that are expanded
    detail::buffer<candidate> candidates_;  // for the next layer
    detail::buffer<rank> ranks_;            // their order
    std::size_t next_ = 0;                  // of the layer
    Id found_ = store::none;
    cost pruned_bound_ = infinite<cost>;  // the least f that there was no room for
    bool is_cut_ = false;                 // something was left out for want of room
};

template <class G, class Start, class Goal, class H, class Observer = no_observer>
beam_search(G&&, const Start&, const Goal&, H&&, beam_width, const options& = {}, Observer&& = {})
    -> beam_search<G, node_of<G, Start>, detail::goal_type<Goal, node_of<G, Start>>, H, Observer>;

/// Finds some path from `start` to `goal`, layer by layer, keeping of each layer only the nodes of
/// least g + h; ties go to the least estimate, then to what was met first. Holds at most `width`
/// nodes a layer. With `beam_growth::doubling` it begins again twice as wide until it has a path,
/// or has left nothing out and so proven that there is none: complete on finite graphs.
///
/// Without it, `width_limit` says that no path was found but nodes were left out; `exhausted`, that
/// none were. `lower_bound` holds in any case, if `h` is admissible.
///
/// `g`         the graph; costs are not negative (a negative one ends the search and is reported).
/// `start`     a node, or `any_of` several.
/// `goal`      a node, `any_of` several, or a predicate on nodes.
/// `h`         the estimated cost from a node to the nearest goal; `infinite` says "none".
/// `width`     how many nodes of a layer are kept, and what to do where they are too few.
/// `o`         limits, a stop token; `threads` changes nothing: one thread works.
/// `observer`  hooks that are called as it works; see `no_observer`.
template <class G, class Start = detail::declared_node_t<G>, class Goal = Start, class H,
          class Observer = no_observer>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>>
[[nodiscard]] auto beam(G&& g, const Start& start, const Goal& goal, H&& h, beam_width width,
                        const options& o = {}, Observer&& observer = {}) {
    return detail::run_to_end(
        beam_search(g, start, detail::goal_from<G, Start>(goal), h, width, o, observer));
}

}  // namespace senda
