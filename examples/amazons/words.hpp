// SPDX-License-Identifier: MIT
// What a game of the Amazons says to its players, in English and in Spanish.
#pragma once

#include <amazons/board.hpp>
#include <amazons/cell.hpp>
#include <amazons/game.hpp>
#include <amazons/play.hpp>
#include <amazons/queries.hpp>
#include <amazons/reading_words.hpp>
#include <common/format.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace senda::amazons {

/// A language that a game is played in.
enum class language : std::uint8_t { english, spanish };

/// The language of a user from the variables LC_ALL, LC_MESSAGES and LANG, as `std::getenv` gives
/// them: the first that is not empty says it. English if it is no Spanish.
[[nodiscard]] constexpr language language_of(const char* lc_all, const char* lc_messages,
                                             const char* lang) noexcept {
    for (const char* const variable : {lc_all, lc_messages, lang}) {
        const std::string_view value = variable == nullptr ? "" : variable;
        if (value.empty()) continue;
        const bool ends_there =
            value.size() == 2 || (value.size() > 2 && (value[2] == '_' || value[2] == '.'));
        return value.substr(0, 2) == "es" && ends_there ? language::spanish : language::english;
    }
    return language::english;
}

/// The sentences of a game in one language, by default in English; `filled` replaces `%1` and `%2`.
struct words {
    reading_words reading = {};          ///< about files
    const char* white = "white";         ///< the players
    const char* black = "black";         ///< the one who does not begin
    const char* computer = "Computer";   ///< the name of one that is no person
    const char* somebody = "Player %1";  ///< the name of a person who gives none: 1 or 2
    /// What the characters of a board mean: white, black.
    const char* legend = "0 %1   X %2   * arrow   . empty cell";

    const char* ask_white_name = "Name of the player with the white amazons: ";  ///< a question
    const char* ask_black_name = "Name of the player with the black amazons: ";  ///< a question
    const char* ask_new_or_saved = "New game (1) or saved game (2)? ";           ///< a question
    /// The answer was neither: file.
    const char* new_or_saved_expected =
        "Please answer 1 for a new game, 2 for the one saved as %1, or 2 FILE for another.";

    const char* to_play = "%1 (%2) to play";  ///< player, color
    /// What can be typed.
    const char* line_help =
        "Cells are typed as d1, a whole play as d1-d7/g7 or d1 d7 g7. -1 resigns, s saves,\n"
        "u takes back, y makes again, ? gives a hint, e evaluates, h helps, q ends.";
    const char* ask_amazon = "Amazon: ";   ///< asks which amazon goes
    const char* ask_target = "Goes to: ";  ///< asks where it goes
    const char* ask_arrow = "Arrow at: ";  ///< asks where it shoots

    const char* valid_amazon = "Valid amazon: %1.";    ///< cell
    const char* valid_move = "Valid move: %1 to %2.";  ///< from, to
    const char* valid_shot = "Valid shot: %1 to %2.";  ///< from, to
    /// What was typed, the last column, the last row.
    const char* not_a_cell =
        "'%1' is not a cell: expected a column from a to %2 and a row from 1 to %3.";
    const char* not_your_amazon = "Invalid amazon: none of yours stands on %1.";  ///< cell
    const char* amazon_is_stuck = "Invalid amazon: the one on %1 cannot move.";   ///< cell
    const char* cannot_go_there = "Invalid move: %1 to %2, %3.";                  ///< from, to, why
    const char* cannot_shoot_there = "Invalid shot: %1 to %2, %3.";               ///< from, to, why
    const char* arrow_in_the_way = "an arrow is on %1";                           ///< cell
    const char* amazon_in_the_way = "an amazon is on %1";                         ///< cell
    const char* not_in_line = "not in a line";                                    ///< two cells

    const char* plays = "%1 plays %2";  ///< player, play
    /// Player, play, percent.
    const char* plays_sure_of = "%1 plays %2 (chance of winning: %3 %)";
    const char* saved = "Saved as %1.";  ///< file
    /// File, why.
    const char* not_saved = "Not saved: cannot write '%1': %2. What was there before is unharmed.";
    const char* cannot_read = "Cannot read '%1': %2.";           ///< file, why
    const char* hint = "Hint: %1 (chance of winning: %2 %)";     ///< play, percent
    const char* evaluation = "Chances: white %1 %, black %2 %";  ///< percents of both players
    const char* ask_unsaved = "The game is not saved. End it (y/n)? ";    ///< a question
    const char* sure_to_end = "The game is not saved: s saves, q ends.";  ///< the same, on a screen
    const char* taken_back = "Taken back.";                               ///< a play was taken back
    const char* made_again = "Made again.";                               ///< a play was made again
    const char* nothing_to_take_back = "There is nothing to take back.";  ///< no play was made yet
    const char* nothing_to_make_again = "Nothing was taken back.";  ///< no play was taken back
    const char* thinking = "%1 is thinking ...";                    ///< player
    const char* resigns = "%1 resigns.";                            ///< player
    const char* has_lost = "%1 cannot play any more.";              ///< player
    const char* wins = "%1 (%2) wins!";                             ///< player, color
    const char* not_over = "The game is not over.";                 ///< the game goes on

