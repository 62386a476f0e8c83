// SPDX-License-Identifier: MIT
// The game in lines of text, which works in a pipe.
#include "computer.hpp"
#include "line_dialogue.hpp"
#include "pictures.hpp"
#include "session.hpp"

#include "../common/interrupt.hpp"
#include "../common/progress.hpp"

#include <amazons/game.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace amazons = senda::amazons;

namespace {

/// What somebody may answer instead of a cell.
enum class order { none, resign, save, undo, redo, hint, evaluate, help, quit };

struct spelling {
    std::string_view word;
    order means;
};

/// In both languages at once: no word means two things.
constexpr std::array spellings = {
    spelling{"-1", order::resign},        spelling{"s", order::save},
    spelling{"save", order::save},        spelling{"g", order::save},
    spelling{"guardar", order::save},     spelling{"u", order::undo},
    spelling{"undo", order::undo},        spelling{"deshacer", order::undo},
    spelling{"y", order::redo},           spelling{"redo", order::redo},
    spelling{"rehacer", order::redo},     spelling{"?", order::hint},
    spelling{"hint", order::hint},        spelling{"pista", order::hint},
    spelling{"e", order::evaluate},       spelling{"evaluate", order::evaluate},
    spelling{"evaluar", order::evaluate}, spelling{"h", order::help},
    spelling{"help", order::help},        spelling{"ayuda", order::help},
    spelling{"q", order::quit},           spelling{"quit", order::quit},
    spelling{"salir", order::quit}};

/// The order that an answer begins with, and what stands after it.
std::pair<order, std::string> order_of(const std::string& answer) {
    const std::size_t end = std::min(answer.find(' '), answer.size());
    const std::size_t rest = std::min(answer.find_first_not_of(' ', end), answer.size());
    for (const spelling& s : spellings)
        if (s.word == std::string_view{answer}.substr(0, end) &&
            (rest == answer.size() || s.means == order::save))
            return {s.means, answer.substr(rest)};
    return {order::none, {}};
}

/// A game in lines.
class line_game {
public:
    line_game(session& s, line_dialogue& lines, program::console& out)
        : session_(&s),
          lines_(&lines),
          out_(&out),
          white_(s.engine()),
          black_(s.engine()),
          adviser_(hint_engine) {}

    int run() {
        if (session_->has_humans()) say(std::string{session_->words().line_help} + '\n');
        while (!session_->game.winner()) {
            show();
            if (!(session_->is_computer(session_->to_move()) ? computer_turn() : human_turn())) {
                say(session_->words().not_over);
                return program::interruption::requested() ? program::interrupted
                                                          : program::answered;
            }
        }
        if (!session_->game.resigned()) show();
        say(session_->ending());
        return program::answered;
    }

private:
    void say(const std::string& text) { out_->print(text + '\n'); }

    void show() {
        show(session_->game.board());
        if (!session_->game.winner()) say('\n' + session_->whose_turn());
    }
    void show(const amazons::board& b) {
        out_->print("\n");
        print_picture(b, *out_, session_->legend(), session_->marks());
    }

    [[nodiscard]] std::string name() const { return session_->name_of(session_->to_move()); }

    /// False if the game ends here.
    bool computer_turn() {
        computer& c = session_->to_move() == amazons::player::white ? white_ : black_;
        const amazons::chosen made = think(c);
        if (program::interruption::requested() || !made.best) return false;
        say(amazons::substitute(
            session_->words().plays_sure_of,
            {name(), to_string(*made.best), session_->percent_of(made, session_->engine())}));
        return session_->game.make(*made.best);
    }

    amazons::chosen think(computer& c) {
        std::fflush(stdout);
        const program::progress shown(amazons::substitute(session_->words().thinking, {name()}));
        return c.choose(session_->game.board(), program::interruption::flag());
    }

