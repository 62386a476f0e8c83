// SPDX-License-Identifier: MIT
// A* on many machines: the cheapest path.
#pragma once

#include <senda/detail/mpi/engines/rank_astar.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <mpi.h>
#include <type_traits>

namespace senda::mpi {

/// Finds the cheapest path from `start` to `goal` on all ranks of a communicator, if `h` never
/// exceeds the true cost to a goal; otherwise a path, of the cost it says. Each rank calls it with
/// the same arguments and gets the same result, the same for any number of ranks.
///
/// `comm`   the communicator, which is copied: its messages do not meet those of the search.
/// `g`      the graph; costs are not negative (a negative one ends the search and is reported). The
///          hash of a node must be the same on all ranks, and nodes that are equal must be
///          interchangeable.
/// `start`  a node, or `any_of` several.
/// `goal`   a node, `any_of` several, or a predicate on nodes.
/// `h`      the estimated cost from a node to the nearest goal; `infinite` says "none". It need not
///          be consistent.
/// `o`      limits, which hold for each rank by itself, and a stop token: one of any rank stops
///          all. The weight is not used, and a rank is one thread.
/// `written`  a folder for checkpoints, from which another run goes on.
///
/// In rounds ranks expand together what has the smallest f, and agree on the next. Of several
/// cheapest paths it finds, of those it came to, the one over parents with the fewest steps, of
/// these that of the least hash, and of these the least packed bytes. What is thrown on one rank is
/// thrown there; the others get `aborted` and a message that names the rank.
template <class G, class Start = senda::detail::declared_node_t<G>, class Goal = Start, class H>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>> && Packable<node_of<G, Start>>
[[nodiscard]] auto astar(MPI_Comm comm, G&& g, const Start& start, const Goal& goal, H&& h,
                         const options& o = {}, const checkpoints& written = {}) {
    using node = node_of<G, Start>;
    using graph = std::remove_reference_t<G>;
    using kept_goal = senda::detail::goal_type<Goal, node>;
    using estimate = std::remove_reference_t<H>;
    senda::detail::rank_astar<graph, node, kept_goal, estimate> search(
        comm, g, senda::detail::as_goal<kept_goal>(goal), h, o, written);
    return search.run(start);
}

}  // namespace senda::mpi
