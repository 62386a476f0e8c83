// SPDX-License-Identifier: MIT
// Whether threads may share a search, and when it is worth it.
#pragma once

#include <senda/detail/engines/csr/csr_graph.hpp>
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
     (!CsrGraph<G, Node> && sizeof(Node) <= 32 &&
      std::is_trivially_copyable_v<node_entry<Node, action_of<G, Node>>>));

/// Whether several threads may ask an estimate, too.
template <class G, class Node, class Goal, class H>
inline constexpr bool is_only_read_by_f =
    is_only_read<std::remove_cvref_t<G>, Node, Goal> &&
    Heuristic<const std::remove_reference_t<H>, Node, cost_of<G, Node>>;

/// When a search is shared, and in which pieces, whatever the number of threads.
struct parallel_tuning {
    std::uint64_t probe_every = 65'536;  ///< expansions between looks whether it is worth it:
    std::size_t min_frontier = 8'192;    ///< nodes that must wait for it
    std::size_t min_batch = 512;     ///< nodes of a round that are worth offering to other threads
    std::size_t min_round = 1'024;   ///< of a round: nodes of a shard, and what they lead to;
    std::size_t max_round = 16'384;  ///< more the more nodes are known, up to this
};

/// When a search by f is shared, in which nodes of equal f are expanded together.
struct parallel_cost_tuning {
    std::uint64_t probe_every = 16'384;  ///< expansions between looks whether it is worth it:
    std::size_t min_frontier = 4'096;    ///< nodes that must wait for it
    std::uint64_t min_spare_bytes = 4'000'000;  ///< bytes that must be left, too
    std::uint64_t min_batch = 512;  ///< expansions: if a round had fewer, the next is not shared
    std::uint64_t min_round = 512;  ///< of a shard in a round, and
    std::uint64_t max_round = 2'048;
    std::uint64_t round_divisor = 512;  ///< a round is about such a part of all expansions
    std::uint64_t max_early = 512;      ///< of a shard in a round, before their turn
};

}  // namespace senda::detail
