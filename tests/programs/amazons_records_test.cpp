// SPDX-License-Identifier: MIT
// Games that are recorded, replayed and analysed, and programs that play against each other.
#include "in_terminal.hpp"
#include "run_program.hpp"
#include "support/rounds.hpp"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using outside::amazons;
using outside::content_of;
using outside::has;
using outside::json;

namespace amazons_records_test {

const std::string game = "examples/duels/game.txt";
const std::string program = SENDA_PROGRAMS_DIR "/amazons";

/// A program of the shell that answers each question for a play with some commands.
std::string answering(const std::string& commands) {
    return "while read line; do case \"$line\" in go*) " + commands + ";; esac; done";
}

outside::result match_against(const std::string& command, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"match", "greedy", "--against", command, "--games", "2", "--json"});
    return amazons(more);
}

TEST_CASE("amazons engine answers in the dialect of four parts and a time") {
    const outside::result r =
        amazons({"engine"}, "pos a4,d1,g1,j4|a7,d10,g10,j7||1\ngo ms 30\neval\ngo nodes 5\n");
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    const std::vector<std::string> plays = amazons({"moves", "new", "--json"}).document()["plays"];
    const std::size_t at = r.out.find("\nbestmove ");
    REQUIRE(at != r.out.npos);
    const std::string best = r.out.substr(at + 10, r.out.find('\n', at + 1) - at - 10);
    CHECK(std::find(plays.begin(), plays.end(), best) != plays.end());
    CHECK(has(r.out, "info value 0."));
    CHECK(has(r.out, "error unknown_command unknown command 'eval' (column 1)\n"));
    CHECK(r.out.find("\nbestmove ", at + 1) != r.out.npos);
}

TEST_CASE("amazons engine says who it is, stops, and knows an end") {
    const outside::result r =
        amazons({"engine", "--level", "2"},
                "hello\r\nisready\n\nsize 11x10\nsize 6x6\nsize 10x10\npos new\ngo "
                "infinite\nstop\nnewgame\n"
                "pos a1,b1,c1,d1|a10,b10,c10,d10|a2,b2,c2,d2,e2,e1|1\ngo\npos x\nquit\ngo\n");
    CHECK(r.code == 0);
    CHECK(r.out.starts_with("id name senda amazons\nid version "));
    CHECK(has(r.out, "\nid protocol 1\nreadyok\nreadyok\nerror unsupported_size "));
    CHECK(has(r.out, "\nbestmove none\n"));
    CHECK(has(r.out, "\nerror missing_line "));
    std::size_t answers = 0;  // none to what comes after quit
    for (std::size_t at = 0; (at = r.out.find("bestmove", at)) != r.out.npos; ++at) ++answers;
    CHECK(answers == 2);
    // A question without an end is answered once no more lines can come.
    CHECK(has(amazons({"engine"}, "go infinite\n").out, "\nbestmove "));
    // A search with a limit goes on to it at the end of the input, but not at `quit`.
    CHECK(has(amazons({"engine"}, "pos new\ngo nodes 40\n").out, " nodes 40 "));
    const std::string quit = amazons({"engine"}, "pos new\ngo nodes 123456789\nquit\n").out;
    CHECK(has(quit, "bestmove "));
    CHECK_FALSE(has(quit, "123456789"));
}

TEST_CASE("amazons engine answers a line that is too long, and goes on") {
    const outside::result r =
        amazons({"engine"}, std::string(3'000'000, 'x') + "\nisready\nsize 12x12\n");
    CHECK(r.code == 0);
    CHECK(r.out ==
          "error line_too_long a line has up to 1048576 bytes\nreadyok\n"
          "error unsupported_size a board has up to 10x10 cells here (column 6)\n");
}

TEST_CASE("amazons engine counts the positions of its exact search") {
    const outside::result r = amazons({"engine"}, "size 5x5\npos new\ngo nodes 20\n");
    CHECK(has(r.out, " nodes 20 "));
}

