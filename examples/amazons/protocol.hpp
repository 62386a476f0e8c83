// SPDX-License-Identifier: MIT
// The lines by which a program asks an engine for plays, and those by which it answers.
#pragma once

#include <amazons/board.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/notation.hpp>
#include <amazons/play.hpp>
#include <amazons/size.hpp>
#include <amazons/win_chance.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace senda::amazons {

/// What is said to an engine and what it answers, a line each.
namespace protocol {

/// `hello`: who is there? Answered by `id` lines and `readyok`.
struct hello {
    friend constexpr bool operator==(const hello&, const hello&) = default;
};
/// `isready`: answered by `readyok` at once, also while the engine thinks.
struct is_ready {
    friend constexpr bool operator==(const is_ready&, const is_ready&) = default;
};
/// `newgame`: what comes next has nothing to do with what came before.
struct new_game {
    friend constexpr bool operator==(const new_game&, const new_game&) = default;
};
/// `size 10x10`: the board of the games from here on, rows first.
struct set_size {
    board_size size = {};  ///< which an engine need not know

    friend constexpr bool operator==(const set_size&, const set_size&) = default;
};
/// `pos POSITION` or `pos new`, with `moves PLAY ...` behind it or not.
template <class Board>
struct set_position {
    Board start = {};              ///< the position
    std::vector<play> plays = {};  ///< made from there, all legal

    /// The position after the plays.
    [[nodiscard]] Board board() const {
        Board b = start;
        for (const play& p : plays) b.make(p);
        return b;
    }
    friend bool operator==(const set_position&, const set_position&) = default;
};
/// `go`: think about the position, answered by `info` and `bestmove`. Without a limit, the engine
/// takes its own.
struct go {
    std::optional<std::uint64_t> milliseconds = {};  ///< `ms N`
    std::optional<std::uint64_t> nodes = {};         ///< `nodes N`
    bool infinite = false;                           ///< `infinite`: until `stop`

    friend constexpr bool operator==(const go&, const go&) = default;
};
/// `stop`: answer with the best play so far.
struct stop {
    friend constexpr bool operator==(const stop&, const stop&) = default;
};
/// `quit`: end.
struct quit {
    friend constexpr bool operator==(const quit&, const quit&) = default;
};

/// What can be said to an engine.
template <class Board = amazons::board>
using command =
    std::variant<hello, is_ready, new_game, set_size, set_position<Board>, go, stop, quit>;

/// `id name senda`: something about the engine.
struct id {
    std::string key;    ///< such as `name`
    std::string value;  ///< the rest of the line

    friend bool operator==(const id&, const id&) = default;
};
/// `readyok`: the engine is there.
struct ready {
    friend constexpr bool operator==(const ready&, const ready&) = default;
};
/// `info value 0.53 depth 7 nodes 400 ms 120 line PLAY ...`: what is known of the position; every
/// part may be left out.
struct info {
    std::optional<double> value = {};                ///< how likely the player to move wins
    std::optional<int> depth = {};                   ///< plies of the line, or completed ones
    std::optional<std::uint64_t> nodes = {};         ///< simulations or positions
    std::optional<std::uint64_t> milliseconds = {};  ///< that it took
    std::vector<play> line = {};                     ///< what is expected from both

    friend bool operator==(const info&, const info&) = default;
};
/// `bestmove PLAY`, or `bestmove none` if there is none, or to resign.
struct best_move {
    std::optional<play> best = {};  ///< the play

    friend constexpr bool operator==(const best_move&, const best_move&) = default;
};
/// `error CODE MESSAGE`: a line was not understood, and changed nothing.
struct error {
    std::string code;     ///< a short name for programs
    std::string message;  ///< for people

    friend bool operator==(const error&, const error&) = default;
};

/// What an engine can answer.
using reply = std::variant<id, ready, info, best_move, error>;

namespace detail {

/// The fields of a line, and the error of the line.
class line_parser {
public:
    explicit line_parser(std::string_view line) : line_(line), fields_(line) { next(); }

    /// The present field; empty after the last.
    [[nodiscard]] std::string_view word() const noexcept { return now_.text; }
    [[nodiscard]] bool at_end() const noexcept { return now_.text.empty(); }
    /// The line from the present field on.
    [[nodiscard]] text_field rest() const noexcept {
        return {line_.substr(now_.offset), now_.offset};
    }
    /// Where the present field begins, from 1 and in characters.
    [[nodiscard]] std::size_t column() const noexcept { return column_of(line_, now_.offset); }
    void next() noexcept { now_ = fields_.next().value_or(text_field{{}, line_.size()}); }

