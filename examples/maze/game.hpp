// SPDX-License-Identifier: MIT
// Games and replays of MAZE, made of steps by its rules.
#pragma once

#include <senda/language/extensions.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace senda::maze {

/// What a move in a game did.
enum class move_result {
    moved,    ///< a step was made and the game goes on
    blocked,  ///< there is a wall, and nothing happened
    won,      ///< the step led to the end
    died,     ///< the step took the last life
    over      ///< the game had ended before, and nothing happened
};

/// A runner in a maze who moves step by step, and can take steps back. The board must outlive it.
class game {
public:
    /// A runner at the start.
    explicit game(const board& b) : board_(&b), taken_(b.treasures().size()) {
        trail_.push_back({b.start(), b.life(), false});
    }

    /// Tries to move, and says what came of it.
    move_result move(direction d) {
        if (is_over()) return move_result::over;
        const place to = board_->neighbour(position(), d);
        const char cell = (*board_)[to];
        if (cell == '#') return move_result::blocked;
        const bool treasure = cell == 'T';
        const std::size_t number = treasure ? board_->treasure_number(to) : 0;
        const bool takes = treasure && !taken_[number];
        trail_.push_back({to, life_after(cell, life(), !takes), takes});
        if (takes) {
            taken_[number] = true;
            ++treasures_taken_;
        }
        return has_won() ? move_result::won : has_died() ? move_result::died : move_result::moved;
    }

    /// Takes the last step back; false at the start.
    bool undo() {
        if (steps() == 0) return false;
        if (trail_.back().takes) {
            taken_[board_->treasure_number(position())] = false;
            --treasures_taken_;
        }
        trail_.pop_back();
        return true;
    }

    /// The maze that is run through.
    [[nodiscard]] const maze::board& board() const noexcept { return *board_; }
    /// Where the runner is.
    [[nodiscard]] place position() const noexcept { return trail_.back().at; }
    /// What is left of the life.
    [[nodiscard]] life_points life() const noexcept { return trail_.back().life; }
    /// The moves made and not taken back.
    [[nodiscard]] std::size_t steps() const noexcept { return trail_.size() - 1; }
    /// Where the runner was after `step` steps.
    [[nodiscard]] place position(std::size_t step) const noexcept { return trail_[step].at; }
    /// The life after `step` steps.
    [[nodiscard]] life_points life(std::size_t step) const noexcept { return trail_[step].life; }
    /// Whether the last of `step` steps took a treasure.
    [[nodiscard]] bool takes(std::size_t step) const noexcept { return trail_[step].takes; }
    /// Whether the treasure with that number in `treasures()` is gone.
    [[nodiscard]] bool is_taken(std::size_t number) const noexcept { return taken_[number]; }
    /// How many treasures are gone.
    [[nodiscard]] std::size_t treasures_taken() const noexcept { return treasures_taken_; }

    /// Whether the runner is at the end, alive.
    [[nodiscard]] bool has_won() const noexcept { return wins((*board_)[position()], life()); }
    /// Whether no life is left, short of the end.
    [[nodiscard]] bool has_died() const noexcept { return dies((*board_)[position()], life()); }
    /// Whether the runner cannot go on.
    [[nodiscard]] bool is_over() const noexcept { return has_won() || has_died(); }

private:
    struct visit {
        place at;
        life_points life;
        bool takes;  // a treasure, for the first time
    };
    const maze::board* board_;
    std::vector<visit> trail_;
    std::vector<bool> taken_;
    std::size_t treasures_taken_ = 0;
};

/// What a replay says about a route.
enum class verdict {
    won,                ///< the route wins
    empty,              ///< it has no cells
    not_at_start,       ///< it does not begin at the start
    outside,            ///< a cell lies outside the grid
    not_a_neighbour,    ///< a cell is not beside the one before it
    wall,               ///< a cell is a wall
    died,               ///< the last life is lost in a cell
    went_on_after_end,  ///< it goes on after the end was reached
    not_finished        ///< it stops alive before the end
};

/// The name of a verdict as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(verdict v) noexcept {
    return senda::enum_name(v, {"won", "empty", "not_at_start", "outside", "not_a_neighbour",
                                "wall", "died", "went_on_after_end", "not_finished"});
}

/// A route walked through by the rules.
struct replayed {
    /// Whether the route wins, or what is wrong with it.
    maze::verdict verdict = verdict::empty;
    /// The life in each cell of the route that was entered, the deadly one included.
    std::vector<life_points> life = {};
    /// Where in the route the fault is; its length if it wins, or stops before the end.
    std::size_t failed_at = 0;
    /// Where in the route a treasure is taken.
    std::vector<std::size_t> taken_at = {};

    [[nodiscard]] explicit operator bool() const noexcept { return verdict == verdict::won; }
};

namespace detail {

/// What keeps a game from entering `to`, if anything does; otherwise it is entered.
inline std::optional<verdict> fault_of_step(game& g, place to) {
    if (g.has_won()) return verdict::went_on_after_end;
    if (!g.board().contains(to)) return verdict::outside;
    for (const direction d : directions) {
        if (g.board().neighbour(g.position(), d) != to) continue;
        const move_result came = g.move(d);
        if (came == move_result::blocked) return verdict::wall;
        if (came == move_result::died) return verdict::died;
        return std::nullopt;
    }
    return verdict::not_a_neighbour;
}

}  // namespace detail

/// Walks a route by the rules, and says whether it wins or where it fails.
[[nodiscard]] inline replayed replay(const board& b, std::span<const place> route) {
    if (route.empty()) return {};
    if (route[0] != b.start())
        return {b.contains(route[0]) ? verdict::not_at_start : verdict::outside};

    game g(b);
    std::optional<verdict> fault;
    std::size_t at = 1;
    for (; at < route.size(); ++at) {
        fault = detail::fault_of_step(g, route[at]);
        if (fault) break;
    }
    replayed result{fault.value_or(g.has_won() ? verdict::won : verdict::not_finished)};
    result.failed_at = at;
    for (std::size_t step = 0; step <= g.steps(); ++step) {
        result.life.push_back(g.life(step));
        if (g.takes(step)) result.taken_at.push_back(step);
    }
    return result;
}

/// Replays a route of points by the rules.
[[nodiscard]] inline replayed replay(const board& b, std::span<const point> route) {
    std::vector<place> places;
    places.reserve(route.size());
    for (const point p : route) places.push_back(b.place_of(p));
    return replay(b, places);
}

}  // namespace senda::maze
