// SPDX-License-Identifier: MIT
// A graph to build and to change: nodes of any type, edges that are added and removed one by one.
#pragma once

#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda {

/// Whether the edges of an `adjacency` lead one way or both ways.
enum class edge_kind {
    directed,   ///< from its first node to its second
    undirected  ///< both ways, at the same cost and with the same action
};

namespace detail {

inline constexpr std::size_t no_slot = static_cast<std::size_t>(-1);

}  // namespace detail

/// A graph to build and to change, with nodes of any type that is `Hashable`: `adjacency<Node>`
/// without costs, `adjacency<Node, int>` with, `adjacency<Node, int, Action>` with an action for
/// each edge, too. Nodes and the edges of a node keep the order in which they were added, and a
/// node is itself whatever else is removed. Loops and parallel edges stay apart. Adding and finding
/// a node takes constant time on average, removing takes time in its edges and its neighbours'.
/// ```
/// senda::adjacency<std::string, int> roads{senda::edge_kind::undirected};
/// roads.add_edge("Lima", "Cusco", 1100);
/// senda::dijkstra(roads, "Cusco", "Lima");
/// ```
template <Hashable Node, class Weight = unweighted, class Action = no_action>
class adjacency : public detail::declares_cost<Weight> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;

public:
    using node_type = Node;
    using action_type = Action;  ///< `no_action` where edges have none

    /// An edge out of a node, as `edges` lists it.
    using edge_type = edge<Node, std::conditional_t<has_weights, Weight, steps>, Action>;

    /// A graph without nodes.
    explicit adjacency(edge_kind kind = edge_kind::directed) noexcept : kind_(kind) {}

    /// Whether its edges lead one way or both ways.
    [[nodiscard]] edge_kind kind() const noexcept { return kind_; }
    /// How many nodes there are.
    [[nodiscard]] std::size_t node_count() const noexcept {
        return places_.size() - free_places_.size();
    }
    /// How many edges there are; an undirected one counts once.
    [[nodiscard]] std::size_t edge_count() const noexcept {
        return edges_.size() - free_edges_.size();
    }

    /// Whether `n` is a node of the graph.
    [[nodiscard]] bool contains(const Node& n) const { return find(n) != detail::no_slot; }

    /// Whether an edge leads from one node to the other; undirected ones lead both ways.
    [[nodiscard]] bool has_edge(const Node& from, const Node& to) const {
        const std::size_t last = find(to);
        bool found = false;
        each_edge(find(from), 0,
                  [&](const link&, std::size_t slot) { found = found || slot == last; });
        return found;
    }

    /// The nodes in the order in which they were added: a list of its own, so that the graph may be
    /// changed while it is walked.
    [[nodiscard]] std::vector<Node> nodes() const {
        std::vector<const place*> there;
        there.reserve(node_count());
        for (const place& p : places_)
            if (p.node) there.push_back(&p);
        std::sort(there.begin(), there.end(),
                  [](const place* a, const place* b) { return a->number < b->number; });
        std::vector<Node> listed;
        listed.reserve(there.size());
        for (const place* p : there) listed.push_back(*p->node);
        return listed;
    }

    /// The edges out of a node in the order in which they were added, as a list of its own; none if
    /// it is not in the graph. `successors` gives the same without a copy.
    [[nodiscard]] std::vector<edge_type> edges(const Node& n) const {
        std::vector<edge_type> listed;
        each_edge(find(n), 0, [&](const link& e, std::size_t to) {
            if constexpr (has_weights) {
                listed.push_back({node_at(to), e.cost, e.action});
            } else {
                listed.push_back({node_at(to), 1, e.action});
            }
        });
        return listed;
    }

    /// Adds a node without edges; false if it was there.
    bool add_node(Node n) {
        const std::size_t before = node_count();
        find_or_add(std::move(n));
        return node_count() != before;
    }

    /// Adds an edge, and the nodes at its ends that were not there; a second one between the same
    /// nodes is parallel to the first.
    void add_edge(Node from, Node to, Action action = Action())
        requires(!has_weights)
    {
        connect(std::move(from), std::move(to), {}, std::move(action));
    }
    /// Adds an edge with a cost; its ends become nodes if they are none yet.
    void add_edge(Node from, Node to, Weight cost, Action action = Action())
        requires has_weights
    {
        connect(std::move(from), std::move(to), cost, std::move(action));
    }

    /// Removes all edges from one node to the other (in an undirected graph those between them),
    /// parallel ones included, and says how many that were. Their nodes stay.
    std::size_t remove_edge(const Node& from, const Node& to) {
        const std::size_t last = find(to);
        const std::size_t before = edge_count();
        const std::size_t first = find(from);
        if (first == detail::no_slot || last == detail::no_slot) return 0;
        const std::vector<std::size_t> listed = places_[first].edges[0];
        for (const std::size_t e : listed)
            if (other_end(e, first, 0) == last) disconnect(e);
        return before - edge_count();
    }

    /// Removes a node and all edges out of it and into it; false if it was not there.
    bool remove_node(const Node& n) {
        const std::size_t slot = find(n);
        if (slot == detail::no_slot) return false;
        for (const std::vector<std::size_t>& side : places_[slot].edges)
            while (!side.empty()) disconnect(side.back());
        std::size_t* before = &bucket_of(places_[slot].hash);
        while (*before != slot) before = &places_[*before].next;
        *before = places_[slot].next;
        free_places_.push_back(slot);
        places_[slot].node.reset();  // last: `n` may be a reference to it
        return true;
    }

    /// Calls `emit(node)`, `emit(node, cost)` or `emit(node, cost, action)` for each edge out of
    /// `n`, in the order in which they were added.
    template <class Emit>
    void successors(const Node& n, Emit&& emit) const {
        each_edge(find(n), 0, [&](const link& e, std::size_t to) { give(e, to, emit); });
    }

    /// Like `successors`, for each edge into `n`.
    template <class Emit>
    void predecessors(const Node& n, Emit&& emit) const {
        each_edge(find(n), side_of_ends(),
                  [&](const link& e, std::size_t from) { give(e, from, emit); });
    }