    /// A number in the present field, which is then left behind; nothing if there is none.
    template <class Number = std::uint64_t>
    std::optional<Number> number() noexcept {
        const auto read = parse_integer<Number>(now_.text);
        if (!read) return std::nullopt;
        next();
        return read.value;
    }

    /// What is wrong with the present field.
    [[nodiscard]] diagnostic fault(const char* code, std::string message) const {
        return {code, std::move(message), 1, column()};
    }
    [[nodiscard]] diagnostic unexpected(std::string_view expected) const {
        return fault(
            at_end() ? "missing_argument" : "bad_argument",
            (at_end() ? std::string{"the line ends here"} : "unexpected " + quoted(word())) +
                ": expected " + std::string{expected});
    }

private:
    std::string_view line_;
    field_reader fields_;
    text_field now_;
};

template <class Board>
[[nodiscard]] parsed<command<Board>> parse_position(line_parser& line, board_size size) {
    set_position<Board> made{.start = Board(size)};
    const text_field rest = line.rest();
    const std::size_t column = line.column();
    // Blanks around cells are no end of a position: only the word `moves` is.
    constexpr std::string_view word = "moves";
    std::size_t end = rest.text.size();
    while (!line.at_end() && line.word() != word) line.next();
    if (!line.at_end()) end = line.rest().offset - rest.offset;
    const text_field place = amazons::detail::without_blanks(rest.text.substr(0, end));
    if (place.text.empty()) return line.unexpected("'new' or a position");
    if (place.text != "new") {
        const auto read = parse_line<Board>(place.text, size);
        if (!read) {
            diagnostic first = read.errors().front();
            first.column += column - 1;
            return first;
        }
        made.start = *read;
    }
    Board now = made.start;
    while (!line.at_end()) {
        line.next();
        if (line.at_end()) break;
        const auto p = parse_play(line.word(), size.columns, size.rows);
        if (!p) return line.fault("bad_play", quoted(line.word()) + " is no play");
        if (!now.is_legal(*p))
            return line.fault("illegal_play",
                              quoted(line.word()) + " is not legal: " + why_illegal(now, *p));
        now.make(*p);
        made.plays.push_back(*p);
    }
    return command<Board>{std::move(made)};
}

template <class Board>
[[nodiscard]] parsed<command<Board>> parse_go(line_parser& line) {
    go made;
    while (!line.at_end()) {
        const std::string_view what = line.word();
        if (what != "ms" && what != "nodes" && what != "infinite")
            return line.unexpected("ms N, nodes N or infinite");
        line.next();
        if (what == "infinite") {
            made.infinite = true;
            continue;
        }
        const std::optional<std::uint64_t> n = line.number();
        if (!n) return line.unexpected("a whole number");
        (what == "ms" ? made.milliseconds : made.nodes) = n;
    }
    if (made.infinite && (made.milliseconds || made.nodes))
        return line.fault("bad_argument", "infinite does not go with another limit");
    return command<Board>{made};
}

template <class Board, class Command>
[[nodiscard]] parsed<command<Board>> parse_word(const line_parser& line, Command made) {
    if (!line.at_end()) return line.unexpected("the end of the line");
    return command<Board>{made};
}

}  // namespace detail

/// Reads a line to an engine that plays on boards of a size, without its end. Errors: `empty_line
/// unknown_command missing_argument bad_argument bad_play illegal_play unsupported_size`, and those
/// of saved games.
template <class Board = amazons::board>
[[nodiscard]] parsed<command<Board>> parse_command(std::string_view text,
                                                   board_size size = {Board::rows,
                                                                      Board::columns}) {
    detail::line_parser line(text);
    if (line.at_end()) return line.fault("empty_line", "there is no command in this line");
    const std::string_view word = line.word();
    const diagnostic unknown = line.fault("unknown_command", "unknown command " + quoted(word));
    line.next();
    if (word == "pos" || word == "position") return detail::parse_position<Board>(line, size);
    if (word == "go") return detail::parse_go<Board>(line);
    if (word == "stop") return detail::parse_word<Board>(line, stop{});
    if (word == "quit") return detail::parse_word<Board>(line, quit{});
    if (word == "newgame") return detail::parse_word<Board>(line, new_game{});
    if (word == "isready") return detail::parse_word<Board>(line, is_ready{});
    if (word == "hello") return detail::parse_word<Board>(line, hello{});
    if (word != "size") return unknown;
    const std::optional<board_size> other = parse_size(line.word());
    if (!other && amazons::detail::looks_like_size(line.word()))
        return line.fault("unsupported_size",
                          "a board has up to " +
                              to_string(board_size{Board::rows, Board::columns}) + " cells here");
    if (!other) return line.unexpected("a size, rows first, such as 10x10");
    line.next();
    return detail::parse_word<Board>(line, set_size{*other});
}

/// The line of a command, without its end.
template <class Board>
[[nodiscard]] std::string to_line(const set_position<Board>& p) {
    std::string text = "pos " + to_line(p.start);
    if (!p.plays.empty()) text += " moves";
    for (const play& made : p.plays) text += ' ' + to_string(made);
    return text;
}
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const go& g) {
    std::string text = "go";
    if (g.milliseconds) text += " ms " + std::to_string(*g.milliseconds);
    if (g.nodes) text += " nodes " + std::to_string(*g.nodes);
    return g.infinite ? text + " infinite" : text;
}
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const set_size& s) { return "size " + to_string(s.size); }
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const hello&) { return "hello"; }
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const is_ready&) { return "isready"; }
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const new_game&) { return "newgame"; }
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const stop&) { return "stop"; }
/// The line of a command, without its end.
[[nodiscard]] inline std::string to_line(const quit&) { return "quit"; }

