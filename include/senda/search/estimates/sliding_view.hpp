// SPDX-License-Identifier: MIT
// How the table of a pattern of tiles is used: as it is, or for a pattern that lies elsewhere but
// looks the same.
#pragma once

#include <senda/graph/permutations.hpp>
#include <senda/search/estimates/sliding/board_symmetry.hpp>
#include <senda/search/estimates/sliding/cell_sets.hpp>
#include <senda/search/estimates/tables/packed_numbers.hpp>
#include <senda/search/status.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace senda {

/// The table of a `sliding_pattern`, seen under a symmetry of the board. It refers to the database,
/// which must outlive it.
template <std::size_t Columns, std::size_t Rows, detail::entry_bits Bits>
class sliding_view {
    using board = detail::board_cells<Columns, Rows>;

public:
    /// How a board is turned before it is looked up.
    using symmetry = detail::board_symmetry<Columns, Rows>;

    /// The pattern that a table was made for.
    ///
    /// `database`  of a `sliding_pattern`; if it has no table, all entries are 0.
    template <class Database>
        requires requires(const Database& d) { d.abstraction().tiles(); }
    explicit sliding_view(const Database& database)
        : count_(database.abstraction().tiles().size()) {
        for (std::size_t i = 0; i < count_; ++i) tiles_[i] = database.abstraction().tiles()[i];
        if (database.status() != status::exhausted) return;
        table_ = database.table();
        constexpr auto most = std::numeric_limits<std::uint32_t>::max();
        if (database.abstraction().index_bound() > most) return;
        for (std::size_t i = 0; i < count_; ++i) {
            weights_[i] = static_cast<std::uint32_t>(
                detail::product_of(board::count - count_ + 1, board::count - i - 1));
        }
    }

    /// The same table for other tiles: those whose cells, if the board is turned, are those of its
    /// pattern. Nothing if no symmetry does that, or if it takes the blank of the goal to where the
    /// pattern keeps it apart from where it was.
    ///
    /// `database`  of a `sliding_pattern`.
    /// `tiles`     in any order.
    template <class Database>
    [[nodiscard]] static std::optional<sliding_view> of(const Database& database,
                                                        std::span<const std::uint8_t> tiles) {
        sliding_view seen(database);
        const sliding_view made = seen;
        detail::cell_set pattern = 0;
        detail::cell_set wanted = 0;
        for (std::size_t i = 0; i < made.count_; ++i) pattern |= detail::only(made.tiles_[i]);
        for (const std::uint8_t tile : tiles) wanted |= detail::only(tile);
        const detail::cell_set blank = board::component(board::all & ~pattern, 0);
        for (std::size_t number = 0; number < symmetry::count; ++number) {
            if (!symmetry::exists(number)) continue;
            seen.turned_ = symmetry(number);
            if ((blank & detail::only(seen.turned_(0))) == 0) continue;
            detail::cell_set found = 0;
            for (std::size_t cell = 0; cell < board::count; ++cell) {
                for (std::size_t i = 0; i < made.count_; ++i) {
                    if (seen.turned_(cell) != made.tiles_[i]) continue;
                    seen.tiles_[i] = static_cast<std::uint8_t>(cell);
                    found |= detail::only(cell);
                }
            }
            if (found == wanted) return seen;
        }
        return std::nullopt;
    }

    /// How many tiles the pattern has.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    /// Tile i of it.
    [[nodiscard]] constexpr std::uint8_t tile(std::size_t i) const noexcept { return tiles_[i]; }
    /// How much each cell counts that is before that of tile i and not taken by an earlier tile.
    [[nodiscard]] constexpr std::uint32_t weight(std::size_t i) const noexcept {
        return weights_[i];
    }
    /// How the board is turned.
    [[nodiscard]] constexpr symmetry turned() const noexcept { return turned_; }
    /// The entries.
    [[nodiscard]] constexpr detail::packed_view<Bits> table() const noexcept { return table_; }

private:
    static constexpr unsigned char no_entry = 0;  // if there is no table, all numbers are 0

    std::size_t count_;
    std::array<std::uint8_t, board::count> tiles_{};
    std::array<std::uint32_t, board::count> weights_{};
    symmetry turned_;
    detail::packed_view<Bits> table_{&no_entry};
};
}  // namespace senda
