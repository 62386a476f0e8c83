// SPDX-License-Identifier: MIT
// The questions that all engines are asked, and what their answers are held against.
#include "contract.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <doctest/doctest.h>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "support/rounds.hpp"
#include "support/throwing.hpp"
#include "support/views.hpp"

namespace contract {

using support::split_mix64;

bool world::is_node(int node) const {
    if (node < 0 || node >= node_count()) return false;
    switch (of) {
        case kind::graph:
        case kind::actions: return true;
        case kind::grid: return straight.open(cell_of(node));
        case kind::weighted_grid: return weighted.open(cell_of(node));
        case kind::octile_grid: return octile.open(cell_of(node));
        case kind::octile_grid_cutting: return cutting.open(cell_of(node));
    }
    return false;
}

senda::cell world::cell_of(int node) const {
    switch (node) {
        case -1: return {-1, 0};
        case -2: return {width, 0};
        case -3: return {0, -1};
        case -4: return {0, height};
        default: return {node % width, node / width};
    }
}

senda::flow looker::on_expand(int node) {
    support::fuse::tick();
    return at_node ? at_node(node) : senda::flow::proceed;
}
senda::flow looker::on_generate(int from, int to) {
    support::fuse::tick();
    return at_edge ? at_edge(from, to) : senda::flow::proceed;
}
senda::flow looker::on_improve(int, int) {
    support::fuse::tick();
    return senda::flow::proceed;
}

std::vector<double> question::costs_from_start(bool by_steps) const {
    std::vector<double> least(about->out.size(), unreachable);
    std::deque<int> changed;
    for (const int start : starts) {
        if (!about->is_node(start)) continue;
        least[static_cast<std::size_t>(start)] = 0;
        changed.push_back(start);
    }
    for (; !changed.empty(); changed.pop_front()) {
        const double here = least[static_cast<std::size_t>(changed.front())];
        for (const open_edge& e : about->from(changed.front())) {
            const double there = here + (by_steps ? 1.0 : e.cost);
            if (there + 1e-9 >= least[static_cast<std::size_t>(e.to)]) continue;
            least[static_cast<std::size_t>(e.to)] = there;
            changed.push_back(e.to);
        }
    }
    return least;
}

double question::best(bool by_steps) const {
    std::vector<int> key = starts;
    key.push_back(by_steps ? -10 : -11);
    key.insert(key.end(), goals.begin(), goals.end());
    const auto [known, fresh] = about->known.try_emplace(key, unreachable);
    if (!fresh) return known->second;
    const std::vector<double> least = costs_from_start(by_steps);
    double& found = known->second;
    for (const int goal : goals)
        if (about->is_node(goal)) found = std::min(found, least[static_cast<std::size_t>(goal)]);
    return found;
}

bool question::starts_at_goal() const {
    return std::any_of(starts.begin(), starts.end(), [&](int start) {
        return about->is_node(start) && std::find(goals.begin(), goals.end(), start) != goals.end();
    });
}

std::string question::words() const {
    std::ostringstream out;
    out << "starts";
    for (const int start : starts) out << ' ' << start;
    out << ", goals";
    for (const int goal : goals) out << ' ' << goal;
    if (about->width > 0) {
        out << ", a grid of " << about->width << " x " << about->height;
        if (about->node_count() <= 400) {
            for (int node = 0; node < about->node_count(); ++node) {
                if (node % about->width == 0) out << '\n';
                if (!about->is_node(node)) {
                    out << '#';
                } else if (about->of == kind::weighted_grid) {
                    out << about->weighted.weight(about->cell_of(node)) << ' ';
                } else {
                    out << '.';
                }
            }
        }
        return out.str();
    }
    out << ", estimates";
    for (const int h : estimates) out << ' ' << h;
    out << ", " << about->node_count() << " nodes, edges";
    if (about->of == kind::actions) {
        for (int from = 0; from < about->node_count(); ++from)
            for (const open_edge& e : about->from(from))
                out << " {" << from << "," << e.to << "," << e.action << "}";
    } else {
        for (int from = 0; from < about->node_count(); ++from)
            for (const auto& e : about->graph.from(from))
                out << " {" << from << "," << e.to << "," << e.cost << "}";
    }
    return out.str();
}

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
    w.out.resize(w.graph.out.size());
    for (int from = 0; from < w.graph.node_count(); ++from)
        for (std::size_t i = 0; i < w.graph.from(from).size(); ++i) {
            const auto& e = w.graph.from(from)[i];
            if (e.cost == senda::infinite<int>) continue;
            w.out[static_cast<std::size_t>(from)].push_back(
                {e.to, static_cast<double>(e.cost), support::action_of(from, i)});
        }
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
    for (std::size_t a = 0; a < w.turns.size(); ++a)
        for (std::size_t node = 0; node < w.out.size(); ++node)
            if (w.turns[a][node] >= 0)
                w.out[node].push_back({w.turns[a][node], 1, static_cast<int>(a)});
}

