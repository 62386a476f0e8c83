// SPDX-License-Identifier: MIT
// One of the two hardest 8-puzzles, solved by IDA*: it remembers nothing but the path it is on.
#include <senda/search/ida_star.hpp>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

// Steps between two squares of a board of 3 by 3.
int apart(std::size_t a, std::size_t b) {
    return std::abs(int(a / 3) - int(b / 3)) + std::abs(int(a % 3) - int(b % 3));
}

int main() {
    using board = std::string;  // row by row
    const board start = "8672543_1", goal = "12345678_";

    auto slides = [](const board& now) {
        std::vector<senda::edge<board, int, char>> moves;  // the action is the tile that moves
        const auto gap = now.find('_');
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (apart(i, gap) != 1) continue;
            moves.push_back({now, 1, now[i]});
            std::swap(moves.back().to[i], moves.back().to[gap]);
        }
        return moves;
    };
    auto steps_left = [&](const board& now) {
        int steps = 0;
        for (std::size_t i = 0; i < now.size(); ++i)
            if (now[i] != '_') steps += apart(i, goal.find(now[i]));
        return steps;
    };
    const auto solved = senda::ida_star(slides, start, goal, steps_left);
    std::cout << solved.cost << " moves:";
    for (char tile : solved.actions) std::cout << ' ' << tile;
    std::cout << "\nIt took " << solved.statistics.bytes / 1024 << " KiB of memory.\n";
}
