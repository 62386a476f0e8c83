// SPDX-License-Identifier: MIT
// The players and their plays: a move and a shot, written `a4-a5/a6`.
#pragma once

#include <amazons/cell.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::amazons {

/// White begins.
enum class player : std::uint8_t { white = 1, black = 2 };

/// The other player.
[[nodiscard]] constexpr player opponent(player p) noexcept {
    return p == player::white ? player::black : player::white;
}

/// The character that stands for an amazon of a player in a picture of characters.
[[nodiscard]] constexpr char symbol_of(player p) noexcept { return p == player::white ? '0' : 'X'; }
/// The same for an arrow.
inline constexpr char arrow_symbol = '*';
/// The same for a cell where nothing stands.
inline constexpr char empty_symbol = '.';

/// An amazon goes from one cell to another and shoots an arrow from there.
struct play {
    cell from;   ///< where the amazon stood
    cell to;     ///< where it went
    cell arrow;  ///< where its arrow hit

    friend constexpr auto operator<=>(const play&, const play&) = default;
};

/// The play as text, such as `a4-a5/a6`.
[[nodiscard]] inline std::string to_string(const play& p) {
    return cell_name(p.from) + '-' + cell_name(p.to) + '/' + cell_name(p.arrow);
}

/// The play, legal or not, that a text such as `a4-a5/a6` names; nothing if it names none.
[[nodiscard]] constexpr std::optional<play> parse_play(std::string_view text,
                                                       int columns = most_columns,
                                                       int rows = most_columns) noexcept {
    const std::size_t dash = text.find('-');
    if (dash == std::string_view::npos) return std::nullopt;
    const std::size_t slash = text.find('/', dash);
    if (slash == std::string_view::npos) return std::nullopt;
    const auto from = parse_cell(text.substr(0, dash), columns, rows);
    const auto to = parse_cell(text.substr(dash + 1, slash - dash - 1), columns, rows);
    const auto arrow = parse_cell(text.substr(slash + 1), columns, rows);
    if (!from || !to || !arrow) return std::nullopt;
    return play{*from, *to, *arrow};
}

}  // namespace senda::amazons
