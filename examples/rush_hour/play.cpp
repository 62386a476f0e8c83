// SPDX-License-Identifier: MIT
// rush_hour play: a game in the terminal, or a list of moves from a pipe.
#include "board_input.hpp"
#include "commands.hpp"
#include "pictures.hpp"

#include "../common/list_argument.hpp"
#include "../common/terminal_game.hpp"

#include <common/text_grid.hpp>
#include <rush_hour/game.hpp>
#include <rush_hour/report.hpp>
#include <rush_hour/sized_solve.hpp>
#include <rush_hour/terminal_picture.hpp>
#include <senda/draw/color.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace rush_hour = senda::rush_hour;
namespace draw = senda::draw;

namespace {

/// A shortest solution, if one can be found while somebody waits.
rush_hour::answer solution_of(const rush_hour::board& b) {
    return rush_hour::solve_any(b,
                                {.limits = {.time = 3.0}, .stop = program::interruption::flag()});
}

std::string made_text(const rush_hour::game& g) {
    return senda::pluralize(g.moves(), "move") + " (" + senda::pluralize(g.steps(), "step") + ')';
}

std::string closing_line(const rush_hour::game& g, std::optional<std::uint32_t> fewest) {
    if (!g.solved()) return "not out after " + made_text(g);
    std::string text = "out in " + made_text(g);
    if (fewest)
        text += g.moves() == *fewest ? ", the fewest possible"
                                     : "; " + std::to_string(*fewest) + " would do";
    return text;
}

/// A game in a terminal.
class terminal_game : public program::terminal_game {
public:
    terminal_game(const rush_hour::board& b, draw::terminal_style style)
        : program::terminal_game(style), game_(b) {
        const rush_hour::answer found = solution_of(b);
        fewest_ = found.cost;
        say(b.solved() ? "the red car is at the exit already"
                       : std::string{"get the red car A to the exit "} + place_of_exit(b.shape()));
        if (found.outcome == rush_hour::outcome::no_route) say_unsolvable();
    }

private:
    static constexpr std::string_view keys =
        "q quit, letter or Tab selects, arrows or + and - slide, u undo, y redo, r restart, "
        "? hint, > and <: the solution on and back; a capital always selects";

    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        const draw::text_grid park =
            rush_hour::to_text_grid(game_.board(), style(), rows_left(room), room.cols, selected_);
        grid.put(0, 0, standing(), {.bold = true});
        const int below = paste(grid, 1, park);
        constexpr draw::text_cell quiet{.ink = draw::palette::stone};
        const int keys_row = put_lines(grid, below, message(), message_look(), room);
        put_lines(grid, keys_row, keys, quiet, room);
        return grid;
    }

    /// What the line above, the message and the keys leave for the car park.
    [[nodiscard]] int rows_left(program::window room) const {
        return room.rows - 1 - lines_of(message(), room) - lines_of(keys, room);
    }

    [[nodiscard]] std::string line_help() const override {
        return "a line has one key or more: B+2 slides B two cells right or down, B- one back";
    }

    [[nodiscard]] std::string standing() const {
        return "vehicle " + std::string{selected_} + "   moves " + std::to_string(game_.moves()) +
               (fewest_ ? " (fewest " + std::to_string(*fewest_) + ")" : "") + "   steps " +
               std::to_string(game_.steps());
    }

    [[nodiscard]] std::string closing_line() const override {
        return ::closing_line(game_, fewest_);
    }

    bool press(program::stroke s) override {
        switch (s.what) {
            case program::key::left: slide(rush_hour::axis::horizontal, -1); return true;
            case program::key::right: slide(rush_hour::axis::horizontal, 1); return true;
            case program::key::up: slide(rush_hour::axis::vertical, -1); return true;
            case program::key::down: slide(rush_hour::axis::vertical, 1); return true;
            default: break;
        }
        if (s.character == 'q') return false;
        if (s.character < '2' || s.character > '5') last_slide_ = 0;
        type(s.character);
        return true;
    }

    void type(char c) {
        switch (c) {
            case 'u': return say(game_.undo() ? "one move back" : "this is the start");
            case '<':
            case ',': return step_back();
            case 'y': return game_.redo() ? report_move() : say("nothing was taken back");
            case 'r': game_.restart(); return say("from the start again");
            case '>':
            case '.': return step_on();
            case '+':
            case '-': return slide_along(c == '+' ? 1 : -1);
            case '2':
            case '3':
            case '4':
            case '5': return slide_again(c - '1');
            case '?': return give_hint();
            case '\t': return select_next();
            default: break;
        }
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        if (!rush_hour::is_vehicle_id(c)) return game_.solved() ? report_move() : say("");
        if (game_.board().find(c) == nullptr) return say("there is no vehicle " + std::string{c});
        selected_ = c;
        game_.solved() ? report_move() : say("");
    }

