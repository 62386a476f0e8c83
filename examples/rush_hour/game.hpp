// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/rules.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace senda::rush_hour {

/// A board, and the moves made on it so far by hand, which can be taken back and made again.
class game {
public:
    /// A game with no move made.
    explicit game(const rush_hour::board& start) : start_(start), board_(start) {}

    /// Makes a move and forgets those taken back; false, and nothing happens, if it is not
    /// possible.
    bool move(rush_hour::move m) {
        if (!make(m)) return false;
        trail_.resize(made_++);
        trail_.push_back(m);
        return true;
    }

    /// Takes the last move back; false at the start.
    bool undo() { return can_undo() && make(reverse(trail_[--made_])); }

    /// Makes the move again that was taken back last; false if there is none.
    bool redo() { return can_redo() && make(trail_[made_++]); }

    /// Takes all moves back; `redo` can make them again.
    void restart() {
        board_ = start_;
        made_ = 0;
    }

    /// The board as it is now.
    [[nodiscard]] const rush_hour::board& board() const noexcept { return board_; }
    /// The board that the game began with.
    [[nodiscard]] const rush_hour::board& start() const noexcept { return start_; }
    /// Whether the board is solved as it is now.
    [[nodiscard]] bool solved() const noexcept { return board_.solved(); }
    /// Whether a move can be taken back.
    [[nodiscard]] bool can_undo() const noexcept { return made_ > 0; }
    /// Whether a move was taken back that can be made again.
    [[nodiscard]] bool can_redo() const noexcept { return made_ < trail_.size(); }

    /// The moves as they were made and not taken back.
    [[nodiscard]] std::span<const rush_hour::move> trail() const noexcept {
        return {trail_.data(), made_};
    }
    /// The same as slides: a vehicle pushed on cell by cell in one direction makes one slide.
    [[nodiscard]] std::vector<rush_hour::move> slides() const {
        std::vector<rush_hour::move> joined;
        for (const rush_hour::move m : trail()) append_slide(joined, m);
        return joined;
    }
    /// The moves made, as they count against the fewest that are possible.
    [[nodiscard]] std::size_t moves() const { return slides().size(); }
    /// The cells that vehicles have passed.
    [[nodiscard]] std::size_t steps() const noexcept { return count_steps(trail()); }

private:
    bool make(rush_hour::move m) {
        const std::optional<rush_hour::board> next = after(board_, m);
        if (next) board_ = *next;
        return next.has_value();
    }

    rush_hour::board start_;
    rush_hour::board board_;
    std::vector<rush_hour::move> trail_;  // also those taken back, after the first made_
    std::size_t made_ = 0;
};

}  // namespace senda::rush_hour
