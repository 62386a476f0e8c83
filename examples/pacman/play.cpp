// SPDX-License-Identifier: MIT
// pacman play: a game in the terminal, or a list of moves from a pipe.
#include "commands.hpp"
#include "map_file.hpp"
#include "pictures.hpp"

#include "../common/background.hpp"
#include "../common/list_argument.hpp"
#include "../common/quantity.hpp"
#include "../common/terminal_game.hpp"

#include <common/text_grid.hpp>
#include <pacman/game.hpp>
#include <pacman/hint.hpp>
#include <pacman/moves.hpp>
#include <pacman/picture.hpp>
#include <pacman/report.hpp>
#include <pacman/terminal_picture.hpp>
#include <senda/draw/color.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pacman = senda::pacman;
namespace draw = senda::draw;
using senda::pluralize;
using senda::substitute;

namespace {

std::string closing_line(const pacman::game& g, const language_words& w) {
    const std::string made = pluralize(g.moves().size(), w.library.move);
    const std::string left = std::to_string(g.left());
    switch (g.verdict()) {
        case pacman::verdict::won: return substitute(w.program.won, {made, left});
        case pacman::verdict::lost_energy: return substitute(w.program.lost_energy, {made});
        case pacman::verdict::lost_bomb: return substitute(w.program.lost_bomb, {made});
        default: break;
    }
    return substitute(w.program.alive, {made, left});
}

/// The energy, the moves and the food.
std::string standing_text(const pacman::game& g, const language_words& w) {
    const std::vector<pacman::place>& foods = g.board().foods();
    const auto eaten =
        std::count_if(foods.begin(), foods.end(), [&](pacman::place p) { return g.is_gone(p); });
    const std::string food =
        substitute(w.program.food, {std::to_string(eaten), std::to_string(foods.size())});
    return substitute(w.program.status,
                      {w.library.energy_label, std::to_string(g.left()), w.library.move_label,
                       std::to_string(g.moves().size()), food});
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
        : program::terminal_game(style), args_(args), words_(args.words()), game_(b) {
        game_.set_safe(args.safe);
        greet();
    }

private:
    static constexpr draw::text_cell quiet_{.ink = draw::palette::stone};

    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        const std::string keys = said().keys[0] + std::string{", "} + said().keys[1];
        const int top = standing(grid, room);
        const int left = room.rows - top - lines_of(message(), room) - lines_of(keys, room);
        const draw::text_grid map =
            pacman::to_text_grid(game_, route_cells(), style(), {left, room.cols});
        const int below = paste(grid, top, map);
        if (opening_) {
            const int end =
                grid.put(below, 0, substitute(said().open, {opening_->typed}), {.bold = true});
            grid.put(below, end, "_", {.bold = true});
            grid.put(below + 1, 0, said().open_help, quiet_);
            return grid;
        }
        const int keys_row = put_lines(grid, below, message(), message_look(), room);
        put_lines(grid, keys_row, keys, quiet_, room);
        return grid;
    }

    [[nodiscard]] const program_words& said() const noexcept { return words_.program; }

    [[nodiscard]] std::string line_help() const override { return said().line_keys; }
    [[nodiscard]] bool takes_text() const override { return opening_.has_value(); }

    /// The line above the map, or two; returns the row below.
    int standing(draw::text_grid& grid, program::window room) const {
        const bool is_low = game_.left() <= 3;
        const std::string text = standing_text(game_, words_);
        const std::size_t energy_ends = text.find("   ");
        const int end =
            grid.put(0, 0, text.substr(0, energy_ends),
                     {.ink = is_low ? draw::palette::red : draw::palette::green, .bold = true});
        const int after = grid.put(0, end, text.substr(energy_ends), {.bold = true});
        const std::string settings = (game_.safe() ? said().safe_on : said().safe_off) +
                                     std::string{"   "} +
                                     substitute(said().computer, {goal_text()});
        const bool fits = after + 3 + width_of(settings) <= room.cols;
        grid.put(fits ? 0 : 1, fits ? after + 3 : 0, settings, {.bold = true});
        return fits ? 1 : 2;
    }

