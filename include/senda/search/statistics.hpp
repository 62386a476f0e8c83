// SPDX-License-Identifier: MIT
// What a search did, and the clock it was measured with.
#pragma once

#include <senda/language/extensions.hpp>
#include <senda/text/enum_name.hpp>

#include <cstdint>
#include <ctime>

// <chrono> takes long to compile.
#if SENDA_HAS_EXTENSIONS && defined(CLOCK_MONOTONIC) && !defined(_WIN32)
#define SENDA_DETAIL_POSIX_CLOCK 1
#else
#define SENDA_DETAIL_POSIX_CLOCK 0
#include <chrono>
#endif

namespace senda {

/// Which of the engines behind a call made the answer.
enum class engine_kind {
    general,      ///< the one that searches any graph
    batched,      ///< A* that takes small hashed nodes several at a time
    bytes,        ///< Dijkstra's algorithm in two bytes a node
    actions,      ///< breadth-first search in one byte a node, by actions that can be undone
    in_place,     ///< iterative deepening on one node that is changed and changed back
    tiles,        ///< a grid in tiles of bits
    dial,         ///< Dial's buckets over the cells of a weighted grid
    jump_points,  ///< jump point search
    corridors,    ///< a prepared grid: dead ends left out, corridors contracted
    shared,       ///< nodes in parts, by several threads
    layers,       ///< breadth-first search of stored edges, wide layers as sets of bits
    rows,         ///< Dijkstra's algorithm on stored edges, nodes of the same cost at once
    disk,         ///< breadth-first search whose layers are sorted files
    octile,       ///< an 8-connected grid, lengths in whole units
    adaptive,     ///< on a grid that changes: estimates that learn
    regions,      ///< a grid with a hierarchy of regions
    subgoals,     ///< a prepared grid: a contraction hierarchy of the corners of its walls
    contraction,  ///< a prepared graph: a contraction hierarchy
    elimination,  ///< a customised graph: up the elimination tree from both ends
};

/// The name of an engine as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(engine_kind k) noexcept {
    return detail::enum_name(
        k, {"general", "batched", "bytes", "actions", "in_place", "tiles", "dial", "jump_points",
            "corridors", "shared", "layers", "rows", "disk", "octile", "adaptive", "regions",
            "subgoals", "contraction", "elimination"});
}

/// What a search did.
struct statistics {
    /// Nodes (in a search by labels: labels) whose successors were asked for.
    std::uint64_t expanded = 0;
    /// Edges seen.
    std::uint64_t generated = 0;
    /// Nodes expanded again because a cheaper path to them turned up.
    std::uint64_t reopened = 0;
    /// The most bytes held at any one time.
    std::uint64_t bytes = 0;
    /// Seconds from the start to the end, or to now while it runs.
    double seconds = 0;
    /// Which engine made the answer.
    engine_kind engine = engine_kind::general;
    /// How many threads worked on it: 1 where a search cannot share, whatever was asked for.
    unsigned threads = 1;
    /// By how much the estimate was weighted: 1 where a search has no weight.
    double weight = 1;
};

namespace detail {

/// Seconds on the monotonic clock of all searches.
[[nodiscard]] inline double now_in_seconds() noexcept {
#if SENDA_DETAIL_POSIX_CLOCK
    timespec t{};
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
#else
    const auto t = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(t).count();
#endif
}

}  // namespace detail

/// Seconds on the clock of all searches, which never goes back.
using detail::now_in_seconds;

}  // namespace senda

#undef SENDA_DETAIL_POSIX_CLOCK
