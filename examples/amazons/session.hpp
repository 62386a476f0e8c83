// SPDX-License-Identifier: MIT
// A game with its players, and what it says, whether it is played in lines or on a screen.
#pragma once

#include "commands.hpp"
#include "computer.hpp"

#include "../common/console.hpp"
#include "../common/files.hpp"

#include <amazons/format.hpp>
#include <amazons/game.hpp>
#include <amazons/queries.hpp>
#include <amazons/record.hpp>
#include <amazons/terminal_picture.hpp>
#include <amazons/win_chance.hpp>
#include <amazons/words.hpp>
#include <senda/text/utf8.hpp>

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

/// A game, who plays it, and in which language.
class session {
public:
    session(const play_arguments& args, const senda::amazons::words& w)
        : game(senda::amazons::new_board(args.size.value_or(senda::amazons::board_size{}))),
          words_(&w),
          white_(args.white),
          black_(args.black),
          engine_(args.engine),
          save_file_(args.save),
          saved_(game.board()) {}

    senda::amazons::game game;

    /// Begins with a position that stands in a file.
    void load(const senda::amazons::board& b) {
        game = senda::amazons::game(b);
        saved_ = b;
    }

    /// Begins where a recorded game was left, with its plays to take back.
    void load(const senda::amazons::game_record& r) {
        load(r.start);
        for (const senda::amazons::play& p : r.plays) game.make(p);
        saved_ = game.board();
    }

    [[nodiscard]] const senda::amazons::words& words() const { return *words_; }
    [[nodiscard]] seat& seat_of(senda::amazons::player p) {
        return p == senda::amazons::player::white ? white_ : black_;
    }
    [[nodiscard]] const seat& seat_of(senda::amazons::player p) const {
        return p == senda::amazons::player::white ? white_ : black_;
    }
    [[nodiscard]] const engine_arguments& engine() const { return engine_; }
    [[nodiscard]] const std::string& name_of(senda::amazons::player p) const {
        return seat_of(p).name;
    }
    [[nodiscard]] bool is_computer(senda::amazons::player p) const {
        return seat_of(p).kind == kind_of_player::computer;
    }
    [[nodiscard]] senda::amazons::player to_move() const { return game.board().to_move(); }
    [[nodiscard]] bool has_humans() const {
        return !is_computer(senda::amazons::player::white) ||
               !is_computer(senda::amazons::player::black);
    }

    /// `Ana (white) to play`.
    [[nodiscard]] std::string whose_turn() const {
        return senda::amazons::substitute(words_->to_play,
                                          {name_of(to_move()), color_of(to_move(), *words_)});
    }

    /// How the game ended, or that it did not, in one or two sentences.
    [[nodiscard]] std::string ending() const {
        const auto winner = game.winner();
        if (!winner) return words_->not_over;
        const std::string& loser = name_of(opponent(*winner));
        return senda::amazons::substitute(game.resigned() ? words_->resigns : words_->has_lost,
                                          {loser}) +
               ' ' +
               senda::amazons::substitute(words_->wins,
                                          {name_of(*winner), color_of(*winner, *words_)});
    }

    /// The chances of both as they look at first sight, or as they are where that is proven.
    [[nodiscard]] double chance_of_white() {
        if (const auto winner = game.winner())
            return *winner == senda::amazons::player::white ? 1 : 0;
        if (!judged_ || *judged_ != game.board()) {
            judged_ = game.board();
            chance_ = chance_at_first_sight(*judged_);
        }
        return to_move() == senda::amazons::player::white ? chance_ : 1 - chance_;
    }

    /// The chance that a computer gives the player to move, in percent.
    [[nodiscard]] std::string percent_of(const senda::amazons::chosen& found,
                                         const engine_arguments& computer) const {
        return std::to_string(senda::amazons::percent(
            senda::amazons::win_chance(game.board(), found, options_for(computer).method)));
    }

    /// Takes back to the last turn of a person, or a resignation; false if there is none.
    bool take_back() {
        if (game.resigned()) return game.undo();
        const std::size_t made = game.plays().size();
        std::size_t plays = 1;
        for (senda::amazons::player p = opponent(to_move()); has_humans() && is_computer(p);
             p = opponent(p))
            ++plays;
        if (plays > made) return false;
        for (; plays > 0; --plays) game.undo();
        return true;
    }

    /// Makes what was taken back again, to the next turn of a person; false if there is none.
    bool make_again() {
        if (!game.redo()) return false;
        while (has_humans() && is_computer(to_move()) && game.redo()) {
        }
        return true;
    }

    /// Saves the game, whole or not at all, and says what came of it.
    [[nodiscard]] std::string save(const std::string& name = {}) {
        const std::string& file = name.empty() ? save_file_ : name;
        program::output_file written(file);
        if (written.error() == 0) written(senda::amazons::to_text(game.board()));
        const int error = written.finish();
        if (error != 0)
            return senda::amazons::substitute(words_->not_saved,
                                              {senda::printable(file), std::strerror(error)});
        saved_ = game.board();
        if (!name.empty()) save_file_ = name;
        return senda::amazons::substitute(words_->saved, {senda::printable(save_file_)});
    }

    /// Whether somebody made plays that would be lost if the game ended here.
    [[nodiscard]] bool is_unsaved() const {
        return has_humans() && !game.winner() && !game.plays().empty() && game.board() != saved_;
    }

    /// What the characters of a board mean.
    [[nodiscard]] std::string legend() const {
        return senda::amazons::legend(*words_, white_.name, black_.name);
    }

    /// What is pointed out on every board of this game.
    [[nodiscard]] senda::amazons::board_marks marks() const {
        senda::amazons::board_marks m;
        if (!game.plays().empty()) m.last_play = game.plays().back();
        return m;
    }

private:
    const senda::amazons::words* words_;
    seat white_;
    seat black_;
    engine_arguments engine_;
    std::string save_file_;
    senda::amazons::board saved_;  // what was saved or loaded last, or the start
    std::optional<senda::amazons::board> judged_;
    double chance_ = 0.5;  // of the player to move there
};

/// Plays in lines of text, as from a pipe. Returns the exit code.
class line_dialogue;
int play_in_lines(session& s, line_dialogue& lines, program::console& out);

/// Plays on the whole screen of a terminal. Returns the exit code.
int play_on_screen(session& s, program::console& out);
