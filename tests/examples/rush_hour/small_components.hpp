// SPDX-License-Identifier: MIT
// Random boards that the slow search can look at to the end.
#pragma once

#include "random_boards.hpp"
#include "reference.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <rush_hour/board.hpp>
#include <rush_hour/component.hpp>
#include <rush_hour/format.hpp>
#include <string>
#include <string_view>

namespace support {

/// The board of a text that must be valid.
inline senda::rush_hour::board board_of(std::string_view text) {
    const auto found = senda::rush_hour::parse_text(text);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return *found;
}

/// Calls `check(board, slow)` for so many random boards with at most `most` positions, `slow` being
/// what the slow search knows of them.
template <class Check>
void for_each_small_component(std::uint64_t seed, int boards, std::size_t most, Check&& check) {
    split_mix64 random{seed};
    for (int done = 0; done < rounds(boards);) {
        const std::string text = random_board_text(random);
        const senda::rush_hour::board b = board_of(text);
        if (!senda::rush_hour::component(b, {.expansions = 2 * most}).complete()) continue;
        CAPTURE(text);
        check(b, text_component{text});
        ++done;
    }
}

}  // namespace support
