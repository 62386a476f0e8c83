// SPDX-License-Identifier: MIT
#include "in_terminal.hpp"
#include "run_program.hpp"

#include <cstddef>
#include <doctest/doctest.h>
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

TEST_CASE("amazons play asks for names and a new game, then for amazon, target and arrow") {
    const outside::result r =
        amazons({"play", "--lang", "en"}, "Ana\nLuis\nn\nd1\nd7\ng7\na7\nb7\na7\n-1\n");
    CHECK(r.code == 0);
    CHECK(r.err.empty());
    CHECK(has(r.out,
              "Name of the player with the white amazons: Ana\n"
              "Name of the player with the black amazons: Luis\n"
              "New game or saved game (n/s)? n\n"));
    CHECK(has(r.out, "10  .  .  .  B  .  .  B  .  .  .  10\n"));
    CHECK(has(r.out, "W white amazon   B black amazon   x arrow   . empty cell\n"));
    CHECK(has(r.out,
              "Ana (white) to play\nAmazon: d1\nGoes to: d7\nArrow at: g7\n"
              "Ana plays d1-d7/g7\n"));
    CHECK(has(r.out, "Luis (black) to play\n"));
    CHECK(has(r.out, " 7  x  B  .  W  .  .  x  .  .  B  7\n"));
    CHECK(r.out.ends_with("Ana resigns. Luis (black) wins!\n"));
}

TEST_CASE("amazons play says what was wrong and asks again only for that") {
    const outside::result r =
        amazons({"play", "--lang", "en"}, "Ana\nLuis\nn\nx\nd5\na7\nd1\ng1\nd10\nd7\na7\ng7\n-1\n");
    CHECK(has(r.out,
              "Amazon: x\n'x' is not a cell: expected a column from a to j and a row from "
              "1 to 10.\nAmazon: d5\nNot your amazon: none of yours stands on d5.\n"
              "Amazon: a7\nNot your amazon: none of yours stands on a7.\nAmazon: d1\n"
              "Goes to: g1\nThe amazon on d1 cannot move to g1.\n"
              "Goes to: d10\nThe amazon on d1 cannot move to d10.\nGoes to: d7\n"
              "Arrow at: a7\nThe amazon on d7 cannot shoot at a7.\nArrow at: g7\n"
              "Ana plays d1-d7/g7\n"));
    CHECK(r.out.ends_with("Luis resigns. Ana (white) wins!\n"));
}

TEST_CASE("amazons play speaks Spanish if it is told to, or if LANG does") {
    const std::string answers = "Ana\nLuis\nn\na7\n-1\n";
    const outside::result spanish = amazons({"play", "--lang", "es"}, answers);
    CHECK(has(spanish.out, "Nombre del jugador con las amazonas blancas: Ana\n"));
    CHECK(has(spanish.out, "10  .  .  .  N  .  .  N  .  .  .  10\n"));
    CHECK(has(spanish.out, "No es tu amazona: no tienes ninguna en a7.\n"));
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
    CHECK(has(r.out, "Amazon: b10\nThe amazon on b10 cannot move.\n"));
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
    for (const std::string& name : {std::string{}, "x.txt\ns\n" + file}) {
        const outside::result again =
            amazons({"play", "--lang", "en", "--save", file}, "Ana\nLuis\ns\n" + name + "\n-1\n");
        CHECK(has(again.out, "File of the saved game (" + file + "): "));
        CHECK(has(again.err, "Cannot read 'x.txt'") == !name.empty());
        CHECK(again.out.ends_with("Luis resigns. Ana (white) wins!\n"));
    }
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
        amazons({"play", "--lang", "en"}, "Ana\nLuis\ns\n" + bad.name() + "\nn\n-1\n");
    CHECK(asked.code == 0);
    CHECK(has(asked.err, "error[bad_cell]: "));
    CHECK(has(asked.out, "Luis (black) wins!"));
}

TEST_CASE("plays are taken back and made again, with hints and an evaluation between them") {
    const outside::result r = amazons({"play", "--lang", "en", "--new"},
                                      "Ana\nLuis\nu\nd1\nu\nd1-d7/g7\nu\ny\ne\n?\nq\n");
    CHECK(r.code == 0);
    CHECK(has(r.out, "Amazon: u\nThere is nothing to take back.\n"));
    CHECK(has(r.out, "Goes to: u\nAmazon: d1-d7/g7\n"));
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
    CHECK(has(alone.out, "ya no puede jugar. ¡Gana Ordenador 1 ("));
    CHECK(count_of(alone.out, "Ordenador 1 juega ") > 30);
}

TEST_CASE("amazons play on a screen shows what can be chosen, and plays with a cursor") {
    if (!has_terminals()) return;
    in_terminal game(on_screen({"--new", "--white-name", "Ana", "--black-name", "Luis"}));
    REQUIRE(game.shows("Ana: choose your amazon"));
    CHECK_FALSE(game.gives_lines());
    CHECK(game.shows("> Ana (white)"));
    game.type("e5\n");
    CHECK(game.shows("Not your amazon: none of yours stands"));
    game.type("d1\n");
    CHECK(game.shows("choose where it goes"));
    CHECK(game.shows(" 7  B  .  .  +  .  .  .  .  .  B  7"));
    game.type("d7\n");
    CHECK(game.shows("choose where the arrow flies"));
    game.type("g7\n");
    CHECK(game.shows("> Luis (black)"));
    CHECK(game.shows(" 7 [B] .  .  W  .  .  x  .  .  B  7"));
    game.type("a7\n\x1b[C\nb10\n");
    CHECK(game.shows("last: a7-b7/b10"));
    game.type("u");
    CHECK(game.shows("Taken back."));
    game.type("y");
    CHECK(game.shows("Made again."));
    game.type("v");
    CHECK(game.shows("first there: white"));
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
    REQUIRE(game.shows("New game or saved game (n/s)? "));
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

}  // namespace amazons_play_test
