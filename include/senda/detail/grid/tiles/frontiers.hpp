// SPDX-License-Identifier: MIT
// Breadth-first search in tiles: cell by cell for frontiers of a few cells, as in mazes, and all
// cells of a tile at once for wide ones.
#pragma once

#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/detail/language/algorithm.hpp>
#include <senda/language/extensions.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace senda::detail {

/// The frontier as a queue. A cell stays unvisited until it is taken, so it can be in it twice.
class cell_frontier {
    // A tile that is ready, and in which no cell is a neighbour of the goal.
    static constexpr std::uint8_t is_plain = 128;

    // A place, and above it its distance: the ends of levels, hard to predict, need not be found.
    using entry = std::uint64_t;
    static constexpr entry one_farther = entry{1} << 32;

public:
    /// Why a run stopped.
    enum class stop_reason { empty, at_goal, at_cap, is_wide, used_up, full, at_edge };

    struct bounds {
        steps cap;              ///< cells at this distance are not taken
        std::uint64_t wide;     ///< stops at a frontier of more cells,
        steps wide_from;        ///< if it is at this distance or beyond
        std::uint64_t at_most;  ///< how many cells are taken before it stops
    };

    cell_frontier(visited_tiles& visited, memory_budget& budget) noexcept
        : visited_(visited), queue_(budget) {}

    /// Sets the goal, which ends the search when a neighbour of it is taken; 0 for none.
    SENDA_NOINLINE void set_goal(tile_place goal) noexcept {
        goal_ = goal;
        if (goal == 0) return;
        for (const tile_place p : visited_.window().neighbours(goal)) {
            std::uint8_t& flags = visited_.flags()[p >> 10];
            flags = static_cast<std::uint8_t>(flags & ~is_plain);
        }
    }

    /// Adds an unvisited cell, if there is memory; before a run all are at one distance.
    SENDA_NOINLINE void add(tile_place p, steps distance) {
        full_ = full_ || !make_room();
        if (!full_) queue_[tail_++] = static_cast<entry>(distance) << 32 | p;
    }

    /// The distance of the cells that came next when it was last asked.
    [[nodiscard]] steps distance() const noexcept { return distance_; }
    /// The distance of the cells that come next: none was taken that is farther.
    [[nodiscard]] steps next_distance() const noexcept {
        return head_ == tail_ ? distance_ : distance_of(queue_[head_]);
    }
    /// How many cells were expanded, in all runs.
    [[nodiscard]] std::uint64_t expanded() const noexcept { return expanded_; }

    /// Takes all cells away and gives each to `take(place)`.
    template <class Take>
    void dissolve(Take&& take) {
        for (; head_ != tail_; ++head_) take(place_of(queue_[head_]));
    }

    /// Follows the visited tiles, when their window was widened.
    SENDA_COLD void widen(const tile_window& nearby) noexcept {
        for (std::size_t i = head_; i != tail_; ++i) {
            const entry e = queue_[i];
            queue_[i] = e - place_of(e) + nearby.grid_place(place_of(e));
        }
    }

    [[nodiscard]] bool is_done() noexcept {
        while (head_ != tail_ && !visited_.is_unvisited(place_of(queue_[head_]))) ++head_;
        return head_ == tail_ && !full_;
    }

    /// How many cells wait, some of them perhaps twice.
    [[nodiscard]] std::uint64_t waiting() const noexcept { return tail_ - head_; }

    /// Puts a neighbour of the goal first: where a limit does not allow all cells, it is enough.
    SENDA_COLD void prefer_goal() noexcept {
        for (std::size_t i = head_; goal_ != 0 && i != tail_; ++i) {
            const tile_place p = place_of(queue_[i]);
            if (distance_of(queue_[i]) != distance_of(queue_[head_])) return;
            if (visited_.is_unvisited(p) && is_beside_goal(p)) {
                return std::swap(queue_[i], queue_[head_]);
            }
        }
    }

