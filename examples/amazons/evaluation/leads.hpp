// SPDX-License-Identifier: MIT
// Who comes first, and by how much: what the evaluation asks of the distances, and no more.
#pragma once

#include <amazons/cell.hpp>
#include <amazons/evaluation/wavefront.hpp>

namespace senda::amazons::detail {

/// The free cells by the steps of a king by which a player is ahead.
struct king_leads {
    set_pair reached;            ///< cells that a player can come to
    set_pair ones, twos, fours;  ///< the digits of the lead, up to 7; all for who comes alone

    [[nodiscard]] set_pair ahead() const noexcept { return ones | twos | fours; }
};

/// Breadth-first search of both players at once.
[[nodiscard]] inline king_leads king_leads_of(set_pair amazons, cell_set empty) noexcept {
    king_leads found;
    const king_step step{empty};
    set_pair seen = amazons;
    for (;;) {
        const set_pair wider = step(seen);
        if ((wider & ~seen).empty()) break;
        seen = wider;
        // A cell is here once for each step by which a player is ahead: count it, up to 7.
        const set_pair full = found.ones & found.twos & found.fours;
        const set_pair ahead = seen & ~(seen.swapped() | amazons | full);
        const set_pair carry = found.ones & ahead;
        found.fours |= found.twos & carry;
        found.twos = found.twos ^ carry;
        found.ones = found.ones ^ ahead;
    }
    found.reached = seen & ~amazons;
    const set_pair alone = found.reached & ~found.reached.swapped();
    found.ones |= alone;
    found.twos |= alone;
    found.fours |= alone;
    return found;
}

/// The free cells by the moves of a queen by which a player is ahead. Who needs more than three is
/// counted as if it were four: it is seldom, and little hangs on it.
struct queen_leads {
    set_pair in_one, in_two;   ///< cells that a player reaches in so many moves
    set_pair one, two, three;  ///< cells where a player is so many moves ahead, or alone
    set_pair alone;            ///< cells that the other does not reach
};

/// `in_one` and `reached`: the cells that the players reach with one move, and at all.
[[nodiscard]] inline queen_leads queen_leads_of(set_pair in_one, set_pair reached,
                                                cell_set empty) noexcept {
    set_pair in_two = in_one;
    set_pair in_three = in_one;
    if (!(reached & ~in_one).empty()) {
        const queen_step step{empty};
        in_two = step(in_one);
        in_three = (reached & ~in_two).empty() ? in_two : step(in_two);
    }
    const set_pair not_in_two = ~in_two.swapped();
    const set_pair not_in_three = ~in_three.swapped();
    const set_pair never = ~reached.swapped();
    const set_pair alone = reached & never;
    return {.in_one = in_one,
            .in_two = in_two,
            .one = (in_one & ~in_one.swapped()) | (in_two & not_in_two) |
                   (in_three & not_in_three) | alone,
            .two = (in_one & not_in_two) | (in_two & not_in_three) | (in_three & never) | alone,
            .three = (in_one & not_in_three) | (in_two & never) | alone,
            .alone = alone};
}

}  // namespace senda::amazons::detail
