// SPDX-License-Identifier: MIT
// Rush Hour for the page: boards read, games played, boards solved, rated and made.
#include "../frame/bridge.hpp"
#include "../frame/progress.hpp"

#include <rush_hour/board.hpp>
#include <rush_hour/component.hpp>
#include <rush_hour/examine.hpp>
#include <rush_hour/format.hpp>
#include <rush_hour/game.hpp>
#include <rush_hour/generate.hpp>
#include <rush_hour/graph.hpp>
#include <rush_hour/picture.hpp>
#include <rush_hour/report.hpp>
#include <rush_hour/rules.hpp>
#include <rush_hour/share.hpp>
#include <rush_hour/solve.hpp>
#include <senda/draw/color.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace draw = senda::draw;
namespace rush_hour = senda::rush_hour;
using playground::json_writer;
using playground::request;

namespace {

/// What a board is called in messages if it comes from no file, as in the program.
constexpr std::string_view board_name = "<board>";

/// A board of the shape that the page shows.
senda::parsed<rush_hour::board> parse_classic(std::string_view text) {
    senda::parsed<rush_hour::board> read = rush_hour::parse(text);
    if (!read || read->shape().is_classic()) return read;
    return senda::diagnostic{"bad_size",
                             "the page shows boards of 6 x 6 cells with the exit on "
                             "the right of the third row"};
}

/// The board of a request, its characters or its share code; nothing after it was refused.
std::optional<rush_hour::board> board_in(const request& in, json_writer& out) {
    const std::string_view text = in.text("board");
    const senda::parsed<rush_hour::board> read = parse_classic(text);
    if (read) return *read;
    playground::invalid(out, board_name, text, read.error(), read.warnings);
    return std::nullopt;
}

/// The colours of a vehicle, as the library's own pictures mix them.
void write_paints(json_writer& out, draw::color paint) {
    const draw::color roof = draw::mix(paint, draw::palette::paper, 0.22);
    out.member("paint", to_hex(paint))
        .member("edge", to_hex(draw::mix(paint, draw::palette::ink, 0.38)))
        .member("glass", to_hex(draw::mix(paint, draw::palette::ink, 0.72)))
        .member("roof", to_hex(roof))
        .member("ink", to_hex(draw::readable_on(roof)));
}

void write_vehicles(json_writer& out, const rush_hour::board& b) {
    const auto vehicles = b.vehicles();
    out.key("vehicles").begin_array();
    for (std::size_t i = 0; i < vehicles.size(); ++i) {
        const rush_hour::vehicle& v = vehicles[i];
        const rush_hour::slide_range range = slide_range_of(b, i);
        out.begin_object()
            .member("id", std::string(1, v.id))
            .member("row", v.row + 1)
            .member("column", v.column + 1)
            .member("length", int{v.length})
            .member("direction",
                    v.direction == rush_hour::axis::horizontal ? "horizontal" : "vertical")
            .member("back", range.back)
            .member("forth", range.forth);
        write_paints(out, rush_hour::colors::of_vehicle(i, vehicles.size()));
        out.end_object();
    }
    out.end_array();
}

void write_walls(json_writer& out, const rush_hour::board& b) {
    out.key("walls").begin_array();
    for (int row = 0; row < rush_hour::side; ++row)
        for (int column = 0; column < rush_hour::side; ++column)
            if (b.at(row, column) == 'x') out.pair(row + 1, column + 1);
    out.end_array();
}

void write_difficulty(json_writer& out, const std::optional<rush_hour::difficulty>& d) {
    out.key("difficulty");
    if (!d) {
        out.null();
        return;
    }
    out.begin_object()
        .member("score", d->score)
        .member("level", to_string(d->rated))
        .member("moved_percent", d->moved_percent)
        .member("symmetry_percent", d->symmetry_percent)
        .member("moves_level", to_string(d->moves_level))
        .end_object();
}

void write_component(json_writer& out, const rush_hour::component_numbers& n) {
    out.member("states", n.states)
        .member("goals", n.goals)
        .member("deepest_moves", n.deepest_moves)
        .member("deepest_steps", n.deepest_steps)
        .member("optimal_count", n.optimal_count.to_string());
}

/// The metric of a request: `step`, or slides.
rush_hour::metric metric_in(const request& in) {
    return in.text("metric") == "step" ? rush_hour::metric::step : rush_hour::metric::slide;
}

/// The boards that these moves lead through, cell by cell: the first one, and one after each step.
void write_passed(json_writer& out, const rush_hour::board& from,
                  std::span<const rush_hour::move> moves) {
    rush_hour::board b = from;
    out.key("passed").begin_array().value(to_text(b));
    for (const rush_hour::move m : moves) {
        const rush_hour::move step{m.vehicle, static_cast<std::int8_t>(m.by < 0 ? -1 : 1)};
        for (int left = m.by; left != 0; left -= step.by) {
            b = after(b, step).value_or(b);
            out.value(to_text(b));
        }
    }
    out.end_array();
}

/// A list of moves as the answer to a request.
void write_way(json_writer& out, const rush_hour::board& from, std::string_view status,
               const std::vector<rush_hour::move>& moves) {
    out.begin_object()
        .member("status", status)
        .member("solution", to_string(moves))
        .member("moves", moves.size())
        .member("steps", rush_hour::count_steps(moves));
    write_passed(out, from, moves);
    out.end_object();
}

/// All positions that can be reached from a board, numbered with the nearest to solved first.
class position_map {
public:
    position_map(const rush_hour::component& all, rush_hour::metric count) : park_(all.park()) {
        all.for_each_position(
            [this](const rush_hour::position& p, std::uint32_t distance) {
                numbers_.emplace_back(park_.number_of(p), places_.size());
                places_.push_back(p);
                distances_.push_back(distance);
            },
            count);
        std::sort(numbers_.begin(), numbers_.end());
    }

