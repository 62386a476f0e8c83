// SPDX-License-Identifier: MIT
// A position of the game of the Amazons: where everything stands, who is to move, the legal plays.
#pragma once

#include <amazons/board/queen_moves.hpp>
#include <amazons/cell.hpp>
#include <amazons/play.hpp>
#include <amazons/size.hpp>
#include <senda/games/position.hpp>
#include <senda/storage/random.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>  // declares std::hash at the least cost

namespace senda::amazons {

namespace detail {

/// Zobrist keys: a random word for each thing that can stand on each cell.
struct zobrist_keys {
    std::array<std::array<std::uint64_t, 128>, 2> amazons{};
    std::array<std::uint64_t, 128> arrows{};
    std::uint64_t black_to_move = 0;
};

inline constexpr zobrist_keys zobrist = [] {
    std::uint64_t state = 0x416D'617A'6F6E'73;
    const auto next = [&] { return senda::splitmix64(state += senda::splitmix64_step); };
    zobrist_keys keys;
    for (auto& of_player : keys.amazons)
        for (std::uint64_t& key : of_player) key = next();
    for (std::uint64_t& key : keys.arrows) key = next();
    keys.black_to_move = next();
    return keys;
}();

}  // namespace detail

/// A position on a board of up to 10 columns and 11 rows. Who cannot move and shoot has lost. It
/// may be smaller than its type says: then it is the lower left part, of a size of its own.
template <int Columns = 10, int Rows = 10>
class basic_board {
    static_assert(Columns >= 1 && Columns <= most_columns && Rows >= 1 && Rows <= most_rows,
                  "a board has up to 10 columns and 11 rows");

public:
    using move_type = play;

    static constexpr int columns = Columns;  ///< how many columns the board has at the most
    static constexpr int rows = Rows;        ///< how many rows the board has at the most
    /// Every cell of the largest board of this type.
    static constexpr cell_set cells = all_cells(Columns, Rows);

    /// The start of a game.
    constexpr basic_board() noexcept : basic_board(largest) {}
    /// The start of a game on a board of some size, which is at most that of the type.
    constexpr explicit basic_board(board_size s) noexcept
        : basic_board(start_of(player::white, s.columns, s.rows),
                      start_of(player::black, s.columns, s.rows), {}, player::white, s) {
        assert(holds(s));
    }

    /// The position with these amazons and arrows; nothing if two share a cell or one is outside.
    [[nodiscard]] static constexpr std::optional<basic_board> make(
        cell_set white, cell_set black, cell_set arrows, player to_move,
        board_size s = largest) noexcept {
        const cell_set taken = white | black | arrows;
        const bool apart = (white & black).empty() && ((white | black) & arrows).empty();
        if (!apart || !holds(s) || !(taken & ~all_cells(s.columns, s.rows)).empty())
            return std::nullopt;
        return basic_board(white, black, arrows, to_move, s);
    }

    /// Whether a board of this type can have a size.
    [[nodiscard]] static constexpr bool holds(board_size s) noexcept {
        return s.rows >= 1 && s.rows <= Rows && s.columns >= 1 && s.columns <= Columns;
    }

    /// How many rows and columns there are.
    [[nodiscard]] constexpr board_size size() const noexcept { return {rows_, columns_}; }
    /// Every cell of the board.
    [[nodiscard]] constexpr cell_set area() const noexcept {
        return size() == largest ? cells : all_cells(columns_, rows_);
    }

    /// Whose turn it is.
    [[nodiscard]] constexpr player to_move() const noexcept { return to_move_; }
    /// Where the amazons of a player stand.
    [[nodiscard]] constexpr cell_set amazons(player p) const noexcept { return amazons_[index(p)]; }
    /// The cells where nothing stands.
    [[nodiscard]] constexpr cell_set empty_cells() const noexcept { return empty_; }
    /// The cells that arrows blocked for ever.
    [[nodiscard]] constexpr cell_set arrows() const noexcept {
        return area() & ~(empty_ | amazons_[0] | amazons_[1]);
    }
    /// Whether a cell belongs to this board.
    [[nodiscard]] constexpr bool contains(cell c) const noexcept {
        return c.column() < columns_ && c.row() < rows_;
    }

