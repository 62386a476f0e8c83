// SPDX-License-Identifier: MIT
// The visited set of a search of a grid in tiles, 256 cells of one colour at a time: two bits a
// cell, from which a path can be read.
#pragma once

#include <senda/detail/graph/cell_arrays.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/edge.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace senda::detail {

/// The cells of one colour in a row of a tile: bit 0 is the one in the west. In the rows with the
/// parity of the colour they stand in the even columns, in the others in the odd ones.
using tile_row = std::uint16_t;

inline constexpr int tile_side = 16;

/// A set of cells of one colour in one tile.
class bit_tile {
    using half = vector_of_8;

public:
    [[nodiscard]] static bit_tile load(const tile_row* rows) noexcept {
        bit_tile loaded;
        std::memcpy(&loaded.upper_, rows, 16);
        std::memcpy(&loaded.lower_, rows + 8, 16);
        return loaded;
    }
    void store(tile_row* rows) const noexcept {
        std::memcpy(rows, &upper_, 16);
        std::memcpy(rows + 8, &lower_, 16);
    }

    friend bit_tile operator|(bit_tile a, bit_tile b) noexcept {
        return {a.upper_ | b.upper_, a.lower_ | b.lower_};
    }
    friend bit_tile operator&(bit_tile a, bit_tile b) noexcept {
        return {a.upper_ & b.upper_, a.lower_ & b.lower_};
    }
    [[nodiscard]] bit_tile without(bit_tile other) const noexcept {
        return {upper_ & ~other.upper_, lower_ & ~other.lower_};
    }
    [[nodiscard]] bool any() const noexcept {
        const half both = upper_ | lower_;
        std::uint64_t words[2];
        std::memcpy(words, &both, sizeof words);
        return (words[0] | words[1]) != 0;
    }

    /// The rows in which cells of a colour stand in the even columns.
    class even_rows {
    public:
        explicit even_rows(int colour) noexcept
            : mask_(colour == 0 ? half{0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0}
                                : half{0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF, 0, 0xFFFF}) {}

    private:
        friend bit_tile;
        half mask_;
    };

    /// The neighbours of cells of a colour, within the tile and from the tiles around it.
    [[nodiscard]] static bit_tile neighbours(even_rows even, bit_tile here, bit_tile north,
                                             bit_tile east, bit_tile south,
                                             bit_tile west) noexcept {
        const bit_tile upward{rows_below(here.upper_, here.lower_),
                              rows_below(here.lower_, south.upper_)};
        const bit_tile downward{rows_above(north.lower_, here.upper_),
                                rows_above(here.upper_, here.lower_)};
        // One of the two neighbours in the row has the same bit.
        return (here | other_side(even, here, east, west)) | (upward | downward);
    }

    /// The cells of a tile that are neighbours of the nearest column of the tiles at its sides.
    [[nodiscard]] static bit_tile entering_from(even_rows even, bit_tile east,
                                                bit_tile west) noexcept {
        return other_side(even, {}, east, west);
    }

    bit_tile() noexcept : upper_{}, lower_{} {}

private:
    bit_tile(half upper, half lower) noexcept : upper_(upper), lower_(lower) {}

    // What is one row below or above each row of a half, with the next half. Of shuffles with
    // zeros every compiler makes shifts, g++ of shuffles of two halves many moves of single rows.
    [[nodiscard]] static half rows_below(half here, half next) noexcept {
        return shuffle<1, 2, 3, 4, 5, 6, 7, 8>(here, half{}) |
               shuffle<8, 8, 8, 8, 8, 8, 8, 0>(next, half{});
    }
    [[nodiscard]] static half rows_above(half before, half here) noexcept {
        return shuffle<7, 8, 8, 8, 8, 8, 8, 8>(before, half{}) |
               shuffle<8, 0, 1, 2, 3, 4, 5, 6>(here, half{});
    }

    // In every other row, from the first on if the colour is 0, cells stand in even columns, and
    // the bit before is west of a cell. In the others they stand in odd ones, and the next is east.
    [[nodiscard]] static half other_side(even_rows even, half here, half east, half west) noexcept {
        const half to_west = (east << 15) + (here >> 1);
        const half to_east = (here << 1) + (west >> 15);
        return to_east ^ ((to_east ^ to_west) & even.mask_);
    }
    [[nodiscard]] static bit_tile other_side(even_rows even, bit_tile here, bit_tile east,
                                             bit_tile west) noexcept {
        return {other_side(even, here.upper_, east.upper_, west.upper_),
                other_side(even, here.lower_, east.lower_, west.lower_)};
    }

