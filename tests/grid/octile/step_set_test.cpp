// SPDX-License-Identifier: MIT
#include <senda/detail/grid/octile/step_set.hpp>

#include <senda/graph/grid.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <optional>

#include "octile_reference.hpp"

namespace step_set_test {

using namespace octile_reference;
using senda::detail::eight_steps;
using senda::detail::step_set;

constexpr cell middle{1, 1};

cell around(std::size_t step) { return {1 + eight_steps[step].x, 1 + eight_steps[step].y}; }

/// Three by three cells, the middle one open.
template <grid_moves Moves>
senda::basic_grid<Moves> window(unsigned open) {
    return senda::basic_grid<Moves>(3, 3, [&](cell c) {
        for (std::size_t step = 0; step < 8; ++step)
            if (c == around(step)) return (open >> step & 1) != 0;
        return true;
    });
}

template <grid_moves Moves>
void compare_with_windows() {
    std::size_t left_out = 0;
    std::size_t kept = 0;
    for (unsigned open = 0; open < 256; ++open) {
        CAPTURE(open);
        const auto g = window<Moves>(open);
        for (unsigned entered = 0; entered < 8; ++entered) {
            CAPTURE(entered);
            const cell before{1 - eight_steps[entered].x, 1 - eight_steps[entered].y};
            const std::optional<length> in =
                step(g, before, eight_steps[entered].x, eight_steps[entered].y);
            if (!in) continue;
            const auto ways = lengths_from(g, before);
            const unsigned on =
                senda::detail::canonical_steps<Moves>(static_cast<step_set>(open), entered);
            CHECK(senda::detail::canonical_table<Moves>[entered][open] == on);
            for (std::size_t s = 0; s < 8; ++s) {
                CAPTURE(s);
                const std::optional<length> out =
                    step(g, middle, eight_steps[s].x, eight_steps[s].y);
                const bool is_on = (on >> s & 1) != 0;
                if (!out) {
                    CHECK(!is_on);
                    continue;
                }
                const cell end = around(s);
                const length by{in->straight + out->straight, in->diagonal + out->diagonal};
                const length best = *ways[static_cast<std::size_t>(end.y * 3 + end.x)];
                // The same two steps, but the diagonal one first.
                const cell between{before.x + eight_steps[s].x, before.y + eight_steps[s].y};
                const bool has_other_order =
                    entered < 4 && s >= 4 && step(g, before, eight_steps[s].x, eight_steps[s].y) &&
                    step(g, between, eight_steps[entered].x, eight_steps[entered].y);
                CHECK(is_on == !(best < by || has_other_order));
                ++(is_on ? kept : left_out);
            }
        }
        CHECK(senda::detail::canonical_table<Moves>[8][open] ==
              senda::detail::steps_out<Moves>(static_cast<step_set>(open)));
    }
    CHECK(kept > 500);
    CHECK(left_out > 1000);
}

TEST_CASE("a step is left out if another way is shorter, or as short with the diagonal first") {
    SUBCASE("beside walls") { compare_with_windows<grid_moves::octile>(); }
    SUBCASE("cutting corners") { compare_with_windows<grid_moves::octile_cutting>(); }
}

}  // namespace step_set_test
