// SPDX-License-Identifier: MIT
// From the arguments to a maze: dig, braid, open, place the entrances, measure, solve.
#include "made.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/mazegen/algorithms.hpp>
#include <senda/mazegen/braid.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/statistics.hpp>
#include <senda/storage/memory.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace mazegen = senda::mazegen;
using senda::diagnostic;
using senda::parsed;

namespace {

/// The time that is left.
class deadline {
public:
    explicit deadline(const senda::limits& limits)
        : at_(senda::detail::now_in_seconds() + limits.time.seconds()) {}

    [[nodiscard]] double left() const {
        return std::max(at_ - senda::detail::now_in_seconds(), 0.0);
    }
    [[nodiscard]] bool is_over() const { return left() <= 0; }

private:
    double at_;
};

/// Observes a generator or a measurement: moves the bar of progress, and ends it in time.
class watcher {
public:
    watcher(const deadline& until, std::string what) : until_(&until), shown_(std::move(what)) {}

    senda::flow on_progress(std::uint64_t done, std::uint64_t total) {
        shown_.advance(done, total);
        const bool ends = program::interruption::requested() || until_->is_over();
        return ends ? senda::flow::stop : senda::flow::proceed;
    }

private:
    const deadline* until_;
    program::progress shown_;
};

/// The same, and digs in an animation too.
class filming_watcher : public watcher {
public:
    filming_watcher(const deadline& until, std::string what, mazegen::animation& page)
        : watcher(until, std::move(what)), page_(&page) {}

    void on_carve(senda::cell from, senda::cell to) { page_->on_carve(from, to); }

private:
    mazegen::animation* page_;
};

/// Work that was stopped was stopped by a signal or by a limit.
diagnostic reason_of(const diagnostic& fault, const arguments& args) {
    if (fault.code == "cancelled" && !program::interruption::requested())
        return {"time_limit", "stopped by the limit on time before the maze was made"};
    if (fault.code == "no_memory" && args.limits.bytes != senda::limits{}.bytes)
        return {"memory_limit", "stopped by the limit on memory: " + fault.message};
    return fault;
}

parsed<mazegen::maze> dig(const arguments& args, const std::optional<senda::grid>& mask,
                          const deadline& until, std::optional<mazegen::animation>& page) {
    senda::memory_budget budget(args.limits.bytes);
    const mazegen::generate_options options{.budget = &budget};
    const auto generate = [&](auto&& observer) {
        return mask ? mazegen::generate(args.algorithm, *mask, args.seed, observer, options)
                    : mazegen::generate(args.algorithm, args.rows, args.cols, args.seed, observer,
                                        options);
    };
    return page ? generate(filming_watcher(until, "digging", *page))
                : generate(watcher(until, "digging"));
}

template <class Result>
parsed<solution> to_solution(Result found) {
    using senda::status;
    switch (found.status) {
        case status::found: return solution{std::move(found.path), found.statistics.expanded};
        case status::exhausted: return diagnostic{"no_route", "no path leads to the exit"};
        case status::cancelled: return diagnostic{"cancelled", "the search was stopped"};
        default: break;
    }
    return diagnostic{std::string{to_string(found.status)},
                      "stopped by a limit before the path was found (" +
                          std::string{to_string(found.status)} + ')'};
}

parsed<solution> solve(const arguments& args, const mazegen::maze& m, const mazegen::entrances& at,
                       const deadline& until) {
    const program::progress shown("solving");
    senda::options o;
    o.limits = args.limits;
    o.limits.time = until.left();
    o.stop = program::interruption::flag();
    switch (args.solve) {
        case solver::dfs: return to_solution(senda::dfs(m, at.entrance, at.exit, o));
        case solver::dijkstra: return to_solution(senda::dijkstra(m, at.entrance, at.exit, o));
        case solver::astar:
            return to_solution(senda::astar(m, at.entrance, at.exit, senda::manhattan{at.exit}, o));
        case solver::bfs:
        case solver::none: break;
    }
    return to_solution(senda::bfs(m, at.entrance, at.exit, o));
}

std::string title_of(const arguments& args, const mazegen::maze& m) {
    return std::string{to_string(args.algorithm)} + ", " + std::to_string(m.rows()) + " x " +
           std::to_string(m.cols()) + " rooms, seed " + std::to_string(args.seed);
}

}  // namespace

parsed<made_maze> make(const arguments& args, const std::optional<senda::grid>& mask) {
    const deadline until(args.limits);
    made_maze made;
    const std::int64_t rows = mask ? mask->height() : args.rows;
    const std::int64_t cols = mask ? mask->width() : args.cols;
    const bool has_picture = !args.files.svg.empty() || !args.files.png.empty();
    if (has_picture) {
        diagnostic fault = mazegen::fault_of_picture(rows, cols, args.style.layout);
        if (!fault.code.empty()) return fault;
    }
    if (!args.files.animation.empty() || !args.files.apng.empty()) {
        parsed<mazegen::animation> page = mazegen::animation::make(
            rows, cols,
            std::string{to_string(args.algorithm)} + ", seed " + std::to_string(args.seed));
        if (!page) return page.error();
        made.animation = *std::move(page);
    }

    parsed<mazegen::maze> dug = dig(args, mask, until, made.animation);
    if (!dug) return reason_of(dug.error(), args);
    made.rooms = *std::move(dug);
    made.title = title_of(args, made.rooms);
    const parsed<std::uint64_t> braided =
        mazegen::braid(made.rooms, args.braid, seed_of(args, chance::braid));
    const parsed<std::uint64_t> opened =
        mazegen::open_walls(made.rooms, args.open, seed_of(args, chance::open));
    if (!braided || !opened) return braided ? opened.error() : braided.error();
    made.braided = *braided;
    made.opened = *opened;

    std::optional<watcher> measuring(std::in_place, until, "measuring");
    const parsed<mazegen::entrances> at = mazegen::place_entrances(
        made.rooms, args.entrance, seed_of(args, chance::entrance), *measuring);
    if (!at) return reason_of(at.error(), args);
    made.at = *at;
    if (args.stats || args.json) {
        parsed<mazegen::analysis> analysis = mazegen::analyse(made.rooms, *measuring);
        if (!analysis) return reason_of(analysis.error(), args);
        made.analysis = *std::move(analysis);
    }
    measuring.reset();  // one line of progress at a time
    if (args.distances) {
        parsed<mazegen::distance_map> distances =
            mazegen::distances_from(made.rooms, made.at.entrance);
        if (!distances) return distances.error();
        made.distances = *std::move(distances);
    }
    if (args.solve != solver::none) {
        parsed<solution> found = solve(args, made.rooms, made.at, until);
        if (!found) return found.error();
        made.solution = *std::move(found);
    }
    if (made.animation) {
        made.animation->finish(made.rooms);
        made.animation->walk(made.at,
                             made.solution ? made.solution->route : std::vector<senda::cell>{});
    }
    if (program::interruption::requested())
        return diagnostic{"cancelled", "interrupted before the end"};
    return made;
}
