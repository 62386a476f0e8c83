// SPDX-License-Identifier: MIT
// What answers are held against: the least costs by trying all, and paths walked edge by edge.
#pragma once

#include "contract.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <sstream>
#include <string>
#include <vector>

#include "support/throwing.hpp"
#include "support/views.hpp"

namespace contract {

inline bool world::is_node(int node) const {
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

inline senda::cell world::cell_of(int node) const {
    switch (node) {
        case -1: return {-1, 0};
        case -2: return {width, 0};
        case -3: return {0, -1};
        case -4: return {0, height};
        default: return {node % width, node / width};
    }
}

inline senda::flow looker::on_expand(int node) {
    support::fuse::tick();
    return at_node ? at_node(node) : senda::flow::proceed;
}
inline senda::flow looker::on_generate(int from, int to) {
    support::fuse::tick();
    return at_edge ? at_edge(from, to) : senda::flow::proceed;
}
inline senda::flow looker::on_improve(int from, int to) {
    support::fuse::tick();
    return at_gain ? at_gain(from, to) : senda::flow::proceed;
}

inline std::vector<double> question::costs_from_start(bool by_steps) const {
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

inline double question::best(bool by_steps) const {
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

inline bool question::starts_at_goal() const {
    return std::any_of(starts.begin(), starts.end(), [&](int start) {
        return about->is_node(start) && std::find(goals.begin(), goals.end(), start) != goals.end();
    });
}

inline std::string question::words() const {
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

/// Lists the open edges of a graph.
inline void list_edges(world& w) {
    w.out.resize(w.graph.out.size());
    for (int from = 0; from < w.graph.node_count(); ++from)
        for (std::size_t i = 0; i < w.graph.from(from).size(); ++i) {
            const auto& e = w.graph.from(from)[i];
            if (e.cost == senda::infinite<int>) continue;
            w.out[static_cast<std::size_t>(from)].push_back(
                {e.to, static_cast<double>(e.cost), support::action_of(from, i)});
        }
}

/// Lists the edges of actions.
inline void list_turns(world& w) {
    for (std::size_t a = 0; a < w.turns.size(); ++a)
        for (std::size_t node = 0; node < w.out.size(); ++node)
            if (w.turns[a][node] >= 0)
                w.out[node].push_back({w.turns[a][node], 1, static_cast<int>(a)});
}

/// Lists the edges of a grid as the grid gives them.
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

/// The least cost from each node to a goal.
inline std::vector<double> costs_to_goal(const question& q) {
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
    return left;
}

/// Whether two costs are one, but for the rounding of lengths.
inline bool same_cost(double a, double b) { return a == b || std::abs(a - b) < 1e-6; }

/// What is wrong with a path: it must begin at a start, end at a goal, go along edges whose costs
/// add up, and its actions must name these edges.
inline std::string path_fault(const engine& e, const question& q, const answer& a) {
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

/// How a search ends that no limit is in the way of where there is no path.
inline senda::status without_path(const engine& e) {
    return e.is.sees_all ? senda::status::complete : senda::status::exhausted;
}

/// What is wrong with an answer that no limit was in the way of.
inline std::string answer_fault(const engine& e, const question& q, const answer& a) {
    const double best = e.best(q);
    LAW(a.holds == senda::is_success(a.status));
    if (best == unreachable) {
        LAW(a.status == without_path(e));
        LAW(a.cost == unreachable && a.path.empty() && a.actions.empty() && a.routes == 0);
        if (e.is.bounds_costs) LAW(a.lower_bound == unreachable);
        return {};
    }
    LAW(senda::is_success(a.status));
    LAW_OF(path_fault(e, q, a));
    LAW(e.is.optimal ? same_cost(a.cost, best) : a.cost >= best - 1e-9);
    if (e.is.bounds_costs) LAW(a.lower_bound <= best + 1e-9);
    if (e.is.bounds_costs && e.is.optimal) LAW(a.lower_bound == a.cost);
    return {};
}

/// What is wrong with an answer that a limit stopped.
inline std::string stopped_fault(const engine& e, const question& q, const answer& a,
                                 senda::status expected) {
    if (a.status != expected)
        return std::string("the status is ") + senda::to_string(a.status) + " and not " +
               senda::to_string(expected);
    LAW(a.holds == (e.is.answers_early && !a.path.empty()));
    if (e.is.bounds_costs) LAW(a.lower_bound <= e.best(q) + 1e-9);
    if (e.is.keeps_routes || e.is.answers_early) {
        if (!a.path.empty()) LAW_OF(path_fault(e, q, a));
        return {};
    }
    LAW(a.cost == unreachable && a.path.empty() && a.actions.empty() && a.routes == 0);
    return {};
}

/// Whether two answers say the same: status, cost and path.
inline bool same_answer(const answer& a, const answer& b) {
    return a.status == b.status && same_cost(a.cost, b.cost) && a.lower_bound == b.lower_bound &&
           a.path == b.path && a.actions == b.actions && a.routes == b.routes;
}

/// The same of searches that may choose another of several best paths.
inline bool same_result(const answer& a, const answer& b) {
    return a.status == b.status && same_cost(a.cost, b.cost) && a.path.size() == b.path.size() &&
           a.routes == b.routes;
}

}  // namespace contract
