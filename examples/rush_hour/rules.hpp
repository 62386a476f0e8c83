// SPDX-License-Identifier: MIT
// The rules of Rush Hour, written once: slides and their text, what they do, and replays.
#pragma once

#include <rush_hour/board.hpp>
#include <senda/language/extensions.hpp>
#include <senda/text/diagnostic.hpp>
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
    assert(m.by > -longest_side && m.by < longest_side);
    return {m.vehicle, static_cast<std::int8_t>(-m.by)};
}

/// Adds a possible slide to a list; one that carries the last one on makes it longer instead.
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

/// A field such as `C-3`, of at most so many cells; nothing if it is no slide.
[[nodiscard]] constexpr std::optional<move> parse_move(std::string_view field, int most) noexcept {
    if (field.size() < 3 || !is_vehicle_id(field[0])) return std::nullopt;
    if (field[1] != '+' && field[1] != '-') return std::nullopt;
    const parsed_number<std::int8_t> cells = parse_integer<std::int8_t>(field.substr(2));
    if (!cells || cells.value < 1 || cells.value > most) return std::nullopt;
    return move{field[0],
                static_cast<std::int8_t>(field[1] == '-' ? -int{cells.value} : int{cells.value})};
}

}  // namespace detail

/// The most cells that a slide on a board of that shape can pass.
[[nodiscard]] constexpr int longest_slide(const board_shape& s = classic) noexcept {
    return (s.rows > s.columns ? s.rows : s.columns) - 1;
}

/// Reads slides such as `C-3 O+3 A+1`, with blanks or line ends between them, for boards of that
/// shape. Error: `bad_move`.
[[nodiscard]] inline parsed<std::vector<move>> parse_moves(std::string_view text,
                                                           const board_shape& shape = classic) {
    std::vector<move> moves;
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next()) {
        field_reader fields{line->text};
        while (const std::optional<text_field> field = fields.next()) {
            const std::optional<move> m = detail::parse_move(field->text, longest_slide(shape));
            if (!m)
                return diagnostic{"bad_move",
                                  quoted(field->text) +
                                      " is no move: expected the letter of a vehicle, + or -, and "
                                      "a number of cells from 1 to " +
                                      std::to_string(longest_slide(shape)) + ", such as C-3",
                                  line->number, column_of(line->text, field->offset)};
            moves.push_back(*m);
        }
    }
    return moves;
}

/// How many cells a vehicle can slide each way.
struct slide_range {
    int back = 0;   ///< left or up
    int forth = 0;  ///< right or down
};

/// How far the vehicle with that number in `vehicles()` can slide.
[[nodiscard]] inline slide_range slide_range_of(const board& b, std::size_t index) noexcept {
    const vehicle& v = b.vehicles()[index];
    const int stride = stride_of(v.direction, b.shape());
    const int behind = b.shape().length_of(v.direction) - offset_of(v) - v.length;
    const int first = first_cell_of(v, b.shape());
    const int last = first + (v.length - 1) * stride;
    const auto is_free = [&b](int cell) { return (b.occupied() >> cell & 1) == 0; };

    slide_range range;
    while (range.back < offset_of(v) && is_free(first - (range.back + 1) * stride)) ++range.back;
    while (range.forth < behind && is_free(last + (range.forth + 1) * stride)) ++range.forth;
    return range;
}

/// Calls `visit(move)` for each slide there is, in the order of letters and then of displacements.
template <class Visit>
void for_each_move(const board& b, Visit&& visit) {
    for (std::size_t i = 0; i < b.vehicles().size(); ++i) {
        const slide_range range = slide_range_of(b, i);
        for (int by = -range.back; by <= range.forth; ++by)
            if (by != 0) visit(move{b.vehicles()[i].id, static_cast<std::int8_t>(by)});
    }
}

/// The board after a slide; nothing if it is not possible.
[[nodiscard]] inline std::optional<board> after(const board& b, move m) noexcept {
    const std::optional<std::size_t> index = b.index_of(m.vehicle);
    if (!index || m.by == 0) return std::nullopt;
    const slide_range range = slide_range_of(b, *index);
    if (m.by < -range.back || m.by > range.forth) return std::nullopt;
    return b.with_shifted(*index, m.by);
}

/// Whether a slide is possible.
[[nodiscard]] inline bool can_move(const board& b, move m) noexcept {
    return after(b, m).has_value();
}

/// What a replay says about a list of slides.
enum class verdict {
    solved,      ///< all are possible, and the last board is solved
    not_solved,  ///< all are possible, but the last board is not solved
    bad_move     ///< one is not possible
};

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(verdict v) noexcept {
    return senda::enum_name(v, {"solved", "not_solved", "bad_move"});
}

/// Slides made one after the other by the rules.
struct replayed {
    /// Whether the slides solve the board, or what is wrong with them.
    rush_hour::verdict verdict = verdict::not_solved;
    /// Where in the list the slide is that is not possible; its length if all are.
    std::size_t failed_at = 0;
    /// The board after all slides before that one.
    rush_hour::board last;

    [[nodiscard]] explicit operator bool() const noexcept { return verdict == verdict::solved; }
};

/// Makes these slides, and says whether the last board is solved or where they fail.
[[nodiscard]] inline replayed replay(const board& b, std::span<const move> moves) noexcept {
    replayed result{verdict::not_solved, 0, b};
    for (; result.failed_at < moves.size(); ++result.failed_at) {
        const std::optional<board> next = after(result.last, moves[result.failed_at]);
        if (!next) {
            result.verdict = verdict::bad_move;
            return result;
        }
        result.last = *next;
    }
    if (result.last.solved()) result.verdict = verdict::solved;
    return result;
}

}  // namespace senda::rush_hour
