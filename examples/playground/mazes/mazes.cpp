// SPDX-License-Identifier: MIT
// The tab of mazes: makes, films, measures, solves and writes them.
#include "made.hpp"
#include "searches.hpp"

#include <mazegen/analysis.hpp>
#include <mazegen/distances.hpp>
#include <mazegen/dot.hpp>
#include <mazegen/graph_picture.hpp>
#include <mazegen/maze_text.hpp>
#include <mazegen/picture.hpp>
#include <mazegen/priced_maze.hpp>
#include <senda/draw/color.hpp>
#include <senda/draw/svg.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace draw = senda::draw;
using namespace playground::mazes;
using playground::json_writer;
using playground::request;

void write_cell(json_writer& out, std::string_view name, cell c) { out.key(name).pair(c.x, c.y); }

void append_numbers(std::string& bytes, const std::vector<std::uint32_t>& numbers) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size());
}

/// Ends the search of a diameter that takes long: bounds will do.
class brief_observer {
public:
    senda::flow on_progress(std::uint64_t, std::uint64_t total) {
        constexpr std::uint64_t most = std::uint64_t{1} << 25U;
        seen_ += total;
        return seen_ > most ? senda::flow::stop : senda::flow::proceed;
    }

private:
    std::uint64_t seen_ = 0;
};

void write_answer(json_writer& out, std::string_view method, const search_answer& answer) {
    using senda::status;
    const bool is_found = answer.status == status::found;
    out.member("method", method)
        .member("outcome", is_found                             ? "found"
                           : answer.status == status::exhausted ? "none"
                                                                : "limit")
        .member("length", is_found ? answer.route.size() - 1 : std::size_t{0})
        .member("expanded", answer.statistics.expanded);
}

/// Rooms and walls of so many pixels that the picture has some three thousand a side at most.
draw::room_layout layout_for(const maze& m) {
    const int pitch = std::clamp(3000 / std::max(m.rows(), m.cols()), 2, 20);
    const int wall = std::max(pitch / 6, 1);
    return {.room = pitch - wall, .wall = wall, .margin = pitch / 2};
}

/// Writes a picture of the maze: as SVG or PNG, or of its graph.
diagnostic write_picture(const request& in, const made_maze& made, std::string& bytes) {
    const maze& m = made.rooms;
    const auto sink = [&bytes](std::string_view piece) { bytes += piece; };
    search_answer answer;
    if (in.has("method")) answer = solve(made, in.text("method"), nullptr);
    mazegen::picture_extras extras{.marks = made.at, .route = answer.route};
    std::optional<mazegen::distance_map> distances;
    if (in.flag("distances")) {
        parsed<mazegen::distance_map> measured = mazegen::distances_from(m, made.at.entrance);
        if (!measured) return measured.error();
        distances = *std::move(measured);
        extras.distances = &*distances;
    }
    const std::string title = made.by.algorithm + ", " + std::to_string(m.rows()) + " x " +
                              std::to_string(m.cols()) + " rooms, seed " + made.by.seed;
    mazegen::picture_style style;
    if (in.text("format") == "graph") {
        const auto picture = mazegen::to_graph_picture(mazegen::priced_maze(m), style, extras);
        if (!picture) return picture.error();
        draw::write_svg(*picture, sink, title);
        return {};
    }
    style.layout = layout_for(m);
    if (in.text("format") == "svg")
        draw::write_svg(mazegen::to_picture(m, style, extras), sink, title);
    else
        mazegen::write_png(m, sink, style, extras);
    return {};
}

diagnostic write_file(const request& in, const made_maze& made, std::string& bytes) {
    const maze& m = made.rooms;
    const auto sink = [&bytes](std::string_view piece) { bytes += piece; };
    const std::string_view format = in.text("format");
    if (format == "maze") return mazegen::write_maze_text(m, made.at, sink).error();
    if (format == "matrix") return mazegen::write_matrix(mazegen::priced_maze(m), sink).error();
    if (format == "dot") {
        mazegen::write_dot(m, sink);
        return {};
    }
    return write_picture(in, made, bytes);
}

}  // namespace

/// A maze: its rooms, a byte each, whose bits 0 to 3 are the passages N, E, S, W; 255 where a mask
/// leaves one out.
PLAYGROUND_EXPORT(mazes_make) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const maze& m = made->rooms;
    std::string& bytes = out.bytes();
    bytes.reserve(static_cast<std::size_t>(m.cols()) * static_cast<std::size_t>(m.rows()));
    for (int y = 0; y < m.rows(); ++y)
        for (int x = 0; x < m.cols(); ++x)
            bytes += static_cast<char>(m.is_room({x, y}) ? m.passages({x, y}) : 255U);
    out.begin_object().member("status", "made").member("rows", m.rows()).member("cols", m.cols());
    write_cell(out, "entrance", made->at.entrance);
    write_cell(out, "exit", made->at.exit);
    out.member("seconds", made->seconds).end_object();
}

