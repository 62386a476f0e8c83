// SPDX-License-Identifier: MIT
// The tab of the MAZE runner: open, paste, drop and edit mazes, see them solved and searched, walk them.
(() => {
  const {lowest, chart} = playgroundRouteViews;
  const words = playgroundWords.common;

  // In links, mazes are `rows.cols.life.cells`: a wall is `-`, and four or more equal cells are
  // one of them, `_` and a digit. A maze file is taken as well.
  const toLink = ({rows, cols, life, cells}) =>
    `${rows}.${cols}.${life}.${cells.join("").replace(/#/g, "-").replace(/(.)\1{3,38}/g,
      (run) => `${run[0]}_${(run.length - 4).toString(36)}`)}`;
  function fromLink(text) {
    const parts = /^(\d+)\.(\d{1,6})\.(\d+)\.([-\w]*)$/.exec(text);
    if (!parts) return text;
    const cells = parts[4].replace(/(.)_([0-9a-z])/g,
      (run, cell, size) => cell.repeat(parseInt(size, 36) + 4)).replace(/-/g, "#");
    const rows = cells.match(new RegExp(`.{1,${Math.max(1, Number(parts[2]))}}`, "g")) || [];
    return [`N=${parts[1]}, M=${parts[2]}, P=${parts[3]}`, ...rows, ""].join("\n");
  }

  const examples = [
    ["detour", {en: "Detour", es: "Desvío"}, "10.14.12.-_bS0_23_0E--0-_10-_30-_10-_30--T0-0-_30--00-0-_30_0T00-_30-_6T--0_8-_b"],
    ["treasure", {en: "Treasure", es: "Tesoro"}, "4.11.8.-_8S3_3E--T0_1333-_8"],
    ["twice", {en: "There and back", es: "Ida y vuelta"}, "10.15.12.-_gT-_a9-_6T000S003_0000-_10-_40-_10-_2990-_10-_29-0-_1000T-_000-_9E-_c"],
    ["trade_off", {en: "Trade-off", es: "Dilema"}, "11.17.12.-_e0_21110_2--2_000272201210--204-2145442-220--261-5247372-252--S6358117752324E--567-7127537-622--201-1006311-420--000200173012131--0_1110_210-_e"],
    ["crossroads", {en: "Crossroads", es: "Encrucijada"}, "11.13.10.-_aS0_6--0-0-0-0-0-0--0_7--0-0-0-0-0-0--0_7--0-0-0-0-0-0--0_7--0-0-0-0-0-0--0_6E-_a"],
    ["garden", {en: "Garden", es: "Jardín"}, "19.39.13.-_z-0_0101-050_0100-000-000-0200T-000-E-_40-_30-0-0-0-0---1-2-0-2-0-0--0_1-001-01011-0-0-1-01000-1-0-0-0-3--0---0-0-1-1-_11-2-0-0-_11-1-1-3-1--1-1-101-000-0200T10-T-3-02010-211-0-2--0-1---0-_10-_3T-1-1-_50-1--1-12010-100-0-00120-1-0-0-00011-210-0--0---0---0-0-0-1-0---3-1-0-2---0-1---1--000-0_1-1-0-0001001-T-0-T00-0-100-1--0-0-_30-3-0-_50-3-0-_10-2--0-000-00120T0-0-0T0030002-0-0_1-0-0--0---0-1-_10-0-1-0-_30---0---0-1--0-0-0-0T0-00110-3-002000T-11T0010-010--T-1-0---2-0-_31-_10---4---0---0--0-0-100-0-0-0T001-00012-010-0-301-000--1-0---0---0-1---1-_11-3---0-0---0-_0S00T0-1000200-0_2110-12010-30_2-_z-"],
    ["mirage", {en: "Mirage (no route)", es: "Espejismo (sin ruta)"}, "10.14.10.-_bS0_499E--0--0--0-_33--2--4-_3T--2--1-_30--T--T-_30-T0--0-_30-_69--0_2333T99-_b"],
  ];

  const longestText = 300000;  // that is shown as text

  function mount(root, app) {
    const {t, el, number, count} = app;
    let board = null;     // {text, rows, cols, life, treasures, start, end, cells, startAt, endAt, shortest, link()}
    let replaced = null;  // the text of the maze before, if that was another
    let fileName = "maze.txt";
    let mode = "solve";
    let pending = {};     // the state to restore before the module is there

    const picture = playgroundRunnerPicture(app);
    // The life along a route, or along the visitor's own walk.
    const lifeChart = (how) => chart((values) => t({
      en: `Life along the route: ${values[0]} at the start, ${values[values.length - 1]} at the end, never below ${lowest(values)}`,
      es: `Vida a lo largo de la ruta: ${values[0]} al inicio, ${values[values.length - 1]} al final, nunca menos de ${lowest(values)}`,
    }), {
      ...how,
      x: t(words.steps).toLowerCase(), y: t({en: "life", es: "vida"}),
      say: (step, left) => t({en: `step ${step}, life ${left}`, es: `paso ${step}, vida ${left}`}),
    });

    // What the modes share.
    const tab = {
      app, picture, lifeChart, refresh, requests: app.requests(),
      get board() { return board; },
      get replaced() { return replaced; },
      get mode() { return mode; },
      get fileName() { return fileName; },
      nameOf: ([x, y]) => `(${x},${board.rows - 1 - y})`,
      treasuresOf(cells) {
        const found = cells.filter(([x, y]) => board.cells[y][x] === "T");
        return [...new Map(found.map((cell) => [String(cell), cell])).values()];
      },
      // Asks the worker about this maze. Nothing comes back if it was stopped, failed, or nobody waits any longer.
      async ask(name, request, busy, stopped = () => {}) {
        try {
          return await tab.requests.ask(name, {board: board.text, ...request}, busy);
        } catch (error) {
          if (error.stopped) stopped();
          else app.showErrors(source.problems, error);
          return null;
        }
      },
    };
    const solver = playgroundRunnerSolver(tab);
    const film = playgroundRunnerFilm(tab);
    const game = playgroundRunnerGame(tab, () => solver.fewest);
    const editor = playgroundRunnerEditor(tab, (text) => {
      const answer = source.take(text, fileName);
      if (answer.status === "valid") showText();
      return answer;
    });

    // Mazes come in.
    const source = playgroundBoardSource(app, root, {
      examples, fromLink,
      files: ".txt,.maze,text/plain",
      label: t({en: "The file as text", es: "El archivo como texto"}),
      hint: t({en: "Paste or edit; the maze follows.", es: "Pega o edita; el laberinto lo sigue."}),
      check: (text, name) => app.now("runner_check", {board: text, name}),
      accept: setBoard,
      opened(name) {
        fileName = /\.\w+$/.test(name) ? name : "maze.txt";
        editor.forget();
        solver.forget();
        showText();
        begin();
      },
      edited(answer) {
        editor.clearErrors();
        if (answer.status === "valid") editor.edited();
      },
      toText: () => setMode("edit"),
    });
    const showText = () => source.editor.set(board.text.length < longestText ? board.text : "");

    function setBoard(answer) {
      const cells = answer.text.split("\n").slice(1, answer.rows + 1);
      const fromTop = ([x, y]) => [x, answer.rows - 1 - y];
      const before = board;
      replaced = before && before.text !== answer.text ? before.text : null;
      board = {...answer, cells, startAt: fromTop(answer.start), endAt: fromTop(answer.end)};
      let link;
      board.link = () => (link = link || toLink(board));
      if (!before || replaced !== null) {
        tab.requests.cancel();
        game.forget();
        film.forget();
        if (mode === "edit" && before) solver.edited(before.rows === board.rows && before.cols === board.cols);
        else solver.forget();
      }
      picture.element.setAttribute("aria-label", t({
        en: `Maze of ${board.rows} rows and ${board.cols} columns, life ${board.life}`,
        es: `Laberinto de ${board.rows} filas y ${board.cols} columnas, vida ${board.life}`,
      }));
      picture.setBoard(board);
      describe();
      refresh();
      app.changed();
    }

    function describe() {
      source.markExample(board.text.length < longestText ? board.link() : "");
      about.textContent = [
        t({en: `${board.rows} rows, ${board.cols} columns`, es: `${board.rows} filas, ${board.cols} columnas`}),
        t({en: `life ${number(board.life)}`, es: `vida ${number(board.life)}`}),
        count(board.treasures, "treasure"),
        board.connected ? t({en: `${count(board.shortest, "step")} if life did not matter`, es: `${count(board.shortest, "step")} si la vida no importara`})
          : t({en: "walls separate S from E", es: "los muros separan S de E"}),
      ].join(" · ");
      editor.describe();
    }

    // Shows what the mode has to show.
    function refresh(step) {
      const isRoute = solver.refresh(step);
      film.refresh();
      if (isRoute || !board || mode === "watch") return;
      if (mode === "walk") return void game.refresh();
      picture.setScene(mode === "edit" ? {...solver.scene(), cursor: editor.cursor()} : {});
    }

    // What a mode does by itself when it is chosen, or when another maze comes.
    function begin() {
      if (mode === "walk" && !game.isOn) game.restart();
      if (mode === "watch" && !film.isOn) film.start();
      if (mode === "edit") solver.prepare();
    }

    function setMode(next) {
      mode = next;
      solver.pause();
      film.pause();
      arrange();
      refresh();
      app.changed();
    }

    // Shows what belongs to the mode, also before there is a maze.
    function arrange() {
      const {keys} = hands[mode];
      modeChoice.value = mode;
      for (const [name, part] of Object.entries(parts)) part.hidden = name !== mode;
      game.chart.hidden = mode !== "walk" || !game.isOn;
      editor.tools.hidden = solver.live.hidden = mode !== "edit";
      picture.element.classList.toggle("is-touched", mode === "walk" || mode === "edit");
      picture.element.setAttribute("aria-description", t(keys));
      keysText.textContent = t(keys);
    }

    // The parts of the page.
    const mazeWord = t({en: "Maze", es: "Laberinto"});
    const zoom = app.select(t({en: "Zoom", es: "Zoom"}),
      [["1", t({en: "Fit", es: "Ajustar"})], ["1.5", "1.5×"], ["2", "2×"], ["3", "3×"], ["5", "5×"]],
      {onchange: (value) => picture.setZoom(Number(value))});
    const about = el("p", {class: "note"});
    const modeChoice = app.choice(t({en: "What to do", es: "Qué hacer"}),
      [["solve", t(words.solve)], ["watch", t({en: "Watch", es: "Ver"})], ["walk", t({en: "Walk", es: "Caminar"})],
        ["edit", t({en: "Edit", es: "Editar"})]],
      {value: mode, onchange(next) {
        setMode(next);
        if (board) begin();
      }});
    modeChoice.classList.add("modes");
    const keysText = el("p", {class: "note"});
    const hands = {solve: solver, watch: film, walk: game, edit: editor};
    const parts = {solve: solver.part, watch: film.part, walk: game.part, edit: editor.part(source.editor.element)};

    root.classList.add("walker");
    root.append(app.bench([
      source.problems, source.warnings,
      el("div", {class: "board"}, picture.element),
      solver.live, film.caption, parts.walk, editor.tools, solver.player, film.player, solver.chart, game.chart,
    ], [
      app.card(mazeWord, el("p", {class: "note"}, t({
        en: "Reach E from S alive, in as few steps as possible. Digits cost life, a treasure ◆ gives 5, once.",
        es: "Llega de S a E con vida y en el menor número de pasos posible. Las cifras quitan vida; un tesoro ◆ da 5, una sola vez.",
      })),
      el("div", {class: "fields"}, source.example, zoom),
      app.toolbar(mazeWord, ...source.buttons, app.button(t(words.save), () => app.download(fileName, board.text), {icon: "save"})),
      about),
      app.card(null, modeChoice, parts.solve, parts.watch, parts.edit, keysText),
    ]));
    arrange();
    refresh();

    // Hands on the picture. Taking back works wherever the keys mean nothing else.
    picture.element.addEventListener("keydown", (event) => {
      const act = board && hands[mode].actionOf ? hands[mode].actionOf(event) : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    });
    function takeBack(event) {
      const isField = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName || "") && event.target.type !== "radio";
      if (root.hidden || !board || isField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const isAgain = event.key.toLowerCase() === "y" || event.shiftKey;
      const act = /^[zy]$/i.test(event.key) && hands[mode][isAgain ? "redo" : "undo"];
      if (!act) return;
      event.preventDefault();
      act();
    }
    document.addEventListener("keydown", takeBack);
    const endSteering = playgroundWalks.steer(root, picture,
      {isWanted: () => mode === "walk" && game.isOn, position: game.position, move: game.move, actions: game.actions});

    // Who chose by the mouse or a finger goes on at the maze.
    modeChoice.addEventListener("click", (event) => {
      if (event.detail > 0 && event.target.matches("input")) picture.element.focus({preventScroll: true});
    });

    // Nothing jumps when the module is there: the first line of a maze tells its size.
    function reserveFor(text) {
      const [, rows, cols] = /^\s*N\s*=\s*(\d{1,3})\s*,\s*M\s*=\s*(\d{1,3})\b/.exec(text) || [];
      if (rows > 0 && cols > 0) picture.reserve(Number(rows), Number(cols));
    }
    reserveFor(fromLink(examples[0][2]));

    const start = app.ready.then(() => {
      if (!board) source.openExample(examples[0]);
      setMode(mode);
    });

    async function restore(state) {
      pending = state;
      if (state.maze !== undefined && !board) reserveFor(fromLink(state.maze));
      await start;
      if (state.maze !== undefined && !source.openLink(state.maze)) return;
      solver.restoreLimit(state);
      game.restore(state);
      setMode(Object.hasOwn(parts, state.mode) ? state.mode : "solve");
      if (mode === "watch") return void await film.restore(state);
      await solver.restore(state);
      if (mode === "edit") solver.prepare();
    }

    return {
      state: () => (board ? {maze: board.link(), mode, ...game.state(), ...(mode === "watch" ? film : solver).state()} : pending),
      program: () => board && playgroundPrograms.make("runner",
        {text: board.text, name: fileName, mode, moves: game.state().moves || "", ...film.seen, ...solver.seen}),
      restore,
      show: () => refresh(),
      unmount() {
        tab.requests.cancel();
        picture.end();
        source.end();
        editor.end();
        endSteering();
        document.removeEventListener("keydown", takeBack);
      },
    };
  }

  playground.tab({id: "runner", name: {en: "MAZE runner", es: "Corredor"}, mount});
})();
