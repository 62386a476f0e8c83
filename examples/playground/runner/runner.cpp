// SPDX-License-Identifier: MIT
// The MAZE runner for the page: mazes read, walked by hand, and solved.
#include "../frame/bridge.hpp"
#include "../frame/progress.hpp"

#include <maze/connectivity.hpp>
#include <maze/exhaustive.hpp>
#include <maze/format.hpp>
#include <maze/game.hpp>
#include <maze/hint.hpp>
#include <maze/least_life.hpp>
#include <maze/report.hpp>
#include <maze/routes.hpp>
#include <maze/solve.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/maze/board.hpp>
#include <senda/search/astar.hpp>
#include <senda/search/bfs.hpp>
#include <senda/search/options.hpp>
#include <senda/search/result.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace maze = senda::maze;
using playground::json_writer;
using playground::request;
using playground::timed_search;

namespace {

constexpr std::string_view letters = "UDLR";  // in the order of maze::directions

/// The maze of a request. If it is refused, that is the answer, and there is none.
std::optional<maze::board> board_in(const request& in, json_writer& out) {
    senda::parsed<maze::board> read = maze::parse(in.text("board"));
    if (read) return *std::move(read);
    playground::invalid(out, in.text("name"), in.text("board"), read.errors(), read.warnings);
    return std::nullopt;
}

/// The maze of a request, which may be the one of the last: a game asks at every step.
const maze::board* recall_board(const request& in, json_writer& out) {
    static std::string text;
    static std::optional<maze::board> board;
    if (!board || text != in.text("board")) {
        text = in.text("board");
        board = board_in(in, out);
    }
    return board ? &*board : nullptr;
}

void write_point(json_writer& out, std::string_view name, maze::point p) {
    out.key(name).pair(p.x, p.y);
}

/// The moves along cells that touch, as letters.
std::string moves_along(const maze::board& b, std::span<const maze::place> cells) {
    std::string moves;
    for (std::size_t i = 1; i < cells.size(); ++i)
        for (const maze::direction d : maze::directions)
            if (b.neighbour(cells[i - 1], d) == cells[i])
                moves += letters[static_cast<std::size_t>(d)];
    return moves;
}

void write_route(json_writer& out, const maze::board& b, const maze::route& r) {
    const maze::replayed walk = maze::replay(b, r.cells);
    out.begin_object()
        .member("steps", r.steps())
        .member("life", r.life)
        .member("taken", walk.taken_at.size())
        .member("moves", moves_along(b, r.cells));
    out.list("lives", walk.life).end_object();
}

void write_route(json_writer& out, const char* name, const maze::board& b,
                 const std::optional<maze::route>& r) {
    out.key(name);
    r ? write_route(out, b, *r) : void(out.null());
}

void write_steps(json_writer& out, const maze::connectivity& c) {
    out.member("connected", c.connected)
        .member("shortest", c.connected ? std::optional{c.steps} : std::nullopt);
}

void write_answer(json_writer& out, const maze::board& b, const maze::answer& a) {
    out.begin_object()
        .member("status", to_string(a.outcome))
        .member("reason", to_string(a.obstacle))
        .member("headline", headline(a));
    write_steps(out, a.connectivity);
    write_route(out, "feasible", b, a.feasible);
    write_route(out, "optimal", b, a.optimal);
    out.key("count");
    a.count ? out.value(a.count->to_string()) : out.null();
    out.key("routes").begin_array();
    for (const maze::route& r : a.routes) write_route(out, b, r);
    out.end_array();
    out.member("lower_bound", a.outcome == maze::outcome::no_route ? 0 : a.lower_bound)
        .member("stopped", maze::stopped_by(a.ended))
        .member("expanded", a.statistics.expanded)
        .member("seconds", a.statistics.seconds)
        .end_object();
}

/// The optimal routes of one maze, enumerated as far as they were asked for.
class route_pages {
public:
    route_pages(std::string_view text, maze::board b)
        : text_(text), board_(std::move(b)), routes_(board_) {}
    route_pages(const route_pages&) = delete;
    route_pages& operator=(const route_pages&) = delete;

    [[nodiscard]] std::string_view text() const noexcept { return text_; }

