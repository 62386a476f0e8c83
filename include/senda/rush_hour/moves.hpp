// SPDX-License-Identifier: MIT
// Slides of vehicles and their text: `C-3 O+3 A+1`, where + is right or down.
#pragma once

#include <senda/rush_hour/vehicle.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace senda::rush_hour {

/// One slide: a vehicle goes `by` cells, right or down if positive, left or up if negative.
struct move {
    char vehicle = 0;    ///< its letter
    std::int8_t by = 0;  ///< cells; right or down if positive

    friend constexpr bool operator==(const move&, const move&) = default;
};

/// The slide that takes another one back.
[[nodiscard]] constexpr move reverse(move m) noexcept {
    assert(m.by > -side && m.by < side);
    return {m.vehicle, static_cast<std::int8_t>(-m.by)};
}

/// Adds a possible slide to a list. One that carries the last one on, by the same vehicle in the
/// same direction, makes it longer instead: together they are one slide.
inline void append_slide(std::vector<move>& slides, move m) {
    if (slides.empty() || slides.back().vehicle != m.vehicle ||
        (slides.back().by < 0) != (m.by < 0)) {
        slides.push_back(m);
    } else {
        slides.back().by = static_cast<std::int8_t>(slides.back().by + m.by);
    }
}

/// The cells that vehicles pass in these slides, all together.
[[nodiscard]] inline std::size_t count_steps(std::span<const move> moves) noexcept {
    std::size_t steps = 0;
    for (const move m : moves) steps += static_cast<std::size_t>(std::abs(int{m.by}));
    return steps;
}

/// The text of a slide: `C-3` or `A+1`.
[[nodiscard]] inline std::string to_string(move m) {
    return m.vehicle + std::string{m.by < 0 ? "" : "+"} + std::to_string(int{m.by});
}

/// The text of slides: `C-3 O+3 A+1`.
[[nodiscard]] inline std::string to_string(std::span<const move> moves) {
    std::string out;
    for (const move m : moves) {
        if (!out.empty()) out += ' ';
        out += to_string(m);
    }
    return out;
}

namespace detail {

/// A field such as `C-3`; nothing if it is no slide.
[[nodiscard]] constexpr std::optional<move> read_move(std::string_view field) noexcept {
    if (field.size() < 3 || !is_vehicle_id(field[0])) return std::nullopt;
    if (field[1] != '+' && field[1] != '-') return std::nullopt;
    const parsed_number<std::int8_t> cells = parse_integer<std::int8_t>(field.substr(2));
    if (!cells || cells.value < 1 || cells.value >= side) return std::nullopt;
    return move{field[0],
                static_cast<std::int8_t>(field[1] == '-' ? -int{cells.value} : int{cells.value})};
}

}  // namespace detail

/// Reads slides such as `C-3 O+3 A+1`, with blanks or line ends between them. Error: `bad_move`.
[[nodiscard]] inline parsed<std::vector<move>> parse_moves(std::string_view text) {
    std::vector<move> moves;
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next()) {
        field_reader fields{line->text};
        while (const std::optional<text_field> field = fields.next()) {
            const std::optional<move> m = detail::read_move(field->text);
            if (!m)
                return diagnostic{"bad_move",
                                  quoted(field->text) +
                                      " is no move: expected the letter of a vehicle, + or -, and "
                                      "a number of cells from 1 to 5, such as C-3",
                                  line->number, column_of(line->text, field->offset)};
            moves.push_back(*m);
        }
    }
    return moves;
}

}  // namespace senda::rush_hour
