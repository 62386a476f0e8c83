// SPDX-License-Identifier: MIT
// The answer of a search, with its whole story: status, statistics, path.
#pragma once

#include <senda/fwd.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>

#include <cstdint>
#include <ctime>
#include <string_view>
#include <utility>
#include <vector>

// <chrono> takes long to compile.
#if SENDA_HAS_EXTENSIONS && defined(CLOCK_MONOTONIC) && !defined(_WIN32)
#define SENDA_DETAIL_POSIX_CLOCK 1
#else
#define SENDA_DETAIL_POSIX_CLOCK 0
#include <chrono>
#endif

namespace senda {

/// How a search stands, or why it ended.
enum class status {
    running,          ///< not ended yet
    found,            ///< what was asked for was found, such as a path to a goal
    exhausted,        ///< everything was searched: what was asked for does not exist
    cancelled,        ///< the stop token or an observer asked for it
    expansion_limit,  ///< `limits.expansions` was used up
    memory_limit,     ///< `limits.bytes` was used up, or the system had no more
    time_limit,       ///< `limits.time` was used up
    cost_limit,       ///< all that is left is above `limits.cost`, or above what the type holds
    negative_cost,    ///< the graph gave a cost below zero or not a number
    aborted,          ///< an exception left the search half way, or it was moved elsewhere
    disk_limit,       ///< the limit on disk was used up, or the disk was full
    disk_error,       ///< a file could not be read or written; the result says which
    cycle,            ///< a cycle stands in the way of an order: the result has it
    negative_cycle,   ///< a cycle of negative cost makes paths ever cheaper: the result has it
    width_limit,      ///< no path was found, but a beam left nodes out that it had no room for
    complete,  ///< all that was to be computed is there: a table, a whole tree, a preparation
};

/// The name of a status as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(status s) noexcept {
    return detail::enum_name(
        s, {"running", "found", "exhausted", "cancelled", "expansion_limit", "memory_limit",
            "time_limit", "cost_limit", "negative_cost", "aborted", "disk_limit", "disk_error",
            "cycle", "negative_cycle", "width_limit", "complete"});
}

/// Whether what was asked for is there: a path was found, or a table is complete. This is what
/// every answer and every prepared thing means in a condition.
[[nodiscard]] constexpr bool is_success(status s) noexcept {
    return s == status::found || s == status::complete;
}

namespace detail {

/// A status that is `aborted` in what was moved from.
class moved_status {
public:
    moved_status(status s = status::running) noexcept : status_(s) {}
    moved_status(const moved_status&) = default;
    moved_status& operator=(const moved_status&) = default;
    moved_status(moved_status&& other) noexcept
        : status_(std::exchange(other.status_, status::aborted)) {}
    moved_status& operator=(moved_status&& other) noexcept {
        const status taken = std::exchange(other.status_, status::aborted);
        status_ = taken;
        return *this;
    }
    ~moved_status() = default;
    operator status() const noexcept { return status_; }

private:
    status status_;
};

/// How a computation of everything ended: for one that saw all there is nothing to be missing.
[[nodiscard]] constexpr status completed(status s) noexcept {
    return s == status::found || s == status::exhausted ? status::complete : s;
}

}  // namespace detail

/// How the question for a best route ended.
enum class outcome : std::uint8_t {
    solved,    ///< a best route was found, and it is proven that none is better
    no_route,  ///< it is proven that there is none
    limit      ///< a limit or the stop token came first
};

/// The name of an outcome as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(outcome o) noexcept {
    return detail::enum_name(o, {"solved", "no_route", "limit"});
}

/// What stopped a search, in words; nothing if it came to its end.
[[nodiscard]] constexpr std::string_view stopped_by(status s) noexcept {
    switch (s) {
        case status::cancelled: return "an interruption";
        case status::time_limit: return "the time limit";
        case status::memory_limit: return "the memory limit";
        case status::expansion_limit: return "the limit on expansions";
        case status::cost_limit: return "the limit on the cost";
        case status::disk_limit: return "the limit on disk";
        case status::disk_error: return "an error of the disk";
        case status::width_limit: return "the width of the beam";
        default: return {};
    }
}

/// Which of the engines behind a call made the answer.
enum class engine_kind {
    general,      ///< the one that searches any graph
    batched,      ///< A* that takes small hashed nodes several at a time
    bytes,        ///< Dijkstra's algorithm in two bytes a node
    in_place,     ///< iterative deepening on one node that is changed and changed back
    tiles,        ///< a grid in tiles of bits
    dial,         ///< Dial's buckets over the cells of a weighted grid
    jump_points,  ///< jump point search
    shared,       ///< nodes in parts, by several threads
    layers,       ///< breadth-first search of stored edges, wide layers as sets of bits
    rows,         ///< Dijkstra's algorithm on stored edges, nodes of the same cost at once
    disk,         ///< breadth-first search whose layers are sorted files
    octile,       ///< an 8-connected grid, lengths in whole units
    regions,      ///< a grid with a hierarchy of regions
    subgoals,     ///< a prepared grid: a contraction hierarchy of the corners of its walls
    contraction,  ///< a prepared graph: a contraction hierarchy
    elimination,  ///< a customised graph: up the elimination tree from both ends
};