    [[nodiscard]] std::string boards() const {
        std::string text;
        for (const rush_hour::position& p : places_) text += to_text(park_.board_of(p));
        return text;
    }

    /// The distances, the largest number where none is solved; then the pairs of positions that are
    /// a step apart. All are numbers of two bytes, the lower first.
    void write(std::string& bytes) const {
        const auto put = [&bytes](std::size_t number) {
            bytes += static_cast<char>(number & 255U);
            bytes += static_cast<char>(number >> 8U & 255U);
        };
        for (const std::uint32_t d : distances_) put(d);
        for (std::size_t i = 0; i < places_.size(); ++i)
            park_.for_each_slide(places_[i], [&](rush_hour::move m, const rush_hour::position& to) {
                if (m.by != 1) return;  // the way back is the same pair
                put(i);
                put(number_of(to));
            });
    }

private:
    [[nodiscard]] std::size_t number_of(const rush_hour::position& p) const {
        const std::pair<std::uint32_t, std::size_t> wanted{park_.number_of(p), 0};
        return std::lower_bound(numbers_.begin(), numbers_.end(), wanted)->second;
    }

    const rush_hour::car_park& park_;
    std::vector<rush_hour::position> places_;
    std::vector<std::uint32_t> distances_;
    std::vector<std::pair<std::uint32_t, std::size_t>> numbers_;
};

/// Reports how far the search for a board is: the car parks that were tried and the most moves that
/// one of them needs.
class generator_progress {
public:
    explicit generator_progress(std::uint32_t wanted) : wanted_(wanted) {}

    void operator()(const rush_hour::generating& g) {
        if (!clock_.is_due()) return;
        const double share = static_cast<double>(std::min(g.deepest, wanted_)) / wanted_;
        playground::progress(share, std::to_string(g.tried) + ' ' + std::to_string(g.deepest));
    }

private:
    std::uint32_t wanted_;
    playground::progress_clock clock_;
};

/// A number of the request that is no smaller than 0 and fits; what is too large stays too large.
std::uint32_t small_number(const request& in, std::string_view name, std::int64_t otherwise) {
    constexpr std::int64_t most = 1'000'000;
    return static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(in.number(name, otherwise), 0, most));
}

}  // namespace

/// text: a board or a share code; name: of the file it comes from, if any.
PLAYGROUND_EXPORT(rush_hour_read) {
    const std::string_view text = in.text("text");
    const senda::parsed<rush_hour::board> read = parse_classic(text);
    if (!read) {
        const std::string_view name = in.has("name") ? in.text("name") : board_name;
        return playground::invalid(out, name, text, read.error(), read.warnings);
    }
    out.begin_object()
        .member("status", "valid")
        .member("board", to_text(*read))
        .member("share", rush_hour::share_code(*read));
    playground::write_diagnostics(out, "warnings", read.warnings);
    out.end_object();
}

