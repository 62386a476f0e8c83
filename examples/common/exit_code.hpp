// SPDX-License-Identifier: MIT
// What a program says to the shell when it ends.
#pragma once

#include <utility>

namespace program {

/// The same in all programs.
enum exit_code : int {
    answered = 0,       ///< solved, valid, written
    no_solution = 1,    ///< it is proven that there is none, or what was to be checked fails
    wrong_usage = 2,    ///< an option, or a file to write that cannot be written
    bad_input = 3,      ///< a file that cannot be read, or not understood
    limit_reached = 4,  ///< a limit stopped the search before an answer
    interrupted = 130   ///< Ctrl-C
};

/// What each means, for people.
inline constexpr std::pair<exit_code, const char*> exit_codes[] = {
    {answered, "Answered: solved, valid, written."},
    {no_solution, "Proven that there is no solution, or what was to be checked fails."},
    {wrong_usage, "Wrong usage, or a file that cannot be written."},
    {bad_input, "Bad input: a file that cannot be read, or not understood."},
    {limit_reached, "A limit stopped the search before an answer."},
    {interrupted, "Interrupted."},
};

}  // namespace program
