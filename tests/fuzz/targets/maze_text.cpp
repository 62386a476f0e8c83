// SPDX-License-Identifier: MIT
// MAZE files: what is accepted is written and read again, and can be solved.
#include "../target.hpp"

#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/solve.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

namespace maze_text_target {

inline void check_rewritten(const senda::maze::board& b) {
    const std::string text = senda::maze::to_text(b);
    const senda::parsed<senda::maze::board> again = senda::maze::parse(text);
    MUST(again && *again == b);
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
    const senda::parsed<senda::maze::board> lenient = senda::maze::parse(input);
    const senda::parsed<senda::maze::board> strict = senda::maze::parse(input, reading::strict);
    for (const senda::parsed<senda::maze::board>* read : {&lenient, &strict}) {
        MUST(read->has_value() == read->errors().empty());
        MUST(read->errors().size() <= senda::maze::most_errors);
        check_diagnostics(read->errors(), input);
        check_diagnostics(read->warnings, input);
    }
    // What is wrong with a beginning stays wrong however it goes on.
    const std::string_view beginning = input.substr(0, input.size() / 2);
    const std::vector<senda::diagnostic> begun = senda::maze::errors_of_beginning(beginning);
    check_diagnostics(begun, beginning);
    MUST(begun.empty() || !lenient);
    MUST(strict.warnings.empty());
    MUST(strict.has_value() == (lenient && lenient.warnings.empty()));
    if (!lenient) return;
    MUST(!strict || *strict == *lenient);
    // Whoever reads the file in parts gets all of it.
    const std::string_view part = input.substr(0, input.size() / 2);
    if (strict && part.find('\n') != part.npos) {
        const auto most = senda::maze::most_bytes(part);
        MUST(most && *most >= input.size());
    }
    // A header can ask for a million cells, which take their time.
    if (lenient->bound() > 10'000) return;
    maze_text_target::check_rewritten(*lenient);
    maze_text_target::check_solved(*lenient);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(maze_text)
