// SPDX-License-Identifier: MIT
// The tab of Pac-Man: open maps, play them, and see the shortest and the richest route.
(() => {
  const {names, pad, steer, cellsOf, lineOf} = playgroundWalks;
  const {chart, scoreBoard} = playgroundRouteViews;

  // In links, a map is its text with `.` for commas and `_` for the ends of lines. Files are taken as well.
  const toLink = (text) => text.trim().replace(/,/g, ".").replace(/\n/g, "_");
  const fromLink = (link) => (/^[-\w.]+$/.test(link) && link.includes("_") ? `${link.replace(/\./g, ",").replace(/_/g, "\n")}\n` : link);

  const examples = [
    ["first", {en: "First steps", es: "Primeros pasos"}, "5.4_1.2.6_5.3_V.J3.V.B2.V_V.Z4.J2.Z.J1_V.V.Z2.V.V_B.Z.J4.V.Z"],
    ["fork", {en: "Fork", es: "Bifurcación"}, "12.7_1.4.9_12.4_Z.Z.V.J4.V.V.V.V.J3.V.Z.Z_Z.V.V.Z.Z.Z.Z.Z.Z.V.V.Z_V.V.Z.Z.J9.V.V.J1.Z.Z.V.V_V.Z2.Z2.V.V.B6.V.V.Z2.Z2.Z1.V_V.V.Z.Z.J5.V.V.J8.Z.Z.V.V_Z.V.V.Z.Z.Z.Z.Z.Z.V.V.Z_Z.Z.V.V.J1.V.V.J2.V.V.Z.Z"],
    ["minefield", {en: "Minefield", es: "Campo de minas"}, "10.8_1.8.22_10.1_B3.B1.V.B.V.B2.J2.B.V.V_V.B.J3.B1.B.V.B1.V.B.V_J1.B2.V.B.J4.B3.V.B2.B1.V_B.V.B1.V.B1.V.B.J3.V.B_V.B4.V.B.V.B2.V.B.B2.V_V.V.B.J2.B1.V.B.V.V.B1_B1.V.V.B2.V.B.J5.B1.B.V_V.B.J2.V.B.V.V.B2.V.J3"],
    ["spiral", {en: "Spiral", es: "Espiral"}, "13.13_1.1.11_7.7_V.V.V.J8.V.V.V.B2.J5.V.V.V.V_Z.Z.Z.Z.Z.Z.Z9.Z.Z.Z.Z.Z.J6_V.V.J5.V.V.B1.V.J6.V.V.V.Z.V_V.Z.Z.Z.Z.Z.Z9.Z.Z.Z.V.Z.V_V.Z.J7.V.V.V.V.J8.B1.Z.J7.Z.V_J8.Z.V.Z.Z.Z.Z.Z.V.Z.V.Z.V_V.Z.V.Z.V.B3.V.Z.V.Z.V.Z9.B1_V.Z8.V.Z.J6.Z.Z.Z.V.Z.V.Z.V_B2.Z.V.Z.V.V.V.V.J5.Z.B3.Z.V_V.Z.B2.Z.Z.Z.Z.Z.Z.Z.J8.Z.V_J7.Z.V.V.V.V.J5.V.V.V.V.Z.V_V.Z.Z.Z.Z.Z.Z.Z.Z.Z.Z.Z.J8_V.V.V.J6.V.V.V.B3.J5.V.V.V.V"],
    ["feast", {en: "Feast (hard)", es: "Banquete (difícil)"}, "20.20_1.20.12_20.1_V.B1.B2.V.V.V.J3.J5.J4.Z.J5.J2.V.V.J4.V.J4.B4.J3.V_J2.V.J4.Z.Z1.V.Z1.B3.V.J2.V.J2.Z1.Z.Z2.Z2.Z3.J3.V.J2_V.J3.V.J1.J2.J2.Z.V.Z3.J4.V.J2.J1.V.V.V.V.J5.Z.V_J3.Z3.V.V.J4.J1.V.Z.J1.Z5.V.J2.V.J1.B1.J2.B3.J5.B5.Z3_V.J2.V.J3.Z5.J2.V.J1.J3.Z.J5.J5.J1.J2.J1.V.V.J1.V.V_V.J3.Z5.V.J1.Z2.Z.J2.J3.B1.V.V.Z1.V.J3.V.V.J2.Z.J1_J2.V.V.J2.J2.V.V.Z2.J1.Z1.J2.V.Z.J1.V.J2.V.Z3.V.B5_V.B3.J1.V.Z4.V.J1.V.V.J5.Z3.Z4.V.Z4.J1.V.V.J3.Z.V_V.J2.V.V.J5.V.J1.V.V.V.V.V.J4.J3.V.J2.Z1.J2.J5.J1_B1.J2.J5.V.J2.V.J5.Z4.J1.B5.V.V.V.J2.V.V.V.J5.V.B2_V.V.B3.J3.V.J2.V.V.V.V.Z.J3.Z2.V.Z5.V.J2.J1.V.J3_Z3.J3.V.Z.Z2.J1.B2.V.J1.Z.J2.V.J4.V.J5.J3.J1.J1.J1.V_B4.V.Z.V.Z3.J1.V.Z.V.V.J4.V.Z.Z3.J3.V.V.J1.J4.Z2_J3.Z1.J3.J2.V.J4.Z.Z3.Z2.J4.J3.J3.Z.Z2.J2.Z.V.Z1.V.V_J2.V.Z.V.V.Z4.J3.B3.J3.J5.V.V.J1.Z.J1.V.V.J3.J1.Z4_V.V.V.Z.V.Z5.Z4.V.B3.Z5.V.Z.V.V.J2.V.V.V.J3.V_J1.J4.J2.J2.V.J1.J4.V.Z5.V.J1.J2.J1.J1.J3.J4.Z4.Z.V.V_Z.V.J4.J4.V.V.J3.Z.Z2.V.J2.V.J2.J5.Z.Z.J2.Z4.Z4.V_V.V.V.V.J2.J2.V.J5.J1.J2.Z5.V.J4.J3.J2.V.V.B1.V.V_V.J1.V.Z5.B2.V.Z4.V.J2.J3.J5.J2.J1.Z3.J4.V.V.Z.V.V"],
    ["mirage", {en: "Mirage (no route)", es: "Espejismo (sin ruta)"}, "9.5_1.3.4_9.3_V.J1.V.Z.J9.V.V.J9.V_V.V.J2.Z.V.V.J9.V.V_V.J1.V.Z8.V.J9.V.V.V_V.V.V.Z.V.V.J9.V.V_J1.V.V.Z.J9.V.V.J9.V"],
    ["locked", {en: "Locked (no route)", es: "Encerrado (sin ruta)"}, "7.5_1.3.20_7.3_V.V.J2.Z.V.V.V_V.J4.V.B.V.J9.V_V.V.Z2.Z.V.V.V_V.V.V.B.V.J9.V_J1.V.V.Z.V.V.V"],
  ];

  const words = {
    ...playgroundWords.common,
    map: {en: "Map", es: "Mapa"},
    play: {en: "Play", es: "Jugar"},
    energy: {en: "Energy", es: "Energía"},
    intro: {
      en: "Every move costs 1 energy. Reach the flag before it runs out.",
      es: "Cada movimiento cuesta 1 de energía. Llega a la bandera antes de que se acabe.",
    },
    keys: {
      en: "Arrows or WASD move, U undoes, Y redoes, R restarts, M is safe mode. Or swipe, or click a cell beside Pac-Man.",
      es: "Flechas o WASD mueven, U deshace, Y rehace, R reinicia, M es el modo seguro. O desliza, o pulsa una celda junto a Pac-Man.",
    },
  };

  const worksOnce = (token) => /^[JB]./.test(token);

  function mount(root, app) {
    const {t, el, number, count} = app;
    let map = null;       // the answer of pacman_check
    let fileName = "map.txt";
    let game = null;      // the answer of pacman_play
    let undone = "";      // moves taken back, the next to be made again last
    let loaded = null;    // the route that the player has
    let pending = {};     // the state to restore before the module is there

    const picture = playgroundPacmanPicture(app, t(words.keys));
    const left = chart((values) => t({
      en: `Energy along the route: ${values[0]} at the start, ${values[values.length - 1]} at the end`,
      es: `Energía a lo largo de la ruta: ${values[0]} al inicio, ${values[values.length - 1]} al final`,
    }), {onstep: (step) => solver.route && player.go(step)});
    const player = app.player({label: t(words.route), rate: 4, show() {
      if (!game) return;
      drawScene();
      app.changed();
    }});

    // Maps come in.
    const textBox = el("details", {class: "text-box"}, el("summary", {}, t({en: "Text of the map", es: "Texto del mapa"})));
    const source = playgroundBoardSource(app, root, {
      examples, fromLink,
      files: ".txt,.json,text/plain,application/json",
      label: t({en: "The map as text or JSON", es: "El mapa como texto o JSON"}),
      hint: t({en: "Paste or edit; the map follows.", es: "Pega o edita; el mapa lo sigue."}),
      check: (text, name) => app.now("pacman_check", {map: text, name}),
      accept(answer) {
        map = answer;
        picture.setMap(map);
        source.markExample(toLink(map.text));
        undone = "";
        playTo("");
        solver.forget();
        tell(isOver() ? endText() : t(words.intro), isOver());
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
      isOver,
    };
    const solver = playgroundPacmanSolver(tab, show);

    // The game.
    function playTo(moves, next = "") {
      game = app.now("pacman_play", {map: map.text, moves, next, safe: safe.control.checked ? 1 : 0});
    }

    function isOver() {
      return game.status !== "going_on";
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
      goTo("", () => t({en: "From the start again.", es: "De nuevo desde el inicio."}));
    }

    function move(letter) {
      if (isOver()) return tell(endText(), true);
      const before = game;
      playTo(before.moves, letter);
      if (game.came === "blocked") return tell(t({en: "You cannot go there.", es: "Por ahí no se puede."}), true);
      if (game.came === "refused")
        return tell(t({en: "Safe mode: that would be deadly.", es: "Modo seguro: eso sería mortal."}), true);
      undone = undone.endsWith(letter) ? undone.slice(0, -1) : "";
      dropStaleRoute();
      return tell(isOver() ? endText() : moveText(before), true);
    }

    function moveText(before) {
      const effect = game.energy - before.energy + 1;
      const token = tokenAt(game.at);
      const what = effect === 0 ? ""
        : token[0] === "J" ? t({en: `Food: +${effect}.`, es: `Comida: +${effect}.`})
          : token[0] === "B" ? t({en: `A bomb explodes: −${-effect}.`, es: `Estalla una bomba: −${-effect}.`})
            : t({en: `Over a wall: −${-effect}.`, es: `Sobre un muro: −${-effect}.`});
      return `${what} ${t(words.energy)}: ${number(game.energy)}`.trim();
    }

    function endText() {
      const made = count(game.moves.length, "move");
      if (game.status === "won")
        return t({en: `Won in ${made} with ${number(game.energy)} energy left!`, es: `¡Ganaste en ${made} y te quedan ${number(game.energy)} de energía!`});
      return game.status === "lost_bomb"
        ? t({en: `Lost after ${made}: a lethal bomb.`, es: `Perdiste tras ${made}: una bomba letal.`})
        : t({en: `Lost after ${made}: no energy is left.`, es: `Perdiste tras ${made}: no queda energía.`});
    }

    function undo() {
      if (game.moves === "") return;
      undone += game.moves.slice(-1);
      playTo(game.moves.slice(0, -1));
      dropStaleRoute();
      tell(t({en: "One move back.", es: "Un movimiento atrás."}), true);
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
      const kind = game.status === "won" ? "good" : game.status === "going_on" ? "" : "bad";
      message.say(text, kind);
      banner.className = `banner ${kind}`;
      again.hidden = !isOver() || game.moves === "";
      undoButton.disabled = game.moves === "";
      redoButton.disabled = undone === "";
      if (aloud) app.announce(text);
      show();
      app.changed();
    }

    // What is seen: the game, or the route as far as the player walked it.
    function show({stays = false} = {}) {
      const {route} = solver;
      const best = route ? route.best : null;
      player.element.hidden = follow.hidden = !route;
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
      left.load(energies, marksOf(energies));
      left.at(step);
      const eaten = [...scene.gone].filter((at) => map.cells[at][0] === "J").length;
      scores.show([number(scene.energy), number(isPreview ? step + base.length : game.moves.length), `${eaten}\u2009/\u2009${map.foods}`],
        scene.energy <= 3);
      preview.hidden = !isPreview;
      const place = `(${scene.at.join()})`;
      picture.describe(t({
        en: `Map of ${map.width} × ${map.height} cells. Pac-Man is at ${place}, the goal at (${map.goal.join()}).`,
        es: `Mapa de ${map.width} × ${map.height} celdas. Pac-Man está en ${place}, la meta en (${map.goal.join()}).`,
      }));
    }

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
      t({en: "This is the AI's route, not your game. Any move returns to your game.", es: "Esta es la ruta de la IA, no tu partida. Cualquier movimiento vuelve a tu partida."}));
    const safe = app.check(t({en: "Safe mode: refuse deadly moves", es: "Modo seguro: rechazar movimientos mortales"}), {onchange: () => app.changed()});
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const redoButton = app.button(t(words.redo), redo, {});
    const follow = app.button(t({en: "Make its next move", es: "Hacer su siguiente movimiento"}), followRoute, {hidden: true});

    const stem = () => fileName.replace(/\.\w+$/, "");
    const save = (text, act) => app.button(t(text), act, {icon: "save"});
    const legend = el("ul", {class: "legend"}, [
      ["food", "3", {en: "food: gives its value, once", es: "comida: da su valor, una vez"}],
      ["wall", "4", {en: "wall: costs its height each time", es: "muro: cuesta su altura cada vez"}],
      ["solid", "∞", {en: "infinite wall", es: "muro infinito"}],
      ["bomb", "2", {en: "bomb: costs its force, once", es: "bomba: cuesta su fuerza, una vez"}],
      ["lethal", "✕", {en: "lethal bomb", es: "bomba letal"}],
    ].map(([kind, sign, text]) => el("li", {}, el("span", {class: `swatch ${kind}`, "aria-hidden": "true"}, sign), t(text))));

    root.classList.add("walker");
    root.append(app.bench([
      source.problems, source.warnings, scores.element,
      el("div", {class: "board"}, picture.element),
      banner,
      el("div", {class: "controls"},
        el("div", {class: "controls-buttons"}, app.toolbar(t(words.play), undoButton, redoButton, restartButton()), safe),
        pad(t, t(words.play), (letter) => game && move(letter))),
      preview, left.element, player.element, legend, el("p", {class: "note"}, t(words.keys)),
    ], [
      app.card(t(words.map), source.example,
        app.toolbar(t(words.map), ...source.buttons,
          save({en: "Save text", es: "Guardar texto"}, () => app.download(`${stem()}.txt`, map.text)),
          save({en: "Save JSON", es: "Guardar JSON"}, () => app.download(`${stem()}.json`, map.json, "application/json"))),
        textBox),
      app.card(t({en: "AI", es: "IA"}), ...solver.parts, follow),
    ]));
    const endSteering = steer(root, picture, {isWanted: () => game !== null, position: () => game.at, move,
      actions: {u: undo, Backspace: undo, y: redo, r: restart, m: () => safe.control.click()}});

    // Nothing jumps when the module is there. A map in JSON is rare enough.
    function reserveFor(text) {
      const [, width, height] = /^\s*(\d\d?)\s*,\s*(\d\d?)\s*\n/.exec(text) || [];
      if (width > 0 && height > 0) picture.reserve(Number(width), Number(height));
    }
    reserveFor(fromLink(examples[0][2]));

    const start = app.ready.then(() => {
      if (!map) source.openExample(examples[0]);
    });

    async function restore(state) {
      pending = state;
      if (state.map !== undefined && !map) reserveFor(fromLink(state.map));
      await start;
      if (state.map !== undefined && !source.openLink(state.map)) return;
      safe.control.checked = state.safe === "1";
      solver.restoreLimit(state);
      playTo(state.moves || "");
      tell(isOver() ? endText() : t(words.intro));
      if (state.route) await restoreRoute(state);
    }

    async function restoreRoute({route: goal, from, step}) {
      const {moves} = game;
      const isBehind = from !== undefined && moves.startsWith(from);
      if (isBehind) playTo(from);
      await solver.find();
      if (isBehind) {
        playTo(moves);
        tell(isOver() ? endText() : message.textContent);
      }
      if (solver.choose(goal)) player.go(Number(step) || 0);
    }

    function state() {
      if (!map) return pending;
      const state = {map: toLink(map.text)};
      if (game.moves) state.moves = game.moves;
      if (safe.control.checked) state.safe = "1";
      Object.assign(state, solver.state());
      if (solver.goal && player.step > 0) state.step = String(player.step);
      return state;
    }

    return {
      state, restore,
      unmount() {
        solver.cancel();
        source.end();
        endSteering();
      },
    };
  }

  playground.tab({id: "pacman", name: {en: "Pac-Man", es: "Pac-Man"}, mount});
})();
