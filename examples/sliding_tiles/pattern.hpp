// SPDX-License-Identifier: MIT
// Additive patterns of sliding tiles, which make their own tables.
#pragma once

#include <senda/graph/edge.hpp>
#include <senda/graph/hash.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>
#include <sliding_tiles/layers/cell_sets.hpp>
#include <sliding_tiles/layers/lexicographic_entries.hpp>
#include <sliding_tiles/layers/placement_layers.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::sliding_tiles {

/// K of the tiles of `puzzle`, an additive pattern: a distance counts the moves of these
/// tiles alone, and the blank goes through all others for free. So the distances of patterns that
/// have no tile in common can be added (Korf and Felner 2002). A small state is where the tiles of
/// the pattern are; where the blank is does not matter: an entry is the least over its places.
template <std::size_t Columns, std::size_t Rows, std::size_t K>
    requires(K >= 1 && K <= 9 && K < Columns * Rows)
class pattern {
    using board = puzzle<Columns, Rows>;
    using state = typename board::node_type;
    using rows = permutations<board::cells, K>;
    using layers = detail::placement_layers<Columns, Rows, K>;
    using entries = detail::lexicographic_entries<Columns, Rows, K>;

public:
    /// The cell of each tile of the pattern.
    using small_state = typename rows::value_type;

    /// Distances are above the floor by a multiple of this.
    static constexpr int step = 2;
    /// Whether all small states are reached: two tiles that may be swapped see to it.
    static constexpr bool reaches_all = K + 3 <= board::cells;

    /// The pattern of these tiles, all of them different and none the blank. Tiles that come later
    /// count less in the numbers: those that move together are better together at the end.
    constexpr explicit pattern(const std::array<std::uint8_t, K>& tiles) noexcept : tiles_(tiles) {
        for (const std::uint8_t tile : tiles) set_ |= detail::only(tile);
    }

    /// The tiles of the pattern.
    [[nodiscard]] constexpr const std::array<std::uint8_t, K>& tiles() const noexcept {
        return tiles_;
    }

    /// Where the tiles of the pattern are in `n`.
    [[nodiscard]] constexpr small_state operator()(const state& n) const noexcept {
        small_state abstracted{};
        for (std::size_t i = 0; i < K; ++i) abstracted[i] = n.cell[tiles_[i]];
        return abstracted;
    }
    /// The number of a small state.
    [[nodiscard]] static constexpr std::uint64_t index(const small_state& abstracted) {
        return rows::rank(abstracted);
    }
    /// The numbers are below this.
    [[nodiscard]] static constexpr std::uint64_t index_bound() noexcept { return rows::count; }
    /// The small state with the number `i`.
    [[nodiscard]] static constexpr small_state node(std::uint64_t i) { return rows::unrank(i); }

    /// The fewest moves if no tile were in another's way: how far the tiles are from their cells.
    [[nodiscard]] constexpr steps floor(const small_state& abstracted) const noexcept {
        steps sum = 0;
        for (std::size_t i = 0; i < K; ++i) sum += board::apart(abstracted[i], tiles_[i]);
        return sum;
    }
    /// Whether the action `a`, which led to `n`, moved a tile of the pattern.
    [[nodiscard]] constexpr bool concerns(const state& n, int a) const noexcept {
        return (set_ & detail::only(n.tile[board::cell_of_moved(n, a)])) != 0;
    }

    /// A number that tells patterns and boards apart, for files.
    [[nodiscard]] constexpr std::uint64_t fingerprint() const noexcept {
        std::uint64_t sum = Columns * 256 + Rows;
        for (const std::uint8_t tile : tiles_) sum = hash_combine(sum, tile);
        return sum;
    }

    /// The bytes that `fill` takes beside the table, on `threads` threads.
    [[nodiscard]] static std::uint64_t bytes_to_fill(unsigned threads = 1) {
        return std::max(layers::bytes(threads), layers::bytes_kept() + entries::bytes(threads));
    }

    /// Writes the entries of all numbers into a table: half of what the distance is above the
    /// floor, capped if that does not fit. Where not all is reached, the largest entry stands for
    /// what is not. Returns `complete` if it came to its end; otherwise the limit or the stop
    /// token that ended it, and the entries are worth nothing.
    ///
    /// `table`  zeros: `table.data()` the bytes, and `Table::most` the largest entry, 15 or 255;
    ///          of two entries in a byte the first has the lower bits.
    /// `o`      threads, limits, a stop token, and where to write how many entries are known. The
    ///          limit on bytes counts what is taken beside the table.
    template <class Table>
    status fill(const Table& table, const options& o = {}) const {
        search_control control(o);
        const unsigned threads = std::max(1U, o.threads);
        layers found(control);
        found.run(tiles_, threads);
        if (control.status() != status::complete) return control.status();
        control.resume();
        typename entries::floors floor{};
        for (std::size_t i = 0; i < K; ++i) {
            for (std::size_t c = 0; c < board::cells; ++c)
                floor[i][c] = static_cast<std::uint8_t>(board::apart(c, tiles_[i]));
        }
        entries writer(control, found, floor);
        writer.write(table, reaches_all ? Table::most : Table::most - 1, Table::most, threads);
        return control.running() ? status::complete : control.status();
    }

private:
    std::array<std::uint8_t, K> tiles_;
    detail::cell_set set_ = 0;
};

}  // namespace senda::sliding_tiles