TEST_CASE("amazons engine answers go infinite after stop, also where nothing is to be found out") {
    if (!outside::has_terminals()) return;
    // White has one play, and with it the game.
    outside::in_terminal t({program, "engine", "--limit-memory", "100k"});
    t.type("size 3x1\npos a1|a3||1\ngo infinite\n");
    CHECK(t.shows("info value"));
    t.type("isready\n");
    CHECK(t.shows("readyok"));
    CHECK_FALSE(t.has_shown("bestmove"));
    t.type("stop\n");
    CHECK(t.shows("bestmove"));
    t.type("quit\n");
    CHECK(t.wait() == 0);
}

TEST_CASE("what amazons proves is shown by every command") {
    const std::string lost =
        "b3,c9,g6,j7\nb2,d5,i1,i10\na1,a2,a3,a4,a6,b4,b5,b6,b7,b8,b9,c1,c2,c3,c4,c8,c10,d4,d7,d8,"
        "d9,e3,e4,e5,e7,e10,f2,f3,f5,f6,f7,f8,f9,g3,g4,g9,g10,h3,h4,h6,h7,h8,h9,i2,i3,i6,i7,i8,i9,"
        "j1,j2,j5,j8,j9\n1\n";
    const outside::temporary_file file(lost);
    CHECK(amazons({"solve", file.name()}).code == 1);
    for (const char* level : {"4", "5"}) {
        const json best = amazons({"best", file.name(), "--level", level, "--json"}).document();
        CHECK(best["outcome"] == "loss");
        CHECK(best["win_probability"] == 0);
    }
    std::string line = lost.substr(0, lost.size() - 1);
    std::replace(line.begin(), line.end(), '\n', '|');
    CHECK(has(amazons({"engine"}, "pos " + line + "\ngo nodes 20000\n").out, "info value 0.0000"));
    const outside::result played = amazons(
        {"play", "--load", file.name(), "--white-name", "A", "--black-name", "B"}, "e\n?\nq\n");
    CHECK(has(played.out, "white 0 %"));
    CHECK_FALSE(has(played.out, " 91 %"));
}

TEST_CASE("amazons engine tells what it knows while it thinks, and does not think otherwise") {
    const auto lines_of = [](const std::string& out, const std::string& word) {
        std::vector<std::string> lines;
        std::istringstream in(out);
        for (std::string line; std::getline(in, line);)
            if (line.starts_with(word)) lines.push_back(line);
        return lines;
    };
    const std::string out = amazons({"engine"}, "pos new\ngo nodes 300\n").out;
    const auto infos = lines_of(out, "info value 0.");
    REQUIRE(infos.size() == 3);
    CHECK(has(infos[0], " nodes 128 "));
    CHECK(has(infos[1], " nodes 256 "));
    CHECK(has(infos[2], " nodes 300 "));
    for (const std::string& line : infos) CHECK(has(line, " line "));
    const auto best = lines_of(out, "bestmove ");
    REQUIRE(best.size() == 1);
    const json alone = amazons({"best", "new", "--nodes", "300", "--json"}).document();
    CHECK(best[0] == "bestmove " + alone["play"].get<std::string>());
}

TEST_CASE("amazons match plays against a program that speaks the protocol") {
    const outside::temporary_folder folder;
    const outside::result r =
        match_against(program + " engine --level 1", {"--records", folder.name});
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    const json d = r.document();
    CHECK(d["status"] == "finished");
    CHECK(d["second"] == "senda amazons");
    CHECK(d["games"] == 2);
    CHECK(d["forfeits"] == json::array());
    CHECK(d["illegal_plays"] == 0);
    CHECK(d["processor_seconds"].size() == 2);
    CHECK(d["processor_seconds"][1] > 0);
    CHECK(d["thinking_seconds"][1] > 0);
    CHECK(folder.files() == 2);
    const json first = amazons({"replay", folder.name + "/game-1.txt", "--json"}).document();
    CHECK(first["status"] == "valid");
    CHECK(first["white"] == "greedy");
    CHECK(first["end"] == "blocked");
    const json small = match_against(program + " engine --level 1", {"--size", "6x6"}).document();
    CHECK(small["forfeits"] == json::array());
    const outside::result words =
        amazons({"match", "greedy", "--against", program + " engine --level 1", "--games", "1",
                 "--time", "20ms", "--clock", "processor"});
    CHECK(words.code == 0);
    CHECK(has(words.out, "\n  B thought   "));
    CHECK(has(words.out, " of the processor, "));
}

