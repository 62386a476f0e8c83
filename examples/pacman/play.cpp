// SPDX-License-Identifier: MIT
// pacman play: a game in the terminal, or a list of moves from a pipe.
#include "commands.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include "../common/interrupt.hpp"
#include "../common/list_argument.hpp"
#include "../common/terminal_game.hpp"

#include <senda/draw/palette.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/pacman/game.hpp>
#include <senda/pacman/hint.hpp>
#include <senda/pacman/moves.hpp>
#include <senda/pacman/picture.hpp>
#include <senda/pacman/report.hpp>
#include <senda/pacman/terminal_picture.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pacman = senda::pacman;
namespace draw = senda::draw;

namespace {

std::string closing_line(const pacman::game& g) {
    const std::string made = senda::counted(g.moves().size(), "move");
    switch (g.verdict()) {
        case pacman::verdict::won:
            return "won in " + made + " with " + std::to_string(g.left()) + " energy left";
        case pacman::verdict::lost_energy: return "lost after " + made + ": no energy is left";
        case pacman::verdict::lost_bomb: return "lost after " + made + ": a lethal bomb";
        default: break;
    }
    return "alive after " + made + " with " + std::to_string(g.left()) + " energy left";
}

std::string food_text(const pacman::game& g) {
    const std::vector<pacman::place>& foods = g.board().foods();
    const auto eaten =
        std::count_if(foods.begin(), foods.end(), [&](pacman::place p) { return g.is_gone(p); });
    return "food " + std::to_string(eaten) + " of " + std::to_string(foods.size());
}

/// What the computer looks for, in words.
const char* goal_text(pacman::goal_kind goal) {
    return goal == pacman::goal_kind::shortest ? "fewest moves" : "most energy";
}

/// A line that is typed, such as the name of a file.
struct prompt {
    std::string typed;

    /// Takes a key; true when the line is complete.
    bool take(char c) {
        if (c == '\n' || c == '\r') return true;
        if (c == '\b' || c == '\x7f') {
            // All bytes of the last character.
            while (!typed.empty() && (typed.back() & 0xC0) == 0x80) typed.pop_back();
            if (!typed.empty()) typed.pop_back();
        } else if (c == '\x15') {  // Ctrl-U
            typed.clear();
        } else if (static_cast<unsigned char>(c) >= ' ') {
            typed += c;
        }
        return false;
    }
};

/// A game in a terminal.
class terminal_game : public program::terminal_game {
public:
    terminal_game(const pacman::board& b, const play_arguments& args, draw::terminal_style style)
        : program::terminal_game(style), args_(args), game_(b) {
        game_.set_safe(args.safe);
        greet();
    }

private:
    static constexpr draw::text_cell quiet_{.ink = draw::palette::stone};

    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        standing(grid);
        const draw::text_grid map =
            pacman::to_text_grid(game_, route_cells(), style(), {room.rows - 4, room.cols});
        const int below = paste(grid, 1, map);
        if (opening_) {
            const int end = grid.put(below, 0, "open: " + opening_->typed, {.bold = true});
            grid.put(below, end, "_", {.bold = true});
            grid.put(below + 1, 0, "Enter opens the file, Esc goes back", quiet_);
            return grid;
        }
        grid.put(below, 0, message(), message_look());
        const bool is_narrow = room.cols < 66;
        grid.put(below + 1, 0,
                 is_narrow ? "arrows, u undo, y redo, r again, m safe, q"
                           : "arrows/WASD move, u undo, y redo, r restart, m safe mode, q quit",
                 quiet_);
        grid.put(below + 2, 0,
                 is_narrow ? "? hint, p route, n next, g goal, o open"
                           : "? hint, p AI's route, n AI's move, g AI's goal, o open a file",
                 quiet_);
        return grid;
    }

    /// The line above the map.
    void standing(draw::text_grid& grid) const {
        const bool is_low = game_.left() <= 3;
        const int end =
            grid.put(0, 0, "energy " + std::to_string(game_.left()),
                     {.ink = is_low ? draw::palette::red : draw::palette::green, .bold = true});
        grid.put(0, end,
                 "   move " + std::to_string(game_.moves().size()) + "   " + food_text(game_) +
                     "   safe mode " + (game_.safe() ? "on" : "off") + "   AI: " + goal_text(goal_),
                 {.bold = true});
    }

