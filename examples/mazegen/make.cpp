// SPDX-License-Identifier: MIT
// From the arguments to a maze: dig or read, braid, open, place the entrances, solve, measure.
#include "made.hpp"
#include "watcher.hpp"

#include "../common/files.hpp"
#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <maze/format.hpp>
#include <mazegen/algorithms.hpp>
#include <mazegen/braid.hpp>
#include <mazegen/maze_text_reader.hpp>
#include <mazegen/picture.hpp>
#include <senda/graph/grid.hpp>
#include <senda/storage/memory.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace mazegen = senda::mazegen;
using senda::diagnostic;
using senda::parsed;

namespace {

/// Watches, and digs in an animation too.
class filming_watcher : public watcher {
public:
    filming_watcher(const deadline& until, std::string what, mazegen::animation& page)
        : watcher(until, std::move(what)), page_(&page) {}

    void on_carve(senda::cell from, senda::cell to) { page_->on_carve(from, to); }

private:
    mazegen::animation* page_;
};

/// The same, and ends the search of a diameter when it has looked at so many rooms.
class brief_watcher : public watcher {
public:
    using watcher::watcher;

    senda::flow on_progress(std::uint64_t done, std::uint64_t total) {
        constexpr std::uint64_t most = std::uint64_t{1} << 25U;
        seen_ += total;
        return seen_ > most ? senda::flow::stop : watcher::on_progress(done, total);
    }

private:
    std::uint64_t seen_ = 0;
};

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

std::string size_text(const mazegen::maze& m, const char* what) {
    return std::to_string(m.rows()) + " x " + std::to_string(m.cols()) + what;
}

/// Why the pictures cannot be drawn, which is known before the work begins.
diagnostic fault_of_pictures(const arguments& args, std::int64_t rows, std::int64_t cols) {
    if (args.files.svg.empty() && args.files.png.empty()) return {};
    return mazegen::fault_of_picture(rows, cols, args.style.layout);
}

bool is_animated(const arguments& args) {
    return !args.files.animation.empty() || !args.files.apng.empty();
}

/// What the animation of so many rooms shows.
mazegen::animation_options animation_of(const arguments& args, std::uint64_t rooms) {
    mazegen::animation_options o;
    o.colors_parts = args.algorithm == mazegen::algorithm::kruskal ||
                     args.algorithm == mazegen::algorithm::kruskal_rooms;
    const std::vector<solver> searches = searches_of(args);
    if (rooms * searches.size() <= mazegen::animation::most_colored)
        for (const solver s : searches) o.searches.push_back(name_of(s));
    return o;
}

diagnostic place_entrances(const arguments& args, made_maze& made, const deadline& until) {
    watcher measuring(until, "measuring");
    const parsed<mazegen::entrances> at = mazegen::place_entrances(
        made.rooms, args.entrance.value_or(mazegen::entrance_rule::corners),
        seed_of(args, chance::entrance), measuring);
    if (!at) return reason_of(at.error(), args);
    made.at = *at;
    return {};
}

/// Takes the rooms of a file, or its cells where that has no rooms.
parsed<mazegen::maze> take_cells(const senda::maze::board& b, made_maze& made) {
    const auto cell_of = [&](senda::maze::place p) {
        return senda::cell{static_cast<int>(b.col_of(p)), static_cast<int>(b.row_of(p))};
    };
    parsed<mazegen::maze_from_text> rooms = mazegen::parse_maze_text(to_text(b));
    if (rooms && rooms->entrance && rooms->exit) {
        made.at = {*rooms->entrance, *rooms->exit};
        return std::move(rooms->maze);
    }
    made.is_of_cells = true;
    made.at = {cell_of(b.start()), cell_of(b.end())};
    parsed<mazegen::maze> cells = mazegen::maze::make(b.rows(), b.cols());
    if (!cells) return cells;
    for (std::uint32_t row = 0; row < b.rows(); ++row)
        for (std::uint32_t col = 0; col < b.cols(); ++col)
            if (b[b.at(row, col)] == '#') cells->leave_out(cell_of(b.at(row, col)));
    (void)mazegen::open_walls(*cells, 1, 0);
    return cells;
}

}  // namespace

