// SPDX-License-Identifier: MIT
// A Pac-Man map: a grid of empty cells, food, walls and bombs, with a start, a goal and an energy.
#pragma once

#include <senda/text/diagnostic.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace senda::pacman {

/// The number of a cell: its place in the array of cells and the ring of infinite walls around.
using place = std::uint32_t;

/// Units of energy.
using energy = std::int64_t;

/// No place at all.
inline constexpr place no_place = std::numeric_limits<place>::max();

/// The most energy, and the most that is owed, that a game may start with.
inline constexpr energy most_energy = 1'000'000'000'000'000;

/// The most that a food gives, a wall costs or a bomb costs. The rules have 1 to 9; even with a map
/// full of the largest, no energy comes near an overflow.
inline constexpr std::uint32_t most_value = 1'000'000'000;

/// A cell as people name it: `x` from the left, `y` from the top, both from 1.
struct point {
    std::uint32_t x = 1;  ///< the column
    std::uint32_t y = 1;  ///< the row

    friend constexpr bool operator==(const point&, const point&) = default;
};

/// Where a move leads. Moves are tried in this order everywhere, so that answers are the same on
/// every run.
enum class direction : std::uint8_t { up, down, left, right };

/// The four directions in their fixed order.
inline constexpr std::array<direction, 4> directions = {direction::up, direction::down,
                                                        direction::left, direction::right};

/// What a cell is.
enum class kind : std::uint8_t {
    empty,
    food,   ///< gives its value to the first who enters, and is gone
    wall,   ///< costs its height each time that it is entered
    solid,  ///< an infinite wall, which cannot be entered
    bomb,   ///< costs its force to the first who enters, and is gone
    lethal  ///< a bomb that kills whatever the energy
};

/// Whether cells of a kind have a value.
[[nodiscard]] constexpr bool has_value(kind k) noexcept {
    return k == kind::food || k == kind::wall || k == kind::bomb;
}

/// What is in a cell: its kind, with the value of a food, the height of a wall or the force of a
/// bomb.
struct tile {
    kind what = kind::empty;  ///< what it is
    std::uint32_t value = 0;  ///< its value, height or force; 0 for the others

    friend constexpr bool operator==(const tile&, const tile&) = default;
};

/// Whether a cell can be entered and left again by one who has the energy.
[[nodiscard]] constexpr bool is_passable(tile t) noexcept {
    return t.what != kind::solid && t.what != kind::lethal;
}

/// Whether a cell has an effect on the first who enters and none after that. A food or a bomb of
/// value 0, which the rules do not have, never has one.
[[nodiscard]] constexpr bool is_consumable(tile t) noexcept {
    return (t.what == kind::food || t.what == kind::bomb) && t.value > 0;
}

/// A map that is valid: the goal is an empty cell, and so is the start unless the map is that of a
/// game under way (see `rest_of`). Around the grid lies a ring of infinite walls, so that every
/// cell has four neighbours. The start may be the goal, and the energy below 1: what that means is
/// said in rules.hpp.
class board {
public:
    /// The map with these cells, row by row from the top. Errors: `size rows token outside occupied
    /// energy`, none of them with a line.
    [[nodiscard]] static parsed<board> make(std::uint32_t width, std::uint32_t height,
                                            std::span<const tile> tiles, point start, point goal,
                                            energy start_energy) {
        if (!is_possible(width, height))
            return diagnostic{"size", "a map of " + std::to_string(width) + " x " +
                                          std::to_string(height) +
                                          " cells: expected at least 1 x 1, and no more than 4 "
                                          "billion cells"};
        if (tiles.size() / width != height || tiles.size() % width != 0)
            return diagnostic{"rows", std::to_string(tiles.size()) + " cells for a map of " +
                                          std::to_string(width) + " x " + std::to_string(height)};
        if (start_energy > most_energy || start_energy < -most_energy)
            return diagnostic{"energy", "the energy is " + std::to_string(start_energy) +
                                            ": expected no more than " +
                                            std::to_string(most_energy)};
        board made(width, height, start_energy);
        for (const tile t : tiles)
            if (has_value(t.what) && t.value > most_value)
                return diagnostic{"token", "a cell has the value " + std::to_string(t.value) +
                                               ": expected no more than " +
                                               std::to_string(most_value)};
        made.fill(tiles);
        made.start_ = made.place_of(start);
        made.goal_ = made.place_of(goal);
        if (made.start_ == no_place) return diagnostic{"outside", "the start is not on the map"};
        if (made.goal_ == no_place) return diagnostic{"outside", "the goal is not on the map"};
        if (made[made.start_].what != kind::empty)
            return diagnostic{"occupied", "the start is not an empty cell"};
        if (made[made.goal_].what != kind::empty)
            return diagnostic{"occupied", "the goal is not an empty cell"};
        made.find_one_time_cells();
        return made;
    }

    /// Whether a grid of that size has a number for each of its cells.
    [[nodiscard]] static constexpr bool is_possible(std::uint64_t width,
                                                    std::uint64_t height) noexcept {
        constexpr std::uint64_t most = no_place;
        return width >= 1 && height >= 1 && width < most && height < most &&
               height + 2 <= most / (width + 2);
    }

    /// The map as it is for one who is at a passable place with some energy when one-time cells are
    /// gone (by their numbers): it starts there, and those cells are empty. Its start may be a wall
    /// to climb again when it is entered again.
    [[nodiscard]] board rest(place at, energy left, const std::vector<bool>& gone) const {
        assert(contains(at) && is_passable(tiles_[at]) && gone.size() == one_time_cells_.size());
        board made = *this;
        made.start_ = at;
        made.start_energy_ = left;
        for (std::size_t i = 0; i < gone.size(); ++i)
            if (gone[i]) made.tiles_[one_time_cells_[i]] = {};
        made.find_one_time_cells();
        return made;
    }

