// SPDX-License-Identifier: MIT
// The MAZE runner walked by hand, with undo and hints.
const playgroundRunnerGame = (() => {
  const {names, pad, cellsOf, lineOf} = playgroundWalks;
  const words = playgroundWords.common;

  // tab: what runner.js hands to its parts; fewest(): the steps of an optimal route, if they are known.
  return function runnerGame(tab, fewest) {
    const {app, picture} = tab;
    const {t, el, number, count} = app;
    let game = null;  // the answer of runner_walk
    const life = tab.lifeChart();

    const walkWord = t({en: "Walk", es: "Caminar"});
    const verdict = app.verdict();
    const scores = playgroundRouteViews.scoreBoard([t({en: "Life", es: "Vida"}), t(words.steps), t({en: "Treasures", es: "Tesoros"})]);
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const hintButton = app.button(t(words.hint), hint, {icon: "light"});
    const buttons = app.toolbar(walkWord, undoButton, app.button(t(words.restart), restart, {icon: "restart"}), hintButton);

    function play(moves) {
      game = app.now("runner_walk", {board: tab.board.text, moves});
      return game;
    }

    function restart() {
      play("");
      show(t({en: "Reach E alive, in as few steps as you can.", es: "Llega a E con vida y en el menor número de pasos que puedas."}));
    }

    function move(letter) {
      if (!game) play("");
      const before = game;
      if (before.status !== "alive") return show(endOf(before));
      play(before.moves + letter);
      if (game.last === "blocked") return show(t({en: "That is a wall.", es: "Ahí hay un muro."}));
      if (game.status !== "alive") {
        show(endOf(game));
        return app.announce(endOf(game));
      }
      const change = game.life - before.life;
      show(change > 0 ? t({en: `A treasure: +${change}`, es: `Un tesoro: +${change}`})
        : change < 0 ? t({en: `Life: −${-change}`, es: `Vida: −${-change}`}) : "");
      return app.announce(t({en: `step ${game.steps}, life ${game.life}`, es: `paso ${game.steps}, vida ${game.life}`}));
    }

    function endOf({status, steps, life: left}) {
      if (status === "died") return t({en: `You died after ${count(steps, "step")}: no life is left.`, es: `Has muerto tras ${count(steps, "step")}: no te queda vida.`});
      const best = fewest();
      const praise = best === null ? "" : best === steps
        ? t({en: " No route is shorter.", es: " Ninguna ruta es más corta."})
        : t({en: ` The best possible is ${best}.`, es: ` El mínimo posible es ${best}.`});
      return t({en: `You won in ${count(steps, "step")} with ${number(left)} life left!`, es: `¡Has ganado en ${count(steps, "step")} y te quedan ${number(left)} de vida!`}) + praise;
    }

    function undo() {
      if (!game || game.steps === 0) return;
      play(game.moves.slice(0, -1));
      show(t({en: "One step back.", es: "Un paso atrás."}));
    }

    async function hint() {
      if (tab.requests.isBusy || game.status !== "alive") return;
      const {moves} = game;
      const found = await tab.ask("runner_hint", {moves, seconds: 10}, t({en: "Thinking…", es: "Pensando…"}));
      if (!found || !game || game.moves !== moves) return;
      const text = textOf(found);
      show(text, found.moves ? cellsOf(position(), found.moves[0])[1] : undefined);
      app.announce(text);
    }

    function textOf(found) {
      if (found.status === "no_route") return t({en: "It cannot be won from here: undo or restart.", es: "Desde aquí no se puede ganar: deshaz o reinicia."});
      if (!found.moves) return t({en: "No hint: that would take too long.", es: "Sin pista: tardaría demasiado."});
      const name = t(names[found.moves[0]]).toLowerCase();
      return t({
        en: `Hint: ${name} (${count(found.moves.length, "step")} to E, with ${found.life} life left)`,
        es: `Pista: ${name} (${count(found.moves.length, "step")} hasta E, con ${found.life} de vida)`,
      });
    }

    const position = () => [game.at[0], tab.board.rows - 1 - game.at[1]];

    function show(text, hinted) {
      verdict.say(text, {won: "good", died: "bad"}[game.status]);
      scores.show([number(game.life), number(game.steps), `${game.taken}\u2009/\u2009${tab.board.treasures}`], game.life <= 3);
      undoButton.disabled = game.steps === 0;
      hintButton.disabled = game.status !== "alive";
      const cells = cellsOf(tab.board.startAt, game.moves);
      picture.setScene({cells, line: lineOf(cells), step: game.steps, life: game.life, isDead: game.status === "died",
        gone: tab.treasuresOf(cells), hint: hinted});
      life.load(game.lives);
      life.at(game.steps);
      app.changed();
    }

    return {
      part: el("div", {class: "part"}, verdict,
        el("div", {class: "controls"}, el("div", {class: "part"}, scores.element, buttons), pad(t, walkWord, move))),
      keys: {
        en: "Keys: arrows or WASD move, U undoes, R restarts, ? gives a hint. Or swipe, or click a cell beside you.",
        es: "Teclas: flechas o WASD mueven, U deshace, R reinicia, ? da una pista. O desliza, o pulsa una casilla vecina.",
      },
      chart: life.element,
      move, position, restart, undo,
      actions: {u: undo, Backspace: undo, r: restart, "?": hint},
      get isOn() { return game !== null; },
      forget() { game = null; },
      refresh() {
        if (game) show(verdict.textContent);
        else restart();
      },
      state: () => (game && game.moves ? {moves: game.moves} : {}),
      restore({moves}) { if (moves !== undefined) play(moves); },
    };
  };
})();
