// SPDX-License-Identifier: MIT
// What pacman says beyond what the library says, in English and in Czech.
#pragma once

#include <common/format.hpp>
#include <pacman/words.hpp>

/// The sentences of the program in one language, by default in English.
struct program_words {
    // What solve says: the names of the lines, and what is in them.
    const char* moves = "moves";
    const char* energy = "energy";
    const char* on_the_way = "on the way";
    const char* path = "path";
    const char* search = "search";
    const char* fewest = "%1, the fewest possible";
    const char* fewest_so_rich = "%1, the fewest with that energy";
    const char* none_fewer = "%1; no route has fewer than %2";
    const char* none_fewer_so_rich = "%1; no route with that energy has fewer than %2";
    const char* energies = "%1 at the start, %2 at the goal";
    const char* most_so_short = "%1, the most with so few moves";
    const char* most = "%1, the most possible";
    const char* none_more = "%1; no route has more than %2 (a gap of %3)";
    const char* meetings = "food %1, bombs %2, walls climbed %3";
    const char* no_moves = "none: the start is the goal";
    const char* at_least = "at least %1";
    const char* at_most = "at most %1";
    const char* effort = "%1 expanded, %2 labels, %3, %4";

    // The table of a batch.
    const char* table_head = "status     moves  energy  proven  file";
    const char* solved = "solved";
    const char* no_route = "no route";
    const char* limit = "limit";
    const char* invalid = "invalid";
    const char* yes = "yes";
    const char* no = "no";

    // What check and replay say.
    const char* valid = "valid";
    const char* ends = "start %1, goal %2, %3";
    const char* reachable = "which can be reached if energy did not matter";
    const char* parted = "which walls and lethal bombs part from the start";
    const char* energies_along = "energy:%1";

    // What generate says.
    const char* levels[3] = {"easy", "medium", "hard"};
    const char* generated = "seed %1, map %2: %3 (%4 of 100), fewest moves %5, most energy %6";
    const char* stopped = "stopped by %1 after %2 of %3";
    const char* not_found = "none of %1 random maps is like that; after %2 of %3";
    senda::noun map = {"map", "maps", "maps"};

    // What a game says.
    const char* won = "won in %1 with %2 energy left";
    const char* lost_energy = "lost after %1: no energy is left";
    const char* lost_bomb = "lost after %1: a lethal bomb";
    const char* alive = "alive after %1 with %2 energy left";
    const char* at = "%1 at %2";
    const char* food = "food %1 of %2";
    const char* status = "%1 %2   %3 %4   %5";  // energy, move, food
    const char* led_nowhere = "%1 led nowhere";
    const char* refused = "%1 refused by safe mode";
    const char* fewest_moves = "fewest moves";
    const char* most_energy = "most energy";
    const char* safe_on = "safe mode on";
    const char* safe_off = "safe mode off";
    const char* computer = "AI: %1";
    const char* open = "open: %1";
    const char* open_help = "Enter opens the file, Esc goes back";
    const char* keys[2] = {"arrows/WASD move, u undo, y redo, r restart, m safe mode, q quit",
                           "? hint, p AI's route, n AI's move, g AI's goal, o open a file"};
    const char* line_keys = "a line has one key or more: w up, a left, s down, d right";
    const char* greeting = "get to the goal at %1 before the energy runs out";
    const char* one_back = "one move back";
    const char* restarted = "from the start again";
    const char* at_start = "this is the start";
    const char* nothing_undone = "nothing was taken back";
    const char* one_on = "one move on";
    const char* safe_is_on = "safe mode refuses moves that are deadly at once";
    const char* safe_is_off = "safe mode is off";
    const char* looks_for = "the AI looks for the %1";
    const char* blocked = "you cannot go there";
    const char* deadly = "safe mode: that would be deadly";
    const char* ate = "food: +%1";
    const char* exploded = "a bomb explodes: -%1";
    const char* climbed = "over a wall: -%1";
    const char* after_end = "   (u back, r restart, o open, q quit)";
    const char* thinking = "thinking ... %1 s";
    const char* cannot_be_won = "it cannot be won from here: u back, r restart";
    const char* no_hint = "no hint: that would take too long";
    const char* hint = "hint: %1 (%2)";
    const char* route_from_here = "the AI's route from here: %1";
    const char* goes = "the AI goes %1, then %2";
    senda::noun more_moves = {"more move", "more moves", "more moves"};
    const char* route_left = "%1 to the goal, %2 energy left then";
    const char* not_proven = "%1, the best so far";
    const char* keyboard_is_input = "the standard input is the keyboard";
    const char* warning = "warning: %1";
};

inline constexpr program_words english_program{};