    half upper_, lower_;
};

/// How many cells of a tile are set in `rows`.
[[nodiscard]] SENDA_NOINLINE inline std::uint64_t count_cells(const tile_row* rows) noexcept {
    std::uint64_t words[4];
    std::memcpy(words, rows, sizeof words);
    int count = 0;
    for (const std::uint64_t word : words) count += std::popcount(word);
    return static_cast<std::uint64_t>(count);
}

/// A cell: its tile, colour, a bit that is 0, its row and its bit in the row. Its row of unvisited
/// cells is at `place >> 4` in the states of all tiles.
using tile_place = std::uint32_t;

/// What is added to a place for the other colour.
[[nodiscard]] constexpr std::uint32_t recolour(tile_place p) noexcept {
    return (p & 512) != 0 ? 0u - 512 : 512;
}

// What a step to the side adds, by the colour, whether the row is odd, and the bit.
using side_offsets = std::array<std::uint32_t, 64>;
[[nodiscard]] constexpr std::uint32_t side_index(tile_place p) noexcept {
    return (p & 31) | (p >> 4 & 32);
}
[[nodiscard]] constexpr side_offsets make_side_offsets(bool to_east) noexcept {
    side_offsets all{};
    for (std::uint32_t index = 0; index < all.size(); ++index) {
        const std::uint32_t i = (index & 31) | (index & 32) << 4;
        const bool in_odd_column = ((i >> 9 ^ i >> 4) & 1) != 0;
        const std::uint32_t next = (i & 15) == 15 ? 1024 - 15 : 1;
        const std::uint32_t before = (i & 15) == 0 ? 15u - 1024 : 0u - 1;
        all[index] = recolour(i) + (in_odd_column != to_east ? 0 : to_east ? next : before);
    }
    return all;
}
inline constexpr side_offsets east_and_west[] = {make_side_offsets(true), make_side_offsets(false)};

/// A part of the tiles of a grid, in a ring as they are in the grid.
class tile_window {
public:
    /// All tiles.
    explicit tile_window(const tiled_cells& cells) noexcept
        : tile_window(cells, 0, columns_of(cells), 0, rows_of(cells)) {}

    /// The window of `columns` columns around a cell, and twice as many rows; fewer where the grid
    /// ends.
    [[nodiscard]] static tile_window around(const tiled_cells& cells, cell middle,
                                            std::uint32_t columns) noexcept {
        const std::uint32_t wide = std::min(columns, columns_of(cells));
        const std::uint32_t high = std::min(2 * columns, rows_of(cells));
        const auto first = [](int tile, std::uint32_t size, std::uint32_t all) {
            const auto middle_tile = static_cast<std::uint32_t>(tile);
            return std::min(middle_tile - std::min(middle_tile, size / 2), all - size);
        };
        return tile_window(cells, first(middle.x >> 5, wide, columns_of(cells)), wide,
                           first(middle.y >> 4, high, rows_of(cells)), high);
    }

    [[nodiscard]] std::size_t tiles() const noexcept {
        return std::size_t{stride_} * (rows_ + 2) + 1;
    }
    [[nodiscard]] std::uint32_t stride() const noexcept { return stride_; }
    [[nodiscard]] bool is_whole() const noexcept { return is_whole_; }

    [[nodiscard]] bool contains(cell c) const noexcept {
        const std::uint32_t column = static_cast<std::uint32_t>(c.x >> 5) - west_;
        const std::uint32_t row = static_cast<std::uint32_t>(c.y >> 4) - north_;
        return column < stride_ - 1 && row < rows_;
    }

    /// Whether a tile is beside the window, and not in it.
    [[nodiscard]] bool is_outside(std::uint32_t tile) const noexcept {
        if (is_whole_) return false;
        const std::uint32_t row = tile / stride_;
        return tile % stride_ == 0 || row == 0 || row > rows_;
    }
    /// Whether beside a tile of the window there is one of the grid that is not in it.
    [[nodiscard]] bool is_edge(std::uint32_t tile) const noexcept {
        const std::uint32_t column = tile % stride_;
        const std::uint32_t row = tile / stride_;
        return (column == 1 && west_ != 0) || (row == 1 && north_ != 0) ||
               (column == stride_ - 1 && west_ + column + 1 < grid_stride_) ||
               (row == rows_ && north_ + row < grid_rows_);
    }

