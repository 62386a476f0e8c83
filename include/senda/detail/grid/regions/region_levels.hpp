// SPDX-License-Identifier: MIT
// A grid cut into square regions of bits, and the levels of a hierarchy above it: regions, the
// lines between them, and the portals on these, which are cells where paths cross a line, with how
// far those of a region are from each other.
#pragma once

#include <senda/detail/core/octile_units.hpp>
#include <senda/detail/graph/cell_bits.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>

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

/// The sides of a region, and sets of them.
enum class region_side : unsigned char { north, west, east, south };
inline constexpr std::array region_sides{region_side::north, region_side::west, region_side::east,
                                         region_side::south};
using side_set = std::uint8_t;
inline constexpr side_set no_sides = 0;
inline constexpr side_set all_sides = 15;
[[nodiscard]] constexpr side_set only(region_side side) noexcept {
    return static_cast<side_set>(1U << static_cast<unsigned>(side));
}
/// Whether a side is a row, and not a column; and whether it is the first of the two.
[[nodiscard]] constexpr bool is_row(region_side side) noexcept {
    return side == region_side::north || side == region_side::south;
}
[[nodiscard]] constexpr bool is_first(region_side side) noexcept {
    return side == region_side::north || side == region_side::west;
}
[[nodiscard]] constexpr region_side opposite(region_side side) noexcept {
    return static_cast<region_side>(3 - static_cast<unsigned>(side));
}

/// A portal on the line between two regions.
struct line_portal {
    cell at;
    bool is_dead;  ///< leads only to a dead end or a detour: no path between far places needs it
    friend bool operator==(const line_portal&, const line_portal&) = default;
};

/// A portal of a region. Only portals of one part, the cells of a region that are connected within
/// it, have distances: they follow each other.
struct portal {
    cell at;
    region_side side;       ///< on which it lies
    bool is_dead;           ///< leads only to a dead end behind that side
    side_set touched;       ///< the sides that its part has open cells on
    std::uint32_t part;     ///< the first portal of its part
    std::uint32_t last;     ///< the one behind the last of its part
    std::uint32_t lengths;  ///< where the lengths to those begin

    friend bool operator==(const portal&, const portal&) = default;
};

template <class Length>
struct region_portals {
    static constexpr std::uint32_t none = 0xFFFF'FFFF;

    std::vector<portal> portals;
    std::vector<Length> lengths;
    /// By portal: the first portal of its part of the region one level up, or `none` if that part
    /// has no portals left, being a dead end.
    std::vector<std::uint32_t> above;

    /// Whether the portals and lengths are the same.
    [[nodiscard]] bool is_as_far(const region_portals& other) const noexcept {
        return portals == other.portals && lengths == other.lengths;
    }
    friend bool operator==(const region_portals&, const region_portals&) = default;

    /// Takes portals in that have the number of their part: those of each one after another, by
    /// sides, and along the side. There are no lengths yet.
    void assign(const std::vector<portal>& numbered) {
        portals = numbered;
        std::sort(portals.begin(), portals.end(), [](const portal& a, const portal& b) {
            if (a.part != b.part) return a.part < b.part;
            if (a.side != b.side) return a.side < b.side;
            return a.at.x != b.at.x ? a.at.x < b.at.x : a.at.y < b.at.y;
        });
        std::size_t count = 0;
        for (std::size_t i = 0; i < portals.size();) {
            const std::size_t first = i;
            std::size_t last = i;
            while (last < portals.size() && portals[last].part == portals[first].part) ++last;
            for (; i < last; ++i, count += last - first) {
                portals[i].part = static_cast<std::uint32_t>(first);
                portals[i].last = static_cast<std::uint32_t>(last);
                portals[i].lengths = static_cast<std::uint32_t>(count);
            }
        }
        lengths.assign(count, Length{});
    }

    [[nodiscard]] std::size_t bytes() const noexcept {
        return portals.capacity() * sizeof(portal) + lengths.capacity() * sizeof(Length) +
               above.capacity() * sizeof(std::uint32_t);
    }
};

/// One level: its regions, and the portals on the lines between them.
template <class Length>
struct region_level {
    std::uint32_t columns = 1;
    std::uint32_t rows = 1;
    std::vector<region_portals<Length>> regions;
    /// By region: the portals on the line to its right, and on that below.
    std::array<std::vector<std::vector<line_portal>>, 2> lines;

    region_level(std::uint32_t wide, std::uint32_t high)
        : columns(wide),
          rows(high),
          regions(std::size_t{wide} * high),
          lines{std::vector<std::vector<line_portal>>(regions.size()),
                std::vector<std::vector<line_portal>>(regions.size())} {}

    friend bool operator==(const region_level&, const region_level&) = default;

