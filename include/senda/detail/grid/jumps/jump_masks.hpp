// SPDX-License-Identifier: MIT
// The walls of a grid with a byte a cell that says in which directions a jump leads anywhere, for
// many searches.
#pragma once

#include <senda/detail/graph/cell_bits.hpp>
#include <senda/detail/grid/jumps/jump_point_scan.hpp>
#include <senda/detail/grid/jumps/wall_bitmap.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The leads of an open cell are the straight directions in which a jump point comes before a wall,
/// and the diagonal ones in which a step can be made; if corners may be cut, only where none has to
/// be turned at the cell itself. They are made 48 cells of a row at a time.
template <grid_moves Moves>
class jump_masks : public wall_bitmap<Moves> {
    using lines = wall_bitmap<Moves>;
    static constexpr bool cuts = Moves == grid_moves::octile_cutting;

public:
    jump_masks(const basic_grid<Moves>& g, memory_budget& budget)
        : lines(g, budget), leads_(budget), stride_(static_cast<std::size_t>(g.width())) {
        if (!lines::has_memory() ||
            !leads_.assign_zeros(stride_ * static_cast<std::size_t>(g.height()) + past_end))
            return;
        for (int y = 0; y < this->height(); ++y) {
            for (int x = last_strip(); x >= 0; x -= strip) make_east(x, y);
            for (int x = 0; x < this->width(); x += strip) {
                make_west(x, y);
                make_diagonals(x, y);
                make_north(x, y);
                make_south(x, this->height() - 1 - y);
            }
        }
    }
    [[nodiscard]] bool has_memory() const noexcept {
        return lines::has_memory() && !leads_.empty();
    }

    /// The leads of a cell, and those of others from there.
    [[nodiscard]] SENDA_ALWAYS_INLINE const direction_set* leads(grid_point at) const noexcept {
        return leads_.data() + (at.y - lines::margin) * stride_ + (at.x - lines::margin);
    }
    /// From a cell to the next in a direction.
    [[nodiscard]] SENDA_ALWAYS_INLINE std::ptrdiff_t step(int x, int y) const noexcept {
        return y * static_cast<std::ptrdiff_t>(stride_) + x;
    }

    /// Opens or closes a cell of the grid. Leads change beside it, and from there along its rows
    /// and columns as far as they do.
    void set(cell c, bool is_open) noexcept {
        lines::set(c, is_open);
        const int left = std::max(c.x - 2, 0) / strip * strip;
        const int right = std::min(c.x + 2, this->width() - 1) / strip * strip;
        const int top = std::max(c.y - 2, 0);
        const int bottom = std::min(c.y + 2, this->height() - 1);
        for (int y = std::max(c.y - 1, 0); y <= std::min(c.y + 1, this->height() - 1); ++y) {
            for (int x = right; x >= 0 && (make_east(x, y) || x > left);) x -= strip;
            for (int x = left; x < this->width() && (make_west(x, y) || x < right);) x += strip;
            for (int x = left; x <= right; x += strip) make_diagonals(x, y);
        }
        for (int x = left; x <= right; x += strip) {
            for (int y = top; y < this->height() && (make_north(x, y) || y < bottom);) ++y;
            for (int y = bottom; y >= 0 && (make_south(x, y) || y > top);) --y;
        }
    }

private:
    static constexpr int strip = 48;
    static constexpr std::size_t past_end = 7;  // the last eight cells may be written as a whole

    [[nodiscard]] int last_strip() const noexcept { return (this->width() - 1) / strip * strip; }

    /// The walls of a strip of cells and of two more to the left, with the rows above and below.
    [[nodiscard]] wall_window walls_of(int x, int y) const noexcept {
        return lines::template ahead<along::rows>(static_cast<unsigned>(y) + lines::margin,
                                                  static_cast<unsigned>(x) + lines::margin - 2);
    }
    /// The cells that are `by` to the right of those of a strip.
    [[nodiscard]] static constexpr std::uint64_t beside(std::uint64_t walls, int by) noexcept {
        return walls >> (2 + by);
    }
    [[nodiscard]] bool has_lead(int x, int y, direction h) const noexcept {
        return (leads_[place(x, y)] & h.bit()) != 0;
    }

