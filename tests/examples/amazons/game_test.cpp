// SPDX-License-Identifier: MIT
#include <amazons/game.hpp>

#include "support/enum_names.hpp"

#include <amazons/engine_options.hpp>
#include <amazons/format.hpp>
#include <amazons/words.hpp>
#include <doctest/doctest.h>
#include <optional>
#include <senda/storage/random.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace game_test {

using namespace senda::amazons;

cell at(std::string_view name) { return *parse_cell(name); }

board read(std::string_view text) {
    const auto found = parse_board(text);
    REQUIRE(found);
    return *found;
}

/// Black is walled in on a10, b10, c10 and d10, and has only one play left: d10-e10/d10.
board one_play_left() { return read("a1,b1,c1,d1\na10,b10,c10,d10\na9,b9,c9,d9,e9,f9,f10\n2\n"); }

TEST_CASE("plays of a game are taken back and made again") {
    game g;
    const play first = *parse_play("d1-d7/g7");
    const play second = *parse_play("a7-b7/a7");
    CHECK_FALSE(g.undo());
    CHECK_FALSE(g.make(second));  // it is white's turn
    CHECK(g.make(first));
    CHECK(g.make(second));
    CHECK_FALSE(g.winner());
    CHECK(g.plays().size() == 2);
    const board after = g.board();
    CHECK(g.undo());
    CHECK(g.undo());
    CHECK(g.board() == g.start());
    CHECK(g.can_redo());
    CHECK(g.redo());
    CHECK(g.redo());
    CHECK_FALSE(g.redo());
    CHECK(g.board() == after);
    g.undo();
    CHECK(g.make(*parse_play("a7-a5/a7")));
    CHECK_FALSE(g.can_redo());
}

TEST_CASE("a game is over when the player to move cannot play or resigns") {
    game g(one_play_left());
    CHECK_FALSE(g.winner());
    CHECK(g.make(*parse_play("d10-e10/d10")));
    CHECK(g.make(*parse_play("d1-d2/d1")));
    CHECK(g.winner() == player::white);
    CHECK_FALSE(g.resigned());
    CHECK_FALSE(g.make(*parse_play("e10-d10/e10")));
    g.resign();  // it is too late for that
    CHECK_FALSE(g.resigned());

    game other;
    other.resign();
    CHECK(other.winner() == player::black);
    CHECK_FALSE(other.make(*parse_play("d1-d7/g7")));
    CHECK(other.undo());
    CHECK_FALSE(other.winner());
    CHECK(other.make(*parse_play("d1-d7/g7")));
}

TEST_CASE("a turn asks again only for the part that was wrong") {
    turn t{board{}};
    CHECK(t.part() == turn_part::amazon);
    CHECK(t.choose(at("e5")) == turn_fault::not_your_amazon);
    CHECK(t.choose(at("a7")) == turn_fault::not_your_amazon);
    CHECK(t.choose(at("d1")) == turn_fault::none);
    CHECK(t.part() == turn_part::target);
    CHECK(t.choose(at("g1")) == turn_fault::cannot_go_there);
    CHECK(t.choose(at("e3")) == turn_fault::cannot_go_there);
    CHECK(t.from() == at("d1"));
    CHECK(t.choose(at("d7")) == turn_fault::none);
    CHECK(t.part() == turn_part::arrow);
    CHECK(t.choose(at("a7")) == turn_fault::cannot_shoot_there);
    CHECK(t.shown().amazons(player::white).contains(at("d7")));
    CHECK_FALSE(t.complete());
    CHECK(t.choices().contains(at("d1")));  // where it came from is empty
    CHECK(t.choose(at("g7")) == turn_fault::none);
    CHECK(t.complete() == parse_play("d1-d7/g7"));
    CHECK(t.shown().arrows().contains(at("g7")));
    CHECK(t.back());
    CHECK(t.back());
    CHECK(t.part() == turn_part::target);
    CHECK(t.back());
    CHECK_FALSE(t.back());

    turn stuck{one_play_left()};
    CHECK(stuck.choose(at("a10")) == turn_fault::amazon_is_stuck);
    CHECK(stuck.choices() == cell_set{at("d10")});
}

TEST_CASE("every fault of a turn has its name") { support::check_names<turn_fault>(); }

TEST_CASE("cells are understood as people type them") {
    const std::vector<cell> whole{at("d1"), at("d7"), at("g10")};
    for (const char* text : {"d1-d7/g10", "d1 d7 g10", "D1-D7/G10", "d1,d7,g10", "d1 - d7 / g10",
                             "d1-d7-g10", "d1\td7\tg10"})
        CHECK(typed_cells(text) == whole);
    CHECK(typed_cells("D1") == std::vector<cell>{at("d1")});
    CHECK(typed_cells("d1 d7") == std::vector<cell>{at("d1"), at("d7")});
    for (const char* text : {"", " ", "-1", "-d1", "k1", "K1", "d0", "d11", "d01", "d1d7g7", "dd1",
                             "d1 d7 g7 a1", "d1 to d7", "1d", "d1;d7", "\x1b[31m"})
        CHECK(typed_cells(text).empty());
    CHECK(typed_cells("f1", 5, 5).empty());
    CHECK(typed_cells("j11", 10, 11).size() == 1);
}