parsed<made_maze> make(const arguments& args, const std::optional<senda::grid>& mask,
                       const deadline& until) {
    made_maze made;
    const std::int64_t rows = mask ? mask->height() : args.rows;
    const std::int64_t cols = mask ? mask->width() : args.cols;
    diagnostic fault = fault_of_pictures(args, rows, cols);
    if (!fault.code.empty()) return fault;
    if (is_animated(args)) {
        parsed<mazegen::animation> page = mazegen::animation::make(
            rows, cols,
            std::string{to_string(args.algorithm)} + ", seed " + std::to_string(args.seed),
            animation_of(args,
                         static_cast<std::uint64_t>(rows) * static_cast<std::uint64_t>(cols)));
        if (!page) return page.error();
        made.animation = *std::move(page);
    }
    parsed<mazegen::maze> dug = dig(args, mask, until, made.animation);
    if (!dug) return reason_of(dug.error(), args);
    made.rooms = *std::move(dug);
    made.title = std::string{to_string(args.algorithm)} + ", " + size_text(made.rooms, " rooms") +
                 ", seed " + std::to_string(args.seed);
    const parsed<std::uint64_t> braided =
        mazegen::braid(made.rooms, args.braid, seed_of(args, chance::braid));
    const parsed<std::uint64_t> opened =
        mazegen::open_walls(made.rooms, args.open, seed_of(args, chance::open));
    if (!braided || !opened) return braided ? opened.error() : braided.error();
    made.braided = *braided;
    made.opened = *opened;
    fault = place_entrances(args, made, until);
    if (!fault.code.empty()) return fault;
    if (program::interruption::requested())
        return diagnostic{"cancelled", "interrupted before the end"};
    return made;
}

parsed<made_maze> make(const arguments& args, const senda::maze::board& b, const deadline& until) {
    made_maze made;
    parsed<mazegen::maze> rooms = take_cells(b, made);
    if (!rooms) return reason_of(rooms.error(), args);
    made.rooms = *std::move(rooms);
    made.title = program::shown_name(args.read) + ", " +
                 size_text(made.rooms, made.is_of_cells ? " cells" : " rooms");
    diagnostic fault = fault_of_pictures(args, made.rooms.rows(), made.rooms.cols());
    if (fault.code.empty() && is_animated(args)) {
        parsed<mazegen::animation> page = mazegen::animation::make(
            made.rooms, made.title, animation_of(args, made.rooms.rooms()));
        if (!page) return page.error();
        made.animation = *std::move(page);
    }
    if (fault.code.empty() && args.entrance) fault = place_entrances(args, made, until);
    if (!fault.code.empty()) return fault;
    made.text.board = b;
    made.text.life = b.life();
    return made;
}

void explore(const arguments& args, made_maze& made, const deadline& until) {
    solve(args, made, until);
    if (args.distances) {
        parsed<mazegen::distance_map> distances =
            mazegen::distances_from(made.rooms, made.at.entrance);
        if (distances) made.distances = *std::move(distances);
        if (!distances) made.missing.push_back(distances.error());
    }
    if (!made.animation) return;
    made.animation->finish(made.rooms);
    std::vector<mazegen::shown_search> shown;
    for (const solution& s : made.solutions)
        shown.push_back({s.trace ? &*s.trace : nullptr, s.route});
    const bool is_traced = !shown.empty() && shown.front().trace != nullptr;
    if (is_traced)
        made.animation->search(made.at, shown);
    else
        made.animation->walk(made.at,
                             shown.empty() ? std::span<const senda::cell>{} : shown.back().route);
}

void measure(const arguments& args, made_maze& made, const deadline& until) {
    if (!args.stats && !args.json) return;
    measurements& known = made.measured.emplace();
    known.rooms = mazegen::count_rooms(made.rooms);
    known.dead_ends = mazegen::measure_dead_ends(made.rooms);
    const parsed<mazegen::connection> joined = mazegen::connection_of(made.rooms);
    if (!joined) {
        made.measured.reset();
        made.missing.push_back(joined.error());
        return;
    }
    known.connection = *joined;
    // Where nobody asked for measurements, bounds will do if the diameter takes long.
    parsed<mazegen::diameter_bounds> diameter =
        args.stats ? mazegen::bound_diameter(made.rooms, watcher(until, "measuring"))
                   : mazegen::bound_diameter(made.rooms, brief_watcher(until, "measuring"));
    if (!diameter) {
        made.missing.push_back(reason_of(diameter.error(), args));
        return;
    }
    known.diameter = *std::move(diameter);
    if (known.diameter->is_exact() || !args.stats) return;
    made.missing.push_back(
        program::interruption::requested()
            ? diagnostic{"cancelled", "interrupted before the diameter was known"}
            : diagnostic{"time_limit",
                         "stopped by the limit on time before the diameter was "
                         "known"});
}