private:
    struct link {
        std::size_t from;
        std::size_t to;
        SENDA_NO_UNIQUE_ADDRESS Weight cost{};
        SENDA_NO_UNIQUE_ADDRESS Action action{};
    };
    struct place {
        std::optional<Node> node;  // nothing in a free slot
        std::uint64_t number = 0;  // grows with each node that is added
        std::uint64_t hash = 0;
        std::size_t next = detail::no_slot;  // in the same bucket
        // The edges that leave it, and those that enter it; of an undirected node all are in one.
        std::array<std::vector<std::size_t>, 2> edges{};
    };

    [[nodiscard]] const Node& node_at(std::size_t slot) const noexcept {
        return *places_[slot].node;
    }
    [[nodiscard]] std::size_t& bucket_of(std::uint64_t hash) noexcept {
        return buckets_[static_cast<std::size_t>(hash) & (buckets_.size() - 1)];
    }
    [[nodiscard]] std::size_t find(const Node& n) const { return find(n, hash_value(n)); }
    [[nodiscard]] std::size_t find(const Node& n, std::uint64_t hash) const {
        if (buckets_.empty()) return detail::no_slot;
        std::size_t slot = buckets_[static_cast<std::size_t>(hash) & (buckets_.size() - 1)];
        while (slot != detail::no_slot && !(places_[slot].hash == hash && node_at(slot) == n))
            slot = places_[slot].next;
        return slot;
    }

    std::size_t find_or_add(Node&& n) {
        const std::uint64_t hash = hash_value(n);
        const std::size_t known = find(n, hash);
        if (known != detail::no_slot) return known;
        const std::size_t slot = take_slot(places_, free_places_);
        places_[slot] = {std::move(n), added_++, hash, detail::no_slot, {}};
        if (places_.size() <= buckets_.size()) {
            put_in_bucket(slot);
        } else {
            buckets_.assign(std::max<std::size_t>(8, 2 * buckets_.size()), detail::no_slot);
            for (std::size_t i = 0; i < places_.size(); ++i)
                if (places_[i].node) put_in_bucket(i);
        }
        return slot;
    }
    void put_in_bucket(std::size_t slot) noexcept {
        std::size_t& first = bucket_of(places_[slot].hash);
        places_[slot].next = std::exchange(first, slot);
    }

    template <class Item>
    static std::size_t take_slot(std::vector<Item>& items, std::vector<std::size_t>& free) {
        if (free.empty()) {
            items.emplace_back();
            return items.size() - 1;
        }
        const std::size_t slot = free.back();
        free.pop_back();
        return slot;
    }

    void connect(Node&& from, Node&& to, Weight cost, Action&& action) {
        const std::size_t first = find_or_add(std::move(from));
        const std::size_t last = find_or_add(std::move(to));
        const std::size_t e = take_slot(edges_, free_edges_);
        edges_[e] = {first, last, cost, std::move(action)};
        places_[first].edges[0].push_back(e);
        if (is_in_second(edges_[e])) places_[last].edges[side_of_ends()].push_back(e);
    }

    void disconnect(std::size_t e) {
        std::erase(places_[edges_[e].from].edges[0], e);
        if (is_in_second(edges_[e])) std::erase(places_[edges_[e].to].edges[side_of_ends()], e);
        edges_[e] = {};
        free_edges_.push_back(e);
    }

    [[nodiscard]] std::size_t side_of_ends() const noexcept {
        return kind_ == edge_kind::directed ? 1 : 0;
    }
    // An undirected loop is one edge out of its node, not two.
    [[nodiscard]] bool is_in_second(const link& e) const noexcept {
        return kind_ == edge_kind::directed || e.from != e.to;
    }
    [[nodiscard]] std::size_t other_end(std::size_t e, std::size_t slot,
                                        std::size_t side) const noexcept {
        const bool is_first = kind_ == edge_kind::directed ? side == 0 : edges_[e].from == slot;
        return is_first ? edges_[e].to : edges_[e].from;
    }

    /// Calls `visit(edge, slot of the node at its other end)` for each edge in a list of a node.
    template <class Visit>
    void each_edge(std::size_t slot, std::size_t side, Visit visit) const {
        if (slot == detail::no_slot) return;
        for (const std::size_t e : places_[slot].edges[side])
            visit(edges_[e], other_end(e, slot, side));
    }

    template <class Emit>
    void give(const link& e, std::size_t to, Emit& emit) const {
        if constexpr (has_weights) {
            detail::emit_edge(emit, node_at(to), static_cast<path_cost<Weight>>(e.cost), e.action);
        } else {
            detail::emit_edge(emit, node_at(to), e.cost, e.action);
        }
    }

    edge_kind kind_;
    std::vector<std::size_t> buckets_;  // the first slot of each: a power of two of them, or none
    std::vector<place> places_;
    std::vector<link> edges_;
    std::vector<std::size_t> free_places_;
    std::vector<std::size_t> free_edges_;
    std::uint64_t added_ = 0;
};

}  // namespace senda