/// Reads a line from an engine, without its end; nothing if it is none that is known here, which
/// is passed over. Parts of `info` that are not known are passed over too.
[[nodiscard]] inline std::optional<reply> parse_reply(std::string_view text) {
    detail::line_parser line(text);
    const std::string_view word = line.word();
    line.next();
    if (word == "readyok") return ready{};
    if (word == "bestmove") {
        if (line.word() == "none") return best_move{};
        const auto p = parse_play(line.word(), most_columns, most_rows);
        if (!p) return error{"bad_play", "no play: " + printable(text)};
        return best_move{p};
    }
    if (word == "id" || word == "error") {
        const std::string key = printable(line.word());
        line.next();
        std::string value = printable(amazons::detail::without_blanks(line.rest().text).text);
        if (word == "id") return id{key, std::move(value)};
        return error{key, std::move(value)};
    }
    if (word != "info") return std::nullopt;
    info made;
    while (!line.at_end()) {
        const std::string_view what = line.word();
        line.next();
        if (what == "value") {
            const auto read = parse_decimal(line.word());
            if (read && read.value <= 1) made.value = read.value;
        } else if (what == "depth") {
            if (const auto n = parse_integer<int>(line.word())) made.depth = n.value;
        } else if (what == "nodes" || what == "ms") {
            const auto n = parse_integer<std::uint64_t>(line.word());
            if (n) (what == "ms" ? made.milliseconds : made.nodes) = n.value;
        } else if (what == "line") {
            for (; !line.at_end(); line.next())
                if (const auto p = parse_play(line.word(), most_columns, most_rows))
                    made.line.push_back(*p);
        }
        line.next();
    }
    return made;
}

/// The line of an answer, without its end.
[[nodiscard]] inline std::string to_line(const reply& r) {
    struct writer {
        std::string operator()(const id& i) const { return "id " + i.key + ' ' + i.value; }
        std::string operator()(const ready&) const { return "readyok"; }
        std::string operator()(const error& e) const { return "error " + e.code + ' ' + e.message; }
        std::string operator()(const best_move& b) const {
            return "bestmove " + (b.best ? to_string(*b.best) : "none");
        }
        std::string operator()(const info& i) const {
            std::string text = "info";
            if (i.value) {
                // Four decimals, without a locale.
                const auto parts = static_cast<int>(std::lround(*i.value * 10'000));
                std::string digits = std::to_string(parts % 10'000);
                digits.insert(0, 4 - digits.size(), '0');
                text += " value " + std::to_string(parts / 10'000) + '.' + digits;
            }
            if (i.depth) text += " depth " + std::to_string(*i.depth);
            if (i.nodes) text += " nodes " + std::to_string(*i.nodes);
            if (i.milliseconds) text += " ms " + std::to_string(*i.milliseconds);
            if (!i.line.empty()) text += " line";
            for (const play& p : i.line) text += ' ' + to_string(p);
            return text;
        }
    };
    return std::visit(writer{}, r);
}

/// What is known of a position after an engine thought about it by some method; the value is on
/// the scale of `win_chance`, the same for all engines.
template <class Board>
[[nodiscard]] info info_of(const Board& b, const chosen& c, method how) {
    return {.value = win_chance(b, c, how),
            .depth = c.depth,
            .nodes = c.nodes,
            .milliseconds = static_cast<std::uint64_t>(std::llround(c.seconds * 1000)),
            .line = c.principal_variation};
}

}  // namespace protocol
}  // namespace senda::amazons