    /// Goes on until there is a reason to stop.
    [[nodiscard]] SENDA_NOINLINE stop_reason run(const bounds& until) {
        for (std::uint64_t left = until.at_most; left != 0;) {
            if (head_ == tail_ && !full_) return stop_reason::empty;
            if (full_ || !make_room()) return stop_reason::full;
            distance_ = distance_of(queue_[head_]);
            if (distance_ >= until.cap) return stop_reason::at_cap;
            const bool is_one_level = distance_of(queue_[tail_ - 1]) == distance_;
            if (is_one_level && tail_ - head_ > until.wide && distance_ >= until.wide_from) {
                return stop_reason::is_wide;
            }
            // Some levels at once: they do not widen much meanwhile.
            steps end = is_one_level ? distance_ + 8 : distance_ + 1;
            if (distance_ < until.wide_from) end = std::min(end, until.wide_from);
            const std::size_t before = head_;
            const stop_reason why = take(left, std::min(end, until.cap));
            left -= head_ - before;
            if (why != stop_reason::used_up) return why;
        }
        return stop_reason::used_up;
    }

private:
    [[nodiscard]] static tile_place place_of(entry e) noexcept {
        return static_cast<tile_place>(e);
    }
    [[nodiscard]] static steps distance_of(entry e) noexcept { return static_cast<steps>(e >> 32); }

    [[nodiscard]] bool is_beside_goal(tile_place p) const noexcept {
        const std::array<tile_place, 4> ends = visited_.window().neighbours(goal_);
        return std::find(ends.begin(), ends.end(), p) != ends.end();
    }

    // The hot loop. A neighbour is written in any case, and kept if unvisited, which is hard to
    // predict. Two rows are read at once: the lowest five bits of a place number its bit.
    stop_reason take(std::uint64_t at_most, steps end) {
        const tile_window& window = visited_.window();
        tile_row* const rows = visited_.rows();
        std::uint8_t* const flags = visited_.flags();
        const entry* head = queue_.data() + head_;
        entry* tail = queue_.data() + tail_;
        const entry* const begin = head;
        const auto within = static_cast<std::uint64_t>(queue_.capacity() - head_);
        const entry* const last = head + static_cast<std::size_t>(std::min(at_most, within));
        const entry* const full = queue_.data() + queue_.capacity() - room_of_one;
        const entry stop = static_cast<entry>(end) << 32;
        std::uint64_t twice = 0;
        stop_reason why = stop_reason::used_up;
        while (head != tail && tail <= full && head != last) {
            const entry e = *head;
            if (e >= stop) break;
            ++head;
            const tile_place p = place_of(e);
            tile_row* const unvisited = two_rows(rows, p);
            const std::uint32_t bit = 1u << bit_of(p);
            const std::uint32_t pair = load(unvisited);
            if ((pair & bit) == 0) [[unlikely]] {
                ++twice;
                continue;
            }
            if ((flags[p >> 10] & is_plain) == 0) [[unlikely]]
                why = enter_tile(p);
            const auto distance_bit = static_cast<std::uint32_t>(e >> 33 & 1);
            store(unvisited, pair & ~bit);
            store(unvisited + tile_side, load(unvisited + tile_side) | distance_bit << bit_of(p));
            const entry next = e + one_farther;
            const auto add_if_unvisited = [&](std::uint32_t offset) {
                const entry to = next + static_cast<entry>(static_cast<std::int32_t>(offset));
                *tail = to;
                tail += load(two_rows(rows, place_of(to))) >> bit_of(place_of(to)) & 1;
            };
            add_if_unvisited(window.offset(p, 0));
            add_if_unvisited(window.offset(p, 1));
            add_if_unvisited(window.offset(p, 2));
            add_if_unvisited(window.offset(p, 3));
            if (why != stop_reason::used_up) [[unlikely]] {
                distance_ = distance_of(e);
                break;
            }
        }
        expanded_ += static_cast<std::uint64_t>(head - begin) - twice;
        head_ = static_cast<std::size_t>(head - queue_.data());
        tail_ = static_cast<std::size_t>(tail - queue_.data());
        return why;
    }

