// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// The standard inputs. They are defined by their generator, not by files, so every machine measures
// the same maps; known_answer() is what makes a silent change of the generator visible.
namespace bench {

/// SplitMix64, the only source of randomness of the standard inputs.
class splitmix64 {
public:
    explicit constexpr splitmix64(std::uint64_t seed) : state_{seed} {}

    constexpr std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15u;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// A number below `bound`, from the upper half of one draw.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

private:
    std::uint64_t state_;
};

/// A square map with a closed border, one byte a cell, row by row: 1 is open, 0 is a wall.
struct grid_map {
    std::uint32_t side;
    std::vector<std::uint8_t> open;

    std::uint32_t at(std::uint32_t x, std::uint32_t y) const { return y * side + x; }
    std::uint32_t start() const { return at(1, 1); }
    std::uint32_t goal() const { return at(side - 2, side - 2); }
    std::size_t cells() const { return open.size(); }
};

/// The kinds of standard map. `enclosed` has walls on 30 % of its cells: at sides 1001 and 4001
/// they shut the start in, which makes it the unreachable input.
enum class map_kind { perfect, braid10, open25, enclosed };

inline constexpr std::array standard_kinds{map_kind::perfect, map_kind::braid10, map_kind::open25};
inline constexpr std::array<std::uint32_t, 3> standard_sides{1001, 4001, 10001};

constexpr const char* to_string(map_kind kind) {
    switch (kind) {
        case map_kind::perfect: return "perfect";
        case map_kind::braid10: return "braid10";
        case map_kind::open25: return "open25";
        case map_kind::enclosed: return "enclosed";
    }
    return "?";
}

/// What a search on a standard map must answer. How many cells breadth-first search visits depends,
/// in the last layer alone, on where it tests the goal: so the count is in thousands.
struct known_answer {
    std::uint32_t length;
    std::uint32_t visited_thousands;
};

constexpr known_answer answer_of(map_kind kind, std::uint32_t side) {
    const std::size_t size = side == 1001 ? 0 : side == 4001 ? 1 : 2;
    constexpr std::array<known_answer, 3> perfect{
        {{62520, 180}, {1151208, 5447}, {7615216, 47161}}};
    constexpr std::array<known_answer, 3> braid10{{{2640, 525}, {10192, 8401}, {25528, 52499}}};
    constexpr std::array<known_answer, 3> open25{{{1996, 744}, {7996, 11921}, {19998, 74531}}};
    switch (kind) {
        case map_kind::perfect: return perfect[size];
        case map_kind::braid10: return braid10[size];
        case map_kind::open25: return open25[size];
        case map_kind::enclosed: break;
    }
    return {0, 0};
}

namespace detail {

/// Rooms at odd coordinates, joined by a depth-first backtracker that starts in room 0.
inline grid_map carve_rooms(std::uint32_t side, splitmix64& random) {
    grid_map map{side, std::vector<std::uint8_t>(std::size_t{side} * side, 0)};
    const std::array<std::int32_t, 4> north_east_south_west{-static_cast<std::int32_t>(side), 1,
                                                            static_cast<std::int32_t>(side), -1};
    const auto moved = [](std::uint32_t cell, std::int32_t step) {
        return cell + static_cast<std::uint32_t>(step);
    };

    std::vector<std::uint32_t> trail{map.start()};
    map.open[map.start()] = 1;
    while (!trail.empty()) {
        const std::uint32_t room = trail.back();
        const std::uint32_t x = room % side;
        const std::uint32_t y = room / side;
        const std::array<bool, 4> inside{y > 1, x < side - 2, y < side - 2, x > 1};
        std::array<std::int32_t, 4> candidates{};
        std::uint32_t count = 0;
        for (std::size_t way = 0; way < 4; ++way) {
            const std::int32_t step = north_east_south_west[way];
            if (inside[way] && map.open[moved(room, 2 * step)] == 0) candidates[count++] = step;
        }
        if (count == 0) {
            trail.pop_back();
            continue;
        }
        const std::int32_t step = candidates[random.below(count)];
        map.open[moved(room, step)] = 1;
        map.open[moved(room, 2 * step)] = 1;
        trail.push_back(moved(room, 2 * step));
    }
    return map;
}

/// Opens one closed inner wall in ten: room by room, the east wall first, then the south wall.
inline void open_tenth_of_walls(grid_map& map, splitmix64& random) {
    const auto maybe_open = [&](std::uint32_t wall) {
        if (map.open[wall] == 0 && random.below(10) == 0) map.open[wall] = 1;
    };
    for (std::uint32_t y = 1; y < map.side; y += 2) {
        for (std::uint32_t x = 1; x < map.side; x += 2) {
            if (x < map.side - 2) maybe_open(map.at(x + 1, y));
            if (y < map.side - 2) maybe_open(map.at(x, y + 1));
        }
    }
}

/// Each inner cell is a wall with the given chance; start and goal are open whatever was drawn.
inline grid_map scatter_walls(std::uint32_t side, std::uint32_t percent, splitmix64& random) {
    grid_map map{side, std::vector<std::uint8_t>(std::size_t{side} * side, 0)};
    for (std::uint32_t y = 1; y < side - 1; ++y) {
        for (std::uint32_t x = 1; x < side - 1; ++x) {
            map.open[map.at(x, y)] = random.below(100) >= percent;
        }
    }
    map.open[map.start()] = 1;
    map.open[map.goal()] = 1;
    return map;
}

}  // namespace detail

/// Generates a standard map; `side` is odd.
inline grid_map make_map(map_kind kind, std::uint32_t side) {
    splitmix64 random{1};
    if (kind == map_kind::open25) return detail::scatter_walls(side, 25, random);
    if (kind == map_kind::enclosed) return detail::scatter_walls(side, 30, random);
    grid_map map = detail::carve_rooms(side, random);
    if (kind == map_kind::braid10) detail::open_tenth_of_walls(map, random);
    return map;
}

/// Costs of entering the cells of a map, 1 to 9, row by row from a stream of their own.
inline std::vector<std::uint8_t> make_costs(const grid_map& map) {
    splitmix64 random{7};
    std::vector<std::uint8_t> costs(map.cells());
    for (std::uint8_t& cost : costs) cost = static_cast<std::uint8_t>(1 + random.below(9));
    return costs;
}

}  // namespace bench
