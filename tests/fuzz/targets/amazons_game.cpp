// SPDX-License-Identifier: MIT
// Saved games of the Amazons: what is accepted is written and read again, and its plays can be
// made.
#include "../target.hpp"

#include <amazons/format.hpp>
#include <amazons/play.hpp>

#include <optional>
#include <string_view>

namespace fuzz {

namespace amazons_game_target {

template <class Board>
void check_game(std::string_view input) {
    using senda::amazons::reading;
    const auto lenient = senda::amazons::parse_board<Board>(input);
    const auto strict = senda::amazons::parse_board<Board>(input, reading::strict);
    for (const auto* read : {&lenient, &strict}) {
        MUST(read->has_value() == read->errors().empty());
        MUST(read->errors().size() <= senda::amazons::most_errors + 1);
        check_diagnostics(read->errors(), input);
        check_diagnostics(read->warnings, input);
    }
    MUST(strict.has_value() == (lenient && lenient.warnings.empty()));
    if (!lenient) return;
    const Board& b = *lenient;
    const auto again =
        senda::amazons::parse_board<Board>(senda::amazons::to_text(b), reading::strict);
    MUST(again && *again == b && again->hash() == b.hash());

    int plays = 0;
    std::optional<senda::amazons::play> first;
    b.for_each_play([&](const senda::amazons::play& p) {
        MUST(b.is_legal(p));
        if (!first) first = p;
        ++plays;
    });
    MUST(plays == b.count_plays() && (plays > 0) == b.has_play());
    if (!first) return;
    const auto named =
        senda::amazons::parse_play(senda::amazons::to_string(*first), Board::columns, Board::rows);
    MUST(named == first);
    Board after = b;
    after.make(*first);
    MUST(after.to_move() != b.to_move() && after.arrows().count() == b.arrows().count() + 1);
    MUST(*senda::amazons::parse_board<Board>(senda::amazons::to_text(after)) == after);
    after.unmake(*first);
    MUST(after == b);
}

}  // namespace amazons_game_target

inline void amazons_game(std::string_view input) {
    amazons_game_target::check_game<senda::amazons::board>(input);
    amazons_game_target::check_game<senda::amazons::basic_board<6, 6>>(input);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(amazons_game)
