// SPDX-License-Identifier: MIT
#include <rush_hour/rules.hpp>

#include "boards.hpp"
#include "random_boards.hpp"
#include "reference.hpp"
#include "support/enum_names.hpp"
#include "support/rounds.hpp"

#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <rush_hour/format.hpp>
#include <rush_hour/game.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace rules_test {

using namespace senda::rush_hour;

board read(std::string_view text) {
    senda::parsed<board> found = parse_text(text);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return *found;
}

std::vector<move> moves_of(std::string_view text) {
    senda::parsed<std::vector<move>> found = parse_moves(text);
    REQUIRE_MESSAGE(found.has_value(), found.error().message);
    return *found;
}

/// A first card: solved by "C-1 D+2 A+4", and by nothing shorter.
board small() {
    return read(
        "....D."
        "....D."
        "AA..D."
        "......"
        "....CC"
        "......");
}

TEST_CASE("the known boards have the figures that the slow search finds") {
    using counting = support::text_component::counting;
    std::size_t confirmed = 0;
    for (const support::known_board& known : support::known_boards) {
        CAPTURE(known.text);
        CHECK(to_text(read(known.text)) == known.text);
        CHECK(read(known.text).solved() == (known.slides == 0));
        if (known.states > 1000) continue;  // the engine has to find these too, and is faster
        ++confirmed;
        const support::text_component all{known.text};
        CHECK(all.distance(counting::slides) == known.slides);
        CHECK(all.distance(counting::steps) == known.steps);
        CHECK(all.states() == known.states);
        CHECK(all.solved_states() == known.solved);
        CHECK(all.deepest(counting::slides) == known.deepest_slides);
        CHECK(all.deepest(counting::steps) == known.deepest_steps);
        CHECK(all.optimal_count(counting::slides) == known.optimal);
    }
    CHECK(confirmed >= 50);
}

TEST_CASE("the slow search knows a published card") {
    using counting = support::text_component::counting;
    const support::text_component card{"DD...OP..Q.OPAAQ.OP..Q..B...CCB.RRR."};
    CHECK(card.distance(counting::slides) == 8);
    CHECK(card.distance(counting::steps) == 16);
    CHECK(card.states() == 1247);
    CHECK(card.solved_states() == 172);
    CHECK(card.deepest(counting::slides) == 9);
    CHECK(card.deepest(counting::steps) == 18);
    CHECK(card.optimal_count(counting::slides) == 61);
}

TEST_CASE("the slides of a board and what they do are those of the text, in the same order") {
    support::split_mix64 random{5};
    for (int round = 0; round < support::rounds(150); ++round) {
        const std::string text = support::random_board_text(random);
        CAPTURE(text);
        const board b = read(text);
        std::vector<support::text_slide> expected = support::slides_of_text(text);
        std::size_t at = 0;
        for_each_move(b, [&](move m) {
            REQUIRE(at < expected.size());
            CHECK(m == move{expected[at].letter, static_cast<std::int8_t>(expected[at].by)});
            CHECK(to_text(*after(b, m)) == expected[at].board);
            ++at;
        });
        CHECK(at == expected.size());
    }
}

TEST_CASE("only the slides that are listed can be made") {
    support::split_mix64 random{6};
    for (int round = 0; round < 20; ++round) {
        const board b = read(support::random_board_text(random));
        std::vector<move> listed;
        for_each_move(b, [&](move m) { listed.push_back(m); });
        std::size_t possible = 0;
        for (int letter = 'A' - 1; letter <= 'Z' + 1; ++letter)
            for (int by = -128; by < 128; ++by)
                if (can_move(b, {static_cast<char>(letter), static_cast<std::int8_t>(by)}))
                    ++possible;
        CHECK(possible == listed.size());
        for (const move m : listed) CHECK(after(*after(b, m), reverse(m)) == b);
    }
}

TEST_CASE("a vehicle cannot jump, stand still, leave, or turn") {
    const board b = small();
    CHECK(can_move(b, {'A', 2}));
    CHECK_FALSE(can_move(b, {'A', 3}));
    CHECK_FALSE(can_move(b, {'A', 4}));
    CHECK_FALSE(can_move(b, {'A', 0}));
    CHECK_FALSE(can_move(b, {'A', -1}));
    CHECK_FALSE(can_move(b, {'C', 1}));
    CHECK(can_move(b, {'D', 1}));
    CHECK_FALSE(can_move(b, {'D', 2}));
    CHECK_FALSE(can_move(b, {'D', -1}));
    CHECK_FALSE(can_move(b, {'E', 1}));
    CHECK_FALSE(can_move(b, {'A', 127}));
    CHECK_FALSE(can_move(b, {'A', -128}));
}

TEST_CASE("every verdict on slides has its name") { support::check_names<verdict>(); }

