// SPDX-License-Identifier: MIT
// Proof and disproof numbers: how much there is left to show that a position is won, or lost.
#pragma once

#include <algorithm>
#include <cstdint>

namespace senda::games::detail {

/// A number that says: this can never be shown, because the opposite was.
inline constexpr std::uint32_t never = 0xffff'ffffU;

/// How many positions must at least be shown for the player to move to win, or to lose.
struct proof_numbers {
    std::uint32_t to_win = 1;
    std::uint32_t to_lose = 1;

    [[nodiscard]] constexpr bool is_win() const noexcept { return to_win == 0; }
    [[nodiscard]] constexpr bool is_loss() const noexcept { return to_lose == 0; }
    [[nodiscard]] constexpr bool is_solved() const noexcept { return is_win() || is_loss(); }

    static constexpr proof_numbers win() noexcept { return {0, never}; }
    static constexpr proof_numbers loss() noexcept { return {never, 0}; }
};

/// The sum, which stays below `never`.
[[nodiscard]] constexpr std::uint32_t add_numbers(std::uint32_t a, std::uint32_t b) noexcept {
    return a < never - 1 - std::min(b, never - 1) ? a + b : never - 1;
}

}  // namespace senda::games::detail
