// SPDX-License-Identifier: MIT
// Pac-Man maps as text and as JSON: what is accepted is written both ways and read again, and can
// be solved.
#include "../target.hpp"

#include <pacman/answer.hpp>
#include <pacman/json_format.hpp>
#include <pacman/rules.hpp>
#include <pacman/solve.hpp>

#include <string>
#include <string_view>

namespace fuzz {

namespace pacman_map_target {

using senda::pacman::board;
using senda::pacman::goal_kind;
using senda::pacman::reading;

// What is wrong with the cells may still be warned of: values above 9 are kept as they are.
inline void check_rewritten(const board& b) {
    for (const auto& again : {senda::pacman::parse_text(senda::pacman::to_text(b)),
                              senda::pacman::parse_json(senda::pacman::to_json(b))}) {
        MUST(again && *again == b);
        for (const senda::diagnostic& d : again.warnings)
            MUST(d.code == "token" || d.code == "energy" || d.code == "same");
    }
}

inline void check_solved(const board& b) {
    for (const goal_kind goal : {goal_kind::shortest, goal_kind::richest}) {
        const senda::pacman::answer a =
            senda::pacman::solve(b, goal, {.limits = {.expansions = 200}});
        MUST(a.outcome != senda::pacman::outcome::solved || (a.best && a.optimal));
        MUST(a.outcome != senda::pacman::outcome::no_route || !a.best);
        if (!a.best) continue;
        const senda::pacman::replayed told = senda::pacman::replay(b, a.best->moves);
        MUST(told && told.energies.back() == a.best->left);
        MUST(a.best->moves.size() >= a.lower_bound);
        MUST(!a.upper_bound || a.best->left <= *a.upper_bound);
    }
}

}  // namespace pacman_map_target

inline void pacman_map(std::string_view input) {
    using namespace pacman_map_target;
    const auto lenient = senda::pacman::parse(input);
    const auto strict = senda::pacman::parse(input, reading::strict);
    check_answer(lenient, input);
    check_answer(strict, input);
    check_strict(strict, lenient);
    // Nothing is both, and neither reader falls over what is meant for the other.
    check_answer(senda::pacman::parse_json(input), input);
    check_answer(senda::pacman::parse_text(input), input);
    if (!lenient) return;
    check_rewritten(*lenient);
    check_solved(*lenient);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(pacman_map)
