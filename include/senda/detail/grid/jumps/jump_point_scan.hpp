// SPDX-License-Identifier: MIT
// The successors of jump point search (D. Harabor, A. Grastien, "Online Graph Pruning for
// Pathfinding on Grid Maps", 2011, and "Improving Jump Point Search", 2014): walls as bits in
// lines, the jumps along them; and walls with a byte a cell that says in which directions a jump
// leads anywhere, for many searches.
#pragma once

#include <senda/detail/graph/cell_bits.hpp>
#include <senda/detail/grid/octile/step_set.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/language/extensions.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// Transposes 64 x 64 bits by swapping ever smaller squares (Hacker's Delight, 7-3).
inline void transpose(std::array<std::uint64_t, 64>& lines) noexcept {
    std::uint64_t mask = 0xFFFF'FFFFU;
    for (unsigned width = 32; width != 0; width /= 2, mask ^= mask << width) {
        for (unsigned i = 0; i < 64; i = ((i | width) + 1) & ~width) {
            const std::uint64_t swapped = (lines[i] >> width ^ lines[i | width]) & mask;
            lines[i] ^= swapped << width;
            lines[i | width] ^= swapped;
        }
    }
}

/// Three lines beside each other, 64 cells each; a set bit is a closed cell.
struct wall_window {
    std::uint64_t before, here, after;
};

/// A line of cells: a row, whose places are counted by x, or a column, by y.
enum class along { rows, columns };

/// The walls of a grid, which outlives it, counted from the corner of a margin of closed cells.
/// They are made in blocks of 64 x 64 when they are first read, and stay what they are but for what
/// `set` says.
template <grid_moves Moves>
class wall_bitmap {
    using graph = basic_grid<Moves>;

public:
    static constexpr unsigned margin = 64;
    /// How many places beside the first are seen in a window.
    static constexpr unsigned sight = 56;

    wall_bitmap(const graph& g, memory_budget& budget)
        : graph_(&g),
          width_(g.width()),
          height_(g.height()),
          blocks_across_(blocks_of(width_)),
          blocks_down_(blocks_of(height_)),
          rows_(budget),
          columns_(budget),
          states_(budget) {
        // Zeros cost nothing where they are not touched.
        has_memory_ =
            rows_.assign_zeros((static_cast<std::size_t>(height_) + 2) * blocks_across_ * 8) &&
            columns_.assign_zeros((static_cast<std::size_t>(width_) + 2) * blocks_down_ * 8) &&
            states_.assign_zeros(blocks_across_ * blocks_down_);
    }

    [[nodiscard]] bool has_memory() const noexcept { return has_memory_; }
    [[nodiscard]] bool open(cell c) const noexcept {
        return c.x >= 0 && c.x < width_ && c.y >= 0 && c.y < height_ &&
               !closed(static_cast<unsigned>(c.x) + margin, static_cast<unsigned>(c.y) + margin);
    }
    /// Opens or closes a cell of the grid.
    void set(cell c, bool is_open) noexcept {
        const unsigned x = static_cast<unsigned>(c.x) + margin;
        const unsigned y = static_cast<unsigned>(c.y) + margin;
        look<along::rows>(y, x);
        set_bit(rows_[first_of<along::rows>(y) + x / 8], x % 8, !is_open);
        set_bit(columns_[first_of<along::columns>(x) + y / 8], y % 8, !is_open);
    }
    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int height() const noexcept { return height_; }

    /// Makes all blocks, for a grid that will change.
    void make_all() const noexcept {
        for (std::size_t block = 0; block < states_.size(); ++block) make_around(block);
    }

    /// The lowest bit is that of `place`, in a line and in those before and after it.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window ahead(unsigned line,
                                                        unsigned place) const noexcept {
        look<Along>(line, place);
        const std::size_t bytes = bytes_of<Along>();
        const unsigned char* const at = line_at<Along>(line) + place / 8;
        const unsigned shift = place % 8;
        return {eight_bytes(at - bytes) >> shift, eight_bytes(at) >> shift,
                eight_bytes(at + bytes) >> shift};
    }
    /// The highest bit is that of `place`.
    template <along Along>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window behind(unsigned line,
                                                         unsigned place) const noexcept {
        look<Along>(line, place);
        const std::size_t bytes = bytes_of<Along>();
        const unsigned char* const at = line_at<Along>(line) + place / 8 - 7;
        const unsigned shift = 7 - place % 8;
        return {eight_bytes(at - bytes) << shift, eight_bytes(at) << shift,
                eight_bytes(at + bytes) << shift};
    }
    [[nodiscard]] bool closed(unsigned x, unsigned y) const noexcept {
        look<along::rows>(y, x);
        return (line_at<along::rows>(y)[x / 8] >> x % 8 & 1) != 0;
    }

