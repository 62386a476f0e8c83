// SPDX-License-Identifier: MIT
// A game of the Amazons played by hand: plays that can be taken back and made again, and its end.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/play.hpp>
#include <senda/amazons/start.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace senda::amazons {

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
        if (made_ == trail_.size() || resigned_) return false;
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
