// SPDX-License-Identifier: MIT
// How a node is reached, in an order that is the same whenever it is heard of; and on its way.
#pragma once

#include <senda/detail/mpi/ranks/node_records.hpp>
#include <senda/detail/mpi/ranks/rank_exchange.hpp>
#include <senda/detail/mpi/ranks/rank_group.hpp>
#include <senda/detail/storage/files/identity.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/graph/edge.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// A cost that is not negative as a number in the same order; `from_bits` is the way back.
template <Cost C>
[[nodiscard]] constexpr std::uint64_t ordered(C cost) noexcept {
    static_assert(sizeof(C) <= 8, "astar on ranks: costs of at most 64 bits");
    return bits_of(static_cast<C>(cost + C{0}));  // which makes of -0.0 what is equal to it
}

/// A lower bound of paths through a node within a limit on costs. Without a limit it is at most the
/// largest cost: only an estimate of `infinite` is beyond it.
template <Cost C>
[[nodiscard]] constexpr C path_bound(C g, C h, C limit) noexcept {
    const C f = add_costs(g, h);
    if (!(f > limit)) return f;
    if (g > limit) return g;
    return limit == largest_cost<C> && h != infinite<C> ? limit : f;
}

/// The cost of a path to a node, and the node before it. Of two paths the cheaper is less, and then
/// that with fewer steps.
template <class Node, Cost C>
struct path_label {
    Node parent;  // itself, if it is a start
    C g;
    std::uint32_t steps;

    /// Over an edge from a node with this label.
    [[nodiscard]] path_label after(const Node& from, C step) const {
        return {from, add_costs(g, step), steps + 1};
    }
    [[nodiscard]] bool is_start() const noexcept { return steps == 0 && !(g > C{0}); }

    [[nodiscard]] std::weak_ordering compare(const path_label& other) const noexcept {
        if (g != other.g)
            return g < other.g ? std::weak_ordering::less : std::weak_ordering::greater;
        return steps <=> other.steps;
    }

    /// Of two paths that are neither less the parent is the least, by hash and by bytes; whether it
    /// is the other one.
    template <class G, class Owners>
    bool choose_parent(const G& graph, const Owners& owners, path_label&& other) {
        const std::uint64_t hash = owners.hash(parent);
        const std::uint64_t other_hash = owners.hash(other.parent);
        if (other_hash > hash) return false;
        if (other_hash == hash) {
            if (same_node(graph, parent, other.parent)) return false;
            first_nodes least;
            (void)least.meet(hash, parent);
            if (!least.meet(other_hash, other.parent)) return false;
        }
        *this = std::move(other);
        return true;
    }
};

/// Nodes with their labels, from rank to rank and in files.
template <class Node, Cost C>
class label_messages {
    using label = path_label<Node, C>;
    struct message {
        Node node;
        label how;
    };
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;
    static constexpr std::size_t at_once = 64;  // nodes whose places are read together

public:
    /// Of one message, if all have the same; else 0.
    static constexpr std::size_t size = is_bytes ? sizeof(message) : 0;

    void send(rank_exchange& by, std::size_t to, const Node& node, const label& how) {
        if constexpr (is_bytes) {
            const message one{node, how};
            by.template put<sizeof(message)>(to, &one);
        } else {
            const mpi::bytes& one = packed(node, how);
            by.put(to, one.data(), one.size());
        }
    }

    /// Calls `meet(node, label)` for each of a block; `nodes` is where they are looked up.
    template <class Store, class Keys, class Meet>
    static void for_each(const unsigned char* records, std::size_t bytes, const Store& nodes,
                         const Keys& keys, Meet&& meet) {
        if constexpr (is_bytes) {
            for (std::size_t left = bytes / sizeof(message); left != 0;) {
                const std::size_t now = std::min(left, at_once);
                touch(records, now, nodes, keys);
                for (std::size_t i = 0; i < now; ++i, records += sizeof(message)) {
                    const auto one = copied_from<message>(records);
                    meet(Node(one.node), label(one.how));
                }
                left -= now;
            }
        } else {
            for_each_record(records, bytes, [&](mpi::reader& from) { unpack_to(from, meet); });
        }
    }

    /// A message as bytes that are the same whoever writes them, until the next is packed.
    [[nodiscard]] const mpi::bytes& packed(const Node& node, const label& how) {
        packed_.clear();
        pack(node, packed_);
        pack(how.parent, packed_);
        pack(how.g, packed_);
        pack(how.steps, packed_);
        return packed_;
    }
    /// Of one message packed, if all have the same; else 0.
    static constexpr std::size_t packed_size =
        is_bytes ? 2 * sizeof(Node) + sizeof(C) + sizeof(std::uint32_t) : 0;
    template <class Meet>
    static void unpack_to(mpi::reader& from, Meet&& meet) {
        auto node = unpacked<Node>(from);
        auto parent = unpacked<Node>(from);
        const auto g = unpacked<C>(from);
        meet(std::move(node), label{std::move(parent), g, unpacked<std::uint32_t>(from)});
    }

private:
    /// Reads what looking up some nodes will read, all at once.
    template <class Store, class Keys>
    static void touch([[maybe_unused]] const unsigned char* records,
                      [[maybe_unused]] std::size_t count, [[maybe_unused]] const Store& nodes,
                      [[maybe_unused]] const Keys& keys) {
        if constexpr (Store::is_hashed) {
            std::array<decltype(nodes.guess(Store::key_of(keys, std::declval<const Node&>()))),
                       at_once>
                guess;
            for (std::size_t i = 0; i < count; ++i) {
                const auto node = copied_from<Node>(records + i * sizeof(message));
                guess[i] = nodes.guess(Store::key_of(keys, node));
            }
            for (std::size_t i = 0; i < count; ++i) nodes.touch(guess[i]);
        }
    }

    mpi::bytes packed_;
};

}  // namespace senda::detail
