// SPDX-License-Identifier: MIT
// Bit-parallel breadth-first search that moves all cells of a tile at once, for wide frontiers.
#pragma once

#include <senda/detail/grid/tiles/frontier_bits.hpp>
#include <senda/detail/grid/tiles/visited_tiles.hpp>
#include <senda/language/extensions.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// The caller alone, where threads are not worth their compiling.
class no_team {
public:
    static constexpr unsigned most = 1;
};

/// The cells at one distance. A step looks at the active tiles and writes only the tile it looks
/// at: a cell joins the next frontier if it is unvisited and beside this one.
template <class Team>
class tile_frontier : public frontier_bits {
    // A step takes microseconds: more threads than this only wait for each other.
    static constexpr unsigned most_threads = Team::most < 16 ? Team::most : 16;

    [[nodiscard]] auto adding_to(buffer<std::uint32_t>& list) {
        return [this, &list](std::uint32_t tile) { full_ = full_ || !list.push(tile); };
    }

public:
    /// A frontier that so many threads share when there are many active tiles.
    tile_frontier(visited_tiles& visited, memory_budget& budget, unsigned threads,
                  std::size_t share_from, std::size_t tiles_a_thread) noexcept
        : frontier_bits(visited, budget),
          threads_(threads),
          share_from_(share_from),
          tiles_a_thread_(tiles_a_thread),
          active_(budget),
          next_(budget),
          activated_(budget),
          late_(budget),
          at_border_(budget),
          empty_(budget) {}

    [[nodiscard]] std::size_t active() const noexcept { return active_.size(); }
    [[nodiscard]] bool full() const noexcept { return full_; }

    /// Puts an unvisited cell into the frontier of a distance.
    SENDA_NOINLINE void add(tile_place p, steps distance) {
        if (!visited_.is_unvisited(p)) return;
        visited_.visit(p, distance);
        tile_row& row = bits_[p >> 10].rows[p >> 9 & 1][p >> 4 & 15];
        row = static_cast<tile_row>(row | 1u << (p & 15));
        if (activate(p >> 10, parts_[0].ready)) adding_to(active_)(p >> 10);
    }
    /// Called when all cells of the first frontier, which are of one colour, were added.
    SENDA_NOINLINE void begin(int colour) {
        const std::size_t count = active_.size();
        for (std::size_t i = 0; i < count; ++i) {
            activate_beside(active_[i], colour);
        }
        count_ready(std::exchange(parts_[0].ready, {}));
        parts_in_use_ = 0;
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
        divide();
        colour_ = colour;
        distance_bit_ = ((distance + 1) & 2) != 0;
        if (parts_in_use_ == 1) {
            sweep(parts_[0]);
            return collect_alone(parts_[0]);
        }
        if constexpr (Team::most > 1) step_together();
    }