    const char* choose_amazon = "choose your amazon";    ///< what to do, on a screen
    const char* choose_target = "choose where it goes";  ///< the same once an amazon is chosen
    const char* choose_arrow = "choose where the arrow flies";  ///< the same for the last part
    const char* sure_to_resign = "%1 resigns? Press ! again.";  ///< player
    const char* game_over = "The game is over: u back, q end";  ///< nobody can play any more
    const char* play_number = "play %1";                        ///< number
    const char* territory = "first there: white %1, black %2";  ///< cells of white, cells of black
    const char* last = "last: %1";                              ///< play
    /// What the most needed keys of a small screen do.
    const char* few_keys[6] = {"Enter choose", "Bksp back", "u undo", "s save", "? hint", "q end"};
    /// What the keys of a screen do, a line each.
    const char* keys[7] = {"arrows or d7  go to a cell",
                           "Enter  choose   Bksp  back",
                           "Tab    next amazon",
                           "u undo  y redo  s save",
                           "? hint  v who comes first",
                           "! or -1  resign",
                           "q      end"};
};

/// What a game says in English.
inline constexpr words english_words{};

/// What a game says in Spanish.
inline constexpr words spanish_words{
    .reading = spanish_reading_words,
    .white = "blancas",
    .black = "negras",
    .computer = "Ordenador",
    .somebody = "Jugador %1",
    .legend = "0 %1   X %2   * flecha   . casilla vacía",
    .ask_white_name = "Nombre del jugador con las amazonas blancas: ",
    .ask_black_name = "Nombre del jugador con las amazonas negras: ",
    .ask_new_or_saved = "¿Partida nueva (1) o guardada (2)? ",
    .new_or_saved_expected =
        "Responde 1 para una partida nueva, 2 para la guardada en %1, o 2 ARCHIVO para otra.",
    .to_play = "Juega %1 (%2)",
    .line_help =
        "Las casillas se escriben como d1, una jugada entera como d1-d7/g7 o d1 d7 g7.\n"
        "-1 abandona, g guarda, u deshace, y rehace, ? da una pista, e evalúa, h ayuda, q sale.",
    .ask_amazon = "Amazona: ",
    .ask_target = "Se mueve a: ",
    .ask_arrow = "Flecha a: ",
    .valid_amazon = "Amazona válida: %1.",
    .valid_move = "Movimiento válido: de %1 a %2.",
    .valid_shot = "Disparo válido: de %1 a %2.",
    .not_a_cell = "'%1' no es una casilla: se espera una columna de a a %2 y una fila de 1 a %3.",
    .not_your_amazon = "Amazona no válida: no tienes ninguna en %1.",
    .amazon_is_stuck = "Amazona no válida: la de %1 no puede moverse.",
    .cannot_go_there = "Movimiento no válido: de %1 a %2, %3.",
    .cannot_shoot_there = "Disparo no válido: de %1 a %2, %3.",
    .arrow_in_the_way = "hay una flecha en %1",
    .amazon_in_the_way = "hay una amazona en %1",
    .not_in_line = "no están en línea",
    .plays = "%1 juega %2",
    .plays_sure_of = "%1 juega %2 (probabilidad de ganar: %3 %)",
    .saved = "Guardada en %1.",
    .not_saved = "No se ha guardado: no se puede escribir '%1': %2. Lo que había sigue intacto.",
    .cannot_read = "No se puede leer '%1': %2.",
    .hint = "Pista: %1 (probabilidad de ganar: %2 %)",
    .evaluation = "Posibilidades: blancas %1 %, negras %2 %",
    .ask_unsaved = "La partida no está guardada. ¿Salir (s/n)? ",
    .sure_to_end = "La partida no está guardada: s guarda, q sale.",
    .taken_back = "Jugada deshecha.",
    .made_again = "Jugada rehecha.",
    .nothing_to_take_back = "No hay nada que deshacer.",
    .nothing_to_make_again = "No hay nada que rehacer.",
    .thinking = "%1 está pensando ...",
    .resigns = "%1 abandona.",
    .has_lost = "%1 ya no puede jugar.",
    .wins = "¡Gana %1 (%2)!",
    .not_over = "La partida no ha terminado.",
    .choose_amazon = "elige tu amazona",
    .choose_target = "elige a dónde se mueve",
    .choose_arrow = "elige a dónde va la flecha",
    .sure_to_resign = "¿%1 abandona? Pulsa ! otra vez.",
    .game_over = "La partida ha terminado: u deshace, q sale",
    .play_number = "jugada %1",
    .territory = "llegan antes: blancas %1, negras %2",
    .last = "última: %1",
    .few_keys = {"Intro elegir", "Retroceso atrás", "u deshacer", "s guardar", "? pista",
                 "q salir"},
    .keys = {"flechas o d7  ir a una casilla", "Intro  elegir   Retroceso  atrás",
             "Tab    siguiente amazona", "u deshacer  y rehacer  s guardar",
             "? pista  v quién llega antes", "! o -1  abandonar", "q      salir"},
};