/// The name of an engine as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(engine_kind k) noexcept {
    return detail::enum_name(k, {"general", "batched", "bytes", "in_place", "tiles", "dial",
                                 "jump_points", "shared", "layers", "rows", "disk", "octile",
                                 "regions", "subgoals", "contraction", "elimination"});
}

namespace detail {

/// An engine, and what it says of itself: what suits only some graphs, why it could answer. The
/// texts are no table, so that a program has only those of its engines.
struct engine_name {
    consteval engine_name(engine_kind k) noexcept : engine_name(k, text_of(k)) {}
    constexpr engine_name(engine_kind k, std::string_view t) noexcept : kind(k), text(t) {}

    engine_kind kind;
    std::string_view text;

private:
    static consteval std::string_view text_of(engine_kind k) noexcept {
        switch (k) {
            case engine_kind::general: return "general";
            case engine_kind::batched: return "batched: small hashed nodes, whole costs";
            case engine_kind::bytes: return "bytes: nodes are numbers, small whole costs";
            case engine_kind::in_place: return "in_place: actions that can be undone";
            case engine_kind::tiles: return "tiles: one cell to another on a grid";
            case engine_kind::dial: return "dial: one cell to another, small whole weights";
            case engine_kind::jump_points:
                return "jump_points: one cell to another on an 8-connected grid";
            case engine_kind::shared: return "shared: hashed nodes, in parts that threads share";
            case engine_kind::layers: return "layers: stored edges, wide layers as bits";
            case engine_kind::rows: return "rows: stored edges, whole costs";
            case engine_kind::disk: return "disk: layers in sorted files";
            case engine_kind::octile: return "octile: one cell to another on an 8-connected grid";
            case engine_kind::regions: return "regions: from portal to portal";
            case engine_kind::subgoals: return "subgoals: a prepared grid, from corner to corner";
            case engine_kind::contraction:
                return "contraction: a prepared graph, upward from both ends";
            case engine_kind::elimination:
                return "elimination: a customised graph, up its tree from both ends";
        }
        return {};
    }
};

}  // namespace detail

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
[[nodiscard]] SENDA_NOINLINE inline double now_in_seconds() noexcept {
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

namespace senda {

/// What every answer of a search says about itself. True in a condition when what was asked for is
/// there.
struct answer {
    /// Why the search ended.
    senda::status status = status::running;
    /// What it took.
    senda::statistics statistics = {};
    /// The engine that answered, and why that one: "tiles: one cell to another on a grid".
    std::string_view engine = {};

    [[nodiscard]] explicit operator bool() const noexcept { return is_success(status); }
};

/// What everything says about itself that is made once and then asked. True in a condition when it
/// is ready. One that was moved from is empty, and so not ready: `aborted`.
class prepared {
public:
    /// `complete` if it is ready; otherwise what ended its making, and what is asked ends the same
    /// way: a limit, the stop token, a cost below zero.
    [[nodiscard]] senda::status status() const noexcept { return status_; }
    /// What its making took; nothing of what was loaded from a file.
    [[nodiscard]] const senda::statistics& statistics() const noexcept { return statistics_; }
    /// Whether it is ready.
    [[nodiscard]] explicit operator bool() const noexcept { return is_success(status_); }

protected:
    prepared() = default;
    /// One that ended like this.
    explicit prepared(senda::status s) noexcept : status_(s) {}
    prepared(const prepared&) = default;
    prepared& operator=(const prepared&) = default;
    prepared(prepared&&) = default;
    prepared& operator=(prepared&&) = default;
    ~prepared() = default;

    detail::moved_status status_;        ///< how its making ended
    senda::statistics statistics_ = {};  ///< what it took
};

/// What a search for a path found.
template <class Node, Cost C, class Action>
struct result : answer {
    /// The cost of the path, also of one to what is nearest to a goal; `infinite<C>` without one.
    C cost = infinite<C>;
    /// No path to a goal costs less than this, also when a limit stopped the search; `infinite<C>`
    /// when there is none. With a heuristic it holds if that is admissible.
    C lower_bound = C{0};
    /// The nodes from a start to a goal, or to what is `nearest` to it, both included; empty
    /// without a path.
    std::vector<Node> path = {};
    /// The actions along the path, one less than nodes; empty if the graph's edges have none.
    std::vector<Action> actions = {};
};

}  // namespace senda
