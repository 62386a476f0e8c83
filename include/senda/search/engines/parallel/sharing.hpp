// SPDX-License-Identifier: MIT
// Whether threads may share a search, and when it is worth it.
#pragma once

#include <senda/graph/concepts.hpp>
#include <senda/search/goal.hpp>
#include <senda/storage/threads.hpp>

#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// Whether several threads may ask a graph and a goal at once: as `const`, which only reads.
template <class G, class Node, class Goal>
inline constexpr bool is_shareable =
    SENDA_HAS_THREADS && !IndexedGraph<G, Node> && can_expand<const G, Node> &&
    (!GoalPredicate<Goal, Node> || GoalPredicate<const Goal, Node>);

/// When a search is shared, and in which pieces: the same for any number of threads.
struct sharing {
    std::uint64_t alone = 65'536;  ///< expansions between looks whether it is worth it:
    std::size_t wide = 8'192;      ///< if so many nodes wait
    std::size_t worth = 512;       ///< so many in a round are offered to other threads
    std::size_t least = 1'024;     ///< of a round: nodes of a part, and what they lead to;
    std::size_t most = 16'384;     ///< more the more nodes are known, up to this
};

}  // namespace senda::detail
