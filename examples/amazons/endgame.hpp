// SPDX-License-Identifier: MIT
// How a game ends with best play: filling moves of closed regions are counted, the rest searched.
#pragma once

#include <amazons/endgame/endgame_solver.hpp>
#include <amazons/endgame/shared_prover.hpp>

namespace senda::amazons {

/// Finds out how the game ends when both play best, and a play for that; or which limit stopped it.
/// With `o.threads`, several make the proof together once the first 20,000 positions did not tell.
/// Then the outcome is the same, but which winning play is found, and in how many positions, may
/// differ from run to run.
template <class Board>
[[nodiscard]] endgame_result solve_endgame(const Board& b, const endgame_options& o = {}) {
    return basic_endgame_solver<detail::shared_prover>().run(b, o);
}

}  // namespace senda::amazons