    /// False if the game ends here, and nobody has won.
    bool human_turn() {
        amazons::turn t(session_->game.board());
        for (;;) {
            const std::optional<std::string> answer = lines_->ask(question_of(t));
            if (!answer) return false;
            const auto [what, rest] = order_of(*answer);
            if (what == order::quit && may_end()) return false;
            if (what == order::none) {
                take(*answer, t);
            } else if (obey(what, rest, t)) {
                return true;
            }
            if (const std::optional<amazons::play> p = t.complete()) {
                say(amazons::substitute(session_->words().plays, {name(), to_string(*p)}));
                return session_->game.make(*p);
            }
        }
    }

    [[nodiscard]] const char* question_of(const amazons::turn& t) const {
        switch (t.part()) {
            case amazons::turn_part::amazon: return session_->words().ask_amazon;
            case amazons::turn_part::target: return session_->words().ask_target;
            case amazons::turn_part::arrow: break;
        }
        return session_->words().ask_arrow;
    }

    /// Takes the cells of a play, as many as were typed, and says which of them are valid; all
    /// three begin the turn anew. What was wrong can then be named again.
    void take(const std::string& answer, amazons::turn& t) {
        if (answer.empty()) return;
        const amazons::board_size size = session_->game.board().size();
        const std::vector<amazons::cell> cells =
            amazons::typed_cells(answer, size.columns, size.rows);
        const std::size_t left = t.to() ? 1 : t.from() ? 2 : 3;
        if (cells.empty() || (cells.size() > left && cells.size() < 3))
            return say(
                amazons::substitute(session_->words().not_a_cell,
                                    {senda::printable(answer),
                                     std::string(1, static_cast<char>('a' + size.columns - 1)),
                                     std::to_string(size.rows)}));
        amazons::turn next = cells.size() == 3 ? amazons::turn(session_->game.board()) : t;
        const bool had_moved = cells.size() < 3 && next.to();
        for (const amazons::cell c : cells) {
            const amazons::turn_fault fault = next.choose(c);
            const bool good = fault == amazons::turn_fault::none;
            say(good ? confirm(next, session_->words())
                     : explain(fault, next, c, session_->words()));
            if (!good) break;
            t = next;
        }
        // Between move and shot, so that one sees where the amazon shoots from.
        if (t.to() && !t.complete() && !had_moved) {
            show(t.shown());
            out_->print("\n");
        }
    }

    /// Whether a game may end here: it is saved, or whoever plays says so.
    bool may_end() {
        if (!session_->is_unsaved()) return true;
        const std::optional<std::string> answer = lines_->ask(session_->words().ask_unsaved);
        return !answer || (!answer->empty() && std::strchr("yYsSqQ", (*answer)[0]) != nullptr);
    }

    /// Does what was ordered; true if the turn is over by that.
    bool obey(order what, const std::string& rest, amazons::turn& t) {
        const amazons::words& w = session_->words();
        switch (what) {
            case order::resign: session_->game.resign(); return true;
            case order::save: say(session_->save(rest)); return false;
            case order::undo:
                if (t.back()) return false;
                if (session_->take_back()) return said(w.taken_back);
                say(w.nothing_to_take_back);
                return false;
            case order::redo:
                if (session_->make_again()) return said(w.made_again);
                say(w.nothing_to_make_again);
                return false;
            case order::hint: hint(); return false;
            case order::evaluate: say(chances(session_->chance_of_white(), w)); return false;
            case order::help: say(w.line_help); return false;
            case order::quit:
            case order::none: break;
        }
        return false;
    }

    bool said(const char* text) {
        say(text);
        return true;
    }

    void hint() {
        const amazons::chosen found = think(adviser_);
        if (found.best)
            say(amazons::substitute(
                session_->words().hint,
                {to_string(*found.best), session_->percent_of(found, hint_engine)}));
    }

    session* session_;
    line_dialogue* lines_;
    program::console* out_;
    computer white_;
    computer black_;
    computer adviser_;
};

}  // namespace

int play_in_lines(session& s, line_dialogue& lines, program::console& out) {
    return line_game(s, lines, out).run();
}
