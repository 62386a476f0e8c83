// SPDX-License-Identifier: MIT
#pragma once

#include "puzzle15.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

// The 15-puzzle as moves that are done and taken back in place.
namespace bench {

/// Where the tiles are, and what the moves keep up to date.
struct board15 {
    std::array<std::uint8_t, 16> tiles{};
    std::int32_t blank = 0;
    std::int32_t estimate = 0;

    explicit board15(std::uint64_t packed) {
        for (int square = 0; square < 16; ++square) {
            const int tile = static_cast<int>(packed >> (4 * square) & 0xfu);
            tiles[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(tile);
            if (tile == 0) blank = square;
            estimate += manhattan15::distance(square, tile);
        }
    }
    friend bool operator==(const board15&, const board15&) = default;
};

struct tables15 {
    std::array<std::array<std::int8_t, 16>, 16> distance{};  // of a tile on a square
    std::array<std::array<std::int8_t, 4>, 16> target{};     // of the blank, or -1

    constexpr tables15() {
        for (int square = 0; square < 16; ++square) {
            const auto s = static_cast<std::size_t>(square);
            for (int tile = 0; tile < 16; ++tile) {
                distance[static_cast<std::size_t>(tile)][s] =
                    static_cast<std::int8_t>(manhattan15::distance(square, tile));
            }
            target[s][0] = static_cast<std::int8_t>(square >= 4 ? square - 4 : -1);
            target[s][1] = static_cast<std::int8_t>(square % 4 < 3 ? square + 1 : -1);
            target[s][2] = static_cast<std::int8_t>(square % 4 > 0 ? square - 1 : -1);
            target[s][3] = static_cast<std::int8_t>(square < 12 ? square + 4 : -1);
        }
    }
};
inline constexpr tables15 tables;

/// The puzzle as a user writes it for ida_star: the blank moves up, right, left or down.
struct sliding15 {
    using node_type = board15;

    static constexpr int action_count() { return 4; }
    static bool allows(const board15& b, int action) { return target(b, action) >= 0; }
    static void apply(board15& b, int action) {
        const auto from = static_cast<std::size_t>(target(b, action));
        const auto to = static_cast<std::size_t>(b.blank);
        const std::uint8_t tile = b.tiles[from];
        b.estimate += change(b, action);
        b.tiles[to] = tile;
        b.tiles[from] = 0;
        b.blank = static_cast<std::int32_t>(from);
    }
    static void undo(board15& b, int action) { apply(b, inverse(action)); }
    static int inverse(int action) { return 3 - action; }

    /// How an action changes the sum of the distances.
    static int change(const board15& b, int action) {
        const auto from = static_cast<std::size_t>(target(b, action));
        const auto& distance = tables.distance[b.tiles[from]];
        return distance[static_cast<std::size_t>(b.blank)] - distance[from];
    }

private:
    static int target(const board15& b, int action) {
        return tables.target[static_cast<std::size_t>(b.blank)][static_cast<std::size_t>(action)];
    }
};

/// The same board without its estimate, which is kept beside the path instead.
struct lean_board15 {
    std::array<std::uint8_t, 16> tiles{};
    std::int32_t blank = 0;

    explicit constexpr lean_board15(const board15& b) : tiles(b.tiles), blank(b.blank) {}
    friend bool operator==(const lean_board15&, const lean_board15&) = default;
};

struct lean_sliding15 {
    using node_type = lean_board15;

    static constexpr int action_count() { return 4; }
    static bool allows(const lean_board15& b, int action) { return target(b, action) >= 0; }
    static void apply(lean_board15& b, int action) {
        const auto from = static_cast<std::size_t>(target(b, action));
        b.tiles[static_cast<std::size_t>(b.blank)] = b.tiles[from];
        b.tiles[from] = 0;
        b.blank = static_cast<std::int32_t>(from);
    }
    static void undo(lean_board15& b, int action) { apply(b, inverse(action)); }
    static int inverse(int action) { return 3 - action; }

    static int target(const lean_board15& b, int action) {
        return tables.target[static_cast<std::size_t>(b.blank)][static_cast<std::size_t>(action)];
    }
};

/// The Manhattan distance that is brought up to date by the actions.
struct incremental_estimate {
    int operator()(const lean_board15& b) const {
        int sum = 0;
        for (std::size_t square = 0; square < 16; ++square)
            sum += tables.distance[b.tiles[square]][square];
        return sum;
    }
    [[nodiscard]] int parts(const lean_board15& b) const { return (*this)(b); }
    [[nodiscard]] int after(const lean_board15& b, int action, int before) const {
        const auto to =
            static_cast<std::size_t>(lean_sliding15::target(b, lean_sliding15::inverse(action)));
        const auto& distance = tables.distance[b.tiles[to]];
        return before + distance[to] - distance[static_cast<std::size_t>(b.blank)];
    }
    [[nodiscard]] int ahead(const lean_board15& b, int action, int before) const {
        const auto from = static_cast<std::size_t>(lean_sliding15::target(b, action));
        const auto& distance = tables.distance[b.tiles[from]];
        return before + distance[static_cast<std::size_t>(b.blank)] - distance[from];
    }
};

struct kept_estimate {
    std::int32_t operator()(const board15& b) const { return b.estimate; }
    std::int32_t operator()(const board15& b, int action) const {
        return b.estimate + sliding15::change(b, action);
    }
};

}  // namespace bench
