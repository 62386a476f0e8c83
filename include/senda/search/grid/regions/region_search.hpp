// SPDX-License-Identifier: MIT
// Shortest paths within 64 x 64 cells.
#pragma once

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/search/grid/regions/region_length.hpp>
#include <senda/search/grid/regions/region_map.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::detail {

/// Straight moves: breadth-first search, a layer of 64 rows at a time. What it keeps of a distance
/// is the remainder by 3, which tells the cell before from the cell behind.
template <grid_moves Moves>
class region_search {
public:
    using length = std::uint32_t;

    /// Searches from an open cell until all of `wanted` that can be reached are.
    void run(const region_bits& open, cell from, region_bits wanted) noexcept {
        const auto row = static_cast<std::size_t>(from.y) + 1;
        std::copy(open.begin(), open.end(), left_.begin() + 1);
        for (auto& plane : planes_) plane.fill(0);
        layer_[0].fill(0);
        layer_[1].fill(0);
        layer_[0][row] = planes_[0][row] = std::uint64_t{1} << from.x;
        note(row, layer_[0][row] & wanted[row - 1], 0);
        left_[row] &= ~layer_[0][row];
        spread(wanted, row);
    }

    /// Whether a cell was reached, and how long the path to it is if it was wanted.
    [[nodiscard]] bool reached(cell c) const noexcept { return remainder(c) < 3; }
    [[nodiscard]] length length_to(cell c) const noexcept {
        return lengths_[static_cast<std::size_t>(c.y) * 64 + static_cast<std::size_t>(c.x)];
    }

    /// Calls `visit(cell)` for the cells of a shortest path, from one that was reached to the
    /// start.
    template <class Visit>
    void walk_back(cell c, Visit&& visit) const {
        unsigned at = remainder(c);
        for (length left = length_to(c);; --left) {
            visit(c);
            if (left == 0) return;
            at = (at + 2) % 3;
            for (const cell to : four_neighbours(c)) {
                if (to.x < 0 || to.x > 63 || to.y < 0 || to.y > 63 || remainder(to) != at) continue;
                c = to;
                break;
            }
        }
    }

private:
    using rows = std::array<std::uint64_t, 66>;  // with an empty one before and behind

    void spread(const region_bits& wanted, std::size_t row) noexcept {
        std::size_t first = row;
        std::size_t last = row;
        std::uint64_t missing = 0;
        for (const std::uint64_t bits : wanted)
            missing += static_cast<unsigned>(std::popcount(bits));
        missing -= (wanted[row - 1] & layer_[0][row]) != 0;
        for (length distance = 1; missing != 0; ++distance) {
            const rows& from = layer_[(distance + 1) % 2];
            rows& to = layer_[distance % 2];
            rows& plane = planes_[distance % 3];
            first = std::max<std::size_t>(first - 1, 1);
            last = std::min<std::size_t>(last + 1, 64);
            std::uint64_t any = 0;
            std::uint64_t hits = 0;
            for (std::size_t y = first; y <= last; ++y) {
                const std::uint64_t now =
                    (from[y - 1] | from[y + 1] | from[y] << 1 | from[y] >> 1) & left_[y];
                to[y] = now;
                left_[y] ^= now;
                plane[y] |= now;
                any |= now;
                hits |= now & wanted[y - 1];
            }
            if (any == 0) return;
            if (hits != 0)
                for (std::size_t y = first; y <= last; ++y)
                    missing -= note(y, to[y] & wanted[y - 1], distance);
        }
    }

    unsigned note(std::size_t row, std::uint64_t cells, length distance) noexcept {
        const auto count = static_cast<unsigned>(std::popcount(cells));
        for (; cells != 0; cells &= cells - 1)
            lengths_[(row - 1) * 64 + static_cast<std::size_t>(std::countr_zero(cells))] = distance;
        return count;
    }

    [[nodiscard]] unsigned remainder(cell c) const noexcept {
        const auto row = static_cast<std::size_t>(c.y) + 1;
        unsigned of = 0;
        while (of < 3 && (planes_[of][row] >> c.x & 1) == 0) ++of;
        return of;
    }

    rows left_{};
    std::array<rows, 2> layer_{};
    std::array<rows, 3> planes_{};
    std::array<length, 4096> lengths_;  // of what was wanted
};

