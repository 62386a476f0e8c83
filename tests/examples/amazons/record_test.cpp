// SPDX-License-Identifier: MIT
#include "senda/storage/random.hpp"
#include "support/rounds.hpp"
#include <amazons/analysis.hpp>
#include <amazons/file.hpp>
#include <amazons/game.hpp>
#include <amazons/match.hpp>
#include <amazons/queries.hpp>
#include <amazons/record.hpp>
#include <amazons/replay_picture.hpp>

#include <cstddef>
#include <doctest/doctest.h>
#include <filesystem>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace record_test {

using namespace senda::amazons;
using small_board = basic_board<5, 4>;

const std::string opening =
    "Amazons: 10x10\n"
    "White: Ana\n"
    "Black: Luis\n"
    "Date: 2026-11-16\n"
    "Result: black wins, white resigned\n"
    "\n"
    "d1-d7/g7\n"
    "a7-b7/a7\n";

/// A game of random plays, to its end or so far.
template <class Board>
basic_record<Board> random_record(std::uint64_t seed, std::size_t most_plays) {
    senda::random_source random(seed);
    basic_record<Board> r{.white = "Ana", .black = "Lu: #" + std::to_string(seed)};
    Board b = r.start;
    while (r.plays.size() < most_plays) {
        const std::optional<play> p = random_play(b, random);
        if (!p) break;
        b.make(*p);
        r.plays.push_back(*p);
    }
    if (!b.has_play())
        r.end = game_end::blocked;
    else if (seed % 3 == 1)
        r.end = game_end::resigned;
    else if (seed % 3 == 2)
        r.end = game_end::forfeited;
    return r;
}

template <class Board>
void check_round_trips() {
    for (std::uint64_t seed = 0; seed < (support::is_slow ? 40 : 200); ++seed) {
        CAPTURE(seed);
        basic_record<Board> r = random_record<Board>(seed, seed % 40);
        if (seed % 4 == 0) {  // from somewhere else
            r.start = r.position(r.plays.size() / 2);
            r.plays.erase(r.plays.begin(),
                          r.plays.begin() + static_cast<std::ptrdiff_t>(r.plays.size() / 2));
        }
        if (seed % 5 == 0) r.tags = {{"Date", "2026-11-16"}, {"Event", "a match"}};
        const auto read = parse_record<Board>(to_text(r), reading::strict);
        REQUIRE_MESSAGE(read, (read.errors().empty() ? "" : read.errors()[0].message));
        CHECK(*read == r);
        CHECK(r.winner().has_value() == (r.end != game_end::unfinished));
        if (r.winner()) CHECK(*r.winner() == opponent(r.last_position().to_move()));
    }
}

TEST_CASE("a record of the Amazons comes back from its own text") {
    check_round_trips<board>();
    check_round_trips<small_board>();
    // A board may be smaller than its type.
    const auto small = parse_record("Amazons: 5x6\nResult: unfinished\n\nb1-b2/a1\n");
    REQUIRE_MESSAGE(small, (small.errors().empty() ? "" : small.errors()[0].message));
    CHECK(small->start == new_board({5, 6}));
    CHECK(*parse_record(to_text(*small)) == *small);
    CHECK(to_replay_page(*small, "small").frame_count() == 2);
}

TEST_CASE("a record says who played, every play, and who won") {
    const auto read = parse_record(opening);
    REQUIRE(read);
    const game_record& r = *read;
    CHECK(read.warnings.empty());
    CHECK(r.white == "Ana");
    CHECK(r.tags == std::vector<record_tag>{{"Date", "2026-11-16"}});
    CHECK(r.plays.size() == 2);
    CHECK(r.winner() == player::black);
    CHECK(ending_of(r) == "Ana resigns. Luis (black) wins!");
    CHECK(to_text(r) == opening);
    CHECK(looks_like_record(opening));
    CHECK_FALSE(looks_like_record(to_text(board{})));

    game g;
    for (const play& p : r.plays) REQUIRE(g.make(p));
    CHECK(record_of(g).end == game_end::unfinished);
    g.resign();
    game_record of_game = record_of(g, "Ana", "Luis");
    of_game.tags = r.tags;
    CHECK(of_game == r);
}

