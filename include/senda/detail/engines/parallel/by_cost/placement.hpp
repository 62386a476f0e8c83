// SPDX-License-Identifier: MIT
// Which part of a search that threads share has a node.
#pragma once

#include <senda/detail/storage/searchable_graph.hpp>
#include <senda/graph/concepts.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The parts of a search by f.
inline constexpr unsigned cost_parts = 16;

/// By its hash, of which tables use the upper bits.
[[nodiscard]] inline unsigned part_of_hash(std::uint64_t hash) noexcept {
    return static_cast<unsigned>(hash % cost_parts);
}

/// The part that has a node, and the key by which it looks it up: here by its hash.
template <class G, class Node>
struct placement {
    struct place {
        unsigned part;
        std::uint32_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::uint64_t hash = hash_in(g, node);
        return {part_of_hash(hash), static_cast<std::uint32_t>(hash >> 32)};
    }
    /// Makes the store of a part ready; false if there is no room.
    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(g);
    }
};

/// Numbers are dealt out to the parts in turn, some that follow each other at a time; a part has
/// numbers of its own without gaps.
template <class G, class Node>
    requires IndexedGraph<G, Node>
struct placement<G, Node> {
    static constexpr std::size_t at_a_time = 64;

    struct place {
        unsigned part;
        std::size_t key;
    };

    [[nodiscard]] static place of(const G& g, const Node& node) {
        const std::size_t number = index_in(g, node);
        const std::size_t turn = number / at_a_time;
        return {static_cast<unsigned>(turn % cost_parts),
                turn / cost_parts * at_a_time + number % at_a_time};
    }

    template <class Store>
    [[nodiscard]] static bool prepare(Store& nodes, const G& g) {
        return nodes.prepare(
            numbers{(index_bound_of(g) / (at_a_time * cost_parts) + 1) * at_a_time});
    }

private:
    struct numbers {
        std::size_t bound;

        [[nodiscard]] std::size_t index_bound() const noexcept { return bound; }
    };
};

}  // namespace senda::detail
