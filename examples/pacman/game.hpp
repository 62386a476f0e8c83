// SPDX-License-Identifier: MIT
// A game of Pac-Man played by hand: moves that can be taken back and made again, and safe mode.
#pragma once

#include <pacman/board.hpp>
#include <pacman/rules.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace senda::pacman {

/// A map, and the moves made on it so far.
class game {
public:
    /// A game with no move made.
    explicit game(pacman::board b) : board_(std::move(b)), now_(initial_state(board_)) {}

    /// Tries to move, and says what came of it. What was taken back before can be made again only
    /// until the next move that is made.
    pacman::verdict move(direction d) {
        if (is_over()) return verdict::over;
        const tile t = tile_at(board_.neighbour(now_.at, d));
        if (t.what == kind::solid) return verdict::blocked;
        if (safe_ && !is_safe(t, now_.left, false)) return verdict::refused;
        moves_.resize(made_);
        moves_.push_back(d);
        step(d);
        return verdict();
    }

    /// Takes the last move back, also one that won or lost; false at the start.
    bool undo() {
        if (made_ == 0) return false;
        const visit& last = trail_[--made_];
        if (last.takes) now_.gone[*board_.one_time_number(now_.at)] = false;
        now_.at = last.from;
        now_.left = last.left;
        return true;
    }
    /// Makes the last move again that was taken back; false if there is none.
    bool redo() {
        if (made_ == moves_.size()) return false;
        step(moves_[made_]);
        return true;
    }
    /// Takes all moves back; `redo` can make them again.
    void restart() {
        while (undo()) {
        }
    }

    /// Turns safe mode on or off, which refuses moves that cannot be survived.
    void set_safe(bool on) noexcept { safe_ = on; }
    /// Whether moves that cannot be survived are refused.
    [[nodiscard]] bool safe() const noexcept { return safe_; }

    /// The map as it was before the first move.
    [[nodiscard]] const pacman::board& board() const noexcept { return board_; }
    /// Where the game stands: place, energy, and what is gone.
    [[nodiscard]] const pacman::situation& situation() const noexcept { return now_; }
    /// Where Pac-Man is.
    [[nodiscard]] place position() const noexcept { return now_.at; }
    /// The energy that is left.
    [[nodiscard]] energy left() const noexcept { return now_.left; }
    /// Whether a one-time cell is gone.
    [[nodiscard]] bool is_gone(place p) const noexcept {
        const std::optional<std::size_t> number = board_.one_time_number(p);
        return number && now_.gone[*number];
    }
    /// What is at a place now: a one-time cell that is gone is empty.
    [[nodiscard]] tile tile_at(place p) const noexcept { return is_gone(p) ? tile{} : board_[p]; }
    /// Whether the game goes on, is won or lost, and how.
    [[nodiscard]] pacman::verdict verdict() const noexcept {
        return made_ == 0 ? first_verdict(board_) : verdict_at(board_, now_.at, now_.left);
    }
    /// Whether it is won or lost.
    [[nodiscard]] bool is_over() const noexcept { return verdict() != verdict::going_on; }

    /// Whether a move can be taken back.
    [[nodiscard]] bool can_undo() const noexcept { return made_ > 0; }
    /// Whether a move was taken back that can be made again.
    [[nodiscard]] bool can_redo() const noexcept { return made_ < moves_.size(); }
    /// The moves made and not taken back.
    [[nodiscard]] std::span<const direction> moves() const noexcept {
        return {moves_.data(), made_};
    }

private:
    struct visit {
        place from;
        energy left;
        bool takes;
    };

    void step(direction d) {
        visit v{now_.at, now_.left, false};
        v.takes = make_move(board_, now_, d).takes;
        trail_.resize(made_);
        trail_.push_back(v);
        ++made_;
    }

    pacman::board board_;
    pacman::situation now_;
    std::vector<visit> trail_;      // what each move made left behind
    std::vector<direction> moves_;  // also those taken back, after the first made_
    std::size_t made_ = 0;
    bool safe_ = false;
};

}  // namespace senda::pacman
