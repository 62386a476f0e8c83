// SPDX-License-Identifier: MIT
#include "shaped.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "watcher.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <mazegen/generate_rooms.hpp>
#include <mazegen/room_analysis.hpp>
#include <mazegen/room_picture.hpp>
#include <mazegen/shapes/hexagonal_rooms.hpp>
#include <mazegen/shapes/polar_rooms.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/storage/memory.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <utility>

namespace mazegen = senda::mazegen;
using mazegen::room_number;
using senda::diagnostic;
using senda::parsed;

namespace {

/// A path from the entrance to the exit, by the numbers of its rooms.
struct shaped_solution {
    solver method = solver::none;
    std::vector<room_number> route;
    std::uint64_t expanded = 0;
};

json place_json(senda::hex_cell c) { return row_column(senda::to_offset(c)); }
json place_json(mazegen::polar_room r) { return json::array({r.ring, r.place}); }
std::string place_text(senda::hex_cell c) { return place(senda::to_offset(c)); }
std::string place_text(mazegen::polar_room r) {
    return '(' + std::to_string(r.ring) + ", " + std::to_string(r.place) + ')';
}

std::string size_text(const mazegen::hexagonal_rooms& shape) {
    return std::to_string(shape.rows()) + " x " + std::to_string(shape.cols()) + " hexagonal rooms";
}
std::string size_text(const mazegen::polar_rooms& shape) {
    return senda::pluralize(static_cast<std::uint64_t>(shape.rings()), "ring") + " of polar rooms";
}
constexpr const char* order_of(const mazegen::hexagonal_rooms&) { return "row and column"; }
constexpr const char* order_of(const mazegen::polar_rooms&) { return "ring and place"; }

void add_size(program::json_object& into, const mazegen::hexagonal_rooms& shape) {
    into.add("shape", "hexagonal").add("rows", shape.rows()).add("cols", shape.cols());
}
void add_size(program::json_object& into, const mazegen::polar_rooms& shape) {
    into.add("shape", "polar").add("rings", shape.rings());
}

auto estimate_to(senda::hex_cell goal) { return senda::hexagonal{goal}; }
/// A passage changes the ring by one at most.
auto estimate_to(mazegen::polar_room goal) {
    return [goal](mazegen::polar_room r) {
        return r.ring < goal.ring ? goal.ring - r.ring : r.ring - goal.ring;
    };
}

/// A maze of rooms of one shape, and what is known about it.
template <class R>
class shaped_maze {
public:
    shaped_maze(const arguments& args, mazegen::room_maze<R> rooms)
        : args_(&args),
          rooms_(std::move(rooms)),
          at_(mazegen::place_entrances(rooms_,
                                       args.entrance.value_or(mazegen::entrance_rule::corners),
                                       seed_of(args, chance::entrance))),
          title_(std::string{to_string(args.algorithm)} + ", " + size_text(rooms_.shape()) +
                 ", seed " + std::to_string(args.seed)) {}

    void solve(const deadline& until) {
        for (const solver method : searches_of(*args_)) {
            const program::progress shown("solving");
            senda::options o;
            o.limits = until.rest_of(args_->limits);
            o.stop = program::interruption::flag();
            o.threads = args_->threads;
            const auto start = rooms_.node(at_.first);
            const auto goal = rooms_.node(at_.second);
            const bool goes_on =
                method == solver::dfs        ? keep(senda::dfs(rooms_, start, goal, o), method)
                : method == solver::dijkstra ? keep(senda::dijkstra(rooms_, start, goal, o), method)
                : method == solver::astar
                    ? keep(senda::astar(rooms_, start, goal, estimate_to(goal), o), method)
                    : keep(senda::bfs(rooms_, start, goal, o), method);
            if (!goes_on) return;
        }
    }

    void draw() {
        if (args_->files.svg.empty() && args_->files.png.empty()) return;
        mazegen::room_picture_extras extras;
        extras.marks = at_;
        if (!solutions_.empty()) extras.route = solutions_.back().route;
        std::vector<std::uint32_t> distances;
        if (args_->distances) {
            distances = mazegen::distances_from(rooms_, at_.first);
            extras.distances = distances;
        }
        write_picture(*args_, mazegen::to_picture(rooms_, args_->style, extras), title_, files_,
                      missing_);
    }

    shaped_answer answer() const { return {args_->json ? document() : report(), missing_}; }

private:
    /// Keeps what a search found, or notes why it found nothing; whether to go on.
    template <class Result>
    bool keep(const Result& found, solver method) {
        if (found) {
            shaped_solution& kept = solutions_.emplace_back();
            kept.method = method;
            kept.expanded = found.statistics.expanded;
            for (const auto& room : found.path) kept.route.push_back(rooms_.index(room));
            return true;
        }
        const std::string why{to_string(found.status)};
        missing_.push_back(
            found.status == senda::status::cancelled
                ? diagnostic{"cancelled", "interrupted before the path was found"}
                : diagnostic{why, "stopped by a limit before the path was found (" + why + ')'});
        return false;
    }

