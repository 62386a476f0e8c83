// SPDX-License-Identifier: MIT
// What is said about maps and moves that cannot be read, or are not quite right.
#pragma once

#include <common/format.hpp>

namespace senda::pacman {

/// What is said about something that is not quite right.
struct oddity_words {
    const char* accepted;  ///< what is done about it, in a warning
    const char* refused;   ///< what is wrong, in an error of a strict reading
};

/// What the readers say, by default in English.
struct reading_words {
    noun row = {"row", "rows", "rows"};                             ///< of a map
    noun cell = {"cell", "cells", "cells"};                         ///< of a row
    noun number = {"number", "numbers", "numbers"};                 ///< of a line
    const char* start = "the start";                                ///< where Pac-Man begins
    const char* goal = "the goal";                                  ///< where he has to go
    const char* size_line = "the width and the height 'M,N'";       ///< the first line
    const char* start_line = "the start and the energy 'x0,y0,e'";  ///< the second line
    const char* goal_line = "the goal 'x1,y1'";                     ///< the third line

    const char* empty = "the text is empty: expected a map";                  ///< nothing to read
    const char* not_utf8 = "the byte %1 is not UTF-8: expected a text file";  ///< byte
    const char* ends = "the text ends here: expected %1";                     ///< line
    const char* too_much = "expected nothing after %1";                       ///< line
    const char* few_numbers = "this line has %1: expected %2";                ///< numbers, line
    const char* value = "%1 is %2";                                           ///< name, as written
    const char* not_whole = "%1: expected a whole number";                    ///< value
    const char* not_within = "%1: expected a whole number from 1 to %2";      ///< value, most
    /// Start or goal, value, most.
    const char* outside = "%1 is not on the map: %2, expected a whole number from 1 to %3";
    const char* few_rows = "the map has %1: expected %2, as %3 says";  ///< rows, how many, name
    /// Rows, how many, name.
    const char* many_rows = "the map goes on after %1: expected %2, as %3 says";
    const char* columns = "this row has %1: expected %2, as %3 says";  ///< cells, how many, name
    const char* no_cell = "there is no cell between the commas: expected %1";  ///< tokens
    const char* unknown_cell = "unknown cell %1: expected %2";                 ///< token, tokens
    const char* tokens = "V, J1 to J9, Z1 to Z9, Z, B1 to B9 or B";            ///< all there are
    const char* unknown_move = "unknown move %1: expected U, D, L or R";       ///< letter

    const char* no_key = "there is no %1";                 ///< key
    const char* wrong_type = "%1 is %2: expected %3";      ///< value, its type, another type
    const char* too_large = "the number %1 is too large";  ///< number
    const char* malformed = "malformed JSON: %1";          ///< the parser's message
    const char* map = "the map";                           ///< all of a JSON text
    const char* a_row = "a row";                           ///< of a list
    const char* a_cell = "a cell";                         ///< of a row
    const char* a_number = "a number";                     ///< whole or not
    /// The types of JSON: null, boolean, number, string, object, list.
    const char* types[6] = {"null",     "a truth value", "a whole number",
                            "a string", "an object",     "a list"};