TEST_CASE("a replay says whether slides solve a board, and where they fail") {
    const board b = small();
    const replayed won = replay(b, moves_of("C-4 D+3 A+4"));
    CHECK(won);
    CHECK(won.verdict == verdict::solved);
    CHECK(won.failed_at == 3);
    CHECK(won.last.solved());

    const replayed short_of = replay(b, moves_of("C-4 D+3 A+3"));
    CHECK_FALSE(short_of);
    CHECK(std::string_view{to_string(short_of.verdict)} == "not_solved");
    CHECK(short_of.failed_at == 3);

    const replayed blocked = replay(b, moves_of("C-4 A+4 D+3"));
    CHECK(std::string_view{to_string(blocked.verdict)} == "bad_move");
    CHECK(blocked.failed_at == 1);
    CHECK(blocked.last == *after(b, {'C', -4}));

    const replayed left_again = replay(b, moves_of("C-4 D+3 A+4 A-1"));
    CHECK(left_again.verdict == verdict::not_solved);

    CHECK(replay(b, {}).verdict == verdict::not_solved);
    const board solved_already = read("............x...AA..................");
    CHECK(replay(solved_already, {}).verdict == verdict::solved);
}

TEST_CASE("moves are written with their sign and read back") {
    CHECK(to_string(move{'C', -3}) == "C-3");
    CHECK(to_string(move{'A', 1}) == "A+1");
    const std::vector<move> list{{'C', -3}, {'O', 3}, {'A', 1}};
    CHECK(to_string(list) == "C-3 O+3 A+1");
    CHECK(moves_of("C-3 O+3 A+1") == list);
    CHECK(moves_of("\xEF\xBB\xBF  C-3\tO+3\r\n\n A+1 \n") == list);
    CHECK(moves_of("").empty());
    CHECK(moves_of(" \n").empty());
    CHECK(to_string(std::vector<move>{}).empty());
}

TEST_CASE("a text that is no list of moves is refused at the first wrong one") {
    for (const char* wrong : {"C", "C3", "C+", "C+0", "C+6", "C-6", "C+1x", "c+1", "+1", "C++1",
                              "C+-1", "C--1", "3+1", "C+99999999999999999999", "C+1,D+1", "(1,2)",
                              "C\xE2\x88\x92"
                              "1"}) {
        CAPTURE(wrong);
        const auto found = parse_moves(std::string{"A+1 B-2\n  "} + wrong + " D+1");
        CHECK_FALSE(found.has_value());
        CHECK(found.error().code == "bad_move");
        CHECK(found.error().line == 2);
        CHECK(found.error().column == 3);
        CHECK(found.error().message.find(std::string{'\''} + wrong + "' is no move") == 0);
    }
}

TEST_CASE("slides that carry each other on are one slide") {
    std::vector<move> slides;
    for (const move m : moves_of("A+1 A+2 A-1 B+1 A-1 C-1 C-1 C-2")) append_slide(slides, m);
    CHECK(to_string(slides) == "A+3 A-1 B+1 A-1 C-4");
    CHECK(count_steps(slides) == 10);
    CHECK(count_steps({}) == 0);
}

TEST_CASE("a game makes moves, takes them back and makes them again") {
    const board start = small();
    game g{start};
    CHECK(g.moves() == 0);
    CHECK_FALSE(g.undo());
    CHECK_FALSE(g.redo());
    CHECK_FALSE(g.move({'A', 4}));
    CHECK(g.trail().empty());

    for (int i = 0; i < 4; ++i) CHECK(g.move({'C', -1}));
    CHECK(g.moves() == 1);
    CHECK(g.steps() == 4);
    CHECK(g.move({'D', 3}));
    CHECK_FALSE(g.solved());
    CHECK(g.move({'A', 4}));
    CHECK(g.solved());
    CHECK(to_string(g.slides()) == "C-4 D+3 A+4");
    CHECK(g.trail().size() == 6);
    CHECK(g.steps() == 11);

    CHECK(g.undo());
    CHECK_FALSE(g.solved());
    CHECK(g.moves() == 2);
    CHECK(g.can_redo());
    CHECK(g.redo());
    CHECK(g.solved());
    CHECK_FALSE(g.can_redo());

    g.restart();
    CHECK(g.board() == start);
    CHECK_FALSE(g.can_undo());
    CHECK(g.steps() == 0);
    while (g.redo()) continue;
    CHECK(g.solved());
    while (g.undo()) continue;
    CHECK(g.board() == start);
    CHECK(g.start() == start);

    CHECK(g.redo());
    CHECK(g.move({'A', 1}));
    CHECK_FALSE(g.can_redo());
    CHECK(to_string(g.trail()) == "C-1 A+1");
}

}  // namespace rules_test
