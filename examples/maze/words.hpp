// SPDX-License-Identifier: MIT
// The language of answers, replays, games and of what is wrong with a file: English or Spanish.
#pragma once

#include <common/format.hpp>
#include <common/replay_page.hpp>
#include <maze/spanish_messages.hpp>
#include <senda/search/result.hpp>

#include <cstdint>
#include <string_view>

namespace senda::maze {

/// A language that answers are given in.
enum class language : std::uint8_t { english, spanish };

/// What is said in one language, by default in English; `filled` replaces `%1`, `%2` and so on.
struct words {
    messages reading = {};                                        ///< what is wrong with a file
    noun step = {"step", "steps", "steps"};                       ///< of a route
    noun row = {"row", "rows", "rows"};                           ///< of a maze
    noun column = {"column", "columns", "columns"};               ///< of a maze
    noun treasure = {"treasure", "treasures", "treasures"};       ///< of a maze
    noun move = {"move", "moves", "moves"};                       ///< of a game
    noun route = {"route", "routes", "routes"};                   ///< through a maze
    const char* directions[4] = {"up", "down", "left", "right"};  ///< where a step leads

    const char* maze = "%1, %2, life %3, %4";                    ///< rows, columns, life, treasures
    const char* arrives = "%1, %2 life left";                    ///< steps, life
    const char* solved = "solved: %1";                           ///< how it arrives
    const char* unreachable = "no route: walls part S from E";   ///< proven
    const char* starved = "no route: every way to E is deadly";  ///< proven
    const char* stopped = "stopped by %1 before the answer was proven";  ///< what stopped it
    const char* interruption = "an interruption";                        ///< what can stop a search
    const char* time_limit = "the time limit";                           ///< what can stop a search
    const char* memory_limit = "the memory limit";                       ///< what can stop a search
    const char* expansion_limit = "the limit on expansions";             ///< what can stop a search
    const char* cost_limit = "the limit on the cost";                    ///< what can stop a search

    const char* wins = "the route wins: %1";                                     ///< how it arrives
    const char* empty_route = "the route is empty: it begins at %1";             ///< start
    const char* wrong_start = "the route begins at %1, but the start is at %2";  ///< cell, start
    const char* begins_outside = "the route begins at %1, which is outside of the maze";  ///< cell
    const char* outside = "step %1, to %2, is outside of the maze";  ///< number, cell
    const char* not_beside = "step %1, to %2, is not beside %3";     ///< number, cell, cell before
    const char* into_wall = "step %1, to %2, runs into a wall";      ///< number, cell
    const char* takes_last_life = "step %1, to %2, takes the last life";      ///< number, cell
    const char* goes_on = "step %1, to %2, goes on after the end";            ///< number, cell
    const char* stops_early = "the route stops at %1, before the end at %2";  ///< cell, end
    const char* fails = "the route fails";  ///< for any other reason

    const char* valid = "valid: %1";                                   ///< the numbers of a maze
    const char* places = "S is at %1, E at %2";                        ///< start, end
    const char* connected = "connected: %1";                           ///< how
    const char* not_connected = "not connected: walls part S from E";  ///< instead of it
    const char* without_life = "%1 if life did not matter";            ///< steps
    const char* no_more = "%1, no more than if life did not matter";   ///< steps
    const char* straight = "route: %1";                                ///< cells
    const char* lives = "life: %1";                                    ///< after each step

    // The names of the lines of an answer, of at most 11 characters.
    const char* steps_line = "steps";          ///< how many
    const char* life_line = "life";            ///< along the route
    const char* treasures_line = "treasures";  ///< taken
    const char* route_line = "route";          ///< its cells
    const char* feasible_line = "feasible";    ///< the first route found
    const char* optimal_line = "optimal";      ///< how many there are
    const char* search_line = "search";        ///< what it took
    const char* nearest_line = "nearest";      ///< how far a runner comes
    const char* least_line = "least life";     ///< what would be enough
    const char* cut_line = "deadly cut";       ///< where all die
    const char* why_line = "why";              ///< no route wins
    const char* bound_line = "bound";          ///< what may still be found

