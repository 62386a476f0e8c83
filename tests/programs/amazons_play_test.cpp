// SPDX-License-Identifier: MIT
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <algorithm>
#include <cstddef>
#include <doctest/doctest.h>
#include <fstream>
#include <string>
#include <vector>

using outside::amazons;
using outside::has;
using outside::has_terminals;
using outside::in_terminal;

namespace amazons_play_test {

/// Black has one play left, d10-e10/d10, and loses after it.
const std::string almost_over = "a1,b1,c1,d1\na10,b10,c10,d10\na9,b9,c9,d9,e9,f9,f10\n2\n";

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t i = 0; (i = text.find(part, i)) != text.npos; i += part.size()) ++count;
    return count;
}

std::vector<std::string> on_screen(const std::vector<std::string>& more) {
    std::vector<std::string> words{
        SENDA_PROGRAMS_DIR "/amazons", "play", "--color", "never", "--lang", "en"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST_CASE("amazons play in Spanish says in Spanish what is wrong with a file") {
    const outside::temporary_file broken("a4,d1,g1,k4\na7,d10,g10,j7\n\n1\n");
    const outside::result r = amazons({"play", "--lang", "es", "--load", broken.name(),
                                       "--white-name", "A", "--black-name", "B"});
    CHECK(r.code == 3);
    CHECK(outside::has(r.err, "error[bad_cell]: casilla desconocida 'k4'"));
    CHECK_FALSE(outside::has(r.err, "expected"));
}

TEST_CASE("amazons play asks for names and a new game, then for amazon, target and arrow") {
    const outside::result r =
        amazons({"play", "--lang", "en"}, "Ana\nLuis\nn\nd1\nd7\ng7\na7\nb7\na7\n-1\n");
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(has(r.out,
              "Name of the player with the white amazons: Ana\n"
              "Name of the player with the black amazons: Luis\n"
              "New game (1) or saved game (2)? n\n"));
    CHECK(has(r.out, "10  .  .  .  X  .  .  X  .  .  .  10\n"));
    CHECK(has(r.out,
              "Ana (white) to play\nAmazon: d1\nValid amazon: d1.\nGoes to: d7\n"
              "Valid move: d1 to d7.\n\n    a  b"));
    CHECK(has(r.out,
              "Arrow at: g7\nValid shot: d7 to g7.\n"
              "Ana plays d1-d7/g7\n"));
    CHECK(has(r.out, "Luis (black) to play\n"));
    CHECK(has(r.out, " 7  *  X  .  0  .  .  *  .  .  X  7\n"));
    // A board before each play and between its two halves, with a legend each.
    CHECK(count_of(r.out, "\n    a  b  c  d  e  f  g  h  i  j\n10 ") == 5);
    CHECK(count_of(r.out, "0 Ana (white)   X Luis (black)   * arrow   . empty cell\n") == 5);
    CHECK(r.out.ends_with("Ana resigns. Luis (black) wins!\n"));
}

TEST_CASE("amazons play says what was wrong and asks again only for that") {
    const outside::result r =
        amazons({"play", "--lang", "en"}, "Ana\nLuis\nn\nx\nd5\na7\nd1\ng1\nd10\nd7\na7\ng7\n-1\n");
    CHECK(has(r.out,
              "Amazon: x\n'x' is not a cell: expected a column from a to j and a row from "
              "1 to 10.\nAmazon: d5\nInvalid amazon: none of yours stands on d5.\n"
              "Amazon: a7\nInvalid amazon: none of yours stands on a7.\nAmazon: d1\n"
              "Valid amazon: d1.\n"
              "Goes to: g1\nInvalid move: d1 to g1, an amazon is on g1.\n"
              "Goes to: d10\nInvalid move: d1 to d10, an amazon is on d10.\nGoes to: d7\n"
              "Valid move: d1 to d7.\n"));
    CHECK(has(r.out,
              "Arrow at: a7\nInvalid shot: d7 to a7, an amazon is on a7.\nArrow at: g7\n"
              "Valid shot: d7 to g7.\nAna plays d1-d7/g7\n"));
    CHECK(r.out.ends_with("Luis resigns. Ana (white) wins!\n"));
}

TEST_CASE("amazons play speaks Spanish if it is told to, or if LANG does") {
    const std::string answers = "Ana\nLuis\nn\na7\n-1\n";
    const outside::result spanish = amazons({"play", "--lang", "es"}, answers);
    CHECK(has(spanish.out, "Nombre del jugador con las amazonas blancas: Ana\n"));
    CHECK(has(spanish.out, "0 Ana (blancas)   X Luis (negras)   * flecha   . casilla vacía\n"));
    CHECK(has(spanish.out, "Amazona no válida: no tienes ninguna en a7.\n"));
    CHECK(spanish.out.ends_with("Ana abandona. ¡Gana Luis (negras)!\n"));
    std::vector<std::string> environment = outside::plain_environment();
    environment[1] = "LANG=es_ES.UTF-8";
    CHECK(amazons({"play"}, answers, environment).out == spanish.out);
    CHECK(has(amazons({"play"}, answers).out, "Ana resigns. Luis (black) wins!"));
}

TEST_CASE("-1 resigns at any time, in the middle of a play too") {
    for (const std::string before : {"", "d1\n", "d1\nd7\n"}) {
        const outside::result r =
            amazons({"play", "--lang", "en"}, "Ana\nLuis\nn\n" + before + "-1\n");
        CHECK(r.code == 0);
        CHECK(r.out.ends_with("Ana resigns. Luis (black) wins!\n"));
    }
}

TEST_CASE("who cannot play has lost, before anything is asked") {
    const outside::temporary_file file(almost_over);
    const outside::result r = amazons({"play", "--lang", "en", "--load", file.name()},
                                      "Ana\nLuis\nb10\nd10\ne10\nd10\nd1-d2/d1\n");
    CHECK(r.code == 0);
    CHECK(has(r.out, "Amazon: b10\nInvalid amazon: the one on b10 cannot move.\n"));
    CHECK(r.out.ends_with("Luis cannot play any more. Ana (white) wins!\n"));
    CHECK(count_of(r.out, "Luis (black) to play") == 1);
}

TEST_CASE("a game is saved at any time and loaded again") {
    const outside::temporary_folder folder;
    const std::string file = folder.name + "/tablero.txt";
    const outside::result r =
        amazons({"play", "--lang", "en", "--save", file},
                "Ana\nLuis\nn\nd1-d7/g7\na7\ns\nb7\na7\ns " + folder.name + "/other.txt\n");
    CHECK(r.code == 0);
    CHECK(has(r.out, "Goes to: s\nSaved as " + file + ".\nGoes to: b7\n"));
    CHECK(r.out.ends_with("The game is not over.\n"));
    CHECK(outside::content_of(file) == "a4,d7,g1,j4\na7,d10,g10,j7\ng7\n2\n");
    CHECK(outside::content_of(folder.name + "/other.txt") ==
          "a4,d7,g1,j4\nb7,d10,g10,j7\na7,g7\n1\n");
    CHECK(folder.files() == 2);
    for (const std::string& answer :
         {std::string{"2"}, std::string{"s"}, "2 " + file, "g x.txt\n2   " + file}) {
        const outside::result again =
            amazons({"play", "--lang", "en", "--save", file}, "Ana\nLuis\n" + answer + "\n-1\n");
        CHECK(has(again.err, "Cannot read 'x.txt'") == has(answer, "x.txt"));
        CHECK(again.out.ends_with("Luis resigns. Ana (white) wins!\n"));
    }
    const outside::result unknown =
        amazons({"play", "--lang", "en", "--save", file}, "Ana\nLuis\nx\n1 x\n1\n-1\n");
    CHECK(count_of(unknown.out, "Please answer 1 for a new game, 2 for the one saved as " + file) ==
          2);
    CHECK(unknown.out.ends_with("Ana resigns. Luis (black) wins!\n"));
}

TEST_CASE("without a name, a game is saved as tablero.txt where one plays") {
    const outside::temporary_folder folder;
    const outside::result r = outside::shell(
        "cd " + folder.name + " && printf 'A\\nB\\nn\\ns\\n-1\\n' | amazons play --lang es");
    CHECK(has(r.out, "Guardada en tablero.txt.\n"));
    CHECK(outside::content_of(folder.name + "/tablero.txt") == "a4,d1,g1,j4\na7,d10,g10,j7\n\n1\n");
}

TEST_CASE("a failed save leaves the game alone that was there") {
    const outside::temporary_folder folder;
    const std::string file = folder.name + "/tablero.txt";
    const std::string old = "an older game\n";
    // No file may grow, as on a full disk; the signal that says so is ignored.
    const outside::result r =
        outside::shell("cd " + folder.name + " && echo 'an older game' > tablero.txt && " +
                       "(trap '' XFSZ; ulimit -f 0; printf 'A\\nB\\nn\\ns\\n-1\\n' | amazons play "
                       "--lang en) | cat");
    CHECK_MESSAGE(has(r.out, "Not saved: cannot write 'tablero.txt'"), r.out);
    CHECK(outside::content_of(file) == old);
    CHECK(folder.files() == 1);
    const outside::result nowhere =
        amazons({"play", "--lang", "en", "--save", "/no/such/folder/x.txt"}, "A\nB\nn\ns\n-1\n");
    CHECK(nowhere.code == 0);
    CHECK(has(nowhere.out, "Not saved: cannot write '/no/such/folder/x.txt'"));
    CHECK(nowhere.out.ends_with("B (black) wins!\n"));
}

TEST_CASE("a bad saved game is refused where it stands on the command line, and asked for again") {
    const outside::temporary_file bad("a4,d1,g1,j4\na7,d10,g10,j7\nz1\n1\n");
    const outside::result given = amazons({"play", "--load", bad.name()}, "Ana\nLuis\n-1\n");
    CHECK(given.code == 3);
    CHECK(has(given.err, "error[bad_cell]: "));
    CHECK(has(given.err, ":3:1\n"));
    const outside::result asked =
        amazons({"play", "--lang", "en"}, "Ana\nLuis\ns " + bad.name() + "\nn\n-1\n");
    CHECK(asked.code == 0);
    CHECK(has(asked.err, "error[bad_cell]: "));
    CHECK(has(asked.out, "Luis (black) wins!"));
}

TEST_CASE("plays are taken back and made again, with hints and an evaluation between them") {
    const outside::result r = amazons({"play", "--lang", "en", "--new"},
                                      "Ana\nLuis\nu\nd1\nu\nd1-d7/g7\nu\ny\ne\n?\nq\n");
    CHECK(r.code == 0);
    CHECK(has(r.out, "Amazon: u\nThere is nothing to take back.\n"));
    CHECK(has(r.out,
              "Goes to: u\nAmazon: d1-d7/g7\nValid amazon: d1.\nValid move: d1 to d7.\n"
              "Valid shot: d7 to g7.\nAna plays d1-d7/g7\n"));
    CHECK(has(r.out, "Taken back.\n"));
    CHECK(has(r.out, "Made again.\n"));
    CHECK(has(r.out, "Chances: white "));
    CHECK(has(r.out, "Hint: "));
    CHECK(r.out.ends_with("The game is not over.\n"));
}

TEST_CASE("the computer plays against a person, and against itself to the end") {
    const outside::result r = amazons(
        {"play", "--lang", "en", "--new", "--white", "computer", "--level", "2"}, "Luis\nu\n-1\n");
    CHECK(r.code == 0);
    CHECK(has(r.out, "Computer 2 plays "));
    CHECK(has(r.out, "There is nothing to take back.\n"));
    CHECK(r.out.ends_with("Luis resigns. Computer 2 (white) wins!\n"));

    const outside::result alone = amazons(
        {"play", "--lang", "es", "--white", "computer", "--black", "computer", "--level", "1"});
    CHECK(alone.code == 0);
    CHECK(has(alone.out, "ya no puede jugar. ¡Gana Ordenador "));
    CHECK(count_of(alone.out, "Ordenador A juega ") > 15);
    CHECK(count_of(alone.out, "Ordenador B juega ") > 15);
}

TEST_CASE("amazons play on a screen shows what can be chosen, and plays with a cursor") {
    if (!has_terminals()) return;
    in_terminal game(on_screen({"--new", "--white-name", "Ana", "--black-name", "Luis"}));
    REQUIRE(game.shows("Ana: choose your amazon"));
    CHECK_FALSE(game.gives_lines());
    CHECK(game.shows("> Ana (white)"));
    game.type("e5\n");
    CHECK(game.shows("Invalid amazon: none of yours stands"));
    CHECK(game.shows("0 Ana (white)   X Luis (black)"));
    game.type("D1\n");
    CHECK(game.shows("Valid amazon: d1."));
    CHECK(game.shows("choose where it goes"));
    CHECK(game.shows(" 7  X  .  .  +  .  .  .  .  .  X  7"));
    game.type("d7\n");
    CHECK(game.shows("Valid move: d1 to d7."));
    CHECK(game.shows("choose where the arrow flies"));
    game.type("g7\n");
    CHECK(game.shows("> Luis (black)"));
    CHECK(game.shows("Valid shot: d7 to g7."));
    CHECK(game.shows(" 7 [X] .  .  0  .  .  *  .  .  X  7"));
    game.type("a7\n\x1b[C\nb10\n");
    CHECK(game.shows("last: a7-b7/b10"));
    game.type("u");
    CHECK(game.shows("Taken back."));
    game.type("y");
    CHECK(game.shows("Made again."));
    game.type("v");
    CHECK(game.shows("first there: white"));
    CHECK(game.shows(" 1  o  .  o  .  o  o [0] "));  // also without colours
    game.type("?");
    CHECK(game.shows("Hint: "));
    game.type("!!");
    CHECK(game.shows("Ana resigns. Luis (black)"));
    game.type("q");
    CHECK(game.wait() == 0);
    CHECK(game.gives_lines());
}

TEST_CASE("on a screen the names are asked for first, and the computer answers by itself") {
    if (!has_terminals()) return;
    const outside::temporary_folder folder;
    in_terminal game(
        on_screen({"--black", "computer", "--level", "2", "--save", folder.name + "/saved.txt"}));
    REQUIRE(game.shows("Name of the player with the white amazons: "));
    game.type("Ana\n");
    REQUIRE(game.shows("New game (1) or saved game (2)? "));
    game.type("n\n");
    REQUIRE(game.shows("Ana: choose your amazon"));
    game.type("d1\nd7\ng7\n");
    CHECK(game.shows("Computer 2 plays "));
    game.type("s");
    CHECK(game.shows("Saved as"));
    game.type("u");
    CHECK(game.shows("Taken back."));
    CHECK(game.shows("play 1 "));
    game.type("\x03");
    CHECK(game.wait() == 130);
    CHECK(game.gives_lines());
    CHECK(has(outside::content_of(folder.name + "/saved.txt"), "\n1\n"));
}

/// The game that the rules print: a file, and what is typed.
const std::string printed_game =
    "c10,e7,g3,i10\n"
    "a2,d10,g2,j10\n"
    "e10,h10,c9,d9,h9,i9,j9,a8,d8,f8,i8,c7,f7,g7,h7,e6,i6,a5,b5,d5,e5,f5,g5,h5,b4,c4,d4,f4,h4,j4,"
    "a3,b3,d3,e3,f3,h3,i3,j3,b2,c2,d2,f2,h2,j2,a1,b1,c1,f1,g1,h1,i1,j1\n"
    "1\n";

/// Its board with a few rows replaced: those of the amazon that moves and shoots.
std::string printed_board(const std::string& row_9, const std::string& row_8,
                          const std::string& row_7) {
    return "    a  b  c  d  e  f  g  h  i  j\n"
           "10  .  .  0  X  *  .  .  *  0  X  10\n" +
           row_9 + row_8 + row_7 +
           " 6  .  .  .  .  *  .  .  .  *  .  6\n"
           " 5  *  *  .  *  *  *  *  *  .  .  5\n"
           " 4  .  *  *  *  .  *  .  *  .  *  4\n"
           " 3  *  *  .  *  *  *  0  *  *  *  3\n"
           " 2  X  *  *  *  .  *  X  *  .  *  2\n"
           " 1  *  *  *  .  .  *  *  *  *  *  1\n"
           "    a  b  c  d  e  f  g  h  i  j\n";
}

TEST_CASE("the game that the rules print is played as it stands there") {
    const outside::temporary_folder folder;
    std::ofstream(folder.name + "/tablero.txt") << printed_game;
    const std::string before = printed_board(" 9  .  .  *  *  .  .  .  *  *  *  9\n",
                                             " 8  *  .  .  *  .  *  .  .  *  .  8\n",
                                             " 7  .  .  *  .  0  *  *  *  .  .  7\n");
    const std::string between = printed_board(" 9  .  .  *  *  .  .  .  *  *  *  9\n",
                                              " 8  *  .  .  *  0  *  .  .  *  .  8\n",
                                              " 7  .  .  *  .  .  *  *  *  .  .  7\n");
    const std::string after = printed_board(" 9  .  .  *  *  *  .  .  *  *  *  9\n",
                                            " 8  *  .  .  *  0  *  .  .  *  .  8\n",
                                            " 7  .  .  *  .  .  *  *  *  .  .  7\n");
    const auto played = [&folder](const std::string& language) {
        const outside::result r =
            outside::shell("cd " + folder.name + " && printf 'j1\\nj2\\n2\\ne7\\ne8\\nd9\\ne9\\n'" +
                           " | amazons play --lang " + language);
        CHECK(r.code == 0);
        CHECK(r.err.empty());
        return r.out.substr(std::min(r.out.find("    a  b"), r.out.size()));
    };
    const std::string english = "0 j1 (white)   X j2 (black)   * arrow   . empty cell\n";
    CHECK(played("en") == before + english +
                              "\nj1 (white) to play\n"
                              "Amazon: e7\nValid amazon: e7.\n"
                              "Goes to: e8\nValid move: e7 to e8.\n\n" +
                              between + english +
                              "\nArrow at: d9\nInvalid shot: e8 to d9, an arrow is on d9.\n"
                              "Arrow at: e9\nValid shot: e8 to e9.\n"
                              "j1 plays e7-e8/e9\n\n" +
                              after + english + "j2 cannot play any more. j1 (white) wins!\n");
    const std::string spanish = "0 j1 (blancas)   X j2 (negras)   * flecha   . casilla vacía\n";
    CHECK(played("es") ==
          before + spanish +
              "\nJuega j1 (blancas)\n"
              "Amazona: e7\nAmazona válida: e7.\n"
              "Se mueve a: e8\nMovimiento válido: de e7 a e8.\n\n" +
              between + spanish +
              "\nFlecha a: d9\nDisparo no válido: de e8 a d9, hay una flecha en d9.\n"
              "Flecha a: e9\nDisparo válido: de e8 a e9.\n"
              "j1 juega e7-e8/e9\n\n" +
              after + spanish + "j2 ya no puede jugar. ¡Gana j1 (blancas)!\n");
}

TEST_CASE("the same game is typed on a screen") {
    if (!has_terminals()) return;
    const outside::temporary_file file(printed_game);
    in_terminal game(on_screen({"--save", file.name()}));
    REQUIRE(game.shows("Name of the player with the white amazons: "));
    game.type("j1\n");
    REQUIRE(game.shows("Name of the player with the black amazons: "));
    game.type("j2\n");
    REQUIRE(game.shows("New game (1) or saved game (2)? "));
    game.type("2\n");
    REQUIRE(game.shows("j1: choose your amazon"));
    game.type("e7\n");
    game.type("e8\n");
    CHECK(game.shows("Valid move: e7 to e8."));
    game.type("d9\n");
    CHECK(game.shows("Invalid shot: e8 to d9, an arrow"));
    game.type("e9\n");
    CHECK(game.shows("j2 cannot play any more."));
    game.type("q");  // nothing is lost by that
    CHECK(game.wait() == 0);
}

TEST_CASE("cells are taken as they are typed, and only what was wrong is asked again") {
    const outside::result r = amazons({"play", "--lang", "en", "--new"},
                                      "Ana\nLuis\nD1 d7\na7\nG7\na7 b7 b7\nd10 d9\nA7\n-1\n");
    CHECK(r.code == 0);
    CHECK(has(r.out, "Amazon: D1 d7\nValid amazon: d1.\nValid move: d1 to d7.\n\n    a"));
    CHECK(has(r.out, "Arrow at: G7\nValid shot: d7 to g7.\nAna plays d1-d7/g7\n"));
    CHECK(has(r.out,
              "Amazon: a7 b7 b7\nValid amazon: a7.\nValid move: a7 to b7.\n"
              "Invalid shot: b7 to b7, an amazon is on b7.\n"));
    CHECK(has(r.out, "Arrow at: d10 d9\n'd10 d9' is not a cell"));
    CHECK(has(r.out, "Arrow at: A7\nValid shot: b7 to a7.\nLuis plays a7-b7/a7\n"));
}

TEST_CASE("whoever ends a game with plays that are not saved is asked first") {
    const outside::temporary_folder folder;
    const std::vector<std::string> words{"play",  "--lang", "en",
                                         "--new", "--save", folder.name + "/saved.txt"};
    const std::string question = "The game is not saved. End it (y/n)? ";
    const outside::result stays =
        amazons(words, "Ana\nLuis\nd1-d7/g7\nq\nn\nq\n\nq\ny\nnever read\n");
    CHECK(stays.code == 0);
    CHECK(count_of(stays.out, question) == 3);
    CHECK_FALSE(has(stays.out, "never read"));
    CHECK(stays.out.ends_with(question + "y\nThe game is not over.\n"));
    CHECK(amazons(words, "Ana\nLuis\nd1-d7/g7\nq\n").code == 0);  // no answer can come
    for (const std::string plays : {"", "d1-d7/g7\ns\n", "d1-d7/g7\nu\n"})
        CHECK_FALSE(has(amazons(words, "Ana\nLuis\n" + plays + "q\n").out, question));
    if (!has_terminals()) return;
    in_terminal game(on_screen({"--new", "--white-name", "Ana", "--black-name", "Luis"}));
    REQUIRE(game.shows("Ana: choose your amazon"));
    game.type("d1\nd7\ng7\nq");
    CHECK(game.shows("The game is not saved:"));
    game.type("\x1b[C");
    game.type("q");  // not the second of two
    game.type("u");
    CHECK(game.shows("Taken back."));
    game.type("q");
    CHECK(game.wait() == 0);
}

TEST_CASE("players have different names, in which nothing but letters reaches the terminal") {
    const outside::result same = amazons({"play", "--lang", "en", "--new"}, "Ana\nAna\n-1\n");
    CHECK(same.out.ends_with("Ana resigns. Ana 2 (black) wins!\n"));
    const std::string escape = "\x1b[31m";
    const outside::result r =
        amazons({"play", "--lang", "en", "--new", "--white-name", escape + "A"},
                escape + "B\n" + escape + "\ns " + escape + "/x\n-1\n");
    CHECK(r.code == 0);
    CHECK_FALSE(has(r.out + r.err, "\x1b"));
    CHECK(has(r.out, "'\\x1b[31m' is not a cell"));
    CHECK(has(r.out, "\\x1b[31mA resigns. \\x1b[31mB (black) wins!"));
}

TEST_CASE("Ctrl-C at a question ends a game without a word about errors") {
    if (!has_terminals()) return;
    in_terminal game(
        on_screen({"--plain", "--new", "--white-name", "Ana", "--black-name", "Luis"}));
    REQUIRE(game.shows("Amazon: "));
    CHECK(game.gives_lines());
    game.type("\x03");
    CHECK(game.shows("The game is not over."));
    CHECK_FALSE(game.has_shown("error"));
    CHECK(game.wait() == 130);
}

TEST_CASE("a terminal that cannot move its cursor gets a game in lines") {
    if (!has_terminals()) return;
    std::vector<std::string> environment = outside::plain_environment();
    environment[2] = "TERM=dumb";
    in_terminal game(on_screen({"--new", "--white-name", "Ana", "--black-name", "Luis"}),
                     environment);
    REQUIRE(game.shows("Amazon: "));
    CHECK_FALSE(game.has_shown("\x1b"));
    game.type("-1\n");
    CHECK(game.shows("Luis (black) wins!"));
    CHECK(game.wait() == 0);
}

TEST_CASE("a small terminal has room for the turn, for what to do and for the keys") {
    if (!has_terminals()) return;
    in_terminal game(on_screen({"--new", "--white-name", "Ana", "--black-name", "Luis"}),
                     outside::plain_environment(), {12, 40, 0, 0});
    REQUIRE(game.shows("> Ana (white)"));
    CHECK(game.shows("Ana: choose your"));
    CHECK(game.shows("q end"));
    CHECK(game.shows(" 1 . . .[0]. . 0 . . ."));
    game.type("d1\nd7\ng7\n");
    CHECK(game.shows("> Luis (black)"));
    game.type("qq");
    CHECK(game.wait() == 0);
}

}  // namespace amazons_play_test
