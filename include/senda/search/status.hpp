// SPDX-License-Identifier: MIT
// How a search stands: "no path" and "gave up" never look alike.
#pragma once

#include <senda/text/enum_name.hpp>

#include <cstdint>
#include <string_view>

namespace senda {

/// How a search stands, or why it ended.
enum class status {
    running,          ///< not ended yet
    found,            ///< a goal was reached
    exhausted,        ///< everything that can be reached was seen: there is no path
    cancelled,        ///< the stop token or an observer asked for it
    expansion_limit,  ///< `limits.expansions` was used up
    memory_limit,     ///< `limits.bytes` was used up, or the system had no more
    time_limit,       ///< `limits.time` was used up
    cost_limit,       ///< all that is left is above `limits.cost`, or above what the type holds
    negative_cost,    ///< the graph gave a cost below zero or not a number
    aborted,          ///< an exception left the search half way; only a restart goes on
    disk_limit,       ///< the limit on disk was used up, or the disk was full
    disk_error,       ///< a file could not be read or written; the result says which
    nearest,          ///< there is no path to a goal: the path leads to what is nearest to it
    cycle,            ///< a cycle stands in the way of an order: the result has it
    negative_cycle,   ///< a cycle of negative cost makes paths ever cheaper: the result has it
    width_limit,      ///< no path was found, but a beam left nodes out that it had no room for
};

/// The name of a status as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(status s) noexcept {
    return detail::enum_name(
        s, {"running", "found", "exhausted", "cancelled", "expansion_limit", "memory_limit",
            "time_limit", "cost_limit", "negative_cost", "aborted", "disk_limit", "disk_error",
            "nearest", "cycle", "negative_cycle", "width_limit"});
}

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

}  // namespace senda