    [[nodiscard]] std::size_t number(region_place at) const noexcept {
        return region_map::number(at, columns);
    }
    [[nodiscard]] region_place place(std::size_t number) const noexcept {
        return {static_cast<std::uint32_t>(number % columns),
                static_cast<std::uint32_t>(number / columns)};
    }
    /// Whether there is a region behind a side.
    [[nodiscard]] bool has_neighbour(region_place at, region_side side) const noexcept {
        if (is_first(side)) return (is_row(side) ? at.row : at.column) != 0;
        return is_row(side) ? at.row + 1 < rows : at.column + 1 < columns;
    }
    [[nodiscard]] std::size_t neighbour(std::size_t region, region_side side) const noexcept {
        const std::size_t apart = is_row(side) ? columns : 1;
        return is_first(side) ? region - apart : region + apart;
    }
    /// The region with which the line along a side is kept, if there is a neighbour.
    [[nodiscard]] std::size_t keeper(std::size_t region, region_side side) const noexcept {
        return is_first(side) ? neighbour(region, side) : region;
    }
    /// The portals on that line.
    [[nodiscard]] const std::vector<line_portal>& line(std::size_t region,
                                                       region_side side) const noexcept {
        return lines[is_row(side)][keeper(region, side)];
    }
};

/// All levels above the cells of a map.
template <grid_moves Moves>
class region_levels {
public:
    using length = typename region_length<Moves>::type;
    using level_type = region_level<length>;

    region_levels() = default;
    explicit region_levels(const region_map& map) {
        for (unsigned level = 1; level <= map.levels(); ++level)
            levels_.emplace_back(map.columns_at(level), map.rows_at(level));
    }

    [[nodiscard]] level_type& operator[](unsigned level) noexcept { return levels_[level - 1]; }
    [[nodiscard]] const level_type& operator[](unsigned level) const noexcept {
        return levels_[level - 1];
    }
    [[nodiscard]] const region_portals<length>& region(unsigned level,
                                                       region_place at) const noexcept {
        const level_type& l = levels_[level - 1];
        return l.regions[l.number(at)];
    }

    /// Adds the quarters of a region of level 2 or more to a graph, for paths between its portals;
    /// false without memory.
    template <class Graph>
    [[nodiscard]] bool add_quarters(unsigned level, region_place at, Graph& graph) const {
        for (std::uint32_t i = 0; i < quarters(level, at); ++i)
            if (!graph.add(region(level - 1, quarter(level, at, i)), no_sides)) return false;
        return true;
    }
    /// How many quarters a region has: those at the end of the map may lack some.
    [[nodiscard]] std::uint32_t quarters(unsigned level, region_place at) const noexcept {
        return quarters_across(level, at) * (2 * at.row + 1 < levels_[level - 2].rows ? 2 : 1);
    }
    /// The quarter of a region that was added as the `i`-th, and the sides that it shares with it.
    [[nodiscard]] region_place quarter(unsigned level, region_place at,
                                       std::uint32_t i) const noexcept {
        const std::uint32_t across = quarters_across(level, at);
        return {2 * at.column + i % across, 2 * at.row + i / across};
    }
    [[nodiscard]] side_set outer_sides(unsigned level, region_place at,
                                       std::uint32_t i) const noexcept {
        const region_place q = quarter(level, at, i);
        return only(q.column % 2 == 0 ? region_side::west : region_side::east) |
               only(q.row % 2 == 0 ? region_side::north : region_side::south);
    }

    /// How much longer paths between far portals are than without walls, on average.
    [[nodiscard]] double stretch() const noexcept { return stretch_; }
    /// Measures that by the lengths from a few portals of each region of the last level.
    void measure_stretch() {
        double measured = 0;
        double without_walls = 0;
        for (const region_portals<length>& r : levels_.back().regions) {
            for (std::size_t i = 0; i < r.portals.size(); i += 1 + r.portals.size() / 8) {
                const portal& from = r.portals[i];
                for (std::size_t k = from.part; k < from.last; ++k) {
                    measured += static_cast<double>(r.lengths[from.lengths + k - from.part]);
                    without_walls += static_cast<double>(
                        region_length<Moves>::estimate(from.at, r.portals[k].at));
                }
            }
        }
        stretch_ = without_walls > 0 ? measured / without_walls : 1;
    }

    /// Calls `visit(length)` for each two portals of a part, in a fixed order.
    template <class Visit>
    void for_each_length(Visit&& visit) const {
        for (const level_type& l : levels_)
            for (const region_portals<length>& r : l.regions)
                for (std::size_t i = 0; i < r.portals.size(); ++i)
                    for (std::size_t k = i + 1; k < r.portals[i].last; ++k)
                        visit(r.lengths[r.portals[i].lengths + k - r.portals[i].part]);
    }

    friend bool operator==(const region_levels&, const region_levels&) = default;

    [[nodiscard]] std::size_t bytes() const noexcept {
        std::size_t sum = 0;
        for (const level_type& l : levels_) {
            sum += l.regions.size() * (sizeof(region_portals<length>) + 2 * sizeof(l.lines[0][0]));
            for (const auto& r : l.regions) sum += r.bytes();
            for (const auto& of_axis : l.lines)
                for (const auto& line : of_axis) sum += line.capacity() * sizeof(line_portal);
        }
        return sum;
    }

private:
    [[nodiscard]] std::uint32_t quarters_across(unsigned level, region_place at) const noexcept {
        return 2 * at.column + 1 < levels_[level - 2].columns ? 2 : 1;
    }

    std::vector<level_type> levels_;
    double stretch_ = 1;
};

}  // namespace senda::detail
