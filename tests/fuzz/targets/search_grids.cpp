// SPDX-License-Identifier: MIT
// The searches that know what a grid is, against looking again at whatever gets cheaper.
#include "../target.hpp"

#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/grid/any_angle.hpp>
#include <senda/grid/jump_point.hpp>
#include <senda/grid/prepared_grid.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <string_view>
#include <vector>

namespace fuzz {

namespace search_grids_target {

using senda::cell;
using senda::status;

constexpr double far_away = std::numeric_limits<double>::infinity();

/// Bytes that draw a grid, over and over again.
struct drawing {
    int width;
    int height;
    std::string_view bytes;

    [[nodiscard]] unsigned byte(std::size_t at) const {
        return bytes.empty() ? 0 : static_cast<unsigned char>(bytes[at % bytes.size()]);
    }
    [[nodiscard]] std::size_t number(cell c) const {
        return static_cast<std::size_t>(c.y) * static_cast<std::size_t>(width) +
               static_cast<std::size_t>(c.x);
    }
    /// A set bit is a wall.
    [[nodiscard]] bool is_open(cell c) const {
        return (byte(number(c) / 8) >> (number(c) % 8) & 1U) == 0;
    }
};

/// The least cost of each cell from the start, by the moves that the grid gives: whatever gets
/// cheaper is looked at again.
template <class Grid>
std::vector<double> costs_from(const Grid& g, const drawing& d, cell start) {
    std::vector<double> cost(d.number({0, d.height}), far_away);
    if (!g.open(start)) return cost;
    cost[d.number(start)] = 0;
    for (std::deque<cell> changed{start}; !changed.empty(); changed.pop_front()) {
        const cell from = changed.front();
        const double here = cost[d.number(from)];
        g.successors(from, [&](cell to, auto... step) {
            const double there = here + (sizeof...(step) == 0 ? 1.0 : (0.0 + ... + step));
            if (there + 1e-9 >= cost[d.number(to)]) return;
            cost[d.number(to)] = there;
            changed.push_back(to);
        });
    }
    return cost;
}

/// What an answer must keep if the least cost is `best`.
template <class Grid, class Answer>
void check_path(const Grid& g, const Answer& answer, cell start, cell goal, double best,
                const senda::options& asked) {
    MUST(answer.statistics.expanded <= asked.limits.expansions);
    MUST(answer.statistics.bytes <= asked.limits.bytes);
    MUST(static_cast<double>(answer.lower_bound) <= best + 1e-9 || best == far_away);
    if (!answer) {
        MUST(answer.path.empty());
        if (answer.status == status::exhausted) MUST(best == far_away);
        if (answer.status == status::cost_limit) MUST(best > asked.limits.cost);
        MUST(answer.status == status::exhausted || answer.status == status::cost_limit ||
             answer.status == status::expansion_limit || answer.status == status::memory_limit);
        return;
    }
    MUST(std::abs(static_cast<double>(answer.cost) - best) < 1e-6);
    MUST(static_cast<double>(answer.cost) <= asked.limits.cost);
    MUST(answer.path.front() == start && answer.path.back() == goal);
    for (std::size_t i = 1; i < answer.path.size(); ++i) {
        bool there = false;
        g.successors(answer.path[i - 1],
                     [&](cell to, auto&&...) { there = there || to == answer.path[i]; });
        MUST(there && g.open(answer.path[i]));
    }
}

inline void check_straight(const drawing& d, cell start, cell goal, const senda::options& asked) {
    const senda::grid g(d.width, d.height, [&](cell c) { return d.is_open(c); });
    const double best = costs_from(g, d, start)[d.number(goal)];
    const auto check = [&](const auto& answer) { check_path(g, answer, start, goal, best, asked); };
    check(senda::bfs(g, start, goal, asked));
    check(senda::astar(g, start, goal, senda::manhattan{goal}, asked));
    check(senda::dijkstra(g, start, goal, asked));
}

inline void check_weights(const drawing& d, cell start, cell goal, const senda::options& asked) {
    using weighted = senda::basic_grid<senda::grid_moves::straight, int>;
    const weighted g(d.width, d.height, [&](cell c) {
        return d.is_open(c) ? static_cast<int>(d.byte(d.number(c)) % 16) : weighted::closed;
    });
    const double best = costs_from(g, d, start)[d.number(goal)];
    check_path(g, senda::dijkstra(g, start, goal, asked), start, goal, best, asked);
}

/// What a path in any direction must keep if the least cost of single steps is `best`.
template <class Grid>
void check_any_angle(const Grid& g, cell start, cell goal, double best,
                     const senda::options& asked) {
    const auto answer = senda::any_angle(g, start, goal, asked);
    MUST(answer.statistics.expanded <= asked.limits.expansions);
    MUST(answer.statistics.bytes <= asked.limits.bytes);
    MUST(answer.lower_bound <= best + 1e-9 || best == far_away);
    if (answer) {
        MUST(answer.cost <= best + 1e-6 && answer.cost <= asked.limits.cost);
        MUST(answer.path.front() == senda::centre(start) &&
             answer.path.back() == senda::centre(goal));
    } else {
        MUST(answer.path.empty());
        if (answer.status == status::exhausted) MUST(best == far_away);
        if (answer.status == status::cost_limit) MUST(best > asked.limits.cost);
    }
}

template <senda::grid_moves Moves>
void check_octile(const drawing& d, cell start, cell goal, const senda::options& asked) {
    const senda::basic_grid<Moves> g(d.width, d.height, [&](cell c) { return d.is_open(c); });
    const double best = costs_from(g, d, start)[d.number(goal)];
    check_path(g, senda::jump_point(g, start, goal, asked), start, goal, best, asked);
    if (d.width * d.height <= 600)
        check_path(g, senda::prepared_grid(g).path(start, goal, asked), start, goal, best, asked);
    check_any_angle(g, start, goal, best, asked);
}

}  // namespace search_grids_target

inline void search_grids(std::string_view input) {
    using namespace search_grids_target;
    decoder in{input};
    const unsigned kind = in.byte();
    const int width = 1 + in.below(72);
    const int height = 1 + in.below(kind % 2 == 0 ? 8 : 24);
    const cell start{in.below(static_cast<unsigned>(width)),
                     in.below(static_cast<unsigned>(height))};
    const cell goal{in.below(static_cast<unsigned>(width)),
                    in.below(static_cast<unsigned>(height))};
    senda::options asked;
    const unsigned how_much = in.byte();
    if (kind / 2 % 8 == 5) asked.limits.expansions = how_much;
    if (kind / 2 % 8 == 6) asked.limits.cost = how_much;
    if (kind / 2 % 8 == 7) asked.limits.bytes = 64 * std::uint64_t{how_much};
    const drawing d{width, height, in.rest()};
    check_straight(d, start, goal, asked);
    check_weights(d, start, goal, asked);
    check_octile<senda::grid_moves::octile>(d, start, goal, asked);
    check_octile<senda::grid_moves::octile_cutting>(d, start, goal, asked);
}

}  // namespace fuzz

SENDA_FUZZ_TARGET(search_grids)