inline constexpr program_words czech_program{
    .moves = "tahy",
    .energy = "energie",
    .on_the_way = "cestou",
    .path = "cesta",
    .search = "hledání",
    .fewest = "%1, méně to nejde",
    .fewest_so_rich = "%1, s touto energií méně nejde",
    .none_fewer = "%1; žádná cesta nemá méně než %2",
    .none_fewer_so_rich = "%1; žádná cesta s touto energií nemá méně než %2",
    .energies = "%1 na startu, %2 v cíli",
    .most_so_short = "%1, při tolika tazích víc nejde",
    .most = "%1, víc to nejde",
    .none_more = "%1; žádná cesta nemá víc než %2 (rozdíl %3)",
    .meetings = "jídlo %1, bomby %2, přelezené zdi %3",
    .no_moves = "žádná: start je cíl",
    .at_least = "alespoň %1",
    .at_most = "nejvýš %1",
    .effort = "rozvinuto %1, značek %2, %3, %4",
    .table_head = "stav       tahy  energie  jisté   soubor",
    .solved = "vyřešeno",
    .no_route = "bez cesty",
    .limit = "limit",
    .invalid = "chyba",
    .yes = "ano",
    .no = "ne",
    .valid = "platná mapa",
    .ends = "start %1, cíl %2, %3",
    .reachable = "do kterého se dá dojít, kdyby na energii nezáleželo",
    .parted = "který od startu oddělují zdi a smrtící bomby",
    .energies_along = "energie:%1",
    .levels = {"lehká", "střední", "těžká"},
    .generated = "semínko %1, mapa %2: %3 (%4 ze 100), nejméně tahů %5, nejvíc energie %6",
    .stopped = "zastavil to %1, hotovo %2 z %3",
    .not_found = "žádná z %1 náhodných map není taková; hotovo %2 z %3",
    .map = {"mapa", "mapy", "map"},
    .won = "vyhráno, %1, zbývá energie %2",
    .lost_energy = "prohráno, %1: došla energie",
    .lost_bomb = "prohráno, %1: smrtící bomba",
    .alive = "naživu, %1, zbývá energie %2",
    .at = "%1, na %2",
    .food = "jídlo %1 z %2",
    .status = "%1 %2   %3 %4   %5",
    .led_nowhere = "%1 nikam nevedlo",
    .refused = "%1 odmítl bezpečný režim",
    .fewest_moves = "nejméně tahů",
    .most_energy = "nejvíc energie",
    .safe_on = "bezpečný režim zapnut",
    .safe_off = "bezpečný režim vypnut",
    .computer = "AI: %1",
    .open = "otevřít: %1",
    .open_help = "Enter otevře soubor, Esc se vrátí",
    .keys = {"šipky/WASD tah, u zpět, y znovu, r od začátku, m bezpečně, q konec",
             "? nápověda, p cesta AI, n tah AI, g cíl AI, o otevřít soubor"},
    .line_keys = "řádek má jednu klávesu nebo víc: w nahoru, a doleva, s dolů, d doprava",
    .greeting = "dojdi do cíle na %1, než dojde energie",
    .one_back = "o tah zpět",
    .restarted = "znovu od začátku",
    .at_start = "tohle je začátek",
    .nothing_undone = "nic nebylo vráceno",
    .one_on = "o tah dál",
    .safe_is_on = "bezpečný režim odmítá tahy, které hned zabíjejí",
    .safe_is_off = "bezpečný režim je vypnut",
    .looks_for = "AI hledá %1",
    .blocked = "tam se nedá jít",
    .deadly = "bezpečný režim: to by byla smrt",
    .ate = "jídlo: +%1",
    .exploded = "výbuch bomby: -%1",
    .climbed = "přes zeď: -%1",
    .after_end = "   (u zpět, r od začátku, o otevřít, q konec)",
    .thinking = "přemýšlím ... %1 s",
    .cannot_be_won = "odtud se vyhrát nedá: u zpět, r od začátku",
    .no_hint = "bez nápovědy: trvalo by to moc dlouho",
    .hint = "nápověda: %1 (%2)",
    .route_from_here = "cesta AI odtud: %1",
    .goes = "AI jde %1, pak %2",
    .more_moves = {"další tah", "další tahy", "dalších tahů"},
    .route_left = "%1 do cíle, pak zbude energie %2",
    .not_proven = "%1, zatím nejlepší",
    .keyboard_is_input = "standardní vstup je klávesnice",
    .warning = "varování: %1",
};

/// All that is said in one language.
struct language_words {
    const senda::pacman::words& library;
    const program_words& program;
};

inline language_words words_of(senda::pacman::language l) {
    const bool is_czech = l == senda::pacman::language::czech;
    return {senda::pacman::words_in(l), is_czech ? czech_program : english_program};
}
