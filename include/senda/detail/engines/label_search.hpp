// SPDX-License-Identifier: MIT
// The engine under `constrained` and `pareto_front`: paths with a resource, as labels at nodes.
#pragma once

#include <senda/detail/core/engine.hpp>
#include <senda/detail/core/path.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/detail/storage/node_index.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/detail/storage/open_list.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// When one resource dominates another.
enum class dominance {
    by_number,    ///< if it is more
    by_equality,  ///< only if they are equal, which a hash table finds
    by_model,     ///< if the model says so, or `==` where there is no hash
};

template <class M, class Resource>
[[nodiscard]] constexpr dominance dominance_of() {
    if constexpr (requires(M& m, const Resource& r) { m.dominates(r, r); }) {
        return dominance::by_model;
    } else if constexpr (std::is_arithmetic_v<Resource>) {
        return dominance::by_number;
    } else {
        return Hashable<Resource> ? dominance::by_equality : dominance::by_model;
    }
}

template <class M, class Resource>
[[nodiscard]] bool dominates(M& m, const Resource& a, const Resource& b) {
    if constexpr (requires { m.dominates(a, b); }) {
        return m.dominates(a, b);
    } else if constexpr (std::is_arithmetic_v<Resource>) {
        return a >= b;
    } else {
        return a == b;
    }
}

enum class label_state : unsigned char {
    queued,     ///< to be expanded, or expanded already
    pruned,     ///< beyond the limit on costs
    dominated,  ///< by another at the same node
};

/// A path to a node, and what it left of the resource.
template <class Resource, class Cost, class Action>
struct resource_label {
    using id = std::uint32_t;

    Resource resource;
    Cost g;
    id node;
    id parent;
    id sibling;  // the next label at the same node, as long as it has few
    label_state state;
    SENDA_NO_UNIQUE_ADDRESS Action action;

    [[nodiscard]] std::uint64_t owned_bytes() const
        requires(detail::owns_bytes<Resource>())
    {
        return senda::owned_bytes(resource);
    }
};

/// What is kept about a node with labels: the last that was made, if they are few.
struct labelled_node {
    std::uint32_t first_label;
};

/// The labels of a search. One dominates another at its node if it costs no more and its resource
/// dominates. Few are in a list; many in an array sorted by cost, or in a hash table where only
/// equal resources dominate. Labels never move, so that a path can be read back from any.
template <class M, class Resource, class Cost, class Action>
class label_table {
public:
    using id = std::uint32_t;
    using label = resource_label<Resource, Cost, Action>;
    static constexpr id none = std::numeric_limits<id>::max();

    /// An empty table that draws on `budget`, which must outlive it.
    explicit label_table(memory_budget& budget) noexcept
        : budget_(&budget), labels_(budget), many_(budget), equals_(budget) {}

    [[nodiscard]] std::size_t size() const noexcept { return labels_.size(); }
    [[nodiscard]] label& operator[](id i) noexcept { return labels_[i]; }
    [[nodiscard]] const label& operator[](id i) const noexcept { return labels_[i]; }

    /// Whether a label at that node dominates one of cost `g` and that resource.
    [[nodiscard]] bool is_dominated(M& model, labelled_node at, [[maybe_unused]] id node, Cost g,
                                    const Resource& resource) {
        if (has_many(at)) [[unlikely]]
            return is_dominated_by_many(model, at, node, g, resource);
        for (id i = at.first_label; i != none;) {
            const label& other = labels_[i];
            if (other.g <= g && dominates(model, other.resource, resource)) return true;
            i = other.sibling;
        }
        return false;
    }

    /// Adds a label, after calling `on_dominated` for those it dominates; false without room.
    template <class OnDominated>
    [[nodiscard]] bool add(M& model, labelled_node& at, label&& made, OnDominated&& on_dominated) {
        if (has_many(at)) [[unlikely]]
            return add_to_many(model, at, std::move(made), on_dominated);
        const std::size_t others = unlink_dominated(model, at, made, on_dominated);
        made.sibling = at.first_label;
        if (!push(std::move(made))) return false;
        at.first_label = last();
        return others < most_listed || gather(at);
    }

    /// Removes all labels and keeps the memory, but for that of nodes with many.
    void clear() {
        if constexpr (kind == dominance::by_equality) {
            if (in_equals_ != 0) {
                equals_.clear_keys(labels_.size(), [&](std::size_t i) {
                    return key_of(labels_[i].node, labels_[i].resource);
                });
            }
            in_equals_ = 0;
        }
        many_.clear();
        labels_.clear();
        last_with_many_ = none;
    }

private:
    static constexpr dominance kind = dominance_of<M, Resource>();
    // With more, the steps of a binary search are fewer than those along a list.
    static constexpr std::size_t most_listed = 12;

    // A label among many at a node; a small resource is copied, so that a scan reads in a row.
    static constexpr bool copies_resource = std::is_trivially_copyable_v<Resource> &&
                                            std::is_copy_assignable_v<Resource> &&
                                            sizeof(Resource) <= 16;
    struct no_copy {};
    struct ranked {
        Cost g;
        id label;
        SENDA_NO_UNIQUE_ADDRESS std::conditional_t<copies_resource, Resource, no_copy> resource;
    };

