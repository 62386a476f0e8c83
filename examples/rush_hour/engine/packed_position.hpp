// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/engine/line_tables.hpp>
#include <rush_hour/rules.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace senda::rush_hour {

namespace detail {

inline constexpr unsigned line_bits = 9;
inline constexpr std::uint64_t line_mask = 511;
inline constexpr unsigned crossing_bits = 6;
inline constexpr std::uint64_t position_mask = (std::uint64_t{1} << 6 * line_bits) - 1;
// Above the rows stands the last move, if known: the line + 1, and its arrangement before.
inline constexpr unsigned last_line_shift = 6 * line_bits;
inline constexpr unsigned last_from_shift = last_line_shift + 4;
inline constexpr std::size_t line_count = 12;

}  // namespace detail

/// Where the vehicles of a car park are. Each row or column has nine bits of its word: three for
/// its arrangement, above six for the cells of it that walls or vehicles across it occupy.
struct position {
    std::uint64_t rows = 0;     ///< the lines of horizontal vehicles
    std::uint64_t columns = 0;  ///< the lines of vertical vehicles

    /// The arrangements of the rows and the cells that columns occupy of them determine the rest.
    [[nodiscard]] friend constexpr bool operator==(const position& a, const position& b) noexcept {
        return ((a.rows ^ b.rows) & detail::position_mask) == 0;
    }
};

namespace detail {

/// The line that moved last + 1; 0 if that is not known.
[[nodiscard]] constexpr std::size_t last_line(const position& p) noexcept {
    return static_cast<std::size_t>(p.rows >> last_line_shift & 15);
}
/// The arrangement that this line had before.
[[nodiscard]] constexpr std::size_t last_from(const position& p) noexcept {
    return static_cast<std::size_t>(p.rows >> last_from_shift & 7);
}

/// The cells of a line as the lines across it see them: bit `i` comes to stand at `9 * i`.
[[nodiscard]] constexpr std::uint64_t spread(line_cells cells) noexcept {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < side; ++i)
        bits |= static_cast<std::uint64_t>(cells >> i & 1U) << (line_bits * i);
    return bits;
}

/// A row or column of a car park.
struct line {
    const line_table* table = line_tables.data();
    /// For each arrangement, what the lines across see of it.
    std::array<std::uint64_t, most_arrangements> across = {};
    /// What one arrangement more adds to the number of a position.
    std::uint32_t weight = 0;
    /// The number of each vehicle on the board.
    std::array<std::uint8_t, most_on_line> vehicles = {};
};

}  // namespace detail

/// A board taken apart into its lines, which turns boards into positions and back.
class car_park {
public:
    /// The car park of that board, which is classic.
    explicit car_park(const rush_hour::board& b) : board_(b) {
        assert(b.shape() == classic);
        std::array<detail::line_kind, detail::line_count> kinds{};
        std::array<std::size_t, detail::line_count> found{};
        for (int at = 0; at < side; ++at) {
            for (std::size_t v = 0; v < b.vehicles().size(); ++v) {
                if (offset_of(b.vehicles()[v]) != at) continue;
                const std::size_t l = line_number(b.vehicles()[v]);
                line_of_[v] = static_cast<std::uint8_t>(l);
                lines_[l].vehicles[found[l]] = static_cast<std::uint8_t>(v);
                kinds[l][found[l]++] = b.vehicles()[v].length;
            }
        }
        std::uint32_t weight = 1;  // at most 6^12 positions: the product is below 2^32
        for (std::size_t l = 0; l < detail::line_count; ++l) {
            detail::line& made = lines_[l];
            for (std::size_t k = 0; k < detail::line_kinds.size(); ++k)
                if (detail::line_kinds[k] == kinds[l]) made.table = &detail::line_tables[k];
            for (std::size_t a = 0; a < made.table->count; ++a)
                made.across[a] = detail::spread(made.table->arrangements[a].cells) << l % side;
            made.weight = weight;
            weight *= made.table->count;
        }
        const detail::line_table& row = *lines_[exit_row].table;
        for (std::size_t a = 0; a < row.count; ++a)
            if (row.arrangements[a].first[red_place()] == side - 2)
                exits_ |= static_cast<std::uint8_t>(1U << a);
        start_ = *position_of(b);
    }