    [[nodiscard]] static tile_row* two_rows(tile_row* rows, tile_place p) noexcept {
        return rows + 2 * std::size_t{p >> 5};
    }
    [[nodiscard]] static std::uint32_t bit_of(tile_place p) noexcept {
        return std::endian::native == std::endian::little ? p & 31 : (p & 31) ^ 16;
    }
    [[nodiscard]] static std::uint32_t load(const tile_row* rows) noexcept {
        std::uint32_t loaded;
        std::memcpy(&loaded, rows, sizeof loaded);
        return loaded;
    }
    static void store(tile_row* rows, std::uint32_t stored) noexcept {
        std::memcpy(rows, &stored, sizeof stored);
    }

    SENDA_NOINLINE stop_reason enter_tile(tile_place p) noexcept {
        const std::uint32_t tile = p >> 10;
        if ((visited_.flags()[tile] & visited_tiles::is_ready) == 0) visited_.make_ready(tile);
        if (is_beside_goal(p)) return stop_reason::at_goal;
        const std::array<tile_place, 4> ends = visited_.window().neighbours(goal_);
        const bool is_watched =
            std::any_of(ends.begin(), ends.end(), [=](tile_place q) { return q >> 10 == tile; });
        if (!is_watched) visited_.flags()[tile] |= is_plain;
        return visited_.is_at_edge() ? stop_reason::at_edge : stop_reason::used_up;
    }

    // What one cell leads to, and one that is not kept.
    static constexpr std::size_t room_of_one = 5;

    /// Room for half as much again as there is, and for some more.
    [[nodiscard]] SENDA_NOINLINE bool make_room() {
        const std::size_t count = tail_ - head_;
        const std::size_t wanted = count + count / 2 + 64;
        if (tail_ + wanted <= queue_.capacity()) return true;
        if (head_ >= count && count + wanted <= queue_.capacity()) {
            std::memmove(queue_.data(), queue_.data() + head_, count * sizeof(entry));
            head_ = 0;
            tail_ = count;
            return true;
        }
        return queue_.reserve(std::max(2 * tail_, std::size_t{1024}));
    }

    visited_tiles& visited_;
    buffer<entry> queue_;
    std::size_t head_ = 0;
    std::size_t tail_ = 0;
    std::uint64_t expanded_ = 0;
    steps distance_ = 0;
    bool full_ = false;
    tile_place goal_ = 0;
};

/// The cells at one distance. A tile is active while the frontier is in it or about to enter. A
/// step looks at the active tiles and writes only the tile it looks at: a cell joins the next
/// frontier if it is unvisited and beside this one.
class tile_frontier {
public:
    tile_frontier(visited_tiles& visited, memory_budget& budget) noexcept
        : visited_(visited), bits_(budget), active_(budget), at_border_(budget), empty_(budget) {}

    /// Takes the memory; false if there is not enough.
    [[nodiscard]] SENDA_COLD bool prepare() {
        if (!bits_.assign_zeros(visited_.tiles())) return false;
        prefer_huge_pages(bits_.data(), bits_.size() * sizeof(tile_bits), visited_.is_large());
        return true;
    }

    /// Whether a cell is in the last frontier of its colour.
    [[nodiscard]] bool has(tile_place p) const noexcept {
        return (bits_[p >> 10].rows[p >> 9 & 1][p >> 4 & 15] >> (p & 15) & 1) != 0;
    }

    [[nodiscard]] std::size_t active() const noexcept { return active_.size(); }
    [[nodiscard]] bool full() const noexcept { return full_; }

