// SPDX-License-Identifier: MIT
// The game of the Amazons for the page: games played cell by cell, and the engine.
#include "../frame/bridge.hpp"
#include "../frame/progress.hpp"

#include <amazons/analysis.hpp>
#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/engine.hpp>
#include <amazons/engine_options.hpp>
#include <amazons/format.hpp>
#include <amazons/game.hpp>
#include <amazons/play.hpp>
#include <amazons/queries.hpp>
#include <amazons/record.hpp>
#include <amazons/territory.hpp>
#include <amazons/win_chance.hpp>
#include <amazons/words.hpp>
#include <senda/games/position.hpp>
#include <senda/text/diagnostic.hpp>
#include <senda/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace amazons = senda::amazons;
using playground::json_writer;
using playground::request;

namespace {

/// What a game is called in messages if it comes from no file.
constexpr std::string_view game_name = "<game>";

const amazons::words& words_of(const request& in) {
    return amazons::words_in(in.text("lang") == "es" ? amazons::language::spanish
                                                     : amazons::language::english);
}

void refuse(const request& in, std::string_view text, const senda::parsed<amazons::board>& read,
            json_writer& out) {
    const std::string_view name = in.has("name") ? in.text("name") : game_name;
    playground::invalid(out, name, text, read.errors(), read.warnings);
}

/// The position that a member of the request holds as a saved game, the start of a game if there
/// is none; nothing after it was refused.
std::optional<amazons::board> position_in(const request& in, std::string_view member,
                                          json_writer& out) {
    const std::string_view text = in.text(member);
    if (text.empty()) return amazons::new_board();
    const auto read = amazons::parse_board(text);
    if (read) return *read;
    refuse(in, text, read, out);
    return std::nullopt;
}

/// Calls `visit(word)` for each word of a text until it returns false; whether it never did.
template <class Visit>
bool all_words(std::string_view text, Visit&& visit) {
    senda::field_reader words{text};
    while (const std::optional<senda::text_field> word = words.next())
        if (!visit(word->text)) return false;
    return true;
}

void write_cells(json_writer& out, std::string_view name, amazons::cell_set cells) {
    out.key(name).begin_array();
    for_each_cell(cells, [&](amazons::cell c) { out.value(cell_name(c)); });
    out.end_array();
}

void write_cell(json_writer& out, std::string_view name, const std::optional<amazons::cell>& c) {
    out.key(name);
    c ? out.value(cell_name(*c)) : out.null();
}

void write_player(json_writer& out, std::string_view name,
                  const std::optional<amazons::player>& p) {
    out.key(name);
    p ? out.value(static_cast<int>(*p)) : out.null();
}

/// Makes plays one after the other; nothing after one that is not legal was refused.
bool make_plays(amazons::game& game, const request& in, json_writer& out) {
    return all_words(in.text("plays"), [&](std::string_view word) {
        const std::optional<amazons::play> p = amazons::parse_play(word);
        if (p && game.make(*p)) return true;
        playground::refused(out, {"bad_play", senda::quoted(word) + " is not legal"});
        return false;
    });
}

/// Chooses cells of a turn; what to say about the first that cannot be chosen.
std::string choose_cells(amazons::turn& turn, const request& in) {
    std::string said;
    all_words(in.text("turn"), [&](std::string_view word) {
        const std::optional<amazons::cell> c = amazons::parse_cell(word);
        const amazons::turn_fault fault =
            c ? turn.choose(*c) : amazons::turn_fault::not_your_amazon;
        if (fault == amazons::turn_fault::none) return !turn.complete();
        said = c ? explain(fault, turn, *c, words_of(in))
                 : amazons::substitute(words_of(in).not_a_cell, {word});
        return false;
    });
    return said;
}

const char* name_of(amazons::turn_part part) {
    switch (part) {
        case amazons::turn_part::amazon: return "amazon";
        case amazons::turn_part::target: return "target";
        case amazons::turn_part::arrow: break;
    }
    return "arrow";
}

void write_turn(json_writer& out, const amazons::turn& turn, bool is_over) {
    const std::optional<amazons::play> play = turn.complete();
    out.member("part", name_of(turn.part()));
    write_cell(out, "from", turn.from());
    write_cell(out, "to", turn.to());
    write_cells(out, "choices", is_over || play ? amazons::cell_set{} : turn.choices());
    out.key("play");
    play ? out.value(to_string(*play)) : out.null();
}

void write_position(json_writer& out, const amazons::board& b) {
    const amazons::cell_set white = b.amazons(amazons::player::white);
    const amazons::cell_set black = b.amazons(amazons::player::black);
    write_cells(out, "white", white);
    write_cells(out, "black", black);
    write_cells(out, "arrows", b.arrows());
    amazons::cell_set stuck;
    for_each_cell(white | black, [&](amazons::cell c) {
        if (!can_move(b, c)) stuck.insert(c);
    });
    write_cells(out, "stuck", stuck);
}

/// Who comes where first.
void write_evaluation(json_writer& out, const amazons::game& game) {
    const amazons::territory first = territory_of(game.board(), amazons::metric::queen);
    out.key("evaluation").begin_object();
    write_cells(out, "first_white", first.of_white());
    write_cells(out, "first_black", first.of_black());
    out.end_object();
}

/// A stop token that never stops the engine, but reports how long it thinks.
class engine_progress {
public:
    [[nodiscard]] bool stop_requested() const {
        if (clock_.is_due())
            playground::progress(-1, std::to_string(static_cast<int>(clock_.seconds() * 10)));
        return false;
    }

private:
    playground::progress_clock clock_;
};

/// Who judges positions, whoever plays: so that all that is said about chances agrees.
constexpr int judge_level = 3;

/// The chance of the player to move, as the judge sees it.
double judged(const amazons::board& b) {
    amazons::engine_options o = amazons::options_of(judge_level);
    o.endgame_positions = amazons::options_of(amazons::default_level).endgame_positions;
    amazons::engine judge(o);
    return win_chance(b, judge.choose(b), judge.options().method);
}

}  // namespace

