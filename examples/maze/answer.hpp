// SPDX-License-Identifier: MIT
// What may be asked about a maze, and what the answer says.
#pragma once

#include <maze/connectivity.hpp>
#include <senda/language/extensions.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <senda/storage/big_unsigned.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze {

/// A path from the start to the end.
struct route {
    /// The cells from start to end, both included.
    std::vector<place> cells = {};
    /// The life on arrival.
    life_points life = 0;

    /// How many moves it has.
    [[nodiscard]] std::uint64_t steps() const noexcept {
        return cells.empty() ? 0 : cells.size() - 1;
    }

    friend bool operator==(const route&, const route&) = default;
};

using senda::outcome;
using senda::to_string;

/// Why no route wins.
enum class obstacle {
    none,
    unreachable,  ///< walls part the start from the end
    starved       ///< every path to the end is deadly
};

/// The name of an obstacle as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(obstacle o) noexcept {
    return senda::enum_name(o, {"none", "unreachable", "starved"});
}

/// What is asked about a maze beyond an optimal route.
struct question {
    /// Whether to count the optimal routes.
    bool count = false;
    /// How many of the optimal routes to list.
    std::size_t routes = 0;
    /// Where to give up.
    senda::limits limits = {};
    /// Who may end the search from outside.
    stop_token stop = {};
    /// Where the steps of the best route so far, and the fewest that are possible, are written.
    search_progress* progress = nullptr;
};

/// What an answer took.
struct statistics {
    std::uint64_t expanded = 0;  ///< states or labels whose moves were tried
    std::uint64_t labels = 0;    ///< states or labels made
    std::uint64_t bytes = 0;     ///< the most bytes held by the search at any one time
    double seconds = 0;
};

/// The lower bound on the steps where no route exists.
inline constexpr std::uint64_t no_steps = std::numeric_limits<std::uint64_t>::max();

/// What is known about a maze. True in a condition when it was solved.
struct answer {
    /// Whether there is a route.
    maze::outcome outcome = outcome::limit;
    /// Why there is no route, if that is proven.
    maze::obstacle obstacle = obstacle::none;
    /// Why the search ended: `found`, `exhausted`, or what stopped it.
    senda::status ended = status::running;
    /// Whether walls part the start from the end.
    maze::connectivity connectivity = {};
    /// A route that wins: the first found. Also when a limit came before the proof that none is
    /// shorter.
    std::optional<route> feasible = {};
    /// A route with the fewest steps, and among those with the most life on arrival.
    std::optional<route> optimal = {};
    /// The most life on arrival among the routes with the fewest steps.
    std::optional<life_points> max_life = {};
    /// The exact number of routes with the fewest steps, if asked for.
    std::optional<big_unsigned> count = {};
    /// The first optimal routes, as many as asked for, in the fixed order: move by move, up before
    /// down before left before right.
    std::vector<route> routes = {};
    /// No route that wins has fewer steps; `no_steps` if there is none.
    std::uint64_t lower_bound = 0;
    /// What it took.
    maze::statistics statistics = {};

    [[nodiscard]] explicit operator bool() const noexcept { return outcome == outcome::solved; }
};

}  // namespace senda::maze
