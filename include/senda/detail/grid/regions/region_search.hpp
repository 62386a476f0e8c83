// SPDX-License-Identifier: MIT
// Shortest paths within 64 x 64 cells.
#pragma once

#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/grid/regions/region_map.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// How many cells a set has, of which there are few.
[[nodiscard]] constexpr unsigned count_bits(const region_bits& cells) noexcept {
    unsigned count = 0;
    for (std::uint64_t row : cells)
        for (; row != 0; row &= row - 1) ++count;
    return count;
}

/// Straight moves: breadth-first search, a layer of 64 rows at a time. What it keeps of a distance
/// is the remainder by 3, which tells the cell before from the cell behind.
template <grid_moves Moves>
class region_search {
public:
    using length = std::uint32_t;

    /// Searches from an open cell until all of `wanted` that can be reached are.
    void run(const region_bits& open, cell from, const region_bits& wanted) noexcept {
        const auto row = static_cast<std::size_t>(from.y) + 1;
        std::copy(open.begin(), open.end(), left_.begin() + 1);
        for (auto& plane : planes_) plane.fill(0);
        layer_[0].fill(0);
        layer_[1].fill(0);
        layer_[0][row] = planes_[0][row] = std::uint64_t{1} << from.x;
        left_[row] &= ~layer_[0][row];
        const unsigned found = note(row, layer_[0][row] & wanted[row - 1], 0);
        spread(wanted, row, count_bits(wanted) - found);
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

    void spread(const region_bits& wanted, std::size_t row, unsigned missing) noexcept {
        std::size_t first = row;
        std::size_t last = row;
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
            for (std::size_t y = first; hits != 0 && y <= last; ++y)
                missing -= note(y, to[y] & wanted[y - 1], distance);
        }
    }

    unsigned note(std::size_t row, std::uint64_t cells, length distance) noexcept {
        unsigned count = 0;
        for (; cells != 0; cells &= cells - 1, ++count)
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

/// Diagonal moves: Dijkstra's algorithm along canonical paths. No step is shorter than a straight
/// one, so that cells whose distances differ by less than that can be taken in any order.
template <grid_moves Moves>
    requires(Moves != grid_moves::straight)
class region_search<Moves> {
    using lengths = region_length<Moves>;

public:
    using length = typename lengths::type;

    void run(const region_bits& open, cell from, const region_bits& wanted) noexcept {
        std::copy(open.begin(), open.end(), open_.begin() + 1);
        lengths_.fill(unreachable_length<Moves>);
        for (bucket& b : buckets_) b.size = 0;
        unsigned missing = count_bits(wanted);
        std::array<std::uint64_t, 64> left = open;
        reach(number(from), 0, no_step);
        for (std::size_t steps = 0, empty = 0; missing != 0 && empty < buckets_.size(); ++steps) {
            bucket& now = buckets_[steps % buckets_.size()];
            empty = now.size == 0 ? empty + 1 : 0;
            for (std::size_t i = 0; i < now.size; ++i) {
                const std::size_t at = now.cells[i];
                const std::uint64_t bit = std::uint64_t{1} << at % 64;
                if ((left[at / 64] & bit) == 0) continue;
                left[at / 64] ^= bit;
                missing -= (wanted[at / 64] & bit) != 0;
                expand(at);
            }
            now.size = 0;
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
            for (unsigned moves = steps_by_window<Moves>[no_step][window(at)];;
                 moves &= moves - 1) {
                const auto d = static_cast<std::size_t>(std::countr_zero(moves));
                if (lengths_[at + offsets[d]] + step(d) != lengths_[at]) continue;
                const auto before = static_cast<int>((at + offsets[d]) & 4095);
                c = {before % 64, before / 64};
                break;
            }
        }
    }

private:
    static constexpr std::size_t no_step = 8;
    static constexpr unsigned bucket_bits = 30;
    static_assert(lengths::straight >= length{1} << bucket_bits &&
                  lengths::diagonal <= length{2} << bucket_bits);
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

    /// Notes a path to a cell by its last step. Of equal ones all count: each may go on otherwise.
    void reach(std::size_t at, length from_start, std::size_t step) noexcept {
        const length before = lengths_[at];
        if (before < from_start) return;
        const auto entered = static_cast<std::uint16_t>(1U << step);
        if (before == from_start) {
            entered_[at] |= entered;
            return;
        }
        lengths_[at] = from_start;
        entered_[at] = entered;
        if (before >> bucket_bits == from_start >> bucket_bits) return;  // it is there
        bucket& b = buckets_[(from_start >> bucket_bits) % buckets_.size()];
        b.cells[b.size++] = static_cast<std::uint16_t>(at);
    }

    void expand(std::size_t at) noexcept {
        const length so_far = lengths_[at];
        const std::size_t around = window(at);
        unsigned steps = 0;
        for (unsigned entered = entered_[at]; entered != 0; entered &= entered - 1)
            steps |=
                steps_by_window<Moves>[static_cast<std::size_t>(std::countr_zero(entered))][around];
        for (; steps != 0; steps &= steps - 1) {
            const auto d = static_cast<std::size_t>(std::countr_zero(steps));
            reach(at + offsets[d], so_far + step(d), d);
        }
    }

    /// The 3 x 3 cells around one, a bit each.
    [[nodiscard]] std::size_t window(std::size_t at) const noexcept {
        const std::size_t x = at % 64;
        const std::size_t y = at / 64;
        const auto three = [x](std::uint64_t row) {
            return static_cast<std::size_t>((x == 0 ? row << 1 : row >> (x - 1)) & 7);
        };
        return three(open_[y]) | three(open_[y + 1]) << 3 | three(open_[y + 2]) << 6;
    }

    /// Cells at about the same distance, each once.
    struct bucket {
        std::size_t size = 0;
        std::array<std::uint16_t, 4096> cells;
    };

    std::array<std::uint64_t, 66> open_{};  // with an empty row before and behind
    std::array<length, 4096> lengths_;
    std::array<std::uint16_t, 4096> entered_;  // by which steps
    std::array<bucket, 4> buckets_;            // a step leads at most two on
};

}  // namespace senda::detail
