// SPDX-License-Identifier: MIT
// Names for computer players: a level, or a method with its effort.
#pragma once

#include <senda/amazons/engine_options.hpp>
#include <senda/amazons/levels.hpp>
#include <senda/text/lines.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace senda::amazons {

/// The player that a name stands for; nothing if it stands for none:
///   `1` to `5`               a level;
///   `greedy`                 the best play one ply ahead;
///   `alpha_beta:2`           all plays to a depth, 2 if it is left out;
///   `mcts:500`               so many simulations; as many as the default level if it is left out.
[[nodiscard]] inline std::optional<engine_options> parse_player(std::string_view name) {
    const std::size_t colon = name.find(':');
    const std::string_view kind = name.substr(0, colon);
    std::optional<std::uint64_t> effort;
    if (colon != std::string_view::npos) {
        const auto number = parse_integer<std::uint64_t>(name.substr(colon + 1));
        if (!number || number.value == 0) return std::nullopt;
        effort = number.value;
    }
    engine_options o = options_of(default_level);
    if (kind == "mcts") {
        if (effort) o.limits.expansions = *effort;
        return o;
    }
    if (kind == "alpha_beta") {
        constexpr std::uint64_t deepest = 100;  // no game has more plies
        if (effort.value_or(0) > deepest) return std::nullopt;
        o.method = method::alpha_beta;
        o.limits = {};
        o.depth = static_cast<int>(effort.value_or(2));
        return o;
    }
    if (effort) return std::nullopt;
    if (kind == "greedy") {
        o.method = method::greedy;
        o.limits = {};
        return o;
    }
    const auto level = parse_integer<int>(kind);
    if (!level || level.value < weakest_level || level.value > strongest_level) return std::nullopt;
    return options_of(level.value);
}

}  // namespace senda::amazons