    /// The cells of the computer's route, if it is to be seen.
    [[nodiscard]] std::vector<pacman::place> route_cells() const {
        std::vector<pacman::place> cells;
        if (!shows_route_) return cells;
        cells.push_back(game_.position());
        for (const pacman::direction d : route_)
            cells.push_back(game_.board().neighbour(cells.back(), d));
        return cells;
    }

    [[nodiscard]] std::string closing_line() const override { return ::closing_line(game_); }

    bool press(program::stroke s) override {
        if (opening_) {
            type_name(s);
            return true;
        }
        switch (program::meaning_of(s)) {
            case program::key::up: move(pacman::direction::up); break;
            case program::key::down: move(pacman::direction::down); break;
            case program::key::left: move(pacman::direction::left); break;
            case program::key::right: move(pacman::direction::right); break;
            case program::key::undo: go_back(game_.undo(), "one move back"); break;
            case program::key::restart:
                game_.restart();
                go_back(true, "from the start again");
                break;
            case program::key::hint: give_hint(); break;
            case program::key::quit: return false;
            default: type(s.character); break;
        }
        return true;
    }

    void type(char c) {
        switch (c) {
            case 'y': return redo();
            case 'm':
                game_.set_safe(!game_.safe());
                return say(game_.safe() ? "safe mode refuses moves that are deadly at once"
                                        : "safe mode is off");
            case 'g':
                goal_ = goal_ == pacman::goal_kind::shortest ? pacman::goal_kind::richest
                                                             : pacman::goal_kind::shortest;
                forget_route();
                return say(std::string{"the AI looks for the "} + goal_text(goal_));
            case 'p': return show_route();
            case 'n': return follow_route();
            case 'o': return void(opening_ = prompt{});
            default: return say("");
        }
    }

    void move(pacman::direction d) {
        const pacman::energy before = game_.left();
        const pacman::verdict came = game_.move(d);
        switch (came) {
            case pacman::verdict::blocked: return say("you cannot go there");
            case pacman::verdict::refused:
                return say("safe mode: that would be deadly", draw::palette::orange);
            case pacman::verdict::over: return say_over();
            default: break;
        }
        if (!route_.empty() && route_.front() == d) {
            route_.erase(route_.begin());
        } else {
            forget_route();
        }
        if (came != pacman::verdict::going_on) return say_over();
        const pacman::energy effect = game_.left() - before + 1;
        if (effect == 0) return say("");
        say(effect > 0 ? "food: +" + std::to_string(effect)
            : game_.board()[game_.position()].what == pacman::kind::bomb
                ? "a bomb explodes: " + std::to_string(effect)
                : "over a wall: " + std::to_string(effect),
            effect > 0 ? pacman::colors::food : draw::palette::orange);
    }

    void redo() {
        if (!game_.can_redo()) return say("nothing was taken back");
        game_.redo();
        forget_route();
        if (game_.is_over()) return say_over();
        say("one move on");
    }

    void go_back(bool done, const char* message) {
        if (done) forget_route();
        say(done ? message : "this is the start");
    }

    void greet() {
        if (game_.is_over()) return say_over();
        say("get to the goal at " + pacman::to_text(game_.board().xy(game_.board().goal())) +
            " before the energy runs out");
    }

    void say_over() {
        const bool won = game_.verdict() == pacman::verdict::won;
        say(::closing_line(game_) + (won ? "!" : "") + "   (u back, r restart, o open, q quit)",
            won ? draw::palette::green : draw::palette::red);
    }

    void forget_route() {
        route_.clear();
        shows_route_ = false;
    }

    /// Looks for the best route from here, unless it is known; false, after it was said why, if
    /// there is none.
    bool find_route() {
        if (game_.is_over()) {
            say_over();
            return false;
        }
        if (!route_.empty()) return true;
        say("thinking ...");
        show();
        const pacman::answer found = pacman::way_on(
            game_, goal_, {.limits = {.time = 5.0}, .stop = program::interruption::flag()});
        if (found.outcome == pacman::outcome::no_route) {
            say("it cannot be won from here: u back, r restart", draw::palette::red);
        } else if (!found.best) {
            say("no hint: that would take too long");
        } else {
            route_ = found.best->moves;
        }
        return !route_.empty();
    }

