// SPDX-License-Identifier: MIT
#pragma once

#include <mazegen/analysis.hpp>
#include <mazegen/maze.hpp>
#include <mazegen/observer.hpp>
#include <mazegen/rooms/room_bytes.hpp>
#include <senda/graph/cell.hpp>
#include <senda/storage/random.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace senda::mazegen {

/// The room where a maze is entered, and the one where it is left.
struct entrances {
    cell entrance;  ///< where one comes in
    cell exit;      ///< where one goes out

    friend bool operator==(const entrances&, const entrances&) = default;
};

/// How the two rooms are chosen.
enum class entrance_rule : std::uint8_t {
    corners,   ///< the first room and the last, row by row
    sides,     ///< a random room of the first column and one of the last
    farthest,  ///< two rooms as far apart as there are
    random     ///< two random rooms
};

/// The rules in the order of the enumeration, by name.
inline constexpr std::array<std::string_view, 4> entrance_rules = {"corners", "sides", "farthest",
                                                                   "random"};

/// The name of a rule as it is spelled in the code.
[[nodiscard]] constexpr std::string_view to_string(entrance_rule rule) noexcept {
    return entrance_rules[static_cast<std::size_t>(rule)];
}

/// The rule of that name. Error: `unknown_entrance_rule`.
[[nodiscard]] inline parsed<entrance_rule> find_entrance_rule(std::string_view name) {
    for (std::size_t i = 0; i < entrance_rules.size(); ++i)
        if (entrance_rules[i] == name) return static_cast<entrance_rule>(i);
    return diagnostic{"unknown_entrance_rule", "unknown entrance " + quoted(name) +
                                                   ": expected corners, sides, farthest or random"};
}

namespace detail {

/// The room that comes after so many others, row by row.
inline cell nth_room(const maze& m, std::uint64_t n) noexcept {
    for (cell c{0, 0};; c = c.x + 1 < m.cols() ? cell{c.x + 1, c.y} : cell{0, c.y + 1})
        if (m.is_room(c) && n-- == 0) return c;
}

/// A random room of a column; false if it has none.
inline bool random_in_column(const maze& m, int column, random_source& random,
                             cell& chosen) noexcept {
    std::uint64_t rooms = 0;
    for (cell c{column, 0}; c.y < m.rows(); ++c.y)
        if (m.is_room(c) && random.below(++rooms) == 0) chosen = c;
    return rooms != 0;
}

inline entrances at_sides(const maze& m, random_source& random) noexcept {
    entrances at;
    for (int x = 0; !random_in_column(m, x, random, at.entrance);) ++x;
    for (int x = m.cols() - 1; !random_in_column(m, x, random, at.exit);) --x;
    return at;
}

inline entrances at_random(const maze& m, random_source& random) noexcept {
    const std::uint64_t first = random.below(m.rooms());
    if (m.rooms() == 1) return {nth_room(m, 0), nth_room(m, 0)};
    const std::uint64_t other = random.below(m.rooms() - 1);
    return {nth_room(m, first), nth_room(m, other < first ? other : other + 1)};
}

}  // namespace detail

/// Chooses where a maze is entered and left: two rooms, different ones if there are two. `observer`
/// is that of `diameter`, for the rule `farthest`. Errors: `no_rooms`, and those of `diameter`.
template <class Observer = no_observer>
[[nodiscard]] parsed<entrances> place_entrances(const maze& m, entrance_rule rule,
                                                std::uint64_t seed = 0, Observer&& observer = {}) {
    if (m.rooms() == 0) return diagnostic{"no_rooms", "a maze without rooms has no entrance"};
    random_source random(seed);
    if (rule == entrance_rule::random) return detail::at_random(m, random);
    if (rule == entrance_rule::sides && m.cols() > 1) {
        const entrances at = detail::at_sides(m, random);
        if (at.entrance.x != at.exit.x) return at;
    }
    if (rule == entrance_rule::farthest) {
        const parsed<diameter_path> longest = diameter(m, observer);
        if (!longest) return longest.error();
        return entrances{longest->path.front(), longest->path.back()};
    }
    return entrances{detail::nth_room(m, 0), detail::nth_room(m, m.rooms() - 1)};
}

}  // namespace senda::mazegen
