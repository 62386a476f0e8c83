// SPDX-License-Identifier: MIT
// The tab of Pac-Man: open maps, play them, and see the shortest and the richest route.
(() => {
  const {shifts, names, moveOfKey, hasModifier, isFree, pad, swipes, cellsOf, lineOf, chart, source, grouped, counted} = playgroundWalks;

  // In links, a map is its text with `.` for commas and `_` for the ends of lines. Files are taken as well.
  const toLink = (text) => text.trim().replace(/,/g, ".").replace(/\n/g, "_");
  const fromLink = (link) => (/^[-\w.]+$/.test(link) && link.includes("_") ? `${link.replace(/\./g, ",").replace(/_/g, "\n")}\n` : link);

  const examples = [
    ["first", {en: "First steps", es: "Primeros pasos"}, "5.4_1.2.6_5.3_V.J3.V.B2.V_V.Z4.J2.Z.J1_V.V.Z2.V.V_B.Z.J4.V.Z"],
    ["fork", {en: "Fork", es: "Bifurcación"}, "12.7_1.4.9_12.4_Z.Z.V.J4.V.V.V.V.J3.V.Z.Z_Z.V.V.Z.Z.Z.Z.Z.Z.V.V.Z_V.V.Z.Z.J9.V.V.J1.Z.Z.V.V_V.Z2.Z2.V.V.B6.V.V.Z2.Z2.Z1.V_V.V.Z.Z.J5.V.V.J8.Z.Z.V.V_Z.V.V.Z.Z.Z.Z.Z.Z.V.V.Z_Z.Z.V.V.J1.V.V.J2.V.V.Z.Z"],
    ["minefield", {en: "Minefield", es: "Campo de minas"}, "10.8_1.8.22_10.1_B3.B1.V.B.V.B2.J2.B.V.V_V.B.J3.B1.B.V.B1.V.B.V_J1.B2.V.B.J4.B3.V.B2.B1.V_B.V.B1.V.B1.V.B.J3.V.B_V.B4.V.B.V.B2.V.B.B2.V_V.V.B.J2.B1.V.B.V.V.B1_B1.V.V.B2.V.B.J5.B1.B.V_V.B.J2.V.B.V.V.B2.V.J3"],
    ["spiral", {en: "Spiral", es: "Espiral"}, "13.13_1.1.11_7.7_V.V.V.J8.V.V.V.B2.J5.V.V.V.V_Z.Z.Z.Z.Z.Z.Z9.Z.Z.Z.Z.Z.J6_V.V.J5.V.V.B1.V.J6.V.V.V.Z.V_V.Z.Z.Z.Z.Z.Z9.Z.Z.Z.V.Z.V_V.Z.J7.V.V.V.V.J8.B1.Z.J7.Z.V_J8.Z.V.Z.Z.Z.Z.Z.V.Z.V.Z.V_V.Z.V.Z.V.B3.V.Z.V.Z.V.Z9.B1_V.Z8.V.Z.J6.Z.Z.Z.V.Z.V.Z.V_B2.Z.V.Z.V.V.V.V.J5.Z.B3.Z.V_V.Z.B2.Z.Z.Z.Z.Z.Z.Z.J8.Z.V_J7.Z.V.V.V.V.J5.V.V.V.V.Z.V_V.Z.Z.Z.Z.Z.Z.Z.Z.Z.Z.Z.J8_V.V.V.J6.V.V.V.B3.J5.V.V.V.V"],
    ["feast", {en: "Feast (hard)", es: "Banquete (difícil)"}, "20.20_1.20.12_20.1_V.B1.B2.V.V.V.J3.J5.J4.Z.J5.J2.V.V.J4.V.J4.B4.J3.V_J2.V.J4.Z.Z1.V.Z1.B3.V.J2.V.J2.Z1.Z.Z2.Z2.Z3.J3.V.J2_V.J3.V.J1.J2.J2.Z.V.Z3.J4.V.J2.J1.V.V.V.V.J5.Z.V_J3.Z3.V.V.J4.J1.V.Z.J1.Z5.V.J2.V.J1.B1.J2.B3.J5.B5.Z3_V.J2.V.J3.Z5.J2.V.J1.J3.Z.J5.J5.J1.J2.J1.V.V.J1.V.V_V.J3.Z5.V.J1.Z2.Z.J2.J3.B1.V.V.Z1.V.J3.V.V.J2.Z.J1_J2.V.V.J2.J2.V.V.Z2.J1.Z1.J2.V.Z.J1.V.J2.V.Z3.V.B5_V.B3.J1.V.Z4.V.J1.V.V.J5.Z3.Z4.V.Z4.J1.V.V.J3.Z.V_V.J2.V.V.J5.V.J1.V.V.V.V.V.J4.J3.V.J2.Z1.J2.J5.J1_B1.J2.J5.V.J2.V.J5.Z4.J1.B5.V.V.V.J2.V.V.V.J5.V.B2_V.V.B3.J3.V.J2.V.V.V.V.Z.J3.Z2.V.Z5.V.J2.J1.V.J3_Z3.J3.V.Z.Z2.J1.B2.V.J1.Z.J2.V.J4.V.J5.J3.J1.J1.J1.V_B4.V.Z.V.Z3.J1.V.Z.V.V.J4.V.Z.Z3.J3.V.V.J1.J4.Z2_J3.Z1.J3.J2.V.J4.Z.Z3.Z2.J4.J3.J3.Z.Z2.J2.Z.V.Z1.V.V_J2.V.Z.V.V.Z4.J3.B3.J3.J5.V.V.J1.Z.J1.V.V.J3.J1.Z4_V.V.V.Z.V.Z5.Z4.V.B3.Z5.V.Z.V.V.J2.V.V.V.J3.V_J1.J4.J2.J2.V.J1.J4.V.Z5.V.J1.J2.J1.J1.J3.J4.Z4.Z.V.V_Z.V.J4.J4.V.V.J3.Z.Z2.V.J2.V.J2.J5.Z.Z.J2.Z4.Z4.V_V.V.V.V.J2.J2.V.J5.J1.J2.Z5.V.J4.J3.J2.V.V.B1.V.V_V.J1.V.Z5.B2.V.Z4.V.J2.J3.J5.J2.J1.Z3.J4.V.V.Z.V.V"],
    ["mirage", {en: "Mirage (no way)", es: "Espejismo (sin salida)"}, "9.5_1.3.4_9.3_V.J1.V.Z.J9.V.V.J9.V_V.V.J2.Z.V.V.J9.V.V_V.J1.V.Z8.V.J9.V.V.V_V.V.V.Z.V.V.J9.V.V_J1.V.V.Z.J9.V.V.J9.V"],
    ["locked", {en: "Locked (no way)", es: "Encerrado (sin salida)"}, "7.5_1.3.20_7.3_V.V.J2.Z.V.V.V_V.J4.V.B.V.J9.V_V.V.Z2.Z.V.V.V_V.V.V.B.V.J9.V_J1.V.V.Z.V.V.V"],
  ];

  const words = {
    map: {en: "Map", es: "Mapa"},
    open: {en: "Open…", es: "Abrir…"},
    paste: {en: "Paste", es: "Pegar"},
    saveText: {en: "Save text", es: "Guardar texto"},
    saveJson: {en: "Save JSON", es: "Guardar JSON"},
    example: {en: "Example", es: "Ejemplo"},
    own: {en: "(your own)", es: "(el tuyo)"},
    play: {en: "Play", es: "Jugar"},
    energy: {en: "Energy", es: "Energía"},
    moves: {en: "Moves", es: "Movimientos"},
    food: {en: "Food", es: "Comida"},
    safe: {en: "Safe mode: refuse deadly moves", es: "Modo seguro: rechazar movimientos mortales"},
    undo: {en: "Undo", es: "Deshacer"},
    redo: {en: "Redo", es: "Rehacer"},
    restart: {en: "Restart", es: "Reiniciar"},
    ai: {en: "AI", es: "IA"},
    find: {en: "Find the routes", es: "Buscar las rutas"},
    searching: {en: "Searching…", es: "Buscando…"},
    limit: {en: "Time limit", es: "Tiempo límite"},
    none: {en: "none", es: "ninguno"},
    route: {en: "Route", es: "Ruta"},
    shortest: {en: "Shortest", es: "La más corta"},
    richest: {en: "Richest", es: "La más rica"},
    intro: {
      en: "Every move costs 1 energy. Reach the flag before it runs out.",
      es: "Cada movimiento cuesta 1 de energía. Llega a la bandera antes de que se acabe.",
    },
    keys: {
      en: "Arrows or WASD move, U undoes, Y redoes, R restarts, M is safe mode. Or swipe, or click a cell beside Pac-Man.",
      es: "Flechas o WASD mueven, U deshace, Y rehace, R reinicia, M es el modo seguro. O desliza, o pulsa una celda junto a Pac-Man.",
    },
  };

  // What is in a cell by its token: J3, Z7, Z, B2, B or V.
  const kindOf = (token) => ({V: "empty", J: "food", Z: token === "Z" ? "solid" : "wall", B: token === "B" ? "lethal" : "bomb"}[token[0]]);
  const worksOnce = (token) => /^[JB]./.test(token);

  // The picture of a map: cells that seldom change, the route, and Pac-Man.
  function mapPicture(app) {
    const {svg} = app;
    const size = 40;
    const cells = svg("g");
    const casing = svg("path", {class: "route-casing"});
    const line = svg("path", {class: "route-line"});
    const walked = svg("path", {class: "route-walked"});
    const who = svg("g", {class: "pacman-who"}, svg("circle", {class: "pacman-body", r: 16}), svg("text", {class: "pacman-energy", y: 1}));
    const values = svg("g", {class: "values"});  // above the route, so that they can be read
    const picture = svg("svg", {role: "img", class: "map-picture"}, cells, casing, line, walked, values, who);
    const element = app.el("div", {class: "map", tabindex: "0", role: "application", "aria-label": app.t(words.map),
      "aria-description": app.t(words.keys)}, picture);
    let map = null;
    let drawn = [];

    const middle = size / 2;
    const heightOf = (value) => ({"--height": `${Math.round(Math.min(9, Number(value)) / 9 * 100)}%`});
    const fuse = () => svg("path", {class: "fuse", d: "M26 10q3-6 8-5"});
    const shapes = {
      empty: () => [],
      food: () => [svg("circle", {class: "food", cx: middle, cy: middle, r: 15})],
      wall: (value) => [svg("rect", {class: "wall", x: 1, y: 1, width: size - 2, height: size - 2, rx: 3,
        style: heightOf(value)})],
      solid: () => [svg("rect", {class: "solid", width: size, height: size})],
      bomb: () => [fuse(), svg("circle", {class: "bomb", cx: 19, cy: 22, r: 14})],
      lethal: () => [fuse(), svg("circle", {class: "lethal", cx: 19, cy: 22, r: 14}),
        svg("path", {class: "cross", d: "M13 16l12 12M25 16 13 28"})],
    };
    const leftovers = {
      food: () => [svg("circle", {class: "eaten", cx: middle, cy: middle, r: 4})],
      bomb: () => [svg("path", {class: "blast", d: "M20 6l3 8 8-4-4 8 8 3-8 3 4 8-8-4-3 8-3-8-8 4 4-8-8-3 8-3-4-8 8 4z"})],
    };
    const flag = () => [svg("path", {class: "flag-pole", d: "M13 8v26"}), svg("path", {class: "flag", d: "M14 8h17l-5 6 5 6H14z"})];

    const columnOf = (i) => i % map.width;
    const rowOf = (i) => Math.floor(i / map.width);

    function drawCell(i, isGone) {
      const kind = kindOf(map.cells[i]);
      const inside = isGone ? leftovers[kind]() : shapes[kind](map.cells[i].slice(1));
      if (columnOf(i) === map.goal[0] - 1 && rowOf(i) === map.goal[1] - 1) inside.push(...flag());
      return svg("g", {transform: `translate(${columnOf(i) * size} ${rowOf(i) * size})`},
        svg("rect", {class: "cell", width: size, height: size}), ...inside);
    }

    function drawValue(i, isGone) {
      const kind = kindOf(map.cells[i]);
      const value = kind === "solid" ? "∞" : map.cells[i].slice(1);
      const isBomb = kind === "bomb";
      const style = kind === "wall" ? heightOf(value) : undefined;
      return svg("text", {class: `on-${kind}`, style, x: columnOf(i) * size + (isBomb ? 19 : middle),
        y: rowOf(i) * size + (isBomb ? 23 : middle + 1)}, isGone ? "" : value);
    }

    const pathOf = (points) => (points.length < 2 ? "" : `M${points.map(([x, y]) => `${(x * size).toFixed(1)} ${(y * size).toFixed(1)}`).join("L")}`);

    // Keeps the place of a map of that size, also before it can be drawn.
    function reserve(width, height) {
      picture.setAttribute("viewBox", `-1 -1 ${width * size + 2} ${height * size + 2}`);
      element.style.setProperty("--columns", width);
      element.style.setProperty("--rows", height);
    }

    return {
      element,
      reserve,
      setMap(next) {
        map = next;
        drawn = map.cells.map(() => false);
        cells.replaceChildren(...map.cells.map((token, i) => drawCell(i, false)));
        values.replaceChildren(...map.cells.map((token, i) => drawValue(i, false)));
        reserve(map.width, map.height);
      },
      // scene: {at, energy, gone: a set of numbers of cells, route: {line, from, kind}, verdict}.
      setScene({at, energy, gone, route, verdict}) {
        drawn.forEach((was, i) => {
          if (was === gone.has(i)) return;
          drawn[i] = !was;
          cells.children[i].replaceWith(drawCell(i, !was));
          values.children[i].replaceWith(drawValue(i, !was));
        });
        const rest = route ? route.line.slice(route.from).flat() : [];
        const done = route ? route.line.slice(0, route.from + 1).flat() : [];
        casing.setAttribute("d", pathOf(rest));
        line.setAttribute("d", pathOf(rest));
        walked.setAttribute("d", pathOf(done));
        picture.dataset.route = route ? route.kind : "";
        who.style.transform = `translate(${(at[0] - 0.5) * size}px, ${(at[1] - 0.5) * size}px)`;
        who.setAttribute("class", `pacman-who ${verdict}${energy <= 3 ? " low" : ""}`);
        const number = String(energy).replace("-", "−");
        who.lastChild.textContent = number;
        who.lastChild.style.fontSize = number.length > 4 ? "8px" : number.length > 2 ? "12px" : "";
      },
      describe(label) { picture.setAttribute("aria-label", label); },
      // The cell under a pointer, as the rules name it.
      cellAt(event) {
        const box = picture.getBoundingClientRect();
        const scale = Math.min(box.width / (map.width * size + 2), box.height / (map.height * size + 2));
        const [left, top] = [(box.width - scale * map.width * size) / 2, (box.height - scale * map.height * size) / 2];
        return [Math.floor((event.clientX - box.left - left) / scale / size) + 1, Math.floor((event.clientY - box.top - top) / scale / size) + 1];
      },
    };
  }

  function mount(root, app) {
    const {t, el} = app;
    const number = (value) => grouped(app.language, value);
    const moveCount = (count) => counted(app.language, count, t({en: "move", es: "movimiento"}), t({en: "moves", es: "movimientos"}));
    let map = null;       // the answer of pacman_check
    let fileName = "map.txt";
    let game = null;      // the answer of pacman_play
    let undone = "";      // moves taken back, the next to be made again last
    let routes = {};      // by goal, from where `base` leads: the answers of pacman_solve
    let base = "";
    let shown = null;     // the goal whose route is drawn
    let loaded = null;    // the route that the player has
    let asked = 0;        // numbers what is asked, since answers may come too late
    let isSearching = false;
    let pending = {};     // the state to restore before the module is there

    const picture = mapPicture(app);
    const problems = el("div", {class: "problems"});
    const warnings = el("div", {class: "problems"});
    const left = chart((values) => t({
      en: `Energy along the way: ${values[0]} at the start, ${values[values.length - 1]} at the end`,
      es: `Energía a lo largo del camino: ${values[0]} al inicio, ${values[values.length - 1]} al final`,
    }), {onstep: (step) => route() && player.go(step)});
    const player = app.player({label: t(words.route), rate: 4, show() {
      if (!game) return;
      drawScene();
      app.changed();
    }});

    // Maps come in.
    function take(text, name) {
      const answer = app.now("pacman_check", {map: text, name});
      if (answer.status !== "valid") return answer;
      map = answer;
      picture.setMap(map);
      app.showWarnings(warnings, map.warnings, name);
      const known = examples.find(([, , link]) => link === toLink(map.text));
      example.control.value = known ? known[0] : "";
      restart(t(words.intro));
      return answer;
    }

    function open(text, name) {
      const answer = take(text, name);
      if (answer.status !== "valid") {
        app.showErrors(problems, answer);
        return false;
      }
      app.clearErrors(problems);
      fileName = /^[^<>]+$/.test(name) ? name : "map.txt";
      texts.set(text);
      return true;
    }

    // The game.
    function playTo(moves, next = "") {
      game = app.now("pacman_play", {map: map.text, moves, next, safe: safe.control.checked ? 1 : 0});
      return game;
    }

    const isOver = () => game.status !== "going_on";
    const isPreview = () => Boolean(route()) && player.step > 0;

    function restart(text) {
      undone = "";
      playTo("");
      forgetRoutes();
      tell(isOver() ? wordsOfEnd() : text, isOver());
    }

    function restartGame() {
      const moves = game.moves;
      playTo("");
      undone = [...moves].reverse().join("");
      dropStaleRoutes();
      tell(isOver() ? wordsOfEnd() : t({en: "From the start again.", es: "De nuevo desde el inicio."}), true);
    }

    function move(letter) {
      if (!game) return;
      const had = game;
      if (isOver()) return tell(wordsOfEnd(), true);
      const now = playTo(had.moves, letter);
      if (now.came === "blocked") return tell(t({en: "No way there.", es: "Por ahí no se puede."}), true);
      if (now.came === "refused")
        return tell(t({en: "Safe mode: that would be deadly.", es: "Modo seguro: eso sería mortal."}), true);
      undone = undone.endsWith(letter) ? undone.slice(0, -1) : "";
      dropStaleRoutes();
      if (isOver()) return tell(wordsOfEnd(), true);
      return tell(wordsOfMove(had, now), true);
    }

    function wordsOfMove(had, now) {
      const effect = now.energy - had.energy + 1;
      const token = tokenAt(now.at);
      const what = effect === 0 ? ""
        : token[0] === "J" ? t({en: `Food: +${effect}.`, es: `Comida: +${effect}.`})
          : token[0] === "B" ? t({en: `A bomb explodes: −${-effect}.`, es: `Estalla una bomba: −${-effect}.`})
            : t({en: `Over a wall: −${-effect}.`, es: `Sobre un muro: −${-effect}.`});
      return `${what} ${t(words.energy)}: ${number(now.energy)}`.trim();
    }

    function wordsOfEnd() {
      const made = moveCount(game.moves.length);
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
      dropStaleRoutes();
      tell(t({en: "One move back.", es: "Un movimiento atrás."}), true);
    }

    function redo() {
      if (undone === "") return;
      const had = game;
      playTo(game.moves + undone.slice(-1));
      undone = undone.slice(0, -1);
      dropStaleRoutes();
      tell(isOver() ? wordsOfEnd() : wordsOfMove(had, game), true);
    }

    const tokenAt = ([x, y]) => map.cells[(y - 1) * map.width + x - 1];
    const numberOf = ([x, y]) => (y - 1) * map.width + x - 1;

    // Says what happened, and shows where the game stands.
    function tell(text, aloud = false) {
      message.textContent = text;
      const kind = game.status === "won" ? "good" : game.status === "going_on" ? "" : "bad";
      message.className = `verdict ${kind}`;
      banner.className = `banner ${kind}`;
      again.hidden = !isOver() || game.moves === "";
      undoButton.disabled = game.moves === "";
      redoButton.disabled = undone === "";
      if (aloud) app.announce(text);
      show();
      app.changed();
    }

    // Routes.
    const route = () => (shown && routes[shown] && routes[shown].best ? routes[shown] : null);

    // Nobody waits any longer for what was asked.
    function cancel() {
      ++asked;
      if (isSearching) app.stop();
      isSearching = false;
    }

    function forgetRoutes() {
      cancel();
      routes = {};
      shown = null;
      base = "";
      showAnswers();
    }

    // A route stays while the game follows it. One from the start stays when a game is over, too.
    function dropStaleRoutes() {
      player.pause();
      cancel();
      const follows = ([, answer]) => {
        const whole = base + (answer.best ? answer.best.path : "");
        return (base === "" && isOver()) || (game.moves.startsWith(base) && whole.startsWith(game.moves));
      };
      const all = Object.entries(routes);
      const kept = all.filter(follows);
      if (kept.length === all.length) return;
      routes = Object.fromEntries(kept);
      if (!routes[shown]) shown = kept.length > 0 ? kept[0][0] : null;
      showAnswers();
    }

    const fast = 0.5;  // seconds of a first look, so that there is something to see

    // What is known after a second look: it may have found less than the first in its time.
    function better(first, second) {
      const isBetter = first && first.best && second.status === "limit" && (!second.best || second.best.energy < first.best.energy);
      return isBetter ? {...second, best: first.best} : second;
    }

    async function find() {
      forgetRoutes();
      const mine = asked;
      base = isOver() ? "" : game.moves;
      const request = {map: map.text, name: fileName, moves: base};
      const seconds = Number(limit.control.value);
      const look = async (goal, time) => {
        const answer = await app.call("pacman_solve", {...request, goal, seconds: time}, {busy: t(words.searching)});
        if (mine !== asked) throw {stopped: true};
        routes[goal] = better(routes[goal], answer);
        if (!shown || !route()) shown = goal;
        showAnswers();
        return answer;
      };
      findButton.disabled = true;
      isSearching = true;
      try {
        let answer = await look("shortest", seconds);
        if (answer.status !== "no_route") {
          answer = await look("energy", seconds === 0 ? fast : Math.min(fast, seconds));
          if (answer.status === "limit" && (seconds === 0 || seconds > fast)) answer = await look("energy", seconds);
        }
        isSearching = false;
        showAnswers();
        app.announce(answersText());
        app.changed();
      } catch (error) {
        if (mine !== asked) return;
        isSearching = false;
        showAnswers({isStopped: error.stopped});
        if (!error.stopped) app.showErrors(problems, error);
      } finally {
        findButton.disabled = isSearching;
      }
    }

    function wordsOfNoWay(answer) {
      const from = base === "" ? t({en: "from the start", es: "desde el inicio"}) : t({en: "from here", es: "desde aquí"});
      const why = answer.reason === "unreachable"
        ? t({en: "walls and lethal bombs are in the way", es: "muros y bombas letales cierran el paso"})
        : t({en: "on every way the energy runs out", es: "en todo camino se acaba la energía"});
      return t({en: `The goal cannot be reached ${from}: ${why}.`, es: `La meta no se puede alcanzar ${from}: ${why}.`});
    }

    function wordsOfBound(goal, answer) {
      if (answer.optimal)
        return goal === "shortest" ? t({en: "proven: none is shorter", es: "demostrado: ninguna es más corta"})
          : t({en: "proven: none is richer", es: "demostrado: ninguna es más rica"});
      if (goal === "shortest") return t({en: `best so far; none has fewer than ${moveCount(answer.lower_bound)}`,
        es: `la mejor por ahora; ninguna tiene menos de ${moveCount(answer.lower_bound)}`});
      const gap = answer.upper_bound === null || !answer.best ? null : answer.upper_bound - answer.best.energy;
      if (gap === 0) return t({en: "none has more energy; perhaps one has fewer moves", es: "ninguna da más energía; quizá una sea más corta"});
      return gap === null ? t({en: "best so far", es: "la mejor por ahora"})
        : t({en: `best so far; none has more than ${number(answer.upper_bound)} energy`,
          es: `la mejor por ahora; ninguna da más de ${number(answer.upper_bound)} de energía`});
    }

    function wordsOfRoute(answer) {
      if (!answer.best) return t({en: "none found in time", es: "ninguna hallada a tiempo"});
      return t({en: `${moveCount(answer.best.moves)}, ${number(answer.best.energy)} energy left`,
        es: `${moveCount(answer.best.moves)}, quedan ${number(answer.best.energy)} de energía`});
    }

    const goals = [["shortest", words.shortest], ["energy", words.richest]];

    const answersText = () => (routes.shortest && routes.shortest.status === "no_route" ? wordsOfNoWay(routes.shortest)
      : goals.filter(([goal]) => routes[goal]).map(([goal, name]) => `${t(name)}: ${wordsOfRoute(routes[goal])}`).join(". "));

    function showAnswers({isStopped = false} = {}) {
      answers.replaceChildren();
      if (isStopped) answers.append(el("p", {class: "note"}, t({en: "Stopped.", es: "Detenido."})));
      if (routes.shortest && routes.shortest.status === "no_route")
        answers.append(el("p", {class: "verdict bad"}, wordsOfNoWay(routes.shortest)));
      else if (Object.keys(routes).length > 0) answers.append(choiceOfRoutes());
      if (map) show({stays: true});
    }

    // The routes that were found; the one that is chosen is drawn.
    function choiceOfRoutes() {
      const box = el("div", {class: "route-list", role: "radiogroup", "aria-label": t(words.route)});
      for (const [goal, name] of goals) {
        const answer = routes[goal];
        if (!answer) continue;
        const radio = el("input", {type: "radio", name: "pacman-route", value: goal, checked: goal === shown, disabled: !answer.best,
          onchange: () => {
            shown = goal;
            show();
            app.changed();
          }});
        box.append(el("label", {class: `route-choice ${goal}`}, radio,
          el("span", {}, el("strong", {}, t(name)), " ", el("span", {class: "route-numbers"}, wordsOfRoute(answer)),
            el("span", {class: "note"}, isSearching && !answer.optimal ? t({en: "searching on…", es: "sigue la búsqueda…"}) : wordsOfBound(goal, answer)),
            answer.best ? el("span", {class: "note"}, wordsOfWay(answer)) : null)));
      }
      return box;
    }

    const wordsOfWay = ({best, seconds}) => {
      const time = `${seconds.toFixed(2)} s`;
      return t({en: `food ${best.foods}, bombs ${best.bombs}, walls ${best.walls} · ${time}`,
        es: `comida ${best.foods}, bombas ${best.bombs}, muros ${best.walls} · ${time.replace(".", ",")}`});
    };

    // What is seen: the game, or the route as far as the player walked it.
    function show({stays = false} = {}) {
      const seen = route();
      player.element.hidden = follow.hidden = !seen;
      const best = seen ? seen.best : null;
      if (best !== loaded) {
        loaded = best;
        player.load(best ? best.moves : 0, {at: 0, rate: Math.max(4, best ? best.moves / 30 : 0)});
      } else if (!stays) {
        player.go(0);
      }
      drawScene();
    }

    function startOfRoute() {
      return cellsOf(map.start, base).pop();
    }

    function drawScene() {
      const seen = route();
      const gone = new Set(game.gone.map(numberOf));
      const scene = {at: game.at, energy: game.energy, gone, verdict: game.status};
      let energies = game.energies;
      let step = game.moves.length;
      if (seen) {
        const cells = cellsOf(startOfRoute(), seen.best.path);
        const line = seen.line || (seen.line = lineOf(cells.map(([x, y]) => [x - 1, y - 1])));
        const made = game.moves.startsWith(base) && !(base === "" && isOver()) ? game.moves.length - base.length : 0;
        scene.route = {line, from: made, kind: shown};
        energies = seen.best.energies;
        step = made;
        if (isPreview()) {
          ({step} = player);
          const before = base === "" ? new Set() : new Set(goneBefore());
          for (const cell of cells.slice(1, step + 1)) if (worksOnce(tokenAt(cell))) before.add(numberOf(cell));
          Object.assign(scene, {at: cells[step], energy: seen.best.energies[step], gone: before,
            verdict: step === seen.best.moves ? "won" : "going_on"});
          scene.route.from = step;
        }
      }
      picture.setScene(scene);
      left.load(energies, marksOf(energies));
      left.at(step);
      showNumbers(scene.energy, isPreview() ? step + base.length : game.moves.length, scene.gone);
      preview.hidden = !isPreview();
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
    const goneBefore = () => app.now("pacman_play", {map: map.text, moves: base}).gone.map(numberOf);

    function showNumbers(energy, moves, gone) {
      const eaten = [...gone].filter((at) => map.cells[at][0] === "J").length;
      const values = [number(energy), number(moves), `${eaten}\u2009/\u2009${map.foods}`];
      values.forEach((value, at) => { numbers[at].textContent = value; });
      numbers[0].parentElement.classList.toggle("low", energy <= 3);
    }

    // Makes the next move of the route in the game. The computer knows what it does: safe mode may not.
    function followRoute() {
      const seen = route();
      if (!seen) return;
      if (isOver()) {
        if (base !== "") return;
        playTo("");
        undone = "";
      }
      const made = game.moves.length - base.length;
      const letter = seen.best.path[made];
      if (!letter) return;
      const had = game;
      playTo(game.moves + letter);
      undone = "";
      tell(isOver() ? wordsOfEnd() : `${t(names[letter])}. ${wordsOfMove(had, game)}`, true);
    }

    // The parts of the page.
    const example = app.select(t(words.example), [["", t(words.own)], ...examples.map(([id, name]) => [id, t(name)])], {
      onchange: (id) => {
        const found = examples.find(([other]) => other === id);
        if (found) open(fromLink(found[2]), `${id}.txt`);
      }});
    const numbers = [el("dd"), el("dd"), el("dd")];
    const scores = el("dl", {class: "scores"}, [words.energy, words.moves, words.food].map((name, at) =>
      el("div", {}, el("dt", {}, t(name)), numbers[at])));
    const message = el("p", {class: "verdict"});
    const again = app.button(t(words.restart), restartGame, {icon: "restart", kind: "primary"});
    const banner = el("div", {class: "banner"}, message, again);
    const preview = el("p", {class: "note preview", hidden: true},
      t({en: "This is the route of the AI, not your game: any move goes back to it.", es: "Esta es la ruta de la IA, no tu partida: cualquier movimiento vuelve a ella."}));

    const safe = app.check(t(words.safe), {onchange: () => app.changed()});
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const redoButton = app.button(t(words.redo), redo, {});

    const limit = app.select(t(words.limit), [["2", "2 s"], ["10", "10 s"], ["60", "60 s"], ["300", "5 min"], ["0", t(words.none)]],
      {value: "10", onchange: () => app.changed()});
    const findButton = app.button(t(words.find), find, {kind: "primary", icon: "light"});
    const answers = el("div", {class: "answers"});
    const aiText = el("p", {class: "note"}, t({
      en: "The shortest route, and the one that keeps the most energy, from where Pac-Man is.",
      es: "La ruta más corta y la que conserva más energía, desde donde está Pac-Man.",
    }));
    const follow = app.button(t({en: "Make its next move", es: "Hacer su siguiente movimiento"}), followRoute, {hidden: true});

    const texts = source(app, {
      label: t({en: "The map as text or JSON", es: "El mapa como texto o JSON"}),
      hint: t({en: "Paste or edit; the map follows.", es: "Pega o edita; el mapa lo sigue."}),
      read(text) {
        const answer = take(text, t({en: "<text>", es: "<texto>"}));
        app.clearErrors(problems);
        return answer;
      },
    });
    const textBox = el("details", {class: "text-box"}, el("summary", {}, t({en: "Text of the map", es: "Texto del mapa"})), texts.element);

    function pasteHere() {
      textBox.open = true;
      texts.area.focus();
      texts.area.select();
    }

    async function openAny() {
      const file = await app.openFile(".txt,.json,text/plain,application/json");
      if (file) open(file.text, file.name);
    }

    const stem = () => fileName.replace(/\.\w+$/, "");
    const key = (kind, text) => el("li", {}, el("span", {class: `swatch ${kind}`, "aria-hidden": "true"}, {food: "3", wall: "4", solid: "∞", bomb: "2", lethal: "✕"}[kind]), text);
    const legend = el("ul", {class: "legend"},
      key("food", t({en: "food: gives its value, once", es: "comida: da su valor, una vez"})),
      key("wall", t({en: "wall: costs its height each time", es: "muro: cuesta su altura cada vez"})),
      key("solid", t({en: "infinite wall", es: "muro infinito"})),
      key("bomb", t({en: "bomb: costs its force, once", es: "bomba: cuesta su fuerza, una vez"})),
      key("lethal", t({en: "lethal bomb", es: "bomba letal"})));

    root.classList.add("walker");
    root.append(app.bench([
      problems, warnings, scores,
      el("div", {class: "board"}, picture.element),
      banner,
      el("div", {class: "controls"},
        el("div", {class: "controls-buttons"},
          app.toolbar(t(words.play), undoButton, redoButton, app.button(t(words.restart), restartGame, {icon: "restart"})), safe),
        pad(t, t(words.play), move)),
      preview, left.element, player.element, legend, el("p", {class: "note"}, t(words.keys)),
    ], [
      app.card(t(words.map), example,
        app.toolbar(t(words.map),
          app.button(t(words.open), openAny, {icon: "open"}),
          app.button(t(words.paste), pasteHere, {}),
          app.button(t(words.saveText), () => app.download(`${stem()}.txt`, map.text), {icon: "save"}),
          app.button(t(words.saveJson), () => app.download(`${stem()}.json`, map.json, "application/json"), {icon: "save"})),
        textBox),
      app.card(t(words.ai), aiText, el("div", {class: "row"}, limit, findButton), answers, follow),
    ]));
    app.dropTarget(root, (file) => open(file.text, file.name));

    // Hands on the map.
    function press(event) {
      if (root.hidden || !game || !isFree(event)) return;
      const letter = moveOfKey(event);
      const act = letter ? () => move(letter) : hasModifier(event) ? undefined
        : {u: undo, Backspace: undo, y: redo, r: restartGame, m: () => safe.control.click()}[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }

    function moveBeside(event) {
      const [x, y] = picture.cellAt(event);
      const letter = Object.keys(shifts).find((one) => shifts[one][0] === x - game.at[0] && shifts[one][1] === y - game.at[1]);
      if (letter) move(letter);
    }

    function paste(event) {
      if (root.hidden || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName || "")) return;
      const text = event.clipboardData && event.clipboardData.getData("text/plain");
      if (!text) return;
      event.preventDefault();
      open(text, t({en: "<pasted text>", es: "<texto pegado>"}));
    }
    document.addEventListener("keydown", press);
    document.addEventListener("paste", paste);
    picture.element.addEventListener("pointerdown", (event) => {
      if (game && event.pointerType !== "touch" && event.button === 0) moveBeside(event);
    });
    swipes(picture.element, () => Boolean(game), move, moveBeside);

    // Nothing jumps when the module is there. A map in JSON is rare enough.
    function reserveFor(text) {
      const [, width, height] = /^\s*(\d\d?)\s*,\s*(\d\d?)\s*\n/.exec(text) || [];
      if (width > 0 && height > 0) picture.reserve(Number(width), Number(height));
    }
    reserveFor(fromLink(examples[0][2]));

    const start = app.ready.then(() => {
      if (!map) open(fromLink(examples[0][2]), `${examples[0][0]}.txt`);
    });

    async function restore(wanted) {
      pending = wanted;
      if (wanted.map !== undefined && !map) reserveFor(fromLink(wanted.map));
      await start;
      if (wanted.map !== undefined && !open(fromLink(wanted.map), t({en: "<link>", es: "<enlace>"}))) return;
      safe.control.checked = wanted.safe === "1";
      if ([...limit.control.options].some(({value}) => value === wanted.limit)) limit.control.value = wanted.limit;
      playTo(wanted.moves || "");
      tell(isOver() ? wordsOfEnd() : t(words.intro));
      if (wanted.route) await restoreRoute(wanted);
    }

    async function restoreRoute({route: goal, from, step}) {
      if (from !== undefined && game.moves.startsWith(from)) {
        const {moves} = game;
        playTo(from);
        await find();
        playTo(moves);
        tell(isOver() ? wordsOfEnd() : message.textContent);
      } else {
        await find();
      }
      if (!routes[goal] || !routes[goal].best) return;
      shown = goal;
      showAnswers();
      player.go(Number(step) || 0);
    }

    function state() {
      if (!map) return pending;
      const told = {map: toLink(map.text)};
      if (game.moves) told.moves = game.moves;
      if (safe.control.checked) told.safe = "1";
      if (limit.control.value !== "10") told.limit = limit.control.value;
      if (!shown) return told;
      told.route = shown;
      if (base !== game.moves) told.from = base;
      if (player.step > 0) told.step = String(player.step);
      return told;
    }

    return {
      state, restore,
      unmount() {
        cancel();
        document.removeEventListener("keydown", press);
        document.removeEventListener("paste", paste);
      },
    };
  }

  playground.tab({id: "pacman", name: {en: "Pac-Man", es: "Pac-Man"}, mount});
})();