TEST_CASE("what can be chosen in a turn makes exactly the legal plays") {
    senda::random_source random(11);
    board b;
    for (int ply = 0; ply < 40 && b.has_play(); ++ply) {
        std::vector<play> expected;
        b.for_each_play([&](const play& p) { expected.push_back(p); });
        std::vector<play> chosen;
        if (ply % 8 == 0) {
            turn t{b};
            for_each_cell(t.choices(), [&](cell from) {
                REQUIRE(t.choose(from) == turn_fault::none);
                for_each_cell(t.choices(), [&](cell to) {
                    REQUIRE(t.choose(to) == turn_fault::none);
                    for_each_cell(t.choices(),
                                  [&](cell arrow) { chosen.push_back({from, to, arrow}); });
                    t.back();
                });
                t.back();
            });
            CHECK(chosen == expected);
        }
        b.make(expected[static_cast<std::size_t>(random.below(expected.size()))]);
    }
}

TEST_CASE("names of players say how they play") {
    CHECK(parse_player("3")->tree.limits.expansions == options_of(3).tree.limits.expansions);
    CHECK(parse_player("greedy")->method == method::greedy);
    CHECK(parse_player("alpha_beta")->depth == 2);
    CHECK(parse_player("alpha_beta:3")->depth == 3);
    CHECK(parse_player("alpha_beta:3")->method == method::alpha_beta);
    CHECK(parse_player("mcts:17")->limits.expansions == 17);
    CHECK(parse_player("mcts")->method == method::mcts);
    for (const char* name : {"", "0", "6", "-1", "1:1", "greedy:1", "mcts:", "mcts:0", "mcts:-1",
                             "alpha_beta:101", "Greedy", " 1"})
        CHECK_FALSE(parse_player(name));
}

TEST_CASE("the language is that of the user") {
    CHECK(language_of(nullptr, nullptr, nullptr) == language::english);
    CHECK(language_of(nullptr, nullptr, "es_ES.UTF-8") == language::spanish);
    CHECK(language_of(nullptr, nullptr, "es") == language::spanish);
    CHECK(language_of(nullptr, nullptr, "est") == language::english);
    CHECK(language_of("en_GB", "es_ES", "es_ES") == language::english);
    CHECK(language_of("", "es_MX.UTF-8", "C") == language::spanish);
}

TEST_CASE("every sentence is there in both languages, with the same places to fill") {
    // All members are pointers to text, one after the other.
    constexpr std::size_t count = sizeof(words) / sizeof(const char*);
    static_assert(sizeof(words) == count * sizeof(const char*));
    const auto* const english = reinterpret_cast<const char* const*>(&english_words);
    const auto* const spanish = reinterpret_cast<const char* const*>(&spanish_words);
    for (std::size_t i = 0; i < count; ++i) {
        CAPTURE(i);
        REQUIRE(english[i] != nullptr);
        REQUIRE(spanish[i] != nullptr);
        const std::string one = english[i];
        const std::string other = spanish[i];
        CAPTURE(one);
        CHECK_FALSE(one.empty());
        CHECK_FALSE(other.empty());
        for (const std::string place : {"%1", "%2", "%3"})
            CHECK((one.find(place) == one.npos) == (other.find(place) == other.npos));
    }
}

TEST_CASE("what was wrong is said with the cells") {
    turn t{board{}};
    const words& es = spanish_words;
    const words& en = english_words;
    CHECK(explain(t.choose(at("a7")), t, at("a7"), es) ==
          "Amazona no válida: no tienes ninguna en a7.");
    t.choose(at("d1"));
    CHECK(confirm(t, es) == "Amazona válida: d1.");
    CHECK(explain(t.choose(at("e9")), t, at("e9"), en) == "Invalid move: d1 to e9, not in a line.");
    CHECK(explain(t.choose(at("d1")), t, at("d1"), en) ==
          "Invalid move: d1 to d1, an amazon is on d1.");
    CHECK(explain(t.choose(at("j1")), t, at("j1"), es) ==
          "Movimiento no válido: de d1 a j1, hay una amazona en g1.");
    t.choose(at("d7"));
    CHECK(confirm(t, en) == "Valid move: d1 to d7.");
    CHECK(explain(t.choose(at("d10")), t, at("d10"), en) ==
          "Invalid shot: d7 to d10, an amazon is on d10.");
    CHECK(explain(t.choose(at("g7")), t, at("g7"), en).empty());  // nothing was wrong
    CHECK(confirm(t, en) == "Valid shot: d7 to g7.");
    turn stuck{one_play_left()};
    const turn_fault cannot = stuck.choose(at("a10"));
    CHECK(explain(cannot, stuck, at("a10"), english_words).find("a10") != std::string::npos);
    CHECK(std::string(to_string(cannot)) == "amazon_is_stuck");
    turn walled{read("a1,b1,c1,d1\na10,b10,c10,d10\ne5\n1\n")};
    walled.choose(at("a1"));
    CHECK(explain(walled.choose(at("f6")), walled, at("f6"), english_words) ==
          "Invalid move: a1 to f6, an arrow is on e5.");
    CHECK(legend(english_words, "Ana", "Luis") ==
          "0 Ana (white)   X Luis (black)   * arrow   . empty cell");
    CHECK(legend(spanish_words) == "0 blancas   X negras   * flecha   . casilla vacía");
    CHECK(about(board{}) == "white to move, 2176 legal plays, 0 arrows");
    CHECK(percent(0.9999) == 99);
    CHECK(percent(1) == 100);
    CHECK(percent(0.0001) == 1);
    CHECK(chances(0.6, english_words) == "Chances: white 60 %, black 40 %");
}

}  // namespace game_test
