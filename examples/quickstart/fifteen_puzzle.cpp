// SPDX-License-Identifier: MIT
// Any 15-puzzle to its fewest moves: three tables of five tiles each, whose sum is the estimate.
//   fifteen_puzzle 5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6
#include <senda/estimates/pattern_database.hpp>
#include <senda/search/ida_star.hpp>
#include <sliding_tiles/estimate.hpp>
#include <sliding_tiles/pattern.hpp>
#include <sliding_tiles/puzzle.hpp>

#include <iostream>
#include <string>

int main(int count, char** words) {
    using puzzle = senda::sliding_tiles::puzzle<4, 4>;
    using five = senda::sliding_tiles::pattern<4, 4, 5>;

    std::string text;  // row by row; 0 is the blank
    for (int i = 1; i < count; ++i) text += words[i] + std::string(" ");
    if (text.empty()) text = "5 12 10 7  15 11 14 0  8 2 1 13  3 4 9 6";
    const auto start = puzzle::parse(text);
    if (!start || !puzzle::is_solvable(*start)) {
        std::cout << "That is no puzzle which can be solved.\n";
        return 1;
    }

    // How often the tiles of each must move, wherever the others are, can be added.
    const senda::pattern_database corner(senda::four_bits, five({1, 4, 5, 8, 12}));
    const senda::pattern_database right(senda::four_bits, five({2, 3, 6, 7, 11}));
    const senda::pattern_database bottom(senda::four_bits, five({9, 10, 13, 14, 15}));
    const senda::sliding_tiles::estimate estimate(corner, right, bottom);

    const auto solved = senda::ida_star(puzzle{}, *start, puzzle::goal(), estimate);
    std::cout << solved.cost << " moves, tile by tile:";
    for (std::size_t i = 1; i < solved.path.size(); ++i)
        std::cout << ' ' << +solved.path[i].tile[solved.path[i - 1].cell[0]];
    const double made =
        corner.statistics().seconds + right.statistics().seconds + bottom.statistics().seconds;
    std::cout << "\nAt first the estimate was " << estimate(*start) << ". Looked at "
              << solved.statistics.generated << " positions in " << solved.statistics.seconds * 1000
              << " ms; the tables took " << made * 1000 << " ms.\n";
    return solved ? 0 : 1;
}
