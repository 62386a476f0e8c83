// SPDX-License-Identifier: MIT
// Breadth-first search that moves all cells of a tile at once: for waves with many cells a tile.
#pragma once

#include <senda/search/grid/tiles/frontier_bits.hpp>
#include <senda/search/grid/tiles/thread_team.hpp>
#include <senda/search/grid/tiles/visited_tiles.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace senda::detail {

/// The wave, which is all cells at one distance, and how it goes on. Each step looks at the live
/// tiles alone and writes only the tile it looks at: a cell joins the next wave if it is free and
/// beside the wave, in its own tile or in a tile beside.
class tile_waves : public wave_tiles {
public:
    /// Waves that so many threads share when there are many live tiles.
    tile_waves(tile_field& field, memory_budget& budget, unsigned threads,
               std::size_t share_from) noexcept
        : wave_tiles(field, budget),
          threads_(threads),
          share_from_(share_from),
          live_(budget),
          kept_(budget),
          woken_(budget),
          late_(budget),
          at_border_(budget),
          entered_(budget),
          still_(budget) {}

    [[nodiscard]] std::size_t live() const noexcept { return live_.size(); }
    [[nodiscard]] bool full() const noexcept { return full_; }

    /// Puts a free cell into the wave of a distance.
    void add(tile_place p, steps distance) {
        if (!field_.is_free(p)) return;
        const std::uint32_t tile = p >> 10;
        field_.reach(p, distance);
        tile_row& row = waves_[tile].rows[p >> 9 & 1][p >> 4 & 15];
        row = static_cast<tile_row>(row | 1u << (p & 15));
        wake_first(tile);
    }
    /// Called when all cells of the first wave, which are of one colour, were added.
    void begin(int colour) {
        const std::size_t count = live_.size();
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned entered =
                colour == 0 ? entered_beside<0>(live_[i]) : entered_beside<1>(live_[i]);
            wake_beside(live_[i], entered, parts_[0].ready,
                        [this](std::uint32_t tile) { full_ = full_ || !live_.push(tile); });
        }
        count_ready(std::exchange(parts_[0].ready, {}));
        parts_in_use_ = 0;
    }

    /// How many cells are in the wave, which is of a colour.
    [[nodiscard]] std::uint64_t count(int colour) const noexcept {
        std::uint64_t cells = 0;
        for (const std::uint32_t tile : live_) {
            cells += count_cells(waves_[tile].rows[colour]);
        }
        return cells;
    }

    /// Takes the wave away, which is of a colour, frees its cells and gives each to `take(place)`.
    template <class Take>
    void dissolve(int colour, Take&& take) {
        for (const std::uint32_t tile : live_) {
            const tile_row* const rows = waves_[tile].rows[colour];
            for (std::uint32_t y = 0; y < tile_side; ++y) {
                for (unsigned row = rows[y]; row != 0; row &= row - 1) {
                    const auto x = static_cast<std::uint32_t>(std::countr_zero(row));
                    const tile_place p =
                        tile << 10 | static_cast<std::uint32_t>(colour) << 9 | y << 4 | x;
                    field_.free(p);
                    take(p);
                }
            }
            waves_[tile] = {};
            put_to_rest(tile);
        }
        live_.clear();
    }

    /// Goes on from the wave of a distance, which is of a colour, to the next.
    void step(int colour, steps distance) {
        const bool is_late = ((distance + 1) & 2) != 0;
        if (colour == 0) {
            is_late ? step_from<0, true>() : step_from<0, false>();
        } else {
            is_late ? step_from<1, true>() : step_from<1, false>();
        }
    }

    /// Follows the field, when that was widened from a window; false if there is no memory.
    [[nodiscard]] bool widen(const tile_window& near) {
        for (std::uint32_t& tile : live_) tile = near.far_tile(tile);
        parts_in_use_ = 0;
        return wave_tiles::widen(near);
    }

    /// How many threads work on a wave of many tiles.
    [[nodiscard]] unsigned threads() const noexcept { return crew_.size(); }