    // Labels are numbered from 0 on, and nodes with many from `none` on downwards.
    [[nodiscard]] bool has_many(labelled_node at) const noexcept {
        return at.first_label >= last_with_many_ && at.first_label != none;
    }
    [[nodiscard]] id last() const noexcept { return static_cast<id>(labels_.size() - 1); }

    [[nodiscard]] bool push(label&& made) {
        return labels_.size() < none && labels_.push(std::move(made));
    }

    // Takes what a new label dominates off the node's list; how many are left in it.
    template <class OnDominated>
    std::size_t unlink_dominated(M& model, labelled_node& at, const label& made,
                                 OnDominated& on_dominated) {
        std::size_t left = 0;
        for (id* link = &at.first_label; *link != none;) {
            label& other = labels_[*link];
            if (made.g <= other.g && dominates(model, made.resource, other.resource)) {
                on_dominated(other);
                *link = other.sibling;
            } else {
                link = &other.sibling;
                ++left;
            }
        }
        return left;
    }

    /// Turns the list of a node into what is kept of many.
    [[nodiscard]] SENDA_NOINLINE bool gather(labelled_node& at) {
        if constexpr (kind == dominance::by_equality) {
            if (!equals_.prepare(*this)) return false;
            for (id i = at.first_label; i != none; i = labels_[i].sibling) {
                const label& other = labels_[i];
                const auto key = key_of(other.node, other.resource);
                if (!set_equal(find_equal(key, other.node, other.resource), key, i)) return false;
            }
        } else {
            if (!many_.push(*budget_)) return false;
            buffer<ranked>& all = many_.back();
            if (!all.reserve(2 * most_listed)) return false;
            for (id i = at.first_label; i != none; i = labels_[i].sibling) {
                if (!insert(all, lower_bound(all, labels_[i].g), i)) return false;
            }
        }
        at.first_label = --last_with_many_;
        return true;
    }

    [[nodiscard]] SENDA_NOINLINE bool is_dominated_by_many(M& model, labelled_node at, id node,
                                                           Cost g, const Resource& resource) {
        if constexpr (kind == dominance::by_equality) {
            const id known = equals_.value(find_equal(key_of(node, resource), node, resource));
            return known != 0 && labels_[known - 1].g <= g;
        } else {
            const buffer<ranked>& all = many_at(at);
            const ranked* const end = std::upper_bound(
                all.begin(), all.end(), g, [](Cost c, const ranked& r) { return c < r.g; });
            if constexpr (kind == dominance::by_number) {  // they ascend with the cost
                return end != all.begin() && end[-1].resource >= resource;
            } else {
                // Later labels have come farther, and often have more to dominate with.
                for (const ranked* other = end; other != all.begin();) {
                    if (dominates(model, resource_of(*--other), resource)) return true;
                }
                return false;
            }
        }
    }

    template <class OnDominated>
    [[nodiscard]] SENDA_NOINLINE bool add_to_many(M& model, labelled_node at, label&& made,
                                                  OnDominated& on_dominated) {
        if constexpr (kind == dominance::by_equality) {
            const auto key = key_of(made.node, made.resource);
            auto* const entry = find_equal(key, made.node, made.resource);
            const id known = equals_.value(entry);
            if (known != 0) on_dominated(labels_[known - 1]);
            if (!push(std::move(made))) return false;
            if (known == 0) return set_equal(entry, key, last());
            equals_.set(entry, key, last() + 1);
            return true;
        } else {
            buffer<ranked>& all = many_at(at);
            ranked* const place = lower_bound(all, made.g);
            remove_dominated(model, all, place, made.resource, on_dominated);
            return push(std::move(made)) && insert(all, place, last());
        }
    }

    [[nodiscard]] buffer<ranked>& many_at(labelled_node at) noexcept {
        return many_[none - 1 - at.first_label];
    }

    [[nodiscard]] const Resource& resource_of(const ranked& r) const noexcept {
        if constexpr (copies_resource) {
            return r.resource;
        } else {
            return labels_[r.label].resource;
        }
    }

    [[nodiscard]] static ranked* lower_bound(buffer<ranked>& all, Cost g) noexcept {
        return std::lower_bound(all.begin(), all.end(), g,
                                [](const ranked& r, Cost c) { return r.g < c; });
    }

    /// Takes out those from `first` on, which cost no less, that a resource dominates.
    template <class OnDominated>
    void remove_dominated(M& model, buffer<ranked>& all, ranked* first, const Resource& resource,
                          OnDominated& on_dominated) {
        ranked* kept = first;
        ranked* other = first;
        for (; other != all.end(); ++other) {
            if (dominates(model, resource, resource_of(*other))) {
                on_dominated(labels_[other->label]);
            } else if constexpr (kind == dominance::by_number) {
                break;  // the rest are more
            } else {
                *kept++ = *other;
            }
        }
        if (kept == other) return;
        kept = std::copy(other, all.end(), kept);
        all.truncate(static_cast<std::size_t>(kept - all.begin()));
    }

