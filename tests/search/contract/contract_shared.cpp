// SPDX-License-Identifier: MIT
// The questions that all engines are asked.
#include "contract.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "judge.hpp"
#include "support/rounds.hpp"

namespace contract {

using support::split_mix64;

namespace {

void draw_graph(world& w, int number, split_mix64& random) {
    auto form = static_cast<support::shape>(number % support::shape_count);
    if (form == support::shape::huge_costs) form = support::shape::zero_costs;
    w.graph = support::random_graph<int>(form, number % 3 == 2 ? 12 : 7, random);
    // Every fourth has costs that do not fit into the bytes of some engines.
    const int scale = number % 4 == 3 ? 40 : 1;
    for (auto& edges : w.graph.out)
        for (auto& edge : edges) edge.cost *= scale;
    if (random.percent(50))
        for (int closed = random.between(1, 5); closed > 0; --closed)
            w.graph.add(random.below(w.graph.node_count()), random.below(w.graph.node_count()),
                        senda::infinite<int>);
    if (random.percent(20)) w.graph.add(random.below(w.graph.node_count()), 0, 126);
    list_edges(w);
}

/// Actions that can be undone: each is a permutation of the nodes, not allowed everywhere.
void draw_actions(world& w, split_mix64& random) {
    const int nodes = random.between(1, 8);
    w.out.resize(static_cast<std::size_t>(nodes));
    for (int action = random.between(1, 3); action > 0; --action) {
        std::vector<int> to(static_cast<std::size_t>(nodes));
        for (int node = 0; node < nodes; ++node) to[static_cast<std::size_t>(node)] = node;
        for (int node = nodes - 1; node > 0; --node)
            std::swap(to[static_cast<std::size_t>(node)],
                      to[static_cast<std::size_t>(random.below(node + 1))]);
        for (int& each : to)
            if (random.percent(30)) each = -1;
        w.turns.push_back(std::move(to));
    }
    list_turns(w);
}

void draw_grid(world& w, int number, split_mix64& random) {
    const bool is_large = number == 7;  // than the window that a search by tiles begins with
    // Only straight steps have tiles; preparing large maps for diagonal ones takes long.
    const int wide = support::is_slow ? 1400 : 2720;
    const int large = w.of == kind::grid || w.of == kind::weighted_grid ? wide : 200;
    w.width = is_large ? large : random.between(1, number % 3 == 0 ? 20 : 7);
    w.height = is_large ? 9 : random.between(1, number % 3 == 0 ? 20 : 7);
    const int walls = is_large ? 10 : random.between(0, 45);
    const bool corridors = random.percent(40);
    const int heaviest = number % 8 == 5 ? 300 : number % 3 == 0 ? 1 : 9;
    std::vector<bool> open;
    for (int y = 0; y < w.height; ++y)
        for (int x = 0; x < w.width; ++x) {
            const bool room = x % 2 == 0 && y % 2 == 0;
            const bool pillar = x % 2 == 1 && y % 2 == 1;
            open.push_back(!corridors ? !random.percent(walls)
                                      : room || (!pillar && random.percent(62)));
        }
    const auto is_open = [&](senda::cell c) {
        return static_cast<bool>(open[static_cast<std::size_t>(w.number_of(c))]);
    };
    if (w.of == kind::grid) {
        w.straight = senda::grid(w.width, w.height, is_open);
        list_edges(w, w.straight);
    } else if (w.of == kind::weighted_grid) {
        w.weighted = senda::weighted_grid(w.width, w.height, [&](senda::cell c) {
            return is_open(c) ? random.between(number % 2, heaviest) : senda::weighted_grid::closed;
        });
        list_edges(w, w.weighted);
    } else if (w.of == kind::octile_grid) {
        w.octile = senda::octile_grid(w.width, w.height, is_open);
        list_edges(w, w.octile);
    } else {
        w.cutting = senda::octile_grid_cutting(w.width, w.height, is_open);
        list_edges(w, w.cutting);
    }
}

/// Of what is left to the nearest goal a random part; `infinite` where actions lead to none, since
/// a search that remembers no nodes could not end.
void estimate(question& q, split_mix64& random) {
    const world& w = *q.about;
    const std::vector<double> left = costs_to_goal(q);
    q.estimates.clear();
    for (const double exact : left) {
        const double part = random.percent(25) ? 1.0 : random.percent(25) ? 0.0 : random.unit();
        if (exact != unreachable) {
            q.estimates.push_back(static_cast<int>(part * exact));
        } else {
            q.estimates.push_back(w.of == kind::actions || random.percent(20) ? senda::infinite<int>
                                                                              : random.below(50));
        }
    }
}

void aim(question& q, split_mix64& random) {
    const int count = q.about->node_count();
    const auto node = [&] {
        if (q.about->width == 0 || !random.percent(4)) return random.below(count);
        return -random.between(1, 4);
    };
    const bool several = q.about->width == 0;
    q.starts = {node()};
    q.goals = {node()};
    // On a grid most walls would end it at once.
    for (int tries = 0; tries < 6 && !several; ++tries) {
        if (!q.about->is_node(q.starts[0]) && random.percent(90)) q.starts[0] = node();
        if (!q.about->is_node(q.goals[0]) && random.percent(90)) q.goals[0] = node();
    }
    while (several && random.percent(25)) q.starts.push_back(node());
    while (several && random.percent(25)) q.goals.push_back(node());
    if (random.percent(5)) q.goals = {q.starts.back()};
    if (several) estimate(q, random);
}

const char* name_of(kind of) {
    constexpr const char* names[] = {"graph",         "actions",     "grid",
                                     "weighted grid", "octile grid", "octile grid cutting"};
    return names[static_cast<int>(of)];
}

}  // namespace

made_question make_question(kind of, int number) {
    made_question made{std::make_unique<world>(), {}};
    split_mix64 random{static_cast<std::uint64_t>(number) * 6 + static_cast<std::uint64_t>(of)};
    made.about->of = of;
    if (of == kind::graph) {
        draw_graph(*made.about, number, random);
    } else if (of == kind::actions) {
        draw_actions(*made.about, random);
    } else {
        draw_grid(*made.about, number, random);
    }
    made.asked.about = made.about.get();
    aim(made.asked, random);
    return made;
}

question another(const question& q, std::uint64_t seed) {
    split_mix64 random{seed};
    question other = q;
    aim(other, random);
    return other;
}

void hold(int questions, const law& holds, const std::function<bool(const engine&)>& who) {
    std::set<std::string> at_fault;
    for (const kind of : {kind::graph, kind::actions, kind::grid, kind::weighted_grid,
                          kind::octile_grid, kind::octile_grid_cutting}) {
        // A grid is larger than a graph, and the engines of each kind are fewer.
        const bool is_grid = of != kind::graph && of != kind::actions;
        const int most = is_grid ? questions / 3 : questions;
        const int least = is_grid ? 8 : 10;  // the last of these grids is large
        const int count = std::min(most, std::max(support::is_slow ? most / 16 : most, least));
        for (int number = 0; number < count; ++number) {
            const made_question made = make_question(of, number);
            for (const engine& e : engines()) {
                if (e.on != of || (who && !who(e)) || at_fault.count(e.name) != 0) continue;
                // The large grids are for those that have windows, buckets or tiles.
                const bool is_large = is_grid && made.about->node_count() > 1000;
                if (is_large && (e.reaches == senda::engine_kind::general ||
                                 e.reaches == senda::engine_kind::contraction ||
                                 e.reaches == senda::engine_kind::elimination))
                    continue;
                // It walks all simple paths.
                if (!e.is.remembers_nodes && of != kind::actions && made.about->node_count() > 7)
                    continue;
                const std::string wrong = holds(e, made.asked);
                if (wrong.empty()) continue;
                at_fault.insert(e.name);
                FAIL_CHECK("engine: " << e.name << "\nbroken: " << wrong
                                      << "\nquestion: " << std::string(name_of(of)) << " " << number
                                      << ": " << made.asked.words());
            }
        }
    }
}

}  // namespace contract
