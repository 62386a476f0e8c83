// SPDX-License-Identifier: MIT
// maze play: a game in the terminal, or a list of moves from a pipe.
#include "commands.hpp"
#include "maze_file.hpp"
#include "pictures.hpp"

#include "../common/interrupt.hpp"
#include "../common/list_argument.hpp"
#include "../common/terminal_game.hpp"

#include <common/axes.hpp>
#include <common/format.hpp>
#include <common/text_grid.hpp>
#include <maze/game.hpp>
#include <maze/hint.hpp>
#include <maze/picture.hpp>
#include <maze/terminal_picture.hpp>
#include <maze/words.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace maze = senda::maze;
namespace draw = senda::draw;
using senda::substitute;

namespace {

/// Where the end is, seen from the runner: `E at (9,2): 7 right, 1 down`.
std::string end_text(const maze::game& g, const maze::words& w) {
    const maze::point here = g.board().xy(g.position());
    const maze::point end = g.board().xy(g.board().end());
    std::string away;
    const auto add = [&](std::uint32_t from, std::uint32_t to, const char* less, const char* more) {
        if (from == to) return;
        const std::uint32_t apart = from < to ? to - from : from - to;
        away += (away.empty() ? "" : ", ") +
                substitute(from < to ? more : less, {std::to_string(apart)});
    };
    add(here.x, end.x, w.offsets[2], w.offsets[3]);
    add(here.y, end.y, w.offsets[1], w.offsets[0]);
    return away.empty() ? substitute(w.end_here, {maze::to_text(end)})
                        : substitute(w.end_is, {maze::to_text(end), away});
}

/// Step, life and treasures in a line.
std::string standing(const maze::game& g, const maze::words& w) {
    const std::string text =
        substitute(w.standing, {std::to_string(g.steps()), std::to_string(g.life())});
    const std::size_t all = g.board().treasures().size();
    if (all == 0) return text;
    return substitute(w.standing_treasures,
                      {text, std::to_string(g.treasures_taken()), std::to_string(all)});
}

/// Why a runner died: what the last cell costs, and what was left before it.
std::string cause_of_death(const maze::game& g, const std::string& where, const maze::words& w) {
    const char digit = g.board()[g.position()];
    return substitute(w.why_dead,
                      {where, std::string{digit}, std::to_string(g.life(g.steps() - 1))});
}

std::string closing_line(const maze::game& g, const maze::words& w) {
    const std::string steps = senda::pluralize(g.steps(), w.step);
    const std::string cell = maze::to_text(g.board().xy(g.position()));
    if (g.has_died())
        return cause_of_death(g, substitute(w.at_cell, {substitute(w.dead, {steps}), cell}), w);
    return substitute(
        w.at_cell,
        {substitute(g.has_won() ? w.won : w.alive, {steps, std::to_string(g.life())}), cell});
}

/// The part of a maze around the runner that fits into a window, with its coordinates.
class view {
public:
    view(const maze::game& g, draw::terminal_style style, program::window room)
        : game_(&g), style_(style), room_(room) {}

    /// The part in so many rows of a window, below a line of it.
    [[nodiscard]] int put_into(draw::text_grid& grid, int row_above, int rows_left) const {
        const maze::board& b = game_->board();
        const int left_axis = draw::text_cells{.rows = b.rows()}.left();
        const std::uint32_t rows = visible(rows_left - 1, b.rows());
        const std::uint32_t cols = visible((room_.cols - left_axis) / 2, b.cols());
        const std::uint32_t top = first(b.row_of(game_->position()), rows, b.rows());
        const std::uint32_t left = first(b.col_of(game_->position()), cols, b.cols());
        std::vector<maze::place> walked;
        for (std::size_t i = 0; i <= game_->steps(); ++i) walked.push_back(game_->position(i));
        const maze::route_marks trail(b, walked);

        draw::text_grid part(static_cast<int>(rows), static_cast<int>(2 * cols));
        for (std::uint32_t row = 0; row < rows; ++row)
            for (std::uint32_t col = 0; col < cols; ++col)
                put_cell(part, b.at(top + row, left + col), static_cast<int>(row),
                         static_cast<int>(2 * col), trail);
        grid.put(row_above, 0,
                 draw::with_axes(part, {.rows = rows,
                                        .cols = cols,
                                        .width = 2,
                                        .low = b.rows() - top - rows,
                                        .west = left}));
        return row_above + static_cast<int>(rows) + 1;
    }

private:
    static std::uint32_t visible(int room, std::uint32_t cells) {
        return std::min(static_cast<std::uint32_t>(std::max(room, 1)), cells);
    }

