// SPDX-License-Identifier: MIT
#include <rush_hour/format.hpp>
#include <rush_hour/solve.hpp>

int main() {
    const auto board = senda::rush_hour::parse_text(
        ".BBB.C\n"
        "D..EFC\n"
        "DAAEFC\n"
        "GGHII.\n"
        "..HJJJ\n"
        "..H...\n");
    return board && senda::rush_hour::solve(*board).cost == 8 ? 0 : 1;
}
