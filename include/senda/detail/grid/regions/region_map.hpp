// SPDX-License-Identifier: MIT
// A grid cut into square regions of bits, and how regions of all levels lie in it.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/graph/cell_bits.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace senda::detail {

/// The length of paths over grids with straight moves: the number of steps.
template <grid_moves Moves>
struct region_length {
    using type = std::uint32_t;
    using cost_type = steps;
    static constexpr type straight = 1;

    [[nodiscard]] static constexpr steps cost(type length) noexcept {
        return static_cast<steps>(length);
    }
    /// The length of a path without walls: no path is shorter.
    [[nodiscard]] static constexpr type estimate(cell from, cell to) noexcept {
        const auto [x, y] = offset_between(from, to);
        return static_cast<type>(x + y);
    }
};

/// With diagonal moves lengths are whole units.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
struct region_length<Moves> {
    using type = std::uint64_t;
    using cost_type = double;
    static constexpr type straight = map_units::straight;
    static constexpr type diagonal = map_units::diagonal;

    [[nodiscard]] static constexpr double cost(type length) noexcept {
        return map_units::length(length).value();
    }
    [[nodiscard]] static constexpr type estimate(cell from, cell to) noexcept {
        return map_units::sum(octile_distance(from, to));
    }
};

template <grid_moves Moves>
inline constexpr typename region_length<Moves>::type unreachable_length =
    std::numeric_limits<typename region_length<Moves>::type>::max();

/// 64 x 64 cells or fewer: a row each, of which bit x is set if the cell is open.
using region_bits = std::array<std::uint64_t, 64>;

[[nodiscard]] constexpr bool has_bit(const region_bits& bits, cell c) noexcept {
    return (bits[static_cast<std::size_t>(c.y)] >> c.x & 1) != 0;
}
constexpr void set_bit(region_bits& bits, cell c) noexcept {
    bits[static_cast<std::size_t>(c.y)] |= std::uint64_t{1} << c.x;
}

/// A rectangle of cells, the last ones included.
struct cell_box {
    cell first;
    cell last;

    [[nodiscard]] constexpr bool contains(cell c) const noexcept {
        return c.x >= first.x && c.x <= last.x && c.y >= first.y && c.y <= last.y;
    }
};

/// The column and the row of a region among those of its level.
struct region_place {
    std::uint32_t column = 0;
    std::uint32_t row = 0;

    friend constexpr bool operator==(region_place, region_place) = default;
    /// The region one level up that it is a quarter of.
    [[nodiscard]] constexpr region_place parent() const noexcept { return {column / 2, row / 2}; }
};

/// The open cells of a map. Neighbouring regions share a line of cells, so that every path from one
/// to the other steps on it; four regions are one of the next level.
class region_map {
public:
    /// How far it is from one line that regions share to the next.
    static constexpr int spacing = 63;

    region_map() = default;
    /// A map of closed cells.
    region_map(int width, int height)
        : width_(width),
          height_(height),
          columns_(regions_along(width)),
          rows_(regions_along(height)),
          words_(words_of_row(width)),
          bits_(words_ * static_cast<std::size_t>(height)) {
        while (columns_at(levels_) > 4 || rows_at(levels_) > 4) ++levels_;
    }

