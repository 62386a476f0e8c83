// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/answer.hpp>
#include <rush_hour/engine/line_tables.hpp>
#include <rush_hour/engine/packed_position.hpp>
#include <senda/language/extensions.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::rush_hour::detail {

/// Arrangements that lines may take on, six bits a line.
struct targets {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
};

/// One arrangement of one line, as a part of positions.
struct placement {
    position bits;
    std::uint64_t mark = 0;    // what a position is marked with if this was before the last move
    std::uint32_t number = 0;  // its part of the number of the position
    std::uint8_t shift = 0;    // where arrangements of the line stand in its word
    std::uint8_t first = 0;    // the number of the line's first placement
    std::uint8_t line = 0;
    std::uint8_t arrangement = 0;
};

/// The moves of a car park in one metric: all moves of a position by one table lookup a line.
class move_tables {
public:
    /// Gets ready for a car park.
    void assign(const car_park& park, metric count) {
        for (std::size_t l = 0; l < line_count; ++l) {
            const line_table& t = *park.lines()[l].table;
            moves_[l] = (count == metric::slide ? t.slides : t.steps).data();
            for (std::size_t a = 0; a < t.count; ++a) place(park, l, a);
            for (std::size_t from = 0; from < t.count; ++from)
                for (std::size_t to = 0; to < t.count; ++to)
                    worth_[l + 1][from * 8 + to] = worth_after(t, l, from, to, count);
        }
        worth_[0].fill({all_targets, all_targets});
        passing_ = {};
        for (std::size_t row = 0; row < side; ++row) {
            const line_table& t = *park.lines()[row].table;
            for (std::size_t from = 0; from < t.count; ++from)
                for (std::size_t to = 0; to < t.count; ++to)
                    for (std::size_t column = 0; column < side; ++column)
                        passing_[column][row * 8 + from] |=
                            static_cast<std::uint8_t>((t.swept[from][to] >> column & 1U) << to);
        }
    }

    /// All moves.
    [[nodiscard]] SENDA_ALWAYS_INLINE targets moves(const position& p) const noexcept {
        targets all;
        for (std::size_t i = 0; i < side; ++i) {
            all.rows |= std::uint64_t{moves_[i][p.rows >> (9 * i) & line_mask]} << (6 * i);
            all.columns |= std::uint64_t{moves_[side + i][p.columns >> (9 * i) & line_mask]}
                           << (6 * i);
        }
        return all;
    }

    /// The moves that a breadth-first search has to try if it tries them in their order: those of
    /// lines after the one that moved last, and those that the last move may have made possible.
    /// What it meets, from where and in which order, stays the same: docs/inside.md has the proof.
    [[nodiscard]] SENDA_ALWAYS_INLINE targets untried_moves(const position& p) const noexcept {
        const std::size_t last = last_line(p);
        const std::size_t from = last_from(p);
        const std::uint64_t word = last <= side ? p.rows : p.columns;
        const targets& worth =
            worth_[last][from * 8 + static_cast<std::size_t>(word >> own_shift_[last] & 7)];
        targets next = moves(p);
        next.rows &= worth.rows;
        next.columns &= worth.columns;
        if (last > side) next.rows &= passing(p.rows, last - 1 - side);
        return next;
    }

    /// Calls `visit(to, from)` with the placements of each move, in the order of lines.
    template <class Visit>
    SENDA_ALWAYS_INLINE void for_each(const targets& which, const position& p,
                                      Visit&& visit) const {
        for (std::uint64_t left = which.rows; left != 0; left &= left - 1) {
            const placement& to = rows_[static_cast<std::size_t>(std::countr_zero(left))];
            visit(to, rows_[to.first + (p.rows >> to.shift & 7)]);
        }
        for (std::uint64_t left = which.columns; left != 0; left &= left - 1) {
            const placement& to = columns_[static_cast<std::size_t>(std::countr_zero(left))];
            visit(to, columns_[to.first + (p.columns >> to.shift & 7)]);
        }
    }

    /// The position after a move, marked with it.
    [[nodiscard]] SENDA_ALWAYS_INLINE static position after(const position& p, const placement& to,
                                                            const placement& from) noexcept {
        return {((p.rows & position_mask) ^ to.bits.rows ^ from.bits.rows) | from.mark,
                p.columns ^ to.bits.columns ^ from.bits.columns};
    }

private:
    static constexpr std::uint64_t all_targets = (std::uint64_t{1} << 36) - 1;

    void place(const car_park& park, std::size_t l, std::size_t a) {
        const std::size_t first = l % side * most_arrangements;
        placement& p = (l < side ? rows_ : columns_)[first + a];
        p.bits = park.part_of(l, a);
        p.mark = std::uint64_t{l + 1} << last_line_shift | std::uint64_t{a} << last_from_shift;
        p.number = park.lines()[l].weight * static_cast<std::uint32_t>(a);
        p.shift = own_shift_[l + 1] =
            static_cast<std::uint8_t>(car_park::shift_of(l) + crossing_bits);
        p.first = static_cast<std::uint8_t>(first);
        p.line = static_cast<std::uint8_t>(l);
        p.arrangement = static_cast<std::uint8_t>(a);
    }

    [[nodiscard]] static targets worth_after(const line_table& t, std::size_t l, std::size_t from,
                                             std::size_t to, metric count) noexcept {
        // A slide after a slide of the same vehicle is one slide, and a step back is none.
        std::uint64_t again = 0;
        for (std::size_t a = 0; a < t.count; ++a)
            if (count == metric::step ? a != from : t.moved[to][a] != t.moved[from][to])
                again |= std::uint64_t{1} << a;
        const unsigned place = most_arrangements * static_cast<unsigned>(l % side);
        const std::uint64_t along = (all_targets << most_arrangements | again) << place;

        // Cells that are taken before and after are no matter to the lines across.
        const line_cells kept = t.arrangements[from].cells & t.arrangements[to].cells;
        std::uint64_t across = 0;
        for (unsigned i = 0; i < side; ++i)
            if ((t.swept[from][to] >> i & ~(kept >> i) & 1) != 0)
                across |= std::uint64_t{63} << (most_arrangements * i);
        return l < side ? targets{along & all_targets, all_targets}
                        : targets{across, along & all_targets};
    }

    /// The moves of the rows that pass a column, whether or not their way is free.
    [[nodiscard]] SENDA_ALWAYS_INLINE std::uint64_t passing(std::uint64_t rows,
                                                            std::size_t column) const noexcept {
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < side; ++i)
            all |= std::uint64_t{passing_[column][i * 8 + (rows >> (9 * i + 6) & 7)]} << (6 * i);
        return all;
    }

    std::array<const std::uint8_t*, line_count> moves_ = {};
    std::array<placement, 36> rows_ = {};
    std::array<placement, 36> columns_ = {};
    std::array<std::array<targets, 64>, line_count + 1> worth_ = {};  // by the last line + 1
    std::array<std::uint8_t, line_count + 1> own_shift_ = {};
    std::array<std::array<std::uint8_t, 48>, side> passing_ = {};
};

}  // namespace senda::rush_hour::detail
