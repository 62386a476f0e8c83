// SPDX-License-Identifier: MIT
// amazons play: who plays, a new game or a saved one, and then the game in lines or on a screen.
#include "commands.hpp"
#include "line_dialogue.hpp"
#include "position_file.hpp"
#include "record_file.hpp"
#include "session.hpp"

#include "../common/console.hpp"
#include "../common/exit_code.hpp"
#include "../common/refuse.hpp"
#include "../common/terminal_game.hpp"
#include "../common/write_pictures.hpp"

#include <amazons/engine_options.hpp>
#include <amazons/format.hpp>
#include <amazons/record.hpp>
#include <amazons/words.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace amazons = senda::amazons;

namespace {

amazons::language language_for(const play_arguments& args) {
    return args.language.value_or(amazons::language_of(
        std::getenv("LC_ALL"), std::getenv("LC_MESSAGES"), std::getenv("LANG")));
}

/// Asks what is to be known before a game begins.
class opening {
public:
    opening(session& s, const play_arguments& args, line_dialogue& lines, program::console& out)
        : session_(&s), args_(&args), lines_(&lines), out_(&out) {}

    /// Nothing if the game can begin, or the exit code.
    std::optional<int> prepare() {
        if (!args_->load.empty() && !load(args_->load))
            return program::interruption::requested() ? program::interrupted : program::bad_input;
        const bool named = ask_name(amazons::player::white, session_->words().ask_white_name) &&
                           ask_name(amazons::player::black, session_->words().ask_black_name);
        std::string& second = session_->seat_of(amazons::player::black).name;
        if (second == session_->name_of(amazons::player::white)) second += " 2";
        const bool is_chosen = !args_->load.empty() || args_->fresh || !session_->has_humans();
        if (named && (is_chosen || choose_game())) return std::nullopt;
        return program::interruption::requested() ? program::interrupted : program::answered;
    }

private:
    /// Only persons are asked their names; one who gives none has that of the record that was
    /// loaded, if there is one.
    bool ask_name(amazons::player p, std::string question) {
        seat& s = session_->seat_of(p);
        s.name = senda::printable(s.name);
        if (s.kind == kind_of_player::computer && s.name.empty()) s.name = computer_name(p);
        if (!s.name.empty()) return true;
        const bool is_white = p == amazons::player::white;
        std::string otherwise = senda::printable(is_white ? recorded_.white : recorded_.black);
        if (!otherwise.empty()) question.insert(question.rfind(':'), " [" + otherwise + ']');
        if (otherwise.empty())
            otherwise = amazons::substitute(session_->words().somebody, {is_white ? "1" : "2"});
        const std::optional<std::string> answer = lines_->ask(question);
        if (!answer) return false;
        s.name = answer->empty() ? otherwise : senda::printable(*answer);
        return true;
    }

    /// With its level, which two of them share.
    [[nodiscard]] std::string computer_name(amazons::player p) const {
        const std::string name = session_->words().computer;
        if (!session_->has_humans()) return name + (p == amazons::player::white ? " A" : " B");
        const engine_arguments& engine = session_->engine();
        if (!engine.level && engine.seconds) return name;
        return name + ' ' + std::to_string(engine.level.value_or(amazons::default_level));
    }

    /// 1 or n is a new game; 2, s or g the saved one, of another file if its name follows.
    bool choose_game() {
        const amazons::words& w = session_->words();
        while (const std::optional<std::string> answer = lines_->ask(w.ask_new_or_saved)) {
            const std::size_t end = std::min(answer->find(' '), answer->size());
            const std::size_t rest = std::min(answer->find_first_not_of(' ', end), answer->size());
            const std::string_view word = std::string_view{*answer}.substr(0, end);
            const char first = word.empty() ? '1' : word[0];
            const bool is_new = std::strchr("1nN", first) != nullptr;
            const bool is_saved = std::strchr("2sSgG", first) != nullptr;
            if (is_new && rest == answer->size()) return true;
            if (!is_saved) {
                out_->print(amazons::substitute(w.new_or_saved_expected,
                                                {program::shown_name(args_->save)}) +
                            '\n');
            } else if (load(rest < answer->size() ? answer->substr(rest) : args_->save)) {
                return true;
            }
        }
        return false;
    }

    /// Begins with a saved game; false if there is none, after that was said.
    bool load(const std::string& name) {
        const program::input input = program::read_input(name, program::short_input);
        if (program::interruption::requested()) return false;
        if (!input) {
            out_->error(
                amazons::substitute(session_->words().cannot_read,
                                    {program::shown_name(name), std::strerror(input.error)}));
            return false;
        }
        if (amazons::looks_like_record(input.text)) return take_record(name, input.text);
        const auto parsed = amazons::parse_board(
            input.text, args_->strict ? amazons::reading::strict : amazons::reading::lenient,
            args_->size.value_or(amazons::board_size{}), session_->words().reading);
        if (!parsed) {
            program::refuse(*out_, false, program::shown_name(name), input.text, parsed.errors());
            return false;
        }
        for (const senda::diagnostic& d : parsed.warnings) out_->warn(d, program::shown_name(name));
        session_->load(*parsed);
        return true;
    }

    /// Begins where a recorded game was left, with its plays to take back.
    bool take_record(const std::string& name, const std::string& text) {
        const auto read = amazons::parse_record(
            text, args_->strict ? amazons::reading::strict : amazons::reading::lenient,
            session_->words().reading);
        if (!read) {
            program::refuse(*out_, false, program::shown_name(name), text, read.errors());
            return false;
        }
        for (const senda::diagnostic& d : read.warnings) out_->warn(d, program::shown_name(name));
        if (const auto fault = fault_of_size(args_->size, *read, session_->words().reading)) {
            program::refuse(*out_, false, program::shown_name(name), text, {*fault});
            return false;
        }
        session_->load(*read);
        recorded_ = *read;
        return true;
    }

    session* session_;
    const play_arguments* args_;
    line_dialogue* lines_;
    program::console* out_;
    amazons::game_record recorded_;  // that was loaded
};

/// Writes what the game was, once it is over or left; false if that is not possible.
bool leave_record(const session& s, const play_arguments& args, const program::console& out) {
    const amazons::game_record r =
        record_of(s.game, s.name_of(amazons::player::white), s.name_of(amazons::player::black));
    if (args.json) {
        json_object document;
        document.add("status", r.winner() ? "finished" : "unfinished");
        const std::string text =
            add_game(document, r).add("position", to_line(s.game.board())).finish_document();
        std::fwrite(text.data(), 1, text.size(), stdout);
    }
    return program::write_file(args.record, out, [&](auto& file) { file(to_text(r)); });
}

}  // namespace

int play(const play_arguments& args, program::console& out) {
    if (args.load == "-") {
        out.error("the moves come from the standard input, so the game cannot");
        return program::wrong_usage;
    }
    if (args.json) program::console::leave_output_to_file();  // for the document at the end
    session s(args, amazons::words_in(language_for(args)));
    line_dialogue lines(out);
    if (const auto code = opening(s, args, lines, out).prepare()) return *code;
    const bool on_screen = !args.plain && !args.json && program::can_play();
    const int code = on_screen ? play_on_screen(s, out) : play_in_lines(s, lines, out);
    return leave_record(s, args, out) ? code : program::wrong_usage;
}