    /// How many bytes a map of that size takes.
    [[nodiscard]] static std::uint64_t bytes_needed(int width, int height) noexcept {
        return std::uint64_t{words_of_row(width)} * static_cast<std::uint64_t>(height) * 8;
    }

    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }
    /// Levels are counted from 1; the last has at most four columns and four rows.
    [[nodiscard]] unsigned levels() const noexcept { return levels_; }
    [[nodiscard]] std::uint32_t columns_at(unsigned level) const noexcept {
        return ((columns_ - 1) >> (level - 1)) + 1;
    }
    [[nodiscard]] std::uint32_t rows_at(unsigned level) const noexcept {
        return ((rows_ - 1) >> (level - 1)) + 1;
    }

    [[nodiscard]] bool contains(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_;
    }
    [[nodiscard]] bool open(cell c) const noexcept {
        if (!contains(c)) return false;
        return (bits_[word_of(c)] >> bit_of(c) & 1) != 0;
    }
    /// Opens or closes a cell of the map.
    void put(cell c, bool is_open) noexcept {
        const std::uint64_t bit = std::uint64_t{1} << bit_of(c);
        std::uint64_t& word = bits_[word_of(c)];
        word = is_open ? word | bit : word & ~bit;
    }

    /// Takes a row of a grid of the same size.
    template <grid_moves Moves>
    void put_row(const basic_grid<Moves>& g, int y) noexcept {
        for (int x = 0; x < width_; x += 64) bits_[word_of({x, y})] = open_bits(g, x, y);
    }

    /// The region of level 1 that a cell counts to, of those that it is in.
    [[nodiscard]] region_place place_of(cell c) const noexcept {
        return {std::min(static_cast<std::uint32_t>(c.x / spacing), columns_ - 1),
                std::min(static_cast<std::uint32_t>(c.y / spacing), rows_ - 1)};
    }
    /// Calls `visit(place)` for each region of level 1 that a cell is in: up to four.
    template <class Visit>
    void for_each_place(cell c, Visit&& visit) const {
        const region_place last = place_of(c);
        const auto before = [](std::uint32_t place, int at) {
            return place != 0 && at == static_cast<int>(place) * spacing ? place - 1 : place;
        };
        for (std::uint32_t row = before(last.row, c.y); row <= last.row; ++row)
            for (std::uint32_t column = before(last.column, c.x); column <= last.column; ++column)
                visit(region_place{column, row});
    }

    [[nodiscard]] cell_box box(unsigned level, region_place place) const noexcept {
        const int side = spacing << (level - 1);
        const cell first{static_cast<int>(place.column) * side, static_cast<int>(place.row) * side};
        return {first,
                {std::min(first.x + side, width_ - 1), std::min(first.y + side, height_ - 1)}};
    }
    /// The open cells of a region of level 1.
    [[nodiscard]] region_bits bits_of(region_place place) const noexcept {
        return window(box(1, place).first);
    }
    /// A cell as counted from the first of a region of level 1.
    [[nodiscard]] static cell local(region_place place, cell c) noexcept {
        return {c.x - static_cast<int>(place.column) * spacing,
                c.y - static_cast<int>(place.row) * spacing};
    }
    /// The number of a region among those of its level, which has `columns` columns.
    [[nodiscard]] static std::size_t number(region_place place, std::uint32_t columns) noexcept {
        return std::size_t{place.row} * columns + place.column;
    }

    /// The open cells of the 64 x 64 from `first` on, which may lie partly outside, by 64 columns
    /// to the left or right at most.
    [[nodiscard]] region_bits window(cell first) const noexcept {
        region_bits cells{};
        for (int y = std::max(0, -first.y); y < 64 && first.y + y < height_; ++y) {
            const cell at{first.x, first.y + y};
            const std::uint64_t* const words = bits_.data() + word_of(at);
            cells[static_cast<std::size_t>(y)] =
                words[0] >> bit_of(at) | words[1] << 1 << (63 - bit_of(at));
        }
        return cells;
    }

    friend bool operator==(const region_map&, const region_map&) = default;

    [[nodiscard]] std::size_t bytes() const noexcept { return bits_.size() * 8; }

private:
    static std::uint32_t regions_along(int cells) noexcept {
        return cells < 2 ? 1 : (static_cast<std::uint32_t>(cells) - 2) / spacing + 1;
    }

    /// A row has 64 closed cells before its own and as many behind.
    static std::size_t words_of_row(int width) noexcept {
        return static_cast<std::size_t>(width) / 64 + 3;
    }
    [[nodiscard]] std::size_t word_of(cell c) const noexcept {
        return static_cast<std::size_t>(c.y) * words_ + static_cast<std::size_t>(c.x + 64) / 64;
    }
    [[nodiscard]] static unsigned bit_of(cell c) noexcept {
        return static_cast<unsigned>(c.x + 64) % 64;
    }

    int width_ = 0;
    int height_ = 0;
    std::uint32_t columns_ = 1;
    std::uint32_t rows_ = 1;
    unsigned levels_ = 1;
    std::size_t words_ = 0;  // of a row
    std::vector<std::uint64_t> bits_;
};

}  // namespace senda::detail
