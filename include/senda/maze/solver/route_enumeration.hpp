// SPDX-License-Identifier: MIT
// The optimal routes one by one, and none that was not asked for.
#pragma once

#include <senda/maze/answer.hpp>
#include <senda/maze/board.hpp>
#include <senda/maze/rules.hpp>
#include <senda/maze/solver/bounds/life_bound.hpp>
#include <senda/maze/solver/distances/pareto_paths.hpp>
#include <senda/maze/solver/label_setting.hpp>
#include <senda/maze/solver/state_space_relaxation.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::maze::detail {

/// A runner somewhere on an optimal route.
struct runner {
    place at;
    std::uint32_t slack;  // left
    life_points life;
};

/// Says whether a runner can still reach the end, where his outlook leaves that open: by a search
/// from his cell to the treasures around it, and on from them.
class finish_search {
public:
    finish_search(detour_ways& ways, relaxed_memory& memory) : ways_(&ways), plans_(ways, memory) {}

    /// Whether a runner with the treasures `taken`, in order, reaches the end; false also if a
    /// limit came first.
    [[nodiscard]] bool can_finish(const runner& who, const std::vector<station>& taken) {
        beginning from{who.life, taken, {}};
        if (ways_->ground()[who.at].is_station()) {
            from.ways = ways_->from(ways_->at(who.at), who.life, who.slack);
        } else if (ways_->look(who.at, who.life, who.slack, first_)) {
            from.ways = first_;
        }
        return ways_->ground().control().running() && plans_.find_any(from, who.slack).has_value();
    }

private:
    detour_ways* ways_;
    plan_solver plans_;
    std::vector<way> first_;
};

/// Walks along all optimal routes, depth first, in the fixed order of directions. Every step it
/// takes leads on to the end, so the work for a route is at most that of looking four ways at each
/// of its cells.
class route_walk {
    struct frame {
        runner who;
        std::uint8_t open;  // a bit for each direction that may lead on
        bool led_on;        // whether one was found that does
        bool took;          // whether a treasure was taken here
    };

public:
    /// `finish` may be null where the outlook is exact. All must outlive the walk.
    route_walk(const board& b, const std::vector<std::uint32_t>& to_end, const outlook& ahead,
               std::uint32_t slack, finish_search* finish, search_control& control)
        : board_(&b),
          to_end_(&to_end),
          ahead_(&ahead),
          finish_(finish),
          control_(&control),
          taken_(b.treasures().size()) {
        trail_.push_back(look_around({b.start(), slack, b.life()}, false));
    }

    /// Goes on to the next route; false if there is none, or if a limit came first.
    [[nodiscard]] bool advance() {
        if (!trail_.empty() && trail_.back().who.at == board_->end()) leave();
        while (!trail_.empty()) {
            frame& top = trail_.back();
            if (top.open == 0) {
                leave();
                continue;
            }
            if (!control_->may_expand()) return false;
            const auto way = static_cast<direction>(std::countr_zero(top.open));
            top.open &= static_cast<std::uint8_t>(top.open - 1);
            const runner next = step(top.who, way);
            // A cell from which a route leads on: if all other ways are blocked, the last is open.
            if (!(top.open == 0 && !top.led_on) && !leads_on(next)) {
                if (!control_->running()) return false;
                continue;
            }
            top.led_on = true;
            enter(next);
            if (next.at == board_->end()) return true;
        }
        return false;
    }

    /// The route where the walk is, after `advance` said yes.
    [[nodiscard]] route current() const {
        route r;
        r.cells.reserve(trail_.size());
        for (const frame& f : trail_) r.cells.push_back(f.who.at);
        r.life = trail_.back().who.life;
        return r;
    }

private:
    [[nodiscard]] bool is_taken(place p) const noexcept {
        return (*board_)[p] == 'T' && taken_[board_->treasure_number(p)];
    }

    [[nodiscard]] std::uint32_t slack_of(place from, place to) const noexcept {
        return (*to_end_)[to] < (*to_end_)[from] ? 0 : 1;
    }

    [[nodiscard]] runner step(const runner& who, direction way) const noexcept {
        const place to = board_->neighbour(who.at, way);
        return {to, who.slack - slack_of(who.at, to),
                life_after((*board_)[to], who.life, is_taken(to))};
    }

    /// The directions that the outlook does not rule out.
    [[nodiscard]] frame look_around(const runner& who, bool took) const {
        frame f{who, 0, false, took};
        if (who.at == board_->end()) return f;
        for (const direction way : directions) {
            const place to = board_->neighbour(who.at, way);
            if ((*board_)[to] == '#' || slack_of(who.at, to) > who.slack) continue;
            const runner next = step(who, way);
            if (next.life < 1 || next.life < ahead_->least(to, next.slack)) continue;
            f.open |= static_cast<std::uint8_t>(1U << static_cast<unsigned>(way));
        }
        return f;
    }

    [[nodiscard]] bool leads_on(const runner& next) {
        if (finish_ == nullptr || next.at == board_->end()) return true;
        std::vector<station> taken;
        for (station s = 0; s < taken_.size(); ++s)
            if (taken_[s] || board_->treasures()[s] == next.at) taken.push_back(s);
        return finish_->can_finish(next, taken);
    }

    void enter(const runner& next) {
        bool took = false;
        if ((*board_)[next.at] == 'T') {
            const std::size_t number = board_->treasure_number(next.at);
            took = !taken_[number];
            taken_[number] = true;
        }
        trail_.push_back(look_around(next, took));
    }

    void leave() {
        const frame& top = trail_.back();
        if (top.took) taken_[board_->treasure_number(top.who.at)] = false;
        trail_.pop_back();
    }

    const board* board_;
    const std::vector<std::uint32_t>* to_end_;
    const outlook* ahead_;
    finish_search* finish_;
    search_control* control_;
    std::vector<bool> taken_;
    std::vector<frame> trail_;
};

}  // namespace senda::maze::detail