    /// Whether some cell of a tile is within so many steps of a cell, as if there were no walls.
    [[nodiscard]] bool is_within(std::uint32_t tile, cell c, steps most) const noexcept {
        const cell corner = cell_at(tile << 10);
        const auto apart = [](int first, int side, int to) {
            return std::max({first - to, to - first - side + 1, 0});
        };
        return apart(corner.x, tiled_cells::columns, c.x) + apart(corner.y, tile_side, c.y) <= most;
    }

    /// The number in the grid of a tile of the window.
    [[nodiscard]] std::uint32_t grid_tile(std::uint32_t tile) const noexcept {
        if (is_whole_) return tile;
        return (tile / stride_ + north_) * grid_stride_ + tile % stride_ + west_;
    }
    [[nodiscard]] tile_place grid_place(tile_place p) const noexcept {
        return grid_tile(p >> 10) << 10 | (p & 1023);
    }

    [[nodiscard]] tile_place place(cell c) const noexcept {
        const std::uint32_t column = static_cast<std::uint32_t>(c.x >> 5) + 1 - west_;
        const std::uint32_t row = static_cast<std::uint32_t>(c.y >> 4) + 1 - north_;
        return (row * stride_ + column) << 10 | static_cast<std::uint32_t>((c.x ^ c.y) & 1) << 9 |
               static_cast<std::uint32_t>(c.y & 15) << 4 |
               static_cast<std::uint32_t>(c.x >> 1 & 15);
    }

    /// The cell at a place.
    [[nodiscard]] cell cell_at(tile_place p) const noexcept {
        const std::uint32_t row = (p >> 10) / stride_ - 1 + north_;
        const std::uint32_t column = (p >> 10) % stride_ - 1 + west_;
        const std::uint32_t aside = (p >> 9 ^ p >> 4) & 1;
        return {static_cast<int>(column << 5 | (p & 15) << 1 | aside),
                static_cast<int>(row << 4 | (p >> 4 & 15))};
    }

    /// What is added to a place on a step in a direction: north is 0, then clockwise.
    [[nodiscard]] std::uint32_t offset(tile_place p, unsigned direction) const noexcept {
        const bool aside = (direction & 1) != 0;
        const std::uint32_t* const offsets =
            aside ? east_and_west[direction / 2].data() : north_and_south_[direction / 2].data();
        return offsets[aside ? side_index(p) : p >> 4 & 63];
    }
    [[nodiscard]] std::array<tile_place, 4> neighbours(tile_place p) const noexcept {
        return {p + offset(p, 0), p + offset(p, 1), p + offset(p, 2), p + offset(p, 3)};
    }

private:
    [[nodiscard]] static std::uint32_t columns_of(const tiled_cells& cells) noexcept {
        return cells.stride() - 1;
    }
    [[nodiscard]] static std::uint32_t rows_of(const tiled_cells& cells) noexcept {
        return static_cast<std::uint32_t>(cells.tiles() / cells.stride()) - 2;
    }

    SENDA_NOINLINE tile_window(const tiled_cells& cells, std::uint32_t west, std::uint32_t columns,
                               std::uint32_t north, std::uint32_t rows) noexcept
        : stride_(columns + 1),
          rows_(rows),
          west_(west),
          north_(north),
          grid_stride_(cells.stride()),
          grid_rows_(rows_of(cells)),
          is_whole_(stride_ == grid_stride_ && rows_ == grid_rows_) {
        const std::uint32_t row_of_tiles = 1024 * stride_;
        for (std::uint32_t i = 0; i < 64; ++i) {
            const std::uint32_t row = i & 15;
            north_and_south_[0][i] = recolour(i << 4) + (row == 0 ? 240 - row_of_tiles : 0u - 16);
            north_and_south_[1][i] = recolour(i << 4) + (row == 15 ? row_of_tiles - 240 : 16);
        }
    }

    std::uint32_t stride_;  // the columns, and one of the ring
    std::uint32_t rows_;
    std::uint32_t west_;  // columns and rows of the grid before those of the window
    std::uint32_t north_;
    std::uint32_t grid_stride_;
    std::uint32_t grid_rows_;
    bool is_whole_;
    std::array<std::array<std::uint32_t, 64>, 2> north_and_south_;  // by the colour and the row
};

