// SPDX-License-Identifier: MIT
// Random words for the hash of a position: one for each thing that can stand on each cell.
#pragma once

#include <array>
#include <cstdint>

namespace senda::amazons::detail {

struct zobrist_words {
    std::array<std::array<std::uint64_t, 128>, 2> amazons{};
    std::array<std::uint64_t, 128> arrows{};
    std::uint64_t black_to_move = 0;
};

[[nodiscard]] constexpr zobrist_words make_zobrist_words() noexcept {
    std::uint64_t state = 0x416D'617A'6F6E'73;
    const auto next = [&state] {
        state += 0x9E37'79B9'7F4A'7C15U;
        std::uint64_t z = state;
        z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9U;
        z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBU;
        return z ^ (z >> 31);
    };
    zobrist_words words;
    for (auto& of_player : words.amazons)
        for (std::uint64_t& word : of_player) word = next();
    for (std::uint64_t& word : words.arrows) word = next();
    words.black_to_move = next();
    return words;
}

inline constexpr zobrist_words zobrist = make_zobrist_words();

}  // namespace senda::amazons::detail
