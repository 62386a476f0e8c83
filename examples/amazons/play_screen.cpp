// SPDX-License-Identifier: MIT
// The game on the whole screen of a terminal: a cursor, the cells that can be chosen, the chances.
#include "computer.hpp"
#include "session.hpp"
#include "thinker.hpp"

#include "../common/terminal_game.hpp"

#include <senda/amazons/game.hpp>
#include <senda/amazons/picture.hpp>
#include <senda/amazons/terminal_picture.hpp>
#include <senda/amazons/territory.hpp>
#include <senda/draw/palette.hpp>
#include <senda/draw/text_grid.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace amazons = senda::amazons;
namespace draw = senda::draw;

namespace {

/// A text in lines of at most so many characters, broken between words.
std::vector<std::string> in_lines(std::string_view text, std::size_t width) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t used = senda::count_characters(lines.back());
        if (used > 0 && used + 1 + senda::count_characters(word) > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
    }
    return lines;
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
        std::string text = draw::to_text(
            amazons::to_text_grid(session_->game.board(), style(), 0, 0, session_->marks()),
            style());
        return text + session_->ending();
    }

    // What is seen.

    [[nodiscard]] draw::text_grid picture(program::window room) const override {
        draw::text_grid grid(room.rows, room.cols);
        const draw::text_grid board =
            amazons::to_text_grid(turn_.shown(), style(), room.rows, room.cols, marks());
        paste(grid, 0, board);
        constexpr int least_width = 30;
        if (room.cols >= board.cols() + least_width) {
            panel(grid, 0, board.cols() + 1, true);
        } else {
            panel(grid, board.rows(), 0, false);
        }
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

    /// What stands beside the board, or below it in fewer lines.
    void panel(draw::text_grid& grid, int row, int col, bool spacious) const {
        constexpr draw::text_cell quiet{.ink = draw::palette::stone};
        const auto width = static_cast<std::size_t>(std::max(grid.cols() - col, 1));
        const int gap = spacious ? 1 : 0;
        for (const amazons::player p : {amazons::player::white, amazons::player::black})
            grid.put(row++, col, player_line(p), {.bold = p == session_->to_move()});
        row += gap;
        chances_bar(grid, row++, col, static_cast<int>(width));
        if (shows_territory_) grid.put(row++, col, territory_line());
        const std::size_t made = session_->game.plays().size();
        std::string number = amazons::filled(words().play_number, {std::to_string(made + 1)});
        if (made > 0)
            number +=
                "   " + amazons::filled(words().last, {to_string(session_->game.plays().back())});
        grid.put(row++, col, number, quiet);
        row += gap;
        for (const std::string& line : in_lines(message(), width))
            grid.put(row++, col, line, message_look());
        row += gap;
        if (is_plain()) {
            for (const std::string& line : in_lines(words().legend, width))
                grid.put(row++, col, line, quiet);
            row += gap;
        }
        for (const char* const line : words().keys) grid.put(row++, col, line, quiet);
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

    [[nodiscard]] std::string territory_line() const {
        const amazons::territory t = territory_of(session_->game.board(), amazons::metric::queen);
        return amazons::filled(words().territory, {std::to_string(t.of_white().count()),
                                                   std::to_string(t.of_black().count())});
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
        const std::string sure = std::to_string(amazons::percent(found.win_probability));
        if (is_human_turn()) {
            hinted_ = best;
            return say(amazons::filled(words().hint, {to_string(best), sure}), draw::palette::blue);
        }
        const std::string made = amazons::filled(
            words().plays_sure_of, {session_->name_of(session_->to_move()), to_string(best), sure});
        session_->game.make(best);
        begin_turn();
        if (is_human_turn()) say(made);
    }

    /// Begins the turn of the player to move, whoever that is.
    void begin_turn() {
        thinker_.stop();
        turn_ = amazons::turn(session_->game.board());
        hinted_.reset();
        typed_ = '\0';
        if (session_->game.winner()) return say(session_->ending(), draw::palette::green);
        if (is_human_turn()) {
            if (!turn_.choices().contains(cursor_)) cursor_ = turn_.choices().first();
            return say_what_to_do();
        }
        const bool is_white = session_->to_move() == amazons::player::white;
        say(amazons::filled(words().thinking, {session_->name_of(session_->to_move())}));
        thinker_.start(is_white ? white_ : black_, session_->game.board());
    }

    void say_what_to_do() {
        const amazons::turn_part part = turn_.part();
        say(session_->name_of(session_->to_move()) + ": " +
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
        if (s.character == 'q') return false;
        const char before = std::exchange(typed_, s.character);
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
                    say(amazons::filled(words().sure_to_resign,
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
        if (c >= 'a' && c < 'a' + amazons::board::columns)
            cursor_ = amazons::cell_at(c - 'a', cursor_.row());
        if (c >= '1' && c <= '9') cursor_ = amazons::cell_at(cursor_.column(), c - '1');
        if (c == '0' && before == '1') cursor_ = amazons::cell_at(cursor_.column(), 9);
    }

    void move_cursor(int right, int up) {
        typed_ = '\0';
        cursor_ =
            amazons::cell_at(std::clamp(cursor_.column() + right, 0, amazons::board::columns - 1),
                             std::clamp(cursor_.row() + up, 0, amazons::board::rows - 1));
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
        if (!p) return say_what_to_do();
        session_->game.make(*p);
        begin_turn();
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
