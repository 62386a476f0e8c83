#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes examples/rush_hour/generator/hard_boards.hpp, the table that hard boards grow from.

usage: scripts/hard_boards.py FILE... > examples/rush_hour/generator/hard_boards.hpp

A FILE is what `rush_hour generate --hardest` printed (MOVES CODE BOARD a line), the checkpoint of a
`rush_hour census`, or a table that this program made before.
"""
import re
import sys

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
# Boards that need at least so many moves are hard; with many walls, the hardest that there are.
HARD = 34
NEAR_THE_HARDEST = 8
MOST = {0: 12}  # codes of each number of moves, by the walls
MOST_WITH_WALLS = 8

HEAD = """// SPDX-License-Identifier: MIT
// Hard boards to grow others from, as share codes: found by `rush_hour generate --hardest` and
// `rush_hour census`, and made into this table by scripts/hard_boards.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace senda::rush_hour::detail {

/// Boards of different components that need so many slides, and no position of these more.
struct hard_boards {
    std::uint8_t walls;
    std::uint8_t moves;
    std::string_view codes;  // with blanks between them
};

/// By their walls, and then by their moves.
// clang-format off
inline constexpr std::array<hard_boards, %d> known_hard_boards{{"""

TAIL = """}};
// clang-format on

/// Those with so many walls, the easiest first.
[[nodiscard]] constexpr std::span<const hard_boards> hard_boards_with(
    std::uint32_t walls) noexcept {
    std::size_t first = 0;
    while (first < known_hard_boards.size() && known_hard_boards[first].walls != walls) ++first;
    std::size_t end = first;
    while (end < known_hard_boards.size() && known_hard_boards[end].walls == walls) ++end;
    return std::span{known_hard_boards}.subspan(first, end - first);
}

}  // namespace senda::rush_hour::detail"""


def walls_of(code):
    return sum(bin(ALPHABET.index(c)).count("1") for c in code[10:])


def read(name, boards):
    """Adds the codes of a file to boards[walls, moves]."""
    with open(name, encoding="ascii") as file:
        text = file.read()
    for moves, codes in re.findall(r"\{\d+, (\d+),((?:\s*\"[^\"]*\")+)\}", text):
        for code in " ".join(re.findall(r"\"([^\"]*)\"", codes)).split():
            boards.setdefault((walls_of(code), int(moves)), {})[code] = True
    for line in text.splitlines():
        fields = line.split()
        if len(fields) > 3 and fields[0] == "moves":
            codes, moves = fields[4:], fields[1]
        elif len(fields) == 3 and fields[0].isdigit() and len(fields[2]) == 36:
            codes, moves = fields[1:2], fields[0]
        else:
            continue
        for code in codes:
            boards.setdefault((walls_of(code), int(moves)), {})[code] = True


def rows_of(boards):
    for walls in sorted({walls for walls, _ in boards}):
        hardest = max(moves for w, moves in boards if w == walls)
        for moves in sorted(m for w, m in boards if w == walls):
            if moves < min(HARD, hardest - NEAR_THE_HARDEST):
                continue
            codes = list(boards[walls, moves])
            most = MOST.get(walls, MOST_WITH_WALLS)
            if len(codes) > most:  # those found one after the other are much alike
                codes = [codes[i * len(codes) // most] for i in range(most)]
            yield walls, moves, codes


def main():
    boards = {}
    for name in sys.argv[1:]:
        read(name, boards)
    rows = list(rows_of(boards))
    print(HEAD % len(rows))
    for walls, moves, codes in rows:
        lines = [""]
        for code in codes:
            if len(lines[-1]) + len(code) > 84:
                lines.append("")
            lines[-1] += code + " "
        lines[-1] = lines[-1].rstrip()
        print("    {%d, %d," % (walls, moves))
        print("\n".join('     "%s"' % line for line in lines) + "},")
    print(TAIL)


if __name__ == "__main__":
    main()
