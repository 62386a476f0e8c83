// SPDX-License-Identifier: MIT
// Share codes of boards that are not classic: `5x7r3~` and what stands on 5 x 7 cells with the exit
// on the right of row 3.
#pragma once

#include <rush_hour/board.hpp>

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace senda::rush_hour::detail {

inline constexpr std::string_view code_alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// `value` in base 64, with so many digits.
[[nodiscard]] inline std::string in_base_64(std::uint64_t value, std::size_t digits) {
    std::string out(digits, code_alphabet[0]);
    for (; digits > 0; value >>= 6U) out[--digits] = code_alphabet[value & 63U];
    assert(value == 0);
    return out;
}

// As with the codes of classic boards, a wrong character or a swap of two neighbours changes the
// number that the characters are in base 64 by no multiple of the prime.
inline constexpr std::uint64_t sized_code_prime = 16'777'213;  // the largest below 64^4
inline constexpr std::size_t sized_check_characters = 4;
inline constexpr char shape_end = '~';
inline constexpr std::string_view edge_letters = "rltb";

/// What the number of some characters leaves when divided by the prime; those of no digit do not
/// count.
[[nodiscard]] constexpr std::uint64_t remainder_of_text(std::string_view characters) noexcept {
    std::uint64_t remainder = 0;
    for (const char c : characters)
        if (const std::size_t digit = code_alphabet.find(c); digit != code_alphabet.npos)
            remainder = (remainder * 64 + digit) % sized_code_prime;
    return remainder;
}

/// What can begin in a cell, three bits each.
enum class sized_symbol : std::uint8_t { empty, wall, across_2, across_3, down_2, down_3, red };

[[nodiscard]] inline std::string shape_text(const board_shape& s) {
    return std::to_string(s.rows) + 'x' + std::to_string(s.columns) +
           edge_letters[static_cast<std::size_t>(s.exit)] + std::to_string(s.exit_line + 1);
}

/// The shape that the characters before the end of it say.
[[nodiscard]] constexpr std::optional<board_shape> parse_shape(std::string_view text) noexcept {
    const auto digit = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i] - '0'); };
    if (text.size() != 5 || text[1] != 'x') return std::nullopt;
    const std::size_t exit = edge_letters.find(text[3]);
    if (exit == edge_letters.npos) return std::nullopt;
    for (const std::size_t i : {0U, 2U, 4U})
        if (digit(i) < 1 || digit(i) > longest_side) return std::nullopt;
    return board_shape{digit(0), digit(2), static_cast<edge>(exit),
                       static_cast<std::uint8_t>(digit(4) - 1)};
}

/// The code of a board of any shape.
[[nodiscard]] inline std::string sized_code(const board& b) {
    std::array<sized_symbol, 64> symbols{};
    cell_set covered = 0;  // by vehicles, but not by the first cell of one
    for (const vehicle& v : b.vehicles()) {
        const auto first = static_cast<std::size_t>(first_cell_of(v, b.shape()));
        const int kind = (v.direction == axis::vertical ? 2 : 0) + v.length;
        symbols[first] = v.id == red_id ? sized_symbol::red : static_cast<sized_symbol>(kind);
        covered |= cells_of(v, b.shape()) & ~(cell_set{1} << first);
    }
    std::string code = shape_text(b.shape()) + shape_end;
    unsigned pending = 0;
    bool is_half = false;
    for (int cell = 0; cell < b.shape().cells(); ++cell) {
        if ((covered >> cell & 1U) != 0) continue;
        const bool is_wall = (b.walls() >> cell & 1U) != 0;
        const auto symbol = static_cast<unsigned>(
            is_wall ? sized_symbol::wall : symbols[static_cast<std::size_t>(cell)]);
        if (is_half) code += code_alphabet[pending << 3U | symbol];
        pending = symbol;
        is_half = !is_half;
    }
    if (is_half) code += code_alphabet[pending << 3U];
    // What is behind it makes the whole number a multiple of the prime.
    const std::uint64_t left = remainder_of_text(code + "AAAA");
    return code + in_base_64((sized_code_prime - left) % sized_code_prime, sized_check_characters);
}

/// The board of such a code; nothing if a character of it is wrong.
[[nodiscard]] inline std::optional<board> parse_sized_code(std::string_view code) {
    const std::size_t end = code.find(shape_end);
    const std::optional<board_shape> shape = parse_shape(code.substr(0, end));
    if (!shape || code.size() < end + 1 + sized_check_characters || remainder_of_text(code) != 0)
        return std::nullopt;
    const std::string_view body =
        code.substr(end + 1, code.size() - end - 1 - sized_check_characters);

    std::vector<vehicle> vehicles;
    cell_set walls = 0;
    cell_set covered = 0;
    char letter = red_id;
    std::size_t next = 0;  // half characters that were read
    for (int cell = 0; cell < shape->cells(); ++cell) {
        if ((covered >> cell & 1U) != 0) continue;
        if (next / 2 >= body.size()) return std::nullopt;
        const std::size_t digit = code_alphabet.find(body[next / 2]);
        if (digit == code_alphabet.npos) return std::nullopt;
        const auto symbol = static_cast<sized_symbol>(digit >> (next % 2 == 0 ? 3U : 0U) & 7U);
        ++next;
        if (symbol == sized_symbol::empty) continue;
        if (symbol == sized_symbol::wall) {
            walls |= cell_set{1} << cell;
            continue;
        }
        vehicle v{.id = red_id,
                  .row = static_cast<std::uint8_t>(cell / shape->columns),
                  .column = static_cast<std::uint8_t>(cell % shape->columns),
                  .length = 2,
                  .direction = shape->red_direction()};
        if (symbol != sized_symbol::red) {
            if (symbol > sized_symbol::red || letter == 'Z') return std::nullopt;
            v.id = ++letter;
            v.direction = symbol >= sized_symbol::down_2 ? axis::vertical : axis::horizontal;
            v.length = symbol == sized_symbol::across_3 || symbol == sized_symbol::down_3 ? 3 : 2;
        }
        if (!is_inside(v, *shape)) return std::nullopt;
        covered |= cells_of(v, *shape);
        vehicles.push_back(v);
    }
    const parsed<board> made = board::make(vehicles, walls, *shape);
    // A board has one code: nothing may be left over.
    if (!made || sized_code(*made) != code) return std::nullopt;
    return *made;
}

}  // namespace senda::rush_hour::detail
