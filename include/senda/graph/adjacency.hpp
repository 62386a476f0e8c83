// SPDX-License-Identifier: MIT
// A graph to build and to change: nodes of any type, edges that are added and removed one by one.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
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

/// Slots found by hash: open addressing with linear probing, which leaves no tombstones behind.
class slot_table {
public:
    /// The slot with that hash for which `same(slot)` holds, or `no_slot`.
    template <class Same>
    [[nodiscard]] std::size_t find(std::uint64_t hash, Same same) const {
        if (entries_.empty()) return no_slot;
        for (std::size_t at = home(hash);; at = next(at)) {
            const entry& e = entries_[at];
            if (e.slot == no_slot || (e.hash == hash && same(e.slot))) return e.slot;
        }
    }

    void insert(std::uint64_t hash, std::size_t slot) {
        if (2 * (count_ + 1) > entries_.size()) {
            std::vector<entry> old(std::max<std::size_t>(8, 2 * entries_.size()));
            old.swap(entries_);
            for (const entry& e : old)
                if (e.slot != no_slot) entries_[empty_after(home(e.hash))] = e;
        }
        entries_[empty_after(home(hash))] = {hash, slot};
        ++count_;
    }

    /// Takes out a slot that is in the table; those that it had pushed on move back.
    void erase(std::uint64_t hash, std::size_t slot) {
        std::size_t hole = home(hash);
        while (entries_[hole].slot != slot) hole = next(hole);
        for (std::size_t at = next(hole); entries_[at].slot != no_slot; at = next(at)) {
            const std::size_t pushed = at - home(entries_[at].hash);
            if ((pushed & mask()) < ((at - hole) & mask())) continue;
            entries_[hole] = entries_[at];
            hole = at;
        }
        entries_[hole] = {};
        --count_;
    }

private:
    struct entry {
        std::uint64_t hash = 0;
        std::size_t slot = no_slot;
    };

    [[nodiscard]] std::size_t mask() const noexcept { return entries_.size() - 1; }
    [[nodiscard]] std::size_t home(std::uint64_t hash) const noexcept {
        return static_cast<std::size_t>(hash) & mask();
    }
    [[nodiscard]] std::size_t next(std::size_t at) const noexcept { return (at + 1) & mask(); }
    [[nodiscard]] std::size_t empty_after(std::size_t at) const noexcept {
        while (entries_[at].slot != no_slot) at = next(at);
        return at;
    }

    std::vector<entry> entries_;  // a power of two of them, or none
    std::size_t count_ = 0;
};

}  // namespace detail

/// A graph to build and to change, with nodes of any type that is `Hashable`: `adjacency<Node>`
/// without costs, `adjacency<Node, int>` with, `adjacency<Node, int, Action>` with an action for
/// each edge, too. Nodes and the edges of a node keep the order in which they were added, and a
/// node is itself whatever else is removed. Loops and parallel edges stay apart. Adding and finding
/// a node takes constant time on average, removing takes time in its edges.
/// ```
/// senda::adjacency<std::string, int> roads{senda::edge_kind::undirected};
/// roads.add_edge("Lima", "Cusco", 1100);
/// senda::dijkstra(roads, "Cusco", "Lima");
/// ```
template <Hashable Node, class Weight = unweighted, class Action = no_action>
class adjacency : public detail::declares_cost<Weight> {
    static constexpr bool has_weights = !std::same_as<Weight, unweighted>;
    static constexpr bool has_actions = !std::same_as<Action, no_action>;

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
        return labels_.size() - free_edges_.size();
    }

    /// Whether `n` is a node of the graph.
    [[nodiscard]] bool contains(const Node& n) const { return find(n) != detail::no_slot; }

    /// Whether an edge leads from one node to the other; undirected ones lead both ways.
    [[nodiscard]] bool has_edge(const Node& from, const Node& to) const {
        const std::size_t last = find(to);
        bool found = false;
        each_half(find(from), 0, [&](std::size_t h) { found = found || halves_[h].to == last; });
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
        each_half(find(n), 0, [&](std::size_t h) {
            const label& l = labels_[h / 2];
            if constexpr (has_weights) {
                listed.push_back({node_at(halves_[h].to), l.cost, l.action});
            } else {
                listed.push_back({node_at(halves_[h].to), 1, l.action});
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
        connect(std::move(from), std::move(to), {{}, std::move(action)});
    }
    /// Adds an edge with a cost; its ends become nodes if they are none yet.
    void add_edge(Node from, Node to, Weight cost, Action action = Action())
        requires has_weights
    {
        connect(std::move(from), std::move(to), {cost, std::move(action)});
    }

    /// Removes all edges from one node to the other (in an undirected graph those between them),
    /// parallel ones included, and says how many that were. Their nodes stay.
    std::size_t remove_edge(const Node& from, const Node& to) {
        const std::size_t last = find(to);
        const std::size_t before = edge_count();
        each_half(find(from), 0, [&](std::size_t h) {
            if (halves_[h].to == last) disconnect(h / 2);
        });
        return before - edge_count();
    }

    /// Removes a node and all edges out of it and into it; false if it was not there.
    bool remove_node(const Node& n) {
        const std::size_t slot = find(n);
        if (slot == detail::no_slot) return false;
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}})
            each_half(slot, side, [this](std::size_t h) { disconnect(h / 2); });
        table_.erase(hash_value(*places_[slot].node), slot);
        free_places_.push_back(slot);
        places_[slot].node.reset();  // last: `n` may be a reference to it
        return true;
    }

    /// Calls `emit(node)`, `emit(node, cost)` or `emit(node, cost, action)` for each edge out of
    /// `n`, in the order in which they were added.
    template <class Emit>
    void successors(const Node& n, Emit&& emit) const {
        each_half(find(n), 0, [&](std::size_t h) { give(h, emit); });
    }

    /// Like `successors`, for each edge into `n`.
    template <class Emit>
    void predecessors(const Node& n, Emit&& emit) const {
        each_half(find(n), side_of_ends(), [&](std::size_t h) { give(h, emit); });
    }

