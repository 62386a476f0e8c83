// SPDX-License-Identifier: MIT
// The engine under `constrained` and `pareto_front`: paths with a resource, as labels at nodes.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/successors.hpp>
#include <senda/search/engine.hpp>
#include <senda/search/goal.hpp>
#include <senda/search/observer.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/node_store.hpp>
#include <senda/storage/open_list.hpp>
#include <senda/storage/owned_bytes.hpp>
#include <senda/storage/stable_buffer.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// The rules of a resource that a path carries along: life, fuel, what was collected. Valid
/// expressions, for a model `m`, resources `a` and `b`, a node `from` and an `edge` `e` out of it:
///   `m.extend(a, from, e)`   the resource after the edge, as an optional: none if the path dies;
///   `m.dominates(a, b)`      (may be left out) whether `a` is at least as good as `b`: whatever
///                            can follow `b` can follow `a`, and never ends worse.
/// Without `dominates`, more is better for numbers, and other resources are only equal or not.
template <class M, class Resource, class Node, class Cost, class Action>
concept ResourceModel = std::copy_constructible<Resource> &&
                        requires(std::remove_reference_t<M>& m, const Resource& a, const Node& from,
                                 const edge<Node, Cost, Action>& e) {
                            {
                                m.extend(a, from, e)
                            } -> std::convertible_to<std::optional<Resource>>;
                        } &&
                        (std::is_arithmetic_v<Resource> || std::equality_comparable<Resource> ||
                         requires(std::remove_reference_t<M>& m, const Resource& a) {
                             { m.dominates(a, a) } -> std::convertible_to<bool>;
                         });

namespace detail {

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

/// An estimate that may look at the resource too: `h(n)` or `h(n, r)`.
template <class H, class Node, class Resource, class Cost>
concept LabelHeuristic = Heuristic<H, Node, Cost> ||
                         requires(std::remove_reference_t<H>& h, const Node& n, const Resource& r) {
                             { h(n, r) } -> std::convertible_to<Cost>;
                         };

struct no_estimate {
    template <class Node>
    constexpr int operator()(const Node&) const noexcept {
        return 0;
    }
};

/// A way to a node, and what it left of the resource.
template <class Resource, class Cost, class Action>
struct resource_label {
    using id = std::uint32_t;

    Resource resource;
    Cost g;
    id node;
    id parent;
    id sibling;  // the next label at the same node
    bool beaten;
    [[no_unique_address]] Action action;

    resource_label(Resource&& r, Cost c, id n, id p, id s, Action&& a)
        : resource(std::move(r)),
          g(c),
          node(n),
          parent(p),
          sibling(s),
          beaten(false),
          action(std::move(a)) {}

    [[nodiscard]] std::uint64_t owned_bytes() const
        requires(detail::owns_bytes<Resource>())
    {
        return senda::owned_bytes(resource);
    }
};

/// What is kept about a node with labels.
struct labelled_node {
    std::uint32_t first_label;
};

/// Extends labels in order of f. `front` false: ends at the first goal; true: goes on until no
/// label is left, and keeps every goal label that no other beats.
template <bool Front, class G, class Node, class Goal, class M, class Resource, class H,
          class Observer>
class label_search : public engine<label_search<Front, G, Node, Goal, M, Resource, H, Observer>> {
    using base = engine<label_search>;
    friend base;

protected:
    using types = graph_types<std::remove_reference_t<G>, Node>;
    using cost = typename types::cost;
    using action = typename types::action;

private:
    using id = std::uint32_t;
    static constexpr id none = std::numeric_limits<id>::max();

