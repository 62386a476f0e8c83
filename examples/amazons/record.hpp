// SPDX-License-Identifier: MIT
// Records of whole games: who played, from where, every play in its order, and how it ended.
#pragma once

#include <amazons/board.hpp>
#include <amazons/format.hpp>
#include <amazons/notation.hpp>
#include <amazons/play.hpp>
#include <amazons/reading_words.hpp>
#include <amazons/size.hpp>
#include <common/format.hpp>
#include <senda/language/extensions.hpp>
#include <senda/text/report.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace senda::amazons {

/// How a game ended; unless it is unfinished, the player to move has lost.
enum class game_end : std::uint8_t {
    unfinished,  ///< nobody has won yet
    blocked,     ///< no play was left
    resigned,    ///< the player to move gave up
    forfeited    ///< an illegal play, no answer in time, or a program that crashed
};

/// The name of an end as it is spelled in the code.
[[nodiscard]] constexpr const char* to_string(game_end e) noexcept {
    return senda::enum_name(e, {"unfinished", "blocked", "resigned", "forfeited"});
}

/// A line of the header of a record, such as `Date: 2026-11-16`.
struct record_tag {
    std::string name;   ///< before the colon
    std::string value;  ///< after it

    friend bool operator==(const record_tag&, const record_tag&) = default;
};

/// A whole game: every play is legal where it stands.
template <class Board>
struct basic_record {
    std::string white = {};               ///< the name of the player who begins
    std::string black = {};               ///< the name of the other
    std::vector<record_tag> tags = {};    ///< what else the header says, in its order
    Board start = {};                     ///< where the game began
    std::vector<play> plays = {};         ///< from there on
    game_end end = game_end::unfinished;  ///< how it ended

    /// The position after so many plays.
    [[nodiscard]] Board position(std::size_t made) const {
        assert(made <= plays.size());
        Board b = start;
        for (std::size_t i = 0; i < made; ++i) b.make(plays[i]);
        return b;
    }
    /// The position after all plays.
    [[nodiscard]] Board last_position() const { return position(plays.size()); }

    /// Who won; nothing if the game is unfinished.
    [[nodiscard]] std::optional<player> winner() const {
        if (end == game_end::unfinished) return std::nullopt;
        const bool is_turn_of_first = plays.size() % 2 == 0;
        return is_turn_of_first ? opponent(start.to_move()) : start.to_move();
    }

    friend bool operator==(const basic_record&, const basic_record&) = default;
};

/// A record of a game on the usual board.
using game_record = basic_record<board>;

/// The record of a game that was played by hand, as far as it has come.
template <class Game>
[[nodiscard]] auto record_of(const Game& g, std::string white = {}, std::string black = {}) {
    basic_record<std::remove_cvref_t<decltype(g.start())>> r{
        .white = std::move(white), .black = std::move(black), .start = g.start()};
    r.plays.assign(g.plays().begin(), g.plays().end());
    if (g.winner()) r.end = g.resigned() ? game_end::resigned : game_end::blocked;
    return r;
}

/// What a player of a record is called: by name, or by colour.
template <class Board>
[[nodiscard]] std::string name_of(const basic_record<Board>& r, player p) {
    const std::string& name = p == player::white ? r.white : r.black;
    return !name.empty() ? name : p == player::white ? "white" : "black";
}

/// The same with the colour: `Ana (white)`, or `white` alone.
template <class Board>
[[nodiscard]] std::string name_and_color(const basic_record<Board>& r, player p) {
    const std::string color = p == player::white ? "white" : "black";
    const std::string& name = p == player::white ? r.white : r.black;
    return name.empty() ? color : name + " (" + color + ')';
}

/// How a game ended, in a sentence or two.
template <class Board>
[[nodiscard]] std::string ending_of(const basic_record<Board>& r) {
    const std::optional<player> winner = r.winner();
    if (!winner) return "The game is not over.";
    return name_of(r, opponent(*winner)) +
           (r.end == game_end::blocked    ? " cannot play any more. "
            : r.end == game_end::resigned ? " resigns. "
                                          : " forfeits the game. ") +
           name_and_color(r, *winner) + " wins!";
}