    /// Writes so many routes, beginning with that number.
    void write(json_writer& out, std::size_t from, std::size_t count) {
        if (!began_ || from < next_) {
            at_ = routes_.begin();
            began_ = true;
            next_ = 0;
        }
        out.begin_object().member("status", "listed").key("routes").begin_array();
        for (; at_ != routes_.end() && next_ < from + count; ++at_, ++next_)
            if (next_ >= from) write_route(out, board_, *at_);
        out.end_array().end_object();
    }

private:
    std::string text_;
    maze::board board_;
    maze::optimal_routes routes_;
    maze::optimal_routes::iterator at_;
    bool began_ = false;
    std::size_t next_ = 0;
};

/// The game after the moves of a request; those into walls are left out.
struct played {
    maze::game game;
    std::string moves = {};
    maze::move_result last = maze::move_result::moved;
};

played play(const maze::board& b, std::string_view moves) {
    played p{maze::game(b)};
    for (const char c : moves) {
        const std::size_t at = letters.find(c);
        if (at == letters.npos) continue;
        p.last = p.game.move(maze::directions[at]);
        if (p.last != maze::move_result::blocked && p.last != maze::move_result::over) p.moves += c;
    }
    return p;
}

/// A search of the states of a maze, to be watched: what it expanded, in order, and when it first
/// came to each cell.
class state_film {
public:
    /// Longer films are cut: nobody watches them to the end.
    static constexpr std::uint64_t most_frames = 100'000;

    explicit state_film(const maze::board& b) : board_(&b), seen_(b.rows() * b.cols(), never) {
        seen_[number_of(b.start())] = 0;
    }

    void on_expand(const maze::state& s, senda::steps spent) {
        constexpr maze::life_points most = std::numeric_limits<std::int32_t>::max();
        frames_.insert(frames_.end(), {number_of(s.at), static_cast<std::uint32_t>(spent),
                                       static_cast<std::uint32_t>(std::min(s.life, most)),
                                       static_cast<std::uint32_t>(std::popcount(s.taken))});
    }
    void on_improve(const maze::state&, const maze::state& to) {
        std::uint32_t& first = seen_[number_of(to.at)];
        first = std::min(first, static_cast<std::uint32_t>(count()));
    }

    /// How many states were expanded.
    [[nodiscard]] std::size_t count() const noexcept { return frames_.size() / 4; }

    /// Appends numbers of four bytes: for each expansion the cell, row by row from the top, the
    /// steps, the life and the treasures taken; then for each cell after how many expansions a
    /// runner was first seen to come there.
    void append_to(std::string& bytes) const {
        for (const auto* numbers : {&frames_, &seen_})
            bytes.append(reinterpret_cast<const char*>(numbers->data()), 4 * numbers->size());
    }

private:
    static constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] std::uint32_t number_of(maze::place p) const noexcept {
        return static_cast<std::uint32_t>(board_->row_of(p) * board_->cols() + board_->col_of(p));
    }

    const maze::board* board_;
    std::vector<std::uint32_t> frames_;
    std::vector<std::uint32_t> seen_;
};

/// Searches the states of a maze breadth first, or by A* with one of two estimates, and films it.
auto film_search(const maze::board& b, std::string_view search, const senda::options& o,
                 state_film& film) {
    const maze::state_graph states(b);
    const auto at_end = [&b](const maze::state& s) { return s.at == b.end(); };
    if (search == "bfs") return senda::bfs(states, states.start(), at_end, o, film);
    const std::vector<std::uint32_t> to_end = maze::steps_to_end(b);
    const bool is_exact = search != "manhattan";
    const auto left = [&](const maze::state& s) {
        return is_exact ? static_cast<senda::steps>(to_end[s.at])
                        : senda::manhattan(b.xy(b.end()))(b.xy(s.at));
    };
    return senda::astar(states, states.start(), at_end, left, o, film);
}

const char* name_of(maze::move_result r) {
    switch (r) {
        case maze::move_result::moved: return "moved";
        case maze::move_result::blocked: return "blocked";
        case maze::move_result::won: return "won";
        case maze::move_result::died: return "died";
        case maze::move_result::over: return "over";
    }
    return "";
}

}  // namespace

/// Reads a maze: `board` and, for messages, its `name`.
PLAYGROUND_EXPORT(runner_check) {
    const senda::parsed<maze::board> read = maze::parse(in.text("board"));
    if (!read)
        return playground::invalid(out, in.text("name"), in.text("board"), read.errors(),
                                   read.warnings);
    const maze::board& b = *read;
    out.begin_object()
        .member("status", "valid")
        .member("text", maze::to_text(b))
        .member("rows", b.rows())
        .member("cols", b.cols())
        .member("life", b.life())
        .member("treasures", b.treasures().size());
    write_point(out, "start", b.xy(b.start()));
    write_point(out, "end", b.xy(b.end()));
    write_steps(out, maze::connectivity_of(b));
    playground::write_diagnostics(out, "warnings", read.warnings);
    out.end_object();
}

