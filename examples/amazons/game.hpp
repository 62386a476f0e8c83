// SPDX-License-Identifier: MIT
// A game of the Amazons played by hand: turns chosen cell by cell, undo and redo, and its end.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/play.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::amazons {

/// The cells that somebody typed, from one to three: in either case, with `-`, `/`, `,` or blanks
/// between them, such as `d1`, `D1-d7/g7` or `d1 d7 g7`. None if anything else is there.
[[nodiscard]] inline std::vector<cell> typed_cells(std::string_view text,
                                                   int columns = most_columns,
                                                   int rows = most_columns) {
    constexpr std::string_view between = "-/, \t";
    constexpr std::size_t most = 3;
    std::vector<cell> cells;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of(between, begin), text.size());
        std::string name{text.substr(begin, end - begin)};
        if (!name.empty() && name[0] >= 'A' && name[0] <= 'Z')
            name[0] = static_cast<char>(name[0] - 'A' + 'a');
        const std::optional<cell> c = parse_cell(name, columns, rows);
        if (!c || cells.size() == most) return {};
        cells.push_back(*c);
        begin = std::min(text.find_first_not_of(between, end), text.size());
    }
    return cells;
}

/// What is chosen next in a turn.
enum class turn_part : std::uint8_t { amazon, target, arrow };

/// Why a cell cannot be chosen.
enum class turn_fault : std::uint8_t {
    none,
    not_your_amazon,     ///< no amazon of the player to move stands there
    amazon_is_stuck,     ///< one does, but it cannot go anywhere
    cannot_go_there,     ///< not a queen's move over empty cells
    cannot_shoot_there,  ///< not a queen's move over empty cells from where the amazon is now
};

/// The name of a fault as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(turn_fault f) noexcept {
    return senda::enum_name(
        f, {"none", "not_your_amazon", "amazon_is_stuck", "cannot_go_there", "cannot_shoot_there"});
}

/// The play of one turn, as far as it is chosen. A wrong cell changes nothing.
class turn {
public:
    /// The turn of the player to move, with nothing chosen.
    explicit turn(const board& b) : board_(b) {}

    /// What is chosen next; `arrow` also when all is.
    [[nodiscard]] turn_part part() const noexcept {
        return !from_ ? turn_part::amazon : !to_ ? turn_part::target : turn_part::arrow;
    }

    /// The cells that can be chosen next.
    [[nodiscard]] cell_set choices() const noexcept {
        if (from_ && to_) return board_.shots_from(*from_, *to_);
        if (from_) return board_.moves_from(*from_);
        return board_.amazons(board_.to_move()) & with_neighbours(board_.empty_cells());
    }

    /// Chooses a cell of the board, or says why that is not possible.
    turn_fault choose(cell c) noexcept {
        if (!choices().contains(c)) return fault_of(c);
        (!from_ ? from_ : !to_ ? to_ : arrow_) = c;
        return turn_fault::none;
    }

    /// Takes back what was chosen last; false if nothing was.
    bool back() noexcept {
        std::optional<cell>& last = arrow_ ? arrow_ : to_ ? to_ : from_;
        const bool had = last.has_value();
        last.reset();
        return had;
    }

    /// The amazon that was chosen.
    [[nodiscard]] std::optional<cell> from() const noexcept { return from_; }
    /// Where it is to go.
    [[nodiscard]] std::optional<cell> to() const noexcept { return to_; }

    /// The play, once all of it is chosen; it is legal.
    [[nodiscard]] std::optional<play> complete() const noexcept {
        if (!arrow_) return std::nullopt;
        return play{*from_, *to_, *arrow_};
    }

    /// The position as it looks now: the amazon stands where it goes.
    [[nodiscard]] board shown() const noexcept {
        if (!to_) return board_;
        cell_set white = board_.amazons(player::white);
        cell_set black = board_.amazons(player::black);
        (board_.to_move() == player::white ? white : black) ^= cell_set{*from_} ^ cell_set { *to_ };
        cell_set arrows = board_.arrows();
        if (arrow_) arrows.insert(*arrow_);
        return *board::make(white, black, arrows, board_.to_move(), board_.size());
    }

private:
    [[nodiscard]] turn_fault fault_of(cell c) const noexcept {
        if (to_) return turn_fault::cannot_shoot_there;
        if (from_) return turn_fault::cannot_go_there;
        return board_.amazons(board_.to_move()).contains(c) ? turn_fault::amazon_is_stuck
                                                            : turn_fault::not_your_amazon;
    }

    board board_;
    std::optional<cell> from_;
    std::optional<cell> to_;
    std::optional<cell> arrow_;
};

/// A position, and the plays that led to it.
class game {
public:
    /// A game from a position on.
    explicit game(const amazons::board& start = {}) : start_(start), board_(start) {}

    /// Makes a play; false, and nothing happens, if it is not legal or the game is over. What was
    /// taken back before can no longer be made again.
    bool make(const play& p) {
        if (winner() || !board_.is_legal(p)) return false;
        board_.make(p);
        trail_.resize(made_);
        trail_.push_back(p);
        ++made_;
        return true;
    }

    /// Ends the game: the player to move loses.
    void resign() noexcept {
        if (!winner()) resigned_ = true;
    }

    /// Takes the last play back, or the resignation; false at the start.
    bool undo() {
        if (resigned_) {
            resigned_ = false;
            return true;
        }
        if (made_ == 0) return false;
        board_.unmake(trail_[--made_]);
        return true;
    }

    /// Makes the play again that was taken back last; false if there is none.
    bool redo() {
        if (!can_redo()) return false;
        board_.make(trail_[made_++]);
        return true;
    }

    /// The position as it is now.
    [[nodiscard]] const amazons::board& board() const noexcept { return board_; }
    /// The position that the game began with.
    [[nodiscard]] const amazons::board& start() const noexcept { return start_; }
    /// The plays that were made and not taken back.
    [[nodiscard]] std::span<const play> plays() const noexcept { return {trail_.data(), made_}; }
    /// Whether a play was taken back that can be made again.
    [[nodiscard]] bool can_redo() const noexcept { return made_ < trail_.size() && !resigned_; }

    /// Whether the player to move gave up.
    [[nodiscard]] bool resigned() const noexcept { return resigned_; }
    /// Who has won; nothing while the game goes on.
    [[nodiscard]] std::optional<player> winner() const noexcept {
        if (!resigned_ && board_.has_play()) return std::nullopt;
        return opponent(board_.to_move());
    }

private:
    amazons::board start_;
    amazons::board board_;
    std::vector<play> trail_;  // also those taken back, after the first made_
    std::size_t made_ = 0;
    bool resigned_ = false;
};

}  // namespace senda::amazons
