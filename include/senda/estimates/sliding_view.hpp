// SPDX-License-Identifier: MIT
// How the table of a pattern of tiles is used: as it is, or for a pattern that lies elsewhere but
// looks the same.
#pragma once

#include <senda/detail/estimates/sliding/board_symmetry.hpp>
#include <senda/detail/estimates/sliding/cell_sets.hpp>
#include <senda/detail/estimates/tables/packed_numbers.hpp>
#include <senda/estimates/pattern_database.hpp>
#include <senda/estimates/sliding_pattern.hpp>
#include <senda/graph/cost.hpp>
#include <senda/graph/permutations.hpp>
#include <senda/search/status.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace senda {

/// The table of a `sliding_pattern` for tiles that, if the board is turned, are those of the
/// pattern. It refers to the database, which must outlive it.
template <std::size_t Columns, std::size_t Rows, detail::entry_bits Bits>
class sliding_view {
    using board = detail::board_cells<Columns, Rows>;

public:
    /// How a board is turned before it is looked up.
    using symmetry = detail::board_symmetry<Columns, Rows>;

    /// A database under a symmetry.
    ///
    /// `database`  of a `sliding_pattern`; if it has no table, or one of 2^32 entries or more, all
    ///             entries count as 0.
    /// `turned`    how the board is turned: left off, not at all.
    template <std::size_t K, Cost C>
    explicit sliding_view(
        const pattern_database<sliding_pattern<Columns, Rows, K>, Bits, C>& database,
        symmetry turned = {})
        : count_(K), turned_(turned) {
        for (std::size_t cell = 0; cell < board::count; ++cell) {
            for (std::size_t i = 0; i < K; ++i) {
                if (turned(cell) == database.abstraction().tiles()[i])
                    tiles_[i] = static_cast<std::uint8_t>(cell);
            }
        }
        if (database.status() != status::exhausted ||
            database.abstraction().index_bound() > std::numeric_limits<std::uint32_t>::max())
            return;
        table_ = database.table();
        for (std::size_t i = 0; i < K; ++i) {
            weights_[i] = static_cast<std::uint32_t>(
                detail::product_of(board::count - K + 1, board::count - i - 1));
        }
    }

    /// How many tiles there are.
    [[nodiscard]] constexpr std::size_t size() const noexcept { return count_; }
    /// Tile i of them.
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
    static constexpr unsigned char no_entry = 0;  // without a table, all weights are 0

    std::size_t count_;
    symmetry turned_;
    std::array<std::uint8_t, board::count> tiles_{};
    std::array<std::uint32_t, board::count> weights_{};
    detail::packed_view<Bits> table_{&no_entry};
};

/// The table of a pattern for other tiles of the same shape: those that come to lie where its own
/// are if the board is turned. Nothing if no symmetry does that, or if the blank of the goal would
/// come to where the pattern keeps it apart from where it is in the table.
///
/// `database`  of a `sliding_pattern`, which must outlive what is returned.
/// `tiles`     the other tiles, in any order.
template <std::size_t Columns, std::size_t Rows, std::size_t K, detail::entry_bits Bits, Cost C>
[[nodiscard]] std::optional<sliding_view<Columns, Rows, Bits>> seen_as(
    const pattern_database<sliding_pattern<Columns, Rows, K>, Bits, C>& database,
    const std::array<std::uint8_t, K>& tiles) {
    using board = detail::board_cells<Columns, Rows>;
    using view = sliding_view<Columns, Rows, Bits>;
    detail::cell_set made = 0;
    detail::cell_set wanted = 0;
    for (const std::uint8_t tile : database.abstraction().tiles()) made |= detail::only(tile);
    for (const std::uint8_t tile : tiles) wanted |= detail::only(tile);
    const detail::cell_set blank = board::component(board::all & ~made, 0);
    for (std::size_t number = 0; number < view::symmetry::count; ++number) {
        const typename view::symmetry turned(number);
        if (!turned.exists() || (blank & detail::only(turned(0))) == 0) continue;
        const view seen(database, turned);
        detail::cell_set found = 0;
        for (std::size_t i = 0; i < K; ++i) found |= detail::only(seen.tile(i));
        if (found == wanted) return seen;
    }
    return std::nullopt;
}

}  // namespace senda
