// SPDX-License-Identifier: MIT
// Tic-tac-toe as a position, with everything that a position may offer.
#pragma once

#include <senda/games/position.hpp>

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace test_games {

/// Squares are numbered row by row; the player to move owns `mine`.
class tic_tac_toe {
public:
    using move_type = int;

    /// Nine of 'x', 'o' and '.'; x began.
    static tic_tac_toe from_text(std::string_view text) {
        unsigned x = 0;
        unsigned o = 0;
        for (unsigned i = 0; i < 9; ++i) {
            x |= unsigned{text[i] == 'x'} << i;
            o |= unsigned{text[i] == 'o'} << i;
        }
        tic_tac_toe t;
        const bool is_x_to_move = std::popcount(x) == std::popcount(o);
        t.mine_ = is_x_to_move ? x : o;
        t.theirs_ = is_x_to_move ? o : x;
        return t;
    }

    template <class F>
    void for_each_move(F&& f) const {
        for (int square = 0; square < 9; ++square)
            if (((mine_ | theirs_) >> square & 1U) == 0 && !f(square)) return;
    }
    void make(int square) {
        mine_ |= 1U << square;
        turn();
    }
    void unmake(int square) {
        turn();
        mine_ &= ~(1U << square);
    }
    [[nodiscard]] std::optional<senda::games::outcome> terminal() const {
        for (const unsigned line : lines)
            if ((theirs_ & line) == line) return senda::games::outcome::loss;
        if ((mine_ | theirs_) == 0x1ff) return senda::games::outcome::draw;
        return std::nullopt;
    }

    /// Lines that are still open to a player, weighed by what stands on them.
    [[nodiscard]] int evaluate() const {
        int sum = 0;
        for (const unsigned line : lines) {
            const int own = std::popcount(mine_ & line);
            const int other = std::popcount(theirs_ & line);
            if (other == 0) sum += 1 + own * own * 3;
            if (own == 0) sum -= 1 + other * other * 3;
        }
        return sum;
    }
    [[nodiscard]] std::uint64_t hash() const { return std::uint64_t{mine_} << 16U | theirs_; }
    [[nodiscard]] double prior(int square) const {
        return square == 4 ? 2 : square % 2 == 0 ? 1 : 0;
    }

    friend bool operator==(const tic_tac_toe&, const tic_tac_toe&) = default;

private:
    static constexpr std::array<unsigned, 8> lines{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

    void turn() {
        const unsigned mine = mine_;
        mine_ = theirs_;
        theirs_ = mine;
    }

    unsigned mine_ = 0;
    unsigned theirs_ = 0;
};

}  // namespace test_games
