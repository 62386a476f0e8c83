// SPDX-License-Identifier: MIT
// A jump point search that can be watched: it has no observer, but it asks about walls and
// estimates.
#pragma once

#include "lab_events.hpp"

#include <senda/grid/jump_point.hpp>
#include <senda/search/options.hpp>

#include <cstdint>

namespace playground::lab {

/// The walls of a jump point search. What an expansion looks at first is the row of its cell, from
/// the place before it on.
class watched_walls : public senda::wall_bitmap<senda::grid_moves::octile> {
    using base = senda::wall_bitmap<senda::grid_moves::octile>;

public:
    struct source {
        const senda::octile_grid& map;
        event_log& log;
    };
    watched_walls(const source& s, senda::memory_budget& budget)
        : base(s.map, budget), log_(&s.log) {}

    template <senda::along Along>
    [[nodiscard]] senda::wall_window ahead(unsigned line, unsigned place) const {
        if (log_->is_waiting()) {
            const cell here{static_cast<int>(place + 1 - margin), static_cast<int>(line - margin)};
            log_->leaves(here);
        }
        return base::ahead<Along>(line, place);
    }

private:
    event_log* log_;
};
/// Its estimate, which is asked about each cell that is queued.
struct watched_estimate {
    event_log* log;

    [[nodiscard]] std::uint64_t operator()(cell from, cell goal) const {
        log->jumps_to(from);
        return senda::jump_estimate{}(from, goal);
    }
};
class watched_jump_point
    : public senda::jump_point_engine<senda::grid_moves::octile, watched_walls, watched_estimate> {
public:
    watched_jump_point(const watched_walls::source& s, senda::cell start, senda::cell goal,
                       const senda::options& o)
        : jump_point_engine(s, start, goal, o, watched_estimate{&s.log}) {}
};

}  // namespace playground::lab
