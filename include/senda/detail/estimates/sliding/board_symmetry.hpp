// SPDX-License-Identifier: MIT
// The ways to turn a board over and round.
#pragma once

#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// Where the cells of a board come to lie if it is turned: mirrored on its main diagonal (bit 0,
/// only of a square), then left to right (bit 1), then top to bottom (bit 2).
template <std::size_t Columns, std::size_t Rows>
class board_symmetry {
public:
    static constexpr std::size_t count = 8;
    static constexpr bool has_mirror = Columns == Rows;

    constexpr board_symmetry() = default;
    constexpr explicit board_symmetry(std::size_t number) noexcept : number_(number) {}

    [[nodiscard]] constexpr bool exists() const noexcept { return has_mirror || number_ % 2 == 0; }
    [[nodiscard]] constexpr std::size_t operator()(std::size_t cell) const noexcept {
        std::size_t x = cell % Columns;
        std::size_t y = cell / Columns;
        if ((number_ & 1) != 0) {
            const std::size_t before = x;
            x = y;
            y = before;
        }
        if ((number_ & 2) != 0) x = Columns - 1 - x;
        if ((number_ & 4) != 0) y = Rows - 1 - y;
        return y * Columns + x;
    }

private:
    std::size_t number_ = 0;
};

}  // namespace senda::detail
