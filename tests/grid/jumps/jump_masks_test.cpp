// SPDX-License-Identifier: MIT
#include <senda/detail/grid/jumps/jump_point_scan.hpp>

#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>

#include <doctest/doctest.h>

#include "support/random_graphs.hpp"
#include "support/rounds.hpp"

namespace jump_masks_test {

using senda::cell;
using senda::grid_moves;
using senda::detail::direction;
using senda::detail::direction_set;
using senda::detail::jump_masks;
using support::split_mix64;

constexpr direction straight[] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
constexpr direction diagonal[] = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};

/// Walks along a line until a wall, or a cell that has a forced neighbour beside the line.
template <grid_moves Moves>
bool leads_straight(const senda::basic_grid<Moves>& g, cell at, direction h) {
    for (;;) {
        at = {at.x + h.x, at.y + h.y};
        if (!g.open(at)) return false;
        for (const int side : {-1, 1}) {
            const int x = h.y * side;
            const int y = h.x * side;
            const bool beside = g.open({at.x + x, at.y + y});
            const bool ahead = g.open({at.x + x + h.x, at.y + y + h.y});
            const bool behind = g.open({at.x + x - h.x, at.y + y - h.y});
            if (Moves == grid_moves::octile_cutting ? !beside && ahead : beside && !behind)
                return true;
        }
    }
}

template <grid_moves Moves>
bool leads_diagonally(const senda::basic_grid<Moves>& g, cell at, direction h) {
    const auto open = [&](int x, int y) { return g.open({at.x + x, at.y + y}); };
    if (!open(h.x, h.y)) return false;
    if (Moves != grid_moves::octile_cutting) return open(h.x, 0) && open(0, h.y);
    return !(!open(-h.x, 0) && open(-h.x, h.y)) && !(!open(0, -h.y) && open(h.x, -h.y));
}

template <grid_moves Moves>
void check_leads(const senda::basic_grid<Moves>& g, const jump_masks<Moves>& leads) {
    for (int y = 0; y < g.height(); ++y) {
        for (int x = 0; x < g.width(); ++x) {
            if (!g.open({x, y})) continue;
            CAPTURE(x);
            CAPTURE(y);
            unsigned expected = 0;
            for (const direction h : straight)
                if (leads_straight(g, {x, y}, h)) expected |= h.bit();
            for (const direction h : diagonal)
                if (leads_diagonally(g, {x, y}, h)) expected |= h.bit();
            const unsigned margin = jump_masks<Moves>::margin;
            REQUIRE(*leads.leads({static_cast<unsigned>(x) + margin,
                                  static_cast<unsigned>(y) + margin}) == expected);
        }
    }
}

template <grid_moves Moves>
void check_changes() {
    for (int seed = 1; seed <= support::rounds(120); ++seed) {
        CAPTURE(seed);
        split_mix64 random(static_cast<std::uint64_t>(seed));
        senda::basic_grid<Moves> g(random.between(1, seed % 4 == 0 ? 150 : 20),
                                   random.between(1, 20));
        const int percent = random.between(0, 40);
        const auto any = [&] {
            return cell{random.between(0, g.width() - 1), random.between(0, g.height() - 1)};
        };
        for (int i = 0; i < g.width() * g.height() * percent / 100; ++i) g.close(any());
        senda::memory_budget budget;
        jump_masks<Moves> leads(g, budget);
        check_leads(g, leads);
        for (int i = 0; i < 10; ++i) {
            const cell c = any();
            g.open(c) ? g.close(c) : g.set(c);
            leads.set(c, g.open(c));
            check_leads(g, leads);
        }
    }
}

TEST_CASE("leads are where a walk along the line finds a turn, also after changes") {
    check_changes<grid_moves::octile>();
}
TEST_CASE("leads are where a walk along the line finds a turn, cutting corners") {
    check_changes<grid_moves::octile_cutting>();
}

}  // namespace jump_masks_test