    /// Puts an unvisited cell into the frontier of a distance.
    SENDA_NOINLINE void add(tile_place p, steps distance) {
        if (!visited_.is_unvisited(p)) return;
        visited_.visit(p, distance);
        tile_row& row = bits_[p >> 10].rows[p >> 9 & 1][p >> 4 & 15];
        row = static_cast<tile_row>(row | 1u << (p & 15));
        activate(p >> 10);
    }
    /// Called when all cells of the first frontier, which are of one colour, were added.
    SENDA_NOINLINE void begin(int colour) {
        const std::size_t count = active_.size();
        for (std::size_t i = 0; i < count; ++i) activate_beside(active_[i], colour);
    }

    /// How many cells are in the frontier, which is of a colour.
    [[nodiscard]] SENDA_NOINLINE std::uint64_t count(int colour) const noexcept {
        std::uint64_t cells = 0;
        for (const std::uint32_t tile : active_) cells += count_cells(bits_[tile].rows[colour]);
        return cells;
    }

    /// Empties the frontier of a colour: its cells are unvisited again and given to `take(place)`.
    template <class Take>
    void dissolve(int colour, Take&& take) {
        for (const std::uint32_t tile : active_) {
            const tile_row* const rows = bits_[tile].rows[colour];
            for (std::uint32_t y = 0; y < tile_side; ++y) {
                for (unsigned row = rows[y]; row != 0; row &= row - 1) {
                    const auto x = static_cast<std::uint32_t>(std::countr_zero(row));
                    const tile_place p =
                        tile << 10 | static_cast<std::uint32_t>(colour) << 9 | y << 4 | x;
                    visited_.unvisit(p);
                    take(p);
                }
            }
            bits_[tile] = {};
            deactivate(tile);
        }
        active_.clear();
    }

    /// Goes on from the frontier of a distance, which is of a colour, to the next.
    void step(int colour, steps distance) {
        if (!make_room()) return;
        sweep(colour, ((distance + 1) & 2) != 0);
        settle(colour ^ 1);
    }

    /// Takes the frontier, which is of a colour, out of tiles that have no cell within so many
    /// steps of `goal`, as if there were no walls; whether there are any. Those that the frontier
    /// beside them is about to enter wait: what it leaves unvisited would be visited too late.
    [[nodiscard]] SENDA_COLD bool leave_out_beyond(cell goal, steps most, int colour) noexcept {
        std::size_t kept = 0;
        for (const std::uint32_t tile : active_) {
            if (visited_.window().is_within(tile, goal, most) || is_entered(tile, colour)) {
                active_[kept++] = tile;
            } else {
                bits_[tile] = {};
                deactivate(tile);
            }
        }
        const bool left_out = kept != active_.size();
        active_.set_size(kept);
        return left_out;
    }

    /// Follows the visited tiles, when their window was widened; false if there is no memory.
    [[nodiscard]] SENDA_COLD bool widen(const tile_window& nearby) {
        for (std::uint32_t& tile : active_) tile = nearby.grid_tile(tile);
        const buffer<tile_bits> before = std::move(bits_);
        if (!prepare()) return false;
        for (std::uint32_t t = 0; t < nearby.tiles(); ++t) {
            if (!nearby.is_outside(t)) bits_[nearby.grid_tile(t)] = before[t];
        }
        return true;
    }

    /// The first cell of a colour that is in the last frontiers of both, which are in the same
    /// tiles, or 0: no other order of the active tiles gives another one.
    [[nodiscard]] SENDA_NOINLINE tile_place common_cell(const tile_frontier& other,
                                                        int colour) const noexcept {
        if (other.active() < active()) return other.common_cell(*this, colour);
        std::uint32_t first = ~0u;
        for (const std::uint32_t tile : active_) {
            if (tile >= first || (other.visited_.flags()[tile] & is_active) == 0) continue;
            const bit_tile here = bit_tile::load(bits_[tile].rows[colour]);
            if ((here & bit_tile::load(other.bits_[tile].rows[colour])).any()) first = tile;
        }
        for (std::uint32_t y = 0; first != ~0u; ++y) {
            const unsigned row = bits_[first].rows[colour][y] & other.bits_[first].rows[colour][y];
            if (row == 0) continue;
            return first << 10 | static_cast<std::uint32_t>(colour) << 9 | y << 4 |
                   static_cast<std::uint32_t>(std::countr_zero(row));
        }
        return 0;
    }

private:
    // Flags of a tile: bit `d` says whether the tile beside it on side `d` is active.
    static constexpr std::uint8_t is_active = 16;
    enum side : unsigned { north, east, south, west };

