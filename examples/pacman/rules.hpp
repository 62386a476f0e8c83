// SPDX-License-Identifier: MIT
// The rules of Pac-Man, written once: what a turn does, what safe mode refuses, and replays.
#pragma once

#include <pacman/board.hpp>
#include <senda/graph/adaptors.hpp>
#include <senda/language/extensions.hpp>
#include <senda/search/bfs.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace senda::pacman {

/// What came of a move, or of a whole route.
enum class verdict {
    going_on,     ///< the game goes on
    won,          ///< the goal was entered, whatever energy is left
    lost_energy,  ///< no energy is left at the end of the turn
    lost_bomb,    ///< a lethal bomb was entered
    blocked,      ///< an infinite wall or the edge of the map: nothing happens, no turn is used up
    refused,      ///< safe mode does not allow the move: nothing happens
    over          ///< the game had ended before, and nothing happens
};

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(verdict v) noexcept {
    return senda::enum_name(
        v, {"going_on", "won", "lost_energy", "lost_bomb", "blocked", "refused", "over"});
}

/// The energy after entering a cell: the move costs 1, food gives its value and a bomb costs its
/// force unless it is `gone`, and a wall costs its height every time.
[[nodiscard]] constexpr energy energy_after(tile t, energy left, bool gone) noexcept {
    --left;
    if (t.what == kind::wall) return left - t.value;
    if (gone) return left;
    if (t.what == kind::food) return left + t.value;
    if (t.what == kind::bomb) return left - t.value;
    return left;
}

/// The verdict on entering a place with `left` after its effect. The goal comes before the energy:
/// it is won with 0 or less, too.
[[nodiscard]] inline verdict verdict_at(const board& b, place at, energy left) noexcept {
    const kind what = b[at].what;
    if (what == kind::solid) return verdict::blocked;
    if (what == kind::lethal) return verdict::lost_bomb;
    if (at == b.goal()) return verdict::won;
    return left <= 0 ? verdict::lost_energy : verdict::going_on;
}

/// Whether safe mode allows to enter a cell with `left` before the move. It refuses an infinite
/// wall, a lethal bomb, and a wall or a bomb not yet exploded if less than 0 would be left after
/// the turn. It does not keep anyone from losing by moves alone, or with exactly 0.
[[nodiscard]] constexpr bool is_safe(tile t, energy left, bool gone) noexcept {
    if (!is_passable(t)) return false;
    const bool hurts = t.what == kind::wall || (t.what == kind::bomb && !gone);
    return !hurts || energy_after(t, left, gone) >= 0;
}

/// Where a game stands: the place, the energy left, and which one-time cells are gone, by their
/// numbers in `one_time_cells()`.
struct situation {
    place at = no_place;          ///< where Pac-Man is
    energy left = 0;              ///< the energy that is left
    std::vector<bool> gone = {};  ///< by the number of the cell

    friend bool operator==(const situation&, const situation&) = default;
};

/// The situation before the first move.
[[nodiscard]] inline situation initial_state(const board& b) {
    return {b.start(), b.start_energy(), std::vector<bool>(b.one_time_cells().size())};
}

/// The state of a game that no move has been made in: won if the start is the goal. Too little
/// energy does not lose it, since energy is looked at only at the end of a turn.
[[nodiscard]] inline verdict first_verdict(const board& b) noexcept {
    return b.start() == b.goal() ? verdict::won : verdict::going_on;
}

/// The map that is left to play in a situation: it starts there, with that energy, and what is gone
/// is empty.
[[nodiscard]] inline board rest_of(const board& b, const situation& s) {
    return b.rest(s.at, s.left, s.gone);
}

/// Breadth-first search from a cell for one who never runs out of energy: calls `visit(place,
/// moves)` for each cell that can be reached. The game ends in the goal: nothing lies behind it.
template <class Visit>
void for_each_reachable(const board& b, place from, Visit&& visit) {
    const auto moves_from = [&](place p, auto&& emit) {
        if (p == b.goal() && p != from) return;
        b.for_each_neighbour(p, [&](place n, direction) { emit(n); });
    };
    senda::bfs_search search(senda::indexed(moves_from, b.bound(), [](place p) { return p; }),
                             from);
    search.run();
    for (const auto& reached : search.tree())
        visit(reached.node, static_cast<std::uint32_t>(reached.cost));
}

/// What a turn did.
struct turn {
    pacman::verdict verdict = verdict::going_on;  ///< how the game stands after it
    bool takes = false;                           ///< whether a one-time cell was used up
};

/// Makes a move in a game that is not over.
inline turn make_move(const board& b, situation& s, direction d) {
    const place to = b.neighbour(s.at, d);
    const tile t = b[to];
    if (t.what == kind::solid) return {verdict::blocked};
    const std::optional<std::size_t> number = b.one_time_number(to);
    const bool takes = number && !s.gone[*number];
    s.at = to;
    s.left = energy_after(t, s.left, number && !takes);
    if (takes) s.gone[*number] = true;
    return {verdict_at(b, to, s.left), takes};
}

/// A route walked through by the rules.
struct replayed {
    /// `won`; `going_on` if it stops before the end; or what went wrong: `over` if it goes on after
    /// the goal.
    pacman::verdict verdict = verdict::going_on;
    std::vector<place> places = {};     ///< those entered, the start first, a deadly one included
    std::vector<energy> energies = {};  ///< what is left in each of them
    std::vector<bool> takes = {};       ///< whether food is eaten or a bomb explodes in each
    /// The number, from 0, of the move that went wrong; the number of moves if none did.
    std::size_t failed_at = 0;

    [[nodiscard]] explicit operator bool() const noexcept { return verdict == verdict::won; }
};

/// Walks a route by the rules, and says whether it wins or where it fails. It fails at the first
/// move that loses or leads nowhere, or that is left after the goal was entered.
[[nodiscard]] inline replayed replay(const board& b, std::span<const direction> moves) {
    situation s = initial_state(b);
    replayed walk{first_verdict(b)};
    const auto note = [&](bool takes) {
        walk.places.push_back(s.at);
        walk.energies.push_back(s.left);
        walk.takes.push_back(takes);
    };
    note(false);
    for (; walk.failed_at < moves.size(); ++walk.failed_at) {
        if (walk.verdict == verdict::won) {
            walk.verdict = verdict::over;
            return walk;
        }
        const turn made = make_move(b, s, moves[walk.failed_at]);
        walk.verdict = made.verdict;
        if (made.verdict == verdict::blocked) return walk;
        note(made.takes);
        if (made.verdict != verdict::going_on && made.verdict != verdict::won) return walk;
    }
    return walk;
}

}  // namespace senda::pacman
