// SPDX-License-Identifier: MIT
// What the vehicles of one row or column can do: tables of every arrangement of them, and of the
// moves between arrangements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::rush_hour::detail {

/// Cells of a line, bit 0 the leftmost or topmost.
using line_cells = std::uint8_t;

inline constexpr int line_side = 6;
inline constexpr int most_on_line = 3;
inline constexpr int most_arrangements = 6;

/// The vehicles of a line by their lengths, in their order, which never changes.
struct line_kind {
    std::array<std::uint8_t, most_on_line> lengths = {};

    [[nodiscard]] constexpr std::uint8_t vehicles() const noexcept {
        std::uint8_t count = 0;
        while (count < most_on_line && lengths[count] != 0) ++count;
        return count;
    }
    [[nodiscard]] friend constexpr bool operator==(const line_kind&, const line_kind&) = default;
};

/// All kinds of lines that fit in six cells.
inline constexpr std::array<line_kind, 8> line_kinds{{{{0, 0, 0}},
                                                      {{2, 0, 0}},
                                                      {{3, 0, 0}},
                                                      {{2, 2, 0}},
                                                      {{2, 3, 0}},
                                                      {{3, 2, 0}},
                                                      {{3, 3, 0}},
                                                      {{2, 2, 2}}}};

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
    /// Where exactly one vehicle differs: its number, and the cells that it needs to be free of
    /// others on its way. Where none or several do: -1, and no cells.
    std::array<std::array<std::int8_t, most_arrangements>, most_arrangements> moved = {};
    std::array<std::array<line_cells, most_arrangements>, most_arrangements> swept = {};
    /// The arrangements that one move leads to, a bit each, by the arrangement (times 64) and the
    /// cells that are taken by vehicles across the line and by walls.
    std::array<std::uint8_t, 512> slides = {};
    /// The same for moves by one cell.
    std::array<std::uint8_t, 512> steps = {};
};

[[nodiscard]] constexpr line_cells cells_between(int first, int end) noexcept {
    return static_cast<line_cells>((1U << end) - (1U << first));
}

constexpr void add_arrangements(line_table& t, const line_kind& kind) {
    const int spare = line_side - kind.lengths[0] - kind.lengths[1] - kind.lengths[2];
    // The gaps before the vehicles, whose sum is at most the spare cells.
    for (int a = 0; a <= (t.vehicles > 0 ? spare : 0); ++a) {
        for (int b = 0; b <= (t.vehicles > 1 ? spare - a : 0); ++b) {
            for (int c = 0; c <= (t.vehicles > 2 ? spare - a - b : 0); ++c) {
                const std::array<int, most_on_line> gaps{a, b, c};
                arrangement& next = t.arrangements[t.count++];
                int at = 0;
                for (std::size_t v = 0; v < t.vehicles; ++v) {
                    at += gaps[v];
                    next.first[v] = static_cast<std::uint8_t>(at);
                    next.cells = static_cast<line_cells>(next.cells |
                                                         cells_between(at, at + kind.lengths[v]));
                    at += kind.lengths[v];
                }
            }
        }
    }
}

constexpr void add_moves(line_table& t, const line_kind& kind, std::size_t from, std::size_t to) {
    const arrangement& a = t.arrangements[from];
    const arrangement& b = t.arrangements[to];
    int differ = 0;
    std::size_t who = 0;
    for (std::size_t v = 0; v < most_on_line; ++v) {
        if (a.first[v] == b.first[v]) continue;
        ++differ;
        who = v;
    }
    if (differ != 1) return;
    const int low = a.first[who] < b.first[who] ? a.first[who] : b.first[who];
    const int high = a.first[who] + b.first[who] - low;
    t.moved[from][to] = static_cast<std::int8_t>(who);
    t.swept[from][to] = cells_between(low, high + kind.lengths[who]);
    for (std::size_t crossing = 0; crossing < 64; ++crossing) {
        if ((crossing & t.swept[from][to]) != 0) continue;
        const auto bit = static_cast<std::uint8_t>(1U << to);
        t.slides[from * 64 + crossing] |= bit;
        if (high - low == 1) t.steps[from * 64 + crossing] |= bit;
    }
}

[[nodiscard]] constexpr line_table make_line_table(const line_kind& kind) {
    line_table t;
    t.vehicles = kind.vehicles();
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

static_assert(line_tables[0].count == 1 && line_tables[1].count == 5 && line_tables[2].count == 4);
static_assert(line_tables[3].count == 6 && line_tables[4].count == 3 && line_tables[5].count == 3);
static_assert(line_tables[6].count == 1 && line_tables[7].count == 1);

}  // namespace senda::rush_hour::detail