/// How it was dug: numbers of four bytes, as `film` says.
PLAYGROUND_EXPORT(mazes_film) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const parsed<std::vector<std::uint32_t>> frames = film_of(*made);
    if (!frames) return playground::refused(out, frames.error());
    append_numbers(out.bytes(), *frames);
    out.begin_object().member("status", "filmed").end_object();
}

PLAYGROUND_EXPORT(mazes_analyse) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const maze& m = made->rooms;
    const mazegen::room_counts rooms = mazegen::count_rooms(m);
    const mazegen::dead_end_lengths dead_ends = mazegen::measure_dead_ends(m);
    const parsed<mazegen::connection> joined = mazegen::connection_of(m);
    if (!joined) return playground::refused(out, joined.error());
    const parsed<mazegen::diameter_bounds> diameter = mazegen::bound_diameter(m, brief_observer());
    if (!diameter) return playground::refused(out, diameter.error());
    out.begin_object()
        .member("status", "analysed")
        .member("rooms", rooms.rooms)
        .member("passages", joined->passages)
        .member("parts", joined->components)
        .member("dead_ends", rooms.dead_ends())
        .member("corridors", rooms.corridors())
        .member("junctions", rooms.junctions())
        .member("crossroads", rooms.crossroads())
        .member("dead_end_mean", dead_ends.mean())
        .member("diameter", diameter->longest.steps)
        .member("is_exact", diameter->is_exact())
        .member("cycles", joined->cycles)
        .end_object();
}

/// All searches side by side.
PLAYGROUND_EXPORT(mazes_compare) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    out.begin_object().member("status", "compared").key("searches").begin_array();
    for (const std::string_view method : methods) {
        out.begin_object();
        write_answer(out, method, solve(*made, method, nullptr));
        out.end_object();
    }
    out.end_array().end_object();
}

/// How long a search takes.
PLAYGROUND_EXPORT(mazes_time) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    out.begin_object()
        .member("status", "timed")
        .member("seconds", seconds_of(*made, in.text("method")))
        .end_object();
}

/// One search: its log, then the rooms of the route, as numbers of four bytes.
PLAYGROUND_EXPORT(mazes_search) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    search_log log(made->rooms, made->at.entrance);
    const search_answer answer = solve(*made, in.text("method"), &log);
    std::vector<std::uint32_t> route;
    for (const cell c : answer.route) route.push_back(number_of(made->rooms, c));
    append_numbers(out.bytes(), log.events());
    append_numbers(out.bytes(), route);
    out.begin_object().member("status", "searched").member("events", log.events().size());
    write_answer(out, in.text("method"), answer);
    out.end_object();
}

/// How far each room is from the entrance, as one of 64 shades, a byte each, and the colours.
PLAYGROUND_EXPORT(mazes_distances) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const maze& m = made->rooms;
    const parsed<mazegen::distance_map> distances = mazegen::distances_from(m, made->at.entrance);
    if (!distances) return playground::refused(out, distances.error());
    constexpr std::uint64_t shades = 64;
    const std::uint64_t most = std::max<std::uint64_t>(distances->most(), 1);
    std::string& bytes = out.bytes();
    bytes.reserve(static_cast<std::size_t>(m.rows()) * static_cast<std::size_t>(m.cols()));
    for (int y = 0; y < m.rows(); ++y)
        for (int x = 0; x < m.cols(); ++x)
            bytes += static_cast<char>((*distances)(m, {x, y}).value_or(0) * (shades - 1) / most);
    out.begin_object().member("status", "measured").key("colors").begin_array();
    for (std::uint64_t shade = 0; shade < shades; ++shade)
        out.value(draw::to_hex(
            draw::distance_color(static_cast<double>(shade) / static_cast<double>(shades - 1))));
    out.end_array().end_object();
}

/// A file of the maze: `format` is svg, png, maze, dot, graph or matrix. With `method` a
/// picture has the route, with `distances` the colours.
PLAYGROUND_EXPORT(mazes_file) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    if (const diagnostic fault = write_file(in, *made, out.bytes()); !fault.code.empty()) {
        out.bytes().clear();
        return playground::refused(out, fault);
    }
    out.begin_object().member("status", "written").member("size", out.bytes().size()).end_object();
}
