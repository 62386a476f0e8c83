// SPDX-License-Identifier: MIT
// The tab of mazes: makes, films, measures, solves and writes them.
#include "bridge.hpp"
#include "progress.hpp"

#include <senda/draw/palette.hpp>
#include <senda/draw/svg.hpp>
#include <senda/graph/cell.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/mazegen/algorithms.hpp>
#include <senda/mazegen/analysis.hpp>
#include <senda/mazegen/braid.hpp>
#include <senda/mazegen/direction.hpp>
#include <senda/mazegen/distances.hpp>
#include <senda/mazegen/entrances.hpp>
#include <senda/mazegen/listing.hpp>
#include <senda/mazegen/maze.hpp>
#include <senda/mazegen/maze_text.hpp>
#include <senda/mazegen/picture.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/dfs.hpp>
#include <senda/search/dijkstra.hpp>
#include <senda/search/statistics.hpp>
#include <senda/text/lines.hpp>
#include <senda/text/utf8.hpp>

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
namespace mazegen = senda::mazegen;
using mazegen::direction;
using mazegen::maze;
using playground::json_writer;
using playground::request;
using senda::cell;
using senda::diagnostic;
using senda::parsed;

/// What the page asks for; the same request gives the same maze.
struct maze_request {
    std::string algorithm;
    std::int64_t rows;
    std::int64_t cols;
    std::string seed;
    double braid;
    std::string entrance;

    explicit maze_request(const request& in)
        : algorithm(in.text("algorithm")),
          rows(in.number("rows", 0)),
          cols(in.number("cols", 0)),
          seed(in.text("seed")),
          braid(in.decimal("braid", -1)),
          entrance(in.text("entrance")) {}

    friend bool operator==(const maze_request&, const maze_request&) = default;
};

/// What a maze in a page may have at most: it is drawn with two pixels a room and more.
constexpr std::int64_t longest_side = 2000;

/// Passages in the order in which they were opened, a number each: four times the room, row by row,
/// and the direction.
class film {
public:
    explicit film(std::int64_t cols) noexcept : cols_(static_cast<std::uint32_t>(cols)) {}

    void add(cell from, cell to) {
        const direction d = from.y != to.y ? (to.y < from.y ? direction::north : direction::south)
                                           : (to.x < from.x ? direction::west : direction::east);
        frames_.push_back(number_of(from) << 2U | static_cast<std::uint32_t>(d));
    }
    [[nodiscard]] const std::vector<std::uint32_t>& frames() const noexcept { return frames_; }

private:
    [[nodiscard]] std::uint32_t number_of(cell c) const noexcept {
        return static_cast<std::uint32_t>(c.y) * cols_ + static_cast<std::uint32_t>(c.x);
    }

    std::uint32_t cols_;
    std::vector<std::uint32_t> frames_;
};

/// Observes a generator: records a film if there is one, and reports progress.
class dig_observer {
public:
    explicit dig_observer(film* into = nullptr) noexcept : film_(into) {}

    void on_carve(cell from, cell to) {
        if (film_ != nullptr) film_->add(from, to);
    }
    void on_progress(std::uint64_t done, std::uint64_t total) {
        if (!clock_.is_due()) return;
        playground::progress(static_cast<double>(done) / static_cast<double>(total), {});
    }

private:
    film* film_;
    playground::progress_clock clock_;
};

struct made_maze {
    maze_request by;
    std::uint64_t seed = 0;
    maze rooms;
    mazegen::entrances at;
    double seconds = 0;
};

/// What is drawn by chance after the maze is dug has a seed of its own, as in the program mazegen.
constexpr std::uint64_t braid_chance = 1;
constexpr std::uint64_t entrance_chance = 3;

parsed<made_maze> make(const maze_request& wanted) {
    if (wanted.rows > longest_side || wanted.cols > longest_side)
        return diagnostic{"bad_size", "a maze of " + std::to_string(wanted.rows) + " x " +
                                          std::to_string(wanted.cols) +
                                          " rooms is too large here: expected at most " +
                                          std::to_string(longest_side) + " a side"};
    const auto seed = senda::parse_integer<std::uint64_t>(wanted.seed);
    if (!seed)
        return diagnostic{"bad_seed", "the seed is " + senda::quoted(wanted.seed) +
                                          ": expected a whole number below 2^64"};
    const double began = senda::detail::now_in_seconds();
    parsed<maze> dug =
        mazegen::generate(wanted.algorithm, wanted.rows, wanted.cols, seed.value, dig_observer());
    if (!dug) return dug.error();
    const parsed<std::uint64_t> braided =
        mazegen::braid(*dug, wanted.braid, seed.value + braid_chance);
    if (!braided) return braided.error();
    const double seconds = senda::detail::now_in_seconds() - began;
    const parsed<mazegen::entrance_rule> rule = mazegen::find_entrance_rule(wanted.entrance);
    if (!rule) return rule.error();
    const parsed<mazegen::entrances> at =
        mazegen::place_entrances(*dug, *rule, seed.value + entrance_chance, dig_observer());
    if (!at) return at.error();
    return made_maze{wanted, seed.value, *std::move(dug), *at, seconds};
}