    /// The first of so many cells that are seen, so that the runner is in the middle of them.
    static std::uint32_t first(std::uint32_t runner, std::uint32_t seen, std::uint32_t all) {
        return std::min(runner - std::min(runner, seen / 2), all - seen);
    }

    void put_cell(draw::text_grid& grid, maze::place p, int row, int col,
                  const maze::route_marks& trail) const {
        const maze::board& b = game_->board();
        const char cell = b[p];
        const bool gone = cell == 'T' && game_->is_taken(b.treasure_number(p));
        maze::two_cells pair = maze::in_two_characters(gone ? '0' : cell, p, trail, style_);
        if (p == game_->position()) {
            const draw::color ground = game_->has_died() ? draw::palette::red : maze::colors::route;
            pair[0] = {game_->has_died() ? U'x' : U'@', draw::palette::paper, ground, true};
            pair[1] = {U' ', draw::palette::paper, ground, true};
        }
        grid.set(row, col, pair[0]);
        grid.set(row, col + 1, pair[1]);
    }

    const maze::game* game_;
    draw::terminal_style style_;
    program::window room_;
};

/// A game in a terminal.
class terminal_game : public program::terminal_game {
public:
    terminal_game(const maze::board& b, draw::terminal_style style, const maze::words& w)
        : program::terminal_game(style), game_(b), words_(&w) {
        say(w.reach);
    }

private:
    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        const std::string above = standing(game_, *words_) + "   " + end_text(game_, *words_);
        const std::string& keys = words_->keys;
        draw::text_grid grid(room.rows, room.cols);
        const int top = put_lines(grid, 0, above, {.bold = true}, room);
        const int left = room.rows - top - lines_of(message(), room) - lines_of(keys, room);
        const int below = view(game_, style(), room).put_into(grid, top, left - 1);
        const int keys_row = put_lines(grid, below, message(), message_look(), room);
        put_lines(grid, keys_row, keys, {.ink = draw::palette::stone}, room);
        return grid;
    }

    [[nodiscard]] std::string line_help() const override { return words_->line_keys; }

    [[nodiscard]] std::string closing_line() const override {
        return ::closing_line(game_, *words_);
    }

    bool press(program::stroke s) override {
        const program::key k = program::meaning_of(s);
        if (k == program::key::quit) return false;
        act(k);
        return true;
    }

    void act(program::key k) {
        switch (k) {
            case program::key::up: return move(maze::direction::up);
            case program::key::down: return move(maze::direction::down);
            case program::key::left: return move(maze::direction::left);
            case program::key::right: return move(maze::direction::right);
            case program::key::undo:
                return say(game_.undo() ? words_->step_back : words_->at_start);
            case program::key::restart:
                game_ = maze::game(game_.board());
                return say(words_->restarted);
            case program::key::hint: return give_hint();
            default: return game_.is_over() ? say_over() : say("");
        }
    }

    void move(maze::direction d) {
        const maze::life_points before = game_.life();
        switch (game_.move(d)) {
            case maze::move_result::blocked: return say(words_->wall);
            case maze::move_result::over:
            case maze::move_result::won:
            case maze::move_result::died: return say_over();
            case maze::move_result::moved: break;
        }
        const maze::life_points gained = game_.life() - before;
        if (gained > 0)
            return say(substitute(words_->found_treasure, {std::to_string(gained)}),
                       draw::palette::gold);
        say(gained < 0 ? std::to_string(gained) : "", draw::palette::orange);
    }

