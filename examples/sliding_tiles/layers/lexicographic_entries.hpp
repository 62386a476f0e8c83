// SPDX-License-Identifier: MIT
// The distances of all placements as entries of a table, in the order in which they are looked up.
#pragma once

#include <senda/graph/permutations.hpp>
#include <senda/search/control.hpp>
#include <senda/storage/memory.hpp>
#include <sliding_tiles/layers/cell_sets.hpp>
#include <sliding_tiles/layers/placement_layers.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::sliding_tiles::detail {

/// Puts the distances that `placement_layers` found, kept by sets and orders, into the
/// lexicographic order of the cells of the tiles. The first tiles stand still while the last few go
/// everywhere: then a piece of the table is written from its beginning to its end, and what is read
/// are all orders of the last tiles on a set, whose numbers follow each other.
template <std::size_t Columns, std::size_t Rows, std::size_t K>
class lexicographic_entries {
    using layers = placement_layers<Columns, Rows, K>;
    static constexpr std::size_t cells = Columns * Rows;
    static constexpr std::size_t last = std::min<std::size_t>(K, 4);
    static constexpr std::size_t first = K - last;
    static constexpr std::size_t left = cells - first;  // cells for the last tiles
    using first_rows = permutations<cells, first>;
    using last_rows = permutations<left, last>;
    using orders = permutations<last>;
    using last_sets = cell_sets<left, last>;

public:
    /// The fewest slides that take each tile of a pattern home from each cell.
    using floors = std::array<std::array<std::uint8_t, cells>, K>;

    lexicographic_entries(search_control& control, const layers& from, const floors& floor) noexcept
        : control_(control),
          layers_(from),
          floor_(floor),
          numbers_(control.budget()),
          scratch_(control.budget()) {}

    /// The bytes that it takes, on `threads` threads.
    [[nodiscard]] static constexpr std::uint64_t bytes(unsigned threads) noexcept {
        return buffer<std::uint32_t>::bytes_for(last_sets::count * orders::count) +
               buffer<std::uint8_t>::bytes_for(threads * last_rows::count);
    }

    /// Writes the entries: half of what a distance is above the sum of the floors, at most
    /// `largest`; `unreached` where there is no distance.
    template <class Table>
    void write(const Table& table, unsigned largest, unsigned unreached, unsigned threads) {
        if (!control_.fits(prepare(threads))) return;
        largest_ = largest;
        unreached_ = unreached;
        share_pieces(threads, control_, first_rows::count, [&](std::size_t piece, unsigned thread) {
            const auto at = first_rows::unrank(piece);
            cell_set taken = 0;
            unsigned floor = 0;
            for (std::size_t i = 0; i < first; ++i) {
                taken |= only(at[i]);
                floor += floor_[i][at[i]];
            }
            std::uint8_t* const levels = scratch_.data() + thread * last_rows::count;
            read_levels(at, taken, levels);
            std::uint8_t* next = levels;
            make_entries<0>(~taken & board_cells<Columns, Rows>::all, floor, next);
            pack(levels, table, piece);
        });
    }

private:
    [[nodiscard]] bool prepare(unsigned threads) {
        if (!numbers_.reserve(last_sets::count * orders::count) ||
            !scratch_.assign_zeros(threads * last_rows::count))
            return false;
        cell_set set = last_sets::first;
        for (std::size_t i = 0; i < last_sets::count; ++i, set = last_sets::next(set)) {
            const auto on = cells_of(set);
            for (std::size_t order = 0; order < orders::count; ++order) {
                auto row = orders::unrank(order);
                for (std::uint8_t& place : row) place = on[place];
                (void)numbers_.push(static_cast<std::uint32_t>(last_rows::rank(row)));
            }
        }
        return true;
    }

    [[nodiscard]] static std::array<std::uint8_t, last> cells_of(cell_set set) noexcept {
        std::array<std::uint8_t, last> on{};
        for (std::uint8_t& cell : on) {
            cell = static_cast<std::uint8_t>(lowest(set));
            set &= set - 1;
        }
        return on;
    }

