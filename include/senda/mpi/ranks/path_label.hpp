// SPDX-License-Identifier: MIT
// How a node is reached, in an order that is the same whenever it is heard of; and on its way.
#pragma once

#include <senda/graph/access.hpp>
#include <senda/graph/cost.hpp>
#include <senda/mpi/packing.hpp>
#include <senda/mpi/ranks/node_records.hpp>
#include <senda/mpi/ranks/rank_exchange.hpp>
#include <senda/mpi/ranks/rank_group.hpp>

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace senda::detail {

/// The cost of a path to a node, and the node before it. Of two paths the cheaper is less, and then
/// that with fewer steps since the cost last grew. An edge makes a label greater, and leaves two in
/// their order, however costs are rounded.
template <class Node, Cost C>
struct path_label {
    Node parent;  // itself, if it is a start
    C g;
    std::uint32_t flat;  // steps since the cost last grew

    /// Greater than that of any path.
    static constexpr std::uint32_t no_path = std::numeric_limits<std::uint32_t>::max();

    /// The label over an edge from a node of this one.
    [[nodiscard]] path_label after(const Node& from, C step) const {
        const C there = add_costs(g, step);
        return {from, there, there > g ? 0 : std::min(flat + 1, no_path - 1)};
    }
    [[nodiscard]] bool is_start() const noexcept { return flat == 0 && !(g > C{0}); }

    [[nodiscard]] std::weak_ordering compare(const path_label& other) const noexcept {
        if (g != other.g)
            return g < other.g ? std::weak_ordering::less : std::weak_ordering::greater;
        return flat <=> other.flat;
    }

    /// Of two paths that are neither less the parent is the least, by hash and by bytes.
    template <class G, class Owners>
    void choose_parent(const G& graph, const Owners& owners, path_label&& other) {
        const std::uint64_t hash = owners.hash(parent);
        const std::uint64_t other_hash = owners.hash(other.parent);
        if (other_hash > hash) return;
        if (other_hash == hash) {
            if (same_node(graph, parent, other.parent)) return;
            least_node least;
            (void)least.meet(hash, parent);
            if (!least.meet(other_hash, other.parent)) return;
        }
        *this = std::move(other);
    }
};

/// Nodes with their labels, from rank to rank.
template <class Node, Cost C>
class label_messages {
    using label = path_label<Node, C>;
    struct message {
        Node node;
        label how;
    };
    static constexpr bool is_bytes = std::is_trivially_copyable_v<Node>;

public:
    /// Of one message, if all have the same; else 0.
    static constexpr std::size_t size = is_bytes ? sizeof(message) : 0;

    void send(rank_exchange& by, std::size_t to, const Node& node, const label& how) {
        if constexpr (is_bytes) {
            const message one{node, how};
            by.template put<sizeof(message)>(to, &one);
        } else {
            packed_.clear();
            pack(node, packed_);
            pack(how.parent, packed_);
            pack(how.g, packed_);
            pack(how.flat, packed_);
            by.put(to, packed_.data(), packed_.size());
        }
    }

    /// Calls `meet(node, label)` for each of a block.
    template <class Meet>
    static void for_each(const unsigned char* records, std::size_t bytes, Meet&& meet) {
        if constexpr (is_bytes) {
            for (; bytes != 0; bytes -= sizeof(message), records += sizeof(message)) {
                const auto one = copied_from<message>(records);
                meet(Node(one.node), label(one.how));
            }
        } else {
            for_each_record(records, bytes, [&](mpi::reader& from) {
                auto node = unpacked<Node>(from);
                auto parent = unpacked<Node>(from);
                const auto g = unpacked<C>(from);
                meet(std::move(node), {std::move(parent), g, unpacked<std::uint32_t>(from)});
            });
        }
    }

private:
    mpi::bytes packed_;
};

}  // namespace senda::detail