/// Solves a `board` within some `seconds`: a feasible and an optimal route, how many optimal ones
/// there are, and the first `routes` of them.
PLAYGROUND_EXPORT(runner_solve) {
    const std::optional<maze::board> b = board_in(in, out);
    if (!b) return;
    const timed_search search(in);
    const auto routes =
        static_cast<std::size_t>(std::clamp<std::int64_t>(in.number("routes", 0), 0, 1000));
    write_answer(
        out, *b,
        maze::solve(*b,
                    {.count = true, .routes = routes, .limits = search.limits(), .stop = search}));
}

/// Lists optimal routes of a `board`: `count` of them, beginning with number `from`.
PLAYGROUND_EXPORT(runner_routes) {
    static std::unique_ptr<route_pages> pages;
    if (!pages || pages->text() != in.text("board")) {
        std::optional<maze::board> b = board_in(in, out);
        if (!b) return;
        pages = std::make_unique<route_pages>(in.text("board"), *std::move(b));
    }
    pages->write(
        out, static_cast<std::size_t>(std::max<std::int64_t>(in.number("from", 0), 0)),
        static_cast<std::size_t>(std::clamp<std::int64_t>(in.number("count", 1), 0, 1000)));
}

/// Walks through a `board` by `moves`.
PLAYGROUND_EXPORT(runner_walk) {
    const maze::board* const b = recall_board(in, out);
    if (b == nullptr) return;
    const played p = play(*b, in.text("moves"));
    const maze::game& g = p.game;
    out.begin_object()
        .member("status", g.has_won()    ? "won"
                          : g.has_died() ? "died"
                                         : "alive")
        .member("last", name_of(p.last))
        .member("moves", p.moves)
        .member("steps", g.steps())
        .member("life", g.life())
        .member("taken", g.treasures_taken());
    write_point(out, "at", b->xy(g.position()));
    out.key("lives").begin_array();
    for (std::size_t step = 0; step <= g.steps(); ++step) out.value(g.life(step));
    out.end_array().end_object();
}

/// How a game on a `board` after `moves` can still be won.
PLAYGROUND_EXPORT(runner_hint) {
    const maze::board* const b = recall_board(in, out);
    if (b == nullptr) return;
    const timed_search search(in);
    const maze::hint found =
        maze::find_hint(play(*b, in.text("moves")).game, search.limits(), search);
    out.begin_object().member("status", to_string(found.outcome));
    if (found.rest)
        out.member("moves", moves_along(*b, found.rest->cells)).member("life", found.rest->life);
    out.end_object();
}

/// The least life with which a `board` can be won.
PLAYGROUND_EXPORT(runner_least) {
    const std::optional<maze::board> b = board_in(in, out);
    if (!b) return;
    const timed_search search(in);
    const auto least = maze::least_life(*b, {.limits = search.limits(), .stop = search});
    out.begin_object().member("status", least ? "solved" : "limit");
    if (least) out.member("least", *least);
    out.end_object();
}

/// Films the plain search of a `board`: all its states, by `search` (bfs, manhattan or exact).
PLAYGROUND_EXPORT(runner_film) {
    const std::optional<maze::board> b = board_in(in, out);
    if (!b) return;
    if (b->treasures().size() > maze::most_treasures_in_states)
        return playground::refused(
            out, {"too_many_treasures",
                  "the plain search takes up to " + std::to_string(maze::most_treasures_in_states) +
                      " treasures; this maze has " + std::to_string(b->treasures().size())});
    const timed_search search(in);
    senda::options o{.limits = search.limits(), .stop = search};
    o.limits.expansions = state_film::most_frames;
    state_film film(*b);
    const auto found = film_search(*b, in.text("search"), o, film);
    film.append_to(out.bytes());
    out.begin_object()
        .member("status", found                                      ? "found"
                          : found.status == senda::status::exhausted ? "exhausted"
                                                                     : "limit")
        .member("expanded", film.count())
        .member("generated", found.statistics.generated)
        .key("route");
    if (found) {
        maze::route r{{}, found.path.back().life};
        for (const maze::state& s : found.path) r.cells.push_back(s.at);
        write_route(out, *b, r);
    } else {
        out.null();
    }
    out.end_object();
}
