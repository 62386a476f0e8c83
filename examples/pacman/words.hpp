// SPDX-License-Identifier: MIT
// The language of answers, replays, pictures and of what is wrong with a file: English or Czech.
#pragma once

#include <common/format.hpp>
#include <common/replay_page.hpp>
#include <pacman/format/reading_words.hpp>

#include <cstdint>

namespace senda::pacman {

/// A language that answers are given in.
enum class language : std::uint8_t { english, czech };

/// What is said in one language, by default in English; `filled` replaces `%1` and `%2`.
struct words {
    reading_words reading = {};                                   ///< what is wrong with a file
    noun move = {"move", "moves", "moves"};                       ///< of a route
    noun food = {"food", "foods", "foods"};                       ///< of a map
    noun bomb = {"bomb", "bombs", "bombs"};                       ///< of a map
    const char* directions[4] = {"up", "down", "left", "right"};  ///< where a move leads

    /// Columns, rows, energy, foods, bombs.
    const char* map = "%1 x %2 cells, energy %3, %4, %5";
    const char* route = "%1, %2 energy left";  ///< moves, energy
    const char* left = "%1 energy left";       ///< energy
    const char* solved = "solved: %1";         ///< route
    const char* unreachable =
        "no route: walls and lethal bombs part the start from the goal";               ///< proven
    const char* exhausted = "no route: on every way to the goal the energy runs out";  ///< proven
    const char* best_so_far = "stopped by %1, best so far: %2";  ///< what stopped it, route
    /// What stopped it, route, the fewest moves that it could have.
    const char* most_proven =
        "stopped by %1, the most energy is proven: %2, perhaps with fewer moves (at least %3)";
    const char* none_so_far = "stopped by %1 before a route was found";  ///< what stopped it
    const char* interruption = "an interruption";                        ///< what can stop a search
    const char* time_limit = "the time limit";                           ///< what can stop a search
    const char* memory_limit = "the memory limit";                       ///< what can stop a search
    const char* expansion_limit = "the limit on expansions";             ///< what can stop a search

    const char* wins = "the route wins: %1";  ///< route
    /// Cell, energy that is left, goal.
    const char* stops = "the route stops at %1 with %2, before the goal at %3";
    const char* at_move = "move %1, %2";                            ///< number, letter
    const char* takes_all = "%1 to %2, takes the last energy: %3";  ///< move, cell, energy
    const char* meets_bomb = "%1 to %2, meets a lethal bomb";       ///< move, cell
    /// Move, cell.
    const char* runs_into_wall = "%1 from %2, runs into an infinite wall or off the map";
    const char* goes_on = "%1, goes on after the goal";              ///< move
    const char* is_refused = "%1 from %2, is refused by safe mode";  ///< move, cell

    const char* sets_out = "Pac-Man sets out.";                ///< below a replay
    const char* is_there = "Pac-Man is at the goal already.";  ///< below a replay
    const char* goal_won = "The goal: won.";                   ///< below a replay
    const char* bomb_lost = "A lethal bomb: lost.";            ///< below a replay
    const char* over_wall = "Over a wall: %1 lost.";           ///< height
    const char* ate = "Food: %1 won.";                         ///< value
    const char* exploded = "A bomb: %1 lost.";                 ///< force
    const char* energy_lost = "No energy is left: lost.";      ///< below a replay
    const char* move_label = "move";                           ///< beside a number
    const char* energy_label = "energy";                       ///< beside a number
    const char* food_label = "food";                           ///< beside two numbers
    const char* part = "%1 of %2";                             ///< how many, of all
    draw::replay_words page = {};                              ///< the controls of a page
    /// Moves, energy at the start, energy at the end.
    const char* energy_along = "%1, energy %2 to %3";
};

/// What is said in English.
inline constexpr words english_words{};

/// What is said in Czech.
inline constexpr words czech_words{
    .reading = czech_reading,
    .move = {"tah", "tahy", "tahů"},
    .food = {"jídlo", "jídla", "jídel"},
    .bomb = {"bomba", "bomby", "bomb"},
    .directions = {"nahoru", "dolů", "vlevo", "vpravo"},
    .map = "%1 x %2 políček, energie %3, %4, %5",
    .route = "%1, zbývá energie %2",
    .left = "zbývá energie %1",
    .solved = "vyřešeno: %1",
    .unreachable = "žádná cesta: zdi a smrtící bomby oddělují start od cíle",
    .exhausted = "žádná cesta: na každé cestě k cíli dojde energie",
    .best_so_far = "zastavil to %1, zatím nejlepší: %2",
    .most_proven = "zastavil to %1, nejvyšší energie je jistá: %2, možná s méně tahy (alespoň %3)",
    .none_so_far = "zastavil to %1, dřív než se našla cesta",
    .interruption = "uživatel",
    .time_limit = "limit času",
    .memory_limit = "limit paměti",
    .expansion_limit = "limit rozvinutých stavů",
    .wins = "cesta vyhrává: %1",
    .stops = "cesta končí na %1 před cílem na %3, %2",
    .at_move = "tah %1, %2",
    .takes_all = "%1 na %2, bere poslední energii: %3",
    .meets_bomb = "%1 na %2, vede na smrtící bombu",
    .runs_into_wall = "%1 z %2, naráží na nekonečnou zeď nebo vede mimo mapu",
    .goes_on = "%1, pokračuje za cílem",
    .is_refused = "%1 z %2, odmítá bezpečný režim",
    .sets_out = "Pac-Man vyráží.",
    .is_there = "Pac-Man už je v cíli.",
    .goal_won = "Cíl: vyhráno.",
    .bomb_lost = "Smrtící bomba: prohráno.",
    .over_wall = "Přes zeď: ztráta %1.",
    .ate = "Jídlo: zisk %1.",
    .exploded = "Bomba: ztráta %1.",
    .energy_lost = "Došla energie: prohráno.",
    .move_label = "tah",
    .energy_label = "energie",
    .food_label = "jídlo",
    .part = "%1 z %2",
    .page = {.language = "cs",
             .playback = "Přehrávání",
             .restart = "Od začátku",
             .back = "Zpět",
             .play = "Přehrát",
             .pause = "Pozastavit",
             .step = "Krok",
             .to_the_end = "Na konec",
             .frame = "Snímek",
             .speed = "Rychlost",
             .keys = "Mezerník přehrává a zastavuje; šipky vlevo a vpravo krokují, nahoru a dolů "
                     "mění rychlost."},
    .energy_along = "%1, energie z %2 na %3",
};

/// What is said in a language.
[[nodiscard]] constexpr const words& words_in(language l) noexcept {
    return l == language::czech ? czech_words : english_words;
}

}  // namespace senda::pacman
