// SPDX-License-Identifier: MIT
// Dots and Boxes on 3 x 3 boxes, solved: who closes one has a point and draws another line.
#include <senda/games/alpha_beta.hpp>

#include <bit>
#include <cstdint>
#include <iostream>
#include <optional>

struct dots_and_boxes {
    using move_type = int;  // a line: twelve inside, one at each edge, two at each corner
    static constexpr std::uint32_t boxes[] = {0x30041, 0x10c2,   0xc0084, 0x4109,  0x312,
                                              0x8224,  0x300408, 0x2c10,  0xc00820};
    std::uint32_t lines = 0;
    int ahead = 0, player = 0;  // the points of the player to move, less those of the other

    void for_each_move(auto&& f) const {
        for (int line = 0; line < 24; ++line)  // of two at a corner, which are alike, the first
            if (((lines | (~lines << 1 & 0xaa0000)) >> line & 1U) == 0) f(line);
    }
    // The sum of a number for each box beside a line, by how many sides it has.
    int sum_at(int line, const int (&of_sides)[4]) const {
        int sum = 0;
        for (auto box : boxes)
            if (box >> line & 1U) sum += of_sides[std::popcount(lines & box)];
        return sum;
    }
    void score(int points) { points ? ahead += points : (player = 1 - player, ahead = -ahead); }
    int make(int line) {  // what it returns is handed to unmake
        const int closed = sum_at(line, {0, 0, 0, 1});
        return lines |= 1U << line, score(closed), closed;
    }
    void unmake(int line, int closed) { lines ^= 1U << line, score(-closed); }
    int prior(int line) const { return sum_at(line, {0, 1, -1, 8}); }
    int player_to_move() const { return player; }
    std::optional<senda::games::margin> terminal() const {
        return lines == 0xffffff ? std::optional(senda::games::margin{ahead}) : std::nullopt;
    }
    int evaluate() const { return ahead; }
    int running_score() const { return ahead; }   // points that are settled; how the rest goes
    std::uint64_t hash() const { return lines; }  // depends on the lines alone
};

int main() {
    const auto best = senda::games::alpha_beta(dots_and_boxes{}, {.first_depth = 24});
    std::cout << (best.is_proven ? "proven: " : "perhaps: ") << best.score << " points\n";
}