/// The maze that is asked for: the last one if it is the same. Answers with the error if there is
/// none.
const made_maze* find(const request& in, json_writer& out) {
    static std::optional<made_maze> last;
    const maze_request wanted(in);
    if (last && last->by == wanted) return &*last;
    parsed<made_maze> made = make(wanted);
    if (!made) {
        playground::refused(out, made.error());
        return nullptr;
    }
    last = *std::move(made);
    return &*last;
}

void write_cell(json_writer& out, std::string_view name, cell c) { out.key(name).pair(c.x, c.y); }

void append_numbers(std::string& bytes, const std::vector<std::uint32_t>& numbers) {
    bytes.append(reinterpret_cast<const char*>(numbers.data()), 4 * numbers.size());
}

/// The rooms that a search expanded in their order, and the path that it found; a room is a number,
/// row by row.
struct search_record {
    senda::statistics statistics;
    std::vector<cell> route;
    std::vector<std::uint32_t> order;
};

/// Records the rooms that a search expands, if there is a list for them.
class expansion_recorder {
public:
    expansion_recorder(const maze& m, std::vector<std::uint32_t>* into) noexcept
        : cols_(static_cast<std::uint32_t>(m.cols())), into_(into) {}
    void on_expand(cell c) const {
        if (into_ != nullptr)
            into_->push_back(static_cast<std::uint32_t>(c.y) * cols_ +
                             static_cast<std::uint32_t>(c.x));
    }

private:
    std::uint32_t cols_;
    std::vector<std::uint32_t>* into_;
};

constexpr std::string_view methods[] = {"dfs", "bfs", "dijkstra", "astar"};

search_record solve(const made_maze& made, std::string_view method, bool is_watched) {
    search_record record;
    const expansion_recorder recorder(made.rooms, is_watched ? &record.order : nullptr);
    const auto [from, to] = made.at;
    const auto keep = [&record](auto found) {
        record.statistics = found.statistics;
        record.route = std::move(found.path);
    };
    const senda::options o;
    if (method == "dfs") {
        keep(senda::dfs(made.rooms, from, to, o, recorder));
    } else if (method == "dijkstra") {
        keep(senda::dijkstra(made.rooms, from, to, o, recorder));
    } else if (method == "astar") {
        keep(senda::astar(made.rooms, from, to, senda::manhattan{to}, o, recorder));
    } else {
        keep(senda::bfs(made.rooms, from, to, o, recorder));
    }
    return record;
}

void write_record(json_writer& out, std::string_view method, const search_record& record) {
    out.member("method", method)
        .member("length", record.route.empty() ? std::size_t{0} : record.route.size() - 1)
        .member("expanded", record.statistics.expanded)
        .member("generated", record.statistics.generated)
        .member("bytes_held", record.statistics.bytes)
        .member("seconds", record.statistics.seconds);
}

/// Rooms and walls of so many pixels that the picture has some three thousand a side at most.
draw::room_layout layout_for(const maze& m) {
    const int pitch = std::clamp(3000 / std::max(m.rows(), m.cols()), 2, 20);
    const int wall = std::max(pitch / 6, 1);
    return {.room = pitch - wall, .wall = wall, .margin = pitch / 2};
}

}  // namespace

/// A maze: its rooms, a byte each, whose bits 0 to 3 are the passages N, E, S, W.
PLAYGROUND_EXPORT(mazes_make) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const maze& m = made->rooms;
    const auto cols = static_cast<std::size_t>(m.cols());
    std::string& bytes = out.bytes();
    bytes.resize(cols * static_cast<std::size_t>(m.rows()));
    for (int row = 0; row < m.rows(); ++row)
        std::memcpy(bytes.data() + static_cast<std::size_t>(row) * cols,
                    m.data() + m.index({0, row}), cols);
    out.begin_object().member("status", "made").member("rows", m.rows()).member("cols", m.cols());
    write_cell(out, "entrance", made->at.entrance);
    write_cell(out, "exit", made->at.exit);
    out.member("seconds", made->seconds).end_object();
}

