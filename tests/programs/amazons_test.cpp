// SPDX-License-Identifier: MIT
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstddef>
#include <doctest/doctest.h>
#include <string>
#include <thread>
#include <vector>

using outside::amazons;
using outside::has;
using outside::json;

namespace amazons_test {

const std::string middle = "examples/duels/middle.txt";
const std::string endgame = "examples/duels/endgame.txt";

/// White cannot play any more.
const std::string lost = "a1,b1,c1,d1\na10,b10,c10,d10\na2,b2,c2,d2,e2,e1\n1\n";

/// The members of a document besides the warnings.
std::vector<std::string> names_of(const json& document) {
    std::vector<std::string> names;
    for (const auto& member : document.items())
        if (member.key() != "warnings") names.push_back(member.key());
    return names;
}

TEST_CASE("amazons without arguments prints the short help") {
    const outside::result r = amazons({});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(r.out == amazons({"--help"}).out);
}

TEST_CASE("wrong usage of amazons ends with 2 and says what was meant") {
    struct usage {
        std::vector<std::string> words;
        std::string says;
    };
    const usage wrong[] = {
        {{"chek", "new"}, "unknown command 'chek'; did you mean 'check'?"},
        {{"check", "new", "--jsn"}, "did you mean '--json'?"},
        {{"check"}, "FILE is missing"},
        {{"valid", "new", "move", "d1"}, "TO is missing"},
        {{"valid", "new", "mov", "d1", "d2"}, "'mov' is none of move or shot"},
        {{"perft", "new"}, "DEPTH is missing"},
        {{"perft", "new", "two"}, "'two' is not a whole number from 0 to"},
        {{"perft", "new", "-1"}, "-1"},
        {{"best", "new", "--level", "9"}, "'9' is not a whole number from 1 to 5"},
        {{"best", "new", "--time", "soon"}, "--time: 'soon' is not a time"},
        {{"best", "new", "--limit-time", "soon"}, "--time: 'soon' is not a time"},
        {{"check", "new", "--size", "11x5"}, "--size: '11x5' is not a size in rows and columns"},
        {{"match", "1", "2", "--size", "5"}, "--size: '5' is not a size in rows and columns"},
        {{"play", "--white", "robot"}, "'robot' is none of human or computer"},
        {{"play", "--lang", "fr"}, "'fr' is none of es or en"},
        {{"play", "--load", "-"}, "the moves come from the standard input"},
        {{"play", "--load", "x", "--new"}, "does not go with --"},
        {{"play", "--new", "--strict"}, "--strict: has no effect with --new"},
        {{"check", "new", "--strict"}, "--strict: has no effect on the start of a game"},
        {{"best", "new", "--level", "2", "--nodes", "9"},
         "--nodes: has no effect on levels 1 and 2"},
        {{"best", "new", "--level", "1", "--threads", "2"}, "--threads: has no effect on levels"},
        {{"match", "1", "2", "--opening", "0", "--seed", "3"}, "no effect with --opening 0"},
        {{"match", "1", "greedy", "--time", "1s"},
         "--time: has no effect on players that look one"},
        {{"match", "1"}, "B is missing: another player, or --against COMMAND"},
        {{"match", "1", "2", "--against", "x"}, "B does not go with --against"},
        {{"match", "1", "2", "--patience", "1s"}, "--patience has no effect without --against"},
        {{"match", "1", "2", "--sprt", "20,0"}, "--sprt: '20,0' is not two differences in Elo"},
        {{"match", "1", "2", "--sprt", "0,1001"}, "from -1000 to 1000"},
        {{"match", "1", "2", "--sprt", "5"}, "--sprt: '5' is not two differences in Elo"},
        {{"match", "1", "2", "--records", "/no/such"}, "--records: there is no folder '/no/such'"},
        {{"play", "--level", "3"}, "--level: has no effect without --white computer or --black"},
        {{"play", "--time", "1s"}, "--time: has no effect without --white computer or --black"},
        {{"match", "1", "2", "--clock", "wall"}, "--clock: has no effect without --time"},
        {{"analyse", "x", "--level", "2", "--nodes", "9"}, "--nodes: has no effect on levels"},
        {{"engine", "--level", "1", "--threads", "2"}, "--threads: has no effect on levels"},
        {{"replay", "examples/duels/game.txt", "--at", "99"}, "the game has only 72 plays"},
        {{"solve", "new", "--threads", "0"}, "--threads: '0' is not a whole number from 1 to 1024"},
        {{"perft", "new", "1", "--limit-memory", "1G"}, "unknown option '--limit-memory'"},
    };
    for (const usage& u : wrong) {
        CAPTURE(u.says);
        const outside::result r = amazons(u.words);
        CHECK(r.code == 2);
        CHECK(r.out.empty());
        CHECK(r.err.starts_with("error: "));
        CHECK_MESSAGE(has(r.err, u.says), r.err);
    }
}

TEST_CASE("amazons check counts plays and tells which amazons can move") {
    const outside::result r = amazons({"check", "new", "--json"});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    const json d = r.document();
    CHECK(names_of(d) ==
          std::vector<std::string>{"status", "to_move", "legal_plays", "loser_to_move", "amazons"});
    CHECK(d["status"] == "valid");
    CHECK(d["to_move"] == 1);
    CHECK(d["legal_plays"] == 2176);
    CHECK(d["loser_to_move"] == false);
    CHECK(d["amazons"].size() == 8);
    CHECK(d["amazons"]["a4"] == json{{"can_move", true}});

    const outside::result l = amazons({"check", "-", "--json"}, lost);
    CHECK(l.code == 0);
    const json of_lost = l.document();
    CHECK(of_lost["legal_plays"] == 0);
    CHECK(of_lost["loser_to_move"] == true);
    CHECK(of_lost["amazons"]["a1"]["can_move"] == false);
    CHECK(of_lost["amazons"]["d10"]["can_move"] == true);
    CHECK(has(amazons({"check", middle}).out, "valid: white to move, 690 legal plays, 16 arrows"));
    CHECK(has(amazons({"check", "-"}, lost).out, "white to move has lost"));
}

TEST_CASE("a bad saved game gets its code, line and column") {
    const std::string good[] = {"a4,d1,g1,j4", "a7,d10,g10,j7", "", "1"};
    struct fault {
        std::string text;
        std::string code;
        int line;
        int column;
    };
    const fault faults[] = {
        {"", "missing_line", 1, 1},
        {good[0] + "\n" + good[1] + "\n\n", "missing_line", 4, 1},
        {good[0] + "\n" + good[1] + "\n\n1\n2\n", "extra_line", 5, 1},
        {"a4,d1,k1,j4\n" + good[1] + "\n\n1\n", "bad_cell", 1, 7},
        {"a4,d1,G1,j4\n" + good[1] + "\n\n1\n", "bad_cell", 1, 7},
        {good[0] + "\n" + good[1] + "\n b5, b5\n1\n", "duplicate_cell", 3, 6},
        {good[0] + "\n" + good[1] + "\nc3,d10\n1\n", "overlap", 3, 4},
        {"a4,d1,g1\n" + good[1] + "\n\n1\n", "wrong_count", 1, 9},
        {good[0] + "\n" + good[1] + "\n\n3\n", "bad_player", 4, 1},
    };
    for (const fault& f : faults) {
        CAPTURE(f.text);
        for (const std::string command : {"check", "moves", "best", "solve", "show"}) {
            if (outside::is_left_out(&f - faults) && command != "check") continue;
            const outside::result r = amazons({command, "-", "--json"}, f.text);
            CHECK(r.code == 3);
            const json d = r.document();
            CHECK(d["status"] == "invalid");
            CHECK(d["errors"][0]["code"] == f.code);
            CHECK(d["errors"][0]["line"] == f.line);
            CHECK(d["errors"][0]["column"] == f.column);
        }
        const outside::result words = amazons({"check", "-"}, f.text);
        CHECK(words.code == 3);
        CHECK(words.out.empty());
        CHECK(words.err.starts_with("error[" + f.code + "]: "));
        CHECK(has(words.err, "<standard input>:" + std::to_string(f.line) + ':' +
                                 std::to_string(f.column) + '\n'));
    }
    CHECK(amazons({"check", "-"}, " a4 ,d1,\tg1,j4 \r\na7,d10,g10,j7\r\n\r\n1").code == 0);
    const outside::result none = amazons({"check", "/no/such/file", "--json"});
    CHECK(none.code == 3);
    CHECK(none.document()["errors"][0]["code"] == "unreadable");
}

TEST_CASE("a byte order mark is accepted with a warning, and refused by --strict") {
    const std::string marked = "\xEF\xBB\xBF" + outside::content_of(SENDA_SOURCE_DIR "/" + middle);
    const outside::result r = amazons({"check", "-", "--json"}, marked);
    CHECK(r.code == 0);
    CHECK(r.document()["warnings"] == json::array({"bom"}));
    CHECK(has(amazons({"check", "-"}, marked).err, "warning: "));
    CHECK(amazons({"check", "-", "--strict"}, marked).code == 3);
}

TEST_CASE("amazons valid answers by its exit code") {
    struct question {
        std::vector<std::string> words;
        int code;
        std::string reason;
    };
    const question all[] = {
        {{"new", "move", "d1", "d7"}, 0, ""},
        {{"new", "move", "d1", "g1"}, 1, "cannot_go_there"},
        {{"new", "move", "d1", "d10"}, 1, "cannot_go_there"},
        {{"new", "move", "d1", "d1"}, 1, "cannot_go_there"},
        {{"new", "move", "d10", "d9"}, 0, ""},
        {{"new", "move", "d10", "d9", "--player"}, 1, "not_your_amazon"},
        {{"new", "move", "d1", "d9", "--player"}, 0, ""},
        {{"new", "move", "e5", "e6"}, 1, "no_amazon"},
        {{"new", "move", "e5", "e6", "--player"}, 1, "not_your_amazon"},
        {{"new", "shot", "a4", "a6"}, 0, ""},
        {{"new", "shot", "a4", "a8"}, 1, "cannot_shoot_there"},
        {{"new", "shot", "a7", "a8"}, 0, ""},
        {{"new", "shot", "a7", "a8", "--player"}, 1, "not_your_amazon"},
        {{"new", "shot", "a4", "a6", "--player"}, 0, ""},
        {{middle, "move", "g1", "c5"}, 0, ""},
        {{middle, "move", "g1", "f1"}, 1, "cannot_go_there"},
        {{middle, "move", "b1", "a1"}, 0, ""},
        {{middle, "move", "i3", "f6"}, 1, "cannot_go_there"},
        {{middle, "shot", "c1", "d1"}, 0, ""},
        {{middle, "shot", "g6", "g8"}, 1, "cannot_shoot_there"},
    };
    for (const question& q : all) {
        CAPTURE(q.words);
        std::vector<std::string> words = q.words;
        words.insert(words.begin(), "valid");
        CHECK(amazons(words).code == q.code);
        words.push_back("--json");
        const json d = amazons(words).document();
        CHECK(d["valid"] == (q.code == 0));
        CHECK(d["reason"] == (q.code == 0 ? json() : json(q.reason)));
    }
    for (const std::string word : {"D1", "k1", "a0", "a11", "a01", "", "d", "-1", "d1-d7/g7"}) {
        CAPTURE(word);
        for (const std::vector<std::string>& cells :
             {std::vector{word, std::string{"d7"}}, std::vector{std::string{"d1"}, word}}) {
            std::vector<std::string> words{"valid", "new", "move"};
            if (word == "-1") words.push_back("--");
            words.insert(words.end(), cells.begin(), cells.end());
            const outside::result bad = amazons(words);
            CHECK(bad.code == 3);
            CHECK(bad.err.starts_with("error[bad_cell]: unknown cell '" + word + "'"));
        }
    }
}

TEST_CASE("amazons moves lists every play once, and perft counts them") {
    const outside::result r = amazons({"moves", "new", "--json"});
    CHECK(r.code == 0);
    CHECK(names_of(r.document()) == std::vector<std::string>{"plays"});
    std::vector<std::string> plays = r.document()["plays"];
    CHECK(plays.size() == 2176);
    CHECK(std::find(plays.begin(), plays.end(), "a4-a5/a6") != plays.end());
    std::sort(plays.begin(), plays.end());
    CHECK(std::adjacent_find(plays.begin(), plays.end()) == plays.end());
    const std::string lines = amazons({"moves", middle}).out;
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 690);
    CHECK(amazons({"moves", "-", "--json"}, lost).document()["plays"] == json::array());