/// The moves out of a cell by the 3 x 3 cells around it: bits in the order of a grid's directions.
template <grid_moves Moves>
inline constexpr std::array<std::uint8_t, 512> moves_by_window = [] {
    std::array<std::uint8_t, 512> moves{};
    for (unsigned window = 0; window < 512; ++window) {
        const auto open = [&](unsigned place) { return (window >> place & 1) != 0; };
        const bool sides[] = {open(1), open(5), open(7), open(3)};
        const unsigned corners[] = {2, 8, 6, 0};
        const unsigned beside[][2] = {{0, 1}, {2, 1}, {2, 3}, {0, 3}};
        unsigned bits = 0;
        for (unsigned i = 0; i < 4; ++i) {
            if (sides[i]) bits |= 1U << i;
            const bool may_pass =
                Moves == grid_moves::octile_cutting || (sides[beside[i][0]] && sides[beside[i][1]]);
            if (open(corners[i]) && may_pass) bits |= 16U << i;
        }
        moves[window] = static_cast<std::uint8_t>(bits);
    }
    return moves;
}();

/// Diagonal moves: Dijkstra's algorithm. No step is shorter than a straight one, so that cells
/// whose distances differ by less than that can be taken in any order.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class region_search<Moves> {
    using lengths = region_length<Moves>;

public:
    using length = typename lengths::type;

    void run(const region_bits& open, cell from, const region_bits& wanted) {
        std::copy(open.begin(), open.end(), open_.begin() + 1);
        lengths_.fill(unreachable_length<Moves>);
        unsigned missing = 0;
        for (const std::uint64_t bits : wanted)
            missing += static_cast<unsigned>(std::popcount(bits));
        for (auto& bucket : buckets_) bucket.clear();
        reach(number(from), 0);
        std::array<std::uint64_t, 64> settled{};
        for (std::size_t steps = 0, empty = 0; missing != 0 && empty < buckets_.size(); ++steps) {
            std::vector<std::uint16_t>& now = buckets_[steps % buckets_.size()];
            empty = now.empty() ? empty + 1 : 0;
            for (const std::uint16_t at : now) {
                const std::uint64_t bit = std::uint64_t{1} << at % 64;
                if ((settled[at / 64] & bit) != 0) continue;
                settled[at / 64] |= bit;
                missing -= (wanted[at / 64] & bit) != 0;
                expand(at);
            }
            now.clear();
        }
    }

    [[nodiscard]] bool reached(cell c) const noexcept {
        return length_to(c) != unreachable_length<Moves>;
    }
    [[nodiscard]] length length_to(cell c) const noexcept { return lengths_[number(c)]; }

    template <class Visit>
    void walk_back(cell c, Visit&& visit) const {
        for (;;) {
            visit(c);
            const std::size_t at = number(c);
            if (lengths_[at] == 0) return;
            for (unsigned moves = moves_from(at);; moves &= moves - 1) {
                const auto d = static_cast<std::size_t>(std::countr_zero(moves));
                if (lengths_[at + offsets[d]] + step(d) != lengths_[at]) continue;
                const auto before = static_cast<int>((at + offsets[d]) & 4095);
                c = {before % 64, before / 64};
                break;
            }
        }
    }

private:
    static constexpr std::array<std::size_t, 8> offsets = [] {
        std::array<std::size_t, 8> found{};
        constexpr std::array by{-64, 1, 64, -1, -63, 65, 63, -65};
        for (std::size_t i = 0; i < 8; ++i)
            found[i] = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(by[i]));
        return found;
    }();

    static constexpr std::size_t number(cell c) noexcept {
        return static_cast<std::size_t>(c.y) * 64 + static_cast<std::size_t>(c.x);
    }
    static constexpr length step(std::size_t direction) noexcept {
        return direction < 4 ? lengths::straight : lengths::diagonal;
    }

    void reach(std::size_t at, length from_start) {
        if (lengths_[at] <= from_start) return;
        lengths_[at] = from_start;
        buckets_[from_start / lengths::straight % buckets_.size()].push_back(
            static_cast<std::uint16_t>(at));
    }

    void expand(std::size_t at) {
        const length so_far = lengths_[at];
        for (unsigned moves = moves_from(at); moves != 0; moves &= moves - 1) {
            const auto d = static_cast<std::size_t>(std::countr_zero(moves));
            reach(at + offsets[d], so_far + step(d));
        }
    }

    [[nodiscard]] unsigned moves_from(std::size_t at) const noexcept {
        const std::size_t x = at % 64;
        const std::size_t y = at / 64;
        const auto three = [x](std::uint64_t row) {
            return static_cast<std::size_t>((x == 0 ? row << 1 : row >> (x - 1)) & 7);
        };
        return moves_by_window<Moves>[three(open_[y]) | three(open_[y + 1]) << 3 |
                                      three(open_[y + 2]) << 6];
    }

    std::array<std::uint64_t, 66> open_{};  // with an empty row before and behind
    std::array<length, 4096> lengths_;
    std::array<std::vector<std::uint16_t>, 4> buckets_;
};

}  // namespace senda::detail
