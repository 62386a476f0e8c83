// SPDX-License-Identifier: MIT
// The command line of mazegen.
#include "command_line.hpp"

#include "../../../examples/mazegen/main.cpp"

#undef main

int run(const arguments& args, program::console&) {
    fuzz::check_limits(args.limits);
    MUST(args.rows >= 1 && args.cols >= 1);
    for (const double part : {args.braid, args.open, args.floor.digits.value_or(0)})
        MUST(part >= 0 && part <= 1);
    return fuzz::understood;
}

SENDA_FUZZ_TARGET(command_line)
