// SPDX-License-Identifier: MIT
// The optimal routes one by one, and none that was not asked for.
#pragma once

#include <maze/answer.hpp>
#include <maze/game.hpp>
#include <maze/solver/bounds/life_bound.hpp>
#include <maze/solver/state_space_relaxation.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// What the searches among the optimal routes of a maze share. All of it must outlive them.
class optimal_route_space {
public:
    optimal_route_space(const board& b, const std::vector<std::uint32_t>& to_end,
                        const life_bound& bound, std::uint32_t slack, relaxation_solver& relaxation,
                        search_control& control) noexcept
        : board_(&b),
          to_end_(&to_end),
          bound_(&bound),
          slack_(slack),
          relaxation_(&relaxation),
          control_(&control) {}

protected:
    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    const life_bound* bound_;
    std::uint32_t slack_;  // of all optimal routes
    relaxation_solver* relaxation_;
    search_control* control_;
};

/// Enumerates all optimal routes by depth-first search, in the fixed order of directions. Every
/// step it takes leads on to the end, so the work for a route is at most that of trying four
/// directions at each of its cells.
class route_enumerator : optimal_route_space {
    struct frame {
        std::uint32_t slack;  // left
        std::uint8_t open;    // a bit for each direction that may lead on
        bool led_on;          // whether one was found that does
    };

public:
    explicit route_enumerator(const optimal_route_space& space)
        : optimal_route_space(space), game_(*board_) {
        trail_.push_back(look_around(slack_));
    }

    /// Goes on to the next route; false if there is none, or if a limit came first.
    [[nodiscard]] bool advance() {
        if (!trail_.empty() && game_.has_won()) leave();
        while (!trail_.empty()) {
            frame& top = trail_.back();
            if (top.open == 0) {
                leave();
                continue;
            }
            if (!control_->may_expand()) return false;
            const auto d = static_cast<direction>(std::countr_zero(top.open));
            top.open &= static_cast<std::uint8_t>(top.open - 1);
            // A route leads on from here: if all other directions are blocked, the last is open.
            const runner next = step(d, top.slack);
            if (!(top.open == 0 && !top.led_on) && !leads_on(next)) {
                if (!control_->running()) return false;
                continue;
            }
            top.led_on = true;
            game_.move(d);
            trail_.push_back(look_around(next.slack));
            if (game_.has_won()) return true;
        }
        return false;
    }

    /// The route that `advance` came to.
    [[nodiscard]] route current() const {
        route r;
        r.cells.reserve(game_.steps() + 1);
        for (std::size_t i = 0; i <= game_.steps(); ++i) r.cells.push_back(game_.position(i));
        r.life = game_.life();
        return r;
    }

private:
    void leave() {
        trail_.pop_back();
        game_.undo();
    }

    [[nodiscard]] bool is_taken(place p) const noexcept {
        return (*board_)[p] == 'T' && game_.is_taken(board_->treasure_number(p));
    }

    [[nodiscard]] std::uint32_t slack_of_step(place to) const noexcept {
        return (*to_end_)[to] < (*to_end_)[game_.position()] ? 0 : 1;
    }

    [[nodiscard]] runner step(direction d, std::uint32_t slack) const noexcept {
        const place to = board_->neighbour(game_.position(), d);
        return {to, slack - slack_of_step(to),
                life_after((*board_)[to], game_.life(), is_taken(to))};
    }

    /// The directions that the bound does not rule out.
    [[nodiscard]] frame look_around(std::uint32_t slack) const {
        frame f{slack, 0, false};
        if (game_.has_won()) return f;
        for (const direction d : directions) {
            const place to = board_->neighbour(game_.position(), d);
            if ((*board_)[to] == '#' || slack_of_step(to) > slack) continue;
            const runner next = step(d, slack);
            if (next.life < 1 || next.life < bound_->least(to, next.slack)) continue;
            f.open |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(d));
        }
        return f;
    }

    [[nodiscard]] bool leads_on(const runner& next) {
        if (bound_->is_exact() || next.at == board_->end()) return true;
        std::vector<key_node> taken;
        for (key_node k = 0; k < board_->treasures().size(); ++k)
            if (game_.is_taken(k) || board_->treasures()[k] == next.at) taken.push_back(k);
        return relaxation_->can_finish(next, taken);
    }

    game game_;
    std::vector<frame> trail_;
};

}  // namespace senda::maze::detail
