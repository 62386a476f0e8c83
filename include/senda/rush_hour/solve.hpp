// SPDX-License-Identifier: MIT
// The fewest moves that get the red car out, or the proof that none do.
#pragma once

#include <senda/graph/cost.hpp>
#include <senda/rush_hour/answer.hpp>
#include <senda/rush_hour/board.hpp>
#include <senda/rush_hour/engine/breadth_first_search.hpp>
#include <senda/rush_hour/engine/packed_position.hpp>
#include <senda/rush_hour/estimates.hpp>
#include <senda/rush_hour/graph.hpp>
#include <senda/rush_hour/rules.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/control.hpp>
#include <senda/search/options.hpp>
#include <senda/search/status.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace senda::rush_hour {

/// Solves boards, one after the other, in the same memory.
class solver {
public:
    solver() = default;
    solver(const solver&) = delete;
    solver& operator=(const solver&) = delete;

    /// Finds a shortest solution of a board in the metric that is asked for.
    [[nodiscard]] answer solve(const board& b, const question& q = {}) {
        const options asked{.limits = q.limits, .stop = q.stop};
        if (q.how == engine::fast) return flood_from(b, q.count, asked);
        if (q.how == engine::bfs) {
            const breadth_first_parking_graph g(b, q.count);
            return run(bfs_search(g, g.start(), g.goal(), asked));
        }
        const parking_graph g(b, q.count);
        return run(astar_search(g, g.start(), g.goal(), h_blocked_blockers(g), asked));
    }

private:
    answer flood_from(const board& b, metric count, const options& asked) {
        const car_park park(b);
        const detail::line_table& row = *park.lines()[exit_row].table;
        const detail::flood_goal one_before{
            (count == metric::slide ? row.slides : row.steps).data(), park.exits()};
        senda::detail::search_control control(asked);
        budget_.set_limit(asked.limits.bytes);
        if (budget_.used() > asked.limits.bytes) flood_.release();

        // The last move is the red car's. The flood ends at the first position where that is
        // possible: what it would meet later is no nearer, and the move costs one from anywhere.
        const auto most = asked.limits.cost.most<steps>();
        answer a{.statistics = {.states = 1}};
        if (b.solved()) {
            conclude(a, control, status::found, 0);
        } else if (park.exits() == 0) {  // a vehicle of its own row is between it and the exit
            conclude(a, control, status::exhausted, no_moves);
        } else if (most == 0) {
            conclude(a, control, status::cost_limit, 1);
        } else if (one_before(park.start())) {
            append_last(a, park, park.start(), one_before);
            conclude(a, control, status::found, 1);
        } else {
            control.end(begin(park, count)
                            ? flood_.run(control, one_before, static_cast<std::size_t>(most - 1))
                            : status::memory_limit);
            if (flood_.found() != detail::flood::none) read_back(a, park, one_before);
            a.statistics.states = std::max<std::uint64_t>(flood_.size(), 1);
            conclude(a, control, status::running, bound(control.status(), most));
        }
        return a;
    }

    [[nodiscard]] bool begin(const car_park& park, metric count) {
        return flood_.restart(park, count) &&
               flood_.add(park.start(), park.number_of(park.start()));
    }

    /// The cost of the solution that the flood found, or a lower bound.
    [[nodiscard]] std::uint32_t bound(senda::status ended, steps most) const noexcept {
        if (ended == status::exhausted) return no_moves;
        if (ended == status::cost_limit) return static_cast<std::uint32_t>(most) + 1;
        return flood_.depth() + 2;
    }

    void conclude(answer& a, senda::detail::search_control& control, senda::status why,
                  std::uint32_t least) {
        if (why != status::running) control.end(why);
        const senda::statistics used = control.statistics();
        a.statistics.expanded = used.expanded;
        a.statistics.seconds = used.seconds;
        a.statistics.bytes = budget_.used();
        conclude(a, control.status(), least);
    }

    static void conclude(answer& a, senda::status ended, std::uint32_t least) {
        a.statistics.ended = ended;
        a.lower_bound = least;
        if (ended == status::found) a.cost = least;
        a.outcome = ended == status::found       ? outcome::solved
                    : ended == status::exhausted ? outcome::no_route
                                                 : outcome::limit;
    }

    void read_back(answer& a, const car_park& park, detail::flood_goal one_before) {
        std::vector<move> reversed;
        std::uint32_t i = flood_.found();
        for (; flood_[i].parent != detail::flood::none; i = flood_[i].parent)
            reversed.push_back(park.last_move(flood_[i].place));
        for (std::size_t n = reversed.size(); n > 0; --n) append_slide(a.solution, reversed[n - 1]);
        append_last(a, park, flood_[flood_.found()].place, one_before);
    }

    static void append_last(answer& a, const car_park& park, const position& p,
                            detail::flood_goal one_before) {
        const std::size_t bits = car_park::bits_at(p, exit_row);
        const auto out = static_cast<unsigned>(one_before.table[bits] & one_before.wanted);
        append_slide(a.solution, park.slide(exit_row, bits >> detail::crossing_bits,
                                            static_cast<std::size_t>(std::countr_zero(out))));
    }

    template <class Search>
    static answer run(Search&& search) {
        search.run();
        const auto found = search.result();
        answer a;
        for (const move m : found.actions) append_slide(a.solution, m);
        a.statistics.expanded = found.statistics.expanded;
        a.statistics.states = search.reached();
        a.statistics.bytes = found.statistics.bytes;
        a.statistics.seconds = found.statistics.seconds;
        conclude(a, found.status,
                 found.lower_bound == infinite<steps>
                     ? no_moves
                     : static_cast<std::uint32_t>(found.lower_bound));
        return a;
    }

    memory_budget budget_;
    detail::flood flood_{budget_};
};

/// Finds a shortest solution of a board. For many boards, a `solver` saves asking for memory.
[[nodiscard]] inline answer solve(const board& b, const question& q = {}) {
    solver s;
    return s.solve(b, q);
}

}  // namespace senda::rush_hour
