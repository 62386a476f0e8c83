// SPDX-License-Identifier: MIT
// The game on the whole screen of a terminal: a cursor, the cells that can be chosen, the chances.
#include "computer.hpp"
#include "session.hpp"
#include "thinker.hpp"

#include "../common/terminal_game.hpp"

#include <amazons/game.hpp>
#include <amazons/picture.hpp>
#include <amazons/terminal_picture.hpp>
#include <amazons/territory.hpp>
#include <common/text_grid.hpp>
#include <senda/draw/color.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace amazons = senda::amazons;
namespace draw = senda::draw;

namespace {

/// A text in lines of at most so many characters, broken between words, and where it is broken.
std::vector<std::string> in_lines(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
        const std::string_view word = text.substr(0, end);
        const std::size_t used = senda::count_characters(lines.back());
        if (used > 0 && used + 1 + senda::count_characters(word) > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
        if (end < text.size() && text[end] == '\n') lines.emplace_back();
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// Short texts, as many in a line as there is room for.
std::vector<std::string> packed(std::span<const char* const> texts, std::size_t width) {
    std::vector<std::string> lines(1);
    for (const char* const text : texts) {
        const std::size_t used = senda::count_characters(lines.back());
        if (used > 0 && used + 2 + senda::count_characters(text) > width) lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : "  ") + std::string{text};
    }
    return lines;
}

/// Where the board is, and what is said about it: beside it or below.
struct layout {
    amazons::text_size size = amazons::text_size::tiny;
    int row = 0;  // of what is said
    int col = 0;
};

/// The largest board that leaves room to say whose turn it is, what to do, and which keys do it. If
/// there is no such room, it is said above a board of which only a part is seen.
layout layout_for(draw::terminal_style style, program::window room, amazons::board_size cells) {
    const bool is_rich = style.has_colors() && !style.is_ascii();
    using amazons::text_size;
    for (const text_size size : {text_size::large, text_size::small, text_size::tiny}) {
        const draw::text_room board = room_of(size, cells.columns, cells.rows);
        const int beside = size == text_size::tiny ? 16 : 30;
        const int below = size == text_size::tiny ? 3 : 8;
        if (size == text_size::large && !is_rich) continue;
        if (room.rows >= board.rows && room.cols > board.cols + beside)
            return {size, 0, board.cols + 1};
        if (room.rows >= board.rows + below && room.cols >= board.cols)
            return {size, board.rows, 0};
    }
    return {};
}

/// A game on a screen.
class screen_game : public program::terminal_game {
public:
    screen_game(session& s, draw::terminal_style style)
        : program::terminal_game(style),
          session_(&s),
          white_(s.engine()),
          black_(s.engine()),
          adviser_(hint_engine),
          turn_(s.game.board()) {
        begin_turn();
    }

private:
    [[nodiscard]] const amazons::words& words() const { return session_->words(); }
    [[nodiscard]] bool is_human_turn() const {
        return !session_->game.winner() && !session_->is_computer(session_->to_move());
    }

    [[nodiscard]] std::string closing_line() const override {
        std::string text = draw::to_text(to_text_grid(session_->game.board(), style(),
                                                      amazons::text_size::small, session_->marks()),
                                         style());
        return text + session_->legend() + '\n' + session_->ending();
    }

    // What is seen.

    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        const layout where = layout_for(style(), room, session_->game.board().size());
        const bool is_said_first = where.row == 0 && where.col == 0;
        const draw::text_area panel{where.row, where.col, is_said_first ? 2 : room.rows - where.row,
                                    room.cols - where.col};
        paste(grid, is_said_first ? 2 : 0,
              to_text_grid(turn_.shown(), style(), where.size, marks()));
        say_in(grid, panel, where.size != amazons::text_size::large);
        return grid;
    }

    [[nodiscard]] amazons::board_marks marks() const {
        amazons::board_marks m = session_->marks();
        if (is_human_turn()) {
            m.choices = turn_.choices();
            m.chosen = turn_.to() ? turn_.to() : turn_.from();
            m.cursor = cursor_;
            if (turn_.from()) m.last_play.reset();
        }
        if (hinted_) m.last_play = hinted_;
        if (shows_territory_) {
            const amazons::territory t =
                territory_of(session_->game.board(), amazons::metric::queen);
            m.first_white = t.of_white();
            m.first_black = t.of_black();
        }
        return m;
    }

    /// Says all that there is to say about a game, or as much of it as there is room for: the turn
    /// and what to do, the keys, the chances, the rest.
    void say_in(draw::text_grid& grid, const draw::text_area& area, bool has_signs) const {
        constexpr draw::text_cell quiet{.ink = draw::palette::stone};
        const auto width = static_cast<std::size_t>(std::max(area.cols, 1));
        const std::vector<std::string> what_to_do = in_lines(message(), width);
        const std::vector<std::string> legend = in_lines(session_->legend(), width);
        std::vector<std::string> keys(std::begin(words().keys), std::end(words().keys));
        const std::vector<std::string> fewer_keys = packed(words().few_keys, width);

        int left = area.rows - static_cast<int>(what_to_do.size());
        const auto takes = [&left](std::size_t lines) {
            const bool fits = static_cast<int>(lines) <= left;
            if (fits) left -= static_cast<int>(lines);
            return fits;
        };
        const bool has_players = takes(2);
        const bool has_few_keys = takes(fewer_keys.size());
        const bool has_chances = takes(1);
        const bool has_territory = shows_territory_ && takes(1);
        const bool has_number = takes(1);
        const bool fits_all_keys = std::all_of(keys.begin(), keys.end(), [&](const auto& line) {
            return senda::count_characters(line) <= width;
        });
        if (!has_few_keys) {
            keys.clear();
        } else if (!fits_all_keys || fewer_keys.size() > keys.size() ||
                   !takes(keys.size() - fewer_keys.size())) {
            keys = fewer_keys;
        }
        const bool has_legend = has_signs && takes(legend.size());
        const int gap = takes(has_legend ? 4 : 3) ? 1 : 0;

        int row = area.row;
        const int col = area.col;
        if (has_players)
            for (const amazons::player p : {amazons::player::white, amazons::player::black})
                grid.put(row++, col, player_line(p), {.bold = p == session_->to_move()});
        row += gap;
        if (has_chances) chances_bar(grid, row++, col, area.cols);
        if (has_territory) grid.put(row++, col, territory_line(width));
        if (has_number) grid.put(row++, col, number_line(width), quiet);
        row += gap;
        for (const std::string& line : what_to_do) grid.put(row++, col, line, message_look());
        row += gap;
        if (has_legend) {
            for (const std::string& line : legend) grid.put(row++, col, line, quiet);
            row += gap;
        }
        for (const std::string& line : keys) grid.put(row++, col, line, quiet);
    }

    /// Which play comes next, and which was the last, if there is room for it.
    [[nodiscard]] std::string number_line(std::size_t width) const {
        const std::size_t made = session_->game.plays().size();
        const std::string number =
            amazons::substitute(words().play_number, {std::to_string(made + 1)});
        if (made == 0) return number;
        const std::string both =
            number + "   " +
            amazons::substitute(words().last, {to_string(session_->game.plays().back())});
        return senda::count_characters(both) <= width ? both : number;
    }

    [[nodiscard]] bool is_plain() const { return style().colors == draw::terminal_colors::none; }

    [[nodiscard]] std::string player_line(amazons::player p) const {
        const bool to_move = p == session_->to_move() && !session_->game.winner();
        return (to_move ? "> " : "  ") + session_->name_of(p) + " (" + color_of(p, words()) + ')';
    }

    /// A bar of what white may hope for, and the numbers of both.
    void chances_bar(draw::text_grid& grid, int row, int col, int width) const {
        const int white = amazons::percent(session_->chance_of_white());
        const std::string left = std::to_string(white) + " % ";
        const std::string right = ' ' + std::to_string(100 - white) + " %";
        const int length =
            std::clamp(width - static_cast<int>(left.size() + right.size()) - 1, 0, 20);
        int at = grid.put(row, col, left);
        const bool ascii = style().charset == draw::terminal_charset::ascii;
        for (int i = 0; i < length; ++i) {
            const bool is_white = (2 * i + 1) * 50 < white * length;
            draw::text_cell look;
            if (is_plain()) {
                look.code = is_white ? (ascii ? U'#' : U'█') : (ascii ? U'.' : U'░');
            } else {
                look.ground = is_white ? amazons::colors::white : amazons::colors::black;
            }
            grid.set(row, at++, look);
        }
        grid.put(row, at, right);
    }

    /// How many cells each comes to first, and without colours the signs that they have.
    [[nodiscard]] std::string territory_line(std::size_t width) const {
        const amazons::territory t = territory_of(session_->game.board(), amazons::metric::queen);
        const std::string white = std::to_string(t.of_white().count());
        const std::string black = std::to_string(t.of_black().count());
        const std::string line = amazons::substitute(
            words().territory,
            {white + (is_plain() ? " (o)" : ""), black + (is_plain() ? " (x)" : "")});
        return senda::count_characters(line) <= width ? line : "o " + white + "  x " + black;
    }

    // What happens without a key: a computer plays, or a hint is ready.

    [[nodiscard]] int key_timeout() const override {
        constexpr int often = 50;
        constexpr int to_look_on = 400;  // between two plays, where nobody else plays
        if (!thinker_.is_thinking()) return program::game_screen::no_timeout;
        return session_->has_humans() ? often : to_look_on;
    }

    void on_timeout() override {
        if (!thinker_.is_ready()) return;
        const amazons::chosen found = thinker_.take();
        if (!found.best) return;
        const amazons::play best = *found.best;
        const std::string sure =
            session_->percent_of(found, is_human_turn() ? hint_engine : session_->engine());
        if (is_human_turn()) {
            hinted_ = best;
            return say(amazons::substitute(words().hint, {to_string(best), sure}),
                       draw::palette::blue);
        }
        const std::string made = amazons::substitute(
            words().plays_sure_of, {session_->name_of(session_->to_move()), to_string(best), sure});
        session_->game.make(best);
        begin_turn(made);
    }

    /// Begins the turn of the player to move, whoever that is; says what came before it, if that is
    /// given.
    void begin_turn(const std::string& before = {}) {
        thinker_.stop();
        turn_ = amazons::turn(session_->game.board());
        hinted_.reset();
        typed_ = '\0';
        if (session_->game.winner()) return say(session_->ending(), draw::palette::green);
        if (is_human_turn()) {
            if (!turn_.choices().contains(cursor_)) cursor_ = turn_.choices().first();
            return say_what_to_do(before);
        }
        const bool is_white = session_->to_move() == amazons::player::white;
        say(amazons::substitute(words().thinking, {session_->name_of(session_->to_move())}));
        thinker_.start(is_white ? white_ : black_, session_->game.board());
    }

    void say_what_to_do(const std::string& before = {}) {
        const amazons::turn_part part = turn_.part();
        say((before.empty() ? "" : before + '\n') + session_->name_of(session_->to_move()) + ": " +
            (part == amazons::turn_part::amazon   ? words().choose_amazon
             : part == amazons::turn_part::target ? words().choose_target
                                                  : words().choose_arrow));
    }

    // What a key does.

    bool press(program::stroke s) override {
        switch (s.what) {
            case program::key::left: move_cursor(-1, 0); return true;
            case program::key::right: move_cursor(1, 0); return true;
            case program::key::up: move_cursor(0, 1); return true;
            case program::key::down: move_cursor(0, -1); return true;
            default: break;
        }
        const char before = std::exchange(typed_, s.character);
        if (s.character == 'q') {
            if (!session_->is_unsaved() || before == 'q') return false;
            say(words().sure_to_end, draw::palette::red);
            return true;
        }
        if (s.character == '\0') {  // the escape key
            step_back();
        } else {
            type(s.character, before);
        }
        return true;
    }

    void type(char c, char before) {
        switch (c) {
            case '\n':
            case '\r':
            case ' ': return choose();
            case '\x7f':
            case '\b': return step_back();
            case '\t': return next_choice();
            case 'u': return take_back();
            case 'y': return make_again();
            case 's': return say(session_->save());
            case '?': return ask_hint();
            case 'v': shows_territory_ = !shows_territory_; return;
            case '!':
                if (before == '!') return resign();
                if (is_human_turn())
                    say(amazons::substitute(words().sure_to_resign,
                                            {session_->name_of(session_->to_move())}),
                        draw::palette::red);
                return;
            default: break;
        }
        if (c == '1' && before == '-') return resign();
        type_cell(c, before);
    }

    /// A letter goes to a column and a number to a row; 10 begins as 1.
    void type_cell(char c, char before) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        const amazons::board_size size = session_->game.board().size();
        const int row = c == '0' && before == '1' ? 9 : c >= '1' && c <= '9' ? c - '1' : size.rows;
        if (c >= 'a' && c < 'a' + size.columns) cursor_ = amazons::cell_at(c - 'a', cursor_.row());
        if (row < size.rows) cursor_ = amazons::cell_at(cursor_.column(), row);
    }

