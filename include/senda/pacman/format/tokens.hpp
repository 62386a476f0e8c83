// SPDX-License-Identifier: MIT
// The cells of a map as the formats spell them: V, J3, Z7, Z, B2, B.
#pragma once

#include <senda/pacman/board.hpp>
#include <senda/text/lines.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::pacman {

/// The token of a cell.
[[nodiscard]] inline std::string to_token(tile t) {
    const auto with_value = [t](char letter) { return letter + std::to_string(t.value); };
    switch (t.what) {
        case kind::empty: return "V";
        case kind::food: return with_value('J');
        case kind::wall: return with_value('Z');
        case kind::solid: return "Z";
        case kind::bomb: return with_value('B');
        case kind::lethal: return "B";
    }
    return {};
}

/// A token that was read, and what about it is not as the rules have it.
struct parsed_token {
    std::optional<pacman::tile> tile = {};  ///< nothing if the token is unknown
    bool lower_case = false;                ///< a letter that should be a capital
    bool odd_value = false;                 ///< not one digit from 1 to 9
};

/// Reads a token: `V`, `J`, `Z` or `B` with a value up to `most_value`, or `Z` or `B` without one;
/// the letter may be in lower case.
[[nodiscard]] constexpr parsed_token parse_token(std::string_view text) noexcept {
    if (text.empty()) return {};
    parsed_token read;
    read.lower_case = text[0] >= 'a' && text[0] <= 'z';
    const char letter = read.lower_case ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
    const std::string_view digits = text.substr(1);
    if (digits.empty()) {
        if (letter == 'V') read.tile = tile{kind::empty};
        if (letter == 'Z') read.tile = tile{kind::solid};
        if (letter == 'B') read.tile = tile{kind::lethal};
        return read;
    }
    const parsed_number<std::uint32_t> value = parse_integer<std::uint32_t>(digits);
    if (!value || value.value > most_value) return read;
    read.odd_value = digits.size() != 1 || value.value == 0;
    if (letter == 'J') read.tile = tile{kind::food, value.value};
    if (letter == 'Z') read.tile = tile{kind::wall, value.value};
    if (letter == 'B') read.tile = tile{kind::bomb, value.value};
    return read;
}

}  // namespace senda::pacman
