// SPDX-License-Identifier: MIT
// The wave of a breadth-first search in tiles: where it is, and which tiles it is about to enter.
#pragma once

#include <senda/search/grid/tiles/visited_tiles.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace senda::detail {

/// The wave in each tile. A tile is live while the wave is in it or about to enter; the others
/// sleep.
class wave_tiles {
public:
    wave_tiles(tile_field& field, memory_budget& budget) noexcept : field_(field), waves_(budget) {}

    /// Takes the memory; false if there is not enough.
    [[nodiscard]] bool prepare() {
        if (!waves_.assign_zeros(field_.tiles())) return false;
        prefer_huge_pages(waves_.data(), waves_.size() * sizeof(tile_wave), field_.is_far());
        return true;
    }

    /// Whether a cell is in the last wave of its colour.
    [[nodiscard]] bool has(tile_place p) const noexcept {
        return (waves_[p >> 10].rows[p >> 9 & 1][p >> 4 & 15] >> (p & 15) & 1) != 0;
    }

protected:
    // Which of the tiles beside a tile are live, and whether it is itself.
    static constexpr std::uint8_t north_live = 1;
    static constexpr std::uint8_t east_live = 2;
    static constexpr std::uint8_t south_live = 4;
    static constexpr std::uint8_t west_live = 8;
    static constexpr std::uint8_t is_live = 16;

    // The last wave of each colour: the next is written while the last is read.
    struct tile_wave {
        tile_row rows[2][tile_side];
    };

    template <int Colour>
    [[nodiscard]] bit_tile wave(std::size_t tile) const noexcept {
        return bit_tile::load(waves_[tile].rows[Colour]);
    }

    /// The sides on which the wave in a tile is about to enter a tile that sleeps, as flags.
    template <int Colour>
    [[nodiscard]] unsigned entered_beside(std::uint32_t tile) noexcept {
        static constexpr tile_row nothing[tile_side] = {};
        const tile_row* const rows = waves_[tile].rows[Colour];
        const bit_tile here = bit_tile::load(rows);
        const tile_marks* const marks = field_.marks();
        const std::uint8_t live = field_.flags()[tile];
        const auto free_in = [&](std::uint32_t beside, std::uint8_t flag) {
            return (live & flag) != 0 ? nothing : marks[beside].of[Colour ^ 1].free;
        };
        const tile_row* const above = free_in(tile - field_.stride(), north_live);
        const tile_row* const below = free_in(tile + field_.stride(), south_live);
        const bit_tile in_east = bit_tile::load(free_in(tile + 1, east_live));
        const bit_tile in_west = bit_tile::load(free_in(tile - 1, west_live));
        unsigned entered = 0;
        if ((rows[0] & above[15]) != 0) entered |= north_live;
        if ((bit_tile::entering_from<Colour>({}, here) & in_east).any()) entered |= east_live;
        if ((rows[15] & below[0]) != 0) entered |= south_live;
        if ((bit_tile::entering_from<Colour>(here, {}) & in_west).any()) entered |= west_live;
        return entered;
    }
    template <class Note>
    void wake_beside(std::uint32_t tile, unsigned entered, tile_field::tally& ready, Note&& note) {
        if ((entered & north_live) != 0) wake(tile - field_.stride(), ready, note);
        if ((entered & east_live) != 0) wake(tile + 1, ready, note);
        if ((entered & south_live) != 0) wake(tile + field_.stride(), ready, note);
        if ((entered & west_live) != 0) wake(tile - 1, ready, note);
    }

    /// Whether the waves of the tiles beside a tile are about to enter it.
    template <int Colour>
    [[nodiscard]] bool is_entered(std::uint32_t tile) const noexcept {
        const std::uint32_t stride = field_.stride();
        const bit_tile entering =
            bit_tile::beside<Colour>({}, wave<Colour>(tile - stride), wave<Colour>(tile + 1),
                                     wave<Colour>(tile + stride), wave<Colour>(tile - 1));
        return (entering & bit_tile::load(field_.marks()[tile].of[Colour ^ 1].free)).any();
    }

    /// Makes a tile live, if it is not, and tells so by `note(tile)`.
    template <class Note>
    void wake(std::uint32_t tile, tile_field::tally& ready, Note&& note) {
        std::uint8_t* const flags = field_.flags();
        if ((flags[tile] & is_live) != 0) return;
        if ((flags[tile] & tile_field::is_ready) == 0) make_ready(tile, ready);
        flags[tile] |= is_live;
        flags[tile - field_.stride()] |= south_live;
        flags[tile + 1] |= west_live;
        flags[tile + field_.stride()] |= north_live;
        flags[tile - 1] |= east_live;
        note(tile);
    }
    void make_ready(std::uint32_t tile, tile_field::tally& ready) noexcept {
        // Memory that is first read and then written is handed out twice.
        for (const std::uint32_t beside : {tile - field_.stride(), tile + field_.stride()}) {
            if ((field_.flags()[beside] & tile_field::is_filled) == 0) waves_[beside] = {};
        }
        field_.make_ready(tile, ready);
    }
    void put_to_rest(std::uint32_t tile) noexcept {
        std::uint8_t* const flags = field_.flags();
        const auto clear = [flags](std::uint32_t t, std::uint8_t flag) {
            flags[t] = static_cast<std::uint8_t>(flags[t] & ~flag);
        };
        clear(tile, is_live);
        clear(tile - field_.stride(), south_live);
        clear(tile + 1, west_live);
        clear(tile + field_.stride(), north_live);
        clear(tile - 1, east_live);
    }

