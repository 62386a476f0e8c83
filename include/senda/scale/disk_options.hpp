// SPDX-License-Identifier: MIT
// What a caller may ask of a search on disk, and what it answers.
#pragma once

#include <senda/detail/storage/sealed_file.hpp>
#include <senda/graph/edge.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/text/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace senda {

/// Whether the edges of a graph lead both ways, which saves a search on disk most of its reading.
enum class disk_edges {
    as_declared,  ///< undirected if the graph is a `symmetric` or an `undirected`, else directed
    directed,     ///< each new layer is compared with all before
    undirected    ///< with every edge there is one back: it is compared with the last two
};

/// What becomes of the files when a search ends.
enum class disk_files {
    kept_when_stopped,  ///< removed with an answer; after a limit or an error they are there to go
                        ///< on
    kept,               ///< in any case: other goals can be asked of them
    removed             ///< in any case
};

/// What a caller may ask of a search on disk.
struct disk_options {
    /// Where its files are: it is made if it is not there. A search that finds the files of an
    /// earlier one from the same starts goes on where that was.
    std::string folder = {};
    /// What tells this search from others beside its starts and what nodes lead to: the name and
    /// the parameters of the puzzle, say. Files of a search with another name are refused.
    std::string name = {};
    /// Where to give up. Of `bytes` nearly all is used, 1 GB without a limit; expansions are
    /// counted by whole layers.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
    /// Where the number of nodes found so far is written.
    search_progress* progress = nullptr;
    /// How many threads may work on it.
    unsigned threads = 1;
    /// Whether edges lead both ways. If they do not although this says so, answers are wrong.
    disk_edges edges = disk_edges::as_declared;
    /// The most bytes that its files may have at any one time.
    std::uint64_t disk_bytes = std::numeric_limits<std::uint64_t>::max();
    /// What becomes of the files.
    disk_files files = disk_files::kept_when_stopped;
    /// Layers that take less are not each made safe against a crash, but once in so much time.
    duration checkpoint = 1.0;
    /// Asked before anything is written: for tests.
    detail::file_hook hook = {};
};

/// What a search on disk found. True in a condition when it found a path.
template <class Node, class Action = no_action>
struct disk_result : result<Node, steps, Action> {
    /// How many nodes there are at each depth, from the starts on, as far as it came.
    std::vector<std::uint64_t> layers = {};
    /// How many of the layers an earlier search had left.
    std::size_t layers_resumed = 0;
    /// What went wrong with the disk or the folder, or how much memory would do where there was too
    /// little to begin; empty if nothing did.
    diagnostic error = {};
    /// Bytes written to files.
    std::uint64_t bytes_written = 0;
    /// The most bytes that its files had at any one time.
    std::uint64_t disk_peak = 0;
    /// The bytes of the files that hold the layers.
    std::uint64_t layer_bytes = 0;
};

}  // namespace senda