namespace detail {

/// The words for how a game ended.
[[nodiscard]] inline std::string result_text(game_end end, player winner) {
    const std::string white = "white";
    const std::string black = "black";
    const bool white_won = winner == player::white;
    const std::string& loser = white_won ? black : white;
    std::string wins = (white_won ? white : black) + " wins";
    switch (end) {
        case game_end::blocked: return wins;
        case game_end::resigned: return wins + ", " + loser + " resigned";
        case game_end::forfeited: return wins + ", " + loser + " forfeited";
        case game_end::unfinished: break;
    }
    return "unfinished";
}

/// Whether two names are the same but for capitals.
[[nodiscard]] inline bool same_name(std::string_view a, std::string_view b) noexcept {
    const auto lower = [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](char x, char y) { return lower(x) == lower(y); });
}

/// Reads a record line by line, and lists what is wrong with it.
template <class Board>
class record_reader {
public:
    record_reader(diagnostic_list& found, const reading_words& w)
        : found_(&found), words_(&w), now_(record_.start) {}

    void read(line_reader& lines) {
        while (const std::optional<text_line> line = lines.next()) {
            const text_field field = without_blanks(line->text);
            if (field.text.empty() || field.text.front() == '#') continue;
            line_ = *line;
            if (!take(field)) return;
        }
        if (!has_header_) return no_header({{}, lines.number() + 1}, 0);
        check_result();
    }

    [[nodiscard]] basic_record<Board> take_record() && { return std::move(record_); }

private:
    /// False if what follows cannot be understood.
    bool take(const text_field& field) {
        const std::size_t comment = std::min(field.text.find('#'), field.text.size());
        const std::size_t colon = field.text.substr(0, comment).find(':');
        if (!has_header_) return take_header(field, colon);
        if (colon == std::string_view::npos)
            return take_play({without_blanks(field.text.substr(0, comment)).text, field.offset});
        const std::string_view name = without_blanks(field.text.substr(0, colon)).text;
        text_field value = without_blanks(field.text.substr(colon + 1));
        value.offset += field.offset + colon + 1;
        if (!record_.plays.empty())
            return refuse("late_tag", field.offset, substitute(words_->late_tag, {quoted(name)}));
        return take_tag({name, field.offset}, value);
    }

    bool take_header(const text_field& field, std::size_t colon) {
        if (colon == std::string_view::npos ||
            !same_name(without_blanks(field.text.substr(0, colon)).text, "Amazons")) {
            no_header(line_, field.offset);
            return false;
        }
        has_header_ = true;
        text_field value = without_blanks(field.text.substr(colon + 1));
        value.offset += field.offset + colon + 1;
        const std::optional<board_size> size = parse_size(value.text);
        if (!size || !Board::holds(*size))
            return refuse(
                "bad_size", value.offset,
                substitute(words_->bad_size, {quoted(value.text), to_string(now_.size())}));
        record_.start = now_ = Board(*size);
        return true;
    }

    bool take_tag(const text_field& name, const text_field& value) {
        if (std::any_of(names_.begin(), names_.end(),
                        [&](std::string_view known) { return same_name(known, name.text); }))
            refuse("duplicate_tag", name.offset,
                   substitute(words_->duplicate_tag, {quoted(name.text)}));
        names_.push_back(name.text);
        if (name.text.empty()) {
            refuse("bad_tag", name.offset, words_->bad_tag);
        } else if (same_name(name.text, "White")) {
            record_.white = printable(value.text);
        } else if (same_name(name.text, "Black")) {
            record_.black = printable(value.text);
        } else if (same_name(name.text, "Start")) {
            return take_start(value);
        } else if (same_name(name.text, "Result")) {
            take_result(value);
        } else {
            record_.tags.push_back({printable(name.text), printable(value.text)});
        }
        return true;
    }

    bool take_start(const text_field& value) {
        const auto read = parse_line<Board>(value.text, now_.size(), *words_);
        for (const diagnostic& d : read.errors())
            found_->error({line_.number, column_of(line_.text, value.offset) + d.column - 1},
                          d.code, d.message);
        if (!read) return false;  // no play can be checked
        record_.start = now_ = *read;
        return true;
    }

    void take_result(const text_field& value) {
        result_ = {line_, value};
        for (const game_end end :
             {game_end::unfinished, game_end::blocked, game_end::resigned, game_end::forfeited})
            for (const player p : {player::white, player::black})
                if (value.text == result_text(end, p)) {
                    said_end_ = end;
                    said_winner_ = p;
                    return;
                }
        refuse("bad_result", value.offset, substitute(words_->bad_result, {quoted(value.text)}));
    }