    void move_cursor(int right, int up) {
        typed_ = '\0';
        const amazons::board_size size = session_->game.board().size();
        cursor_ = amazons::cell_at(std::clamp(cursor_.column() + right, 0, size.columns - 1),
                                   std::clamp(cursor_.row() + up, 0, size.rows - 1));
    }

    /// The next cell that can be chosen, in the order of their numbers.
    void next_choice() {
        if (!is_human_turn()) return;
        const amazons::cell_set all = turn_.choices();
        std::optional<amazons::cell> next;
        for_each_cell(all, [&](amazons::cell c) {
            if (c > cursor_ && !next) next = c;
        });
        cursor_ = next.value_or(all.first());
    }

    void choose() {
        if (session_->game.winner()) return say(words().game_over, draw::palette::green);
        if (!is_human_turn()) return;
        thinker_.stop();
        const amazons::turn_fault fault = turn_.choose(cursor_);
        if (fault != amazons::turn_fault::none)
            return say(explain(fault, turn_, cursor_, words()), draw::palette::red);
        hinted_.reset();
        const std::optional<amazons::play> p = turn_.complete();
        const std::string valid = confirm(turn_, words());
        if (!p) return say_what_to_do(valid);
        session_->game.make(*p);
        begin_turn(valid);
    }

