// SPDX-License-Identifier: MIT
// Routes, moves, plays and numbers as people type them.
#include "../target.hpp"

#include <amazons/cell.hpp>
#include <amazons/play.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <pacman/board.hpp>
#include <pacman/moves.hpp>
#include <pacman/rules.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/rules.hpp>
#include <senda/maze/board.hpp>
#include <senda/text/diagnostic.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

namespace moves_text_target {

inline void check_route(std::string_view input) {
    const auto read = senda::maze::parse_route(input);
    check_answer(read, input);
    if (input.starts_with("\xEF\xBB\xBF")) MUST(!read && read.error().column == 1);
    if (!read) return;
    std::string text;
    for (const senda::maze::point p : *read)
        text += '(' + std::to_string(p.x) + ',' + std::to_string(p.y) + ')';
    const auto again = senda::maze::parse_route(text);
    MUST(again && *again == *read);

    static const senda::maze::board b = *senda::maze::board::make(2, 4, 6, "S120#T9E");
    const senda::maze::replayed told = senda::maze::replay(b, *read);
    MUST(told.failed_at <= read->size() && told.life.size() <= read->size());
    if (told) MUST(told.life.size() == read->size() && told.life.back() > 0);
}

inline void check_walk(std::string_view input) {
    const auto read = senda::pacman::parse_moves(input);
    check_answer(read, input);
    if (!read) return;
    const auto again = senda::pacman::parse_moves(senda::pacman::to_text(*read));
    MUST(again && *again == *read);

    using senda::pacman::kind;
    using senda::pacman::tile;
    static const std::array<tile, 6> tiles = {
        tile{}, tile{kind::food, 3}, tile{kind::bomb, 1}, tile{kind::wall, 2}, tile{kind::lethal},
        tile{}};
    static const senda::pacman::board b =
        *senda::pacman::board::make(3, 2, tiles, {1, 1}, {3, 2}, 4);
    const senda::pacman::replayed told = senda::pacman::replay(b, *read);
    MUST(told.energies.size() <= read->size() + 1);
}

inline void check_slides(std::string_view input) {
    const auto read = senda::rush_hour::parse_moves(input);
    check_answer(read, input);
    if (!read) return;
    const auto again = senda::rush_hour::parse_moves(senda::rush_hour::to_string(*read));
    MUST(again && *again == *read);
    MUST(senda::rush_hour::count_steps(*read) <= 5 * read->size());

    static const auto b = senda::rush_hour::parse_text("ooBoooooBoooAAooooooCCoooooooooooooo");
    const senda::rush_hour::replayed told = senda::rush_hour::replay(*b, *read);
    for (const senda::rush_hour::move m : *read)
        MUST(senda::rush_hour::can_move(*b, m) == senda::rush_hour::after(*b, m).has_value());
    if (told) MUST(!read->empty());
}

inline void check_play(std::string_view input) {
    const auto read = senda::amazons::parse_play(input);
    if (read) {
        const auto again = senda::amazons::parse_play(senda::amazons::to_string(*read));
        MUST(again == read);
    }
    if (const auto c = senda::amazons::parse_cell(input, 10, 10))
        MUST(senda::amazons::parse_cell(senda::amazons::cell_name(*c), 10, 10) == c);
}

template <class Integer>
void check_integer(std::string_view input) {
    const auto read = senda::parse_integer<Integer>(input);
    MUST(read.offset <= input.size());
    if (!read) return;
    MUST(senda::parse_integer<Integer>(std::to_string(read.value)).value == read.value);
}

inline void check_numbers(std::string_view input) {
    check_integer<std::int8_t>(input);
    check_integer<std::int64_t>(input);
    check_integer<std::uint64_t>(input);
    const auto small = senda::parse_integer<std::int8_t>(input);
    if (small) MUST(senda::parse_integer<std::int64_t>(input).value == small.value);
    const auto real = senda::parse_decimal(input);
    MUST(real.offset <= input.size());
    if (real) MUST(real.value >= 0 && std::isfinite(real.value));
    const auto whole = senda::parse_integer<std::uint64_t>(input);
    if (whole) MUST(real && real.value >= 0.999999 * static_cast<double>(whole.value));
    if (whole) MUST(real.value <= 1.000001 * static_cast<double>(whole.value));
}

}  // namespace moves_text_target

inline void moves_text(std::string_view input) {
    using namespace moves_text_target;
    check_route(input);
    check_walk(input);
    check_slides(input);
    check_play(input);
    check_numbers(input);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(moves_text)
