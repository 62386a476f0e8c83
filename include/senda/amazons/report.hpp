// SPDX-License-Identifier: MIT
// What there is to say about a position and a turn, in words.
#pragma once

#include <senda/amazons/board.hpp>
#include <senda/amazons/cell.hpp>
#include <senda/amazons/play.hpp>
#include <senda/amazons/start.hpp>
#include <senda/amazons/turn.hpp>
#include <senda/amazons/words.hpp>
#include <senda/text/counted.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace senda::amazons {

/// A probability as a whole percentage, of which only what is certain is 0 or 100.
[[nodiscard]] inline int percent(double probability) noexcept {
    if (!(probability > 0)) return 0;
    if (probability >= 1) return 100;
    return std::clamp(static_cast<int>(std::lround(probability * 100)), 1, 99);
}

/// Who is to move and how many plays there are, in a line.
template <int Columns, int Rows>
[[nodiscard]] std::string about(const basic_board<Columns, Rows>& b) {
    const std::string who = color_of(b.to_move(), english_words);
    const std::string arrows = counted(static_cast<std::uint64_t>(b.arrows().count()), "arrow");
    if (!b.has_play()) return who + " to move has lost: no play is left; " + arrows;
    return who + " to move, " + counted(b.count_moves(), "legal play") + ", " + arrows;
}

/// Why a cell could not be chosen, for the player who chose it.
[[nodiscard]] inline std::string explain(turn_fault f, const turn& t, cell c, const words& w) {
    switch (f) {
        case turn_fault::not_your_amazon: return filled(w.not_your_amazon, {cell_name(c)});
        case turn_fault::amazon_is_stuck: return filled(w.amazon_is_stuck, {cell_name(c)});
        case turn_fault::cannot_go_there:
            return filled(w.cannot_go_there, {cell_name(*t.from()), cell_name(c)});
        case turn_fault::cannot_shoot_there:
            return filled(w.cannot_shoot_there, {cell_name(*t.to()), cell_name(c)});
        case turn_fault::none: break;
    }
    return {};
}

/// The chances of both players, as white sees them.
[[nodiscard]] inline std::string chances(double white, const words& w) {
    const int p = percent(white);
    return filled(w.evaluation, {std::to_string(p), std::to_string(100 - p)});
}

}  // namespace senda::amazons