    bool take_play(const text_field& field) {
        const std::optional<play> p = parse_play(field.text, now_.size().columns, now_.size().rows);
        if (!p)
            return refuse("bad_play", field.offset,
                          substitute(words_->bad_play, {quoted(field.text)}));
        if (!now_.has_play()) return refuse("play_after_end", field.offset, words_->play_after_end);
        if (!now_.is_legal(*p))
            return refuse("illegal_play", field.offset,
                          substitute(words_->illegal_play,
                                     {std::to_string(record_.plays.size() + 1), quoted(field.text),
                                      why_illegal(now_, *p, *words_)}));
        now_.make(*p);
        record_.plays.push_back(*p);
        return true;
    }

    /// What the header says about the end must go with the plays.
    void check_result() {
        const game_end natural = now_.has_play() ? game_end::unfinished : game_end::blocked;
        record_.end = said_end_.value_or(natural);
        if (!said_end_) {
            if (!result_)
                found_->warn({}, "missing_result",
                             substitute(words_->missing_result,
                                        {result_text(natural, opponent(now_.to_move()))}));
            return;
        }
        const bool is_over = natural == game_end::blocked;
        const bool fits = is_over ? *said_end_ == natural : *said_end_ != game_end::blocked;
        const char* const last = now_.to_move() == player::white ? words_->white : words_->black;
        line_ = result_->first;
        if (!fits) {
            refuse("wrong_result", result_->second.offset,
                   substitute(is_over ? words_->is_over : words_->not_over, {last}));
        } else if (*said_end_ != game_end::unfinished && *said_winner_ == now_.to_move()) {
            refuse("wrong_result", result_->second.offset,
                   substitute(words_->wrong_winner, {last}));
        }
    }

    void no_header(const text_line& line, std::size_t offset) {
        line_ = line;
        refuse("bad_header", offset, substitute(words_->bad_header, {to_string(now_.size())}));
    }

    bool refuse(const char* code, std::size_t offset, const std::string& message) {
        return found_->error({line_.number, column_of(line_.text, offset)}, code, message);
    }

    diagnostic_list* found_;
    const reading_words* words_;
    basic_record<Board> record_;
    Board now_;
    text_line line_;
    bool has_header_ = false;
    std::vector<std::string_view> names_ = {"Amazons"};
    std::optional<std::pair<text_line, text_field>> result_;  // where it stands
    std::optional<game_end> said_end_;
    std::optional<player> said_winner_;
};

}  // namespace detail

/// Reads a record. Errors: `bad_header bad_size bad_tag duplicate_tag late_tag bad_result
/// wrong_result bad_play illegal_play play_after_end`, and those of saved games in its start;
/// warnings: `bom missing_result`, which are errors if the reading is strict.
template <class Board = board>
[[nodiscard]] parsed<basic_record<Board>> parse_record(std::string_view text,
                                                       reading how = reading::lenient,
                                                       const reading_words& w = {}) {
    diagnostic_list found(most_errors, &diagnostic::code);
    line_reader lines{text};
    if (lines.had_byte_order_mark()) found.warnings.push_back({"bom", w.bom, 1, 1});
    detail::record_reader<Board> reader(found, w);
    reader.read(lines);
    found.conclude(how);
    if (!found.errors.empty()) return {std::move(found.errors), std::move(found.warnings)};
    return {std::move(reader).take_record(), std::move(found.warnings)};
}

/// Whether a text begins as a record does, and not as a saved game.
[[nodiscard]] inline bool looks_like_record(std::string_view text) noexcept {
    line_reader lines{text};
    while (const std::optional<text_line> line = lines.next()) {
        const std::string_view field = detail::without_blanks(line->text).text;
        if (!field.empty() && field.front() != '#')
            return field.find(':') != std::string_view::npos;
    }
    return false;
}

/// The text of a record, as `parse_record` reads it.
template <class Board>
[[nodiscard]] std::string to_text(const basic_record<Board>& r) {
    std::string text;
    const auto tag = [&text](std::string_view name, std::string_view value) {
        text += printable(name) + ": " + printable(value) + '\n';
    };
    tag("Amazons", to_string(r.start.size()));
    tag("White", r.white);
    tag("Black", r.black);
    for (const record_tag& t : r.tags) tag(t.name, t.value);
    if (r.start != Board(r.start.size())) tag("Start", to_line(r.start));
    tag("Result", detail::result_text(r.end, r.winner().value_or(player::white)));
    text += '\n';
    for (const play& p : r.plays) text += to_string(p) + '\n';
    return text;
}

}  // namespace senda::amazons