/// Of a tile and a colour: the open cells not visited, and bit 1 of the distances of the others.
struct colour_state {
    tile_row unvisited[tile_side];
    tile_row distance_bit[tile_side];
};
struct tile_state {
    colour_state of[2];
};

/// The states of the tiles in a window, loaded as a search comes near: a large grid costs no more.
class visited_tiles {
public:
    /// The width of the window that a search begins with: 640 cells, and as many high.
    static constexpr std::uint32_t columns_at_first = 20;

    // What is known of a tile; the bits below are left to the search.
    static constexpr std::uint8_t is_loaded = 32;
    static constexpr std::uint8_t is_ready = 64;  // the tiles beside it are loaded, too

    visited_tiles(const tiled_cells& cells, memory_budget& budget) noexcept
        : cells_(&cells), window_(cells), states_(budget), flags_(budget) {}

    /// Takes the memory, in a large grid for a window around the start; false if it does not fit.
    [[nodiscard]] SENDA_COLD bool prepare(cell start, std::uint32_t columns = columns_at_first) {
        if (cells_->tiles() >= std::size_t{1} << 22) return false;
        const tile_window nearby = tile_window::around(*cells_, start, columns);
        if (nearby.tiles() > cells_->tiles() / 4) return take_memory();
        window_ = nearby;
        // A tile is written when it is loaded, and not read before.
        return flags_.assign_zeros(window_.tiles()) && states_.resize(window_.tiles());
    }

    /// Forgets what was visited.
    SENDA_COLD void restart() noexcept {
        flags_.set_zero();
        ready_ = {};
    }

    [[nodiscard]] const tile_window& window() const noexcept { return window_; }
    [[nodiscard]] std::size_t tiles() const noexcept { return states_.size(); }
    [[nodiscard]] std::uint32_t stride() const noexcept { return window_.stride(); }
    [[nodiscard]] tile_state* states() noexcept { return states_.data(); }
    [[nodiscard]] std::uint8_t* flags() noexcept { return flags_.data(); }
    /// The states as one array of rows; the distance bits are 16 rows behind the unvisited cells.
    [[nodiscard]] tile_row* rows() noexcept { return reinterpret_cast<tile_row*>(states_.data()); }

    [[nodiscard]] tile_place place(cell c) const noexcept { return window_.place(c); }

    /// Loads a tile and the four beside it. Not for tiles of the ring.
    SENDA_NOINLINE void make_ready(std::uint32_t tile) noexcept {
        for (const std::uint32_t t : {tile, tile - 1, tile + 1, tile - stride(), tile + stride()}) {
            if ((flags_[t] & is_loaded) == 0) load(t);
        }
        flags_[tile] |= is_ready;
        ready_.first = std::min(ready_.first, tile - stride());
        ready_.last = std::max(ready_.last, tile + stride());
        ready_.at_edge = ready_.at_edge || window_.is_edge(tile);
        if (++ready_.count == fewest_of_large)
            prefer_huge_pages(states_.data(), tiles() * sizeof(tile_state), true);
    }
    /// Whether the search has come to enough tiles for huge pages to pay.
    [[nodiscard]] bool is_large() const noexcept { return ready_.count >= fewest_of_large; }

    /// Whether the search is about to leave the window: it must not go on before `widen`.
    [[nodiscard]] bool is_at_edge() const noexcept { return ready_.at_edge; }
    /// Widens the window to the grid, which renumbers tiles by `grid_tile`; false without memory.
    [[nodiscard]] SENDA_COLD bool widen() {
        buffer<tile_state> states = std::move(states_);
        buffer<std::uint8_t> flags = std::move(flags_);
        if (!take_memory()) {
            states_ = std::move(states);
            flags_ = std::move(flags);
            return false;
        }
        const tile_window nearby = std::exchange(window_, tile_window(*cells_));
        for (std::uint32_t t = 0; t < nearby.tiles(); ++t) {
            if (nearby.is_outside(t) || (flags[t] & is_loaded) == 0) continue;
            flags_[nearby.grid_tile(t)] = flags[t];
            states_[nearby.grid_tile(t)] = states[t];
        }
        ready_ = {};
        for (std::uint32_t t = 0; t < nearby.tiles(); ++t) {
            if ((flags[t] & is_ready) != 0) make_ready(nearby.grid_tile(t));
        }
        return true;
    }

