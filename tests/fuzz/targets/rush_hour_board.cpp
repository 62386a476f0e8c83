// SPDX-License-Identifier: MIT
// Rush Hour boards and share codes: what is accepted is written and read again, and can be solved.
#include "../target.hpp"

#include <rush_hour/format.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/share.hpp>
#include <rush_hour/sized_solve.hpp>

#include <string>
#include <string_view>

namespace fuzz {

namespace rush_hour_board_target {

using senda::rush_hour::board;
using senda::rush_hour::reading;

inline void check_rewritten(const board& b) {
    for (const std::string& text : {senda::rush_hour::to_text(b), senda::rush_hour::to_lines(b)}) {
        const auto again = senda::rush_hour::parse_text(text, reading::strict);
        MUST(again && *again == b);
    }
    const std::string code = senda::rush_hour::share_code(b);
    MUST(code.front() != '-' && senda::rush_hour::looks_like_share_code(code));
    const auto shared = senda::rush_hour::parse_share_code(code);
    MUST(shared && senda::rush_hour::share_code(*shared) == code);
    MUST(shared->occupied() == b.occupied() && shared->walls() == b.walls());
    MUST(shared->vehicles().size() == b.vehicles().size());
}

inline void check_solved(const board& b) {
    const senda::rush_hour::answer a =
        senda::rush_hour::solve_any(b, {.limits = {.expansions = 500}});
    if (a) MUST(a.cost && senda::rush_hour::replay(b, a.solution) && *a.cost >= a.lower_bound);
}

}  // namespace rush_hour_board_target

inline void rush_hour_board(std::string_view input) {
    using namespace rush_hour_board_target;
    const auto lenient = senda::rush_hour::parse_text(input);
    const auto strict = senda::rush_hour::parse_text(input, reading::strict);
    check_answer(lenient, input);
    check_answer(strict, input);
    check_strict(strict, lenient);
    const auto either = senda::rush_hour::parse(input);
    check_answer(either, input);
    const auto shared = senda::rush_hour::parse_share_code(input);
    // It is asked about one word, and counts from where that begins.
    if (input.find_first_of("\n\xEF") == input.npos) check_answer(shared, input);
    if (shared) MUST(senda::rush_hour::share_code(*shared) == input);
    if (lenient) MUST(either && *either == *lenient);
    if (!either) return;
    check_rewritten(*either);
    check_solved(*either);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(rush_hour_board)
