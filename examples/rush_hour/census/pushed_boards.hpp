// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>
#include <rush_hour/engine/line_tables.hpp>
#include <rush_hour/engine/packed_position.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::rush_hour::detail {

/// Which vehicles the rows of a board have, by their numbers in `line_kinds`.
using row_kinds = std::array<std::uint8_t, side>;

/// A board as a number: the kinds of its columns, and the arrangements of its rows and columns,
/// three bits a line. Boards of the same columns are neighbours when they are sorted.
using packed_board = std::uint64_t;

[[nodiscard]] constexpr std::uint8_t kind_of_column(packed_board b, std::size_t column) noexcept {
    return b >> (36 + 3 * column) & 7U;
}
/// The arrangement of a line: the rows, then the columns.
[[nodiscard]] constexpr std::uint8_t arrangement_of_line(packed_board b, std::size_t l) noexcept {
    return b >> (3 * l) & 7U;
}

[[nodiscard]] constexpr int cells_of_kind(std::size_t kind) noexcept {
    return line_kinds[kind][0] + line_kinds[kind][1] + line_kinds[kind][2];
}

/// The cells right before the vehicles of an arrangement that are neither its own nor taken by
/// walls: as long as a vehicle across stands on each, none can go left or up.
[[nodiscard]] constexpr line_cells cells_before(const arrangement& a, std::size_t vehicles,
                                                line_cells walls) noexcept {
    unsigned before = 0;
    for (std::size_t v = 0; v < vehicles; ++v)
        if (a.first[v] > 0) before |= 1U << (a.first[v] - 1);
    return static_cast<line_cells>(before & ~(a.cells | walls));
}

/// Finds the boards with given walls on which no vehicle can go left or up. Each component has one
/// of them: vehicles that go only left or up come to rest.
class pushed_boards {
public:
    /// Boards with these walls; a row that walls and vehicles fill is left out, and a column that
    /// vehicles and `outside`, a part of the walls, fill.
    explicit pushed_boards(cell_set walls, cell_set outside = 0) {
        for (std::size_t row = 0; row < side; ++row) {
            row_walls_[row] = static_cast<line_cells>(walls >> (side * row) & 63U);
            for (std::size_t column = 0; column < side; ++column) {
                const std::uint64_t bit = std::uint64_t{1} << (side * column + row);
                if ((row_walls_[row] >> column & 1U) != 0) walls_across_ |= bit;
                if ((outside >> (side * row + column) & 1U) != 0) ++column_outside_[column];
            }
        }
        for (std::size_t taken = 0; taken < options_.size(); ++taken)
            for (std::size_t kind = 0; kind < line_kinds.size(); ++kind)
                add_options(static_cast<line_cells>(taken), static_cast<std::uint8_t>(kind));
    }

    /// Adds the boards whose rows have these vehicles to a list.
    void append(const row_kinds& kinds, std::vector<packed_board>& to) {
        to_ = &to;
        kinds_ = &kinds;
        for (std::size_t row = 0; row < side; ++row) {
            const std::size_t cells = static_cast<std::size_t>(cells_of_kind(kinds[row]));
            const auto walls = static_cast<std::size_t>(std::popcount(row_walls_[row]));
            if (cells > 0 && cells + walls >= side) return;
        }
        add_row(0, 0, walls_across_, 0);
    }

private:
    struct option {
        line_cells cells;
        std::uint8_t kind;
        std::uint8_t arrangement;
    };

    void add_options(line_cells taken, std::uint8_t kind) {
        const line_table& t = line_tables[kind];
        for (std::uint8_t a = 0; a < t.count; ++a) {
            const arrangement& at = t.arrangements[a];
            const bool free = (at.cells & taken) == 0;
            const bool stuck = (cells_before(at, t.vehicles, 0) & ~taken) == 0;
            if (free && stuck) options_[taken].push_back({at.cells, kind, a});
        }
    }

    /// `taken` and `needed` have six bits a column: what rows and walls take of it, and where a
    /// vehicle of it must be to keep those of the rows.
    void add_row(std::size_t row, packed_board b, std::uint64_t taken, std::uint64_t needed) {
        if (row == side) return add_column(0, b, taken, needed);
        const line_table& t = line_tables[(*kinds_)[row]];
        const line_cells walls = row_walls_[row];
        for (std::size_t a = 0; a < t.count; ++a) {
            const arrangement& at = t.arrangements[a];
            if ((at.cells & walls) != 0) continue;
            // Beyond a wall, the red car could never get out.
            if (row == exit_row && walls >> at.first[0] != 0) continue;
            add_row(row + 1, b | packed_board{a} << (3 * row), taken | across(at.cells) << row,
                    needed | across(cells_before(at, t.vehicles, walls)) << row);
        }
    }

    void add_column(std::size_t column, packed_board b, std::uint64_t taken, std::uint64_t needed) {
        if (column == side) return to_->push_back(b);
        const auto need = static_cast<line_cells>(needed >> (side * column) & 63U);
        for (const option& o : options_[taken >> (side * column) & 63U]) {
            const int filled = cells_of_kind(o.kind) + column_outside_[column];
            if ((need & ~o.cells) != 0 || (o.kind != 0 && filled >= side)) continue;
            add_column(column + 1,
                       b | packed_board{o.kind} << (36 + 3 * column) |
                           packed_board{o.arrangement} << (3 * (side + column)),
                       taken, needed);
        }
    }

    /// The cells of a row, six bits apart.
    static std::uint64_t across(line_cells cells) noexcept {
        std::uint64_t bits = 0;
        for (unsigned i = 0; i < side; ++i) bits |= std::uint64_t{cells >> i & 1U} << (side * i);
        return bits;
    }

    std::array<line_cells, side> row_walls_{};
    std::array<int, side> column_outside_{};
    std::uint64_t walls_across_ = 0;
    std::array<std::vector<option>, 64> options_;  // by what is taken of a column
    std::vector<packed_board>* to_ = nullptr;
    const row_kinds* kinds_ = nullptr;
};

/// The board of a packed one with these rows and walls: A for the red car, then any letters.
[[nodiscard]] inline board unpacked(packed_board b, const row_kinds& rows, cell_set walls) {
    std::array<vehicle, most_vehicles> vehicles{};
    std::size_t count = 1;  // the red car is the first
    for (std::size_t l = 0; l < line_count; ++l) {
        const bool is_row = l < side;
        const line_table& t = line_tables[is_row ? rows[l] : kind_of_column(b, l - side)];
        const line_kind& kind = line_kinds[static_cast<std::size_t>(&t - line_tables.data())];
        const arrangement& a = t.arrangements[arrangement_of_line(b, l)];
        for (std::size_t v = 0; v < t.vehicles; ++v) {
            vehicle& made = vehicles[l == exit_row ? 0 : count++];
            made.length = kind[v];
            made.direction = is_row ? axis::horizontal : axis::vertical;
            made.row = is_row ? static_cast<std::uint8_t>(l) : a.first[v];
            made.column = is_row ? a.first[v] : static_cast<std::uint8_t>(l - side);
        }
    }
    for (std::size_t v = 0; v < count; ++v) vehicles[v].id = static_cast<char>(red_id + v);
    return *board::make({vehicles.data(), count}, walls);
}

}  // namespace senda::rush_hour::detail