    /// The board that it was made of.
    [[nodiscard]] const rush_hour::board& board() const noexcept { return board_; }
    /// The position of the board that the car park was made of.
    [[nodiscard]] position start() const noexcept { return start_; }

    /// The position of a board with the same walls, and vehicles in the same order on each line.
    [[nodiscard]] std::optional<position> position_of(const rush_hour::board& b) const noexcept {
        if (b.shape() != classic || b.walls() != board_.walls() ||
            b.vehicles().size() != board_.vehicles().size())
            return std::nullopt;
        position p = without_vehicles();
        for (std::size_t l = 0; l < detail::line_count; ++l) {
            const std::optional<std::size_t> a = arrangement_of(b, l);
            if (!a) return std::nullopt;
            const position part = part_of(l, *a);
            p.rows |= part.rows;
            p.columns |= part.columns;
        }
        return p;
    }

    /// The board of a position.
    [[nodiscard]] rush_hour::board board_of(const position& p) const {
        std::array<vehicle, most_vehicles> vehicles{};
        const std::size_t count = board_.vehicles().size();
        std::copy_n(board_.vehicles().begin(), count, vehicles.begin());
        for (std::size_t l = 0; l < detail::line_count; ++l) {
            const detail::arrangement& a = lines_[l].table->arrangements[arrangement_at(p, l)];
            for (std::size_t place = 0; place < lines_[l].table->vehicles; ++place)
                offset_of(vehicles[lines_[l].vehicles[place]]) = a.first[place];
        }
        return *rush_hour::board::make({vehicles.data(), count}, board_.walls());
    }

    /// The position of its walls alone.
    [[nodiscard]] position without_vehicles() const noexcept {
        position p;
        for (unsigned row = 0; row < side; ++row) {
            for (unsigned column = 0; column < side; ++column) {
                const cell_set wall = board_.walls() >> (row * side + column) & 1U;
                p.rows |= wall << (shift_of(row) + column);
                p.columns |= wall << (shift_of(column) + row);
            }
        }
        return p;
    }

    /// Whether the red car touches the right edge.
    [[nodiscard]] bool is_solved(const position& p) const noexcept {
        return (exits_ >> arrangement_at(p, exit_row) & 1U) != 0;
    }

    /// A number below 2^32 that no other position of this car park has.
    [[nodiscard]] std::uint32_t number_of(const position& p) const noexcept {
        std::uint32_t number = 0;
        for (std::size_t l = 0; l < detail::line_count; ++l)
            number += lines_[l].weight * static_cast<std::uint32_t>(arrangement_at(p, l));
        return number;
    }

    /// The lines: six rows from the top, then six columns from the left.
    [[nodiscard]] const std::array<detail::line, detail::line_count>& lines() const noexcept {
        return lines_;
    }
    /// The place of the red car among the vehicles of its row.
    [[nodiscard]] std::size_t red_place() const noexcept {
        std::size_t place = 0;
        while (lines_[exit_row].vehicles[place] != 0) ++place;
        return place;
    }
    /// The arrangements of the third row in which the red car touches the right edge, a bit each.
    [[nodiscard]] std::uint8_t exits() const noexcept { return exits_; }

    /// The arrangement of a line.
    [[nodiscard]] static std::size_t arrangement_at(const position& p, std::size_t l) noexcept {
        return static_cast<std::size_t>(bits_at(p, l) >> detail::crossing_bits);
    }
    /// The nine bits of a line: its arrangement times 64, and what is taken of it across.
    [[nodiscard]] static std::size_t bits_at(const position& p, std::size_t l) noexcept {
        const std::uint64_t word = l < side ? p.rows : p.columns;
        return static_cast<std::size_t>(word >> shift_of(l) & detail::line_mask);
    }
    /// Where the bits of a line begin in its word.
    [[nodiscard]] static constexpr unsigned shift_of(std::size_t l) noexcept {
        return detail::line_bits * static_cast<unsigned>(l % side);
    }

