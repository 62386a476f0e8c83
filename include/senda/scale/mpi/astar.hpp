// SPDX-License-Identifier: MIT
// A* on many machines: the cheapest path.
#pragma once

#include <senda/detail/mpi/engines/rank_astar.hpp>
#include <senda/detail/mpi/engines/rank_hda.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>

#include <concepts>
#include <mpi.h>
#include <type_traits>

namespace senda::mpi {

/// How ranks expand together.
enum class schedule {
    by_cost,       ///< `synchronous` where costs are whole numbers, `asynchronous` elsewhere
    synchronous,   ///< in rounds: the smallest f, or a range of f where costs are not whole
    asynchronous,  ///< without rounds: each rank what is best on it (HDA*)
};

/// What A* on many ranks has beside the options of all searches.
struct astar_options {
    /// How ranks expand together.
    mpi::schedule schedule = mpi::schedule::by_cost;
    /// A folder for checkpoints, from which another run goes on: only of a search in rounds, which
    /// `by_cost` then is in any case.
    mpi::checkpoints checkpoints = {};
};

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
/// `how`    the schedule, and a folder for checkpoints. In rounds ranks expand together what has
/// the smallest f, and agree on the
///          next: that is fast where costs are small whole numbers. Without rounds each expands
///          what is best on it; what was expanded then depends on time, and the answer does not.
///
/// Of several cheapest paths it finds in rounds, of those it came to, the one over parents with the
/// fewest steps, of these that of the least hash, and of these the least packed bytes. Without
/// rounds it is the one that leads, backwards, over the fewest steps that cost nothing, and then
/// over the least hash and bytes. What is thrown on one rank is thrown there; the others get
/// `aborted` and a message that names the rank.
template <class G, class Start = senda::detail::declared_node_t<G>, class Goal = Start, class H>
    requires SearchableGraph<G, node_of<G, Start>> && GoalOf<Goal, node_of<G, Start>> &&
             Heuristic<H, node_of<G, Start>, cost_of<G, Start>> && Packable<node_of<G, Start>>
[[nodiscard]] auto astar(MPI_Comm comm, G&& g, const Start& start, const Goal& goal, H&& h,
                         const options& o = {}, const astar_options& how = {}) {
    using node = node_of<G, Start>;
    using graph = std::remove_reference_t<G>;
    using kept_goal = senda::detail::goal_type<Goal, node>;
    using estimate = std::remove_reference_t<H>;
    const auto& kept = senda::detail::as_goal<kept_goal>(goal);
    const bool is_written = !how.checkpoints.folder.empty();
    const bool is_asynchronous = how.schedule == schedule::by_cost
                                     ? std::floating_point<cost_of<G, Start>> && !is_written
                                     : how.schedule == schedule::asynchronous;
    if (is_asynchronous) {
        senda::detail::rank_hda<graph, node, kept_goal, estimate> search(comm, g, kept, h, o);
        return search.run(start, is_written ? "there are no checkpoints without rounds" : nullptr);
    }
    senda::detail::rank_astar<graph, node, kept_goal, estimate> search(comm, g, kept, h, o,
                                                                       how.checkpoints);
    return search.run(start);
}

}  // namespace senda::mpi