    // The last frontier of each colour: the next is written while the last is read.
    struct tile_bits {
        tile_row rows[2][tile_side];
    };
    static constexpr std::ptrdiff_t rows_a_tile = std::ptrdiff_t{2} * tile_side;

    [[nodiscard]] std::array<std::uint32_t, 4> tiles_beside(std::uint32_t tile) const noexcept {
        return {tile - visited_.stride(), tile + 1, tile + visited_.stride(), tile - 1};
    }

    /// The sides, a bit each, on which the frontier is about to enter an inactive tile.
    [[nodiscard]] SENDA_NOINLINE unsigned entered_beside(std::uint32_t tile, int colour) noexcept {
        static constexpr tile_row nothing[tile_side] = {};
        const tile_row* const rows = bits_[tile].rows[colour];
        const bit_tile::even_rows even(colour);
        const bit_tile here = bit_tile::load(rows);
        const unsigned active = visited_.flags()[tile];
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        const auto unvisited = [&](side d) {
            return (active >> d & 1) != 0 ? nothing
                                          : visited_.states()[beside[d]].of[colour ^ 1].unvisited;
        };
        const bit_tile in_east = bit_tile::load(unvisited(east));
        const bit_tile in_west = bit_tile::load(unvisited(west));
        unsigned entered = 0;
        if ((rows[0] & unvisited(north)[15]) != 0) entered |= 1u << north;
        if ((bit_tile::entering_from(even, {}, here) & in_east).any()) entered |= 1u << east;
        if ((rows[15] & unvisited(south)[0]) != 0) entered |= 1u << south;
        if ((bit_tile::entering_from(even, here, {}) & in_west).any()) entered |= 1u << west;
        return entered;
    }

    /// Whether the frontier in the tiles beside a tile is about to enter it.
    [[nodiscard]] bool is_entered(std::uint32_t tile, int colour) const noexcept {
        const view seen =
            view_of(bits_[tile].rows[colour], static_cast<std::ptrdiff_t>(visited_.stride()),
                    visited_.states()[tile].of[colour ^ 1]);
        const bit_tile entering = bit_tile::neighbours(bit_tile::even_rows(colour), {}, seen.north,
                                                       seen.east, seen.south, seen.west);
        return (entering & seen.unvisited).any();
    }

    /// Activates the tiles beside a tile that the frontier is about to enter.
    SENDA_NOINLINE void activate_beside(std::uint32_t tile, int colour) {
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        for (unsigned entered = entered_beside(tile, colour); entered != 0; entered &= entered - 1)
            activate(beside[static_cast<unsigned>(std::countr_zero(entered))]);
    }
    SENDA_NOINLINE void activate(std::uint32_t tile) {
        std::uint8_t* const flags = visited_.flags();
        if ((flags[tile] & is_active) != 0) return;
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        if ((flags[tile] & visited_tiles::is_ready) == 0) {
            // Memory that is first read and then written is handed out twice.
            for (const std::uint32_t t : {beside[north], beside[south]}) {
                if ((flags[t] & visited_tiles::is_loaded) == 0) bits_[t] = {};
            }
            const bool was_large = visited_.is_large();
            visited_.make_ready(tile);
            if (visited_.is_large() && !was_large)
                prefer_huge_pages(bits_.data(), bits_.size() * sizeof(tile_bits), true);
        }
        flags[tile] |= is_active;
        for (unsigned d = 0; d < 4; ++d) {
            flags[beside[d]] = static_cast<std::uint8_t>(flags[beside[d]] | 1u << (d ^ 2));
        }
        full_ = full_ || !active_.push(tile);
    }
    void deactivate(std::uint32_t tile) noexcept {
        std::uint8_t* const flags = visited_.flags();
        const std::array<std::uint32_t, 4> beside = tiles_beside(tile);
        flags[tile] = static_cast<std::uint8_t>(flags[tile] & ~is_active);
        for (unsigned d = 0; d < 4; ++d) {
            flags[beside[d]] = static_cast<std::uint8_t>(flags[beside[d]] & ~(1u << (d ^ 2)));
        }
    }

