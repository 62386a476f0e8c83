// SPDX-License-Identifier: MIT
// Dots in a terminal, eight a character.
#pragma once

#include <common/text_grid.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace senda::draw {

/// A picture of dots, eight a character. A character has one colour, so that of its dots only those
/// of the highest rank are seen.
class braille_dots {
public:
    static constexpr int rows_a_character = 4;  ///< of dots
    static constexpr int cols_a_character = 2;  ///< of dots

    /// A picture without dots.
    ///
    /// `rows`, `cols`  its size in dots.
    braille_dots(int rows, int cols)
        : rows_((std::max(rows, 0) + rows_a_character - 1) / rows_a_character),
          cols_((std::max(cols, 0) + cols_a_character - 1) / cols_a_character),
          characters_(static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_)) {}

    /// Sets a dot, which must be inside.
    void set(int row, int col, color ink, std::uint8_t rank = 0) {
        // The lowest row was added to Unicode later, and has the highest bits.
        constexpr std::uint8_t bits[rows_a_character][cols_a_character] = {
            {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
        character& c = at(row, col);
        if (c.dots != 0 && rank < c.rank) return;
        if (c.dots != 0 && rank > c.rank) c.dots = 0;
        c.dots |= bits[row % rows_a_character][col % cols_a_character];
        c.ink = ink;
        c.rank = rank;
    }

    /// Gives the dots of rank 0 around a place another colour, whatever is set after it.
    void tint(int row, int col, color ink) { at(row, col).tint = ink; }

    /// Shows a letter instead of the dots around one.
    void mark(int row, int col, const text_cell& letter) { at(row, col).letter = letter; }

    /// The picture as characters.
    [[nodiscard]] text_grid to_text_grid() const {
        constexpr char32_t blank = 0x2800;
        text_grid grid(rows_, cols_);
        for (int row = 0; row < rows_; ++row) {
            for (int col = 0; col < cols_; ++col) {
                const character& c = characters_[index(row, col)];
                if (c.letter)
                    grid.set(row, col, *c.letter);
                else if (c.dots != 0)
                    grid.set(row, col,
                             {blank + c.dots, c.rank == 0 ? c.tint.value_or(c.ink) : c.ink});
            }
        }
        return grid;
    }

private:
    struct character {
        std::uint8_t dots = 0;
        std::uint8_t rank = 0;
        color ink;
        std::optional<color> tint;
        std::optional<text_cell> letter;
    };

    [[nodiscard]] std::size_t index(int row, int col) const noexcept {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(cols_) +
               static_cast<std::size_t>(col);
    }
    [[nodiscard]] character& at(int row, int col) noexcept {
        return characters_[index(row / rows_a_character, col / cols_a_character)];
    }

    int rows_;  // of characters
    int cols_;
    std::vector<character> characters_;
};

}  // namespace senda::draw
