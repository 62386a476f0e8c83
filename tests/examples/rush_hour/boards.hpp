// SPDX-License-Identifier: MIT
// Boards made for the tests by a seeded search, with what a search of all their positions found.
#pragma once

#include <cstdint>

namespace support {

/// A board and its figures. "Slides" count a vehicle's way in one direction as one, "steps" cells.
struct known_board {
    const char* text;
    int slides;  ///< the fewest to solve it; -1 if there is no solution
    int steps;
    std::uint32_t states;  ///< positions that can be reached, this one included
    std::uint32_t solved;  ///< those of them that are solved
    int deepest_slides;    ///< the most that the best solution of one of them needs
    int deepest_steps;
    std::uint64_t optimal;  ///< ways to solve it in the fewest slides
};

inline constexpr known_board known_boards[] = {
    {"ooBoooooBoCCAABoDoooxoDooEEoDoooooxo", -1, -1, 6, 0, -1, -1, 0},
    {"BoooxoBoooCoooAACoDEEExxDoooooDooooo", -1, -1, 7, 0, -1, -1, 0},
    {"oooooBoooooBAAoooBoooCoooooCoDoooCoD", -1, -1, 30, 0, -1, -1, 0},
    {"oooooooooooBoooAABoooxoBCCoooxoooooo", -1, -1, 32, 0, -1, -1, 0},
    {"BoxCooBooCooDAACoEDooFoEoGGFxooooFHH", -1, -1, 36, 0, -1, -1, 0},
    {"xooBoooooBooAAoBoooCoDDEoCxFFEoCoooE", -1, -1, 44, 0, -1, -1, 0},
    {"ooooBoooooBooAAoBoooooxxoCCooooooDDD", -1, -1, 60, 0, -1, -1, 0},
    {"BooCooBooCoDAAoCoDoEoFFGoEHHoGoEoooG", -1, -1, 96, 0, -1, -1, 0},
    {"ooBooooCBooDoCAAoDoCoooDoEEooooxooox", -1, -1, 228, 0, -1, -1, 0},
    {"ooooBoooxoBooAAoBoooCCoooooDxoEEoDoo", -1, -1, 397, 0, -1, -1, 0},
    {"ooooooBoCoooBoCoAADDEoooooEooooooooo", 0, 0, 328, 98, 2, 6, 1},
    {"oBoCxooBDCooooDCAAooooEooxooEoxoFFEo", 0, 0, 370, 84, 8, 14, 1},
    {"oBCooooBCooxoBCoAAoooooDooooEDooooEo", 0, 0, 375, 96, 4, 9, 1},
    {"BBBooooooooooAAoooooCoooooCoDDooCooo", 1, 3, 171, 49, 3, 8, 1},
    {"oBBooooCDooooCDAAoEEFFGoooooGoHHHoGx", 1, 1, 335, 26, 14, 29, 1},
    {"BBoooooCCCoDooEAADFFEoGGxoHoxxooHooo", 2, 2, 266, 24, 10, 18, 1},
    {"oBCooooBCoooDBAAEoDFFoEoDGGGEooooooo", 2, 3, 526, 42, 13, 29, 1},
    {"oooooBoooooBoAAooBooooCoooooCoooooDD", 3, 7, 325, 11, 4, 9, 4},
    {"oxBooCoDBoECoDAAEooDFFEGooHHoGIIoJJG", 3, 5, 389, 8, 19, 30, 1},
    {"ooBBBCoooooCooDAACooDoooEEDFFFoooooo", 4, 6, 115, 5, 8, 15, 1},
    {"oooBoxoooBooAACBooxoCoxDooCooDoooEED", 4, 11, 291, 49, 9, 20, 2},
    {"oooooBoooooBoAACoDoooCoDoooCEEoooooo", 5, 10, 202, 24, 6, 13, 16},
    {"xBCCDooBEoDoAAEoDoFFooGGoooooooHHHoo", 5, 11, 454, 22, 19, 41, 2},
    {"ooBooCooBxoCAABooCoooooooooooooooDDD", 6, 12, 111, 9, 8, 15, 9},
    {"ooBoooooBCCCoAAooDEEFFoDGGGHIIoooHoo", 6, 9, 188, 44, 19, 33, 6},
    {"oBBBoCooxDxCoAADoCEFFFGGEooxoooooooo", 7, 11, 177, 13, 8, 13, 30},
    {"oooooBooCCDBAAooDBooEoooooEFFFooEooo", 7, 13, 330, 6, 12, 25, 18},
    {"oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo", 8, 12, 338, 12, 22, 38, 9},
    {"oBBCoxooDCoEAADCoEFooooEFooGGGFooooo", 8, 16, 487, 166, 10, 23, 2},
    {"ooooBCooooBCoDAABCoDEooooDEFFFoooooo", 9, 20, 268, 12, 9, 23, 8},
    {"ooooxooooBoooAABCooDDDCooEFFFooEoooo", 9, 13, 536, 82, 9, 17, 384},
    {"oooooBCCCDDBAAEoooFFEoooGGGHoooooHoo", 10, 18, 383, 99, 18, 33, 12},
    {"ooooxooooooooAAoBooCCCBooDEFFFoDEooo", 10, 21, 451, 62, 10, 23, 144},
    {"oooxooBBCCDooEAADFoEoGDFoxoGooxooGHH", 11, 18, 245, 65, 11, 21, 52},
    {"oBBBCoooDoCoAADoooEoooooEFFGGGoooooo", 11, 20, 354, 48, 11, 23, 16},
    {"oxooBCooooBCoDAABCoDoEFFoDoEoooGGoHH", 12, 22, 334, 4, 16, 31, 40},
    {"oBBCooDDDCoEAAFooEGGFHHoIIIoJJoooooo", 12, 22, 739, 168, 20, 34, 30},
    {"xooxooBBCCDooEAADFoEGHDFoxGHooooGHII", 13, 23, 508, 211, 13, 26, 192},
    {"ooBoCCooBoooAABooDEEoFFDGGGoHDooooHo", 13, 24, 744, 18, 14, 26, 84},
    {"oooxooBBBooCAADoECoFDGEooFHGExoFHIIx", 14, 22, 247, 16, 16, 27, 50},
    {"ooBooCooBooCooBAACooDDDooooEFFoooEoo", 14, 35, 377, 36, 16, 39, 42},
    {"oxoBBBxoCCCDAAEoFDoGEHFooGIHFxoGIJJo", 15, 21, 301, 9, 18, 27, 60},
    {"oooBBBooCDooAACDooEECFFGHHHoIGooooIG", 15, 28, 470, 9, 19, 38, 54},
    {"oBCCxooBDoooAADoooooEEEooFFFGoooooGo", 16, 34, 519, 90, 17, 37, 512},
    {"oooBBBooCCDEAAFoDEGoFooEGHHIIIoooooo", 16, 26, 1209, 14, 22, 37, 32},
    {"oxoBoooooBCooDAACooDEECFoDGooFHHGIIF", 17, 27, 581, 8, 18, 37, 800},
    {"ooBCCoooBDDDAAEooFGGEoHFoIJJHKoIoooK", 17, 33, 1218, 78, 21, 44, 16},
    {"oxBBBCxDDDoCAAEFGooHEFGoIHJoGxIHJKKo", 18, 26, 676, 18, 19, 28, 7944},
    {"oooooooooBooAAoBoCDDEBoCoFEooCoFEGGo", 18, 50, 1419, 234, 20, 60, 3456},
    {"ooBoooooBCCCoAADoooEEDFFGGGHHIoooooI", 19, 33, 188, 44, 19, 33, 48},
    {"oxooooooooBCoDAABCoDEEBFoDGHHFIIGJJF", 19, 29, 389, 8, 19, 30, 4720},
    {"BoCCCDBoEooDAAEooDFFEGHHIIIGJoooooJo", 20, 32, 338, 12, 22, 38, 12},
    {"BoCCCDBoEooDAAEooDFFEGGoHHHIJooooIJo", 21, 34, 338, 12, 22, 38, 12},
    {"BoCCCoBoDooEAADooEFFDGGEHHHIJooooIJo", 22, 35, 338, 12, 22, 38, 12},
    {"xoBCDEFoBCDEFAACDGHHIooGxJIooooJKKKo", 23, 46, 942, 84, 27, 52, 4},
    {"oBBCDDEEoCFoGAAoFoGHHHFIGoJooIKKJLLI", 23, 35, 2073, 11, 46, 66, 144},
    {"oxBCCoooBxoDAABEoDFFFEoDGooHHoGIIoJJ", 24, 52, 1222, 80, 29, 62, 18},
    {"BBBCCDoooEoDAAFEGHIIFEGHJooKKHJooLLL", 24, 34, 1674, 172, 35, 52, 624},
    {"xoooBoooCoBDAACEBDFFGEoHxIGEoHoIoJJJ", 25, 49, 2379, 84, 28, 54, 3840},
    {"BBoCDDEFFCGoEoAAGHEIIIGHooJoKKLLJoMM", 25, 36, 2985, 44, 46, 65, 40896},
    {"BCCDDoBEEFGHBAAFGHIIIoGHooJoKKLLJMMo", 26, 37, 1977, 22, 47, 66, 11340},
    {"BBCCCDoEEEFDAAGoFHoxGIoHJoGIKKJLLxoo", 26, 38, 2476, 132, 26, 39, 64229760},
    {"oxBBCoDDooCoAAooCoEFGHHxEFGIJJEKKIoo", 27, 58, 3493, 143, 36, 70, 2304},
    {"BCCCooBooDEEAAoDFGHoIIFGHJKKFGHJLLMM", 27, 50, 6290, 74, 36, 61, 980},
    {"ooBoooooBxxCAABooCDEEEoCDFFGooHHoGII", 28, 59, 730, 40, 28, 61, 42},
    {"BoCDDDBoCEooFAAEGHFIJJGHFIKKGHoLLMMo", 28, 48, 2685, 61, 33, 53, 78336},
    {"oxBoooCCBoDoEAAoDoEFGGDxEFoHIIoJJHoo", 29, 63, 3634, 80, 31, 66, 1536},
    {"BCDDDEBCoFGEHAAFGEHoIIGoHoJKKoLLJooo", 29, 46, 7894, 577, 29, 50, 21888},
    {"BBBCDDooECFGAAECFGHHoooIJKKooIJoLLLI", 30, 43, 1674, 172, 35, 52, 3744},
    {"ooxBBoCCDDoEAAFooEGHFoIIGHJJKxoLLLKo", 30, 56, 3613, 5, 31, 58, 673512},
    {"oBBCCoDDooEFGAAoEFGHHHEFGoIJKKLLIJMM", 31, 45, 1977, 22, 47, 66, 643356},
    {"ooBCoxDDBCEoAAoFEoooGFHHIoGJJKIxoooK", 31, 61, 6408, 1301, 34, 67, 3870720},
    {"oxBCxoDDBCEooAAFEoooGFHHIoGJJKIooooK", 32, 62, 6196, 1345, 34, 66, 7741440},
    {"BBBCooDEoCFFDEAAGHIoJJGHIoKKGHILLoMM", 32, 57, 6290, 74, 36, 61, 7572896},
    {"BCDDDEBCoFGEHAAFGEHoIIGoHoJKKoLLJMMo", 33, 51, 2685, 61, 33, 53, 783360},
    {"ooBCxxDDBCEoFAAGEoFooGHHooIJJKooIooK", 33, 65, 5155, 1120, 34, 66, 3870720},
    {"BBBCDDooECoFAAECoFGoHHIJGoKKIJLLLooJ", 34, 47, 1674, 172, 35, 52, 168480},
    {"oxBCCoDDBoEoFAAoEoFGHHExFGoIJJoKKIoo", 34, 66, 3493, 143, 36, 70, 2304},
    {"BBCCDEFFooDEGAAoDEGoHIIIGoHJoooKKJLL", 35, 49, 2073, 11, 46, 66, 132132},
    {"oxBCCoDDBoEoFAAoEoFGHHExFGoIJJKKoIoo", 35, 67, 3493, 143, 36, 70, 2304},
    {"BBCCDEFFooDEGoAADEGoHIIIGoHJKKLLoJMM", 36, 51, 1977, 22, 47, 66, 3293136},
    {"oxBCCoDDBoEoFGAAEoFGHHExFooIJJKKoIoo", 36, 69, 3493, 143, 36, 70, 6912},
    {"BBCCDEFFooDEAAooDEGoHIIIGoHJooGKKJLL", 37, 51, 2073, 11, 46, 66, 207636},
    {"BBCCoDooEooDAAEoFDGHHHFoGooIFoGJJIKK", 38, 55, 1473, 36, 44, 65, 13152},
    {"BBCCDEFFGoDEAAGoDEHIIIooHooJooHKKJLL", 39, 55, 2073, 11, 46, 66, 207636},
    {"BBCCDoEEFoDoAAFoDGHIIIoGHooJoGHKKJLL", 40, 57, 2073, 11, 46, 66, 207636},
    {"BBCCooDDEoFoAAEoFGHIIIFGHooJoGHKKJLL", 41, 58, 2073, 11, 46, 66, 415272},
    {"BBooCCDDEoFoAAEoFGHIIIFGHooJoGHKKJLL", 42, 60, 2073, 11, 46, 66, 415272},
    {"BBCoDDEoCoFGEAAoFGEHHHFGoooIoooJJIKK", 43, 61, 1473, 36, 44, 65, 26304},
    {"BBCDDEFFCoGEHoAAGoHIIIGoHooJKKoLLJMM", 44, 63, 2985, 44, 46, 65, 39204},
    {"BBCDDEFFCooEGAAoHEGIIIHoGooJHoKKoJLL", 45, 62, 2073, 11, 46, 66, 207636},
    {"BBCoDDEECoFGHoAAFGHIIIFGHooJooKKoJLL", 46, 64, 2073, 11, 46, 66, 415272},
    {"BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM", 47, 64, 1977, 22, 47, 66, 4695768},
};

}  // namespace support
