// SPDX-License-Identifier: MIT
// Breadth-first search on many machines: the path with the fewest edges.
#pragma once

#include <senda/detail/mpi/engines/rank_bfs.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <mpi.h>
#include <type_traits>

namespace senda::mpi {

/// Finds the path with the fewest edges from `start` to `goal` on all ranks of a communicator. Each
/// calls it with the same arguments and gets the same result, the same for any number of ranks.
///
/// `comm`   the communicator, which is copied: its messages do not meet those of the search.
/// `g`      the graph: anything that says where a node leads. The hash of a node must be the same
///          on all ranks, and nodes that are equal must be interchangeable.
/// `start`  a node, or `any_of` several.
/// `goal`   a node, `any_of` several, or a predicate on nodes.
/// `o`      limits, which hold for each rank by itself, and a stop token: one of any rank stops
///          all. A rank is one thread.
/// `written`  a folder for checkpoints, from which another run goes on.
///
/// Of several paths it finds the one that ends in the goal of the least hash and leads, backwards,
/// over nodes of the least hash; of equal hashes, of the least packed bytes. No parents are kept:
/// reading the path back asks once more for the successors of all nodes but the farthest.
///
/// A layer is finished before the result is known, so that more is expanded than by `senda::bfs`.
/// What the graph or the goal throws on one rank is thrown there; the others get `aborted` and a
/// message that names the rank.
template <class G, class Start = senda::detail::declared_node_t<G>, class Goal = Start>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             Packable<node_of<G, Start>>
[[nodiscard]] auto bfs(MPI_Comm comm, G&& g, const Start& start, const Goal& goal,
                       const options& o = {}, const checkpoints& written = {}) {
    using node = node_of<G, Start>;
    using kept_goal = senda::detail::goal_type<Goal, node>;
    senda::detail::rank_bfs<std::remove_reference_t<G>, node, kept_goal> search(
        comm, g, senda::detail::as_goal<kept_goal>(goal), o, written);
    return search.run(start);
}

}  // namespace senda::mpi