private:
    /// What a block may be.
    static constexpr unsigned char is_made = 1;
    static constexpr unsigned char is_made_around = 2;  // and the eight around it are made, too

    static std::size_t blocks_of(int side) noexcept {
        return (static_cast<std::size_t>(side) + 63) / 64 + 2;
    }
    /// How many bytes a line has.
    template <along Along>
    [[nodiscard]] std::size_t bytes_of() const noexcept {
        return (Along == along::rows ? blocks_across_ : blocks_down_) * 8;
    }
    /// Where a line begins. The first is that before the first cells.
    template <along Along>
    [[nodiscard]] std::size_t first_of(unsigned line) const noexcept {
        return (line - margin + 1) * bytes_of<Along>();
    }
    template <along Along>
    [[nodiscard]] const unsigned char* line_at(unsigned line) const noexcept {
        return (Along == along::rows ? rows_ : columns_).data() + first_of<Along>(line);
    }
    static void set_bit(unsigned char& byte, unsigned bit, bool is_set) noexcept {
        byte = static_cast<unsigned char>((byte & ~(1U << bit)) | unsigned{is_set} << bit);
    }

    /// Makes what is seen from a place, unless it is.
    template <along Along>
    SENDA_ALWAYS_INLINE void look(unsigned line, unsigned place) const noexcept {
        const std::size_t block = Along == along::rows ? line / 64 * blocks_across_ + place / 64
                                                       : place / 64 * blocks_across_ + line / 64;
        if (states_[block] < is_made_around) [[unlikely]]
            make_around(block);
    }
    SENDA_COLD void make_around(std::size_t block) const noexcept {
        const std::size_t x = block % blocks_across_;
        const std::size_t y = block / blocks_across_;
        for (std::size_t down = y - (y > 0); down < std::min(y + 2, blocks_down_); ++down)
            for (std::size_t across = x - (x > 0); across < std::min(x + 2, blocks_across_);
                 ++across)
                make(across, down);
        states_[block] |= is_made_around;
    }
    void make(std::size_t across, std::size_t down) const noexcept {
        unsigned char& state = states_[down * blocks_across_ + across];
        if ((state & is_made) != 0) return;
        state |= is_made;
        const auto x = static_cast<std::int64_t>(across * 64) - margin;
        const auto y = static_cast<std::int64_t>(down * 64) - margin;
        std::array<std::uint64_t, 64> square{};
        for (unsigned row = 0; row < 64; ++row) square[row] = ~open_bits(*graph_, x, y + row);
        store(rows_.data() + across * 8, bytes_of<along::rows>(), y, height_, square);
        transpose(square);
        store(columns_.data() + down * 8, bytes_of<along::columns>(), x, width_, square);
    }
    /// Writes 64 places of each of 64 lines, or of those that there are.
    static void store(unsigned char* to, std::size_t bytes, std::int64_t line, int lines,
                      const std::array<std::uint64_t, 64>& square) noexcept {
        for (std::int64_t i = std::max<std::int64_t>(0, -1 - line); i < 64 && line + i <= lines;
             ++i)
            for (unsigned k = 0; k < 8; ++k)
                to[static_cast<std::size_t>(line + i + 1) * bytes + k] =
                    static_cast<unsigned char>(square[static_cast<std::size_t>(i)] >> 8 * k);
    }

    const graph* graph_;
    int width_;
    int height_;
    std::size_t blocks_across_;
    std::size_t blocks_down_;
    // Reading a block for the first time changes no answer.
    mutable buffer<unsigned char> rows_;
    mutable buffer<unsigned char> columns_;
    mutable buffer<unsigned char> states_;  // of blocks
    bool has_memory_ = false;
};

/// A cell, counted from the corner of the margin of `wall_bitmap`.
struct grid_point {
    unsigned x = 0;
    unsigned y = 0;

    friend constexpr bool operator==(const grid_point&, const grid_point&) = default;
};

/// A place on a line where a jump ends.
struct line_stop {
    unsigned place;
    bool is_wall;
};

/// A set of directions, a bit each, as of `step_set`.
using direction_set = std::uint8_t;

/// One of eight directions.
struct direction {
    int x;
    int y;

    [[nodiscard]] constexpr direction_set bit() const noexcept {
        if (x == 0) return y < 0 ? 1 : 4;
        if (y == 0) return x > 0 ? 2 : 8;
        return x > 0 ? (y < 0 ? 16 : 32) : (y < 0 ? 128 : 64);
    }
};