    /// A cell leads to a corner beside the next, or where the next leads. These tell whether what
    /// the cells beyond are made from has changed.
    bool make_east(int x, int y) noexcept {
        constexpr direction east{1, 0};
        const wall_window w = walls_of(x, y);
        const std::uint64_t turns = beside(turns_along<1>(w), 1);
        std::uint64_t open = ~beside(w.here, 1);
        const bool goes_on = x + strip < this->width() && has_lead(x + strip, y, east);
        std::uint64_t found = (turns | std::uint64_t{goes_on} << (strip - 1)) & open & all_cells;
        for (unsigned width = 1; width < strip; width *= 2) {
            found |= open & found >> width;
            open &= open >> width;
        }
        const bool before = has_lead(x, y, east);
        put(x, y, east, found);
        return has_lead(x, y, east) != before;
    }
    bool make_west(int x, int y) noexcept {
        constexpr direction west{-1, 0};
        const wall_window w = walls_of(x, y);
        const std::uint64_t turns = beside(turns_along<-1>(w), -1);
        std::uint64_t open = ~beside(w.here, -1);
        const bool goes_on = x > 0 && has_lead(x - 1, y, west);
        std::uint64_t found = (turns | std::uint64_t{goes_on}) & open;
        for (unsigned width = 1; width < strip; width *= 2) {
            found |= open & found << width;
            open &= open << width;
        }
        const int last = std::min(x + strip, this->width()) - 1;
        const bool before = has_lead(last, y, west);
        put(x, y, west, found);
        return has_lead(last, y, west) != before;
    }
    bool make_north(int x, int y) noexcept {
        if (y == 0) return false;
        const wall_window w = walls_of(x, y - 1);
        const std::uint64_t corners = cuts ? w.here & ~w.before : ~w.here & w.after;
        return make_upright(x, y, {0, -1}, w.here, corners);
    }
    bool make_south(int x, int y) noexcept {
        if (y == this->height() - 1) return false;
        const wall_window w = walls_of(x, y + 1);
        const std::uint64_t corners = cuts ? w.here & ~w.after : ~w.here & w.before;
        return make_upright(x, y, {0, 1}, w.here, corners);
    }
    /// What the row that is next in a direction says of this.
    bool make_upright(int x, int y, direction h, std::uint64_t walls,
                      std::uint64_t corners) noexcept {
        const std::uint64_t turns = beside(corners, -1) | beside(corners, 1);
        return put(x, y, h, (turns | get(x, y + h.y, h)) & ~beside(walls, 0));
    }
    void make_diagonals(int x, int y) noexcept {
        const wall_window w = walls_of(x, y);
        for (const int right : {-1, 1}) {
            for (const int down : {-1, 1}) {
                const std::uint64_t next = down > 0 ? w.after : w.before;
                const std::uint64_t last = down > 0 ? w.before : w.after;
                std::uint64_t closed = beside(next, right);
                if constexpr (cuts) {
                    closed |= (beside(w.here, -right) & ~beside(next, -right)) |
                              (beside(last, 0) & ~beside(last, right));
                } else {
                    closed |= beside(w.here, right) | beside(next, 0);
                }
                put(x, y, {right, down}, ~closed);
            }
        }
    }
    template <int Step>
    [[nodiscard]] static constexpr std::uint64_t turns_along(const wall_window& w) noexcept {
        using scan = jump_point_scan<Moves, lines>;
        return scan::template corners<Step>(w.before) | scan::template corners<Step>(w.after);
    }

    static constexpr std::uint64_t each = 0x0101'0101'0101'0101U;
    static constexpr std::uint64_t all_cells = (std::uint64_t{1} << strip) - 1;

    /// The bits of one direction in a strip, eight cells at once.
    [[nodiscard]] std::uint64_t get(int x, int y, direction h) const noexcept {
        const direction_set* const from = leads_.data() + place(x, y);
        const auto shift = static_cast<unsigned>(std::countr_zero(h.bit()));
        std::uint64_t bits = 0;
        for (unsigned i = 0; i < cells_from(x); i += 8)
            bits |= lowest_bits(eight_bytes(from + i) >> shift & each) << i;
        return bits;
    }
    /// Writes them; whether any is another than before.
    bool put(int x, int y, direction h, std::uint64_t bits) noexcept {
        direction_set* const to = leads_.data() + place(x, y);
        const std::uint64_t cells = all_cells >> (strip - cells_from(x));
        std::uint64_t changes = 0;
        for (unsigned i = 0; i < cells_from(x); i += 8) {
            const std::uint64_t before = eight_bytes(to + i);
            const std::uint64_t after =
                (before & ~(spread(cells >> i) * h.bit())) | spread((bits & cells) >> i) * h.bit();
            changes |= before ^ after;
            for (unsigned k = 0; k < 8; ++k) to[i + k] = static_cast<direction_set>(after >> 8 * k);
        }
        return changes != 0;
    }
    [[nodiscard]] unsigned cells_from(int x) const noexcept {
        return static_cast<unsigned>(std::min(strip, this->width() - x));
    }
    /// Eight bits as the lowest of eight bytes.
    [[nodiscard]] static constexpr std::uint64_t spread(std::uint64_t bits) noexcept {
        const std::uint64_t apart = (bits & 255) * each & 0x8040'2010'0804'0201U;
        return (apart + 127 * each) >> 7 & each;
    }

    [[nodiscard]] std::size_t place(int x, int y) const noexcept {
        return static_cast<std::size_t>(y) * stride_ + static_cast<std::size_t>(x);
    }

    buffer<direction_set> leads_;
    std::size_t stride_;
};

}  // namespace senda::detail