TEST_CASE("capitals of tags, comments and blanks do not matter in a record") {
    const auto read = parse_record(
        "# a game\r\n  AMAZONS : 10x10 \r\nwhite:Ana#1\r\nblack:\t\r\nresult: unfinished\r\n\r\n"
        "\t d1-d7/g7  # good: yes\r\n\r\n# end\r\n");
    REQUIRE(read);
    CHECK(read->white == "Ana#1");
    CHECK(name_of(*read, player::black) == "black");
    CHECK(read->plays.size() == 1);
    CHECK(parse_record("\xEF\xBB\xBF" + opening).warnings[0].code == "bom");
    CHECK_FALSE(parse_record("\xEF\xBB\xBF" + opening, reading::strict));
    const auto open = parse_record("Amazons: 10x10\n\nd1-d7/g7\n");
    REQUIRE(open);
    CHECK(open.warnings[0].code == "missing_result");
    CHECK(open->end == game_end::unfinished);
}

TEST_CASE("what is wrong with a record has its code, line and column") {
    struct fault {
        std::string text;
        std::string code;
        std::size_t line;
        std::size_t column;
    };
    const std::string head = "Amazons: 10x10\n";
    const std::string open = head + "Result: unfinished\n";
    const std::string over = "Start: a1,b1,c1,d1|a10,b10,c10,d10|a2,b2,c2,d2,e2,e1|1\n";
    const fault faults[] = {
        {"", "bad_header", 1, 1},
        {"a4,d1,g1,j4\na7,d10,g10,j7\n\n1\n", "bad_header", 1, 1},
        {"\n  White: Ana\n", "bad_header", 2, 3},
        {"Amazons: 11x10\n", "bad_size", 1, 10},
        {"Amazons:  ten\n", "bad_size", 1, 11},
        {open + ": x\n", "bad_tag", 3, 1},
        {open + "White: a\n white: b\n", "duplicate_tag", 4, 2},
        {open + "Amazons: 10x10\n", "duplicate_tag", 3, 1},
        {open + "d1-d7/g7\nWhite: Ana\n", "late_tag", 4, 1},
        {head + "Result: a draw\n", "bad_result", 2, 9},
        {head + "Result: white wins\n", "wrong_result", 2, 9},
        {head + "Result: white wins, black resigned\n", "wrong_result", 2, 9},
        {head + over + "Result: white wins\n", "wrong_result", 3, 9},
        {head + over + "Result: unfinished\n", "wrong_result", 3, 9},
        {head + over + "Result: black wins\na1-b1/c1\n", "play_after_end", 4, 1},
        {head + "Start: a4,d1,k1,j4|a7,d10,g10,j7||1\n", "bad_cell", 2, 14},
        {head + "Start: a4,d1,g1,j4|a7,d10,g10,j7|b5,b5|1\n", "duplicate_cell", 2, 37},
        {head + "Start: a4,d1,g1,j4|a7,d10,g10,j7|b5\n", "missing_line", 2, 36},
        {open + "d1-d7\n", "bad_play", 3, 1},
        {open + "  d1-d7/k1\n", "bad_play", 3, 3},
        {open + "d1-d10/g7\n", "illegal_play", 3, 1},
        {open + "d1-d7/g7\nd1-d2/d3\n", "illegal_play", 4, 1},
    };
    for (const fault& f : faults) {
        CAPTURE(f.text);
        const auto read = parse_record(f.text);
        REQUIRE(read.errors().size() == 1);
        CHECK(read.errors()[0].code == f.code);
        CHECK(read.errors()[0].line == f.line);
        CHECK(read.errors()[0].column == f.column);
    }
    CHECK(parse_record(open + "d1-d10/g7\n").errors()[0].message ==
          "play 1, 'd1-d10/g7', is not legal: the amazon on d1 cannot move to d10");
    CHECK(why_illegal(board{}, *parse_play("d1-d7/a7")) == "the amazon cannot shoot from d7 at a7");
    CHECK(why_illegal(board{}, *parse_play("d10-d7/a7")) == "no amazon of white stands on d10");
    CHECK(why_illegal(board{}, *parse_play("d1-d7/g7")).empty());
}

TEST_CASE("a record goes into a file and comes back, and says why if it cannot") {
    const std::string name = (std::filesystem::temp_directory_path() /
                              ("senda-" + std::to_string(std::random_device{}()) + ".txt"))
                                 .string();
    const game_record r = *parse_record(opening);
    CHECK_FALSE(save_record(r, name));
    CHECK(*read_record(name, reading::strict) == r);
    CHECK(read_record<small_board>(name).errors()[0].code == "bad_size");
    std::filesystem::remove(name);
    CHECK(read_record(name).errors()[0].code == "unreadable");
    CHECK(save_record(r, name + "/no/such/folder")->code == "unwritable");
}