    void give_hint() {
        if (!find_route()) return;
        say(std::string{"hint: "} + pacman::name_of(route_.front()) + " (" + route_left() + ')',
            pacman::colors::route);
    }

    void show_route() {
        if (shows_route_) {
            shows_route_ = false;
            return say("");
        }
        if (!find_route()) return;
        shows_route_ = true;
        say("the AI's route from here: " + route_left(), pacman::colors::route);
    }

    void follow_route() {
        if (!find_route()) return;
        const pacman::direction d = route_.front();
        const bool is_safe = game_.safe();
        game_.set_safe(false);  // the computer knows what it does
        move(d);
        game_.set_safe(is_safe);
        if (game_.is_over()) return;
        say(std::string{"the AI goes "} + pacman::name_of(d) + ", then " +
                senda::counted(route_.size(), "more move"),
            pacman::colors::route);
    }

    /// What is left of the route, in words.
    [[nodiscard]] std::string route_left() const {
        pacman::game then = game_;
        then.set_safe(false);
        for (const pacman::direction d : route_) then.move(d);
        return senda::counted(route_.size(), "move") + " to the goal, " +
               std::to_string(then.left()) + " energy left then";
    }

    void type_name(program::stroke s) {
        if (s.what != program::key::other) return;
        if (s.character == '\0') {  // Esc
            opening_.reset();
            return say("");
        }
        if (!opening_->take(s.character)) return;
        const std::string name = opening_->typed;
        opening_.reset();
        open(name);
    }

    void open(const std::string& name) {
        if (name.empty()) return say("");
        const auto refuse = [&](const senda::diagnostic& d) {
            std::string where = name;
            if (d.line > 0) where += ':' + std::to_string(d.line) + ':' + std::to_string(d.column);
            say(where + ": " + d.message + " [" + d.code + ']', draw::palette::red);
        };
        if (name == "-") return say("the standard input is the keyboard", draw::palette::red);
        const program::input input = program::read_input(name, program::short_input);
        if (!input) return refuse(program::unreadable(input.error));
        const senda::parsed<pacman::board> map = parse_map(input.text, args_);
        if (!map) return refuse(map.error());
        const bool is_safe = game_.safe();
        game_ = pacman::game(*map);
        game_.set_safe(is_safe);
        forget_route();
        greet();
        if (!map.warnings.empty())
            say("warning: " + map.warnings[0].message + " [" + map.warnings[0].code + ']',
                draw::palette::orange);
    }

    const play_arguments& args_;
    pacman::game game_;
    pacman::goal_kind goal_ = pacman::goal_kind::shortest;
    std::vector<pacman::direction> route_;  // of the computer from here, as far as it is known
    bool shows_route_ = false;
    std::optional<prompt> opening_;
};

int play_moves(const pacman::board& b, const play_arguments& args, program::console& out) {
    const auto moves =
        program::read_list("<moves>", program::from_standard_input, program::short_input,
                           pacman::parse_moves, args.json, out);
    if (!moves) return moves.code;
    pacman::game g(b);
    g.set_safe(args.safe);
    std::size_t blocked = 0;
    std::size_t refused = 0;
    for (const pacman::direction d : *moves) {
        const pacman::verdict came = g.move(d);
        if (came == pacman::verdict::over) break;
        if (came == pacman::verdict::blocked) ++blocked;
        if (came == pacman::verdict::refused) ++refused;
    }
    print_picture(g, {}, out);
    out.print(::closing_line(g) + " at " + pacman::to_text(b.xy(g.position())) + '\n');
    out.print("energy " + std::to_string(g.left()) + "   move " + std::to_string(g.moves().size()) +
              "   " + food_text(g) + '\n');
    if (blocked > 0) out.print(senda::counted(blocked, "move") + " led nowhere\n");
    if (refused > 0) out.print(senda::counted(refused, "move") + " refused by safe mode\n");
    const bool lost = g.is_over() && g.verdict() != pacman::verdict::won;
    return lost ? program::no_solution : program::answered;
}

}  // namespace

int play(const play_arguments& args, program::console& out) {
    if (args.file == "-") {
        out.error("the moves come from the standard input, so the map cannot");
        return program::wrong_usage;
    }
    const map_file file = read_map(args, out);
    if (!file.board) return file.code;
    if (program::can_play()) return terminal_game(*file.board, args, out.style()).run();
    return play_moves(*file.board, args, out);
}