    /// Where an amazon of either player can go from its cell.
    [[nodiscard]] constexpr cell_set moves_from(cell from) const noexcept {
        return queen_reach(from, empty_);
    }
    /// Where an amazon can shoot after it has gone from one cell to another.
    [[nodiscard]] constexpr cell_set shots_from(cell from, cell to) const noexcept {
        return queen_reach(to, empty_ | cell_set{from});
    }

    /// Whether the player to move has a complete play: who can move can shoot back.
    [[nodiscard]] constexpr bool has_play() const noexcept { return has_play(to_move_); }
    /// Whether a player could play if it were their turn.
    [[nodiscard]] constexpr bool has_play(player p) const noexcept {
        return !(with_neighbours(amazons(p)) & empty_).empty();
    }

    /// Whether a play of the player to move is legal; takes any three cells.
    [[nodiscard]] constexpr bool is_legal(const play& p) const noexcept {
        return contains(p.from) && contains(p.to) && contains(p.arrow) &&
               amazons(to_move_).contains(p.from) && moves_from(p.from).contains(p.to) &&
               shots_from(p.from, p.to).contains(p.arrow);
    }

    /// Calls `visit(play)` for each legal play, by the numbers of their cells, until it returns
    /// false; it may also return nothing.
    template <class Visit>
    constexpr void for_each_play(Visit&& visit) const {
        detail::for_each_play(amazons(to_move_), empty_, visit);
    }
    /// How many legal plays there are; much faster than visiting them.
    [[nodiscard]] constexpr int count_plays() const noexcept {
        return detail::count_plays(amazons(to_move_), empty_);
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
        toggle(p);
        to_move_ = opponent(to_move_);
    }
    /// Takes back the play that was made last.
    constexpr void unmake(const play& p) noexcept {
        to_move_ = opponent(to_move_);
        toggle(p);
    }

    /// The same number for the same position, however it came about.
    [[nodiscard]] constexpr std::uint64_t hash() const noexcept { return hash_; }

    friend constexpr bool operator==(const basic_board&, const basic_board&) = default;

private:
    static constexpr board_size largest{Rows, Columns};

    constexpr basic_board(cell_set white, cell_set black, cell_set arrows, player to_move,
                          board_size s) noexcept
        : amazons_{white, black},
          empty_(all_cells(s.columns, s.rows) & ~(white | black | arrows)),
          to_move_(to_move),
          rows_(static_cast<std::uint8_t>(s.rows)),
          columns_(static_cast<std::uint8_t>(s.columns)) {
        using detail::zobrist;
        for_each_cell(white, [this](cell c) { hash_ ^= zobrist.amazons[0][c.number]; });
        for_each_cell(black, [this](cell c) { hash_ ^= zobrist.amazons[1][c.number]; });
        for_each_cell(arrows, [this](cell c) { hash_ ^= zobrist.arrows[c.number]; });
        if (to_move == player::black) hash_ ^= zobrist.black_to_move;
    }

    static constexpr std::size_t index(player p) noexcept { return p == player::white ? 0 : 1; }

    constexpr void toggle(const play& p) noexcept {
        using detail::zobrist;
        const std::size_t own = index(to_move_);
        detail::toggle_play(p, amazons_[own], empty_);
        hash_ ^= zobrist.amazons[own][p.from.number] ^ zobrist.amazons[own][p.to.number] ^
                 zobrist.arrows[p.arrow.number] ^ zobrist.black_to_move;
    }

    std::array<cell_set, 2> amazons_;
    cell_set empty_;
    std::uint64_t hash_ = 0;
    player to_move_;
    std::uint8_t rows_;
    std::uint8_t columns_;
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
