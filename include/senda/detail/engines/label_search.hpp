// SPDX-License-Identifier: MIT
// The engine under `constrained` and `pareto_front`: paths with a resource, as labels at nodes.
#pragma once

#include <senda/detail/contract/engine.hpp>
#include <senda/detail/contract/path.hpp>
#include <senda/detail/engines/label_table.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/owned_bytes.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda {

namespace detail {

// One by one and not as concepts: a message ends with what fails.
template <class M, class Resource, class Node, class Cost, class Action>
inline constexpr bool extends_resource =
    requires(std::remove_reference_t<M>& m, const Resource& a, const Node& from,
             const edge<Node, Cost, Action>& e) {
        { m.extend(a, from, e) } -> std::convertible_to<std::optional<Resource>>;
    };
template <class M, class Resource>
inline constexpr bool compares_resources =
    std::is_arithmetic_v<Resource> || std::equality_comparable<Resource> ||
    requires(std::remove_reference_t<M>& m, const Resource& a) {
        { m.dominates(a, a) } -> std::convertible_to<bool>;
    };
template <class H, class Node, class Resource, class Cost>
inline constexpr bool estimates_labels =
    Heuristic<H, Node, Cost> ||
    requires(std::remove_reference_t<H>& h, const Node& n, const Resource& r) {
        { h(n, r) } -> std::convertible_to<Cost>;
    };

}  // namespace detail

/// The rules of a resource that a path carries along: life, fuel, what was collected. Valid
/// expressions, for a model `m`, resources `a` and `b`, a node `from` and an `edge` `e` out of it:
///   `m.extend(a, from, e)`   the resource after the edge, as an optional: none if the path dies;
///   `m.dominates(a, b)`      (may be left out) whether `a` is at least as good as `b`: whatever
///                            can follow `b` can follow `a`, and never ends worse.
/// Without `dominates`, more is better for numbers, and other resources are only equal or not.
template <class M, class Resource, class Node, class Cost, class Action>
concept ResourceModel =
    std::copy_constructible<Resource> &&
    detail::extends_resource<M, Resource, Node, Cost, Action> &&  // m.extend(a, from, e)
    detail::compares_resources<M, Resource>;                      // a == b, or m.dominates(a, b)

namespace detail {

/// An estimate that may look at the resource too: `h(n)` or `h(n, r)`.
template <class H, class Node, class Resource, class Cost>
concept LabelHeuristic = estimates_labels<H, Node, Resource, Cost>;  // h(n), or h(n, r)

/// Extends labels in order of f, up to the first goal; with `Front`, to all that none dominates.
template <bool Front, class G, class Node, class Goal, class M, class Resource, class H,
          class Observer>
class label_search
    : public restartable_engine<label_search<Front, G, Node, Goal, M, Resource, H, Observer>, G,
                                Node, Goal, Observer> {
    using base = restartable_engine<label_search, G, Node, Goal, Observer>;
    friend base;
    friend typename base::engine_type;

protected:
    using typename base::types, typename base::cost, typename base::action;

private:
    static constexpr bool has_estimate = !std::same_as<std::remove_cvref_t<H>, no_heuristic>;
    static_assert(!Front || !has_estimate);

    using id = std::uint32_t;
    using table = label_table<std::remove_reference_t<M>, Resource, cost, action>;
    using label = typename table::label;
    static constexpr id none = table::none;

    using store = node_store<std::remove_cvref_t<G>, Node, labelled_node>;
    using spot = typename store::spot;

public:
    /// A search from `start` with `resource` to `goal` under the rules of `model`.
    template <class Start>
    label_search(G&& g, const Start& start, const Goal& goal, M&& model, const Resource& resource,
                 H&& h = {}, const options& o = {}, Observer&& observer = {})
        : base(std::forward<G>(g), goal, o, std::forward<Observer>(observer)),
          model_(std::forward<M>(model)),
          heuristic_(std::forward<H>(h)),
          store_(control_.budget()),
          labels_(control_.budget()),
          open_(control_.budget()),
          goals_(control_.budget()) {
        begin(start, resource);
    }

    /// Starts again from another start to another goal, with what the path starts with, in the
    /// memory of before. A heuristic that aims at the old goal must be changed first.
    template <class Start, class NewGoal = Node>
    void restart(const Start& start, const NewGoal& goal, const Resource& resource) {
        this->start_again_at(goal, [&] { begin(start, resource); });
    }
    /// Starts again from another start to the same goal.
    template <class Start>
    void restart(const Start& start, const Resource& resource) {
        this->start_again_at(typename base::same_goal{}, [&] { begin(start, resource); });
    }

    /// How many labels were made, those beyond the limit on costs among them.
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }

protected:
    using base::control_, base::graph_, base::observer_, base::goal_, base::bounds_;