/// Knows one board: how likely each position is won, by the number of arrows and what was played.
struct known_values {
    double of_first = 0.5;
    double after_best = 0.3;   // for the opponent
    double after_other = 0.8;  // for the opponent
    method how = method::mcts;

    [[nodiscard]] chosen choose(const board& b) const {
        const play best = *parse_play("d1-d7/g7");
        if (b.arrows().empty())
            return {.best = best, .win_probability = of_first, .principal_variation = {best}};
        const bool was_best = b.arrows().contains(best.arrow);
        return {.best = {}, .win_probability = was_best ? after_best : after_other};
    }
    void forget() const {}
    [[nodiscard]] engine_options options() const { return {.method = how}; }
    /// What people are shown of a probability before a play or after it.
    [[nodiscard]] double shown(double probability, const char* made = nullptr) const {
        board b;
        if (made != nullptr) b.make(*parse_play(made));
        return win_chance(b, {.win_probability = probability}, how);
    }
};

TEST_CASE("the loss of a play is what the engine's own play was worth more") {
    known_values engine{.after_best = 1e-5, .after_other = 1 - 1e-5};
    game_record r;
    r.plays = {*parse_play("a4-a5/a6")};
    const analysis a = analyse(r, engine);
    REQUIRE(a.plays.size() == 1);
    const double after = engine.shown(engine.after_other, "a4-a5/a6");
    const double lost = after - engine.shown(engine.after_best, "d1-d7/g7");
    CHECK(a.plays[0].loss == doctest::Approx(lost));
    CHECK(a.plays[0].verdict == verdict::blunder);
    CHECK(opinion_of(a.plays[0]) == "a blunder, " + points(lost) + " points: better was d1-d7/g7");
    CHECK(a.values == std::vector<double>{engine.shown(0.5), 1 - after});
    CHECK(a.count(player::white, verdict::blunder) == 1);
    CHECK(a.count(player::black, verdict::blunder) == 0);
    CHECK(a.average_loss(player::white) == doctest::Approx(lost));

    // How it searches says what its numbers mean.
    engine.how = method::greedy;
    CHECK(analyse(r, engine).values[1] == 1 - engine.shown(engine.after_other, "a4-a5/a6"));
    CHECK(analyse(r, engine).values[1] != a.values[1]);

    r.plays = {*parse_play("d1-d7/g7")};
    CHECK(analyse(r, engine).plays[0].verdict == verdict::best);
    engine.after_other = 1e-6;  // better than what the engine would have played
    r.plays = {*parse_play("a4-a5/a6")};
    CHECK(analyse(r, engine).plays[0].loss == 0);
    CHECK_FALSE(analyse(r, engine).plays[0].better);

    const struct {
        [[nodiscard]] bool stop_requested() const { return true; }
    } at_once;
    const analysis stopped = analyse(r, engine, at_once);
    CHECK(stopped.was_stopped);
    CHECK(stopped.plays.empty());
    CHECK(stopped.values.size() == 1);

    CHECK(verdict_of(0) == verdict::best);
    CHECK(verdict_of(0.01) == verdict::good);
    CHECK(verdict_of(0.05) == verdict::inaccuracy);
    CHECK(verdict_of(0.1) == verdict::mistake);
    CHECK(points(0.1254) == "12.5");
}

TEST_CASE("the page of a game has a frame for each play, and its chart") {
    const game_record r = *parse_record(opening);
    CHECK(to_replay_page(r, "A game").frame_count() == 3);
    known_values engine;
    const analysis a = analyse(r, engine);
    const senda::draw::replay_page page = to_replay_page(r, "A game", &a);
    CHECK(page.frame_count() == 3);
    const std::string html = page.to_html();
    CHECK(html.find("Luis plays a7-b7/a7. Ana resigns. Luis (black) wins!") != html.npos);
    CHECK(html.find("white's chance to win") != html.npos);
    CHECK(to_replay_page(game_record{}, "none").frame_count() == 1);
    CHECK(to_chart(a).width() == value_chart::width);
}

}  // namespace record_test
