// SPDX-License-Identifier: MIT
// The rules of Rush Hour, written once: which slides there are, what they do, and replays of them.
#pragma once

#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/moves.hpp>
#include <senda/rush_hour/vehicle.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace senda::rush_hour {

/// How many cells a vehicle can slide each way.
struct free_way {
    int back = 0;   ///< left or up
    int forth = 0;  ///< right or down
};

/// How far the vehicle with that number in `vehicles()` can slide.
[[nodiscard]] inline free_way free_way_of(const board& b, std::size_t index) noexcept {
    const vehicle& v = b.vehicles()[index];
    const int stride = stride_of(v.direction);
    const int before = offset_of(v);
    const int behind = side - before - v.length;
    const int first = first_cell_of(v);
    const int last = first + (v.length - 1) * stride;
    const auto is_free = [&b](int cell) { return (b.occupied() >> cell & 1) == 0; };

    free_way way;
    while (way.back < before && is_free(first - (way.back + 1) * stride)) ++way.back;
    while (way.forth < behind && is_free(last + (way.forth + 1) * stride)) ++way.forth;
    return way;
}

/// Calls `visit(move)` for each slide there is, in the order of letters and then from the most
/// negative displacement to the most positive one.
template <class Visit>
void for_each_move(const board& b, Visit&& visit) {
    for (std::size_t i = 0; i < b.vehicles().size(); ++i) {
        const free_way way = free_way_of(b, i);
        for (int by = -way.back; by <= way.forth; ++by)
            if (by != 0) visit(move{b.vehicles()[i].id, static_cast<std::int8_t>(by)});
    }
}

/// The board after a slide; nothing if there is no such vehicle, it would not move, or its way is
/// not free.
[[nodiscard]] inline std::optional<board> after(const board& b, move m) noexcept {
    const std::optional<std::size_t> index = b.index_of(m.vehicle);
    if (!index || m.by == 0) return std::nullopt;
    const free_way way = free_way_of(b, *index);
    if (m.by < -way.back || m.by > way.forth) return std::nullopt;
    return b.with_shifted(*index, m.by);
}

/// Whether a slide is possible.
[[nodiscard]] inline bool can_move(const board& b, move m) noexcept {
    return after(b, m).has_value();
}

/// What a replay says about a list of slides.
enum class verdict {
    solved,      ///< all are possible, and the last board is solved
    not_solved,  ///< all are possible, but the last board is not solved
    bad_move     ///< one is not possible
};

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(verdict v) noexcept {
    switch (v) {
        case verdict::solved: return "solved";
        case verdict::not_solved: return "not_solved";
        case verdict::bad_move: return "bad_move";
    }
    return "unknown";
}

/// Slides made one after the other by the rules.
struct replayed {
    /// Whether the slides solve the board, or what is wrong with them.
    rush_hour::verdict verdict = verdict::not_solved;
    /// Where in the list the slide is that is not possible; its length if all are.
    std::size_t failed_at = 0;
    /// The board after all slides before that one.
    rush_hour::board last;

    [[nodiscard]] explicit operator bool() const noexcept { return verdict == verdict::solved; }
};

/// Makes these slides, and says whether they solve the board or where they fail. It may be solved
/// on the way too: only the last board counts.
[[nodiscard]] inline replayed replay(const board& b, std::span<const move> moves) noexcept {
    replayed told{verdict::not_solved, 0, b};
    for (; told.failed_at < moves.size(); ++told.failed_at) {
        const std::optional<board> next = after(told.last, moves[told.failed_at]);
        if (!next) {
            told.verdict = verdict::bad_move;
            return told;
        }
        told.last = *next;
    }
    if (told.last.solved()) told.verdict = verdict::solved;
    return told;
}

}  // namespace senda::rush_hour