    /// The labels at goals, cheapest first.
    [[nodiscard]] const buffer<id>& goals() const noexcept { return goals_; }

    /// Writes the path of a label into the fields of `r`.
    template <class Route>
    void read_back(id last, Route& r) const {
        r.cost = labels_[last].g;
        const std::size_t length = length_of(last);
        r.path.reserve(length);
        r.resources.reserve(length);
        if constexpr (!std::same_as<action, no_action>) r.actions.reserve(length - 1);
        append_path(trail{this, last}, r.path, r.actions);
        for (id i = last; i != none; i = labels_[i].parent) {
            r.resources.push_back(labels_[i].resource);
        }
        std::reverse(r.resources.begin(), r.resources.end());
    }

private:
    struct trail {
        const label_search* search;
        id at;

        [[nodiscard]] const label& here() const { return search->labels_[at]; }
        [[nodiscard]] const Node& node() const { return search->store_.node(here().node); }
        [[nodiscard]] decltype(auto) action() const { return (here().action); }
        [[nodiscard]] bool at_start() const { return here().parent == none; }
        void go_back() { at = here().parent; }
    };

    // The goals come first: whatever an exception leaves of the rest, no path is read from it.
    void forget() {
        goals_.clear();
        control_.budget().give(std::exchange(bytes_of_routes_, 0));
        has_several_goals_ = false;
        open_.clear();
        store_.clear(graph_);
        labels_.clear();
    }

    template <class Start>
    void begin(const Start& start, const Resource& resource) {
        if (!control_.fits(store_.prepare(graph_))) return;
        if (!for_each_priced_start<types>(graph_, start, [&](auto&& n, cost g) {
                add(Node(std::forward<decltype(n)>(n)), Resource(resource), g, none, action{});
            })) {
            control_.end(status::negative_cost);
        }
    }

    void advance(std::uint64_t) {
        if (open_.empty()) return finish();
        const auto first = open_.pop();
        const id popped = first.id;
        if (labels_[popped].state == label_state::dominated) return;
        bounds_.raise(first.f);
        const auto& node = store_.pinned(labels_[popped].node);
        if (goal_(graph_, node)) return arrive(popped);
        if (!control_.may_expand()) return;
        if (admits<expand_hook>(control_, observer_, node, labels_[popped].g)) expand(node, popped);
    }

    void finish() {
        if constexpr (Front) take_in_dominated_goals();
        const bool is_found = bounds_.left_out() == 0 && !goals_.empty();
        control_.end(is_found ? status::found : bounds_.ending());
    }

    // The limit on costs was not in the way of a label at a goal that the front dominates.
    void take_in_dominated_goals() {
        for (id i = 0; bounds_.left_out() != 0 && i < labels_.size(); ++i) {
            label& here = labels_[i];
            if (here.state != label_state::left_out) continue;
            if (!goal_(graph_, store_.node(here.node)) || !is_dominated_by_front(here)) return;
            mark_dominated(here);
        }
    }

    void arrive(id popped) {
        if constexpr (Front) {
            if (!enter_front(popped)) return;
        }
        if (!control_.fits(goals_.push(popped))) return;
        if constexpr (!Front) control_.end(status::found);
    }

    /// Enters a goal that no other dominates; false if one does, or if its route does not fit.
    [[nodiscard]] bool enter_front(id popped) {
        const label& here = labels_[popped];
        if (!goals_.empty() && labels_[goals_[0]].node != here.node) has_several_goals_ = true;
        if (has_several_goals_ && is_dominated_by_front(here)) return false;
        // They come in order of cost, so that only those of the same cost can be dominated.
        std::size_t kept = goals_.size();
        while (kept != 0 && labels_[goals_[kept - 1]].g == here.g) --kept;
        for (std::size_t i = kept; i != goals_.size(); ++i) {
            if (dominates_at_goals(here, labels_[goals_[i]])) {
                give_route(goals_[i]);
            } else {
                goals_[kept++] = goals_[i];
            }
        }
        goals_.truncate(kept);
        return control_.fits(take_route(popped));
    }

    // The best are last.
    [[nodiscard]] bool is_dominated_by_front(const label& here) {
        for (std::size_t i = goals_.size(); i != 0; --i) {
            if (dominates_at_goals(labels_[goals_[i - 1]], here)) return true;
        }
        return false;
    }

