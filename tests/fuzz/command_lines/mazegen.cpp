// SPDX-License-Identifier: MIT
// The command line of mazegen.
#include "command_line.hpp"

#include "../../../examples/mazegen/main.cpp"

#undef main

int run(const arguments& told) {
    fuzz::check_limits(told.limits);
    MUST(told.rows >= 1 && told.cols >= 1);
    for (const double part : {told.braid, told.open, told.floor.digits, told.floor.treasure_share})
        MUST(part >= 0 && part <= 1);
    return fuzz::understood;
}

SENDA_FUZZ_TARGET(command_line)