    [[nodiscard]] bool is_unvisited(tile_place p) noexcept {
        return (rows()[p >> 4] >> (p & 15) & 1) != 0;
    }
    void unvisit(tile_place p) noexcept {
        rows()[p >> 4] = static_cast<tile_row>(rows()[p >> 4] | 1u << (p & 15));
    }
    /// Marks a cell as visited at a distance.
    void visit(tile_place p, steps distance) noexcept {
        tile_row* const row = rows() + (p >> 4);
        row[0] = static_cast<tile_row>(row[0] & ~(1u << (p & 15)));
        row[tile_side] |= static_cast<tile_row>((distance & 2) != 0 ? 1u << (p & 15) : 0u);
    }

    [[nodiscard]] SENDA_NOINLINE std::uint64_t count_visited() const noexcept {
        std::uint64_t count = 0;
        for (std::uint32_t t = ready_.first; t <= ready_.last; ++t) {
            if ((flags_[t] & is_loaded) == 0 || window_.is_outside(t)) continue;
            const tile_row* const open = cells_->rows(window_.grid_tile(t));
            count += count_cells(open) - count_cells(states_[t].of[0].unvisited);
            count += count_cells(open + tile_side) - count_cells(states_[t].of[1].unvisited);
        }
        return count;
    }

    /// A shortest path to `goal`, whose tile is ready: bit 1 tells which neighbours are nearer.
    [[nodiscard]] SENDA_NOINLINE std::vector<cell> path_to(cell goal, steps length) const {
        constexpr std::array<cell, 4> step = four_neighbours({0, 0});
        std::vector<cell> path(static_cast<std::size_t>(length) + 1);
        tile_place at = place(goal);
        unsigned direction = 0;
        for (std::size_t left = path.size() - 1;; --left) {
            path[left] = goal;
            if (left == 0) return path;
            const auto bit = static_cast<std::uint32_t>((left - 1) >> 1 & 1);
            // Corridors are mostly straight, turns hard to predict; only the first goes back.
            tile_place next = at + window_.offset(at, direction);
            if (!was_visited(next, bit)) {
                const unsigned right = (direction + 1) & 3;
                const bool to_right = was_visited(at + window_.offset(at, right), bit);
                direction = to_right ? right : right ^ 2;
                next = at + window_.offset(at, direction);
                if (left + 1 == path.size() && !was_visited(next, bit)) {
                    direction = 2;
                    next = at + window_.offset(at, direction);
                }
            }
            at = next;
            goal.x += step[direction].x;
            goal.y += step[direction].y;
        }
    }

private:
    static constexpr std::uint32_t fewest_of_large = 512;

    /// The tiles that were made ready.
    struct ready_tiles {
        std::uint32_t first = ~0u;  // the tiles loaded lie between these
        std::uint32_t last = 0;
        std::uint32_t count = 0;
        bool at_edge = false;  // one of them lies at the edge of the window
    };

    /// Takes memory for all tiles of the grid.
    [[nodiscard]] SENDA_COLD bool take_memory() {
        const std::size_t count = cells_->tiles();
        if (!flags_.assign_zeros(count) || !states_.resize(count)) return false;
        prefer_huge_pages(states_.data(), count * sizeof(tile_state), false);
        return true;
    }

    SENDA_NOINLINE void load(std::uint32_t t) noexcept {
        flags_[t] |= is_loaded;
        states_[t] = {};
        if (window_.is_outside(t)) return;
        const tile_row* const open = cells_->rows(window_.grid_tile(t));
        std::memcpy(states_[t].of[0].unvisited, open, sizeof states_[t].of[0].unvisited);
        std::memcpy(states_[t].of[1].unvisited, open + tile_side,
                    sizeof states_[t].of[1].unvisited);
    }

    [[nodiscard]] bool was_visited(tile_place p, std::uint32_t bit) const noexcept {
        const std::uint32_t tile = p >> 10;
        const colour_state& state = states_[tile].of[p >> 9 & 1];
        const std::uint32_t row = p >> 4 & 15;
        const std::uint32_t open = cells_->rows(window_.grid_tile(tile))[(p >> 5 & 16) + row];
        const std::uint32_t visited = open & ~std::uint32_t{state.unvisited[row]};
        return (visited & (state.distance_bit[row] ^ (bit - 1)) & 1u << (p & 15)) != 0;
    }

    const tiled_cells* cells_;
    tile_window window_;
    buffer<tile_state> states_;
    buffer<std::uint8_t> flags_;
    ready_tiles ready_;
};

}  // namespace senda::detail
