// SPDX-License-Identifier: MIT
// What is said in Spanish about a maze file or a route that is not as it should be.
#pragma once

#include <maze/format.hpp>

namespace senda::maze {

/// What readers say in Spanish.
inline constexpr messages spanish_messages{
    .cell = {"casilla", "casillas", "casillas"},
    .row = {"fila", "filas", "filas"},
    .empty = "el texto está vacío: se espera un laberinto",
    .header = "%1 (la primera línea es 'N=filas, M=columnas, P=vida')",
    .comma = "se espera una coma y '%1='",
    .letter = "se espera '%1='",
    .equals = "se espera '=' después de %1",
    .number = "se espera un número entero para %1",
    .nothing_more = "no se espera nada después de la vida",
    .range = "%1 es %2: se espera un número entero de 1 a %3",
    .too_many_cells =
        "N es %1: con M=%2 el laberinto tiene más casillas que los 4000 millones que se pueden "
        "numerar",
    .too_small = "%1 es %2: las reglas piden al menos 10",
    .lower_case = {"una letra minúscula se lee como mayúscula",
                   "una letra minúscula: se espera mayúscula"},
    .bom = {"el texto empieza con una marca de orden de bytes, que se omite",
            "el texto empieza con una marca de orden de bytes: no se espera ninguna"},
    .blank_lines = {"las líneas en blanco se omiten", "una línea en blanco: no se espera ninguna"},
    .carriage_return = {"un retorno de carro al final de una línea se ignora",
                        "un retorno de carro al final de una línea: no se espera ninguno"},
    .trailing_blanks = {"los blancos al final de una línea se ignoran",
                        "blancos al final de una línea: no se espera ninguno"},
    .short_row = {"esta fila tiene %1 en lugar de %2: se completa con muros",
                  "esta fila tiene %1: se esperan %2"},
    .ends_early = "el laberinto termina tras %1: se esperan %2",
    .goes_on = "el laberinto sigue tras %1, que son todas las que promete N",
    .no_start = "no hay inicio: se espera una 'S'",
    .no_end = "no hay final: se espera una 'E'",
    .second_start = "un segundo inicio 'S': el primero está en la línea %1, columna %2",
    .second_end = "un segundo final 'E': el primero está en la línea %1, columna %2",
    .too_large =
        "un laberinto de %1 x %2 casillas es demasiado grande para la memoria, o para un texto "
        "tan corto",
    .long_row = "esta fila tiene %1: se esperan %2",
    .longer_row = "esta fila tiene más de %1",
    .bad_cell = "casilla desconocida %1: se espera S, E, #, T o una cifra",
    .route = "%1 (una ruta es '(x,y) (x,y) ...')",
    .sign = "se espera '%1'",
    .coordinate = "se espera un número a partir de 0",
    .large_number = "el número %1 es demasiado grande",
    .bad_move = "movimiento desconocido %1: se espera U, D, L o R",
};

}  // namespace senda::maze