inline constexpr direction_set all_directions = 255;

/// Looks along the lines of a grid for jump points: where a shortest path may have to turn.
template <grid_moves Moves, class Walls>
class jump_point_scan {
    static constexpr bool cuts = Moves == grid_moves::octile_cutting;

public:
    jump_point_scan(const Walls& walls, grid_point goal) : walls_(walls), goal_(goal) {}

    /// Calls `reach(grid_point, direction of entering, straight steps, diagonal steps)` for each
    /// jump point that is next in one direction; along a diagonal it scans to both sides.
    template <int X, int Y, class Reach>
    void jump(grid_point from, Reach&& reach) {
        if constexpr (X != 0 && Y != 0) {
            diagonal<X, Y>(from, reach);
        } else {
            straight<X, Y>(from, 0, reach);
        }
    }

    /// The directions of the natural and the forced neighbours of a cell that is entered in some,
    /// as far as there is a step.
    [[nodiscard]] direction_set directions_after(grid_point at, direction_set entered) const {
        const wall_window w = window<along::rows, 1>(at.y, at.x - 1);
        const auto around =
            static_cast<std::size_t>((~w.before & 7) | (~w.here & 7) << 3 | (~w.after & 7) << 6);
        direction_set to = 0;
        for (unsigned left = entered; left != 0; left &= left - 1)
            to |= steps_by_window<Moves>[static_cast<unsigned>(std::countr_zero(left))][around];
        return to;
    }

    /// The directions of a cell in which a jump can lead anywhere, as far as is known.
    [[nodiscard]] direction_set leads_of(grid_point at) const {
        if constexpr (knows_leads) {
            unsigned leads = *walls_.leads(at);
            if (at.x == goal_.x) leads |= bit_of<0, -1> | bit_of<0, 1>;
            if (at.y == goal_.y) leads |= bit_of<1, 0> | bit_of<-1, 0>;
            return static_cast<direction_set>(leads | (cuts ? 0xF0U : 0U));
        }
        return all_directions;
    }

    /// Where a wall beside ends: its last closed cell if corners may be cut, else the next.
    template <int Step>
    [[nodiscard]] static constexpr std::uint64_t corners(std::uint64_t wall) noexcept {
        if constexpr (cuts) {
            return wall & ~(Step > 0 ? wall >> 1 : wall << 1);
        } else {
            return ~wall & (Step > 0 ? wall << 1 : wall >> 1);
        }
    }

private:
    static constexpr bool knows_leads =
        requires(const Walls& walls, grid_point at) { walls.leads(at); };

    [[nodiscard]] bool closed(grid_point at, int x, int y) const {
        return walls_.closed(at.x + static_cast<unsigned>(x), at.y + static_cast<unsigned>(y));
    }
    [[nodiscard]] bool turns_on_diagonal(grid_point at, direction h) const {
        return (closed(at, -h.x, 0) && !closed(at, -h.x, h.y)) ||
               (closed(at, 0, -h.y) && !closed(at, h.x, -h.y));
    }

    /// Goes along a diagonal, from a cell with such a step, until it ends or turns, and looks aside
    /// wherever a path may have to turn there. Between these cells only the goal can be aside.
    template <int X, int Y, class Reach>
    void diagonal(grid_point at, Reach&& reach) {
        constexpr direction_set on = bit_of<X, Y>;
        auto next_leads = leads_ahead<X, Y>(at);
        for (unsigned steps = 0;;) {
            unsigned farther = 0;
            direction_set leads = 0;
            do {
                leads = next_leads();
                ++farther;
            } while ((leads & (bit_of<X, 0> | bit_of<0, Y> | on)) == on);
            // Below 0 they are large, as unsigned numbers.
            const unsigned to_column = X > 0 ? goal_.x - at.x : at.x - goal_.x;
            const unsigned to_row = Y > 0 ? goal_.y - at.y : at.y - goal_.y;
            if (to_row - 1 < farther - 1 || to_column - 1 < farther - 1) {
                if (to_row == to_column) return reach(goal_, on, 0u, steps + to_row);
                if (to_row < to_column) {
                    straight<X, 0>(moved(at, X, Y, to_row), steps + to_row, reach);
                } else {
                    straight<0, Y>(moved(at, X, Y, to_column), steps + to_column, reach);
                }
            }
            at = moved(at, X, Y, farther);
            steps += farther;
            if (at == goal_) return reach(at, on, 0u, steps);
            if constexpr (cuts) {
                if (turns_on_diagonal(at, {X, Y})) return reach(at, on, 0u, steps);
            }
            if ((leads & bit_of<X, 0>) != 0 || at.y == goal_.y) straight<X, 0>(at, steps, reach);
            if ((leads & bit_of<0, Y>) != 0 || at.x == goal_.x) straight<0, Y>(at, steps, reach);
            if ((leads & on) == 0) return;
        }
    }

