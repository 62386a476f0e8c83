// SPDX-License-Identifier: MIT
// Distances of patterns of sliding tiles by a plain search of every placement and every blank.
#pragma once

#include <senda/storage/random.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace sliding_tests {

namespace sliding = senda::sliding_tiles;

/// A table as `pattern::fill` takes it, of eight bits an entry unless `Most` is 15.
template <unsigned Most>
struct plain_table {
    static constexpr unsigned most = Most;
    std::vector<unsigned char> bytes;

    explicit plain_table(std::uint64_t count)
        : bytes(static_cast<std::size_t>(Most == 15 ? (count + 1) / 2 : count)) {}
    [[nodiscard]] unsigned char* data() const { return const_cast<unsigned char*>(bytes.data()); }
    [[nodiscard]] unsigned operator[](std::uint64_t i) const {
        if (Most != 15) return bytes[static_cast<std::size_t>(i)];
        return static_cast<unsigned>(bytes[static_cast<std::size_t>(i / 2)] >> (4 * (i % 2))) & 15;
    }
};

/// The fewest moves of the tiles of a pattern, from each placement of theirs, of all places of the
/// blank: 0 for a move of another tile, 1 for one of the pattern. Placements are numbers whose
/// digits are the cells, the first tile's most significant; -1 is not reached.
template <std::size_t Columns, std::size_t Rows, std::size_t K>
std::vector<int> plain_distances(const std::array<std::uint8_t, K>& tiles) {
    constexpr std::size_t cells = Columns * Rows;
    struct state {
        std::array<std::size_t, K> at;
        std::size_t blank;
    };
    const auto number = [](const std::array<std::size_t, K>& at) {
        std::size_t n = 0;
        for (const std::size_t cell : at) n = n * cells + cell;
        return n;
    };
    state goal{};
    std::size_t count = 1;
    for (std::size_t i = 0; i < K; ++i) {
        goal.at[i] = tiles[i];
        count *= cells;
    }
    std::vector<int> with_blank(count * cells, -1);
    std::vector<int> best(count, -1);
    std::deque<state> open{goal};
    with_blank[number(goal.at) * cells] = 0;
    std::vector<bool> done(count * cells);
    while (!open.empty()) {
        const state s = open.front();
        open.pop_front();
        const std::size_t here = number(s.at) * cells + s.blank;
        if (done[here]) continue;
        done[here] = true;
        const int distance = with_blank[here];
        int& least = best[number(s.at)];
        if (least < 0 || distance < least) least = distance;
        for (std::size_t to = 0; to < cells; ++to) {
            if (sliding::puzzle<Columns, Rows>::apart(s.blank, to) != 1) continue;
            state next = s;
            int cost = 0;
            for (std::size_t& cell : next.at) {
                if (cell != to) continue;
                cell = s.blank;
                cost = 1;
            }
            next.blank = to;
            int& known = with_blank[number(next.at) * cells + to];
            if (known >= 0 && known <= distance + cost) continue;
            known = distance + cost;
            cost == 0 ? open.push_front(next) : open.push_back(next);
        }
    }
    return best;
}

/// Different tiles of a board, in any order.
template <std::size_t Cells, std::size_t K>
std::array<std::uint8_t, K> random_tiles(senda::random_source& r) {
    std::array<std::uint8_t, Cells - 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i + 1);
    for (std::size_t i = all.size(); i > 1; --i) std::swap(all[i - 1], all[r.below(i)]);
    std::array<std::uint8_t, K> tiles{};
    for (std::size_t i = 0; i < K; ++i) tiles[i] = all[i];
    return tiles;
}

}  // namespace sliding_tests