/// The sentences in a language.
[[nodiscard]] constexpr const words& words_in(language l) noexcept {
    return l == language::spanish ? spanish_words : english_words;
}

/// What the players of a color are called.
[[nodiscard]] constexpr const char* color_of(player p, const words& w) noexcept {
    return p == player::white ? w.white : w.black;
}

using senda::substitute;

/// A probability as a whole percentage, of which only what is certain is 0 or 100.
[[nodiscard]] inline int percent(double probability) noexcept {
    if (!(probability > 0)) return 0;
    if (probability >= 1) return 100;
    return std::clamp(static_cast<int>(std::lround(probability * 100)), 1, 99);
}

/// Who is to move and how many plays there are, in a line.
template <int Columns, int Rows>
[[nodiscard]] std::string about(const basic_board<Columns, Rows>& b) {
    const std::string who = color_of(b.to_move(), english_words);
    const std::string arrows = pluralize(static_cast<std::uint64_t>(b.arrows().count()), "arrow");
    if (!b.has_play()) return who + " to move has lost: no play is left; " + arrows;
    return who + " to move, " + pluralize(b.count_moves(), "legal play") + ", " + arrows;
}

/// That what was chosen last in a turn is valid.
[[nodiscard]] inline std::string confirm(const turn& t, const words& w) {
    const std::string from = t.from() ? cell_name(*t.from()) : std::string{};
    if (!t.to()) return substitute(w.valid_amazon, {from});
    const std::string to = cell_name(*t.to());
    const std::optional<play> whole = t.complete();
    return whole ? substitute(w.valid_shot, {to, cell_name(whole->arrow)})
                 : substitute(w.valid_move, {from, to});
}

/// Why a cell could not be chosen, for the player who chose it.
[[nodiscard]] inline std::string explain(turn_fault f, const turn& t, cell c, const words& w) {
    const auto from_to = [&](const char* sentence, cell from) {
        const board shown = t.shown();
        const std::optional<cell> there = first_obstacle(shown, from, c);
        const std::string why =
            !there ? w.not_in_line
                   : substitute(
                         shown.arrows().contains(*there) ? w.arrow_in_the_way : w.amazon_in_the_way,
                         {cell_name(*there)});
        return substitute(sentence, {cell_name(from), cell_name(c), why});
    };
    switch (f) {
        case turn_fault::not_your_amazon: return substitute(w.not_your_amazon, {cell_name(c)});
        case turn_fault::amazon_is_stuck: return substitute(w.amazon_is_stuck, {cell_name(c)});
        case turn_fault::cannot_go_there: return from_to(w.cannot_go_there, *t.from());
        case turn_fault::cannot_shoot_there: return from_to(w.cannot_shoot_there, *t.to());
        case turn_fault::none: break;
    }
    return {};
}

/// What the characters of a board mean, with the names of the players; those of their colors if
/// there are none.
[[nodiscard]] inline std::string legend(const words& w, std::string_view white = {},
                                        std::string_view black = {}) {
    const auto with_color = [](std::string_view name, const char* color) {
        return name.empty() ? std::string{color}
                            : std::string{name}.append(" (").append(color).append(")");
    };
    return substitute(w.legend, {with_color(white, w.white), with_color(black, w.black)});
}

/// The chances of both players, as white sees them.
[[nodiscard]] inline std::string chances(double white, const words& w) {
    const int p = percent(white);
    return substitute(w.evaluation, {std::to_string(p), std::to_string(100 - p)});
}

}  // namespace senda::amazons
