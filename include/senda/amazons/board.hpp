// SPDX-License-Identifier: MIT
// A position of the game of the Amazons: where everything stands, who is to move, the legal plays.
#pragma once

#include <senda/amazons/board/queen_moves.hpp>
#include <senda/amazons/board/zobrist.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/cell_set.hpp>
#include <senda/amazons/play.hpp>
#include <senda/amazons/start.hpp>
#include <senda/games/position.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>  // declares std::hash at the least cost
#include <type_traits>

namespace senda::amazons {

/// A position on a board of up to 10 columns and 11 rows. Who cannot make a complete play, a move
/// and a shot, has lost.
template <int Columns = 10, int Rows = 10>
class basic_board {
    static_assert(Columns >= 1 && Columns <= most_columns && Rows >= 1 && Rows <= most_rows,
                  "a board has up to 10 columns and 11 rows");

public:
    using move_type = play;

    static constexpr int columns = Columns;  ///< how many columns the board has
    static constexpr int rows = Rows;        ///< how many rows the board has
    /// Every cell of the board.
    static constexpr cell_set cells = all_cells(Columns, Rows);

    /// The start of a game.
    constexpr basic_board() noexcept
        : basic_board(start_of(player::white, Columns, Rows),
                      start_of(player::black, Columns, Rows), {}, player::white) {}

    /// The position with these amazons, any number of them, and arrows; nothing if two share a cell
    /// or one is outside.
    [[nodiscard]] static constexpr std::optional<basic_board> make(cell_set white, cell_set black,
                                                                   cell_set arrows,
                                                                   player to_move) noexcept {
        const cell_set taken = white | black | arrows;
        const bool apart = (white & black).empty() && ((white | black) & arrows).empty();
        if (!apart || !(taken & ~cells).empty()) return std::nullopt;
        return basic_board(white, black, arrows, to_move);
    }

    /// Whose turn it is.
    [[nodiscard]] constexpr player to_move() const noexcept { return to_move_; }
    /// Where the amazons of a player stand.
    [[nodiscard]] constexpr cell_set amazons(player p) const noexcept { return amazons_[index(p)]; }
    /// The cells where nothing stands.
    [[nodiscard]] constexpr cell_set empty_cells() const noexcept { return empty_; }
    /// The cells that arrows blocked for ever.
    [[nodiscard]] constexpr cell_set arrows() const noexcept {
        return cells & ~(empty_ | amazons_[0] | amazons_[1]);
    }
    /// Whether a cell belongs to this board.
    [[nodiscard]] static constexpr bool contains(cell c) noexcept { return cells.contains(c); }

    /// Where an amazon of either player can go from its cell.
    [[nodiscard]] constexpr cell_set moves_from(cell from) const noexcept {
        return queen_reach(from, empty_);
    }
    /// Where an amazon can shoot once it has gone from one cell to another, which leaves the first
    /// one empty.
    [[nodiscard]] constexpr cell_set shots_from(cell from, cell to) const noexcept {
        return queen_reach(to, empty_ | cell_set{from});
    }

    /// Whether the player to move has a complete play. Every amazon that can move can shoot back to
    /// where it was.
    [[nodiscard]] constexpr bool has_play() const noexcept { return has_play(to_move_); }
    /// Whether a player could play if it were their turn.
    [[nodiscard]] constexpr bool has_play(player p) const noexcept {
        return !(with_neighbours(amazons(p)) & empty_).empty();
    }

    /// Whether a play of the player to move is legal; any three cells may be asked about.
    [[nodiscard]] constexpr bool is_legal(const play& p) const noexcept {
        return contains(p.from) && contains(p.to) && contains(p.arrow) &&
               amazons(to_move_).contains(p.from) && moves_from(p.from).contains(p.to) &&
               shots_from(p.from, p.to).contains(p.arrow);
    }