    /// What gives the leads of the cells along a diagonal, one after the other.
    template <int X, int Y>
    [[nodiscard]] SENDA_ALWAYS_INLINE auto leads_ahead(grid_point at) const {
        if constexpr (knows_leads) {
            return [leads = walls_.leads(at), step = walls_.step(X, Y)]() mutable {
                return *(leads += step);
            };
        } else {
            return [this, at]() mutable { return seen_leads<X, Y>(at = moved(at, X, Y, 1)); };
        }
    }
    /// The leads of a cell on a diagonal, as far as they are seen from it.
    template <int X, int Y>
    [[nodiscard]] SENDA_ALWAYS_INLINE direction_set seen_leads(grid_point at) const {
        constexpr std::uint64_t here = X > 0 ? 1 : std::uint64_t{1} << 63;
        constexpr std::uint64_t next = X > 0 ? here << 1 : here >> 1;
        const wall_window row = window<along::rows, X>(at.y, at.x);
        const wall_window column = window<along::columns, Y>(at.x, at.y);
        const std::uint64_t beside = Y > 0 ? row.after : row.before;
        bool goes_on = (beside & next) == 0;
        if constexpr (cuts) {
            goes_on = goes_on && !turns_on_diagonal(at, {X, Y});
        } else {
            goes_on = goes_on && ((beside & here) | (row.here & next)) == 0;
        }
        return static_cast<direction_set>((goes_on ? bit_of<X, Y> : 0) |
                                          (may_turn<X>(row) ? bit_of<X, 0> : 0) |
                                          (may_turn<Y>(column) ? bit_of<0, Y> : 0));
    }

    static constexpr unsigned seen = cuts ? Walls::sight - 1 : Walls::sight;
    /// The places of a window behind the first, as far as they and their neighbours are seen.
    template <int Step>
    static constexpr std::uint64_t in_sight = Step > 0
                                                  ? (~std::uint64_t{0} >> (63 - seen)) - 1
                                                  : (~std::uint64_t{0} << (63 - seen)) << 1 >> 1;

    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE wall_window window(unsigned line, unsigned place) const {
        return Step > 0 ? walls_.template ahead<Along>(line, place)
                        : walls_.template behind<Along>(line, place);
    }
    /// Where one must stop, of what is in sight.
    template <int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE static std::uint64_t stops_in(const wall_window& w) noexcept {
        return in_sight<Step> & (w.here | corners<Step>(w.before) | corners<Step>(w.after));
    }
    /// Whether there may be another stop on a line than a wall: most have none.
    template <int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE static bool may_turn(const wall_window& w) noexcept {
        const std::uint64_t stops = stops_in<Step>(w);
        const std::uint64_t first = Step > 0 ? stops & (0 - stops) : std::bit_floor(stops);
        return (first & w.here) == 0;
    }

    static constexpr grid_point moved(grid_point from, int x, int y, unsigned steps) noexcept {
        return {from.x + static_cast<unsigned>(x) * steps,
                from.y + static_cast<unsigned>(y) * steps};
    }

    template <int X, int Y, class Reach>
    SENDA_ALWAYS_INLINE void straight(grid_point from, unsigned before, Reach&& reach) {
        if constexpr (Y == 0) {
            const unsigned to = along_line<along::rows, X>(from.y, from.x, goal_.y, goal_.x);
            if (to == no_place) return;
            reach(grid_point{to, from.y}, bit_of<X, Y>, X > 0 ? to - from.x : from.x - to, before);
        } else {
            const unsigned to = along_line<along::columns, Y>(from.x, from.y, goal_.x, goal_.y);
            if (to == no_place) return;
            reach(grid_point{from.x, to}, bit_of<X, Y>, Y > 0 ? to - from.y : from.y - to, before);
        }
    }

    template <int X, int Y>
    static constexpr direction_set bit_of = direction{X, Y}.bit();
    static constexpr unsigned no_place = 0;  // in the margin

    /// Where one must stop on a line: at a jump point, at the goal, or nowhere.
    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE unsigned along_line(unsigned line, unsigned from,
                                                          unsigned goal_line, unsigned goal_place) {
        if constexpr (knows_leads) {
            if (line != goal_line) return turn_along<Along, Step>(line, from);
        }
        const line_stop stop = look_along<Along, Step>(line, from);
        if (line == goal_line && between<Step>(from, goal_place, stop.place)) return goal_place;
        return stop.is_wall ? no_place : stop.place;
    }