/// start: a saved game; name: of the file it comes from, if any.
PLAYGROUND_EXPORT(amazons_read) {
    const std::string_view text = in.text("start");
    const auto read = amazons::parse_board(text);
    if (!read) return refuse(in, text, read, out);
    out.begin_object()
        .member("status", "valid")
        .member("start", to_text(*read))
        .member("to_move", static_cast<int>(read->to_move()))
        .member("legal_plays", read->count_moves())
        .member("loser_to_move", has_lost(*read));
    playground::write_diagnostics(out, "warnings", read.warnings);
    out.end_object();
}

/// start (a saved game; empty: a new one), plays, made: how many of them are made; resigned; turn:
/// the cells that are chosen so far; evaluate; lang.
PLAYGROUND_EXPORT(amazons_game) {
    const std::optional<amazons::board> start = position_in(in, "start", out);
    if (!start) return;
    amazons::game game(*start);
    if (!make_plays(game, in, out)) return;
    const auto all = static_cast<std::int64_t>(game.plays().size());
    for (std::int64_t i = std::max<std::int64_t>(in.number("made", all), 0); i < all; ++i)
        game.undo();
    if (in.flag("resigned")) game.resign();

    amazons::turn turn(game.board());
    const std::string fault = game.winner() ? std::string{} : choose_cells(turn, in);
    const amazons::board& b = game.board();
    out.begin_object()
        .member("status", "valid")
        .member("text", to_text(b))
        .member("to_move", static_cast<int>(b.to_move()))
        .member("made", game.plays().size())
        .member("legal_plays", b.count_moves())
        .member("can_redo", game.can_redo())
        .member("resigned", game.resigned())
        .member("fault", fault);
    write_player(out, "winner", game.winner());
    write_position(out, turn.shown());
    write_turn(out, turn, game.winner().has_value());
    if (in.flag("evaluate")) write_evaluation(out, game);
    out.end_object();
}

/// board (a saved game; empty: a new one): white's chance by the judge, in percent.
PLAYGROUND_EXPORT(amazons_judge) {
    const std::optional<amazons::board> b = position_in(in, "board", out);
    if (!b) return;
    const double mine = judged(*b);
    const double white = b->to_move() == amazons::player::white ? mine : 1 - mine;
    out.begin_object()
        .member("status", "judged")
        .member("percent", amazons::percent(white))
        .end_object();
}

/// start, plays: what each play cost its player, by the judge; as `amazons analyse --json` says.
PLAYGROUND_EXPORT(amazons_analyse) {
    const std::optional<amazons::board> start = position_in(in, "start", out);
    if (!start) return;
    amazons::game game(*start);
    if (!make_plays(game, in, out)) return;
    amazons::game_record record;
    record.start = *start;
    record.plays.assign(game.plays().begin(), game.plays().end());
    amazons::engine_options o = amazons::options_of(judge_level);
    o.endgame_positions = amazons::options_of(amazons::default_level).endgame_positions;
    amazons::engine judge(o);
    const amazons::analysis a =
        amazons::analyse(record, judge, {}, [&](const amazons::analysis& now) {
            playground::progress(
                static_cast<double>(now.plays.size()) / static_cast<double>(record.plays.size()),
                {});
        });
    out.begin_object().member("status", "analysed").key("plays").begin_array();
    for (std::size_t i = 0; i < a.plays.size(); ++i) {
        const amazons::analysed_play& p = a.plays[i];
        out.begin_object()
            .member("play", to_string(p.made))
            .member("player", static_cast<int>(p.by))
            .member("white_wins", a.values[i + 1])
            .member("loss", p.loss)
            .member("verdict", to_string(p.verdict))
            .key("better");
        p.better ? out.value(to_string(*p.better)) : out.null();
        out.end_object();
    }
    out.end_array().end_object();
}

/// board (a saved game; empty: a new one), level, seed: what `amazons best --json` says, and the
/// chance of the player to move after the play by the judge, in percent.
PLAYGROUND_EXPORT(amazons_best) {
    const std::optional<amazons::board> b = position_in(in, "board", out);
    if (!b) return;
    const engine_progress watch;
    const std::int64_t level = in.number("level", amazons::default_level);
    amazons::engine_options options = amazons::options_of(static_cast<int>(
        std::clamp<std::int64_t>(level, amazons::weakest_level, amazons::strongest_level)));
    options.stop = watch;
    options.seed = static_cast<std::uint64_t>(in.number("seed", 1));
    // A new engine for each play: the answer depends on the position alone, as the program's does.
    amazons::engine engine(options);
    const amazons::chosen found = engine.choose(*b);
    const double chance = win_chance(*b, found, options.method);
    double kept = 0;
    if (found.best) {
        amazons::board after = *b;
        after.make(*found.best);
        kept = found.outcome ? chance : 1 - judged(after);
    }

    out.begin_object().member("status", found.best ? "found" : "no_play").key("play");
    found.best ? out.value(to_string(*found.best)) : out.null();
    out.member("score", found.score)
        .member("win_probability", chance)
        .member("percent", amazons::percent(kept))
        .member("depth", found.depth)
        .member("nodes", found.nodes)
        .key("principal_variation")
        .begin_array();
    for (const amazons::play& p : found.principal_variation) out.value(to_string(p));
    out.end_array().key("outcome");
    found.outcome ? out.value(*found.outcome == senda::games::outcome::win ? "win" : "loss")
                  : out.null();
    out.member("seconds", found.seconds).end_object();
}