    [[nodiscard]] bool insert(buffer<ranked>& all, ranked* place, id number) {
        const label& made = labels_[number];
        if constexpr (std::is_floating_point_v<Resource> && kind == dominance::by_number) {
            constexpr Resource least = -std::numeric_limits<Resource>::infinity();
            if (!(made.resource >= least)) return true;  // not a number, which dominates nothing
        }
        const auto before = place - all.begin();
        const ranked made_ranked = rank(made, number);
        if (!all.push(made_ranked)) return false;
        place = all.begin() + before;
        std::copy_backward(place, all.end() - 1, all.end());
        *place = made_ranked;
        return true;
    }

    [[nodiscard]] static ranked rank(const label& l, id number) noexcept {
        if constexpr (copies_resource) {
            return {l.g, number, l.resource};
        } else {
            return {l.g, number, {}};
        }
    }

    [[nodiscard]] static std::uint32_t key_of(id node, const Resource& resource) {
        return static_cast<std::uint32_t>(combine(hash_value(resource), node) >> 32);
    }
    /// Where the label of a node with that resource is, or would be.
    [[nodiscard]] auto* find_equal(std::uint32_t key, id node, const Resource& resource) {
        return equals_.find(key, [&](std::size_t i) {
            return labels_[i].node == node && labels_[i].resource == resource;
        });
    }
    template <class Entry>
    [[nodiscard]] bool set_equal(Entry* entry, std::uint32_t key, id number) {
        if (equals_.is_full(in_equals_)) {
            if (!equals_.make_room(in_equals_)) return false;
            entry = find_equal(key, labels_[number].node, labels_[number].resource);
        }
        equals_.set(entry, key, number + 1);
        ++in_equals_;
        return true;
    }

    memory_budget* budget_;
    stable_buffer<label> labels_;
    id last_with_many_ = none;
    buffer<buffer<ranked>> many_;        // of each node with many
    hashed_index<Resource, id> equals_;  // the labels of all nodes with many
    std::size_t in_equals_ = 0;
};

}  // namespace senda::detail

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
    using slot = typename store::slot;

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
        read_path(parent_cursor{this, last}, r);
    }

private:
    struct parent_cursor {
        const label_search* search;
        id at;

        [[nodiscard]] const label& here() const { return search->labels_[at]; }
        [[nodiscard]] const Node& node() const { return search->store_.node(here().node); }
        [[nodiscard]] const Resource& resource() const { return here().resource; }
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
        if (!for_each_start_cost<types>(graph_, start, [&](auto&& n, cost g) {
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
        bounds_.raise_lower_bound(first.f);
        const auto& node = store_.pinned(labels_[popped].node);
        if (goal_(graph_, node)) return arrive(popped);
        if (!control_.may_expand()) return;
        if (admits<expand_hook>(control_, observer_, node, labels_[popped].g)) expand(node, popped);
    }

    void finish() {
        if constexpr (Front) take_in_dominated_goals();
        const bool is_found = bounds_.pruned() == 0 && !goals_.empty();
        control_.end(is_found ? (Front ? status::complete : status::found) : bounds_.ending());
    }

    // The limit on costs was not in the way of a label at a goal that the front dominates.
    void take_in_dominated_goals() {
        for (id i = 0; bounds_.pruned() != 0 && i < labels_.size(); ++i) {
            label& here = labels_[i];
            if (here.state != label_state::pruned) continue;
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
                const std::uint64_t bytes = bytes_of_route(goals_[i]);
                control_.budget().give(bytes);
                bytes_of_routes_ -= bytes;
            } else {
                goals_[kept++] = goals_[i];
            }
        }
        goals_.truncate(kept);
        const std::uint64_t bytes = bytes_of_route(popped);
        if (!control_.fits(control_.budget().take(bytes))) return false;
        bytes_of_routes_ += bytes;
        return true;
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

    [[nodiscard]] std::uint64_t bytes_of_route(id last) const {
        return bytes_of_path<action>(parent_cursor{this, last});
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
        const slot at = store_.look_up(key, to);
        if (at.id != store::none &&
            labels_.is_dominated(model_, store_.record(at.id), at.id, g, resource)) {
            return;
        }
        keep(at, key, std::move(to), std::move(resource), g, parent, std::move(a));
    }

    SENDA_NOINLINE void keep(slot at, typename store::key key, Node&& to, Resource&& resource,
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
        if constexpr (has_observer<Observer>) {
            if (parent != none && is_within &&
                !admits<improve_hook>(control_, observer_, store_.node(labels_[parent].node),
                                      store_.node(node), g)) {
                return;
            }
        }
        const auto made = static_cast<id>(labels_.size());
        const auto state = is_within ? label_state::queued : label_state::pruned;
        label added{std::move(resource), g, node, parent, none, state, std::move(a)};
        if (!control_.fits(labels_.add(model_, store_.record(node), std::move(added),
                                       [&](label& other) { mark_dominated(other); }))) {
            return;
        }
        if (!is_within) [[unlikely]]
            return bounds_.prune(f);
        control_.fits(open_.push(f, g, made));
    }

    void mark_dominated(label& other) {
        if (other.state == label_state::pruned) bounds_.readmit();
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