    /// The levels of all placements with the first tiles on `at`.
    void read_levels(const typename first_rows::value_type& at, cell_set taken,
                     std::uint8_t* levels) const {
        std::array<cell_set, left> nth{};  // the cells that are left
        std::size_t count = 0;
        for (std::size_t c = 0; c < cells; ++c)
            if ((taken & only(c)) == 0) nth[count++] = only(c);
        const std::uint32_t* number = numbers_.data();
        cell_set on = last_sets::first;
        for (std::size_t i = 0; i < last_sets::count; ++i, on = last_sets::next(on)) {
            cell_set set = taken;
            for (cell_set rest = on; rest != 0; rest &= rest - 1) set |= nth[lowest(rest)];
            std::array<std::uint8_t, first> places{};
            for (std::size_t tile = 0; tile < first; ++tile)
                places[tile] = static_cast<std::uint8_t>(rank_in(set, at[tile]));
            const std::size_t order = permutations<K, first>::rank(places) * orders::count;
            read_orders(layers_.levels(layers_.numbering().number(set)), order, number, levels);
            number += orders::count;
        }
    }

    /// Spreads bits over the bytes of a word.
    static constexpr std::array<std::uint64_t, 256> spread = [] {
        std::array<std::uint64_t, 256> all{};
        for (std::size_t bits = 0; bits < 256; ++bits)
            for (std::size_t i = 0; i < 8; ++i)
                all[bits] |= std::uint64_t{bits >> i & 1} << (8 * i);
        return all;
    }();

    /// The levels of all orders of the last tiles, from an order on.
    static void read_orders(const std::uint64_t* planes, std::size_t order,
                            const std::uint32_t* number, std::uint8_t* levels) {
        constexpr std::size_t words = (orders::count + 7) / 8;
        std::array<std::uint64_t, words> eight{};  // levels, a byte each
        const std::uint64_t* const low = planes + order / 64 * layers::planes;
        const std::size_t shift = order % 64;
        for (std::size_t k = 0; k < layers::planes; ++k) {
            std::uint64_t bits = low[k] >> shift;
            if (shift + orders::count > 64) bits |= low[k + layers::planes] << (64 - shift);
            for (std::size_t w = 0; w < words; ++w) eight[w] |= spread[bits >> (8 * w) & 255] << k;
        }
        for (std::size_t i = 0; i < orders::count; ++i)
            levels[number[i]] = static_cast<std::uint8_t>(eight[i / 8] >> (8 * (i % 8)));
    }

    /// Makes entries of levels, in lexicographic order. A distance is odd where the floor is: a
    /// level, one more than its half, is above the floor by what it is above its half.
    template <std::size_t Tile>
    void make_entries(cell_set free, unsigned floor, std::uint8_t*& next) const {
        for (cell_set rest = free; rest != 0; rest &= rest - 1) {
            const std::size_t cell = lowest(rest);
            const unsigned sum = floor + floor_[first + Tile][cell];
            if constexpr (Tile + 1 < last) {
                make_entries<Tile + 1>(free & ~only(cell), sum, next);
            } else {
                const unsigned level = *next;
                const unsigned above = std::min(level - 1 - sum / 2, largest_);
                *next++ = static_cast<std::uint8_t>(level == 0 ? unreached_ : above);
            }
        }
    }

    // The rows are an even number, so that no two pieces share a byte; or those of a single tile,
    // whose entries are 0.
    template <class Table>
    static void pack(const std::uint8_t* entries, const Table& table, std::size_t piece) {
        if constexpr (Table::most == 15) {
            unsigned char* const to = table.data() + piece * (last_rows::count / 2);
            for (std::size_t i = 0; i < last_rows::count / 2; ++i)
                to[i] = static_cast<unsigned char>(entries[2 * i] | entries[2 * i + 1] << 4);
        } else {
            std::copy(entries, entries + last_rows::count, table.data() + piece * last_rows::count);
        }
    }

    search_control& control_;
    const layers& layers_;
    const floors& floor_;
    buffer<std::uint32_t> numbers_;  // of the orders of the last tiles on each set of what is left
    buffer<std::uint8_t> scratch_;
    unsigned largest_ = 0;
    unsigned unreached_ = 0;
};

}  // namespace senda::sliding_tiles::detail