    // Which labels at one node are dominated is known.
    [[nodiscard]] bool dominates_at_goals(const label& a, const label& b) {
        if (a.node == b.node) return b.state == label_state::dominated;
        return a.g <= b.g && dominates(model_, a.resource, b.resource);
    }

    [[nodiscard]] bool take_route(id last) {
        const std::uint64_t bytes = bytes_of_route(last);
        const bool fits = control_.budget().take(bytes);
        if (fits) bytes_of_routes_ += bytes;
        return fits;
    }
    void give_route(id last) {
        const std::uint64_t bytes = bytes_of_route(last);
        control_.budget().give(bytes);
        bytes_of_routes_ -= bytes;
    }

    [[nodiscard]] std::size_t length_of(id last) const {
        std::size_t length = 0;
        for (id i = last; i != none; i = labels_[i].parent) ++length;
        return length;
    }

    [[nodiscard]] std::uint64_t bytes_of_route(id last) const {
        std::uint64_t bytes =
            length_of(last) * (sizeof(Node) + sizeof(Resource) + sizeof(action)) + 128;
        if constexpr (owns_bytes<Node>() || owns_bytes<Resource>()) {
            for (id i = last; i != none; i = labels_[i].parent) {
                bytes +=
                    owned_bytes(store_.node(labels_[i].node)) + owned_bytes(labels_[i].resource);
            }
        }
        return bytes;
    }

    void expand(const Node& node, id from) {
        const label& here = labels_[from];
        for_each_edge<types>(
            graph_, node, here.g, control_, observer_,
            [&](auto&& to, cost there, cost step, action a) {
                edge<Node, cost, action> e{std::forward<decltype(to)>(to), step, std::move(a)};
                std::optional<Resource> left = model_.extend(here.resource, node, std::as_const(e));
                if (left) add(std::move(e.to), std::move(*left), there, from, std::move(e.action));
            });
    }

    // Most labels are dominated by one that is known: only the rest is worth a call.
    SENDA_ALWAYS_INLINE void add(Node&& to, Resource&& resource, cost g, id parent, action&& a) {
        const auto key = store_.key_of(graph_, to);
        const spot at = store_.look_up(key, to);
        if (at.id != store::none &&
            labels_.is_dominated(model_, store_.record(at.id), at.id, g, resource)) {
            return;
        }
        keep(at, key, std::move(to), std::move(resource), g, parent, std::move(a));
    }

    SENDA_NOINLINE void keep(spot at, typename store::key key, Node&& to, Resource&& resource,
                             cost g, id parent, action&& a) {
        id node = at.id;
        if (node == store::none) {
            node = store_.add(at, key, std::move(to), labelled_node{none});
            if (!control_.fits(node != store::none)) return;
        }
        cost f = g;
        if constexpr (has_estimate) {
            const cost h = estimate_of(store_.node(node), resource);
            if (h == infinite<cost>) return;  // the heuristic says that no goal follows
            if (bounds_.admits(g)) f = bounds_.through(g, h);
        }
        const bool is_within = bounds_.admits(f);
        if constexpr (watched<Observer>) {
            if (parent != none && is_within &&
                !admits<improve_hook>(control_, observer_, store_.node(labels_[parent].node),
                                      store_.node(node), g)) {
                return;
            }
        }
        const auto made = static_cast<id>(labels_.size());
        const auto state = is_within ? label_state::queued : label_state::left_out;
        label added{std::move(resource), g, node, parent, none, state, std::move(a)};
        if (!control_.fits(labels_.add(model_, store_.record(node), std::move(added),
                                       [&](label& other) { mark_dominated(other); }))) {
            return;
        }
        if (!is_within) [[unlikely]]
            return bounds_.leave_out(f);
        control_.fits(open_.push(f, g, made));
    }

    void mark_dominated(label& other) {
        if (other.state == label_state::left_out) bounds_.take_in();
        other.state = label_state::dominated;
    }

    [[nodiscard]] cost estimate_of(const Node& n, [[maybe_unused]] const Resource& r) {
        if constexpr (requires { heuristic_(n, r); }) {
            return as_estimate<cost>(heuristic_(n, r));
        } else {
            return as_estimate<cost>(heuristic_(n));
        }
    }

    M model_;
    SENDA_NO_UNIQUE_ADDRESS H heuristic_;
    store store_;
    table labels_;
    // The deepest label first would often be dominated after it was expanded.
    open_list<cost, id, ties::fifo> open_;
    buffer<id> goals_;
    std::uint64_t bytes_of_routes_ = 0;  // what those of a front will take
    bool has_several_goals_ = false;     // whether the labels of a front are at several nodes
};

}  // namespace detail

}  // namespace senda
