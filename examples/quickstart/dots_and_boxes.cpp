// SPDX-License-Identifier: MIT
// Dots and Boxes on 2 x 3 boxes, solved: who closes one has a point and draws another line.
#include <senda/games/alpha_beta.hpp>

#include <cstdint>
#include <iostream>
#include <optional>

struct dots_and_boxes {
    using move_type = int;  // a line: nine across, row by row, then eight down
    static constexpr std::uint32_t boxes[] = {0x609, 0xc12, 0x1824, 0x6048, 0xc090, 0x18120};
    std::uint32_t lines = 0;
    int ahead = 0, player = 0;  // the points of the player to move, less those of the other

    void for_each_move(auto&& f) const {
        for (int line = 0; line < 17; ++line)
            if ((lines >> line & 1U) == 0) f(line);
    }
    void score(int points) { points ? ahead += points : (player = 1 - player, ahead = -ahead); }
    int make(int line) {  // what it returns is handed to unmake
        int closed = 0;
        lines |= 1U << line;
        for (auto box : boxes) closed += (box >> line & 1U) && (lines & box) == box ? 1 : 0;
        return score(closed), closed;
    }
    void unmake(int line, int closed) { lines ^= 1U << line, score(-closed); }
    int player_to_move() const { return player; }
    std::optional<senda::games::margin> terminal() const {
        return lines == 0x1ffff ? std::optional(senda::games::margin{ahead}) : std::nullopt;
    }
    int evaluate() const { return ahead; }
    int running_score() const { return ahead; }   // points that are settled; how the rest goes
    std::uint64_t hash() const { return lines; }  // depends on the lines alone
};

int main() {
    const auto best = senda::games::alpha_beta(dots_and_boxes{}, {.first_depth = 17});
    std::cout << (best.is_proven ? "proven: " : "perhaps: ") << best.score << " points\n";
}