    /// The same map with infinite walls in place of some cells, which may be the goal but not the
    /// start.
    [[nodiscard]] board without(std::span<const place> cells) const {
        board made = *this;
        for (const place p : cells) {
            assert(p != start_);
            made.tiles_[p] = {kind::solid};
        }
        made.find_one_time_cells();
        return made;
    }

    /// How many columns there are.
    [[nodiscard]] std::uint32_t width() const noexcept { return width_; }
    /// How many rows there are.
    [[nodiscard]] std::uint32_t height() const noexcept { return height_; }
    /// The energy before the first move.
    [[nodiscard]] energy start_energy() const noexcept { return start_energy_; }
    /// Where Pac-Man begins.
    [[nodiscard]] place start() const noexcept { return start_; }
    /// Where Pac-Man has to go.
    [[nodiscard]] place goal() const noexcept { return goal_; }

    /// The food in reading order; that of value 0 is left out.
    [[nodiscard]] const std::vector<place>& foods() const noexcept { return foods_; }
    /// The bombs in reading order; those of force 0 and lethal ones are left out.
    [[nodiscard]] const std::vector<place>& bombs() const noexcept { return bombs_; }
    /// The food and the bombs together in reading order, which is the order of their numbers.
    [[nodiscard]] const std::vector<place>& one_time_cells() const noexcept {
        return one_time_cells_;
    }
    /// The number of a one-time cell in `one_time_cells()`; nothing if it is another.
    [[nodiscard]] std::optional<std::size_t> one_time_number(place p) const noexcept {
        const auto found = std::lower_bound(one_time_cells_.begin(), one_time_cells_.end(), p);
        if (found == one_time_cells_.end() || *found != p) return std::nullopt;
        return static_cast<std::size_t>(found - one_time_cells_.begin());
    }

    /// What is at a place; around the grid, infinite walls.
    [[nodiscard]] tile operator[](place p) const noexcept {
        assert(p < bound());
        return tiles_[p];
    }
    /// From a cell to the one below it.
    [[nodiscard]] place stride() const noexcept { return width_ + 2; }
    /// More than every place.
    [[nodiscard]] place bound() const noexcept { return (height_ + 2) * stride(); }

    /// The place in a column and a row, both from 1.
    [[nodiscard]] place at(std::uint32_t column, std::uint32_t row) const noexcept {
        assert(column >= 1 && column <= width_ && row >= 1 && row <= height_);
        return row * stride() + column;
    }
    /// Whether a place is a cell of the grid, and not of the ring.
    [[nodiscard]] bool contains(place p) const noexcept { return place_of(xy(p)) != no_place; }
    /// A cell of the grid as people name it.
    [[nodiscard]] point xy(place p) const noexcept { return {p % stride(), p / stride()}; }
    /// The cell that people name so; `no_place` if it is outside.
    [[nodiscard]] place place_of(point p) const noexcept {
        const bool inside = p.x >= 1 && p.x <= width_ && p.y >= 1 && p.y <= height_;
        return inside ? at(p.x, p.y) : no_place;
    }

    /// The place beside a cell of the grid.
    [[nodiscard]] place neighbour(place p, direction d) const noexcept {
        switch (d) {
            case direction::up: return p - stride();
            case direction::down: return p + stride();
            case direction::left: return p - 1;
            case direction::right: return p + 1;
        }
        return no_place;
    }
    /// Calls `visit(place, direction)` for each passable neighbour of a cell, in the fixed order.
    template <class Visit>
    void for_each_neighbour(place p, Visit&& visit) const {
        for (const direction d : directions) {
            const place n = neighbour(p, d);
            if (is_passable(tiles_[n])) visit(n, d);
        }
    }

    /// Whether two maps have the same cells, start, goal and energy.
    [[nodiscard]] friend bool operator==(const board& a, const board& b) noexcept {
        return a.width_ == b.width_ && a.height_ == b.height_ && a.start_ == b.start_ &&
               a.goal_ == b.goal_ && a.start_energy_ == b.start_energy_ && a.tiles_ == b.tiles_;
    }

private:
    board(std::uint32_t width, std::uint32_t height, energy start_energy)
        : start_energy_(start_energy), width_(width), height_(height) {}

    void fill(std::span<const tile> tiles) {
        tiles_.assign(bound(), tile{kind::solid});
        for (std::uint32_t row = 1; row <= height_; ++row)
            for (std::uint32_t column = 1; column <= width_; ++column) {
                const tile t = tiles[std::size_t{row - 1} * width_ + (column - 1)];
                tiles_[at(column, row)] = has_value(t.what) ? t : tile{t.what};
            }
    }

    void find_one_time_cells() {
        foods_.clear();
        bombs_.clear();
        one_time_cells_.clear();
        for (place p = 0; p < bound(); ++p) {
            if (!is_consumable(tiles_[p])) continue;
            one_time_cells_.push_back(p);
            (tiles_[p].what == kind::food ? foods_ : bombs_).push_back(p);
        }
    }

    std::vector<tile> tiles_;
    std::vector<place> foods_;
    std::vector<place> bombs_;
    std::vector<place> one_time_cells_;
    energy start_energy_;
    std::uint32_t width_;
    std::uint32_t height_;
    place start_ = no_place;
    place goal_ = no_place;
};

}  // namespace senda::pacman