private:
    void wake_first(std::uint32_t tile) {
        wake(tile, parts_[0].ready,
             [this](std::uint32_t woken) { full_ = full_ || !live_.push(woken); });
    }

    /// The live tiles with numbers from `low` to below `high`, which lie from `begin` to `end` in
    /// the list, and what became of them in a step: how many are kept, how many others were woken,
    /// and how many were left to be looked at when all parts are done. Each list begins at the same
    /// place as the part.
    struct alignas(64) part {
        std::size_t begin, end;
        std::uint32_t low, high;
        std::size_t kept, woken, entering, still;
        tile_field::tally ready;
    };

    /// A step from a wave of a colour to one that is late or not.
    template <int Colour, bool IsLate>
    void step_from() {
        if (!make_room()) return;
        divide();
        if (parts_in_use_ == 1) {
            sweep<Colour, IsLate>(parts_[0]);
            return collect_alone(parts_[0]);
        }
        crew_.share(
            [](void* waves, unsigned i) {
                auto& self = *static_cast<tile_waves*>(waves);
                self.template sweep<Colour, IsLate>(self.parts_[i]);
            },
            this);
        for (unsigned i = 0; i < parts_in_use_; ++i) settle_rest<Colour ^ 1>(parts_[i]);
        for (unsigned i = 0; i < parts_in_use_; ++i) collect(parts_[i]);
        std::swap(live_, kept_);
        kept_.clear();
        late_.clear();
    }

    // A part is a range of tiles, as long as the parts have about as many live ones: what a thread
    // has written stays near to it, and it can wake tiles by itself where no other part is near.
    void divide() {
        const bool shared = live_.size() >= share_from_;
        if (shared) crew_.hire(threads_);
        const unsigned parts = shared ? crew_.size() : 1;
        const std::size_t share = live_.size() / parts;
        bool even = parts == parts_in_use_;
        for (unsigned i = 0; i < parts && even; ++i) {
            even = parts_[i].end - parts_[i].begin <= share + share / 8 + 4;
        }
        if (even) return;
        parts_in_use_ = parts;
        std::size_t begin = 0;
        std::uint32_t low = 0;
        for (unsigned i = 0; i < parts; ++i) {
            part& own = parts_[i];
            own.begin = begin;
            own.low = low;
            own.end = live_.size() * (i + 1) / parts;
            own.high = ~0u;
            if (own.end < live_.size()) {
                std::nth_element(live_.begin() + begin, live_.begin() + own.end, live_.end());
                own.high = live_[own.end];
            }
            begin = own.end;
            low = own.high;
        }
    }

    /// Whether nothing that is read or written to wake a tile beside this one, or to put this one
    /// to rest, is read or written for another part.
    [[nodiscard]] bool is_inner(const part& own, std::uint32_t tile) const noexcept {
        const std::uint64_t margin = 3 * (std::uint64_t{field_.stride()} + 1);
        return (own.low == 0 || tile >= own.low + margin) &&
               (own.high == ~0u || tile + margin < own.high);
    }

    // Here the search spends its time: 64 tiles at once, and nothing in it branches. Whether a wave
    // comes to the border of a tile or leaves it empty is hard to guess for the processor, so that
    // is kept as a bit a tile, and such tiles are noted down and looked at when all are done.
    template <int Colour, bool IsLate>
    void sweep(part& own) noexcept {
        std::uint32_t* const tiles = live_.data() + own.begin;
        std::uint32_t* const at_border = at_border_.data() + own.begin;
        std::uint32_t* const left = still_.data() + own.begin;
        const std::size_t count = own.end - own.begin;
        std::size_t kept = 0;
        std::size_t bordering = 0;
        std::size_t still = 0;
        for (std::size_t first = 0; first < count; first += 64) {
            const std::size_t some = std::min(count - first, std::size_t{64});
            const outcome seen = step_tiles<Colour, IsLate>(tiles + first, some, count - first);
            for (std::uint64_t bits = seen.at_border; bits != 0; bits &= bits - 1) {
                at_border[bordering++] = tiles[first + index_of_lowest(bits)];
            }
            if (still == 0 && seen.still == 0) {
                kept += some;
                continue;
            }
            for (std::uint64_t bits = seen.still; bits != 0; bits &= bits - 1) {
                left[still++] = tiles[first + index_of_lowest(bits)];
            }
            for (std::size_t i = 0; i < some; ++i) {
                tiles[kept] = tiles[first + i];
                kept += (seen.still >> i & 1) == 0;
            }
        }
        own.kept = kept;
        own.still = still;
        own.entering = bordering;
        settle<Colour ^ 1>(own);
    }

    [[nodiscard]] static std::size_t index_of_lowest(std::uint64_t bits) noexcept {
        return static_cast<std::size_t>(std::countr_zero(bits));
    }

    /// Looks at the tiles of a part that were noted down, and leaves those near other parts.
    template <int Colour>
    void settle(part& own) noexcept {
        std::uint32_t* const tiles = live_.data() + own.begin;
        std::uint32_t* const at_border = at_border_.data() + own.begin;
        std::uint32_t* const left = still_.data() + own.begin;
        std::uint32_t* const woken = woken_.data() + 4 * own.begin;
        std::size_t awake = 0;
        own.ready = {};
        const auto note = [&](std::uint32_t tile) { woken[awake++] = tile; };
        std::size_t entering = 0;
        for (std::size_t i = 0; i < own.entering; ++i) {
            const std::uint32_t tile = at_border[i];
            const unsigned entered = entered_beside<Colour>(tile);
            if (entered == 0) continue;
            if (is_inner(own, tile)) {
                wake_beside(tile, entered, own.ready, note);
            } else {
                at_border[entering] = tile;
                entered_[own.begin + entering++] = static_cast<std::uint8_t>(entered);
            }
        }
        std::size_t still = 0;
        for (std::size_t i = 0; i < own.still; ++i) {
            const std::uint32_t tile = left[i];
            if (!is_inner(own, tile)) {
                left[still++] = tile;
            } else if (is_entered<Colour>(tile)) {
                tiles[own.kept++] = tile;
            } else {
                put_to_rest(tile);
            }
        }
        own.entering = entering;
        own.still = still;
        own.woken = awake;
    }

    /// Looks at the tiles that were left, now that all parts are done.
    template <int Colour>
    void settle_rest(part& own) {
        const auto note = [this](std::uint32_t tile) { full_ = full_ || !late_.push(tile); };
        for (std::size_t i = own.begin; i < own.begin + own.entering; ++i) {
            wake_beside(at_border_[i], entered_[i], own.ready, note);
        }
        for (std::size_t i = own.begin; i < own.begin + own.still; ++i) {
            if (is_entered<Colour>(still_[i])) {
                live_[own.begin + own.kept++] = still_[i];
            } else {
                put_to_rest(still_[i]);
            }
        }
    }

    /// Adds the tiles of a part that are live in the next step to the new list.
    void collect(part& own) {
        const std::size_t begin = kept_.size();
        const std::size_t needed = begin + own.kept + own.woken + late_.size();
        full_ = full_ || (kept_.capacity() < needed && !kept_.reserve(2 * needed));
        if (full_) return;
        std::uint32_t* to = kept_.data() + begin;
        to = std::copy_n(live_.data() + own.begin, own.kept, to);
        to = std::copy_n(woken_.data() + 4 * own.begin, own.woken, to);
        for (const std::uint32_t tile : late_) {
            if (tile >= own.low && tile < own.high) *to++ = tile;
        }
        own.begin = begin;
        own.end = static_cast<std::size_t>(to - kept_.data());
        kept_.set_size(own.end);
        count_ready(own.ready);
    }
    /// The same where there is one part, in which no tile is left over: in place.
    void collect_alone(part& own) {
        own.end = own.kept + own.woken;
        full_ = full_ || (live_.capacity() < own.end && !live_.reserve(2 * own.end));
        if (full_) return;
        std::copy_n(woken_.data(), own.woken, live_.data() + own.kept);
        live_.set_size(own.end);
        if (own.woken != 0) count_ready(own.ready);
    }
    /// Room to note down every live tile.
    [[nodiscard]] bool make_room() {
        const std::size_t needed = live_.size();
        if (at_border_.capacity() < needed) {
            const std::size_t wanted = needed + needed / 2 + 64;
            full_ = full_ || !still_.reserve(wanted) || !entered_.reserve(wanted) ||
                    !woken_.reserve(4 * wanted) || !at_border_.reserve(wanted);
        }
        return !full_;
    }

    unsigned threads_;
    std::size_t share_from_;
    buffer<std::uint32_t> live_;
    buffer<std::uint32_t> kept_;   // those live in the next step, while it is made
    buffer<std::uint32_t> woken_;  // by each part in this step, and by all together
    buffer<std::uint32_t> late_;
    buffer<std::uint32_t> at_border_;  // whose wave came to the border with a tile that sleeps
    buffer<std::uint8_t> entered_;     // and on which sides it enters it
    buffer<std::uint32_t> still_;      // that the wave has left
    bool full_ = false;
    part parts_[crew::most] = {};
    unsigned parts_in_use_ = 0;
    crew crew_;
};

}  // namespace senda::detail