    /// Calls `visit(play)` for each legal play, by the numbers of their cells, until it returns
    /// false; it may also return nothing.
    template <class Visit>
    constexpr void for_each_play(Visit&& visit) const {
        for (cell_set own = amazons(to_move_); !own.empty(); own.erase(own.first())) {
            const cell from = own.first();
            for (cell_set tos = moves_from(from); !tos.empty(); tos.erase(tos.first())) {
                const cell to = tos.first();
                for (cell_set shots = shots_from(from, to); !shots.empty();
                     shots.erase(shots.first()))
                    if (!goes_on(visit, play{from, to, shots.first()})) return;
            }
        }
    }
    /// How many legal plays there are; much faster than visiting them.
    [[nodiscard]] constexpr int count_plays() const noexcept {
        int count = 0;
        for_each_cell(amazons(to_move_), [&](cell from) {
            for_each_cell(moves_from(from),
                          [&](cell to) { count += shots_from(from, to).count(); });
        });
        return count;
    }

    /// The same two, and whether the game is over, as the searches of `senda::games` ask for them.
    template <class Visit>
    constexpr void for_each_move(Visit&& visit) const {
        for_each_play(visit);
    }
    [[nodiscard]] constexpr std::uint64_t count_moves() const noexcept {
        return static_cast<std::uint64_t>(count_plays());
    }
    [[nodiscard]] constexpr std::optional<games::outcome> terminal() const noexcept {
        if (has_play()) return std::nullopt;
        return games::outcome::loss;
    }

    /// Makes a legal play of the player to move.
    constexpr void make(const play& p) noexcept {
        assert(is_legal(p));
        const std::size_t own = index(to_move_);
        amazons_[own] ^= cell_set{p.from} | cell_set{p.to};
        empty_ ^= cell_set{p.from} ^ cell_set { p.to } ^ cell_set { p.arrow };
        hash_ ^= change_of(p, own);
        to_move_ = opponent(to_move_);
    }
    /// Takes back the play that was made last.
    constexpr void unmake(const play& p) noexcept {
        to_move_ = opponent(to_move_);
        const std::size_t own = index(to_move_);
        amazons_[own] ^= cell_set{p.from} | cell_set{p.to};
        empty_ ^= cell_set{p.from} ^ cell_set { p.to } ^ cell_set { p.arrow };
        hash_ ^= change_of(p, own);
    }

    /// The same number for the same position, however it came about.
    [[nodiscard]] constexpr std::uint64_t hash() const noexcept { return hash_; }

    friend constexpr bool operator==(const basic_board&, const basic_board&) = default;

private:
    constexpr basic_board(cell_set white, cell_set black, cell_set arrows, player to_move) noexcept
        : amazons_{white, black}, empty_(cells & ~(white | black | arrows)), to_move_(to_move) {
        using detail::zobrist;
        for_each_cell(white, [this](cell c) { hash_ ^= zobrist.amazons[0][c.number]; });
        for_each_cell(black, [this](cell c) { hash_ ^= zobrist.amazons[1][c.number]; });
        for_each_cell(arrows, [this](cell c) { hash_ ^= zobrist.arrows[c.number]; });
        if (to_move == player::black) hash_ ^= zobrist.black_to_move;
    }

    static constexpr std::size_t index(player p) noexcept { return p == player::white ? 0 : 1; }

    static constexpr std::uint64_t change_of(const play& p, std::size_t own) noexcept {
        using detail::zobrist;
        return zobrist.amazons[own][p.from.number] ^ zobrist.amazons[own][p.to.number] ^
               zobrist.arrows[p.arrow.number] ^ zobrist.black_to_move;
    }

    template <class Visit>
    static constexpr bool goes_on(Visit& visit, const play& p) {
        if constexpr (std::is_void_v<decltype(visit(p))>) {
            visit(p);
            return true;
        } else {
            return visit(p);
        }
    }

    std::array<cell_set, 2> amazons_;
    cell_set empty_;
    std::uint64_t hash_ = 0;
    player to_move_;
};

/// The game on its usual board: 10 x 10 cells and four amazons for each player.
using board = basic_board<>;

static_assert(games::HashedPosition<board> && games::CountingPosition<board>);

}  // namespace senda::amazons

/// Positions can be kept in the hash tables of the standard library.
template <int Columns, int Rows>
struct std::hash<senda::amazons::basic_board<Columns, Rows>> {
    [[nodiscard]] std::size_t operator()(
        const senda::amazons::basic_board<Columns, Rows>& b) const noexcept {
        return static_cast<std::size_t>(b.hash());
    }
};
