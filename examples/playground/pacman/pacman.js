// SPDX-License-Identifier: MIT
// The tab of Pac-Man: open maps, play them, edit them, and see the shortest and the richest route.
(() => {
  const {examples, toLink, fromLink} = playgroundPacmanMaps;
  const {names, pad, steer, cellsOf, lineOf} = playgroundWalks;
  const {scoreBoard} = playgroundRouteViews;
  const words = playgroundPacmanWords;

  const worksOnce = (token) => /^[JB]./.test(token);

  function mount(root, app) {
    const {t, el, number, count} = app;
    let map = null;       // the answer of pacman_check
    let fileName = "map.txt";
    let game = null;      // the answer of pacman_play
    let undone = "";      // moves taken back, the next to be made again last
    let loaded = null;    // the route that the player has
    let pending = {};     // the state to restore before the module is there
    let mode = "play";    // or "edit"
    let told = ["", ""];  // what was said last, and its kind

    const picture = playgroundPacmanPicture(app, t(words.keys.play));
    // The energy along the route, where one can go to any move, or along the visitor's own game.
    const energyChart = (how) => playgroundChart((values) => t({
      en: `Energy over time: ${values[0]} at the start, ${values[values.length - 1]} at the end`,
      es: `Energía a lo largo del tiempo: ${values[0]} al inicio, ${values[values.length - 1]} al final`,
    }), {
      ...how,
      x: t(words.moves).toLowerCase(), y: t(words.energy).toLowerCase(),
      say: (step, energy) => t({en: `move ${step}, energy ${energy}`, es: `movimiento ${step}, energía ${energy}`}),
    });
    const charts = {
      route: energyChart({onstep(step, isHover) {
        if (isHover) return;
        player.pause();
        player.go(step);
      }}),
      game: energyChart(),
    };
    const player = app.player({label: t(words.route), rate: 4, show() {
      if (!game) return;
      drawScene();
      app.changed();
    }});
    player.element.hidden = true;  // until there is a route

    // Maps come in.
    const textBox = el("details", {class: "text-box"}, el("summary", {}, t({en: "Text of the map", es: "Texto del mapa"})));
    const source = playgroundBoardSource(app, root, {
      examples, fromLink,
      files: ".txt,.json,text/plain,application/json",
      label: t({en: "The map as text or JSON", es: "El mapa como texto o JSON"}),
      hint: t({en: "Paste or type here: the map changes as you do.", es: "Pega o escribe aquí: el mapa cambia al momento."}),
      check: (text, name) => app.now("pacman_check", {map: text, name}),
      accept(answer) {
        if (map && map.text !== answer.text) editor.keep(map.text);
        map = answer;
        picture.setMap(map);
        source.markExample(toLink(map.text));
        undone = "";
        playTo("");
        editor.describe();
        solver.mapChanged(mode === "edit");
        tell(standing(), mode === "play" && isOver());
      },
      opened(name, text) {
        fileName = /^[^<>]+$/.test(name) ? name : "map.txt";
        source.editor.set(text);
      },
      toText() { textBox.open = true; },
    });
    textBox.append(source.editor.element);

    // Routes of the computer.
    const tab = {
      app,
      problems: source.problems,
      get map() { return map; },
      get game() { return game; },
      get fileName() { return fileName; },
      get isEditing() { return mode === "edit"; },
      isOver,
      picture,
      refresh: drawScene,
    };
    const solver = playgroundPacmanSolver(tab, show);
    const editor = playgroundPacmanEditor(tab, (text) => {
      const answer = source.take(text, fileName);
      if (answer.status === "valid") source.editor.set(answer.text);
      return answer;
    });

    // The game.
    function playTo(moves, next = "") {
      game = app.now("pacman_play", {map: map.text, moves, next, safe: safe.control.checked ? 1 : 0});
    }

    function isOver() {
      return game.status !== "going_on";
    }

    // How things stand when nothing has just happened.
    function standing() {
      return mode === "edit" ? t(words.paint) : isOver() ? endText() : t(words.intro);
    }

    // Goes to other moves of the game, and says what happened: text(before).
    function goTo(moves, text) {
      const before = game;
      playTo(moves);
      dropStaleRoute();
      tell(isOver() ? endText() : text(before), true);
    }

    function dropStaleRoute() {
      player.pause();
      solver.dropStale();
    }

    function restart() {
      undone = [...game.moves].reverse().join("");
      goTo("", () => t({en: "Back at the start.", es: "De vuelta al inicio."}));
    }

    function move(letter) {
      if (isOver()) return tell(endText(), true);
      const before = game;
      playTo(before.moves, letter);
      if (game.came === "blocked") return tell(t({en: "You can't go that way.", es: "Por ahí no se puede pasar."}), true);
      if (game.came === "refused")
        return tell(t({en: "Safe mode: that would be deadly.", es: "Modo seguro: eso sería mortal."}), true);
      undone = undone.endsWith(letter) ? undone.slice(0, -1) : "";
      dropStaleRoute();
      return tell(isOver() ? endText() : moveText(before), true);
    }

    const moveText = (before) => effectText(game.at, before.energy, game.energy);

    // What a move to a cell did.
    function effectText(cell, before, energy) {
      const effect = energy - before + 1;
      const token = tokenAt(cell);
      const what = effect === 0 ? ""
        : token[0] === "J" ? t({en: `Food: +${effect}.`, es: `Comida: +${effect}.`})
          : token[0] === "B" ? t({en: `A bomb explodes: −${-effect}.`, es: `Estalla una bomba: −${-effect}.`})
            : t({en: `You climb a wall: −${-effect}.`, es: `Trepas un muro: −${-effect}.`});
      return `${what} ${t(words.energy)}: ${number(energy)}`.trim();
    }

    function endText() {
      const made = count(game.moves.length, "move");
      if (game.status === "won")
        return t({en: `You won in ${made} with ${number(game.energy)} energy left!`,
          es: `¡Ganaste en ${made} y te ${game.energy === 1 ? "queda" : "quedan"} ${number(game.energy)} de energía!`});
      return game.status === "lost_bomb"
        ? t({en: `You lost after ${made}: that bomb was lethal.`, es: `Perdiste tras ${made}: la bomba era letal.`})
        : t({en: `You lost after ${made}: you ran out of energy.`, es: `Perdiste tras ${made}: te quedaste sin energía.`});
    }

    function undo() {
      if (game.moves === "") return;
      undone += game.moves.slice(-1);
      playTo(game.moves.slice(0, -1));
      dropStaleRoute();
      tell(t({en: "Move taken back.", es: "Movimiento deshecho."}), true);
    }

    function redo() {
      if (undone === "") return;
      const letter = undone.slice(-1);
      undone = undone.slice(0, -1);
      goTo(game.moves + letter, moveText);
    }

    const numberOf = ([x, y]) => (y - 1) * map.width + x - 1;
    const tokenAt = (cell) => map.cells[numberOf(cell)];

    // Says what happened, and shows where the game stands.
    function tell(text, aloud = false) {
      const kind = mode === "edit" || game.status === "going_on" ? "" : game.status === "won" ? "good" : "bad";
      told = [text, kind];
      again.hidden = mode === "edit" || !isOver() || game.moves === "";
      undoButton.disabled = game.moves === "";
      redoButton.disabled = undone === "";
      if (aloud) app.announce(text);
      show();
      app.changed();
    }

    function setMode(next) {
      mode = next;
      modeChoice.value = mode;
      for (const [name, part] of Object.entries(parts)) part.hidden = name !== mode;
      keys.textContent = t(words.keys[mode]);
      picture.element.setAttribute("aria-description", keys.textContent);
      picture.element.classList.toggle("is-edited", mode === "edit");
      if (!game) return;
      // The editor shows routes from the start, a game those from where it is.
      if (mode === "edit" && solver.base !== "") solver.mapChanged(true);
      if (mode === "play") dropStaleRoute();
      tell(standing());
    }

    // What is seen: the game, or the route as far as the player walked it.
    function show({stays = false} = {}) {
      const {route} = solver;
      const best = route ? route.best : null;
      player.element.hidden = !route;
      follow.hidden = !route || mode === "edit";
      if (best !== loaded) {
        loaded = best;
        player.load(best ? best.moves : 0, {at: 0, rate: Math.max(4, best ? best.moves / 30 : 0)});
      } else if (!stays) {
        player.go(0);
      }
      drawScene();
    }

    function drawScene() {
      const {route, base} = solver;
      const isPreview = route !== null && player.step > 0;
      const scene = {at: game.at, energy: game.energy, gone: new Set(game.gone.map(numberOf)), verdict: game.status};
      // The editor shows the map as it is before the first move.
      if (mode === "edit") Object.assign(scene, {at: map.start, energy: map.energy, gone: new Set(), verdict: "going_on", cursor: editor.cursor});
      let energies = game.energies;
      let step = game.moves.length;
      if (route) {
        const cells = cellsOf(cellsOf(map.start, base).pop(), route.best.path);
        const line = route.line || (route.line = lineOf(cells.map(([x, y]) => [x - 1, y - 1])));
        step = game.moves.startsWith(base) && !(base === "" && isOver()) ? game.moves.length - base.length : 0;
        energies = route.best.energies;
        if (isPreview) {
          ({step} = player);
          const gone = new Set(base === "" ? [] : goneAtBase());
          for (const cell of cells.slice(1, step + 1)) if (worksOnce(tokenAt(cell))) gone.add(numberOf(cell));
          Object.assign(scene, {at: cells[step], energy: energies[step], gone, verdict: step === route.best.moves ? "won" : "going_on"});
        }
        scene.route = {line, from: step, kind: solver.goal};
      }
      picture.setScene(scene);
      drawChart(route ? "route" : mode === "play" ? "game" : "none", energies, step);
      const eaten = [...scene.gone].filter((at) => map.cells[at][0] === "J").length;
      scores.show([number(scene.energy), number(isPreview ? step + base.length : game.moves.length), `${eaten}\u2009/\u2009${map.foods}`],
        scene.energy <= 3);
      preview.hidden = !isPreview;
      const [said, kind] = isPreview ? [previewText(step, scene.at, energies), ""] : told;
      message.say(said, kind);
      banner.className = `banner ${kind}`;
      const place = `(${scene.at.join()})`;
      picture.describe(t({
        en: `Map of ${map.width} × ${map.height} cells. Pac-Man is at ${place}, the goal at (${map.goal.join()}).`,
        es: `Mapa de ${map.width} × ${map.height} casillas. Pac-Man está en ${place}, la meta en (${map.goal.join()}).`,
      }));
    }

    // Shows the chart of that name alone.
    function drawChart(shown, energies, step) {
      for (const [name, one] of Object.entries(charts)) {
        one.element.hidden = name !== shown;
        if (name !== shown) continue;
        one.load(energies, marksOf(energies));
        one.at(step);
      }
    }

    const previewText = (step, cell, energies) => `${t({en: `Computer's route, move ${step}`, es: `Ruta del ordenador, movimiento ${step}`})}. ` +
      effectText(cell, energies[step - 1], energies[step]);

    // Where energy is won, and where more is lost than a move costs.
    const marksOf = (energies) => energies.flatMap((energy, step) => {
      const change = step === 0 ? 0 : energy - energies[step - 1];
      return change >= 0 && step > 0 ? [[step, "gain"]] : change < -1 ? [[step, "loss"]] : [];
    });

    // What was gone when the route began.
    const goneAtBase = () => app.now("pacman_play", {map: map.text, moves: solver.base}).gone.map(numberOf);

    // Makes the next move of the route in the game. The computer knows what it does: safe mode may not.
    function followRoute() {
      const {route, base} = solver;
      if (!route) return;
      if (isOver()) {
        if (base !== "") return;
        playTo("");
      }
      const letter = route.best.path[game.moves.length - base.length];
      if (!letter) return;
      const before = game;
      playTo(game.moves + letter);
      undone = "";
      tell(isOver() ? endText() : `${t(names[letter])}. ${moveText(before)}`, true);
    }

    // The parts of the page.
    const scores = scoreBoard([t(words.energy), t(words.moves), t({en: "Food", es: "Comida"})]);
    scores.show(["", "", ""]);  // their place is kept
    const message = app.verdict();
    const restartButton = (how) => app.button(t(words.restart), restart, {icon: "restart", ...how});
    const again = restartButton({kind: "primary"});
    const banner = el("div", {class: "banner"}, message, again);
    const preview = el("p", {class: "note preview", hidden: true},
      t({en: "This is the computer's route, not your game. Make a move to go back to your game.",
        es: "Esta es la ruta del ordenador, no tu partida. Haz un movimiento para volver a tu partida."}));
    const safe = app.check(t({en: "Safe mode: refuse deadly moves", es: "Modo seguro: rechazar movimientos mortales"}), {onchange: () => app.changed()});
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const redoButton = app.button(t(words.redo), redo, {});
    const follow = app.button(t({en: "Make its next move", es: "Hacer su siguiente movimiento"}), followRoute, {hidden: true});

    const stem = () => fileName.replace(/\.\w+$/, "");
    const save = (text, act) => app.button(t(text), act, {icon: "save"});
    const legend = el("ul", {class: "legend"}, [
      ["food", "3", {en: "food: gives its value, once", es: "comida: da su valor, una sola vez"}],
      ["wall", "4", {en: "wall: costs its height every time", es: "muro: cuesta su altura cada vez"}],
      ["solid", "", {en: "solid wall: nobody gets over it", es: "muro macizo: no hay quien lo pase"}],
      ["bomb", "2", {en: "bomb: costs its force, once", es: "bomba: cuesta su fuerza, una sola vez"}],
      ["lethal", "", {en: "lethal bomb: the end", es: "bomba letal: el final"}],
      ["goal", "", {en: "goal: get here to win", es: "meta: llega aquí y ganas"}],
    ].map(([kind, value, text]) => el("li", {}, playgroundPacmanPicture.sample(kind, value), el("span", {}, t(text)))));
    const keys = el("p", {class: "note"});
    const modeChoice = app.choice(t({en: "What to do", es: "Qué hacer"}),
      [["play", t(words.play)], ["edit", t({en: "Edit the map", es: "Editar el mapa"})]],
      {value: mode, onchange: setMode});
    const parts = {
      play: el("div", {class: "part"}, scores.element,
        app.toolbar(t(words.play), undoButton, redoButton, restartButton()), safe,
        pad(t, t(words.play), (letter) => game && move(letter))),
      edit: el("div", {class: "part"}, ...editor.parts),
    };

    root.classList.add("walker");
    const board = el("div", {class: "board"}, picture.element);
    const chartBox = el("div", {class: "charts"}, charts.route.element, charts.game.element);
    const routesCard = app.card(t({en: "Routes", es: "Rutas"}), ...solver.parts, preview, follow);
    root.append(app.bench([board, banner, player.element], [
      source.problems, source.warnings,
      app.card(null, modeChoice, parts.play, parts.edit),
      routesCard,
      app.card(t(words.map), source.example,
        app.toolbar(t(words.map), ...source.buttons,
          save(words.save, () => app.download(`${stem()}.txt`, map.text)),
          save({en: "Save JSON", es: "Guardar JSON"}, () => app.download(`${stem()}.json`, map.json, "application/json"))),
        textBox),
      app.card(t({en: "On the map", es: "En el mapa"}), legend, keys),
    ]));
    // On a phone the picture must leave room: there the chart is beside the routes.
    const isNarrow = matchMedia("(max-width: 62rem)");
    const placeChart = () => (isNarrow.matches ? routesCard : board.parentNode).append(chartBox);
    isNarrow.addEventListener("change", placeChart);
    placeChart();
    setMode(mode);
    const endSteering = steer(root, picture, {isWanted: () => game !== null && mode === "play", position: () => game.at, move,
      actions: {u: undo, Backspace: undo, y: redo, r: restart, m: () => safe.control.click()}});
    root.addEventListener("keydown", (event) => map && mode === "edit" && editor.press(event));
    // Who chose with a mouse or a finger steers with the arrows next; on a radio button they would choose again.
    modeChoice.addEventListener("click", (event) => {
      if (event.detail > 0 && event.target.matches("input")) picture.element.focus({preventScroll: true});
    });

    // Nothing jumps when the module is there. A map in JSON is rare enough.
    function reserveFor(text) {
      const [, width, height] = /^\s*(\d\d?)\s*,\s*(\d\d?)\s*\n/.exec(text) || [];
      if (width > 0 && height > 0) picture.reserve(Number(width), Number(height));
    }
    reserveFor(fromLink(examples[0][2]));

    // Opens the map of a link, or the first example.
    const openAgain = (link) => (link === undefined ? source.openExample(examples[0]) : source.openLink(link));

    const start = app.ready.then(() => map || openAgain());

    async function restore(state) {
      pending = state;
      if (state.map !== undefined && !map) reserveFor(fromLink(state.map));
      await start;
      if (!openAgain(state.map)) return;
      safe.control.checked = state.safe === "1";
      solver.restoreLimit(state);
      playTo(state.moves || "");
      setMode(state.mode === "edit" ? "edit" : "play");
      if (state.route) await restoreRoute(state);
    }

    async function restoreRoute({route: goal, from, step}) {
      const {moves} = game;
      const isBehind = from !== undefined && moves.startsWith(from);
      if (isBehind) playTo(from);
      await solver.find();
      if (isBehind) {
        playTo(moves);
        tell(standing());
      }
      if (solver.choose(goal)) player.go(Number(step) || 0);
    }

    function state() {
      if (!map) return pending;
      const state = {map: toLink(map.text)};
      if (game.moves) state.moves = game.moves;
      if (safe.control.checked) state.safe = "1";
      if (mode === "edit") state.mode = mode;
      Object.assign(state, solver.state());
      if (solver.goal && player.step > 0) state.step = String(player.step);
      return state;
    }

    return {
      state, restore,
      program: () => (map ? playgroundPrograms.make("pacman", {map: map.text, ...solver.asked()}) : null),
      unmount() {
        solver.cancel();
        source.end();
        isNarrow.removeEventListener("change", placeChart);
        endSteering();
      },
    };
  }

  playground.tab({id: "pacman", name: {en: "Pac-Man", es: "Pac-Man"}, mount});
})();
