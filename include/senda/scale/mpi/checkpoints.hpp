// SPDX-License-Identifier: MIT
// What searches on many ranks write as they go: checkpoints, reports of layers, results.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace senda::mpi {

/// What one rank did in a layer.
struct rank_work {
    /// Nodes that it expanded.
    std::uint64_t expanded = 0;
    /// Nodes of the next layer that are its own.
    std::uint64_t reached = 0;
    /// Bytes that it sent to other ranks.
    std::uint64_t sent = 0;
    /// Seconds in which it had to wait for others, and took in what they sent.
    double waited = 0;
    /// Bytes that it holds.
    std::uint64_t bytes = 0;
};

/// A layer that is expanded, the same on every rank.
struct layer_report {
    /// Its depth.
    steps depth = 0;
    /// Nodes in the next layer.
    std::uint64_t reached = 0;
    /// Nodes in all layers so far.
    std::uint64_t total = 0;
    /// How long the layer took, as the first rank saw it.
    double seconds = 0;
    /// Whether it was read from a checkpoint.
    bool is_read = false;
    /// What each rank did.
    std::vector<rank_work> ranks = {};

    /// The most that a rank expanded, by what they expanded on average: 1 if all did the same.
    [[nodiscard]] double imbalance() const noexcept {
        std::uint64_t all = 0;
        std::uint64_t most = 0;
        for (const rank_work& r : ranks) {
            all += r.expanded;
            most = most < r.expanded ? r.expanded : most;
        }
        return all == 0 ? 1
                        : static_cast<double>(most) * static_cast<double>(ranks.size()) /
                              static_cast<double>(all);
    }
};

/// Called on every rank after each layer, with the same report; empty, nobody is, and nothing is
/// measured.
using layer_observer = std::function<void(const layer_report&)>;

/// What a search found, the same on every rank. `statistics` counts what all did together, with the
/// bytes of the rank that held most, and the time of the slowest.
template <class Node, Cost C, class Action = no_action>
struct result : senda::result<Node, C, Action> {
    /// How many nodes were reached, on all ranks.
    std::uint64_t reached = 0;
    /// The lowest rank that a limit, a stop token, an exception or a checkpoint stopped; else -1.
    int stopped_by = -1;
    /// Why, where the status does not say it: "rank 2: what the exception said".
    std::string message = {};
};

/// Checkpoints of a search. At the end of a layer or inside it, or at the end of a round of A*,
/// each rank writes those of its nodes that are not written yet as they are, and then rank 0 writes
/// a list of the files, which makes them count: whatever ends the program, and whenever, the last
/// list stands. A search that a limit or a stop token ends writes one more: all that it did, or, of
/// A*, what it did up to the round that it was in.
///
/// A search that finds a list in the folder goes on from there, with the same number of ranks or
/// another. A file that is truncated, changed, or of another search is refused: the search ends as
/// `aborted`, with a message. When a search has found its goal, or that there is none, it removes
/// the files.
struct checkpoints {
    /// A folder that all ranks see, which is made if it is not there; empty: no checkpoints.
    std::string folder = {};
    /// At least so much time between two while it goes on, and more inside a layer that takes long.
    duration every = 60;
    /// What tells this search from others beside its start and the size of a node: the name and the
    /// parameters of the puzzle, say.
    std::string name = {};
};

}  // namespace senda::mpi