    const char* at_least_known = "at least %1; a route with %2 is known";  ///< steps, steps
    const char* at_least_unknown = "at least %1; no route is known";       ///< steps
    const char* lives_of_route = "%1 at the start, %2 at the end, never below %3";  ///< lives
    const char* taken_of = "%1 taken of %2";                                        ///< treasures
    const char* same_route = "%1: the optimal route itself";  ///< how it arrives
    const char* best_so_far = "%1: the best route so far";    ///< how it arrives
    const char* route_along = "%1: %2";                       ///< how it arrives, cells
    const char* more_cells = "%1 ... %2 more ... %3";         ///< cells, number, cells
    const char* not_counted = "not counted: stopped by %1";   ///< what stopped it
    const char* search = "%1 expanded, %2 labels, %3, %4";    ///< numbers, memory, time

    const char* nearest = "%1, %2 before E, with %3 life left: %4";  ///< cell, steps, life, route
    const char* found_nearest = "%1 or nearer: %2 before E, with %3 life left: %4";  ///< the same
    const char* least_life = "%1 would be enough; the maze gives %2";                ///< lives
    const char* least_between = "between %1 and %2; the maze gives %3";              ///< lives
    const char* cut = "all routes enter one of these cells, and all die there: %1";  ///< cells
    const char* cell_life = "%1 with %2 left";                                       ///< cell, life
    const char* more = "%1, ... %2 more";                                        ///< list, number
    const char* ask_why = "--explain says how far one comes and where all die";  ///< instead of all
    const char* no_cut = "not found within the limits";                          ///< instead of it

    const char* richest = "most life: %1";                               ///< how it arrives
    const char* at_most_life = "at most %1 at the end";                  ///< life
    const char* steps_for_life = "%1, the fewest for so much life";      ///< steps
    const char* at_least_for_life = "%1; at least %2 for so much life";  ///< steps, steps
    /// Routes; steps and life of the first and of the last.
    const char* front = "%1, from %2 with %3 life left to %4 with %5";
    const char* front_of_one = "one route is best in both: %1";  ///< how it arrives
    const char* front_open =
        "proven below %1; no route ends with more than %2 life";  ///< steps, life

    const char* least = "least life: %1";                                   ///< life
    const char* gives = "%1 (the maze gives %2)";                           ///< least life, life
    const char* least_is_between = "least life: between %1 and %2";         ///< lives
    const char* least_stopped = "stopped before the least life was found";  ///< by a limit

    const char* standing = "step %1   life %2";                  ///< numbers
    const char* standing_treasures = "%1   treasures %2 of %3";  ///< standing, numbers
    const char* end_is = "E at %1: %2";                          ///< cell, how far to which side
    const char* end_here = "E at %1: here";                      ///< cell
    /// How far something is to each side.
    const char* offsets[4] = {"%1 up", "%1 down", "%1 left", "%1 right"};
    const char* reach = "reach E alive, in as few steps as you can";      ///< what to do
    const char* keys = "arrows move, u back, r restart, ? hint, q quit";  ///< of a game
    /// In place of arrows, where keys are typed in lines.
    const char* line_keys = "a line has one key or more: w up, a left, s down, d right";
    const char* won = "won in %1 with %2 life left";         ///< steps, life
    const char* dead = "dead after %1";                      ///< steps
    const char* alive = "alive after %1 with %2 life left";  ///< steps, life
    const char* at_cell = "%1 at %2";                        ///< how it ended, cell
    const char* dead_at = "dead at %1";                      ///< cell
    /// Dead where, what the cell costs, what was left before.
    const char* why_dead = "%1: it costs %2, and %3 life was left";
    const char* step_back = "one step back";                              ///< after a key
    const char* at_start = "this is the start";                           ///< no step to take back
    const char* restarted = "from the start again";                       ///< after a key
    const char* wall = "a wall";                                          ///< no step was made
    const char* is_over = "the game is over: u back, r restart, q quit";  ///< no step was made
    const char* found_treasure = "a treasure: +%1";                       ///< life
    const char* thinking = "thinking ...";                                ///< about a hint
    const char* lost_game = "it cannot be won from here: u back, r restart";  ///< a hint
    const char* no_hint = "no hint: that would take too long";                ///< a hint
    const char* hint = "hint: %1 (%2 to E, with %3 life left)";  ///< direction, steps, life
    const char* ran_into_walls = "%1 ran into walls";            ///< moves