TEST_CASE("a program that crashes, hangs or answers nonsense loses its games, and it is said why") {
    struct fault {
        std::string command;
        std::string reason;
        std::string says;
        std::vector<std::string> more = {};
    };
    const fault faults[] = {
        {"exit 3", "crashed", "it ended with code 3"},
        {answering("kill -9 $$"), "crashed", "it was ended by signal 9"},
        {answering("sleep 9"), "hung", "it gave no answer for 200 ms", {"--patience", "200ms"}},
        {answering("echo bestmove a1-a2/a3"), "illegal_play",
         "it played a1-a2/a3, which is not legal: no amazon of "},
        {answering("echo bestmove d1d2d3"), "bad_answer", "it answered 'bestmove d1d2d3'"},
    };
    for (const fault& f : faults) {
        CAPTURE(f.command);
        const outside::result r = match_against(f.command, f.more);
        CHECK(r.code == 0);
        const json d = r.document();
        CHECK(d["wins"] == 2);
        REQUIRE(d["forfeits"].size() == 2);
        CHECK(d["forfeits"][1]["game"] == 2);
        CHECK(d["forfeits"][1]["reason"] == f.reason);
        CHECK(has(d["forfeits"][1]["message"], f.says));
        CHECK(has(r.err, "note: game 1: the other program loses: " + f.says));
    }
    // Who has no play to give resigns, which is no fault.
    const json resigned = match_against(answering("echo info; echo bestmove none")).document();
    CHECK(resigned["wins"] == 2);
    CHECK(resigned["forfeits"] == json::array());

    const outside::result none = match_against("/no/such/program");
    CHECK(none.code == 2);
    CHECK(none.out.empty());
    CHECK(has(none.err, "error: the other program cannot be run: '/no/such/program'"));
}

TEST_CASE("amazons play records a game, and prints it as JSON") {
    const outside::temporary_folder folder;
    const std::string record = folder.name + "/record.txt";
    const std::string answers = "Ana\nLuis\nn\nd1\nd7\ng7\na7-b7/a7\n-1\n";
    const outside::result r =
        amazons({"play", "--lang", "en", "--json", "--record", record}, answers);
    CHECK(r.code == 0);
    CHECK(has(r.err, "Ana resigns. Luis (black) wins!"));
    const json d = r.document();
    CHECK(d["status"] == "finished");
    CHECK(d["white"] == "Ana");
    CHECK(d["plays"] == json::array({"d1-d7/g7", "a7-b7/a7"}));
    CHECK(d["end"] == "resigned");
    CHECK(d["winner"] == 2);
    CHECK(has(d["position"], "|a7,g7|1"));
    CHECK(content_of(record) ==
          "Amazons: 10x10\nWhite: Ana\nBlack: Luis\nResult: black wins, white resigned\n\n"
          "d1-d7/g7\na7-b7/a7\n");
    CHECK(folder.files() == 1);

    // It goes on where it was left, and plays can be taken back.
    const outside::result on = amazons({"play", "--lang", "en", "--load", record, "--json"},
                                       "Ana\nLuis\nu\na7-a6/a7\nq\n");
    CHECK(on.code == 0);
    CHECK(on.document()["status"] == "unfinished");
    CHECK(on.document()["plays"] == json::array({"d1-d7/g7", "a7-a6/a7"}));
    CHECK(amazons({"check", record, "--json"}).document()["to_move"] == 1);

    // Who gives no name has that of the record, or a number.
    const outside::result same =
        amazons({"play", "--lang", "en", "--load", record, "--json"}, "\nEva\nq\n");
    CHECK(has(same.err, "with the white amazons [Ana]: \n"));
    CHECK(same.document()["white"] == "Ana");
    CHECK(same.document()["black"] == "Eva");
    const std::string nobody = amazons({"play", "--lang", "en", "--new"}, "\n\n-1\n").out;
    CHECK(has(nobody, "0 Player 1 (white)   X Player 2 (black)"));
    CHECK(has(nobody, "Player 1 resigns. Player 2 (black) wins!"));
    CHECK(has(amazons({"play", "--lang", "es", "--new"}, "\n\nq\n").out, "Juega Jugador 1"));

    const outside::result lost =
        amazons({"play", "--lang", "en", "--record", "/no/such/folder/file"}, answers);
    CHECK(lost.code == 2);
    CHECK(has(lost.out, "Luis (black) wins!"));
    CHECK(has(lost.err, "cannot write '/no/such/folder/file'"));
}