/// How it was dug: numbers of four bytes, as `film` says.
PLAYGROUND_EXPORT(mazes_film) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const maze& m = made->rooms;
    film frames(m.cols());
    parsed<maze> dug = mazegen::generate(made->by.algorithm, m.rows(), m.cols(), made->seed,
                                         dig_observer(&frames));
    if (!dug) return playground::refused(out, dug.error());
    const std::size_t dug_count = frames.frames().size();
    // What was opened afterwards comes at the end.
    mazegen::for_each_passage(m, [&](cell a, cell b) {
        const direction d = a.y == b.y ? direction::east : direction::south;
        if (!dug->has_passage(a, d)) frames.add(a, b);
    });
    append_numbers(out.bytes(), frames.frames());
    out.begin_object()
        .member("status", "filmed")
        .member("dug", dug_count)
        .member("frames", frames.frames().size())
        .end_object();
}

PLAYGROUND_EXPORT(mazes_analyse) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const parsed<mazegen::analysis> a = mazegen::analyse(made->rooms, dig_observer());
    if (!a) return playground::refused(out, a.error());
    out.begin_object()
        .member("status", "analysed")
        .member("rooms", a->rooms.rooms)
        .member("passages", a->connection.passages)
        .member("dead_ends", a->rooms.dead_ends())
        .member("corridors", a->rooms.corridors())
        .member("junctions", a->rooms.junctions())
        .member("crossroads", a->rooms.crossroads())
        .member("dead_end_mean", a->dead_ends.mean())
        .member("dead_end_longest", a->dead_ends.longest)
        .member("diameter", a->longest.steps)
        .member("cycles", a->connection.cycles)
        .end_object();
}

/// All searches side by side.
PLAYGROUND_EXPORT(mazes_compare) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    out.begin_object().member("status", "compared").key("searches").begin_array();
    for (const std::string_view method : methods) {
        out.begin_object();
        write_record(out, method, solve(*made, method, false));
        out.end_object();
    }
    out.end_array().end_object();
}

/// One search: the rooms in the order of their expansion, then those of the route, as numbers of
/// four bytes.
PLAYGROUND_EXPORT(mazes_search) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const search_record record = solve(*made, in.text("method"), true);
    std::vector<std::uint32_t> route;
    const auto cols = static_cast<std::uint32_t>(made->rooms.cols());
    for (const cell c : record.route)
        route.push_back(static_cast<std::uint32_t>(c.y) * cols + static_cast<std::uint32_t>(c.x));
    append_numbers(out.bytes(), record.order);
    append_numbers(out.bytes(), route);
    out.begin_object().member("status", "searched").member("order", record.order.size());
    write_record(out, in.text("method"), record);
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
    out.begin_object().member("status", "measured").member("most", distances->most());
    write_cell(out, "farthest", distances->farthest());
    out.key("colors").begin_array();
    for (std::uint64_t shade = 0; shade < shades; ++shade)
        out.value(draw::to_hex(
            draw::distance_color(static_cast<double>(shade) / static_cast<double>(shades - 1))));
    out.end_array().end_object();
}

/// A file of the maze: `format` is svg, png or maze. With `method` it has the route, with
/// `distances` the colours.
PLAYGROUND_EXPORT(mazes_file) {
    const made_maze* const made = find(in, out);
    if (made == nullptr) return;
    const maze& m = made->rooms;
    std::string& bytes = out.bytes();
    const auto sink = [&bytes](std::string_view piece) { bytes += piece; };
    const std::string_view format = in.text("format");
    if (format == "maze") {
        const auto written = mazegen::write_maze_text(m, made->at, sink);
        if (!written) return playground::refused(out, written.error());
    } else {
        search_record record;
        if (in.has("method")) record = solve(*made, in.text("method"), false);
        mazegen::picture_style style;
        style.layout = layout_for(m);
        mazegen::picture_extras extras{.marks = made->at, .route = record.route};
        std::optional<mazegen::distance_map> distances;
        if (in.flag("distances")) {
            parsed<mazegen::distance_map> measured = mazegen::distances_from(m, made->at.entrance);
            if (!measured) return playground::refused(out, measured.error());
            distances = *std::move(measured);
            extras.distances = &*distances;
        }
        const std::string title = made->by.algorithm + ", " + std::to_string(m.rows()) + " x " +
                                  std::to_string(m.cols()) + " rooms, seed " + made->by.seed;
        if (format == "svg")
            draw::write_svg(mazegen::to_picture(m, style, extras), sink, title);
        else
            mazegen::write_png(m, sink, style, extras);
    }
    out.begin_object().member("status", "written").member("size", bytes.size()).end_object();
}
