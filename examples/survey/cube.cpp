// SPDX-License-Identifier: MIT
// survey cube: the cube of 2x2x2.
#include "commands.hpp"
#include "count.hpp"
#include "report.hpp"

#include <cstddef>
#include <string>

namespace {

/// Which corner is in each place, and how it is twisted: `3+ 0 1- ...`.
template <class State>
std::string cube_text(const State& state) {
    std::string text;
    for (std::size_t place = 0; place < state.corner.size(); ++place) {
        if (place > 0) text += ' ';
        text += std::to_string(state.corner[place] + 1);
        if (state.twist[place] != 0) text += state.twist[place] == 1 ? '+' : '-';
    }
    return text;
}

template <puzzles::turns Turns>
int survey_turns(const cube_arguments& args, const char* name, program::console& out) {
    using puzzle = puzzles::small_cube<Turns>;
    return report(count_numbered(name, puzzle{}, puzzle::solved(), args,
                                 cube_text<typename puzzle::node_type>),
                  args, out);
}

}  // namespace

int survey_cube(const cube_arguments& args, program::console& out) {
    using puzzles::turns;
    return args.turns == turns::half
               ? survey_turns<turns::half>(args, "cube, half turns count one", out)
               : survey_turns<turns::quarter>(args, "cube, quarter turns count one", out);
}