    CHECK(amazons({"perft", "new", "1"}).out == "2176\n");
    const json d = amazons({"perft", "new", "2", "--json"}).document();
    CHECK(d["depth"] == 2);
    CHECK(d["nodes"] == "4307152");
    CHECK(names_of(d) == std::vector<std::string>{"depth", "nodes"});
    CHECK(amazons({"perft", "new", "0"}).out == "1\n");
    CHECK(amazons({"perft", "-", "3"}, lost).out == "0\n");
    const outside::result limited = amazons({"perft", "new", "9", "--limit-time", "50ms"});
    CHECK(limited.code == 4);
    const outside::result few =
        amazons({"perft", "new", "3", "--limit-expansions", "10", "--json"});
    CHECK(few.code == 4);
    CHECK(few.document()["nodes"].is_null());
}

TEST_CASE("help names each argument once") {
    for (const std::string command :
         {"play", "check", "valid", "moves", "perft", "best", "solve", "match", "show"}) {
        const std::string help = amazons({command, "--help"}).out;
        for (const std::string name : {"DEPTH", "FILE", "WHAT", "FROM", "TO", "A", "B"})
            CHECK_FALSE(has(help, ' ' + name + ' ' + name + ' '));
    }
}

TEST_CASE("amazons best finds a legal play, the same for the same nodes and seed") {
    const std::string nodes = support::is_slow ? "10" : "50";
    const outside::result r = amazons({"best", middle, "--nodes", nodes, "--json"});
    CHECK(r.code == 0);
    const json d = r.document();
    for (const char* name :
         {"play", "score", "win_probability", "depth", "nodes", "principal_variation"})
        CHECK(d.contains(name));
    const std::vector<std::string> plays = amazons({"moves", middle, "--json"}).document()["plays"];
    CHECK(std::find(plays.begin(), plays.end(), d["play"].get<std::string>()) != plays.end());
    CHECK(d["principal_variation"][0] == d["play"]);
    CHECK(d["win_probability"] >= 0);
    CHECK(d["win_probability"] <= 1);
    CHECK(amazons({"best", middle, "--nodes", nodes, "--json"}).document()["play"] == d["play"]);
    CHECK(amazons({"best", middle, "--nodes", nodes})
              .out.starts_with(d["play"].get<std::string>() + '\n'));
    CHECK(amazons({"best", "new", "--time", "50ms", "--threads", "2"}).code == 0);

    const outside::result none = amazons({"best", "-", "--json"}, lost);
    CHECK(none.code == 1);
    CHECK(none.document()["play"].is_null());
    CHECK(none.document()["win_probability"] == 0);
}

