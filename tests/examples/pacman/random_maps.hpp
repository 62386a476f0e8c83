// SPDX-License-Identifier: MIT
// Seeded random Pac-Man maps: small ones of many kinds, whose states can all be searched, and full
// ones of 20 x 20 cells for the solvers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <pacman/board.hpp>
#include <senda/storage/random.hpp>
#include <utility>
#include <vector>

namespace support {

namespace pacman = senda::pacman;

/// The same map with another energy at the start.
inline pacman::board with_energy(const pacman::board& map, pacman::energy start_energy) {
    return map.rest(map.start(), start_energy, std::vector<bool>(map.one_time_cells().size()));
}

/// A drawing that becomes a map: columns and rows count from 0.
class map_sketch {
public:
    map_sketch(std::uint32_t width, std::uint32_t height, pacman::tile all = {})
        : width_{width}, height_{height}, tiles_(std::size_t{width} * height, all) {}

    std::uint32_t width() const { return width_; }
    std::uint32_t height() const { return height_; }
    std::size_t size() const { return tiles_.size(); }
    pacman::tile& at(std::uint32_t column, std::uint32_t row) {
        return tiles_[std::size_t{row} * width_ + column];
    }

    /// Turns empty cells, with that chance each, into tiles of a kind with values in [low, high].
    void scatter(pacman::kind what, double chance, std::uint32_t low, std::uint32_t high,
                 senda::random_source& random) {
        for (pacman::tile& t : tiles_)
            if (t.what == pacman::kind::empty && random.chance(chance))
                t = made(what, low, high, random);
    }

    /// Turns so many of the empty cells into tiles of a kind, as long as there are any.
    void lay(pacman::kind what, std::size_t count, std::uint32_t low, std::uint32_t high,
             senda::random_source& random) {
        std::vector<std::size_t> empty;
        for (std::size_t i = 0; i < size(); ++i)
            if (tiles_[i].what == pacman::kind::empty) empty.push_back(i);
        for (; count > 0 && !empty.empty(); --count) {
            std::swap(empty[random.below(empty.size())], empty.back());
            tiles_[empty.back()] = made(what, low, high, random);
            empty.pop_back();
        }
    }

    void start_at(std::uint32_t column, std::uint32_t row) { start_ = {column + 1, row + 1}; }
    void goal_at(std::uint32_t column, std::uint32_t row) { goal_ = {column + 1, row + 1}; }

    /// Puts start and goal anywhere.
    void ends(senda::random_source& random) {
        start_ = anywhere(random);
        do goal_ = anywhere(random);
        while (goal_ == start_ && size() > 1);
    }

    /// The map; start and goal become empty cells.
    pacman::board board(pacman::energy start_energy) {
        for (const pacman::point& p : {start_, goal_}) at(p.x - 1, p.y - 1) = {};
        return *pacman::board::make(width_, height_, tiles_, start_, goal_, start_energy);
    }

private:
    static pacman::tile made(pacman::kind what, std::uint32_t low, std::uint32_t high,
                             senda::random_source& random) {
        if (!pacman::has_value(what)) return {what};
        return {what, low + static_cast<std::uint32_t>(random.below(high - low + 1))};
    }
    pacman::point anywhere(senda::random_source& random) const {
        const auto x = static_cast<std::uint32_t>(1 + random.below(width_));
        return {x, static_cast<std::uint32_t>(1 + random.below(height_))};
    }

