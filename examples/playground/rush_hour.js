// SPDX-License-Identifier: MIT
// The tab Rush Hour: read, drag, solve, rate and make boards.
(() => {
  const words = playgroundWords.common;

  const examples = [
    ["oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo", {en: "Morning, 8 moves", es: "Mañana, 8 movimientos"}],
    ["BoCCCDBoEooDAAEooDFFEGHHIIIGJoooooJo", {en: "Evening, 20 moves", es: "Tarde, 20 movimientos"}],
    ["oxBCCoooBxoDAABEoDFFFEoDGooHHoGIIoJJ", {en: "Pillars, 24 moves", es: "Pilares, 24 movimientos"}],
    ["BBBCDDooECFGAAECFGHHoooIJKKooIJoLLLI", {en: "Tow away, 30 moves", es: "Grúa, 30 movimientos"}],
    ["BBCDDoEECoFGHAAoFGHIIIFGHooJKKLLoJMM", {en: "Gridlock, 47 moves", es: "Atasco, 47 movimientos"}],
    ["BooCooBooCoDAAoCoDoEoFFGoEHHoGoEoooG", {en: "Boxed in, no way out", es: "Encerrado, sin salida"}],
  ];

  const levels = {
    beginner: {en: "beginner", es: "principiante"},
    intermediate: {en: "intermediate", es: "intermedio"},
    advanced: {en: "advanced", es: "avanzado"},
    expert: {en: "expert", es: "experto"},
  };

  const directions = {
    horizontal: [{en: "left", es: "a la izquierda"}, {en: "right", es: "a la derecha"}],
    vertical: [{en: "up", es: "hacia arriba"}, {en: "down", es: "hacia abajo"}],
  };

  // In the address moves are `B-1,A2`, which needs no escapes; the module reads `B-1 A+2`.
  const toLink = (moves) => moves.join(",").replace(/\+/g, "");
  const fromLink = (text) => text.replace(/,/g, " ").replace(/([A-Z])(?=\d)/g, "$1+").trim();
  const inLines = (board) => board.replace(/o/g, ".").replace(/(.{6})(?=.)/g, "$1\n");

  function mount(root, app) {
    const {t, el, button, count} = app;
    const drawn = playgroundCarPark(app);
    const {cell} = drawn;  // its side in the units of the picture
    const decimal = (number, digits) =>
      number.toLocaleString(app.language, {minimumFractionDigits: digits, maximumFractionDigits: digits});

    let start = examples[0][0];  // the board that the game began with
    let moves = [];              // made, and after them those that can be made
    let planned = Infinity;      // from where on the moves are senda's and not the player's
    let solutionText = "";
    let game;                    // how the board stands, by the rules
    let known;                   // what is known about the board at the start
    let metric = "slide";
    let drag;                    // the vehicle that is being dragged
    const bodies = new Map();    // the vehicles of the picture by their letters

    // What is said about the game.
    const numbers = {};
    const stat = (name, text) => el("div", {}, el("dt", {}, text), numbers[name] = el("dd", {}, "–"));
    const stats = el("dl", {class: "stats"}, stat("moves", t(words.moves)),
      stat("steps", t(words.steps)), stat("fewest", t({en: "Fewest moves", es: "Mínimo"})));
    const verdict = app.verdict({role: "status"});
    const {say} = verdict;
    const verdictHint = t({en: "Get the red car A out on the right. Drag the cars, or choose one with Tab or its letter and slide it with the arrow keys.",
      es: "Saca el coche rojo A por la derecha. Arrastra los coches, o elige uno con Tab o su letra y muévelo con las flechas."});

    const sayUnsolvable = () => say(t({en: "The red car cannot get to the exit: that is proven.",
      es: "El coche rojo no puede llegar a la salida: está demostrado."}), "bad");

    // Moves on the board.
    const made = () => player.step;
    const trail = () => moves.slice(0, made());

    function look() {
      return app.now("rush_hour_game", {board: start, moves: moves.join(" "), made: made()});
    }

    function make(id, by) {
      if (by === 0 || !game || game.solved) return false;
      moves = [...trail(), `${id}${by < 0 ? "" : "+"}${by}`];
      planned = Infinity;
      player.load(moves.length, {at: moves.length});
      return true;
    }

    function begin(board, {list = [], at = list.length} = {}) {
      start = board;
      moves = list;
      planned = Infinity;
      known = drag = undefined;
      bodies.clear();
      drawn.vehicles.replaceChildren();
      player.load(moves.length, {at});
      source.control.value = inLines(board);
      example.control.value = examples.some(([one]) => one === board) ? board : "";
      writeFacts();
      find();
    }

    // The picture of the game.
    function update() {
      game = look();
      clearHint();
      draw();
      numbers.moves.textContent = game.moves;
      numbers.steps.textContent = game.steps;
      undo.disabled = restart.disabled = made() === 0;
      hint.disabled = solve.disabled = game.solved;
      share.textContent = game.share;
      writeMoves();
      tell();
      app.changed();
    }

    function draw() {
      if (bodies.size === 0) {
        drawn.walls.replaceChildren(...game.walls.map(drawn.wall));
        for (const v of game.vehicles) bodies.set(v.id, makeBody(v));
        drawn.vehicles.replaceChildren(...bodies.values());
      }
      for (const v of game.vehicles) place(v);
    }

    const vehicleOf = (id) => game.vehicles.find((v) => v.id === id);

    function makeBody(v) {
      return app.svg("g", {class: "vehicle", tabindex: "0", role: "slider", "aria-orientation": v.direction, dataset: {id: v.id},
        "aria-label": nameOf(v), onpointerdown: (event) => grab(event, v.id), onkeydown: (event) => press(event, v.id)},
      drawn.vehicle(v));
    }

    function nameOf(v) {
      const kind = v.id === "A" ? {en: "Red car", es: "Coche rojo"}
        : v.length === 3 ? {en: "Truck", es: "Camión"} : {en: "Car", es: "Coche"};
      const line = v.direction === "horizontal" ? `${t({en: "row", es: "fila"})} ${v.row}`
        : `${t({en: "column", es: "columna"})} ${v.column}`;
      return `${t(kind)} ${v.id}, ${line}`;
    }

    function place(v, by = 0) {
      const flat = v.direction === "horizontal";
      const offset = flat ? v.column : v.row;
      const body = bodies.get(v.id);
      const out = game.solved && v.id === "A" ? 0.72 : 0;
      const x = v.column - 1 + (flat ? by + out : 0);
      const y = v.row - 1 + (flat ? 0 : by);
      body.style.transform = `translate(${x * cell}px, ${y * cell}px)`;
      body.setAttribute("aria-valuemin", offset - v.back);
      body.setAttribute("aria-valuemax", offset + v.forth);
      body.setAttribute("aria-valuenow", offset);
      body.setAttribute("aria-valuetext", flat ? `${t({en: "column", es: "columna"})} ${v.column}` : `${t({en: "row", es: "fila"})} ${v.row}`);
    }

    function tell() {
      if (game.solved) return tellOut();
      if (known && known.status === "no_route") return sayUnsolvable();
      say(made() >= planned ? solutionText : made() === 0 ? verdictHint : "");
    }

    function tellOut() {
      if (made() === 0) return say(t({en: "The red car is at the exit already.", es: "El coche rojo ya está en la salida."}), "good");
      const done = t({en: "The red car is out: ", es: "El coche rojo ha salido: "}) + `${count(game.moves, "move")} (${count(game.steps, "step")})`;
      return say(done + compared(), "good");
    }

    function compared() {
      if (!known) return ".";
      if (game.moves === known.moves) return t({en: ", the fewest moves possible!", es: ", ¡el mínimo de movimientos!"});
      if (game.steps === known.steps) return t({en: ", the fewest steps possible!", es: ", ¡el mínimo de pasos!"});
      return t({en: `; ${known.moves} would do.`, es: `; bastan ${known.moves}.`});
    }

    // Dragging, by mouse, pen and finger.
    function grab(event, id) {
      if (event.button !== 0 || drag || !game || game.solved) return;
      player.pause();
      const body = bodies.get(id);
      const v = vehicleOf(id);
      event.preventDefault();
      body.focus({preventScroll: true});
      body.setPointerCapture(event.pointerId);
      const scale = drawn.picture.getScreenCTM().a * cell;
      const at = (e) => (v.direction === "horizontal" ? e.clientX : e.clientY);
      drag = {v, body, pointer: event.pointerId, from: at(event), at, scale, by: 0};
      body.classList.add("dragged");
      clearHint();
    }

    function pull(event) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const by = (drag.at(event) - drag.from) / drag.scale;
      drag.by = Math.max(-drag.v.back, Math.min(drag.v.forth, by));
      place(drag.v, drag.by);
    }

    function release(event) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const {v, body, by} = drag;
      drag = undefined;
      body.classList.remove("dragged");
      if (event.type !== "pointerup" || !make(v.id, Math.round(by))) place(v);
    }

    drawn.picture.addEventListener("pointermove", pull);
    drawn.picture.addEventListener("pointerup", release);
    drawn.picture.addEventListener("pointercancel", release);
    // A finger on a vehicle drags it; beside them it scrolls the page. (Browsers heed touch-action on
    // a whole picture only.)
    drawn.vehicles.addEventListener("touchstart", (event) => event.preventDefault(), {passive: false});

    // Keys: the arrows slide the vehicle that has the focus, a letter goes to another.
    const slides = {ArrowLeft: ["horizontal", -1], ArrowRight: ["horizontal", 1], ArrowUp: ["vertical", -1], ArrowDown: ["vertical", 1]};

    function press(event, id) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const v = vehicleOf(id);
      if (event.key in slides) {
        event.preventDefault();
        player.pause();
        return push(v, ...slides[event.key]);
      }
      if (event.key === "Home" || event.key === "End") {
        event.preventDefault();
        player.pause();
        return void make(id, event.key === "Home" ? -v.back : v.forth);
      }
      const other = bodies.get(event.key.toUpperCase());
      if (other) other.focus();
    }

    function push(v, direction, by) {
      if (game.solved) return tell();
      if (v.direction !== direction)
        return say(`${v.id}: ${v.direction === "horizontal" ? t({en: "moves left and right", es: "se mueve a izquierda y derecha"})
          : t({en: "moves up and down", es: "se mueve arriba y abajo"})}`);
      if ((by < 0 ? v.back : v.forth) === 0) return say(`${v.id}: ${t({en: "blocked", es: "bloqueado"})}`);
      make(v.id, by);
    }

    // A shortest solution from where the board stands.
    async function askHere() {
      const {board} = game;
      const found = await app.call("rush_hour_solve", {board, metric}, {busy: t({en: "Solving …", es: "Resolviendo …"})}).catch(app.complain);
      if (!found || game.board !== board) return undefined;  // the player went on meanwhile
      if (found.status === "solved") return found;
      sayUnsolvable();
      return undefined;
    }

    async function giveHint() {
      player.pause();
      const found = await askHere();
      if (!found) return;
      const all = found.solution.split(" ");
      const id = all[0][0];
      const by = Number(all[0].slice(1));
      const v = vehicleOf(id);
      const left = all.length - 1;
      const text = `${t(words.hint)}: ${id} ${count(Math.abs(by), "cell")} ${t(directions[v.direction][by < 0 ? 0 : 1])}` +
        (left === 0 ? "" : t({en: `, then ${left} more ${left === 1 ? "move" : "moves"}`, es: `, y quedan ${left} más`}));
      say(`${text}.`, "hinted");
      showHint(v, by);
    }

    function showHint(v, by) {
      const flat = v.direction === "horizontal";
      const [x, y] = [v.column - 1 + (flat ? by : 0), v.row - 1 + (flat ? 0 : by)];
      drawn.hint.replaceChildren(drawn.box(x + 0.06, y + 0.06, (flat ? v.length : 1) - 0.12, (flat ? 1 : v.length) - 0.12, 0.24, {}));
      bodies.get(v.id).classList.add("hinted");
    }

    function clearHint() {
      drawn.hint.replaceChildren();
      for (const body of bodies.values()) body.classList.remove("hinted");
    }

    async function showSolution() {
      player.pause();
      const found = await askHere();
      if (!found) return;
      planned = made();
      moves = [...trail(), ...found.solution.split(" ")];
      const cost = metric === "step" ? count(found.steps, "step") : count(found.moves, "move");
      solutionText = t({en: `A shortest solution: ${cost}.`, es: `Una solución mínima: ${cost}.`});
      player.load(moves.length, {at: planned});
      player.play();
    }

    // What is known about the board: its fewest moves, how hard it is, and all that can be reached.
    // Nobody asked for it, so it works in silence; if it ends with other work, it is done again.
    async function find() {
      const board = start;
      try {
        const found = await app.call("rush_hour_solve", {board, analyse: 1});
        if (board !== start) return;  // another board came meanwhile
        known = found;
        writeFacts();
        tell();
      } catch (error) {
        if (!error.stopped) app.complain(error);
        else if (mounted && board === start) find();
      }
    }

    const facts = el("div", {});
    const dash = "–";
    const unknown = "…";

    function writeFacts() {
      const value = (read) => (known ? read(known) : unknown);
      const rated = (read) => value(({difficulty}) => (difficulty ? read(difficulty) : dash));
      const percent = (share) => `${Math.round(share)}\u202f%`;
      numbers.fewest.textContent = value((k) => (k.moves === null ? dash : k.moves));
      facts.replaceChildren(app.facts([
        [t({en: "Level", es: "Nivel"}), rated((d) => t(levels[d.level]))],
        [t({en: "Score", es: "Puntuación"}), rated((d) => decimal(d.score, 1))],
        [t({en: "By its moves alone", es: "Solo por sus movimientos"}), rated((d) => t(levels[d.moves_level]))],
        [t({en: "Fewest moves", es: "Mínimo de movimientos"}), value((k) => k.moves ?? dash)],
        [t({en: "Fewest steps", es: "Mínimo de pasos"}), value((k) => k.steps ?? dash)],
        [t({en: "Vehicles that move", es: "Vehículos que se mueven"}), rated((d) => percent(d.moved_percent))],
        [t({en: "Mirrored vehicles", es: "Vehículos simétricos"}), rated((d) => percent(d.symmetry_percent))],
        [t({en: "Shortest solutions", es: "Soluciones mínimas"}), value((k) => (k.moves === null ? dash : app.number(k.optimal_count)))],
        [t({en: "Positions within reach", es: "Posiciones alcanzables"}), value((k) => app.number(k.states))],
        [t({en: "Solved ones among them", es: "De ellas, resueltas"}), value((k) => app.number(k.goals))],
        [t({en: "The hardest of them", es: "La más difícil"}), value((k) => (k.deepest_moves === null ? dash : count(k.deepest_moves, "move")))],
      ]));
    }

    // The list of moves.
    const list = el("ol", {class: "moves", tabindex: "0", "aria-label": t(words.moves)});

    function writeMoves() {
      list.replaceChildren(...moves.map((move, at) => el("li", {
        class: [at < made() ? "made" : "to-come", at >= planned ? "planned" : ""].join(" ").trim(),
        "aria-current": at === made() - 1 ? "step" : null,
      }, move.replace("-", "\u2212"))));
      if (moves.length === 0)
        list.replaceChildren(el("li", {class: "none"}, t({en: "none yet", es: "ninguno todavía"})));
      const last = list.querySelector("[aria-current]");
      list.scrollTop = last ? last.offsetTop - list.clientHeight / 2 : 0;
    }

    // Boards from outside.
    const errors = el("div", {});
    const warnings = el("div", {});

    function read({name, text}) {
      const answer = app.now("rush_hour_read", name === undefined ? {text} : {text, name});
      if (answer.status !== "valid") {
        app.showErrors(errors, answer);
        app.showWarnings(warnings, []);
        return false;
      }
      app.clearErrors(errors);
      app.showWarnings(warnings, answer.warnings, name || "<board>");
      begin(answer.board);
      app.announce(t({en: "New board", es: "Tablero nuevo"}));
      return true;
    }

    async function openFile() {
      const file = await app.openFile(".txt,text/plain");
      if (file) app.ready.then(() => read(file));
    }

    async function copy(text, said) {
      try {
        await navigator.clipboard.writeText(text);
        copied.textContent = said;
      } catch {
        copied.textContent = text;  // to be copied by hand
      }
      app.announce(said);
    }

    function copyLink() {
      const page = location.href.split("#")[0];
      copy(`${page}#tab=rush_hour&lang=${app.language}&board=${start}`, t({en: "Link copied.", es: "Enlace copiado."}));
    }

    // The parts of the tab.
    const player = app.player({label: t(words.moves), rate: 2, show: () => ready && update()});
    const undo = button(t(words.undo), () => { player.pause(); player.go(made() - 1); }, {icon: "undo", disabled: true});
    const restart = button(t(words.restart), () => { player.pause(); player.go(0); }, {icon: "restart", disabled: true});
    const hint = button(t(words.hint), giveHint, {icon: "light", disabled: true});
    const solve = button(t(words.solve), showSolution, {icon: "play", kind: "primary", disabled: true});
    const counted = app.choice(t({en: "Solve with the fewest", es: "Resolver con el mínimo de"}),
      [["slide", t({en: "moves", es: "movimientos"})], ["step", t({en: "steps", es: "pasos"})]],
      {value: metric, onchange: (value) => { metric = value; app.changed(); }});

    const source = app.field(t({en: "Board or share code", es: "Tablero o código"}),
      el("textarea", {rows: 6, spellcheck: "false", autocapitalize: "off", autocomplete: "off", value: inLines(start),
        onkeydown: (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) use.click(); }}),
      t({en: "36 cells: . is empty, x a wall, AA the red car.", es: "36 casillas: . es vacía, x un muro, AA el coche rojo."}));
    const use = button(t({en: "Use it", es: "Usar"}), () => app.ready.then(() => read({text: source.control.value})));
    const example = app.select(t(words.example),
      [["", t({en: "(your own)", es: "(propio)"})], ...examples.map(([board, name]) => [board, t(name)])],
      {value: start, onchange: (board) => { if (board) app.ready.then(() => read({text: board})); }});
    const share = el("code", {class: "share"}, "…");
    const copied = el("p", {class: "note", role: "status"});
    const generator = playgroundRushHourGenerator(app, begin);

    root.append(app.bench([
      el("div", {class: "park-frame"}, drawn.picture),
      el("div", {class: "card console"}, stats, verdict,
        app.toolbar(t({en: "Game", es: "Partida"}), undo, restart, hint, solve), player.element),
      app.card(t(words.moves), list, counted),
    ], [
      app.card(t({en: "Board", es: "Tablero"}), example, source, errors, warnings,
        app.toolbar(t({en: "Board", es: "Tablero"}), use,
          button(t({en: "Open file", es: "Abrir fichero"}), openFile, {icon: "open"}),
          button(t(words.save), () => app.ready.then(() => app.download("board.txt", game.lines)), {icon: "save"})),
        app.facts([[t({en: "Share code", es: "Código"}), share]]),
        app.toolbar(t({en: "Share", es: "Compartir"}),
          button(t({en: "Copy link", es: "Copiar enlace"}), copyLink, {icon: "link"}),
          button(t({en: "Copy code", es: "Copiar código"}), () => copy(share.textContent, t({en: "Code copied.", es: "Código copiado."})))),
        copied),
      app.card(t({en: "Difficulty", es: "Dificultad"}), facts),
      generator.card,
    ]));
    app.dropTarget(root, (file) => app.ready.then(() => read(file)));
    writeFacts();
    say(verdictHint);

    let ready = false;
    let mounted = true;
    let wanted;  // a state to restore as soon as the module is there
    app.ready.then(() => {
      ready = true;
      if (!wanted || !restore(wanted)) begin(start);
    });

    // Whether a state of the address is one; what is wrong with it is shown otherwise.
    function restore(state) {
      if (!ready) {
        wanted = state;
        return true;
      }
      generator.restore(state.generate);
      if (state.metric === "slide" || state.metric === "step") counted.value = metric = state.metric;
      const text = state.board === undefined ? start : state.board;
      const moved = fromLink(state.moves || "");
      const read = app.now("rush_hour_read", {text});
      const wrong = [read, app.now("rush_hour_game", {board: text, moves: moved})].find(({status}) => status !== "valid");
      if (wrong) {
        app.showErrors(errors, wrong);
        return false;
      }
      const list = moved === "" ? [] : moved.split(/\s+/);
      const at = /^\d+$/.test(state.at || "") ? Math.min(Number(state.at), list.length) : list.length;
      app.clearErrors(errors);
      begin(read.board, {list, at});
      return true;
    }

    return {
      state: () => (ready ? {board: start, moves: toLink(moves), at: made(), metric,
        generate: generator.state()} : wanted || {}),
      restore,
      unmount() {
        mounted = false;
        generator.cancel();
      },
    };
  }

  playground.tab({id: "rush_hour", name: {en: "Rush Hour", es: "Rush Hour"}, mount});
})();
