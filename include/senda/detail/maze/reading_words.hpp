// SPDX-License-Identifier: MIT
// What is said about a maze file or a route that is not as it should be.
#pragma once

#include <senda/text/counted.hpp>
#include <senda/text/diagnostic.hpp>

namespace senda::maze {

/// What is said of something that is not quite right: that it is repaired, or that it is refused.
struct repair {
    const char* lenient;  ///< what is done about it
    const char* strict;   ///< what was expected

    /// What is said if a file is read like that.
    [[nodiscard]] constexpr const char* in(reading how) const noexcept {
        return how == reading::lenient ? lenient : strict;
    }
};

/// What readers say, by default in English; `filled` replaces `%1`, `%2` and `%3`.
struct reading_words {
    noun cell = {"cell", "cells", "cells"};  ///< of a row
    noun row = {"row", "rows", "rows"};      ///< of a maze

    const char* empty = "the text is empty: expected a maze";  ///< nothing but blanks
    /// What was expected; then the form of the first line.
    const char* header = "%1 (the first line is 'N=rows, M=columns, P=life')";
    const char* comma = "expected a comma and '%1='";                      ///< letter
    const char* letter = "expected '%1='";                                 ///< letter
    const char* equals = "expected '=' after %1";                          ///< letter
    const char* number = "expected a whole number for %1";                 ///< letter
    const char* nothing_more = "expected nothing after the life";          ///< after the header
    const char* range = "%1 is %2: expected a whole number from 1 to %3";  ///< letter, value, most
    /// N, M.
    const char* too_many_cells =
        "N is %1: with M=%2 the maze has more cells than the 4 billion that can be numbered";
    const char* small = "%1 is %2: the rules ask for at least 10";  ///< letter, value

    /// A letter in lower case.
    repair lower_case = {"a letter in lower case is read as upper case",
                         "a letter in lower case: expected upper case"};
    /// A byte order mark.
    repair bom = {"the text begins with a byte order mark, which is skipped",
                  "the text begins with a byte order mark: expected none"};
    /// A line of nothing else.
    repair blank_lines = {"blank lines are skipped", "a blank line: expected none"};
    /// CRLF in place of LF.
    repair carriage_return = {"a carriage return at the end of a line is ignored",
                              "a carriage return at the end of a line: expected none"};
    /// Blanks after a row.
    repair trailing_blanks = {"blanks at the end of a line are ignored",
                              "blanks at the end of a line: expected none"};
    /// Cells there, cells expected.
    repair short_row = {"this row has %1 instead of %2: it is filled up with walls",
                        "this row has %1: expected %2"};

    const char* ends_early = "the maze ends after %1: expected %2";  ///< rows, rows expected
    const char* goes_on = "the maze goes on after %1, which are all that N promises";  ///< rows
    const char* no_start = "there is no start: expected one 'S'";                      ///< missing
    const char* no_end = "there is no end: expected one 'E'";                          ///< missing
    /// Line and column of the first.
    const char* second_start = "a second start 'S': the first is in line %1, column %2";
    const char* second_end = "a second end 'E': the first is in line %1, column %2";  ///< the same
    /// Rows, columns.
    const char* too_large =
        "a maze of %1 x %2 cells is too large for memory, or for so short a text";
    const char* long_row = "this row has %1: expected %2";  ///< cells there, cells expected
    const char* longer_row = "this row has more than %1";   ///< cells expected
    const char* bad_cell = "unknown cell %1: expected S, E, #, T or a digit";  ///< what is there

    /// What was expected; then the form of a route.
    const char* route = "%1 (a route is '(x,y) (x,y) ...')";
    const char* sign = "expected '%1'";                               ///< character
    const char* coordinate = "expected a number from 0 up";           ///< in a route
    const char* large_number = "the number %1 is too large";          ///< digits
    const char* bad_move = "unknown move %1: expected U, D, L or R";  ///< what is there
};

}  // namespace senda::maze