    void step_back() {
        if (!is_human_turn() || !turn_.back()) return;
        say_what_to_do();
    }

    void take_back() {
        if (is_human_turn() && turn_.back()) return say_what_to_do();
        // While a computer thinks, its opponent is the one who takes back.
        if (!session_->take_back()) return say(words().nothing_to_take_back);
        begin_turn();
        if (is_human_turn()) say(words().taken_back);
    }

    void make_again() {
        if (!session_->make_again()) return say(words().nothing_to_make_again);
        begin_turn();
        if (is_human_turn()) say(words().made_again);
    }

    void resign() {
        if (!is_human_turn()) return;
        session_->game.resign();
        begin_turn();
    }

    void ask_hint() {
        if (!is_human_turn()) return;
        thinker_.start(adviser_, session_->game.board());
        say("...");
    }

    session* session_;
    computer white_;
    computer black_;
    computer adviser_;
    thinker thinker_;  // after the computers that it lets think
    amazons::turn turn_;
    amazons::cell cursor_ = amazons::cell_at(0, 0);
    std::optional<amazons::play> hinted_;
    bool shows_territory_ = false;
    char typed_ = '\0';  // the key before
};

}  // namespace

int play_on_screen(session& s, program::console& out) { return screen_game(s, out.style()).run(); }
