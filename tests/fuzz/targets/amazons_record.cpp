// SPDX-License-Identifier: MIT
// Records of games of the Amazons: what is accepted is written and read again, and every play of it
// is legal.
#include "../target.hpp"

#include <amazons/record.hpp>

#include <string_view>

namespace fuzz {

namespace amazons_record_target {

template <class Board>
void check_record(std::string_view input) {
    using senda::amazons::reading;
    const auto lenient = senda::amazons::parse_record<Board>(input);
    const auto strict = senda::amazons::parse_record<Board>(input, reading::strict);
    for (const auto* read : {&lenient, &strict}) {
        MUST(read->has_value() == read->errors().empty());
        MUST(read->errors().size() <= senda::amazons::most_errors);
        check_diagnostics(read->errors(), input);
        check_diagnostics(read->warnings, input);
    }
    MUST(strict.has_value() == (lenient && lenient.warnings.empty()));
    if (!lenient) return;
    MUST(senda::amazons::looks_like_record(input));
    const auto& r = *lenient;
    Board b = r.start;
    for (const senda::amazons::play& p : r.plays) {
        MUST(b.is_legal(p));
        b.make(p);
    }
    MUST(b == r.last_position());
    MUST(b.has_play() == (r.end != senda::amazons::game_end::blocked));
    if (r.winner()) MUST(*r.winner() == senda::amazons::opponent(b.to_move()));
    const auto again =
        senda::amazons::parse_record<Board>(senda::amazons::to_text(r), reading::strict);
    MUST(again && *again == r);
}

}  // namespace amazons_record_target

inline void amazons_record(std::string_view input) {
    amazons_record_target::check_record<senda::amazons::board>(input);
    amazons_record_target::check_record<senda::amazons::basic_board<6, 6>>(input);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(amazons_record)