    // Labels are never freed or moved while the search lives, so that a path can be read back from
    // any of them, beaten or not.
    using label = resource_label<Resource, cost, action>;
    using record = labelled_node;
    using store = detail::node_store<std::remove_cvref_t<G>, Node, record>;

public:
    template <class Start>
    label_search(G&& g, const Start& start, const Goal& goal, M&& model, const Resource& resource,
                 H&& h, const options& o, Observer&& observer)
        : base(o),
          graph_(std::forward<G>(g)),
          model_(std::forward<M>(model)),
          heuristic_(std::forward<H>(h)),
          observer_(std::forward<Observer>(observer)),
          goal_(graph_, goal),
          store_(control_.budget()),
          labels_(control_.budget()),
          open_(control_.budget()),
          goals_(control_.budget()),
          cap_(o.limits.cost.most<cost>()) {
        begin(start, resource);
    }

    /// How many labels were made.
    [[nodiscard]] std::size_t labels() const noexcept { return labels_.size(); }

protected:
    using base::control_;

    /// The labels at goals, cheapest first.
    [[nodiscard]] const detail::buffer<id>& goals() const noexcept { return goals_; }

    /// Writes the path of a label into the fields of `r`.
    template <class Route>
    void read_back(id last, Route& r) const {
        r.cost = labels_[last].g;
        const std::size_t length = length_of(last);
        r.path.reserve(length);
        r.resources.reserve(length);
        if constexpr (!std::same_as<action, no_action>) r.actions.reserve(length - 1);
        for (id i = last; i != none; i = labels_[i].parent) {
            r.path.push_back(store_.node(labels_[i].node));
            r.resources.push_back(labels_[i].resource);
            if constexpr (!std::same_as<action, no_action>) {
                if (labels_[i].parent != none) r.actions.push_back(labels_[i].action);
            }
        }
        std::reverse(r.path.begin(), r.path.end());
        std::reverse(r.resources.begin(), r.resources.end());
        std::reverse(r.actions.begin(), r.actions.end());
    }

    // Every path to a goal goes through a queued label or one that was cut.
    [[nodiscard]] cost lower_bound() const {
        if (this->status() == status::exhausted) return infinite<cost>;
        if (this->status() == status::cost_limit) return cut_;
        return std::min(lower_, cut_);
    }

private:
    template <class Start>
    void begin(const Start& start, const Resource& resource) {
        if (!store_.prepare(graph_)) return control_.end(status::memory_limit);
        for_each_start<Node>(graph_, start, [&](auto&& n) {
            add(Node(std::forward<decltype(n)>(n)), Resource(resource), cost{0}, none, action{});
        });
    }

    void advance(std::uint64_t) {
        if (open_.empty()) return finish();
        const auto first = open_.pop();
        const id popped = first.id;
        if (labels_[popped].beaten) return;
        lower_ = std::max(lower_, first.f);
        const auto& node = store_.pinned(labels_[popped].node);
        if (goal_(graph_, node)) return arrive(popped);
        if (!control_.may_expand()) return;
        switch (notify<expand_hook>(observer_, node, labels_[popped].g)) {
            case flow::stop: return control_.end(status::cancelled);
            case flow::prune: return;
            case flow::proceed: expand(node, popped);
        }
    }

    void finish() {
        control_.end(was_cut_         ? status::cost_limit
                     : goals_.empty() ? status::exhausted
                                      : status::found);
    }

    void arrive(id popped) {
        if constexpr (Front) {
            if (!enter_front(popped)) return;
        }
        if (!goals_.push(popped)) return control_.end(status::memory_limit);
        if constexpr (!Front) control_.end(status::found);
    }

    /// Makes room among the goals for one that no other beats; false if one does, or if there is
    /// none: a front of many long routes may take more than the search for them.
    [[nodiscard]] bool enter_front(id popped) {
        const label& here = labels_[popped];
        const auto beats = [&](const label& a, const label& b) {
            return a.g <= b.g && dominates(model_, a.resource, b.resource);
        };
        for (const id other : goals_) {
            if (beats(labels_[other], here)) return false;
        }
        std::size_t kept = 0;
        for (const id other : goals_) {
            if (beats(here, labels_[other])) {
                control_.budget().give(bytes_of_route(other));
            } else {
                goals_[kept++] = other;
            }
        }
        goals_.truncate(kept);
        if (control_.budget().take(bytes_of_route(popped))) return true;
        control_.end(status::memory_limit);
        return false;
    }