    [[nodiscard]] std::string report() const {
        std::string text = title_ + '\n';
        text += named_line("entrance", place_text(rooms_.node(at_.first)) + ", exit " +
                                           place_text(rooms_.node(at_.second)) + ", by " +
                                           order_of(rooms_.shape()) + " from 0");
        for (const shaped_solution& s : solutions_)
            text +=
                named_line("solution", name_of(s.method) + ": " + count_text(s.route.size() - 1) +
                                           " steps, " + count_text(s.expanded) + " rooms expanded");
        if (args_->stats) text += statistics_text();
        return text + written_text(files_);
    }

    [[nodiscard]] std::string statistics_text() const {
        const auto degrees = mazegen::count_degrees(rooms_);
        const mazegen::room_pair longest = mazegen::farthest_rooms(rooms_);
        const auto some = [&](std::uint64_t count) {
            return count_text(count) + " (" + decimal(100.0 * double(count) / rooms_.rooms()) +
                   " %)";
        };
        return named_line("rooms", count_text(rooms_.rooms())) +
               named_line("passages", count_text(rooms_.rooms() - 1)) +
               named_line("dead ends", some(degrees[1])) +
               named_line("corridors", some(degrees[2])) +
               named_line("junctions", some(degrees[3])) +
               named_line("crossroads", some(crossroads(degrees))) +
               named_line("diameter", count_text(longest.steps) + " steps, from " +
                                          place_text(rooms_.node(longest.first)) + " to " +
                                          place_text(rooms_.node(longest.second)));
    }

    template <class Degrees>
    [[nodiscard]] static std::uint64_t crossroads(const Degrees& degrees) {
        std::uint64_t count = 0;
        for (std::size_t passages = 4; passages < degrees.size(); ++passages)
            count += degrees[passages];
        return count;
    }

    [[nodiscard]] std::string document() const {
        program::json_object document;
        if (!missing_.empty())
            document.add("status", status_of(code_of(missing_.front())))
                .add("errors", program::errors_json(missing_));
        add_size(document, rooms_.shape());
        document.add("algorithm", to_string(args_->algorithm)).add("seed", args_->seed);
        document.add("entrance", place_json(rooms_.node(at_.first)))
            .add("exit", place_json(rooms_.node(at_.second)));
        const auto degrees = mazegen::count_degrees(rooms_);
        const mazegen::room_pair longest = mazegen::farthest_rooms(rooms_);
        document.add("statistics",
                     json{{"rooms", rooms_.rooms()},
                          {"passages", rooms_.rooms() - 1},
                          {"dead_ends", degrees[1]},
                          {"corridors", degrees[2]},
                          {"junctions", degrees[3]},
                          {"crossroads", crossroads(degrees)},
                          {"diameter", longest.steps},
                          {"diameter_ends", json::array({place_json(rooms_.node(longest.first)),
                                                         place_json(rooms_.node(longest.second))})},
                          {"components", 1},
                          {"cycles", 0}});
        json all = json::array();
        for (const shaped_solution& s : solutions_)
            all.push_back({{"method", name_of(s.method)},
                           {"length", s.route.size() - 1},
                           {"expanded", s.expanded}});
        document.add("solution", all.empty() ? json() : all.back());
        if (args_->solve == solver::all) document.add("solutions", all);
        return document.finish_document();
    }

    const arguments* args_;
    mazegen::room_maze<R> rooms_;
    std::pair<room_number, room_number> at_;
    std::string title_;
    std::vector<shaped_solution> solutions_;
    std::vector<written_file> files_;
    std::vector<diagnostic> missing_;
};

template <class R>
parsed<shaped_answer> make_of(const arguments& args, const deadline& until, parsed<R> shape) {
    if (!shape) return shape.error();
    if (!args.files.svg.empty() || !args.files.png.empty()) {
        diagnostic fault = mazegen::fault_of_picture(*shape, args.style.layout);
        if (!fault.code.empty()) return fault;
    }
    senda::memory_budget budget(args.limits.bytes);
    parsed<mazegen::room_maze<R>> dug =
        mazegen::generate(args.algorithm, *std::move(shape), args.seed, watcher(until, "digging"),
                          {.budget = &budget});
    if (!dug) return reason_of(dug.error(), args);
    shaped_maze<R> made(args, *std::move(dug));
    made.solve(until);
    made.draw();
    return made.answer();
}

}  // namespace

parsed<shaped_answer> make_shaped(const arguments& args, const deadline& until) {
    if (args.rooms == room_shape::hexagonal)
        return make_of(args, until, mazegen::hexagonal_rooms::make(args.rows, args.cols));
    return make_of(args, until, mazegen::polar_rooms::make(args.rings));
}
