// SPDX-License-Identifier: MIT
#pragma once

#include <rush_hour/board.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::rush_hour::detail {

/// Cells of a line, bit 0 the leftmost or topmost.
using line_cells = std::uint8_t;

inline constexpr int most_on_line = 3;
inline constexpr int most_arrangements = 6;

/// The lengths of the vehicles of a line, in their order, which never changes; then zeros.
using line_kind = std::array<std::uint8_t, most_on_line>;

/// All kinds of lines that fit in six cells.
inline constexpr std::array<line_kind, 8> line_kinds{
    {{0, 0, 0}, {2, 0, 0}, {3, 0, 0}, {2, 2, 0}, {2, 3, 0}, {3, 2, 0}, {3, 3, 0}, {2, 2, 2}}};

/// Where the vehicles of a line are: the first cell of each, and all their cells.
struct arrangement {
    std::array<std::uint8_t, most_on_line> first = {};
    line_cells cells = 0;
};

/// The arrangements of the vehicles of one kind of line, and how one becomes another.
struct line_table {
    std::uint8_t vehicles = 0;
    std::uint8_t count = 0;
    std::array<arrangement, most_arrangements> arrangements = {};
    /// Where exactly one vehicle differs: its number, and the cells that it stands on or passes.
    /// Where none or several do: -1, and no cells.
    std::array<std::array<std::int8_t, most_arrangements>, most_arrangements> moved = {};
    std::array<std::array<line_cells, most_arrangements>, most_arrangements> swept = {};
    /// The arrangements that one move leads to, a bit each, by the arrangement (times 64) and the
    /// cells that walls and vehicles across the line occupy.
    std::array<std::uint8_t, 512> slides = {};
    /// The same for moves by one cell.
    std::array<std::uint8_t, 512> steps = {};

    /// The cells by which the vehicle that differs moves.
    [[nodiscard]] constexpr int shift(std::size_t from, std::size_t to) const noexcept {
        const std::size_t who = static_cast<std::uint8_t>(moved[from][to]);
        return arrangements[to].first[who] - arrangements[from].first[who];
    }
};

[[nodiscard]] constexpr line_cells cells_between(int first, int end) noexcept {
    return static_cast<line_cells>((1U << end) - (1U << first));
}

/// Adds every arrangement whose first `placed` vehicles stand as in `a`, and end before `from`.
constexpr void add_arrangements(line_table& t, const line_kind& kind, const arrangement& a = {},
                                std::size_t placed = 0, int from = 0) {
    if (placed == t.vehicles) {
        t.arrangements[t.count++] = a;
        return;
    }
    const int length = kind[placed];
    for (int at = from; at + length <= side; ++at) {
        arrangement next = a;
        next.first[placed] = static_cast<std::uint8_t>(at);
        next.cells = static_cast<line_cells>(a.cells | cells_between(at, at + length));
        add_arrangements(t, kind, next, placed + 1, at + length);
    }
}

constexpr void add_moves(line_table& t, const line_kind& kind, std::size_t from, std::size_t to) {
    const arrangement& a = t.arrangements[from];
    const arrangement& b = t.arrangements[to];
    std::size_t who = 0;
    while (who < most_on_line && a.first[who] == b.first[who]) ++who;
    if (who == most_on_line) return;
    const auto next = static_cast<std::ptrdiff_t>(who) + 1;
    if (!std::equal(a.first.begin() + next, a.first.end(), b.first.begin() + next)) return;
    const int low = std::min(a.first[who], b.first[who]);
    const int high = std::max(a.first[who], b.first[who]);
    t.moved[from][to] = static_cast<std::int8_t>(who);
    t.swept[from][to] = cells_between(low, high + kind[who]);
    for (std::size_t crossing = 0; crossing < 64; ++crossing) {
        if ((crossing & t.swept[from][to]) != 0) continue;
        const auto bit = static_cast<std::uint8_t>(1U << to);
        t.slides[from * 64 + crossing] |= bit;
        if (high - low == 1) t.steps[from * 64 + crossing] |= bit;
    }
}

[[nodiscard]] constexpr line_table make_line_table(const line_kind& kind) {
    line_table t;
    t.vehicles = static_cast<std::uint8_t>(std::find(kind.begin(), kind.end(), 0) - kind.begin());
    for (auto& row : t.moved) row.fill(-1);
    add_arrangements(t, kind);
    for (std::size_t from = 0; from < t.count; ++from)
        for (std::size_t to = 0; to < t.count; ++to) add_moves(t, kind, from, to);
    return t;
}

/// One table a kind of line, in the order of `line_kinds`.
inline constexpr std::array<line_table, line_kinds.size()> line_tables = [] {
    std::array<line_table, line_kinds.size()> all;
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = make_line_table(line_kinds[k]);
    return all;
}();

}  // namespace senda::rush_hour::detail
