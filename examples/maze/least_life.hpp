// SPDX-License-Identifier: MIT
// The least life with which a maze can be won at all.
#pragma once

#include <maze/connectivity.hpp>
#include <maze/parts/by_parts.hpp>
#include <maze/solver/bounds/life_range.hpp>
#include <maze/solver/distances/distance_table.hpp>
#include <maze/solver/state_space_relaxation.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/progress.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace senda::maze {

/// What is known of the least life with which a maze can be won: no less is enough than `lower`,
/// and `upper` is.
struct life_bracket {
    life_points lower = 1;  ///< no runner wins with less
    life_points upper = 1;  ///< a runner wins with so much

    /// Whether the least life is known.
    [[nodiscard]] constexpr bool is_exact() const noexcept { return lower == upper; }

    friend constexpr bool operator==(const life_bracket&, const life_bracket&) = default;
};

/// Brackets the least life with which a runner can win the maze, whatever life it says; nothing if
/// walls part the start from the end, or if a limit came before any life was known to be enough.
///
/// `b`  the maze.
/// `o`  limits, a stop token.
[[nodiscard]] inline std::optional<life_bracket> bracket_least_life(const board& b,
                                                                    const options& o = {}) {
    detail::search_control control(o);
    if (!detail::reserve_tables(b, control.budget())) return std::nullopt;
    const std::vector<std::uint32_t> to_end = steps_to_end(b);
    if (!connectivity_of(b, to_end).connected) return std::nullopt;
    detail::distance_table table(b, control);
    if (!table.prepare(to_end)) return std::nullopt;
    life_bracket found{1, life_points{table[b.start()].loss_to_end()} + 1};  // without treasures
    const auto report = [&] {
        if (o.progress == nullptr) return;
        o.progress->set_best(found.upper);
        o.progress->set_bound(found.lower);
    };
    const auto settle = [&](life_points least) {
        found = {least, least};
        report();
        return found;
    };
    if (b.treasures().empty()) return settle(found.upper);
    const auto parts = detail::ask_parts(
        control, [&](detail::search_control& own) { return detail::least_life_by_parts(b, own); });
    if (parts) {
        found = {std::max(found.lower, parts->first), std::min(found.upper, parts->second)};
        if (found.is_exact()) return settle(found.lower);
    }

    detail::life_range range(table);
    if (!range.prepare(found.upper, detail::life_range::effort::refined)) return found;
    found.lower = std::max<life_points>(found.lower, range.needed(b.start()));
    if (!range.route().empty()) return settle(range.needed(b.start()));

    // Who wins with some life wins with more: what is enough comes down, what is needed goes up.
    // The less life, the fewer runners live: where an answer does not come soon, less is tried.
    detail::ng_sets sets(table.treasures());
    detail::gain_bound gains;
    detail::feasibility_search any(table, sets, gains);
    if (!any.prepare(range, std::numeric_limits<std::uint64_t>::max())) return found;
    found.lower = std::max<life_points>(found.lower, any.lower_bound());
    std::uint64_t turn = 1'000'000;  // expansions
    life_points part = 2;            // of what is open between the bounds
    while (!found.is_exact()) {
        report();
        const life_points tried = found.lower + (found.upper - found.lower) / part;
        const std::optional<detail::relaxed_route> route =
            any.find(tried, control.expanded() + turn);
        if (!control.running()) break;
        if (any.was_stopped()) {
            if (tried == found.lower) turn *= 2;
            part = tried == found.lower ? 2 : 2 * part;
            continue;
        }
        part = 2;
        if (route) {
            found.upper = tried - any.spare_life(*route, tried);
        } else {
            found.lower = tried + 1;
        }
    }
    report();
    return found;
}

/// The least life with which a runner can win the maze, whatever life it says; nothing if walls
/// part the start from the end, or if a limit came first.
///
/// `b`  the maze.
/// `o`  limits, a stop token.
[[nodiscard]] inline std::optional<life_points> least_life(const board& b, const options& o = {}) {
    const std::optional<life_bracket> found = bracket_least_life(b, o);
    return found && found->is_exact() ? std::optional{found->lower} : std::nullopt;
}

}  // namespace senda::maze
