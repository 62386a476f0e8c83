// SPDX-License-Identifier: MIT
// What is said about a saved game or a record that is not as it should be, in English and Spanish.
#pragma once

#include <common/format.hpp>

namespace senda::amazons {

/// What readers say, by default in English; `filled` replaces `%1`, `%2` and `%3`.
struct reading_words {
    const char* white = "white";             ///< the players
    const char* black = "black";             ///< the one who does not begin
    noun cell = {"cell", "cells", "cells"};  ///< of a line
    /// What the four lines of a saved game are.
    const char* lines[4] = {"white's amazons", "black's amazons", "the arrows (which may be empty)",
                            "the player to move"};
    const char* range = "%1 to %2";                                      ///< the least, the most
    const char* cells = "a column from a to %1 and a row from 1 to %2";  ///< letter, number
    const char* bom = "the text begins with a byte order mark, which is skipped";  ///< a warning

    const char* extra_line =
        "unexpected %1: a game ends with its fourth line, the player";  ///< text
    /// Number, what it is.
    const char* missing_line =
        "line %1 is missing: expected %2; a game has four lines: white's amazons, black's amazons, "
        "arrows, player";
    const char* four_parts =
        "a position has four parts with bars between them: white's amazons, black's amazons, "
        "arrows "
        "and the player to move";                                                   ///< in one line
    const char* bad_player = "unknown player %1: expected 1 (white) or 2 (black)";  ///< text
    const char* wrong_count = "%1 are %2: expected %3";  ///< what, how many, cells
    const char* no_cell =
        "there is no cell here: expected %1, with commas between cells";  ///< cells
    const char* bad_cell =
        "unknown cell %1: expected %2, with commas between cells";         ///< text, cells
    const char* duplicate_cell = "the cell %1 stands twice in this line";  ///< cell
    const char* overlap =
        "the cell %1 stands in an earlier line too: nothing shares a cell";  ///< cell

    const char* bad_header =
        "this is no record of a game: expected 'Amazons: %1' in its first line";    ///< size
    const char* bad_size = "unknown size %1: expected rows and columns, up to %2";  ///< text, size
    const char* other_size = "this game was played on %1, and --size says %2";      ///< sizes
    const char* late_tag = "%1 stands after a play: the header comes first";        ///< name
    const char* duplicate_tag = "%1 stands twice";                                  ///< name
    const char* bad_tag = "there is no name before the colon";                      ///< in a header
    /// Text.
    const char* bad_result =
        "unknown result %1: expected 'unfinished', or 'white wins' or 'black wins', with ', black "
        "resigned', ', white resigned' or the same with 'forfeited' behind it";
    const char* bad_play = "%1 is no play: expected from-to/arrow, as d1-d7/g7";          ///< text
    const char* play_after_end = "the game was over before this play: no play was left";  ///< over
    const char* illegal_play = "play %1, %2, is not legal: %3";  ///< number, text, why
    const char* missing_result = "the header has no line 'Result': taken as '%1'";  ///< result
    const char* is_over = "the game ends with no play left for %1";                 ///< player
    const char* not_over = "nobody has won by these plays: %1 can still play";      ///< player
    const char* wrong_winner = "%1 is to move after the last play, and has lost";   ///< player

    const char* outside = "%1 is outside of the board";             ///< cell
    const char* no_amazon = "no amazon of %1 stands on %2";         ///< player, cell
    const char* no_move = "the amazon on %1 cannot move to %2";     ///< cells
    const char* no_shot = "the amazon cannot shoot from %1 at %2";  ///< cells
};

/// What readers say in Spanish.
inline constexpr reading_words spanish_reading_words{
    .white = "blancas",
    .black = "negras",
    .cell = {"casilla", "casillas", "casillas"},
    .lines = {"las amazonas blancas", "las amazonas negras", "las flechas (que pueden faltar)",
              "el jugador que tiene el turno"},
    .range = "de %1 a %2",
    .cells = "una columna de la a a la %1 y una fila de 1 a %2",
    .bom = "el texto empieza con una marca de orden de bytes, que se ignora",
    .extra_line = "sobra %1: una partida termina con su cuarta línea, el jugador",
    .missing_line =
        "falta la línea %1: se esperaba %2; una partida tiene cuatro líneas: amazonas "
        "blancas, amazonas negras, flechas, jugador",
    .four_parts =
        "una posición tiene cuatro partes con barras entre ellas: amazonas blancas, "
        "amazonas negras, flechas y el jugador que tiene el turno",
    .bad_player = "jugador desconocido %1: se esperaba 1 (blancas) o 2 (negras)",
    .wrong_count = "%1 son %2: se esperaba %3",
    .no_cell = "aquí no hay ninguna casilla: se esperaba %1, con comas entre las casillas",
    .bad_cell = "casilla desconocida %1: se esperaba %2, con comas entre las casillas",
    .duplicate_cell = "la casilla %1 está dos veces en esta línea",
    .overlap = "la casilla %1 está también en una línea anterior: nada comparte una casilla",
    .bad_header = "no es el registro de una partida: se esperaba 'Amazons: %1' en su primera línea",
    .bad_size = "tamaño desconocido %1: se esperaban filas y columnas, hasta %2",
    .other_size = "esta partida se jugó en %1, y --size dice %2",
    .late_tag = "%1 está después de una jugada: la cabecera va primero",
    .duplicate_tag = "%1 está dos veces",
    .bad_tag = "no hay ningún nombre antes de los dos puntos",
    .bad_result =
        "resultado desconocido %1: se esperaba 'unfinished', o 'white wins' o 'black "
        "wins', seguido de ', black resigned', ', white resigned' o lo mismo con "
        "'forfeited'",
    .bad_play = "%1 no es una jugada: se esperaba origen-destino/flecha, como d1-d7/g7",
    .play_after_end = "la partida había terminado antes de esta jugada: no quedaba ninguna",
    .illegal_play = "la jugada %1, %2, no es legal: %3",
    .missing_result = "la cabecera no tiene la línea 'Result': se toma '%1'",
    .is_over = "la partida termina sin jugadas para las %1",
    .not_over = "nadie ha ganado con estas jugadas: las %1 aún pueden jugar",
    .wrong_winner = "las %1 tienen el turno tras la última jugada, y han perdido",
    .outside = "%1 está fuera del tablero",
    .no_amazon = "en %2 no hay ninguna amazona de las %1",
    .no_move = "la amazona de %1 no puede ir a %2",
    .no_shot = "la amazona no puede disparar desde %1 a %2",
};

}  // namespace senda::amazons
