// SPDX-License-Identifier: MIT
// How many nodes there are at each depth, counted on many machines.
#pragma once

#include <senda/detail/mpi/engines/rank_bfs.hpp>
#include <senda/scale/mpi/checkpoints.hpp>
#include <senda/scale/mpi/packing.hpp>
#include <senda/scale/survey.hpp>

#include <cstddef>
#include <mpi.h>
#include <string>
#include <type_traits>

namespace senda::mpi {

/// What a survey on many ranks saw, the same on every rank and for any number of them. Its
/// statistics count what all did together, with the bytes of the rank that held most.
template <class Node>
struct survey_result : senda::survey_result<Node> {
    /// The lowest rank that a limit, a stop token, an exception or a checkpoint stopped; else -1.
    int stopped_by = -1;
    /// Why, where the status does not say it: "rank 2: what the exception said".
    std::string message = {};
};

/// Counts the nodes that can be reached from `start` at each depth on all ranks of a communicator,
/// as `senda::survey` does on one machine; the graph need not number its nodes.
///
/// `comm`, `g`, `start`, `o`, `written`  as in `mpi::bfs`.
/// `max_farthest`  how many of the farthest nodes are named: those with the lowest numbers, or the
///                  least hashes where the graph has no numbers.
/// `observer`  called on every rank after each layer as `observer(layer_report)`: what each rank
///             expanded, sent and holds, and how long it waited. It must not end the search; a stop
///             token does.
///
/// Of a graph that numbers its nodes a rank keeps a bit for each number of its own and the nodes of
/// two layers; of any other, and with checkpoints, all nodes.
template <class G, class Start = senda::detail::declared_node_t<G>>
    requires SearchableGraph<G, node_of<G, Start>> && Packable<node_of<G, Start>>
[[nodiscard]] survey_result<node_of<G, Start>> survey(MPI_Comm comm, G&& g, const Start& start,
                                                      const options& o = {},
                                                      std::size_t max_farthest = 1000,
                                                      const checkpoints& written = {},
                                                      const layer_observer& observer = {}) {
    using node = node_of<G, Start>;
    senda::detail::rank_bfs<std::remove_reference_t<G>, node, no_goal> search(comm, g, no_goal{}, o,
                                                                              written);
    return search.template survey<survey_result<node>>(start, max_farthest, observer);
}

}  // namespace senda::mpi