    void select_next() {
        const auto vehicles = game_.board().vehicles();
        const std::size_t next = *game_.board().index_of(selected_) + 1;
        selected_ = vehicles[next % vehicles.size()].id;
        game_.solved() ? report_move() : say("");
    }

    /// Slides on, for a digit after a sign: `B+2` is two cells.
    void slide_again(int times) {
        const int by = std::exchange(last_slide_, 0);
        for (int i = 0; i < times && by != 0; ++i) slide_along(by);
        last_slide_ = 0;
    }

    void slide_along(int by) {
        slide(game_.board().find(selected_)->direction, by);
        last_slide_ = by;
    }

    void slide(rush_hour::axis direction, int by) {
        if (game_.solved()) return say_over();
        const rush_hour::vehicle& v = *game_.board().find(selected_);
        if (v.direction != direction)
            return say(std::string{selected_} + (v.direction == rush_hour::axis::horizontal
                                                     ? " moves left and right"
                                                     : " moves up and down"));
        if (!game_.move({selected_, static_cast<std::int8_t>(by)}))
            return say("it cannot move there");
        report_move();
    }

    /// Says what there is to say after a move.
    void report_move() {
        if (!game_.solved()) return say("");
        say(::closing_line(game_, fewest_) + '!', draw::palette::green);
    }

    void say_over() { say("the red car is out: u undo, r restart, q quit", draw::palette::green); }

    void say_unsolvable() { say("the red car cannot get to the exit", draw::palette::red); }

    /// The rest of a shortest solution, or nothing after it was said why there is none.
    std::optional<rush_hour::answer> rest() {
        if (game_.solved()) {
            say_over();
            return std::nullopt;
        }
        rush_hour::answer found = solution_of(game_.board());
        if (found) return found;
        if (found.outcome == rush_hour::outcome::no_route) {
            say_unsolvable();
        } else {
            say("that would take too long to find");
        }
        return std::nullopt;
    }

    static std::string left_text(std::size_t moves) {
        return moves == 0 ? "" : ", then " + senda::pluralize(moves, "more move");
    }

    void give_hint() {
        const std::optional<rush_hour::answer> found = rest();
        if (!found) return;
        const rush_hour::move m = found->solution.front();
        const rush_hour::vehicle& v = *game_.board().find(m.vehicle);
        const int cells = m.by < 0 ? -m.by : m.by;
        say("hint: " + std::string{m.vehicle} + ' ' + std::to_string(cells) + ' ' +
                direction_of(v.direction, m.by) + left_text(found->solution.size() - 1),
            draw::palette::blue);
    }

    void step_on() {
        const std::optional<rush_hour::answer> found = rest();
        if (!found) return;
        const rush_hour::move m = found->solution.front();
        game_.move(m);
        selected_ = m.vehicle;
        if (game_.solved()) return report_move();
        say("solution: " + to_string(m) + left_text(found->solution.size() - 1),
            draw::palette::blue);
    }

    void step_back() {
        if (!game_.can_undo()) return say("this is the start");
        const rush_hour::move m = game_.trail().back();
        game_.undo();
        selected_ = m.vehicle;
        say("back before " + to_string(m), draw::palette::blue);
    }

    rush_hour::game game_;
    std::optional<std::uint32_t> fewest_;
    char selected_ = rush_hour::red_id;
    int last_slide_ = 0;  // by the last key, if that was a sign
};

int play_moves(const rush_hour::board& b, const board_arguments& args, program::console& out) {
    const auto moves = program::read_list("<moves>", program::from_standard_input,
                                          program::short_input, parser_of_moves(b), args.json, out);
    if (!moves) return moves.code;
    rush_hour::game g(b);
    std::string failed;
    for (const rush_hour::move m : *moves) {
        if (g.solved()) break;
        if (!g.move(m))
            failed += to_string(m) + " is not possible: " + obstacle(g.board(), m) + '\n';
    }
    print_picture(g.board(), out);
    out.print(failed + ::closing_line(g, solution_of(b).cost) + '\n');
    return program::answered;
}

}  // namespace

int play(const board_arguments& args, program::console& out) {
    if (args.board == "-") {
        out.error("the moves come from the standard input, so the board cannot");
        return program::wrong_usage;
    }
    const board_file input = read_board(args, out);
    if (!input.board) return input.code;
    if (program::can_talk()) {
        terminal_game game(*input.board, out.style());
        return program::can_play() ? game.run() : game.run_in_lines();
    }
    return play_moves(*input.board, args, out);
}