    /// How many nodes the path of a label has.
    [[nodiscard]] std::size_t length_of(id last) const {
        std::size_t length = 0;
        for (id i = last; i != none; i = labels_[i].parent) ++length;
        return length;
    }

    /// What the path of a label takes in an answer.
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
        for_each_way<types>(
            graph_, node, here.g, control_, observer_,
            [&](auto&& to, cost there, cost step, action a) {
                edge<Node, cost, action> e{std::forward<decltype(to)>(to), step, std::move(a)};
                std::optional<Resource> left = model_.extend(here.resource, node, std::as_const(e));
                if (left) add(std::move(e.to), std::move(*left), there, from, std::move(e.action));
            });
    }

    void add(Node&& to, Resource&& resource, cost g, id parent, action&& a) {
        if (g > cap_) return cut(g);
        const auto key = store_.key_of(graph_, to);
        const auto [node, fresh] = store_.intern(key, std::move(to), [] { return record{none}; });
        if (node == store::none) return control_.end(status::memory_limit);
        if (is_beaten(node, g, resource)) return;
        const cost h = estimate_of(store_.node(node), resource);
        if (h == infinite<cost>) return;  // the heuristic says that no goal follows
        const cost f = add_costs(g, h);
        if (f > cap_) return cut(f);
        if constexpr (watched<Observer>) {
            if (parent != none &&
                !may_improve(control_, observer_, store_.node(labels_[parent].node),
                             store_.node(node), g)) {
                return;
            }
        }
        beat_others(node, g, resource);
        const auto made = static_cast<id>(labels_.size());
        if (labels_.size() >= none ||
            !labels_.push(std::move(resource), g, node, parent, store_.record(node).first_label,
                          std::move(a)) ||
            !open_.push(f, g, made)) {
            return control_.end(status::memory_limit);
        }
        store_.record(node).first_label = made;
    }

    // Of two labels at a node, one that costs no more and whose resource dominates makes the other
    // useless.
    [[nodiscard]] bool is_beaten(id node, cost g, const Resource& resource) {
        for (id i = store_.record(node).first_label; i != none; i = labels_[i].sibling) {
            if (labels_[i].g <= g && dominates(model_, labels_[i].resource, resource)) return true;
        }
        return false;
    }

    // Labels that a new one beats leave the node's list, but stay where they are.
    void beat_others(id node, cost g, const Resource& resource) {
        for (id* link = &store_.record(node).first_label; *link != none;) {
            label& other = labels_[*link];
            if (g <= other.g && dominates(model_, resource, other.resource)) {
                other.beaten = true;
                *link = other.sibling;
            } else {
                link = &other.sibling;
            }
        }
    }

    [[nodiscard]] cost estimate_of(const Node& n, [[maybe_unused]] const Resource& r) {
        if constexpr (requires { heuristic_(n, r); }) {
            return as_estimate<cost>(heuristic_(n, r));
        } else {
            return as_estimate<cost>(heuristic_(n));
        }
    }

    void cut(cost through) {
        was_cut_ = true;
        cut_ = std::min(cut_, through);
    }

    G graph_;
    M model_;
    [[no_unique_address]] H heuristic_;
    [[no_unique_address]] Observer observer_;
    goal_test<G, Node, Goal> goal_;
    store store_;
    detail::stable_buffer<label> labels_;
    // In turn: the deepest label first would often be beaten after it was expanded.
    detail::open_list<cost, id, detail::ties::in_turn> open_;
    detail::buffer<id> goals_;
    cost cap_;
    cost lower_ = 0;
    cost cut_ = infinite<cost>;
    bool was_cut_ = false;
};

}  // namespace detail

}  // namespace senda
