// SPDX-License-Identifier: MIT
// Words that several tabs use, numbers, and what is counted.
const playgroundWords = {
  common: {
    open: {en: "Open…", es: "Abrir…"},
    save: {en: "Save", es: "Guardar"},
    paste: {en: "Paste", es: "Pegar"},
    example: {en: "Example", es: "Ejemplo"},
    own: {en: "(your own)", es: "(el tuyo)"},
    solve: {en: "Solve", es: "Resolver"},
    route: {en: "Route", es: "Ruta"},
    moves: {en: "Moves", es: "Movimientos"},
    steps: {en: "Steps", es: "Pasos"},
    limit: {en: "Time limit", es: "Tiempo límite"},
    none: {en: "none", es: "ninguno"},
    stopped: {en: "Stopped.", es: "Detenido."},
    undo: {en: "Undo", es: "Deshacer"},
    redo: {en: "Redo", es: "Rehacer"},
    restart: {en: "Restart", es: "Reiniciar"},
    hint: {en: "Hint", es: "Pista"},
  },

  // One, and more than one.
  nouns: {
    step: {en: ["step", "steps"], es: ["paso", "pasos"]},
    move: {en: ["move", "moves"], es: ["movimiento", "movimientos"]},
    cell: {en: ["cell", "cells"], es: ["casilla", "casillas"]},
    passage: {en: ["passage", "passages"], es: ["pasaje", "pasajes"]},
    room: {en: ["room", "rooms"], es: ["sala", "salas"]},
    treasure: {en: ["treasure", "treasures"], es: ["tesoro", "tesoros"]},
  },

  // A number with its thousands set apart; it may be longer than JavaScript counts.
  grouped: (language, number) =>
    String(number).replace(/\B(?=(\d{3})+$)/g, language === "es" ? "\u202f" : ",").replace("-", "−"),

  // `3 steps`, by the name of a noun.
  counted: (language, number, noun) =>
    `${playgroundWords.grouped(language, number)} ${playgroundWords.nouns[noun][language][String(number) === "1" ? 0 : 1]}`,
};