TEST_CASE("amazons replay prints a game, a position of it, and makes pages and pictures") {
    const outside::result r = amazons({"replay", game});
    CHECK(r.code == 0);
    CHECK(r.out.starts_with("Ana (white) against Luis (black), 72 plays\n   1. d1-c2/a2      "));
    CHECK(has(r.out, "\n  36. "));
    CHECK(has(r.out, "Ana cannot play any more. Luis (black) wins!\n"));
    const json d = amazons({"replay", game, "--at", "1", "--json"}).document();
    CHECK(d["plays"].size() == 72);
    CHECK(d["winner"] == 2);
    CHECK(d["position"] == "a4,c2,g1,j4|a7,d10,g10,j7|a2|2");

    const outside::temporary_folder folder;
    const auto in = [&folder](const std::string& name) { return folder.name + '/' + name; };
    const outside::result files =
        amazons({"replay", game, "--at", "2", "--save", in("a.txt"), "--svg", in("a.svg"), "--png",
                 in("a.png"), "--html", in("a.html"), "--apng", in("a.apng")});
    CHECK(files.code == 0);
    CHECK(has(files.out, "After 2 plays:\n"));
    CHECK(amazons({"check", in("a.txt"), "--json"}).document()["to_move"] == 1);
    CHECK(content_of(in("a.svg")).starts_with("<svg"));
    CHECK(content_of(in("a.png")).substr(1, 3) == "PNG");
    CHECK(has(content_of(in("a.html")), "Luis plays "));
    CHECK(has(content_of(in("a.apng")), "acTL"));
    CHECK(amazons({"replay", game, "--at", "2", "--save", "-"}).out == content_of(in("a.txt")));

    CHECK(amazons({"replay", game, "--at", "73"}).code == 2);
    const outside::result bad = amazons({"replay", "-"}, "Amazons: 10x10\n\nd1-d10/d9\n");
    CHECK(bad.code == 3);
    CHECK(has(bad.err, "error[illegal_play]: play 1, 'd1-d10/d9', is not legal: "));
    CHECK(has(bad.err, "<standard input>:3:1\n"));
    CHECK(has(amazons({"replay", "examples/duels/middle.txt"}).err, "error[bad_header]: "));
    CHECK(has(amazons({"replay", "-"}, "Amazons: 10x10\n").err, "[missing_result]"));
    CHECK(amazons({"replay", "-", "--strict"}, "Amazons: 10x10\n").code == 3);
}