    /// What the computer looks for, in words.
    [[nodiscard]] const char* goal_text() const {
        return goal_ == pacman::goal_kind::shortest ? said().fewest_moves : said().most_energy;
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

    [[nodiscard]] std::string closing_line() const override {
        return ::closing_line(game_, words_);
    }

    // While the computer thinks, keys are heard and the time is shown.
    [[nodiscard]] int key_timeout() const override {
        constexpr int short_wait = 50;
        return thinker_.is_running() ? short_wait : program::game_screen::no_timeout;
    }
    void on_timeout() override {
        if (thinker_.is_ready()) return use(thinker_.take());
        if (thinker_.is_running()) say_thinking();
    }

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
            case program::key::undo: go_back(game_.undo(), said().one_back); break;
            case program::key::restart:
                game_.restart();
                go_back(true, said().restarted);
                break;
            case program::key::hint: ask(wish::hint); break;
            case program::key::quit: return false;
            default: type(s.character); break;
        }
        if (game_.is_over() && !opening_) say_over();  // whatever key it was
        return true;
    }

    void type(char c) {
        switch (c) {
            case 'y': return redo();
            case 'm':
                game_.set_safe(!game_.safe());
                return say(game_.safe() ? said().safe_is_on : said().safe_is_off);
            case 'g':
                goal_ = goal_ == pacman::goal_kind::shortest ? pacman::goal_kind::richest
                                                             : pacman::goal_kind::shortest;
                forget_route();
                return say(substitute(said().looks_for, {goal_text()}));
            case 'p':
                if (!shows_route_) return ask(wish::route);
                shows_route_ = false;
                return say("");
            case 'n': return ask(wish::move);
            case 'o': return void(opening_ = prompt{});
            default: return say("");
        }
    }

    void move(pacman::direction d) {
        const pacman::energy before = game_.left();
        const pacman::verdict came = game_.move(d);
        switch (came) {
            case pacman::verdict::blocked: return say(said().blocked);
            case pacman::verdict::refused: return say(said().deadly, draw::palette::orange);
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
        const bool is_bomb = game_.board()[game_.position()].what == pacman::kind::bomb;
        const char* const sentence = effect > 0 ? said().ate
                                     : is_bomb  ? said().exploded
                                                : said().climbed;
        say(substitute(sentence, {std::to_string(effect > 0 ? effect : -effect)}),
            effect > 0 ? pacman::colors::food : draw::palette::orange);
    }

    void redo() {
        if (!game_.can_redo()) return say(said().nothing_undone);
        game_.redo();
        forget_route();
        if (game_.is_over()) return say_over();
        say(said().one_on);
    }

    void go_back(bool done, const char* message) {
        if (done) forget_route();
        say(done ? message : said().at_start);
    }

    void greet() {
        if (game_.is_over()) return say_over();
        say(substitute(said().greeting, {pacman::to_text(game_.board().xy(game_.board().goal()))}));
    }

    void say_over() {
        const bool won = game_.verdict() == pacman::verdict::won;
        say(::closing_line(game_, words_) + (won ? "!" : "") + said().after_end,
            won ? draw::palette::green : draw::palette::red);
    }

    /// The route is that of another place, and so is the one that is being looked for.
    void forget_route() {
        thinker_.stop();
        route_.clear();
        shows_route_ = false;
    }

    /// What the computer is asked for: its first move, all its moves, or to make the first.
    enum class wish { hint, route, move };

    /// Does what is wished, at once if the best route from here is known, and else when it is.
    void ask(wish w) {
        if (game_.is_over()) return say_over();
        if (!route_.empty()) return grant(w);
        wish_ = w;
        if (!thinker_.is_running())
            thinker_.start([g = game_, goal = goal_](const std::atomic<bool>& stop) {
                return pacman::way_on(g, goal, {.limits = {.time = 5.0}, .stop = stop});
            });
        say_thinking();
    }

    void say_thinking() {
        say(substitute(said().thinking, {program::decimal_text(thinker_.seconds(), 1)}));
    }

    void use(const pacman::answer& found) {
        if (found.outcome == pacman::outcome::no_route)
            return say(said().cannot_be_won, draw::palette::red);
        if (!found.best) return say(said().no_hint);
        route_ = found.best->moves;
        is_proven_ = found.optimal;
        grant(wish_);
    }

    void grant(wish w) {
        const std::string first = pacman::name_of(route_.front(), words_.library);
        switch (w) {
            case wish::hint:
                return say(substitute(said().hint, {first, route_left()}), pacman::colors::route);
            case wish::route:
                shows_route_ = true;
                return say(substitute(said().route_from_here, {route_left()}),
                           pacman::colors::route);
            case wish::move: return follow_route(first);
        }
    }

    void follow_route(const std::string& name) {
        const bool is_safe = game_.safe();
        game_.set_safe(false);  // the computer knows what it does
        move(route_.front());
        game_.set_safe(is_safe);
        if (game_.is_over()) return;
        say(substitute(said().goes, {name, pluralize(route_.size(), said().more_moves)}),
            pacman::colors::route);
    }

    /// What is left of the route, in words.
    [[nodiscard]] std::string route_left() const {
        pacman::game then = game_;
        then.set_safe(false);
        for (const pacman::direction d : route_) then.move(d);
        const std::string text = substitute(
            said().route_left,
            {pluralize(route_.size(), words_.library.move), std::to_string(then.left())});
        return is_proven_ ? text : substitute(said().not_proven, {text});
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
        if (name == "-") return say(said().keyboard_is_input, draw::palette::red);
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
            say(substitute(said().warning,
                           {map.warnings[0].message + " [" + map.warnings[0].code + ']'}),
                draw::palette::orange);
    }

    const play_arguments& args_;
    language_words words_;
    pacman::game game_;
    pacman::goal_kind goal_ = pacman::goal_kind::shortest;
    std::vector<pacman::direction> route_;  // of the computer from here, as far as it is known
    bool is_proven_ = true;                 // that there is none better
    bool shows_route_ = false;
    wish wish_ = wish::hint;  // what the computer is thinking for
    program::background<pacman::answer> thinker_;
    std::optional<prompt> opening_;
};

int play_moves(const pacman::board& b, const play_arguments& args, program::console& out) {
    const auto moves = program::read_list("<moves>", program::from_standard_input,
                                          program::short_input, moves_reader(args), args.json, out);
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
    const language_words w = args.words();
    const auto print_line = [&](const std::string& line) { out.print(line + '\n'); };
    print_line(
        substitute(w.program.at, {::closing_line(g, w), pacman::to_text(b.xy(g.position()))}));
    print_line(standing_text(g, w));
    const auto moves_text = [&](std::size_t count) { return pluralize(count, w.library.move); };
    if (blocked > 0) print_line(substitute(w.program.led_nowhere, {moves_text(blocked)}));
    if (refused > 0) print_line(substitute(w.program.refused, {moves_text(refused)}));
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
    if (program::can_talk()) {
        terminal_game game(*file.board, args, out.style());
        return program::can_play() ? game.run() : game.run_in_lines();
    }
    return play_moves(*file.board, args, out);
}
