// SPDX-License-Identifier: MIT
// The searches of the lab on its map, event by event. All of them walk one kind of graph by one
// kind of estimate, so that each is compiled once.
#include "../frame/bridge.hpp"
#include "lab_events.hpp"
#include "lab_jumps.hpp"

#include <senda/graph/cell.hpp>
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/anytime_astar.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/beam.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/bidirectional.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/ida_star.hpp>
#include <senda/search/iterative_deepening.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

using playground::json_writer;
using playground::request;
using playground::lab::event_log;
using playground::lab::map_graph;
using playground::lab::terrain;
using playground::lab::watched_jump_point;
using senda::cell;

namespace {

enum class estimate_kind : std::uint8_t { zero, manhattan, octile, euclid };
enum class tie_rule : std::uint8_t { deepest, shallow, line };

/// What is left to a cell, by the choice of the request.
struct estimate {
    cell goal;
    cell start;
    estimate_kind kind = estimate_kind::manhattan;
    double scale = 1;
    tie_rule ties = tie_rule::deepest;
    double line_share = 0;  // so small that it decides between equals only

    [[nodiscard]] double operator()(cell n) const {
        const double h = plain(n);
        if (ties == tie_rule::shallow) return h * (1 - 1.0 / 4096);
        if (ties == tie_rule::line) return h + line_share * away_from_line(n);
        return h;
    }
    [[nodiscard]] double plain(cell n) const {
        const double x = n.x - goal.x;
        const double y = n.y - goal.y;
        switch (kind) {
            case estimate_kind::manhattan: return scale * senda::manhattan{goal, 1.0}(n);
            case estimate_kind::octile: return scale * senda::octile{goal}(n);
            case estimate_kind::euclid: return scale * std::sqrt(x * x + y * y);
            default: return 0;
        }
    }
    // How far a cell is from the straight line between the ends, times the length of that line.
    [[nodiscard]] double away_from_line(cell n) const {
        const double across = static_cast<double>(n.x - goal.x) * (start.y - goal.y);
        const double down = static_cast<double>(start.x - goal.x) * (n.y - goal.y);
        return std::abs(across - down);
    }
};

/// A request that was read.
struct question {
    terrain map;
    cell start;
    cell goal;
    std::string_view search;
    bool is_eight = false;
    bool has_unit_costs = true;
    estimate h;
    double exaggeration = 1;  // the estimate is at most so many times what is left
    double weight = 1;
    std::size_t width = 0;
    std::uint64_t limit = 0;
};

/// What a search has to say, whatever its types are.
struct answer {
    senda::status status = senda::status::exhausted;
    std::vector<cell> path;
    std::uint64_t expanded = 0;
    std::uint64_t generated = 0;
    std::vector<double> thresholds;
    std::vector<std::pair<std::size_t, double>> solutions;
    const char* refusal = nullptr;
};

constexpr std::string_view deepening_searches[] = {"ida_star", "iterative_deepening_dfs"};
bool is_deepening(std::string_view search) {
    return std::find(std::begin(deepening_searches), std::end(deepening_searches), search) !=
           std::end(deepening_searches);
}

void read_estimate(const request& in, question& q) {
    std::string_view kind = in.text("estimate");
    q.h = {q.goal, q.start};
    if (kind == "double") {
        q.h.scale = 2;
        kind = q.is_eight ? "octile" : "manhattan";
    }
    q.h.kind = kind == "zero"     ? estimate_kind::zero
               : kind == "octile" ? estimate_kind::octile
               : kind == "euclid" ? estimate_kind::euclid
                                  : estimate_kind::manhattan;
    const bool is_too_long = q.is_eight && q.h.kind == estimate_kind::manhattan;
    q.exaggeration = q.h.scale * (is_too_long ? std::numbers::sqrt2 : 1.0);
    const bool has_ties = q.search == "astar" || q.search == "weighted";
    if (has_ties && q.h.kind != estimate_kind::zero) {
        const std::string_view ties = in.text("ties");
        q.h.ties = ties == "shallow" ? tie_rule::shallow
                   : ties == "line"  ? tie_rule::line
                                     : tie_rule::deepest;
        q.h.line_share = 1.0 / (4096.0 * q.map.width() * q.map.height());
    }
}

/// The question of a request; if it is none, that is the answer.
std::optional<question> read_question(const request& in, json_writer& out) {
    constexpr std::int64_t most = 1'000'000;
    const std::string_view cells = in.text("cells");
    const auto size = static_cast<std::int64_t>(cells.size());
    const std::int64_t cols = in.number("cols", 0);
    const std::int64_t start = in.number("start", -1);
    const std::int64_t goal = in.number("goal", -1);
    const bool is_map = cols > 0 && size > 0 && size <= most && size % cols == 0 &&
                        std::all_of(cells.begin(), cells.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 10; });
    if (!is_map || start < 0 || start >= size || goal < 0 || goal >= size) {
        playground::refused(out, {"bad_map", "the map, its start or its goal is not in order"});
        return std::nullopt;
    }
    const auto width = static_cast<int>(cols);
    const auto cell_of = [&](std::int64_t n) {
        return cell{static_cast<int>(n % cols), static_cast<int>(n / cols)};
    };
    question q;
    q.map = terrain(width, static_cast<int>(size / cols), [&](cell c) {
        const char cost = cells[static_cast<std::size_t>(c.y * width + c.x)];
        if (cost > 1) q.has_unit_costs = false;
        return cost == 0 ? terrain::closed : static_cast<double>(cost);
    });
    q.start = cell_of(start);
    q.goal = cell_of(goal);
    q.search = in.text("search");
    q.is_eight = in.number("directions", 4) == 8;
    q.weight = in.decimal("weight", 1);
    q.width = static_cast<std::size_t>(std::clamp<std::int64_t>(in.number("width", 12), 1, most));
    q.limit = static_cast<std::uint64_t>(
        std::max<std::int64_t>(in.number("limit", is_deepening(q.search) ? 10'000 : most), 0));
    read_estimate(in, q);
    return q;
}

template <class Search>
answer as_it_stands(const Search& search) {
    auto r = search.result();
    return {r.status, std::move(r.path), r.statistics.expanded, r.statistics.generated, {}, {}, {}};
}

template <class Search>
answer finished(Search&& search) {
    search.run();
    return as_it_stands(search);
}

/// Steps a search that works in rounds; `level(search)` is what a round goes up to.
template <class Search, class Level>
answer in_rounds(Search&& search, event_log& log, Level level) {
    std::vector<double> thresholds;
    for (bool is_running = true; is_running;) {
        const std::size_t before = log.size();
        is_running = search.step(1) == senda::status::running;
        if (!log.began_round()) continue;
        thresholds.push_back(level(search));
        log.add_round(before, thresholds.back());
    }
    answer a = as_it_stands(search);
    a.thresholds = std::move(thresholds);
    return a;
}

/// The rounds of an anytime search do not begin at the start, but with another weight.
answer run_anytime(const question& q, const map_graph& g, event_log& log) {
    senda::anytime_options o{.limits = {.expansions = q.limit}};
    if (q.weight > 1) o.weight = q.weight;
    senda::anytime_astar_search search(g, q.start, q.goal, q.h, o, log);
    std::vector<double> weights;
    std::vector<std::pair<std::size_t, double>> solutions;
    for (bool is_running = true; is_running;) {
        const std::size_t before = log.size();
        is_running = search.step(1) == senda::status::running;
        if (solutions.size() < search.answers())
            solutions.emplace_back(before, static_cast<double>(search.result().cost));
        if (log.size() > before && (weights.empty() || weights.back() != search.weight())) {
            weights.push_back(search.weight());
            log.add_round(before, weights.back());
        }
    }
    answer a = as_it_stands(search);
    a.thresholds = std::move(weights);
    a.solutions = std::move(solutions);
    return a;
}

answer run_jump_point(const question& q, const senda::options& o, event_log& log) {
    answer a;
    if (!q.is_eight)
        a.refusal = "eight_directions";
    else if (!q.has_unit_costs)
        a.refusal = "unit_costs";
    if (a.refusal != nullptr) return a;
    const senda::octile_grid map(q.map.width(), q.map.height(),
                                 [&](cell c) { return q.map.open(c); });
    watched_jump_point search({map, log}, q.start, q.goal, o);
    do log.wait();
    while (search.step(1) == senda::status::running);
    return as_it_stands(search);
}

std::optional<answer> run(const question& q, const map_graph& g, event_log& log) {
    const std::string_view name = q.search;
    const auto& [start, goal, h] = std::tie(q.start, q.goal, q.h);
    senda::options o{.limits = {.expansions = q.limit}};
    if (name == "bfs") return finished(senda::bfs_search(g, start, goal, o, log));
    if (name == "dfs") return finished(senda::dfs_search(g, start, goal, o, log));
    if (name == "dijkstra") return finished(senda::dijkstra_search(g, start, goal, o, log));
    if (name == "greedy") return finished(senda::greedy_search(g, start, goal, h, o, log));
    if (name == "bidirectional")
        return finished(senda::bidirectional_search(g, start, goal, o, log));
    if (name == "bidirectional_astar") {
        estimate from_start = h;
        from_start.goal = start;
        return finished(senda::bidirectional_astar_search(g, start, goal, h, from_start, o, log));
    }
    if (name == "jump_point") return run_jump_point(q, o, log);
    if (name == "anytime_astar") return run_anytime(q, g, log);
    if (name == "beam") {
        const senda::beam_width width{q.width, senda::beam_growth::doubling};
        return in_rounds(senda::beam_search(g, start, goal, h, width, o, log), log,
                         [](const auto& s) { return static_cast<double>(s.width()); });
    }
    const auto bound = [](const auto& s) { return static_cast<double>(s.result().lower_bound); };
    if (name == "ida_star")
        return in_rounds(senda::ida_star_search(g, start, goal, h, o, log), log, bound);
    if (name == "iterative_deepening_dfs")
        return in_rounds(senda::iterative_deepening_dfs_search(g, start, goal, o, log), log, bound);
    if (name != "astar") o.weight = q.weight;
    if (name == "astar" || name == "weighted")
        return finished(senda::astar_search(g, start, goal, h, o, log));
    return std::nullopt;
}

/// What the answer of a search is worth: its cost is at most `factor` times the least one.
struct guarantee {
    const char* kind;
    double factor = 1;
};
guarantee guarantee_of(const question& q) {
    const std::string_view name = q.search;
    if (name == "dfs" || name == "greedy" || name == "beam") return {"none"};
    if (name == "bfs" || name == "iterative_deepening_dfs") return {"fewest_steps"};
    if (name == "dijkstra" || name == "bidirectional" || name == "jump_point") return {"cheapest"};
    double factor = q.exaggeration;
    if (name == "weighted") factor *= q.weight;
    if (q.h.kind == estimate_kind::zero) factor = 1;
    // Lengths with diagonals can differ by less than what decides between equals.
    if (q.h.ties == tie_rule::line && q.is_eight) factor = std::max(factor, 1.0) + 1.0 / 4096;
    return factor > 1 ? guarantee{"bounded", factor} : guarantee{"cheapest"};
}

const char* status_text(const answer& a) {
    if (a.refusal != nullptr) return "refused";
    if (a.status == senda::status::found) return "found";
    return a.status == senda::status::exhausted ? "none" : "limit";
}

double cost_of(const terrain& map, const std::vector<cell>& path) {
    double cost = 0;
    for (std::size_t i = 1; i < path.size(); ++i) {
        const bool is_diagonal = path[i].x != path[i - 1].x && path[i].y != path[i - 1].y;
        cost += (is_diagonal ? std::numbers::sqrt2 : 1.0) * map.weight(path[i]);
    }
    return cost;
}

void write(json_writer& out, const question& q, const answer& a, const event_log& log) {
    const guarantee g = guarantee_of(q);
    out.begin_object().member("status", status_text(a));
    if (a.refusal != nullptr) out.member("message", a.refusal);
    out.key("cost");
    if (a.path.empty())
        out.null();
    else
        out.value(cost_of(q.map, a.path));
    out.member("optimal", g.kind)
        .member("bound", g.factor)
        .member("steps", a.path.empty() ? 0 : a.path.size() - 1)
        .member("expanded", a.expanded)
        .member("generated", a.generated)
        .member("events", log.size())
        .member("path", a.path.size())
        .list("thresholds", a.thresholds)
        .key("solutions")
        .begin_array();
    for (const auto& [at, cost] : a.solutions) out.begin_array().value(at).value(cost).end_array();
    out.end_array().member("truncated", log.is_truncated()).end_object();
    out.bytes() = log.bytes();
    for (const cell c : a.path) {
        const std::uint32_t number = log.number(c);
        char bytes[sizeof number];
        std::memcpy(bytes, &number, sizeof number);
        out.bytes().append(bytes, sizeof number);
    }
}

}  // namespace

PLAYGROUND_EXPORT(lab_search) {
    const std::optional<question> q = read_question(in, out);
    if (!q) return;
    const bool judges = is_deepening(q->search) || q->search == "jump_point";
    event_log log(q->map.width(), q->map.height(), q->start,
                  judges ? event_log::judge::log : event_log::judge::search);
    const std::optional<answer> a = run(*q, map_graph(q->map, q->is_eight, log), log);
    if (!a) return playground::refused(out, {"bad_search", "there is no such search"});
    write(out, *q, *a, log);
}

PLAYGROUND_EXPORT(lab_estimates) {
    const std::optional<question> q = read_question(in, out);
    if (!q) return;
    const int width = q->map.width();
    std::vector<float> all;
    for (int at = 0; at < width * q->map.height(); ++at)
        all.push_back(static_cast<float>(q->h.plain({at % width, at / width})));
    out.begin_object().member("status", "found").end_object();
    out.bytes().assign(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(float));
}
