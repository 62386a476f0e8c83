// SPDX-License-Identifier: MIT
// Whether threads may share a search, and when it is worth it.
#pragma once

#include <senda/detail/engines/stored/stored_rows.hpp>
#include <senda/detail/storage/node_store.hpp>
#include <senda/graph/concepts.hpp>
#include <senda/search/goal.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace senda::detail {

/// Whether threads may share a search by breadth: of hashed nodes, or of small numbered ones whose
/// edges are not stored.
template <class G, class Node, class Goal>
inline constexpr bool can_share_bfs =
    is_only_read<G, Node, Goal> &&
    (!IndexedGraph<G, Node> ||
     (!StoredRows<G, Node> && sizeof(Node) <= 32 &&
      std::is_trivially_copyable_v<node_entry<Node, action_of<G, Node>>>));

/// Whether several threads may ask an estimate, too.
template <class G, class Node, class Goal, class H>
inline constexpr bool is_only_read_by_f =
    is_only_read<std::remove_cvref_t<G>, Node, Goal> &&
    Heuristic<const std::remove_reference_t<H>, Node, cost_of<G, Node>>;

/// When a search is shared, and in which pieces: the same for any number of threads.
struct sharing {
    std::uint64_t alone = 65'536;  ///< expansions between looks whether it is worth it:
    std::size_t wide = 8'192;      ///< if so many nodes wait
    std::size_t worth = 512;       ///< so many in a round are offered to other threads
    std::size_t least = 1'024;     ///< of a round: nodes of a part, and what they lead to;
    std::size_t most = 16'384;     ///< more the more nodes are known, up to this
};

/// The same of numbered nodes, whose layers are shared as a whole.
inline constexpr sharing sharing_by_number{.alone = 16'384, .wide = 512, .worth = 256};

/// The same of a search by f, in which nodes of the same f are expanded together.
struct layer_sharing {
    std::uint64_t alone = 16'384;           ///< expansions between looks whether it is worth it:
    std::size_t wide = 4'096;               ///< if so many nodes wait
    std::uint64_t least_bytes = 4'000'000;  ///< and there is room for so much more
    std::uint64_t worth = 512;  ///< expansions: if a round had fewer, the next is not shared
    std::uint64_t least = 512;  ///< of a part in a round, and
    std::uint64_t most = 2'048;
    std::uint64_t rounds = 512;  ///< a round is about such a part of all expansions
    std::uint64_t early = 512;   ///< of a part in a round, before their turn
};

}  // namespace senda::detail
