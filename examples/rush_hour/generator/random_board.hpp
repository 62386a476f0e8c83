// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <senda/storage/random.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

namespace senda::rush_hour::detail {

/// The board of the red car and other vehicles, which get letters from B on in reading order.
[[nodiscard]] inline board lettered(std::span<const vehicle> vehicles, cell_set walls) {
    std::array<vehicle, most_vehicles> named{};
    std::copy(vehicles.begin(), vehicles.end(), named.begin());
    std::sort(
        named.begin() + 1, named.begin() + static_cast<std::ptrdiff_t>(vehicles.size()),
        [](const vehicle& a, const vehicle& b) { return first_cell_of(a) < first_cell_of(b); });
    for (std::size_t i = 0; i < vehicles.size(); ++i) named[i].id = static_cast<char>(red_id + i);
    return *board::make({named.data(), vehicles.size()}, walls);
}

/// Vehicles without letters yet; the first is the red car, which is alone in its row.
class random_board {
public:
    /// The most vehicles: where there are more, hardly any can move.
    static constexpr std::size_t most_added = 14;

    /// The red car, so many walls, and about so many vehicles. There must be room for the walls.
    random_board(random_source& random, std::uint32_t walls, std::size_t vehicles) {
        append({0, exit_row, static_cast<std::uint8_t>(random.below(3)), 2, axis::horizontal});
        while (static_cast<std::uint32_t>(std::popcount(walls_)) < walls) add_wall(random);
        for (std::size_t i = 0; i < vehicles; ++i) add(random);
    }

    /// The vehicles and walls of a board whose red car is alone in its row.
    explicit random_board(const board& b)
        : count_(b.vehicles().size()), walls_(b.walls()), occupied_(b.occupied()) {
        std::copy(b.vehicles().begin(), b.vehicles().end(), vehicles_.begin());
    }

    /// Makes a random change; false if it is not possible.
    bool change(random_source& random) {
        const std::uint64_t drawn = random.below(walls_ == 0 ? 10 : 12);
        if (drawn < 3) return add(random);
        if (drawn < 5) return remove(random);
        if (drawn < 7) return replace(random, slid);
        if (drawn < 8) return replace(random, elsewhere);
        if (drawn < 9) return replace(random, turned);
        return drawn < 10 ? replace(random, resized) : move_wall(random);
    }

    /// The board of it.
    [[nodiscard]] board to_board() const { return lettered({vehicles_.data(), count_}, walls_); }

private:
    static constexpr int attempts = 12;

    [[nodiscard]] bool has_room_for(const vehicle& v) const noexcept {
        return is_inside(v) && (occupied_ & cells_of(v)) == 0;
    }

    void append(const vehicle& v) {
        assert(has_room_for(v) && count_ < vehicles_.size());
        vehicles_[count_++] = v;
        occupied_ |= cells_of(v);
    }

    /// A vehicle of the same length anywhere.
    [[nodiscard]] static vehicle elsewhere(vehicle like, random_source& random) {
        vehicle v;
        v.length = like.length;
        v.direction = random.below(2) == 0 ? axis::horizontal : axis::vertical;
        (v.direction == axis::horizontal ? v.row : v.column) =
            static_cast<std::uint8_t>(random.below(side));
        return slid(v, random);
    }

    [[nodiscard]] static vehicle slid(vehicle v, random_source& random) {
        offset_of(v) = static_cast<std::uint8_t>(random.below(side + 1U - v.length));
        return v;
    }

    /// Turned around one of its cells.
    [[nodiscard]] static vehicle turned(vehicle v, random_source& random) {
        const auto along = static_cast<std::uint8_t>(random.below(v.length));
        const auto across = static_cast<std::uint8_t>(random.below(v.length));
        offset_of(v) = static_cast<std::uint8_t>(offset_of(v) + along);
        v.direction = v.direction == axis::horizontal ? axis::vertical : axis::horizontal;
        if (offset_of(v) < across) return v;
        offset_of(v) = static_cast<std::uint8_t>(offset_of(v) - across);
        return v;
    }

    /// A cell shorter or longer, at either end.
    [[nodiscard]] static vehicle resized(vehicle v, random_source& random) {
        const bool at_front = random.below(2) == 0;
        if (v.length == longest_vehicle) {
            offset_of(v) = static_cast<std::uint8_t>(offset_of(v) + (at_front ? 1 : 0));
            --v.length;
        } else {
            if (at_front && offset_of(v) > 0) --offset_of(v);
            ++v.length;
        }
        return v;
    }

    bool add(random_source& random) {
        if (count_ >= most_added) return false;
        for (int i = 0; i < attempts; ++i) {
            const vehicle like{.length = random.below(10) < 7 ? std::uint8_t{2} : std::uint8_t{3}};
            const vehicle v = elsewhere(like, random);
            if (is_in_red_row(v) || !has_room_for(v)) continue;
            append(v);
            return true;
        }
        return false;
    }

    bool remove(random_source& random) {
        const auto i = static_cast<std::size_t>(random.below(count_));
        if (i == 0) return false;
        occupied_ &= ~cells_of(vehicles_[i]);
        vehicles_[i] = vehicles_[--count_];
        return true;
    }

    bool replace(random_source& random, vehicle (*changed)(vehicle, random_source&)) {
        const auto i = static_cast<std::size_t>(random.below(count_));
        const vehicle before = vehicles_[i];
        occupied_ &= ~cells_of(before);
        for (int n = 0; n < attempts; ++n) {
            const vehicle v = changed(before, random);
            const bool stays_apart = is_in_red_row(v) ? i == 0 && v.length == 2 : i != 0;
            if (v == before || !stays_apart || !has_room_for(v)) continue;
            vehicles_[i] = v;
            occupied_ |= cells_of(v);
            return true;
        }
        occupied_ |= cells_of(before);
        return false;
    }

    // A vehicle to the right of the red car would never let it out.
    [[nodiscard]] static bool is_in_red_row(const vehicle& v) noexcept {
        return v.direction == axis::horizontal && v.row == exit_row;
    }

    bool add_wall(random_source& random) {
        const auto cell = static_cast<int>(random.below(cell_count));
        const bool bars_exit = cell / side == exit_row && cell % side > vehicles_[0].column;
        const cell_set wall = cell_set{1} << cell;
        if (bars_exit || (occupied_ & wall) != 0) return false;
        walls_ |= wall;
        occupied_ |= wall;
        return true;
    }

    bool move_wall(random_source& random) {
        auto which = random.below(static_cast<std::uint64_t>(std::popcount(walls_)));
        cell_set wall = walls_;
        for (; which > 0; --which) wall &= wall - 1;
        wall &= ~wall + 1;
        if (!add_wall(random)) return false;
        walls_ &= ~wall;
        occupied_ &= ~wall;
        return true;
    }

    std::array<vehicle, most_vehicles> vehicles_{};
    std::size_t count_ = 0;
    cell_set walls_ = 0;
    cell_set occupied_ = 0;
};

}  // namespace senda::rush_hour::detail
