// SPDX-License-Identifier: MIT
// Rush Hour: what is known about a board, and the list of moves.
const playgroundRushHourFacts = (() => {
  const dash = "–";

  // The difficulty of a board as senda knows it; unknown as long as `known` is undefined.
  function difficulty(app, known) {
    const {t, count} = app;
    const decimal = (number) => number.toLocaleString(app.language, {minimumFractionDigits: 1, maximumFractionDigits: 1});
    const value = (read) => (known ? read(known) : "…");
    const rated = (read) => value((k) => (k.difficulty ? read(k.difficulty) : dash));
    const percent = (share) => `${Math.round(share)}\u202f%`;
    const level = (name) => t(playgroundRushHour.levels[name]);
    return app.facts([
      [t({en: "Level", es: "Nivel"}), rated((d) => level(d.level))],
      [t({en: "Score", es: "Puntuación"}), rated((d) => decimal(d.score))],
      [t({en: "By its moves alone", es: "Solo por sus movimientos"}), rated((d) => level(d.moves_level))],
      [t({en: "Fewest moves", es: "Mínimo de movimientos"}), value((k) => k.moves ?? dash)],
      [t({en: "Fewest steps", es: "Mínimo de pasos"}), value((k) => k.steps ?? dash)],
      [t({en: "Vehicles that move", es: "Vehículos que se mueven"}), rated((d) => percent(d.moved_percent))],
      [t({en: "Mirrored vehicles", es: "Vehículos simétricos"}), rated((d) => percent(d.symmetry_percent))],
      [t({en: "Shortest solutions", es: "Soluciones mínimas"}), value((k) => (k.moves === null ? dash : app.number(k.optimal_count)))],
      [t({en: "Positions within reach", es: "Posiciones alcanzables"}), value((k) => app.number(k.states))],
      [t({en: "Solved ones among them", es: "De ellas, resueltas"}), value((k) => app.number(k.goals))],
      [t({en: "The hardest of them", es: "La más difícil"}), value((k) => (k.deepest_moves === null ? dash : count(k.deepest_moves, "move")))],
    ]);
  }

  // The moves, those made and those that can be made; `write(moves, made)` renews them.
  function moveList(app) {
    const {t, el} = app;
    const element = el("ol", {class: "moves", tabindex: "0", "aria-label": t(playgroundWords.common.moves)});
    function write(moves, made) {
      element.replaceChildren(...moves.map((move, at) => el("li", {
        class: `${at < made ? "made" : "to-come"}${move.shown ? " shown" : ""}`,
        "aria-current": at === made - 1 ? "step" : null,
      }, playgroundRushHour.textOf(move).replace("-", "\u2212"))));
      if (moves.length === 0)
        element.replaceChildren(el("li", {class: "none"}, t({en: "none yet", es: "ninguno todavía"})));
      const last = element.querySelector("[aria-current]");
      element.scrollTop = last ? last.offsetTop - element.clientHeight / 2 : 0;
    }
    return {element, write};
  }

  // What is said about a board that is solved: moves made by the visitor and by senda are never mixed up.
  function outcome(app, {game, trail, known}) {
    const {t, count} = app;
    if (trail.length === 0)
      return t({en: "The red car is at the exit already.", es: "El coche rojo ya está en la salida."});
    const own = trail.filter(({shown}) => !shown).length;
    const both = `${count(game.moves, "move")} (${count(game.steps, "step")})`;
    const isFewest = known && game.moves === known.moves;
    const isShortest = known && game.steps === known.steps;
    if (own === trail.length) {
      if (isFewest)
        return t({en: `Out in ${both}, the fewest moves possible. Well done!`,
          es: `Fuera en ${both}, el mínimo de movimientos. ¡Bien hecho!`});
      if (isShortest)
        return t({en: `Out in ${both}, the fewest steps possible. Well done!`, es: `Fuera en ${both}, el mínimo de pasos. ¡Bien hecho!`});
      return t({en: `Out in ${both}.`, es: `Fuera en ${both}.`}) +
        (known ? t({en: ` It can be done in ${count(known.moves, "move")}.`, es: ` Se puede hacer en ${count(known.moves, "move")}.`}) : "");
    }
    if (own > 0)
      return t({en: `Out: ${count(own, "move")} by you and ${app.number(trail.length - own)} by senda.`,
        es: `Fuera: ${count(own, "move")} ${own === 1 ? "tuyo" : "tuyos"} y ${app.number(trail.length - own)} de senda.`});
    const least = isFewest ? {en: ", the fewest moves possible", es: ", el mínimo de movimientos"}
      : isShortest ? {en: ", the fewest steps possible", es: ", el mínimo de pasos"} : "";
    return t({en: `senda’s solution took ${both}${least.en || ""}.`, es: `La solución de senda: ${both}${least.es || ""}.`});
  }

  return {difficulty, moveList, outcome};
})();