    oddity_words byte_order_mark = {"the text begins with a byte order mark, which is skipped",
                                    "the text begins with a byte order mark"};  ///< before all else
    oddity_words blanks = {"blanks around commas are skipped",
                           "a blank beside a comma: expected none"};  ///< in a line
    oddity_words blank_lines = {"blank lines are skipped",
                                "a blank line between others"};  ///< between lines
    /// Token.
    oddity_words lower_case = {"a letter in lower case is read as upper case",
                               "the cell %1 is in lower case: expected a capital letter"};
    /// Token.
    oddity_words odd_value = {"a value that is not a digit from 1 to 9 is taken as it is",
                              "the value of the cell %1 is not a digit from 1 to 9"};
    oddity_words occupied = {"%1 is on %2: the cell is taken as empty",
                             "%1 is on %2: expected an empty cell"};  ///< start or goal, token
    oddity_words same = {"the goal is the start: the game is won without a move",
                         "the goal is the start: expected another cell"};  ///< won at once
    oddity_words large = {"%1: the rules have at most %2",
                          "%1: expected a whole number from 1 to %2"};  ///< value, most
    oddity_words little_energy = {"the energy is %1: the rules ask for at least 1",
                                  "the energy is %1: expected at least 1"};  ///< number
    oddity_words unknown_key = {"keys that the format does not have are skipped",
                                "the format has no key %1 here"};  ///< key
    oddity_words second_key = {"of a key that is there more than once, the last counts",
                               "the key %1 is there more than once"};  ///< key
    oddity_words row_as_list = {"a row that is a list of cells is taken for one string",
                                "a row is a list of cells: expected a string"};  ///< in PLAN
};

/// What the readers say in Czech.
inline constexpr reading_words czech_reading{
    .row = {"řádek", "řádky", "řádků"},
    .cell = {"políčko", "políčka", "políček"},
    .number = {"číslo", "čísla", "čísel"},
    .start = "start",
    .goal = "cíl",
    .size_line = "šířka a výška 'M,N'",
    .start_line = "start a energie 'x0,y0,e'",
    .goal_line = "cíl 'x1,y1'",
    .empty = "text je prázdný: očekává se mapa",
    .not_utf8 = "bajt %1 není UTF-8: očekává se textový soubor",
    .ends = "text tu končí: očekává se %1",
    .too_much = "něco navíc: na řádku má být jen %1",
    .few_numbers = "na řádku je %1: očekává se %2",
    .value = "%1 je %2",
    .not_whole = "%1: očekává se celé číslo",
    .not_within = "%1: očekává se celé číslo od 1 do %2",
    .outside = "%1 není na mapě: %2, očekává se celé číslo od 1 do %3",
    .few_rows = "mapa má %1: očekává se %2, jak říká %3",
    .many_rows = "mapa pokračuje, i když už má %1: očekává se %2, jak říká %3",
    .columns = "tento řádek má %1: očekává se %2, jak říká %3",
    .no_cell = "mezi čárkami není žádné políčko: očekává se %1",
    .unknown_cell = "neznámé políčko %1: očekává se %2",
    .tokens = "V, J1 až J9, Z1 až Z9, Z, B1 až B9 nebo B",
    .unknown_move = "neznámý tah %1: očekává se U, D, L nebo R",
    .no_key = "chybí %1",
    .wrong_type = "%1 je %2: očekává se %3",
    .too_large = "číslo %1 je příliš velké",
    .malformed = "chybný JSON: %1",
    .map = "mapa",
    .a_row = "řádek",
    .a_cell = "políčko",
    .a_number = "číslo",
    .types = {"null", "pravdivostní hodnota", "celé číslo", "řetězec", "objekt", "seznam"},
    .byte_order_mark = {"text začíná značkou pořadí bajtů (BOM), která se přeskočí",
                        "text začíná značkou pořadí bajtů (BOM)"},
    .blanks = {"mezery kolem čárek se přeskočí", "mezera vedle čárky: neočekává se žádná"},
    .blank_lines = {"prázdné řádky se přeskočí", "prázdný řádek mezi ostatními"},
    .lower_case = {"malé písmeno se čte jako velké",
                   "políčko %1 je malým písmenem: očekává se velké"},
    .odd_value = {"hodnota, která není číslice od 1 do 9, se bere, jak je",
                  "hodnota políčka %1 není číslice od 1 do 9"},
    .occupied = {"%1 je na %2: políčko se bere jako prázdné",
                 "%1 je na %2: očekává se prázdné políčko"},
    .same = {"cíl je na startu: hra je vyhraná bez tahu",
             "cíl je na startu: očekává se jiné políčko"},
    .large = {"%1: pravidla mají nejvýš %2", "%1: očekává se celé číslo od 1 do %2"},
    .little_energy = {"energie je %1: pravidla chtějí alespoň 1",
                      "energie je %1: očekává se alespoň 1"},
    .unknown_key = {"klíče, které formát nemá, se přeskočí", "formát tu nemá klíč %1"},
    .second_key = {"z klíče, který je tu víckrát, platí poslední hodnota", "klíč %1 je tu víckrát"},
    .row_as_list = {"řádek, který je seznam políček, se bere jako řetězec",
                    "řádek je seznam políček: očekává se řetězec"},
};

}  // namespace senda::pacman
