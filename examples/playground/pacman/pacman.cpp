// SPDX-License-Identifier: MIT
// Pac-Man for the page: maps of either format read, played by hand, and solved.
#include "../frame/bridge.hpp"
#include "../frame/progress.hpp"

#include <pacman/board.hpp>
#include <pacman/format.hpp>
#include <pacman/game.hpp>
#include <pacman/hint.hpp>
#include <pacman/json_format.hpp>
#include <pacman/moves.hpp>
#include <pacman/report.hpp>
#include <pacman/rules.hpp>
#include <pacman/solve.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pacman = senda::pacman;
using playground::json_writer;
using playground::request;
using playground::timed_search;

namespace {

/// The game of a request: its `map` after its `moves`. If the map is refused, that is the answer.
std::optional<pacman::game> read_game(const request& in, json_writer& out) {
    const senda::parsed<pacman::board> map = pacman::parse(in.text("map"));
    if (!map) {
        playground::invalid(out, in.text("name"), in.text("map"), map.error(), map.warnings);
        return std::nullopt;
    }
    pacman::game g(*map);
    for (const char c : in.text("moves"))
        if (const auto d = pacman::direction_of(c)) g.move(*d);
    return g;
}

void write_point(json_writer& out, const pacman::board& b, pacman::place p) {
    const pacman::point at = b.xy(p);
    out.pair(at.x, at.y);
}

/// What a route meets.
void write_meetings(json_writer& out, const pacman::board& b, const pacman::replayed& walk) {
    const pacman::meetings met = pacman::meetings_of(b, walk);
    out.member("foods", met.foods).member("bombs", met.bombs).member("walls", met.walls);
}

/// The best route of an answer, on the map that is left to play.
void write_best(json_writer& out, const pacman::board& rest, const pacman::answer& a) {
    out.key("best");
    if (!a.best) {
        out.null();
        return;
    }
    const pacman::replayed walk = pacman::replay(rest, a.best->moves);
    out.begin_object()
        .member("moves", a.best->moves.size())
        .member("energy", a.best->left)
        .member("path", pacman::to_text(a.best->moves));
    out.list("energies", walk.energies);
    write_meetings(out, rest, walk);
    out.end_object();
}

void write_answer(json_writer& out, const pacman::board& rest, const pacman::answer& a) {
    const bool no_route = a.outcome == pacman::outcome::no_route;
    out.begin_object()
        .member("status", to_string(a.outcome))
        .member("reason", to_string(a.obstacle))
        .member("headline", headline(a))
        .member("optimal", a.optimal);
    write_best(out, rest, a);
    out.member("lower_bound", no_route ? 0 : a.lower_bound)
        .member("upper_bound", a.upper_bound)
        .member("stopped", senda::stopped_by(a.statistics.ended))
        .member("expanded", a.statistics.expanded)
        .member("seconds", a.statistics.seconds)
        .end_object();
}

}  // namespace

/// Reads a `map` and, for messages, its `name`; the map also in both formats.
PLAYGROUND_EXPORT(pacman_check) {
    const senda::parsed<pacman::board> map = pacman::parse(in.text("map"));
    if (!map)
        return playground::invalid(out, in.text("name"), in.text("map"), map.error(), map.warnings);
    const pacman::board& b = *map;
    out.begin_object()
        .member("status", "valid")
        .member("text", pacman::to_text(b))
        .member("json", pacman::to_json(b))
        .member("width", b.width())
        .member("height", b.height())
        .member("energy", b.start_energy())
        .member("foods", b.foods().size())
        .member("bombs", b.bombs().size());
    write_point(out.key("start"), b, b.start());
    write_point(out.key("goal"), b, b.goal());
    out.key("cells").begin_array();
    for (std::uint32_t row = 1; row <= b.height(); ++row)
        for (std::uint32_t column = 1; column <= b.width(); ++column)
            out.value(pacman::to_token(b[b.at(column, row)]));
    out.end_array();
    playground::write_diagnostics(out, "warnings", map.warnings);
    out.end_object();
}

/// Plays `moves` on a `map`, and then tries one more, `next`, in `safe` mode or not.
PLAYGROUND_EXPORT(pacman_play) {
    std::optional<pacman::game> g = read_game(in, out);
    if (!g) return;
    const pacman::board& b = g->board();
    pacman::verdict came = g->verdict();
    g->set_safe(in.flag("safe"));
    for (const char c : in.text("next"))
        if (const auto d = pacman::direction_of(c)) came = g->move(*d);
    const pacman::replayed walk = pacman::replay(b, g->moves());
    out.begin_object()
        .member("status", to_string(g->verdict()))
        .member("came", to_string(came))
        .member("moves", pacman::to_text(g->moves()))
        .member("energy", g->left());
    write_point(out.key("at"), b, g->position());
    out.list("energies", walk.energies);
    write_meetings(out, b, walk);
    out.key("gone").begin_array();
    for (const pacman::place p : b.one_time_cells())
        if (g->is_gone(p)) write_point(out, b, p);
    out.end_array().end_object();
}

/// Looks for the best route from where `moves` lead on a `map`, for a `goal` (`shortest` or
/// `energy`) and within some `seconds`.
PLAYGROUND_EXPORT(pacman_solve) {
    const std::optional<pacman::game> g = read_game(in, out);
    if (!g) return;
    const pacman::board rest = pacman::rest_of(g->board(), g->situation());
    const auto goal =
        in.text("goal") == "energy" ? pacman::goal_kind::richest : pacman::goal_kind::shortest;
    const timed_search search(in);
    const pacman::question question{.limits = search.limits(), .stop = search};
    // Before the first move nothing is over: the start may be the goal.
    const bool began = !g->moves().empty();
    write_answer(
        out, rest,
        began ? pacman::way_on(*g, goal, question) : pacman::solve(g->board(), goal, question));
}