    /// The next place on a line that is closed or where a path may have to turn. Many cells are
    /// looked at at once: the first that is closed, or a corner in a line beside, decides. The last
    /// one or two are left to the next window, where their neighbours are in sight.
    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE line_stop look_along(unsigned line, unsigned from) const {
        for (unsigned at = from;;) {
            const wall_window walls = window<Along, Step>(line, at);
            const std::uint64_t stops = stops_in<Step>(walls);
            const int zeros = Step > 0 ? std::countr_zero(stops) : std::countl_zero(stops);
            const unsigned steps = stops == 0 ? seen : static_cast<unsigned>(zeros);
            at = Step > 0 ? at + steps : at - steps;
            if (stops == 0) continue;
            return {at, (walls.here >> (Step > 0 ? steps : 63 - steps) & 1) != 0};
        }
    }

    /// The next corner beside a line on which there is one before a wall.
    template <along Along, int Step>
    [[nodiscard]] SENDA_ALWAYS_INLINE unsigned turn_along(unsigned line, unsigned from) const {
        for (unsigned at = from;;) {
            const wall_window walls = window<Along, Step>(line, at);
            const std::uint64_t turns =
                in_sight<Step> & (corners<Step>(walls.before) | corners<Step>(walls.after));
            const int zeros = Step > 0 ? std::countr_zero(turns) : std::countl_zero(turns);
            const unsigned steps = turns == 0 ? seen : static_cast<unsigned>(zeros);
            at = Step > 0 ? at + steps : at - steps;
            if (turns != 0) return at;
        }
    }

    /// Whether `x` is behind `from` and not behind `to`.
    template <int Step>
    [[nodiscard]] static constexpr bool between(unsigned from, unsigned x, unsigned to) noexcept {
        return Step > 0 ? from < x && x <= to : to <= x && x < from;
    }

    const Walls& walls_;
    grid_point goal_;
};

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
            for (int x = last_strip(); x >= 0; x -= strip) make_along_row<1>(x, y);
            for (int x = 0; x < this->width(); x += strip) {
                make_along_row<-1>(x, y);
                make_diagonals(x, y);
                make_along_column<-1>(x, y);
                make_along_column<1>(x, this->height() - 1 - y);
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
            for (int x = right; x >= 0 && (make_along_row<1>(x, y) || x > left);) x -= strip;
            for (int x = left; x < this->width() && (make_along_row<-1>(x, y) || x < right);)
                x += strip;
            for (int x = left; x <= right; x += strip) make_diagonals(x, y);
        }
        for (int x = left; x <= right; x += strip) {
            for (int y = top; y < this->height() && (make_along_column<-1>(x, y) || y < bottom);)
                ++y;
            for (int y = bottom; y >= 0 && (make_along_column<1>(x, y) || y > top);) --y;
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
    template <int Step>
    bool make_along_row(int x, int y) noexcept {
        constexpr direction h{Step, 0};
        const wall_window w = walls_of(x, y);
        const bool has_next = Step > 0 ? x + strip < this->width() : x > 0;
        const std::uint64_t goes_on = has_next && has_lead(Step > 0 ? x + strip : x - 1, y, h);
        std::uint64_t open = ~beside(w.here, Step) & all_cells;
        std::uint64_t found = beside(turns_along<Step>(w), Step);
        found = (found | goes_on << (Step > 0 ? strip - 1 : 0)) & open;
        for (unsigned width = 1; width < strip; width *= 2) {
            found |= open & (Step > 0 ? found >> width : found << width);
            open &= Step > 0 ? open >> width : open << width;
        }
        const int last = Step > 0 ? x : std::min(x + strip, this->width()) - 1;
        const bool before = has_lead(last, y, h);
        put(x, y, h, found);
        return has_lead(last, y, h) != before;
    }
    /// The same by what the row that is next says.
    template <int Step>
    bool make_along_column(int x, int y) noexcept {
        constexpr direction h{0, Step};
        const int next = y + Step;
        if (next < 0 || next >= this->height()) return false;
        const wall_window w = walls_of(x, next);
        const std::uint64_t ahead = Step > 0 ? w.after : w.before;
        const std::uint64_t behind = Step > 0 ? w.before : w.after;
        const std::uint64_t corners = cuts ? w.here & ~ahead : ~w.here & behind;
        const std::uint64_t turns = beside(corners, -1) | beside(corners, 1);
        return put(x, y, h, (turns | get(x, next, h)) & ~beside(w.here, 0));
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