    /// Adds to the tiles that were made ready.
    void count_ready(const tile_field::tally& ready) noexcept {
        const bool was_far = field_.is_far();
        field_.add(ready);
        if (field_.is_far() && !was_far) {
            prefer_huge_pages(waves_.data(), waves_.size() * sizeof(tile_wave), true);
        }
    }

    // The cells of a tile at its borders with tiles that are not live, by colour and by the lowest
    // flags. In every other row a colour has its first cell in the first column, in the others its
    // last in the last.
    struct border {
        tile_row rows[tile_side];
    };
    static constexpr std::array<std::array<border, 16>, 2> borders = [] {
        std::array<std::array<border, 16>, 2> all{};
        for (unsigned colour = 0; colour < 2; ++colour) {
            for (unsigned live = 0; live < 16; ++live) {
                border& at = all[colour][live];
                for (unsigned y = 0; y < tile_side; ++y) {
                    const bool is_last = ((y ^ colour) & 1) != 0;
                    const bool is_inner = (live & (is_last ? east_live : west_live)) != 0;
                    at.rows[y] = static_cast<tile_row>(is_inner ? 0u : is_last ? 0x8000u : 1u);
                }
                if ((live & north_live) == 0) at.rows[0] = 0xFFFF;
                if ((live & south_live) == 0) at.rows[15] = 0xFFFF;
            }
        }
        return all;
    }();

    static void fetch([[maybe_unused]] const void* memory) noexcept {
#if defined(__GNUC__)
        __builtin_prefetch(memory);
#endif
    }

    /// Of up to 64 tiles, a bit each: those whose wave came to the border with a tile that sleeps,
    /// and those that it has left.
    struct outcome {
        std::uint64_t at_border;
        std::uint64_t still;
    };

    // A tile that the wave has left may stay live for a while: one step in four looks for them.
    template <int Colour, bool IsLate>
    static constexpr bool looks_for_still = Colour == 0 && IsLate;

    /// What a step reads of a tile and of those beside it: of these the last wave alone, nothing
    /// that another part may be writing.
    struct view {
        bit_tile here, north, east, south, west, free;
    };
    template <int Colour>
    [[nodiscard, gnu::always_inline]] static view view_of(const tile_wave* at,
                                                          std::ptrdiff_t stride,
                                                          const colour_marks& known) noexcept {
        return {bit_tile::load(at->rows[Colour]),    bit_tile::load(at[-stride].rows[Colour]),
                bit_tile::load(at[1].rows[Colour]),  bit_tile::load(at[stride].rows[Colour]),
                bit_tile::load(at[-1].rows[Colour]), bit_tile::load(known.free)};
    }

    /// Makes a step in the first `some` of so many tiles, from the wave of a colour to the next.
    template <int Colour, bool IsLate>
    [[nodiscard, gnu::always_inline]] outcome step_tiles(const std::uint32_t* tiles,
                                                         std::size_t some,
                                                         std::size_t count) noexcept {
        constexpr int next = Colour ^ 1;
        const auto stride = static_cast<std::ptrdiff_t>(field_.stride());
        tile_marks* const marks = field_.marks();
        tile_wave* const waves = waves_.data();
        const std::uint8_t* const flags = field_.flags();
        const border* const brinks = borders[next].data();
        const bool is_far = field_.is_far();  // else all of it is at hand
        std::uint64_t at_border = 0;
        std::uint64_t still = 0;
        const auto look_at = [=](std::uint32_t tile) {
            return view_of<Colour>(waves + tile, stride, marks[tile].of[next]);
        };
        view coming = look_at(tiles[0]);
        for (std::size_t i = 0; i < some; ++i) {
            const std::uint32_t tile = tiles[i];
            if (is_far) {
                const std::uint32_t ahead = tiles[std::min(i + 6, count - 1)];
                fetch(marks[ahead].of + next);
                fetch(waves + ahead);
                fetch(waves + ahead - stride);
                fetch(waves + ahead + stride);
            }
            // A tile is read while the one before it is worked on.
            const view seen = coming;
            coming = look_at(tiles[std::min(i + 1, count - 1)]);
            colour_marks& known = marks[tile].of[next];
            const bit_tile reached =
                seen.free &
                bit_tile::beside<Colour>(seen.here, seen.north, seen.east, seen.south, seen.west);
            seen.free.without(reached).store(known.free);
            if constexpr (IsLate) (bit_tile::load(known.late) | reached).store(known.late);
            reached.store(waves[tile].rows[next]);
            const bit_tile brink = bit_tile::load(brinks[flags[tile] & 15].rows);
            at_border = at_border >> 1 | std::uint64_t{(reached & brink).any()} << 63;
            if constexpr (looks_for_still<Colour, IsLate>) {
                still = still >> 1 | std::uint64_t{!(reached | seen.here).any()} << 63;
            }
        }
        return {at_border >> (64 - some), still >> (64 - some)};
    }

    /// Follows the field, when that was widened from a window.
    [[nodiscard]] bool widen(const tile_window& near) {
        buffer<tile_wave> waves(waves_.budget());
        std::swap(waves, waves_);
        if (!prepare()) return false;
        for (std::uint32_t t = 0; t < near.tiles(); ++t) {
            if (!near.is_outside(t)) waves_[near.far_tile(t)] = waves[t];
        }
        return true;
    }

    tile_field& field_;
    buffer<tile_wave> waves_;
};

}  // namespace senda::detail
