// SPDX-License-Identifier: MIT
// Where a search on many ranks writes how far it is, so that another run can go on.
#pragma once

#include <senda/search/options.hpp>

#include <string>

namespace senda::mpi {

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