    std::uint32_t width_, height_;
    std::vector<pacman::tile> tiles_;
    pacman::point start_ = {}, goal_ = {};
};

namespace maps {

using pacman::kind;
using senda::random_source;

inline std::uint32_t between(std::uint32_t low, std::uint32_t high, random_source& random) {
    return low + static_cast<std::uint32_t>(random.below(high - low + 1));
}

inline map_sketch some_field(std::uint32_t least, std::uint32_t most, random_source& random) {
    const std::uint32_t width = between(least, most, random);
    return {width, between(least, most, random)};
}

/// A little of everything.
inline pacman::board mixed(random_source& random) {
    map_sketch map = some_field(2, 5, random);
    map.ends(random);
    map.lay(kind::food, random.below(6), 1, 9, random);
    map.lay(kind::bomb, random.below(4), 1, 9, random);
    map.scatter(kind::wall, 0.2, 1, 9, random);
    map.scatter(kind::solid, 0.15, 0, 0, random);
    map.scatter(kind::lethal, 0.05, 0, 0, random);
    return map.board(between(1, 12, random));
}

/// Low walls everywhere, and just enough food to climb some of them.
inline pacman::board hills(random_source& random) {
    map_sketch map = some_field(3, 5, random);
    map.ends(random);
    map.lay(kind::food, 2 + random.below(4), 3, 9, random);
    map.scatter(kind::wall, 0.7, 1, 4, random);
    return map.board(between(1, 10, random));
}

/// Food side by side: whoever forgets what he has eaten lives for ever.
inline pacman::board meadow(random_source& random) {
    map_sketch map(between(4, 6, random), between(2, 3, random));
    map.start_at(0, 0);
    map.goal_at(map.width() - 1, between(0, map.height() - 1, random));
    for (std::uint32_t row = 0; row < map.height(); ++row)
        map.at(map.width() - 2, row) = {kind::wall, between(5, 14, random)};
    map.lay(kind::food, 3 + random.below(5), 2, 5, random);
    return map.board(between(1, 6, random));
}

/// A corridor with dead ends that hold food, some of them behind bombs.
inline pacman::board comb(random_source& random) {
    const std::uint32_t teeth = between(2, 3, random);
    const std::uint32_t depth = between(1, 3, random);
    map_sketch map(2 * teeth + 1, depth + 1, {kind::solid});
    for (std::uint32_t column = 0; column < map.width(); ++column) map.at(column, depth) = {};
    for (std::uint32_t tooth = 0; tooth < teeth; ++tooth) {
        for (std::uint32_t row = 0; row < depth; ++row) map.at(2 * tooth + 1, row) = {};
        map.at(2 * tooth + 1, 0) = {kind::food, between(2, 9, random)};
        if (random.chance(0.4)) map.at(2 * tooth + 1, depth - 1) = {kind::bomb, 1};
    }
    map.start_at(0, depth);
    map.goal_at(map.width() - 1, depth);
    map.lay(kind::wall, random.below(4), 1, 6, random);
    map.lay(kind::food, random.below(3), 1, 5, random);
    return map.board(between(1, 9, random));
}

/// A field behind bombs, which are passed there and back.
inline pacman::board mined(random_source& random) {
    map_sketch map = some_field(3, 5, random);
    map.ends(random);
    map.lay(kind::bomb, 2 + random.below(5), 1, 5, random);
    map.lay(kind::food, 1 + random.below(4), 4, 9, random);
    map.scatter(kind::solid, 0.25, 0, 0, random);
    map.scatter(kind::wall, 0.2, 1, 9, random);
    return map.board(between(1, 10, random));
}

/// One row or one column; the food may lie behind the start.
inline pacman::board line(random_source& random) {
    const std::uint32_t length = between(2, 9, random);
    map_sketch map = random.chance(0.5) ? map_sketch(length, 1) : map_sketch(1, length);
    map.ends(random);
    map.lay(kind::food, random.below(5), 1, 9, random);
    map.lay(kind::bomb, random.below(3), 1, 4, random);
    map.scatter(kind::wall, 0.2, 1, 4, random);
    return map.board(between(1, 8, random));
}

/// The goal behind infinite walls and lethal bombs.
inline pacman::board parted(random_source& random) {
    map_sketch map = some_field(3, 5, random);
    const std::uint32_t column = between(1, map.width() - 2, random);
    for (std::uint32_t row = 0; row < map.height(); ++row)
        map.at(column, row) = {random.chance(0.5) ? kind::solid : kind::lethal};
    map.start_at(0, between(0, map.height() - 1, random));
    map.goal_at(map.width() - 1, between(0, map.height() - 1, random));
    map.lay(kind::food, random.below(5), 1, 9, random);
    return map.board(between(1, 20, random));
}

/// What only lenient readers let pass: values of 0 and above 9, little energy or none.
inline pacman::board odd(random_source& random) {
    map_sketch map = some_field(1, 4, random);
    map.ends(random);
    map.lay(kind::food, random.below(5), 0, 25, random);
    map.lay(kind::bomb, random.below(4), 0, 20, random);
    map.scatter(kind::wall, 0.3, 0, 20, random);
    return map.board(static_cast<pacman::energy>(between(0, 8, random)) - 4);
}

/// Enough energy for all, so that only the moves count, or the food.
inline pacman::board rich(random_source& random) {
    map_sketch map = some_field(2, 4, random);
    map.ends(random);
    map.lay(kind::food, random.below(6), 1, 9, random);
    map.lay(kind::bomb, random.below(4), 1, 9, random);
    map.scatter(kind::wall, 0.2, 1, 9, random);
    return map.board(between(30, 60, random));
}

/// The food lies in a loop round the start, the goal behind a high wall.
inline pacman::board gate(random_source& random) {
    map_sketch map(5, between(3, 5, random));
    map.start_at(1, 1);
    map.goal_at(4, between(0, map.height() - 1, random));
    for (std::uint32_t row = 0; row < map.height(); ++row)
        map.at(3, row) = {random.chance(0.6) ? kind::wall : kind::bomb, between(4, 20, random)};
    map.lay(kind::food, 3 + random.below(4), 1, 9, random);
    map.scatter(kind::solid, 0.15, 0, 0, random);
    return map.board(between(1, 8, random));
}

/// Little food on the side of the start, much of it behind barriers that may be too high.
inline pacman::board barriers(random_source& random) {
    map_sketch map(between(4, 6, random), between(2, 4, random));
    const std::uint32_t first = between(1, map.width() - 2, random);
    const std::uint32_t thick = first + 2 < map.width() ? between(1, 2, random) : 1;
    const kind what = random.chance(0.7) ? kind::wall : kind::bomb;
    const std::uint32_t height = between(2, 9, random);
    std::uint32_t bars = 0;
    for (std::uint32_t row = 0; row < map.height(); ++row)
        for (std::uint32_t column = first; column < first + thick; ++column)
            map.at(column, row) = {bars++ < 5 ? what : kind::wall, height};
    map.start_at(between(0, first - 1, random), between(0, map.height() - 1, random));
    const bool crosses = random.chance(0.4);
    map.goal_at(crosses ? map.width() - 1 : between(0, first - 1, random),
                between(0, map.height() - 1, random));
    for (std::uint32_t food = 0; food < 7; ++food) {
        pacman::tile& t =
            map.at(between(0, map.width() - 1, random), between(0, map.height() - 1, random));
        const bool behind = food > 3;
        if (t.what == kind::empty) t = {kind::food, behind ? between(4, 9, random) : 1 + food / 2};
    }
    return map.board(between(2, 9, random));
}

inline constexpr std::array kinds = {mixed, hills, meadow, comb,   mined,   line,
                                     odd,   rich,  gate,   parted, barriers};

}  // namespace maps

/// A small map, the same for the same seed on every machine; consecutive seeds cycle through all
/// kinds.
inline pacman::board random_map(std::uint64_t seed) {
    senda::random_source random{seed};
    return maps::kinds[static_cast<std::size_t>(seed % maps::kinds.size())](random);
}

/// The make of a full map.
enum class terrain_kind {
    open,    ///< nothing but food
    walls,   ///< a third of the cells are walls
    mines,   ///< a sixth of the cells are bombs
    mixed,   ///< walls, bombs, infinite walls and some lethal bombs
    ridges,  ///< walls of height 9 from edge to edge, which every route must climb
    combs    ///< corridors between infinite walls, with dead ends
};

inline constexpr std::array terrain_kinds = {terrain_kind::open,   terrain_kind::walls,
                                             terrain_kind::mines,  terrain_kind::mixed,
                                             terrain_kind::ridges, terrain_kind::combs};

inline constexpr const char* to_string(terrain_kind k) {
    switch (k) {
        case terrain_kind::open: return "open";
        case terrain_kind::walls: return "walls";
        case terrain_kind::mines: return "mines";
        case terrain_kind::mixed: return "mixed";
        case terrain_kind::ridges: return "ridges";
        case terrain_kind::combs: return "combs";
    }
    return "unknown";
}

/// A map of 20 x 20 cells from corner to corner with so much food (where there is room for it), the
/// same for the same seed on every machine.
inline pacman::board full_map(terrain_kind terrain, std::size_t foods, pacman::energy start_energy,
                              std::uint64_t seed) {
    using pacman::kind;
    constexpr std::uint32_t side = 20;
    senda::random_source random{seed};
    map_sketch map(side, side);
    map.start_at(0, 0);
    map.goal_at(side - 1, side - 1);
    if (terrain == terrain_kind::ridges) {
        for (const std::uint32_t ridge : {5u, 10u, 15u})
            for (std::uint32_t i = 0; i < side; ++i) map.at(ridge, i) = {kind::wall, 9};
    }
    if (terrain == terrain_kind::combs) {
        for (std::uint32_t column = 1; column + 1 < side; column += 2)
            for (std::uint32_t row = 0; row < side; ++row)
                if (!random.chance(0.15)) map.at(column, row) = {kind::solid};
    }
    map.lay(kind::food, foods, 1, 9, random);
    if (terrain == terrain_kind::walls) map.scatter(kind::wall, 0.5, 1, 9, random);
    if (terrain == terrain_kind::mines) map.scatter(kind::bomb, 0.25, 1, 9, random);
    if (terrain == terrain_kind::mixed) {
        map.scatter(kind::wall, 0.3, 1, 9, random);
        map.scatter(kind::bomb, 0.2, 1, 9, random);
        map.scatter(kind::solid, 0.15, 0, 0, random);
        map.scatter(kind::lethal, 0.03, 0, 0, random);
    }
    return map.board(start_energy);
}

/// A map of 20 x 20 cells with little food on the side of the start and the goal, and much of it
/// behind a wall of height 9 from edge to edge, which may be too high.
inline pacman::board barrier_map(std::uint64_t seed) {
    using pacman::kind;
    constexpr std::uint32_t side = 20;
    senda::random_source random{seed};
    map_sketch map(side, side);
    const std::uint32_t barrier = maps::between(10, 13, random);
    for (std::uint32_t row = 0; row < side; ++row) map.at(barrier, row) = {kind::wall, 9};
    for (std::uint32_t row = 0; row < side; ++row)
        for (std::uint32_t column = 0; column < side; ++column) {
            const bool behind = column > barrier;
            if (column != barrier && random.chance(behind ? 0.35 : 0.2))
                map.at(column, row) = {
                    kind::food, behind ? maps::between(5, 9, random) : maps::between(1, 3, random)};
        }
    map.start_at(maps::between(0, barrier - 1, random), maps::between(0, side - 1, random));
    map.goal_at(0, maps::between(0, side - 1, random));
    return map.board(6);
}

/// A map of 20 x 20 cells from corner to corner on which every way leads past weak bombs.
inline pacman::board weak_minefield(std::uint64_t seed) {
    senda::random_source random{seed};
    map_sketch map(20, 20);
    map.start_at(0, 0);
    map.goal_at(19, 19);
    map.lay(pacman::kind::food, 100, 1, 9, random);
    map.scatter(pacman::kind::bomb, 0.5, 1, 3, random);
    return map.board(30);
}

}  // namespace support