TEST_CASE("a record says its own size, and players without names are called by colour") {
    const std::string small = "Amazons: 6x6\nResult: black wins, white resigned\n";
    CHECK(has(amazons({"check", "-"}, small).out, "white       b1, e1, a2, f2"));
    CHECK(amazons({"check", "-", "--size", "6x6"}, small).code == 0);
    for (const std::string command : {"check", "best", "show"}) {
        const outside::result r = amazons({command, "-", "--size", "7x7"}, small);
        CHECK(r.code == 3);
        CHECK(r.out.empty());
        CHECK(r.err.starts_with(
            "error[bad_size]: this game was played on 6x6, and --size says 7x7\n"));
    }
    const outside::temporary_folder folder;
    const std::string name = folder.name + "/small.txt";
    std::ofstream(name) << small;
    const outside::result played = amazons({"play", "--load", name, "--size", "7x7"});
    CHECK(played.code == 3);
    CHECK(has(played.err, "error[bad_size]: "));
    const std::string shown = amazons({"replay", "-"}, small).out;
    CHECK(shown.starts_with("white against black, 0 plays\n"));
    CHECK(has(shown, "white resigns. black wins!"));
    CHECK(amazons({"analyse", "-", "--level", "2"}, small).code == 0);
}

TEST_CASE("amazons replay steps through a game in a terminal") {
    if (!outside::has_terminals()) return;
    outside::in_terminal t({program, "replay", game, "--color", "never"});
    CHECK(t.shows("play 0 of 72"));
    t.type("\x1b[C");
    CHECK(t.shows("Ana plays d1-c2/a2."));
    t.type("\x1b[B");
    CHECK(t.shows("play 11 of 72"));
    t.type("G");
    CHECK(t.shows("Luis (black) wins!"));
    t.type("g");
    CHECK(t.shows("The game begins."));
    t.type("q");
    CHECK(t.wait() == 0);
}

TEST_CASE("amazons analyse tells what each play cost, and draws the chances") {
    const outside::temporary_folder folder;
    const auto in = [&folder](const std::string& name) { return folder.name + '/' + name; };
    const std::string nodes = support::is_slow ? "1" : "10";
    const outside::result r = amazons({"analyse", game, "--nodes", nodes, "--json", "--png",
                                       in("a.png"), "--html", in("a.html")});
    CHECK(r.code == 0);
    const json d = r.document();
    CHECK(d["status"] == "analysed");
    REQUIRE(d["plays"].size() == 72);
    double sum = 0;
    for (std::size_t i = 0; i < 72; ++i) {
        const json& p = d["plays"][i];
        CHECK(p["player"] == (i % 2 == 0 ? 1 : 2));
        CHECK(p["loss"] >= 0);
        CHECK(p["better"].is_null() == (p["loss"] == 0));
        CHECK((p["verdict"] == "blunder") == (p["loss"] >= 0.2));
        CHECK(p["white_wins"] >= 0);
        CHECK(p["white_wins"] <= 1);
        if (i % 2 == 1) sum += p["loss"].get<double>();
    }
    CHECK(d["average_loss"][1].get<double>() == doctest::Approx(sum / 36));
    CHECK(d["plays"][71]["white_wins"] == 0);
    CHECK(content_of(in("a.png")).substr(1, 3) == "PNG");
    CHECK(has(content_of(in("a.html")), "white's chance to win"));

    const outside::result words = amazons({"analyse", game, "--level", "2"});
    CHECK(words.code == 0);
    CHECK(has(words.out, "\n   1. white  d1-c2/a2 "));
    CHECK(has(words.out, ": better was "));
    CHECK(has(words.out, "\n  black       "));
    const outside::result limited =
        amazons({"analyse", game, "--level", "5", "--limit-time", "1ms", "--json"});
    CHECK(limited.code == 4);
    CHECK(limited.document()["status"] == "limit");
}

TEST_CASE("Ctrl-C ends an engine that thinks, and it still answers") {
    if (!outside::has_terminals()) return;
    outside::in_terminal t({program, "engine"});
    t.type("go infinite\n");
    t.type("isready\n");
    CHECK(t.shows("readyok"));
    t.type("\x03");
    CHECK(t.wait() == 130);
}

}  // namespace amazons_records_test
