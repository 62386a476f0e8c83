// SPDX-License-Identifier: MIT
// The state of the cells in Dial's algorithm: one byte each, in tiles of 8 x 8.
#pragma once

#include <senda/detail/storage/pages.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace senda::detail {

/// One byte a cell: 0 until it is loaded, then its weight, up to 126, plus 1, then `reached` and
/// the direction that reached it; a closed cell looks reached. Cells are numbered down strips of
/// eight columns: 8 x 8 share a cache line, and a step north or south is always eight.
template <std::integral Weight>
class cell_bytes {
    using graph = basic_grid<grid_moves::straight, Weight>;

public:
    using id = std::uint32_t;
    static constexpr unsigned reached = 128;
    static constexpr unsigned as_start = reached | 4;

    cell_bytes(const graph& g, memory_budget& budget)
        : graph_(g),
          columns_(static_cast<id>(g.width()) + 1),
          strips_((columns_ + 1 + 7) / 8),
          strip_((static_cast<id>(g.height()) + 2 + 7) / 8 * 64),
          bytes_(budget) {}

    [[nodiscard]] static bool possible(const graph& g) noexcept {
        const std::uint64_t strips = (static_cast<std::uint64_t>(g.width()) + 2 + 7) / 8;
        const std::uint64_t tiles = (static_cast<std::uint64_t>(g.height()) + 2 + 7) / 8;
        return strips <= std::numeric_limits<id>::max() / 64 / tiles;
    }

    /// Takes zeroed memory; false without any. Between near cells it begins in small pages.
    [[nodiscard]] bool prepare(cell start, cell goal) {
        if (!bytes_.assign_zeros(std::size_t{strips_} * strip_)) return false;
        const auto side =
            coordinate_distance(start.x, goal.x) + coordinate_distance(start.y, goal.y);
        if (side < 1024 && side * side * 8 < bytes_.size()) {
            prefer_huge_pages(bytes_.data(), bytes_.size(), false);
        }
        return true;
    }

    [[nodiscard]] std::uint8_t* bytes() noexcept { return bytes_.data(); }
    [[nodiscard]] const std::uint8_t* bytes() const noexcept { return bytes_.data(); }

    [[nodiscard]] id index(cell c) const noexcept {
        const id x = static_cast<id>(c.x) + 1;
        return x / 8 * strip_ + (static_cast<id>(c.y) + 1) * 8 + x % 8;
    }

    using offsets = std::array<std::uint64_t, 4>;

    /// What to add for the four neighbours, by the column; the direction is in the upper half.
    [[nodiscard]] std::array<offsets, 8> neighbour_offsets() const noexcept {
        const std::uint64_t across = strip_ - 7;
        constexpr std::uint64_t direction = std::uint64_t{1} << 32;
        constexpr offsets inside = {0 - std::uint64_t{8}, direction + 1, 2 * direction + 8,
                                    3 * direction - 1};
        std::array<offsets, 8> made;
        made.fill(inside);
        made[7][1] = direction + across;
        made[0][3] = 3 * direction - across;
        return made;
    }

    /// Loads eight tiles side by side around a cell; false if a weight is too large.
    [[nodiscard]] SENDA_NOINLINE bool load_around(id at) {
        if (++loads_ == many_loads) prefer_huge_pages(bytes_.data(), bytes_.size(), true);
        const id first_strip = at / strip_ / 8 * 8;
        const id first_row = at % strip_ / 64 * 8;
        const id strips = std::min<id>(8, strips_ - first_strip);
        const id rows = std::min<id>(8, static_cast<id>(graph_.height()) + 2 - first_row);
        std::uint8_t* to =
            bytes_.data() + std::size_t{first_strip} * strip_ + std::size_t{first_row} * 8;
        // The rows of the grid share its ring: what is read behind a row is never reached.
        id from = first_row * columns_ + first_strip * 8;
        for (id row = 0; row < rows; ++row) prefetch_row(from + row * columns_);
        for (id row = 0; row < rows; ++row, from += columns_, to += 8) {
            std::array<std::uint8_t, 64> made;
            const id left = graph_.index_bound() - from;
            if (left >= 64) {
                convert<64>(graph_.data() + from, made.data());
            } else {
                made.fill(reached);
                for (id i = 0; i < left; ++i) {
                    convert<1>(graph_.data() + from + i, made.data() + i);
                }
            }
            for (id i = 0; i < strips; ++i) {
                std::memcpy(to + std::size_t{i} * strip_, made.data() + std::size_t{i} * 8, 8);
            }
        }
        return weights_ < reached;
    }

    /// No cell that was loaded weighs more.
    [[nodiscard]] std::size_t most_weight() const noexcept {
        return static_cast<std::size_t>(weights_);
    }

private:
    static constexpr std::uint32_t many_loads = 200;

    /// Fetches a row before it is needed: eight of them come almost as soon as one.
    void prefetch_row(id from) const noexcept {
        if (graph_.index_bound() - from < 64) return;
        const Weight* const row = graph_.data() + from;
        for (std::size_t i = 0; i < 64; i += 64 / sizeof(Weight)) prefetch(row + i);
    }

    // An array of its own lets the compiler vectorize.
    template <id Count>
    void convert(const Weight* weights, std::uint8_t* bytes) noexcept {
        using number = std::make_unsigned_t<Weight>;
        std::array<std::uint8_t, Count> made;
        number all = 0;
        for (id i = 0; i < Count; ++i) {
            const auto w = static_cast<number>(weights[i]);
            const bool closed = w == static_cast<number>(graph::closed);
            const auto raised = static_cast<number>(w + 1);
            made[i] = static_cast<std::uint8_t>(closed ? number{reached} : raised);
            all = static_cast<number>(all | (closed ? 0 : w | raised));  // both, for -1 is 0 raised
        }
        std::memcpy(bytes, made.data(), Count);
        weights_ = static_cast<number>(weights_ | all);
    }

    const graph& graph_;
    id columns_;  // of the grid, with those of its ring
    id strips_;
    id strip_;                                  // cells in a strip
    std::make_unsigned_t<Weight> weights_ = 0;  // all bits of the weights plus 1 that were met
    std::uint32_t loads_ = 0;
    buffer<std::uint8_t> bytes_;
};

}  // namespace senda::detail
