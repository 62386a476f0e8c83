// SPDX-License-Identifier: MIT
// MAZE files: what is accepted is written and read again, and can be solved.
#include "../target.hpp"

#include <maze/solve.hpp>
#include <senda/maze/format.hpp>
#include <senda/maze/rules.hpp>

#include <string>
#include <string_view>

namespace fuzz {

namespace maze_text_target {

inline void check_rewritten(const senda::maze::board& b) {
    const std::string text = senda::maze::to_text(b);
    const senda::maze::parsed again = senda::maze::parse(text);
    MUST(again && *again.board == b);
    for (const senda::diagnostic& d : again.warnings)
        MUST(d.code == "small_dimensions" || d.code == "small_life");
}

inline void check_solved(const senda::maze::board& b) {
    const senda::maze::answer a =
        senda::maze::solve(b, {.count = true, .routes = 2, .limits = {.expansions = 300}});
    MUST(a.statistics.expanded <= 300);
    for (const auto& route : {a.feasible, a.optimal}) {
        if (!route) continue;
        const senda::maze::replayed told = senda::maze::replay(b, route->cells);
        MUST(told && told.life.back() == route->life && route->steps() >= a.lower_bound);
    }
    MUST(a.outcome != senda::maze::outcome::solved || a.optimal);
    MUST(a.outcome != senda::maze::outcome::no_route || !a.feasible);
}

}  // namespace maze_text_target

inline void maze_text(std::string_view input) {
    using senda::maze::reading;
    const senda::maze::parsed lenient = senda::maze::parse(input);
    const senda::maze::parsed strict = senda::maze::parse(input, reading::strict);
    for (const senda::maze::parsed* read : {&lenient, &strict}) {
        MUST(read->board.has_value() == read->errors.empty());
        MUST(read->errors.size() <= senda::maze::most_errors);
        check_diagnostics(read->errors, input);
        check_diagnostics(read->warnings, input);
    }
    // What is wrong with a beginning stays wrong however it goes on.
    const std::string_view beginning = input.substr(0, input.size() / 2);
    const senda::maze::parsed begun = senda::maze::parse_beginning(beginning);
    check_diagnostics(begun.errors, beginning);
    MUST(!begun.board && begun.warnings.empty() && (begun.errors.empty() || !lenient));
    MUST(strict.warnings.empty());
    MUST(strict.board.has_value() == (lenient && lenient.warnings.empty()));
    if (!lenient) return;
    MUST(!strict || *strict.board == *lenient.board);
    // Whoever reads the file in parts gets all of it.
    const std::string_view part = input.substr(0, input.size() / 2);
    if (strict && part.find('\n') != part.npos) {
        const auto most = senda::maze::most_bytes(part);
        MUST(most && *most >= input.size());
    }
    // A header can ask for a million cells, which take their time.
    if (lenient.board->bound() > 10'000) return;
    maze_text_target::check_rewritten(*lenient.board);
    maze_text_target::check_solved(*lenient.board);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(maze_text)