    // The cells of a tile at borders with inactive tiles, by colour and by the lowest flags: in
    // every other row a colour's first cell is in the first column, else its last in the last.
    struct border {
        tile_row rows[tile_side];
    };
    static constexpr std::array<std::array<border, 16>, 2> borders = [] {
        std::array<std::array<border, 16>, 2> all{};
        for (unsigned colour = 0; colour < 2; ++colour) {
            for (unsigned active = 0; active < 16; ++active) {
                border& at = all[colour][active];
                for (unsigned y = 0; y < tile_side; ++y) {
                    const bool is_last = ((y ^ colour) & 1) != 0;
                    const bool is_inner = (active >> (is_last ? east : west) & 1) != 0;
                    at.rows[y] = static_cast<tile_row>(is_inner ? 0u : is_last ? 0x8000u : 1u);
                }
                if ((active >> north & 1) == 0) at.rows[0] = 0xFFFF;
                if ((active >> south & 1) == 0) at.rows[15] = 0xFFFF;
            }
        }
        return all;
    }();

    /// Bits of up to 64 tiles: where the frontier came to an inactive tile, and where it left.
    struct outcome {
        std::uint64_t at_border;
        std::uint64_t empty;
    };

    /// What a step reads of a tile and those beside it.
    struct view {
        bit_tile here, north, east, south, west, unvisited;
    };
    [[nodiscard]] SENDA_ALWAYS_INLINE static view view_of(const tile_row* at, std::ptrdiff_t stride,
                                                          const colour_state& state) noexcept {
        return {bit_tile::load(at),
                bit_tile::load(at - stride * rows_a_tile),
                bit_tile::load(at + rows_a_tile),
                bit_tile::load(at + stride * rows_a_tile),
                bit_tile::load(at - rows_a_tile),
                bit_tile::load(state.unvisited)};
    }

    /// Makes a step in `some` of `count` tiles, to distances whose bit 1 is `distance_bit`.
    [[nodiscard]] SENDA_ALWAYS_INLINE outcome step_tiles(int colour, bool distance_bit,
                                                         const std::uint32_t* tiles,
                                                         std::size_t some,
                                                         std::size_t count) noexcept {
        const int next = colour ^ 1;
        const auto stride = static_cast<std::ptrdiff_t>(visited_.stride());
        // Those of the colour in the first tile; in the others they lie as far apart.
        colour_state* const states = visited_.states()->of + next;
        const tile_row* const frontier = bits_.data()->rows[colour];
        tile_row* const next_frontier = bits_.data()->rows[next];
        const bit_tile::even_rows even(colour);
        const std::uint8_t* const flags = visited_.flags();
        const border* const edges = borders[static_cast<std::size_t>(next)].data();
        const bool is_large = visited_.is_large();  // else all of it is in the cache
        std::uint64_t at_border = 0;
        std::uint64_t empty = 0;
        const auto look_at = [=](std::uint32_t tile) {
            return view_of(frontier + tile * rows_a_tile, stride, states[2 * std::size_t{tile}]);
        };
        view coming = look_at(tiles[0]);
        for (std::size_t i = 0; i < some; ++i) {
            const std::uint32_t tile = tiles[i];
            if (is_large) {
                const auto ahead = static_cast<std::ptrdiff_t>(tiles[std::min(i + 6, count - 1)]);
                prefetch(states + 2 * ahead);
                prefetch(frontier + ahead * rows_a_tile);
                prefetch(frontier + (ahead - stride) * rows_a_tile);
                prefetch(frontier + (ahead + stride) * rows_a_tile);
            }
            // A tile is read while the one before it is worked on.
            const view seen = coming;
            coming = look_at(tiles[std::min(i + 1, count - 1)]);
            colour_state& state = states[2 * std::size_t{tile}];
            const bit_tile reached =
                seen.unvisited &
                bit_tile::neighbours(even, seen.here, seen.north, seen.east, seen.south, seen.west);
            seen.unvisited.without(reached).store(state.unvisited);
            if (distance_bit) {
                (bit_tile::load(state.distance_bit) | reached).store(state.distance_bit);
            }
            reached.store(next_frontier + tile * rows_a_tile);
            const bit_tile edge = bit_tile::load(edges[flags[tile] & 15].rows);
            at_border = at_border >> 1 | std::uint64_t{(reached & edge).any()} << 63;
            // A tile that was left may stay active for a while: one step in four looks.
            if (distance_bit && next != 0) {
                empty = empty >> 1 | std::uint64_t{!(reached | seen.here).any()} << 63;
            }
        }
        return {at_border >> (64 - some), empty >> (64 - some)};
    }