    /// What an arrangement of a line adds to a position.
    [[nodiscard]] position part_of(std::size_t l, std::size_t arrangement) const noexcept {
        const std::uint64_t own = std::uint64_t{arrangement}
                                  << (shift_of(l) + detail::crossing_bits);
        const std::uint64_t across = lines_[l].across[arrangement];
        return l < side ? position{own, across} : position{across, own};
    }

    /// The slide that turns one arrangement of a line into another.
    [[nodiscard]] move slide(std::size_t l, std::size_t from, std::size_t to) const noexcept {
        const detail::line_table& t = *lines_[l].table;
        assert(t.moved[from][to] >= 0);
        const std::size_t who = static_cast<std::uint8_t>(t.moved[from][to]);
        return {board_.vehicles()[lines_[l].vehicles[who]].id,
                static_cast<std::int8_t>(t.shift(from, to))};
    }
    /// The move that a position is marked with.
    [[nodiscard]] move last_move(const position& p) const noexcept {
        const std::size_t l = detail::last_line(p) - 1;
        return slide(l, detail::last_from(p), arrangement_at(p, l));
    }
    /// The position after a line was arranged anew.
    [[nodiscard]] position after(const position& p, std::size_t l, std::size_t to) const noexcept {
        const position before = part_of(l, arrangement_at(p, l));
        const position now = part_of(l, to);
        return {p.rows ^ before.rows ^ now.rows, p.columns ^ before.columns ^ now.columns};
    }

    /// Calls `visit(move, position)` for each slide there is, in the order of `for_each_move`.
    template <class Visit>
    void for_each_slide(const position& p, Visit&& visit) const {
        for (std::size_t v = 0; v < board_.vehicles().size(); ++v) {
            const std::size_t l = line_of_[v];
            const std::size_t from = arrangement_at(p, l);
            const detail::line_table& t = *lines_[l].table;
            // Arrangements are numbered in the order of where their vehicles begin.
            for (unsigned left = t.slides[bits_at(p, l)]; left != 0; left &= left - 1) {
                const auto to = static_cast<std::size_t>(std::countr_zero(left));
                const std::size_t who = static_cast<std::uint8_t>(t.moved[from][to]);
                if (lines_[l].vehicles[who] == v) visit(slide(l, from, to), after(p, l, to));
            }
        }
    }

private:
    /// The line of a vehicle: its row if it is horizontal, otherwise its column after the rows.
    [[nodiscard]] static std::size_t line_number(const vehicle& v) noexcept {
        return v.direction == axis::horizontal ? v.row : std::size_t{side} + v.column;
    }

    /// The arrangement of a line on a board with as many vehicles; nothing if others stand on it.
    [[nodiscard]] std::optional<std::size_t> arrangement_of(const rush_hour::board& b,
                                                            std::size_t l) const noexcept {
        const detail::line_table& t = *lines_[l].table;
        std::array<std::uint8_t, detail::most_on_line> first{};
        for (std::size_t place = 0; place < t.vehicles; ++place) {
            const vehicle& v = b.vehicles()[lines_[l].vehicles[place]];
            const vehicle& mine = board_.vehicles()[lines_[l].vehicles[place]];
            if (v.id != mine.id || v.length != mine.length || line_number(v) != l)
                return std::nullopt;
            first[place] = static_cast<std::uint8_t>(offset_of(v));
        }
        for (std::size_t a = 0; a < t.count; ++a)
            if (t.arrangements[a].first == first) return a;
        return std::nullopt;
    }

    rush_hour::board board_;
    std::array<detail::line, detail::line_count> lines_{};
    std::array<std::uint8_t, most_vehicles> line_of_{};
    std::uint8_t exits_ = 0;
    position start_;
};

}  // namespace senda::rush_hour
