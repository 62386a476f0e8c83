// SPDX-License-Identifier: MIT
// Moves as letters: U, D, L and R.
#pragma once

#include <common/format.hpp>
#include <pacman/board.hpp>
#include <pacman/words.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::pacman {

/// The letter of a direction.
[[nodiscard]] constexpr char letter_of(direction d) noexcept {
    return "UDLR"[static_cast<std::size_t>(d)];
}

/// The direction with that letter, in upper or lower case.
[[nodiscard]] constexpr std::optional<direction> direction_of(char letter) noexcept {
    const std::size_t at = std::string_view{"UDLRudlr"}.find(letter);
    if (at == std::string_view::npos) return std::nullopt;
    return directions[at % directions.size()];
}

/// Moves as `parse_moves` reads them, such as `RRDDLUR`.
[[nodiscard]] inline std::string to_text(std::span<const direction> moves) {
    std::string letters;
    letters.reserve(moves.size());
    for (const direction d : moves) letters += letter_of(d);
    return letters;
}

/// Reads moves: the letters U, D, L and R in upper or lower case, with blanks between them or not.
/// Error: `bad_move`.
[[nodiscard]] inline parsed<std::vector<direction>> parse_moves(std::string_view text,
                                                                const words& w = english_words) {
    std::vector<direction> moves;
    std::size_t line = 1;
    std::size_t column = 1;
    for (; !text.empty(); ++column) {
        const std::string_view character = text.substr(0, first_character(text).size);
        text.remove_prefix(character.size());
        if (const std::optional<direction> d = direction_of(character[0])) {
            moves.push_back(*d);
        } else if (character == "\n") {
            ++line;
            column = 0;
        } else if (character != " " && character != "\t" && character != "\r") {
            return diagnostic{"bad_move", substitute(w.reading.unknown_move, {quoted(character)}),
                              line, column};
        }
    }
    return moves;
}

}  // namespace senda::pacman