    /// Follows the visited tiles, when their window was widened; false if there is no memory.
    [[nodiscard]] SENDA_COLD bool widen(const tile_window& nearby) {
        for (std::uint32_t& tile : active_) tile = nearby.grid_tile(tile);
        parts_in_use_ = 0;
        return frontier_bits::widen(nearby);
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

    /// Shares wide frontiers among so many threads from now on.
    void share(unsigned threads) noexcept { threads_ = threads; }
    /// How many threads work on a frontier of many tiles.
    [[nodiscard]] unsigned threads() const noexcept { return most_parts_; }

private:
    /// The active tiles from `low` to below `high`, at `begin` to `end` of the list, and how many a
    /// step kept, activated, saw at borders and left empty, in lists that begin at the same place.
    struct alignas(64) part {
        std::size_t begin, end;
        std::uint32_t low, high;
        std::size_t kept, activated, at_border, empty;
        visited_tiles::ready_count ready;
    };

    SENDA_NOINLINE void activate_beside(std::uint32_t tile, int colour) {
        frontier_bits::activate_beside(tile, entered_beside(tile, colour), parts_[0].ready,
                                       adding_to(active_));
    }

    void step_together() {
        team_.run(
            [](void* frontier, unsigned i) {
                auto& self = *static_cast<tile_frontier*>(frontier);
                self.sweep(self.parts_[i]);
            },
            this, parts_in_use_);
        // What was left near other parts, now that all are done.
        const auto all_tiles = [](std::uint32_t) { return true; };
        for (unsigned i = 0; i < parts_in_use_; ++i) settle(parts_[i], all_tiles, adding_to(late_));
        for (unsigned i = 0; i < parts_in_use_; ++i) collect(parts_[i]);
        std::swap(active_, next_);
        next_.clear();
        late_.clear();
    }

    // A part is a range of tiles with about as many active ones: what a thread wrote stays in its
    // cache, and it activates tiles by itself where no other part is near.
    void divide() {
        if constexpr (Team::most == 1) {
            parts_[0].begin = 0;
            parts_[0].end = active_.size();
            parts_[0].low = 0;
            parts_[0].high = ~0u;
            parts_in_use_ = 1;
        } else {
            divide_among(worth_parts());
        }
    }
    void divide_among(unsigned parts) {
        const std::size_t share = active_.size() / parts;
        const bool even =
            parts == parts_in_use_ && std::all_of(parts_, parts_ + parts, [share](const part& p) {
                return p.end - p.begin <= share + share / 8 + 4;
            });
        if (even) return;
        parts_in_use_ = parts;
        std::size_t begin = 0;
        std::uint32_t low = 0;
        for (unsigned i = 0; i < parts; ++i) {
            part& own = parts_[i];
            own.begin = begin;
            own.low = low;
            own.end = active_.size() * (i + 1) / parts;
            own.high = ~0u;
            if (own.end < active_.size()) {
                std::nth_element(active_.begin() + begin, active_.begin() + own.end, active_.end());
                own.high = active_[own.end];
            }
            begin = own.end;
            low = own.high;
        }
    }

    /// Into how many parts a step is worth to be divided: threads must meet after each, which
    /// costs more the more they are. A number once chosen is kept for a while.
    [[nodiscard]] unsigned worth_parts() noexcept {
        const std::size_t count = active_.size();
        if (threads_ < 2 || count < share_from_) return 1;
        team_.start(std::min(threads_, most_threads));
        const auto most = static_cast<std::size_t>(team_.size());
        if (parts_in_use_ > 1 && count < (parts_in_use_ + 1) * tiles_a_thread_ &&
            4 * count >= std::size_t{3} * parts_in_use_ * tiles_a_thread_) {
            return parts_in_use_;
        }
        const std::size_t parts = std::min(most, count / tiles_a_thread_);
        most_parts_ = std::max(most_parts_, static_cast<unsigned>(parts));
        return static_cast<unsigned>(std::max<std::size_t>(parts, 1));
    }

    /// Whether activating tiles beside this one concerns no other part.
    [[nodiscard]] bool is_inner(const part& own, std::uint32_t tile) const noexcept {
        const std::uint64_t margin = 3 * (std::uint64_t{visited_.stride()} + 1);
        return (own.low == 0 || tile >= own.low + margin) &&
               (own.high == ~0u || tile + margin < own.high);
    }

    void sweep(part& own) noexcept {
        distance_bit_ ? sweep<true>(own) : sweep<false>(own);
        own.activated = 0;
        own.ready = {};
        std::uint32_t* const activated = activated_.data() + 4 * own.begin;
        settle(
            own, [&](std::uint32_t tile) { return is_inner(own, tile); },
            [&](std::uint32_t tile) { activated[own.activated++] = tile; });
    }

    // The hot loop: 64 tiles at once without a branch. Whether a frontier comes to a border or
    // leaves a tile is hard to predict: that is a bit a tile, noted down for later.
    template <bool DistanceBit>
    void sweep(part& own) noexcept {
        std::uint32_t* const tiles = active_.data() + own.begin;
        std::uint32_t* const at_border = at_border_.data() + own.begin;
        std::uint32_t* const empty = empty_.data() + own.begin;
        const std::size_t count = own.end - own.begin;
        std::size_t kept = 0;
        std::size_t bordering = 0;
        std::size_t emptied = 0;
        for (std::size_t first = 0; first < count; first += 64) {
            const std::size_t some = std::min(count - first, std::size_t{64});
            const outcome seen =
                step_tiles<DistanceBit>(colour_, tiles + first, some, count - first);
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
        own.kept = kept;
        own.at_border = bordering;
        own.empty = emptied;
    }

    [[nodiscard]] static std::size_t index_of_lowest(std::uint64_t bits) noexcept {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    /// Activates the tiles about to be entered and deactivates empty ones, where `may_settle`
    /// allows. Inlined into `sweep`, it would take the registers of its loop.
    template <class MaySettle, class Note>
    SENDA_NOINLINE void settle(part& own, const MaySettle& may_settle, const Note& note) noexcept {
        const int colour = colour_ ^ 1;
        std::uint32_t* const at_border = at_border_.data() + own.begin;
        for (std::size_t i = 0, count = std::exchange(own.at_border, 0); i < count; ++i) {
            const std::uint32_t tile = at_border[i];
            const unsigned entered = entered_beside(tile, colour);
            if (entered == 0) continue;
            if (may_settle(tile)) {
                frontier_bits::activate_beside(tile, entered, own.ready, note);
            } else {
                at_border[own.at_border++] = tile;
            }
        }
        std::uint32_t* const empty = empty_.data() + own.begin;
        for (std::size_t i = 0, count = std::exchange(own.empty, 0); i < count; ++i) {
            const std::uint32_t tile = empty[i];
            if (!may_settle(tile)) {
                empty[own.empty++] = tile;
            } else if (is_entered(tile, colour)) {
                active_[own.begin + own.kept++] = tile;
            } else {
                deactivate(tile);
            }
        }
    }

    /// Adds the tiles of a part that are active in the next step to the new list.
    void collect(part& own) {
        const std::size_t begin = next_.size();
        const std::size_t needed = begin + own.kept + own.activated + late_.size();
        full_ = full_ || (next_.capacity() < needed && !next_.reserve(2 * needed));
        if (full_) return;
        std::uint32_t* to = next_.data() + begin;
        to = std::copy_n(active_.data() + own.begin, own.kept, to);
        to = std::copy_n(activated_.data() + 4 * own.begin, own.activated, to);
        to = std::copy_if(late_.begin(), late_.end(), to, [&own](std::uint32_t tile) {
            return tile >= own.low && tile < own.high;
        });
        own.begin = begin;
        own.end = static_cast<std::size_t>(to - next_.data());
        next_.set_size(own.end);
        count_ready(own.ready);
    }

    /// The same where there is one part: in place.
    void collect_alone(part& own) {
        own.end = own.kept + own.activated;
        full_ = full_ || (active_.capacity() < own.end && !active_.reserve(2 * own.end));
        if (full_) return;
        std::copy_n(activated_.data(), own.activated, active_.data() + own.kept);
        active_.set_size(own.end);
        if (own.activated != 0) count_ready(own.ready);
    }

    /// Room to note down every active tile.
    [[nodiscard]] bool make_room() {
        const std::size_t needed = active_.size();
        return at_border_.capacity() >= needed ? !full_ : make_room_for(needed);
    }
    [[nodiscard]] SENDA_COLD bool make_room_for(std::size_t needed) {
        const std::size_t wanted = needed + needed / 2 + 64;
        full_ = full_ || !empty_.reserve(wanted) || !activated_.reserve(4 * wanted) ||
                !at_border_.reserve(wanted);
        return !full_;
    }

    unsigned threads_;
    std::size_t share_from_;
    std::size_t tiles_a_thread_;
    buffer<std::uint32_t> active_;
    buffer<std::uint32_t> next_;       // those active in the next step, while it is made
    buffer<std::uint32_t> activated_;  // by each part in this step
    buffer<std::uint32_t> late_;       // by all together
    buffer<std::uint32_t> at_border_;  // whose frontier came to the border with an inactive tile
    buffer<std::uint32_t> empty_;      // that the frontier has left
    bool full_ = false;
    int colour_ = 0;             // of the frontier that a step goes on from,
    bool distance_bit_ = false;  // and bit 1 of the distance to which
    part parts_[most_threads] = {};
    unsigned parts_in_use_ = 0;
    unsigned most_parts_ = 1;
    Team team_;
};

}  // namespace senda::detail