    draw::replay_words page = {};                             ///< the controls of a page
    const char* life_along = "%1, life %2 to %3";             ///< steps, lives
    const char* step_label = "step";                          ///< its number, on a page
    const char* life_label = "life";                          ///< on a page
    const char* treasures_label = "treasures";                ///< how many are taken, on a page
    const char* page_won = "The end: won.";                   ///< what a step did
    const char* page_not_won = "The end, but without life.";  ///< what a step did
    const char* page_dead = "The last life is lost.";         ///< what a step did
    const char* page_treasure = "A treasure: %1 life more.";  ///< what a step did: life
    const char* page_cost = "A %1: %2 life less.";            ///< what a step did: cell, life
    const char* page_gone = "The treasure here is gone.";     ///< what a step did
    const char* page_nothing = "Nothing is lost here.";       ///< what a step did
};

/// What is said in English.
inline constexpr words english_words{};

/// What is said in Spanish.
inline constexpr words spanish_words{
    .reading = spanish_messages,
    .step = {"paso", "pasos", "pasos"},
    .row = {"fila", "filas", "filas"},
    .column = {"columna", "columnas", "columnas"},
    .treasure = {"tesoro", "tesoros", "tesoros"},
    .move = {"movimiento", "movimientos", "movimientos"},
    .route = {"ruta", "rutas", "rutas"},
    .directions = {"arriba", "abajo", "izquierda", "derecha"},
    .maze = "%1, %2, vida %3, %4",
    .arrives = "%1, vida final %2",
    .solved = "resuelto: %1",
    .unreachable = "no hay ruta: los muros separan S de E",
    .starved = "no hay ruta: todo camino hasta E es mortal",
    .stopped = "detenido por %1 antes de demostrar la respuesta",
    .interruption = "una interrupción",
    .time_limit = "el límite de tiempo",
    .memory_limit = "el límite de memoria",
    .expansion_limit = "el límite de expansiones",
    .cost_limit = "el límite de coste",
    .wins = "la ruta gana: %1",
    .empty_route = "la ruta está vacía: empieza en %1",
    .wrong_start = "la ruta empieza en %1, pero el inicio está en %2",
    .begins_outside = "la ruta empieza en %1, que está fuera del laberinto",
    .outside = "el paso %1, a %2, sale del laberinto",
    .not_beside = "el paso %1, a %2, no lleva a una casilla contigua a %3",
    .into_wall = "el paso %1, a %2, choca con un muro",
    .takes_last_life = "el paso %1, a %2, quita la última vida",
    .goes_on = "el paso %1, a %2, sigue después del final",
    .stops_early = "la ruta se detiene en %1, antes del final en %2",
    .fails = "la ruta falla",
    .valid = "válido: %1",
    .places = "S está en %1, E en %2",
    .connected = "conectado: %1",
    .not_connected = "no conectado: los muros separan S de E",
    .without_life = "%1 si la vida no importara",
    .no_more = "%1, no más que si la vida no importara",
    .straight = "ruta: %1",
    .lives = "vida: %1",
    .steps_line = "pasos",
    .life_line = "vida",
    .treasures_line = "tesoros",
    .route_line = "ruta",
    .feasible_line = "factible",
    .optimal_line = "óptimas",
    .search_line = "búsqueda",
    .nearest_line = "más cerca",
    .least_line = "vida mínima",
    .cut_line = "corte",
    .why_line = "por qué",
    .bound_line = "cota",
    .at_least_known = "al menos %1; se conoce una ruta de %2",
    .at_least_unknown = "al menos %1; no se conoce ninguna ruta",
    .lives_of_route = "%1 al inicio, %2 al final, nunca por debajo de %3",
    .taken_of = "%1 de %2",
    .same_route = "%1: la propia ruta óptima",
    .best_so_far = "%1: la mejor ruta hasta ahora",
    .route_along = "%1: %2",
    .more_cells = "%1 ... %2 más ... %3",
    .not_counted = "sin contar: detenido por %1",
    .search = "%1 expansiones, %2 etiquetas, %3, %4",
    .nearest = "%1, a %2 de E, con una vida de %3: %4",
    .found_nearest = "%1 o más cerca: a %2 de E, con una vida de %3: %4",
    .least_life = "%1 bastaría; el laberinto da %2",
    .least_between = "entre %1 y %2; el laberinto da %3",
    .cut = "toda ruta entra en una de estas casillas, y en todas se muere: %1",
    .cell_life = "%1 con %2",
    .more = "%1, ... %2 más",
    .ask_why = "--explain dice hasta dónde se llega y dónde mueren todos",
    .no_cut = "no se encontró dentro de los límites",
    .richest = "máxima vida: %1",
    .at_most_life = "como mucho %1 al final",
    .steps_for_life = "%1, el mínimo con tanta vida",
    .at_least_for_life = "%1; al menos %2 con tanta vida",
    .front = "%1: desde %2 con una vida final de %3 hasta %4 con %5",
    .front_of_one = "una ruta es la mejor en ambos: %1",
    .front_open = "demostrado por debajo de %1; ninguna ruta termina con más de %2 de vida",
    .least = "vida mínima: %1",
    .gives = "%1 (el laberinto da %2)",
    .least_is_between = "vida mínima: entre %1 y %2",
    .least_stopped = "detenido antes de encontrar la vida mínima",
    .standing = "paso %1   vida %2",
    .standing_treasures = "%1   tesoros %2 de %3",
    .end_is = "E en %1: %2",
    .end_here = "E en %1: aquí",
    .offsets = {"%1 arriba", "%1 abajo", "%1 izquierda", "%1 derecha"},
    .reach = "llega a E con vida, en los menos pasos que puedas",
    .keys = "flechas mover, u atrás, r reiniciar, ? pista, q salir",
    .line_keys = "una línea tiene una o más teclas: w arriba, a izquierda, s abajo, d derecha",
    .won = "ganado en %1 con una vida de %2",
    .dead = "muerto tras %1",
    .alive = "vivo tras %1 con una vida de %2",
    .at_cell = "%1 en %2",
    .dead_at = "muerto en %1",
    .why_dead = "%1: cuesta %2 y quedaba una vida de %3",
    .step_back = "un paso atrás",
    .at_start = "este es el inicio",
    .restarted = "otra vez desde el inicio",
    .wall = "un muro",
    .is_over = "la partida ha terminado: u atrás, r reiniciar, q salir",
    .found_treasure = "un tesoro: +%1",
    .thinking = "pensando ...",
    .lost_game = "desde aquí ya no se puede ganar: u atrás, r reiniciar",
    .no_hint = "sin pista: tardaría demasiado",
    .hint = "pista: %1 (%2 hasta E, con una vida de %3)",
    .ran_into_walls = "%1 contra muros",
    .page = {.language = "es",
             .playback = "Reproducción",
             .restart = "Volver al inicio",
             .back = "Atrás",
             .play = "Reproducir",
             .pause = "Pausa",
             .step = "Paso",
             .to_the_end = "Ir al final",
             .frame = "Cuadro",
             .speed = "Velocidad",
             .keys = "Espacio reproduce y pausa; izquierda y derecha, un paso; arriba y abajo "
                     "cambian la velocidad."},
    .life_along = "%1, vida de %2 a %3",
    .step_label = "paso",
    .life_label = "vida",
    .treasures_label = "tesoros",
    .page_won = "El final: ha ganado.",
    .page_not_won = "El final, pero sin vida.",
    .page_dead = "Pierde la última vida.",
    .page_treasure = "Un tesoro: %1 de vida más.",
    .page_cost = "Un %1: %2 de vida menos.",
    .page_gone = "El tesoro de aquí ya no está.",
    .page_nothing = "Aquí no se pierde nada.",
};

/// What is said in a language.
[[nodiscard]] constexpr const words& words_in(language l) noexcept {
    return l == language::spanish ? spanish_words : english_words;
}

/// What stopped a search; nothing if it came to its end.
[[nodiscard]] constexpr std::string_view stopped_by(status s, const words& w) noexcept {
    switch (s) {
        case status::cancelled: return w.interruption;
        case status::time_limit: return w.time_limit;
        case status::memory_limit: return w.memory_limit;
        case status::expansion_limit: return w.expansion_limit;
        case status::cost_limit: return w.cost_limit;
        default: return {};
    }
}

}  // namespace senda::maze