template <class Grid>
void list_edges(world& w, const Grid& g) {
    w.out.resize(static_cast<std::size_t>(w.width * w.height));
    for (int node = 0; node < w.width * w.height; ++node) {
        if (!g.open(w.cell_of(node))) continue;
        g.successors(w.cell_of(node), [&](senda::cell to, auto... cost) {
            w.out[static_cast<std::size_t>(node)].push_back(
                {w.number_of(to), sizeof...(cost) == 0 ? 1.0 : (0.0 + ... + cost), -1});
        });
    }
}

void draw_grid(world& w, int number, split_mix64& random) {
    const bool is_large = number == 7;  // than the window that a search by tiles begins with
    w.width = is_large ? 2720 : random.between(1, number % 3 == 0 ? 20 : 7);
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
    std::vector<double> left(w.out.size(), unreachable);
    for (const int goal : q.goals)
        if (w.is_node(goal)) left[static_cast<std::size_t>(goal)] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t from = 0; from < w.out.size(); ++from)
            for (const open_edge& e : w.out[from]) {
                const double through = e.cost + left[static_cast<std::size_t>(e.to)];
                if (through + 1e-9 >= left[from]) continue;
                left[from] = through;
                changed = true;
            }
    }
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
        const int count = std::min(most, std::max(support::rounds(most), 24));
        for (int number = 0; number < count; ++number) {
            const made_question made = make_question(of, number);
            for (const engine& e : engines()) {
                if (e.on != of || (who && !who(e)) || at_fault.count(e.name) != 0) continue;
                // The large grids are for those that have windows, buckets or tiles.
                const bool is_large = is_grid && made.about->node_count() > 1000;
                if (is_large && e.reaches == senda::engine_kind::general) continue;
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

bool same_cost(double a, double b) { return a == b || std::abs(a - b) < 1e-6; }

std::string path_fault(const engine& e, const question& q, const answer& a) {
    LAW(!a.path.empty());
    LAW(std::find(q.starts.begin(), q.starts.end(), a.path.front()) != q.starts.end());
    LAW(std::find(q.goals.begin(), q.goals.end(), a.path.back()) != q.goals.end());
    for (const int node : a.path) LAW(q.about->is_node(node));
    LAW(a.actions.size() == (a.has_actions ? a.path.size() - 1 : 0));
    double sum = 0;
    for (std::size_t i = 0; i + 1 < a.path.size(); ++i) {
        const open_edge* taken = nullptr;
        for (const open_edge& each : q.about->from(a.path[i])) {
            if (each.to != a.path[i + 1]) continue;
            if (a.has_actions && each.action != a.actions[i]) continue;
            if (taken == nullptr || each.cost < taken->cost) taken = &each;
        }
        if (taken == nullptr) return "step " + std::to_string(i) + " of the path is no edge";
        sum += e.is.by_steps ? 1 : taken->cost;
    }
    LAW(same_cost(sum, a.cost));
    return {};
}

std::string answer_fault(const engine& e, const question& q, const answer& a) {
    const double best = e.best(q);
    LAW(a.holds == (a.status == (e.is.sees_all ? senda::status::exhausted : senda::status::found)));
    if (best == unreachable) {
        LAW(a.status == senda::status::exhausted);
        LAW(a.cost == unreachable && a.path.empty() && a.actions.empty() && a.routes == 0);
        if (e.is.bounds_costs) LAW(a.lower_bound == unreachable);
        return {};
    }
    LAW(a.status == senda::status::found);
    LAW_OF(path_fault(e, q, a));
    LAW(e.is.optimal ? same_cost(a.cost, best) : a.cost >= best - 1e-9);
    if (e.is.bounds_costs) LAW(a.lower_bound <= best + 1e-9);
    if (e.is.bounds_costs && e.is.optimal) LAW(a.lower_bound == a.cost);
    return {};
}

std::string stopped_fault(const engine& e, const question& q, const answer& a,
                          senda::status expected) {
    if (a.status != expected)
        return std::string("the status is ") + senda::to_string(a.status) + " and not " +
               senda::to_string(expected);
    LAW(!a.holds);
    if (e.is.bounds_costs) LAW(a.lower_bound <= e.best(q) + 1e-9);
    if (e.is.keeps_routes) {
        if (!a.path.empty()) LAW_OF(path_fault(e, q, a));
        return {};
    }
    LAW(a.cost == unreachable && a.path.empty() && a.actions.empty() && a.routes == 0);
    return {};
}

bool same_answer(const answer& a, const answer& b) {
    return a.status == b.status && same_cost(a.cost, b.cost) && a.lower_bound == b.lower_bound &&
           a.path == b.path && a.actions == b.actions && a.routes == b.routes;
}

bool same_result(const answer& a, const answer& b) {
    return a.status == b.status && same_cost(a.cost, b.cost) && a.path.size() == b.path.size() &&
           a.routes == b.routes;
}

}  // namespace contract