    // The hot loop: 64 tiles at once without a branch. Whether a frontier comes to a border or
    // leaves a tile is hard to predict: that is a bit a tile, noted down for later.
    void sweep(int colour, bool distance_bit) noexcept {
        std::uint32_t* const tiles = active_.data();
        std::uint32_t* const at_border = at_border_.data();
        std::uint32_t* const empty = empty_.data();
        const std::size_t count = active_.size();
        std::size_t kept = 0;
        std::size_t bordering = 0;
        std::size_t emptied = 0;
        for (std::size_t first = 0; first < count; first += 64) {
            const std::size_t some = std::min(count - first, std::size_t{64});
            const outcome seen =
                step_tiles(colour, distance_bit, tiles + first, some, count - first);
            for (std::uint64_t bits = seen.at_border; bits != 0; bits &= bits - 1) {
                at_border[bordering++] = tiles[first + index_of_lowest(bits)];
            }
            if (emptied == 0 && seen.empty == 0) {
                kept += some;
                continue;
            }
            for (std::uint64_t bits = seen.empty; bits != 0; bits &= bits - 1) {
                empty[emptied++] = tiles[first + index_of_lowest(bits)];
            }
            for (std::size_t i = 0; i < some; ++i) {
                tiles[kept] = tiles[first + i];
                kept += (seen.empty >> i & 1) == 0;
            }
        }
        active_.set_size(kept);
        at_border_.set_size(bordering);
        empty_.set_size(emptied);
    }

    [[nodiscard]] static std::size_t index_of_lowest(std::uint64_t bits) noexcept {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    /// Activates the tiles about to be entered and deactivates empty ones. Inlined into `sweep`, it
    /// would take the registers of its loop.
    SENDA_NOINLINE void settle(int colour) {
        for (const std::uint32_t tile : at_border_) activate_beside(tile, colour);
        for (const std::uint32_t tile : empty_) {
            if (is_entered(tile, colour)) {
                full_ = full_ || !active_.push(tile);
            } else {
                deactivate(tile);
            }
        }
    }

    /// Room to note down every active tile.
    [[nodiscard]] bool make_room() {
        const std::size_t needed = active_.size();
        const std::size_t wanted = needed + needed / 2 + 64;
        full_ = full_ || (at_border_.capacity() < needed &&
                          !(empty_.reserve(wanted) && at_border_.reserve(wanted)));
        return !full_;
    }

    visited_tiles& visited_;
    buffer<tile_bits> bits_;
    buffer<std::uint32_t> active_;
    buffer<std::uint32_t> at_border_;  // whose frontier came to the border with an inactive tile
    buffer<std::uint32_t> empty_;      // that the frontier has left
    bool full_ = false;
};

}  // namespace senda::detail