TEST_CASE("amazons solve proves a win or a loss, or says that a limit came first") {
    const outside::result win = amazons({"solve", endgame, "--json"});
    CHECK(win.code == 0);
    CHECK(win.document()["result"] == "win");
    const std::string play = win.document()["play"];
    const std::vector<std::string> plays =
        amazons({"moves", endgame, "--json"}).document()["plays"];
    CHECK(std::find(plays.begin(), plays.end(), play) != plays.end());
    CHECK(amazons({"solve", endgame}).out.starts_with("win: "));

    const outside::result loss = amazons({"solve", "-", "--json"}, lost);
    CHECK(loss.code == 1);
    CHECK(loss.document()["result"] == "loss");
    CHECK(loss.document()["play"].is_null());

    // More positions than one thread looks at before it asks others to help.
    const outside::result shared =
        amazons({"solve", "new", "--size", "5x4", "--threads", "3", "--limit-expansions", "30000",
                 "--json", "--progress", "json"});
    CHECK(shared.code == 4);
    CHECK(shared.document()["statistics"]["positions"] > 20'000);
    CHECK(shared.document()["statistics"]["positions"] <= 30'000);
    CHECK(has(shared.err, R"("total":170)"));

    const outside::result limit = amazons({"solve", "new", "--json", "--limit-time", "50ms"});
    CHECK(limit.code == 4);
    CHECK(limit.document()["result"] == "limit");
    CHECK(limit.document()["play"].is_null());
}

TEST_CASE("every command of amazons knows boards of other sizes") {
    const std::vector<std::string> size{"--size", "4x5"};
    const auto sized = [&](std::vector<std::string> words, const std::string& input = {}) {
        words.insert(words.end(), size.begin(), size.end());
        return amazons(words, input);
    };
    CHECK(has(sized({"show", "new"}).out, "    a  b  c  d  e\n 4  .  X  .  X  .  4\n"));
    const std::string plays = sized({"moves", "new"}).out;
    CHECK(std::count(plays.begin(), plays.end(), '\n') == 170);
    CHECK(sized({"perft", "new", "1"}).out == "170\n");
    CHECK(has(sized({"check", "new"}).out, "white       b1, d1, a2, e2"));
    CHECK(sized({"valid", "new", "move", "b1", "b3"}).code == 0);
    CHECK(sized({"valid", "new", "move", "b1", "b5"}).code == 3);  // there is no fifth row
    CHECK(sized({"best", "new", "--nodes", "5"}).code == 0);
    CHECK(sized({"match", "greedy", "greedy", "--games", "2"}).code == 0);
    const std::string game = "a1\ne4\n\n1\n";
    CHECK(sized({"check", "-"}, game).code == 0);
    CHECK(amazons({"check", "-"}, game).code == 3);  // with four amazons each on 10 x 10
    CHECK(has(sized({"check", "-"}, "f1\ne4\n\n1\n").err,
              "a column from a to e and a row from 1 to 4"));
    const outside::result solved = amazons({"solve", "new", "--size", "3x5", "--json"});
    CHECK(solved.code == 0);
    CHECK(solved.document()["result"] == "win");
    const outside::result played =
        sized({"play", "--lang", "en", "--new", "--white-name", "A", "--black-name", "B"},
              "b1\nb5\nb3\nb1\n-1\n");
    CHECK(has(played.out, "A plays b1-b3/b1"));
    CHECK(has(played.out, " 3  X  0  .  .  X  3\n"));
}

TEST_CASE("amazons match tells how many games were won, and how sure that is") {
    // Under the sanitizers players that think little.
    const std::string other = support::is_slow ? "greedy" : "1";
    const std::string stronger = support::is_slow ? "greedy" : "2";
    const std::vector<std::string> two_games{"match", "greedy", other, "--games",
                                             "2",     "--seed", "7",   "--json"};
    const outside::result r = amazons(two_games);
    CHECK(r.code == 0);
    json d = r.document();
    CHECK(d["status"] == "finished");
    CHECK(d["first"] == "greedy");
    CHECK(d["games"] == 2);
    CHECK(d["wins"].get<int>() + d["losses"].get<int>() == 2);
    CHECK(d["interval"][0].get<double>() <= d["share"].get<double>() + 1e-9);
    CHECK(d["interval"][1].get<double>() >= d["share"].get<double>() - 1e-9);
    CHECK(d["illegal_plays"] == 0);
    if (!support::is_slow) {
        json again = amazons(two_games).document();
        d.erase("seconds");
        again.erase("seconds");
        CHECK(again == d);
    }
    CHECK(has(amazons({"match", stronger, other, "--games", "1"}).out,
              stronger + " against " + other + ": "));

    const outside::result limited =
        amazons({"match", "mcts:50", "alpha_beta:2", "--limit-time", "20ms", "--json"});
    CHECK(limited.code == 4);
    CHECK(limited.document()["status"] == "limit");
    const outside::result none = amazons({"match", "5", "5", "--limit-time", "1ms"});
    CHECK(none.code == 4);
    CHECK(none.out.starts_with("5 against 5: no game was finished\n"));
    CHECK_FALSE(has(none.out, "%"));
    CHECK(amazons({"match", "5", "5", "--limit-time", "1ms", "--json"})
              .document()["share"]
              .is_null());
    for (const std::string name : {"6", "0", "", "greedy:2", "alpha_beta:x", "mcts:0", "human"}) {
        CAPTURE(name);
        const outside::result bad = amazons({"match", name, "1"});
        CHECK(bad.code == 2);
        CHECK(has(bad.err, "there is no player '" + name + "'"));
    }
}

TEST_CASE("amazons match --sprt ends as soon as it can tell two strengths apart") {
    const auto tested = [](std::vector<std::string> more) {
        more.insert(more.begin(), {"match", "greedy"});
        return amazons(more);
    };
    // Who gives up every game is weaker: each win is worth log(share of 300 Elo / share of 0).
    const std::vector<std::string> weak{"--against", "exit 3", "--sprt", "0,300", "--json"};
    const outside::result h1 = tested(weak);
    CHECK(h1.code == 0);
    json d = h1.document();
    CHECK(d["status"] == "finished");
    CHECK(d["games"] == 6);
    CHECK(d["wins"] == 6);
    CHECK(d["sprt"]["accepted"] == "H1");
    CHECK(d["sprt"]["elo0"] == 0);
    CHECK(d["sprt"]["elo1"] == 300);
    CHECK(d["sprt"]["bounds"][1].get<double>() == doctest::Approx(std::log(19)));
    CHECK(d["sprt"]["bounds"][0].get<double>() == doctest::Approx(-std::log(19)));
    const double each = std::log(2 / (1 + std::pow(10, -0.75)));
    CHECK(d["sprt"]["log_likelihood_ratio"].get<double>() == doctest::Approx(6 * each));
    CHECK(has(tested({"--against", "exit 3", "--sprt", "-0.5,300"}).out,
              "\n  sprt        H1, 300 Elo or more, is accepted: log-likelihood ratio 3.1"));

    // Two who play alike win each opening once.
    const std::vector<std::string> alike{"greedy", "--size", "5x5", "--sprt", "200,600"};
    const outside::result h0 = tested(alike);
    CHECK(h0.code == 1);
    CHECK(has(h0.out, "greedy against greedy: 2 of 4 won, 50.0 %"));
    CHECK(has(h0.out, "  sprt        H0, 200 Elo or less, is accepted: log-likelihood ratio -3.6"));
    CHECK(has(h0.out, ", bounds -2.94 and 2.94\n"));

    const outside::result few =
        tested({"greedy", "--size", "5x5", "--sprt", "200,600", "--games", "2"});
    CHECK(few.code == 4);
    CHECK(has(few.out, "undecided between H0, 200 Elo or less, and H1, 600 Elo or more: "));
    d = tested({"--against", "exit 3", "--sprt", "0,300", "--games", "4", "--json"}).document();
    CHECK(d["status"] == "limit");
    CHECK(d["games"] == 4);
    CHECK(d["sprt"]["accepted"].is_null());
}

TEST_CASE("amazons shows a position in characters, as JSON and in files") {
    const std::string shown = amazons({"show", middle}).out;
    CHECK(has(shown,
              "    a  b  c  d  e  f  g  h  i  j\n"
              "10  *  X  .  .  .  .  .  .  .  .  10\n"
              " 9  .  .  .  .  .  .  *  .  0  .  9\n"));
    CHECK(has(shown, "\n 1  .  X  .  .  *  *  0  *  *  *  1\n"));
    CHECK(has(shown, "\n0 white   X black   * arrow   . empty cell\n"));
    const json d = amazons({"show", middle, "--json"}).document();
    CHECK(d["to_move"] == 1);
    CHECK(d["white"].size() == 4);
    CHECK(d["black"].size() == 4);
    CHECK(d["arrows"].size() == 16);
    const outside::temporary_folder folder;
    const std::string svg = folder.name + "/a.svg";
    const std::string png = folder.name + "/a.png";
    CHECK(amazons({"show", middle, "--svg", svg, "--png", png}).code == 0);
    CHECK(outside::content_of(svg).starts_with("<svg"));
    CHECK(outside::content_of(png).substr(1, 3) == "PNG");
    CHECK(has(amazons({"show", "new", "--color", "always"}).out, "\x1b["));
}

TEST_CASE("Ctrl-C ends amazons with 130, and best still tells what it has") {
    for (const std::string command : {"perft", "solve", "best", "match"}) {
        CAPTURE(command);
        std::vector<std::string> words{SENDA_PROGRAMS_DIR "/amazons", command, "new", "--json"};
        if (command == "match") words = {words[0], command, "5", "5", "--json"};
        if (command == "perft") words.insert(words.begin() + 3, "9");
        if (command == "best") words.insert(words.end(), {"--time", "1h"});
        outside::running search(words);
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        search.send(SIGINT);
        const outside::result r = search.wait();
        CHECK(r.code == 130);
        const json d = r.document();
        if (command == "best") CHECK(d["play"].is_string());
    }
}

}  // namespace amazons_test
