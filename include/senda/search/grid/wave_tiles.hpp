// SPDX-License-Identifier: MIT
// The wave of a breadth-first search in tiles: where it is, and which tiles it is about to enter.
#pragma once

#include <senda/search/grid/tile_field.hpp>

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

    /// Whether a cell is in the wave of a distance.
    [[nodiscard]] bool has(tile_place p, steps distance) const noexcept {
        return (waves_[p >> 9].rows[distance & 1][p >> 4 & 15] >> (p & 15) & 1) != 0;
    }

protected:
    // Which of the tiles beside a tile are live, and whether it is itself.
    static constexpr std::uint8_t north_live = 1;
    static constexpr std::uint8_t east_live = 2;
    static constexpr std::uint8_t south_live = 4;
    static constexpr std::uint8_t west_live = 8;
    static constexpr std::uint8_t is_live = 16;

    // The waves of even and of odd distance: the next is written while the last is read.
    struct tile_wave {
        tile_row rows[2][tile_side];
    };

    [[nodiscard]] bit_tile wave(std::size_t tile, int parity) const noexcept {
        return bit_tile::load(waves_[tile].rows[parity]);
    }

    /// The sides on which the wave in a tile is about to enter a tile that sleeps, as flags.
    [[nodiscard]] unsigned entered_beside(std::uint32_t tile, int parity) noexcept {
        static constexpr tile_row nothing[tile_side] = {};
        const tile_row* const rows = waves_[tile].rows[parity];
        const tile_marks* const marks = field_.marks();
        const std::uint8_t live = field_.flags()[tile];
        const auto free_in = [&](std::uint32_t beside, std::uint8_t flag) {
            return (live & flag) != 0 ? nothing : marks[beside].free;
        };
        const tile_row* const above = free_in(tile - field_.stride(), north_live);
        const tile_row* const below = free_in(tile + field_.stride(), south_live);
        unsigned entered = 0;
        if ((rows[0] & above[15]) != 0) entered |= north_live;
        if (enters_east(rows, free_in(tile + 1, east_live))) entered |= east_live;
        if ((rows[15] & below[0]) != 0) entered |= south_live;
        if (enters_east(free_in(tile - 1, west_live), rows)) entered |= west_live;
        return entered;
    }
    [[nodiscard]] static bool enters_east(const tile_row* rows, const tile_row* east) noexcept {
        return (bit_tile::entering_from({}, bit_tile::load(rows)) & bit_tile::load(east)).any();
    }
    template <class Note>
    void wake_beside(std::uint32_t tile, unsigned entered, tile_field::tally& ready, Note&& note) {
        if ((entered & north_live) != 0) wake(tile - field_.stride(), ready, note);
        if ((entered & east_live) != 0) wake(tile + 1, ready, note);
        if ((entered & south_live) != 0) wake(tile + field_.stride(), ready, note);
        if ((entered & west_live) != 0) wake(tile - 1, ready, note);
    }

    /// Whether the waves of the tiles beside a tile are about to enter it.
    [[nodiscard]] bool is_entered(std::uint32_t tile, int parity) const noexcept {
        const std::uint32_t stride = field_.stride();
        const bit_tile entering =
            bit_tile::beside({}, wave(tile - stride, parity), wave(tile + 1, parity),
                             wave(tile + stride, parity), wave(tile - 1, parity));
        return (entering & bit_tile::load(field_.marks()[tile].free)).any();
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

    // The cells of a tile at its borders with tiles that are not live, by the lowest flags.
    struct border {
        tile_row rows[tile_side];
    };
    static constexpr std::array<border, 16> borders = [] {
        std::array<border, 16> all{};
        for (unsigned live = 0; live < 16; ++live) {
            for (tile_row& row : all[live].rows) {
                row = static_cast<tile_row>(((live & east_live) != 0 ? 0u : 0x8000u) |
                                            ((live & west_live) != 0 ? 0u : 1u));
            }
            if ((live & north_live) == 0) all[live].rows[0] = 0xFFFF;
            if ((live & south_live) == 0) all[live].rows[15] = 0xFFFF;
        }
        return all;
    }();

    tile_field& field_;
    buffer<tile_wave> waves_;
};

}  // namespace senda::detail
