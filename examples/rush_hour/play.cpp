// SPDX-License-Identifier: MIT
// rush_hour play: a game in the terminal, or a list of moves from a pipe.
#include "board_input.hpp"
#include "commands.hpp"
#include "pictures.hpp"

#include "../common/list_argument.hpp"
#include "../common/terminal_game.hpp"

#include <senda/draw/palette.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/rush_hour/game.hpp>
#include <senda/rush_hour/report.hpp>
#include <senda/rush_hour/sized_solve.hpp>
#include <senda/rush_hour/terminal_picture.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rush_hour = senda::rush_hour;
namespace draw = senda::draw;

namespace {

/// A shortest solution, if one can be found while somebody waits.
rush_hour::answer solution_of(const rush_hour::board& b) {
    return rush_hour::solve_any(b,
                                {.limits = {.time = 3.0}, .stop = program::interruption::flag()});
}

std::string made_text(const rush_hour::game& g) {
    return senda::counted(g.moves(), "move") + " (" + senda::counted(g.steps(), "step") + ')';
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
    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        const draw::text_grid park =
            rush_hour::to_text_grid(game_.board(), style(), room.rows - 4, room.cols, selected_);
        grid.put(0, 0, standing(), {.bold = true});
        const int below = paste(grid, 1, park);
        constexpr draw::text_cell quiet{.ink = draw::palette::stone};
        grid.put(below, 0, message(), message_look());
        grid.put(below + 1, 0,
                 "letter or Tab selects, arrows slide, u undo, y redo, r restart, q quit", quiet);
        grid.put(below + 2, 0,
                 "? hint, n and b: the solution on and back; a capital always selects", quiet);
        return grid;
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
        type(s.character);
        return true;
    }

    void type(char c) {
        switch (c) {
            case 'u': return say(game_.undo() ? "one move back" : "this is the start");
            case 'b': return step_back();
            case 'y': return game_.redo() ? report_move() : say("nothing was taken back");
            case 'r': game_.restart(); return say("from the start again");
            case 'n': return step_on();
            case '?': return give_hint();
            case '\t': return select_next();
            default: break;
        }
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        if (!rush_hour::is_vehicle_id(c)) return say("");
        if (game_.board().find(c) == nullptr) return say("there is no vehicle " + std::string{c});
        selected_ = c;
        say("");
    }

    void select_next() {
        const auto vehicles = game_.board().vehicles();
        const std::size_t next = *game_.board().index_of(selected_) + 1;
        selected_ = vehicles[next % vehicles.size()].id;
        say("");
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
        return moves == 0 ? "" : ", then " + senda::counted(moves, "more move");
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
    if (program::can_play()) return terminal_game(*input.board, out.style()).run();
    return play_moves(*input.board, args, out);
}
