// SPDX-License-Identifier: MIT
// Lines to and from an engine of the Amazons: what is understood is written and read again.
#include "../target.hpp"

#include <amazons/protocol.hpp>
#include <senda/text/diagnostic.hpp>

#include <string_view>
#include <variant>

namespace fuzz {

namespace amazons_protocol_target {

template <class Board>
void check_command(std::string_view line) {
    namespace protocol = senda::amazons::protocol;
    const auto read = protocol::parse_command<Board>(line);
    check_answer(read, line);
    if (!read) return;
    const auto text =
        std::visit([](const auto& command) { return protocol::to_line(command); }, *read);
    const auto again = protocol::parse_command<Board>(text);
    MUST(again && *again == *read);
    if (const auto* position = std::get_if<protocol::set_position<Board>>(&*read)) {
        Board b = position->start;
        for (const senda::amazons::play& p : position->plays) {
            MUST(b.is_legal(p));
            b.make(p);
        }
        MUST(b == position->board());
    }
}

inline void check_reply(std::string_view line) {
    namespace protocol = senda::amazons::protocol;
    const auto read = protocol::parse_reply(line);
    if (!read) return;
    // Four decimals of a value are kept, so that the second time nothing changes.
    const auto once = protocol::parse_reply(protocol::to_line(*read));
    MUST(once && once->index() == read->index());
    const auto twice = protocol::parse_reply(protocol::to_line(*once));
    MUST(twice && *twice == *once);
}

}  // namespace amazons_protocol_target

inline void amazons_protocol(std::string_view input) {
    senda::line_reader lines(input);
    while (const auto line = lines.next()) {
        amazons_protocol_target::check_command<senda::amazons::board>(line->text);
        amazons_protocol_target::check_command<senda::amazons::basic_board<5, 4>>(line->text);
        amazons_protocol_target::check_reply(line->text);
    }
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(amazons_protocol)