private:
    // Edge e has two halves: 2e lies in the list of the node that it leaves, 2e + 1 in that of the
    // node that it enters. An undirected node has one list for both.
    struct half {
        std::size_t to;  // the node at the other end
        std::size_t next = detail::no_slot;
        std::size_t previous = detail::no_slot;
    };
    struct chain {
        std::size_t first = detail::no_slot;
        std::size_t last = detail::no_slot;
    };
    struct place {
        std::optional<Node> node;  // nothing in a free slot
        std::uint64_t number = 0;  // grows with each node that is added
        std::array<chain, 2> halves{};
    };
    struct label {
        SENDA_NO_UNIQUE_ADDRESS Weight cost{};
        SENDA_NO_UNIQUE_ADDRESS Action action{};
    };

    [[nodiscard]] const Node& node_at(std::size_t slot) const noexcept {
        return *places_[slot].node;
    }
    [[nodiscard]] std::size_t find(const Node& n) const {
        return table_.find(hash_value(n), [&](std::size_t slot) { return node_at(slot) == n; });
    }

    std::size_t find_or_add(Node&& n) {
        const std::uint64_t hash = hash_value(n);
        std::size_t slot =
            table_.find(hash, [&](std::size_t there) { return node_at(there) == n; });
        if (slot != detail::no_slot) return slot;
        slot = take_slot(places_, free_places_);
        places_[slot] = {std::move(n), added_++, {}};
        table_.insert(hash, slot);
        return slot;
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

    void connect(Node&& from, Node&& to, label&& l) {
        const std::size_t first = find_or_add(std::move(from));
        const std::size_t last = find_or_add(std::move(to));
        const std::size_t e = take_slot(labels_, free_edges_);
        halves_.resize(2 * labels_.size());
        labels_[e] = std::move(l);
        halves_[2 * e] = {last};
        halves_[2 * e + 1] = {first};
        append(chain_of(2 * e), 2 * e);
        if (has_second_half(e)) append(chain_of(2 * e + 1), 2 * e + 1);
    }

    void disconnect(std::size_t e) {
        unlink(chain_of(2 * e), 2 * e);
        if (has_second_half(e)) unlink(chain_of(2 * e + 1), 2 * e + 1);
        labels_[e] = {};
        free_edges_.push_back(e);
    }

    [[nodiscard]] std::size_t side_of_ends() const noexcept {
        return kind_ == edge_kind::directed ? 1 : 0;
    }
    [[nodiscard]] chain& chain_of(std::size_t h) noexcept {
        return places_[halves_[h ^ 1].to].halves[h % 2 == 0 ? 0 : side_of_ends()];
    }
    // An undirected loop is one edge out of its node, not two.
    [[nodiscard]] bool has_second_half(std::size_t e) const noexcept {
        return kind_ == edge_kind::directed || halves_[2 * e].to != halves_[2 * e + 1].to;
    }

    void append(chain& c, std::size_t h) noexcept {
        halves_[h].previous = c.last;
        (c.last == detail::no_slot ? c.first : halves_[c.last].next) = h;
        c.last = h;
    }
    void unlink(chain& c, std::size_t h) noexcept {
        const auto [to, next, previous] = halves_[h];
        (previous == detail::no_slot ? c.first : halves_[previous].next) = next;
        (next == detail::no_slot ? c.last : halves_[next].previous) = previous;
    }

    /// Calls `visit(h)` for each half in a list of a node; the edge of `h` may be removed by it.
    template <class Visit>
    void each_half(std::size_t slot, std::size_t side, Visit visit) const {
        if (slot == detail::no_slot) return;
        std::size_t h = places_[slot].halves[side].first;
        while (h != detail::no_slot) visit(std::exchange(h, halves_[h].next));
    }

    template <class Emit>
    void give(std::size_t h, Emit& emit) const {
        const Node& to = node_at(halves_[h].to);
        const label& l = labels_[h / 2];
        if constexpr (has_weights && has_actions) {
            emit(to, static_cast<path_cost<Weight>>(l.cost), l.action);
        } else if constexpr (has_weights) {
            emit(to, static_cast<path_cost<Weight>>(l.cost));
        } else if constexpr (has_actions) {
            emit(to, l.action);
        } else {
            emit(to);
        }
    }

    edge_kind kind_;
    detail::slot_table table_;
    std::vector<place> places_;
    std::vector<half> halves_;
    std::vector<label> labels_;
    std::vector<std::size_t> free_places_;
    std::vector<std::size_t> free_edges_;
    std::uint64_t added_ = 0;
};

}  // namespace senda