    /// How it ended, as long as it is not taken back, and what can be done then.
    void say_over() {
        const std::string cell = maze::to_text(game_.board().xy(game_.position()));
        const std::string how =
            game_.has_died()
                ? cause_of_death(game_, substitute(words_->dead_at, {cell}), *words_)
                : substitute(words_->won, {senda::pluralize(game_.steps(), words_->step),
                                           std::to_string(game_.life())});
        say(how + "; " + words_->is_over,
            game_.has_died() ? draw::palette::red : draw::palette::green);
    }

    void give_hint() {
        if (game_.is_over()) return say_over();
        say(words_->thinking);
        show();
        const maze::hint found =
            maze::find_hint(game_, {.time = 3.0}, program::interruption::flag());
        if (found.outcome == maze::outcome::no_route)
            return say(words_->lost_game, draw::palette::red);
        if (!found.rest) return say(words_->no_hint);
        say(substitute(words_->hint, {name_of_step(found.rest->cells),
                                      senda::pluralize(found.rest->steps(), words_->step),
                                      std::to_string(found.rest->life)}),
            maze::colors::route);
    }

    /// The first step of a route.
    [[nodiscard]] const char* name_of_step(const std::vector<maze::place>& cells) const {
        for (const maze::direction d : maze::directions)
            if (game_.board().neighbour(cells[0], d) == cells[1])
                return words_->directions[static_cast<std::size_t>(d)];
        return "";
    }

    maze::game game_;
    const maze::words* words_;
};

/// The moves of a text of U, D, L and R, in either case, with blanks between.
senda::parsed<std::vector<maze::direction>> parse_moves(std::string_view text,
                                                        const maze::words& w) {
    std::vector<maze::direction> moves;
    senda::line_reader lines{text};
    while (const auto line = lines.next()) {
        for (std::size_t i = 0; i < line->text.size(); ++i) {
            constexpr std::string_view letters = "UDLRudlr \t";
            const std::size_t at = letters.find(line->text[i]);
            if (at == letters.npos)
                return senda::diagnostic{
                    "bad_move",
                    substitute(w.reading.bad_move,
                               {senda::quoted(line->text.substr(
                                   i, senda::first_character(line->text.substr(i)).size))}),
                    line->number, senda::column_of(line->text, i)};
            if (at < 8) moves.push_back(maze::directions[at % 4]);
        }
    }
    return moves;
}

int play_moves(const maze::board& b, const arguments& args, program::console& out) {
    const maze::words& w = args.words();
    const auto parse = [&w](std::string_view text) { return parse_moves(text, w); };
    const auto moves = program::read_list("<moves>", program::from_standard_input,
                                          program::short_input, parse, args.json, out);
    if (!moves) return moves.code;
    maze::game g(b);
    std::size_t blocked = 0;
    std::vector<maze::place> walked{b.start()};
    for (const maze::direction d : *moves) {
        const maze::move_result came = g.move(d);
        if (came == maze::move_result::over) break;
        if (came == maze::move_result::blocked) {
            ++blocked;
        } else {
            walked.push_back(g.position());
        }
    }
    print_picture(b, walked, out);
    out.print(closing_line(g, w) + '\n');
    out.print(standing(g, w) + '\n');
    if (!g.has_won()) out.print(end_text(g, w) + '\n');
    if (blocked > 0)
        out.print(substitute(w.ran_into_walls, {senda::pluralize(blocked, w.move)}) + '\n');
    return g.has_died() ? program::no_solution : program::answered;
}

}  // namespace

int play(const arguments& args, program::console& out) {
    if (args.file == "-") {
        out.error("the moves come from the standard input, so the maze cannot");
        return program::wrong_usage;
    }
    const maze_file file = read_maze(args, out);
    if (!file.board) return file.code;
    if (program::can_talk()) {
        terminal_game game(*file.board, out.style(), args.words());
        return program::can_play() ? game.run() : game.run_in_lines();
    }
    return play_moves(*file.board, args, out);
}