/// board, moves (`B-1 E+2`), made: how many of them are made; the others can be made again. passed:
/// with the boards that those made lead through.
PLAYGROUND_EXPORT(rush_hour_game) {
    const std::optional<rush_hour::board> start = board_in(in, out);
    if (!start) return;
    const auto moves = rush_hour::parse_moves(in.text("moves"));
    if (!moves) return playground::refused(out, moves.error());
    const rush_hour::replayed all = rush_hour::replay(*start, *moves);
    if (all.verdict == rush_hour::verdict::bad_move)
        return playground::refused(out, {"bad_move", explain(*moves, all)});

    rush_hour::game game(*start);
    for (const rush_hour::move m : *moves) game.move(m);
    const std::int64_t made = in.number("made", static_cast<std::int64_t>(moves->size()));
    while (game.can_undo() && static_cast<std::int64_t>(game.trail().size()) > made) game.undo();

    out.begin_object()
        .member("status", "valid")
        .member("board", to_text(game.board()))
        .member("lines", to_lines(game.board()))
        .member("share", rush_hour::share_code(game.board()))
        .member("made", game.trail().size())
        .member("moves", game.moves())
        .member("steps", game.steps())
        .member("solved", game.solved());
    if (in.flag("passed")) write_passed(out, *start, game.trail());
    write_vehicles(out, game.board());
    write_walls(out, game.board());
    out.end_object();
}

/// board, metric (slide or step), analyse: the document of `rush_hour solve --json`.
PLAYGROUND_EXPORT(rush_hour_solve) {
    const std::optional<rush_hour::board> b = board_in(in, out);
    if (!b) return;
    const rush_hour::question question{.count = metric_in(in)};
    const rush_hour::findings all = examine(
        *b, question, in.flag("analyse") ? rush_hour::depth::analysed : rush_hour::depth::rated);

    out.begin_object()
        .member("status", to_string(all.found.outcome))
        .member("board", to_text(*b))
        .member("share", rush_hour::share_code(*b))
        .member("metric", question.count == rush_hour::metric::step ? "step" : "slide")
        .member("moves", all.moves)
        .member("steps", all.steps)
        .key("solution");
    all.found ? out.value(to_string(all.found.solution)) : out.null();
    write_difficulty(out, all.rated);
    if (all.component) write_component(out, *all.component);
    out.key("statistics")
        .begin_object()
        .member("expanded", all.found.statistics.expanded)
        .member("states", all.found.statistics.states)
        .member("bytes", all.found.statistics.bytes)
        .member("seconds", all.found.statistics.seconds)
        .end_object()
        .end_object();
}

/// board, metric, to: the fewest moves to another position of the board, or without it to a solved
/// one, with the boards on the way.
PLAYGROUND_EXPORT(rush_hour_way) {
    const std::optional<rush_hour::board> from = board_in(in, out);
    if (!from) return;
    if (!in.has("to")) {
        const rush_hour::answer found = rush_hour::solve(*from, {.count = metric_in(in)});
        return write_way(out, *from, to_string(found.outcome), found.solution);
    }
    const senda::parsed<rush_hour::board> to = parse_classic(in.text("to"));
    const rush_hour::parking_graph g(*from, metric_in(in));
    const std::optional<rush_hour::position> wanted = to ? g.park().position_of(*to) : std::nullopt;
    if (!wanted) return playground::refused(out, {"bad_board", "this is another board"});
    const auto found = senda::bfs(g, g.start(), *wanted);
    std::vector<rush_hour::move> slides;
    for (const rush_hour::move m : found.actions) append_slide(slides, m);
    write_way(out, *from, found ? "found" : "no_route", slides);
}

/// board, metric: all positions that can be reached, if they are not too many to be drawn: their
/// boards one after the other, and what `position_map` writes beside them.
PLAYGROUND_EXPORT(rush_hour_map) {
    constexpr std::uint64_t most = 4000;
    const std::optional<rush_hour::board> b = board_in(in, out);
    if (!b) return;
    const rush_hour::component all(*b);
    const bool is_small = all.states() <= most;
    out.begin_object()
        .member("status", is_small ? "mapped" : "too_many")
        .member("states", all.states())
        .member("most", most);
    if (is_small) {
        const position_map map(all, metric_in(in));
        out.member("boards", map.boards());
        map.write(out.bytes());
    }
    out.end_object();
}

/// moves, seed, walls: a board whose shortest solution has exactly so many moves.
PLAYGROUND_EXPORT(rush_hour_generate) {
    const std::uint32_t moves = small_number(in, "moves", 20);
    const rush_hour::wanted wanted{.moves = moves,
                                   .seed = static_cast<std::uint64_t>(in.number("seed", 0)),
                                   .walls = small_number(in, "walls", 0)};
    if (const std::optional<senda::diagnostic> fault = rush_hour::fault_of(wanted))
        return playground::refused(out, *fault);
    rush_hour::generator boards(wanted);
    const std::optional<rush_hour::board> made = boards.next(generator_progress(moves));
    out.begin_object().member("status", made ? "generated" : to_string(boards.status()));
    if (made)
        out.member("board", to_text(*made))
            .member("share", rush_hour::share_code(*made))
            .member("moves", moves)
            .member("seed", wanted.seed);
    out.end_object();
}
