// SPDX-License-Identifier: MIT
// The tab of the MAZE runner: open, paste, drop and edit mazes, see them solved, walk them.
(() => {
  const {shifts, names, moveOfKey, hasModifier, isFree, pad, swipes, cellsOf, lineOf, lowest, chart, stepList, source, grouped, counted} =
    playgroundWalks;

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
    ["trade_off", {en: "Trade-off", es: "Sopesar"}, "11.17.12.-_e0_21110_2--2_000272201210--204-2145442-220--261-5247372-252--S6358117752324E--567-7127537-622--201-1006311-420--000200173012131--0_1110_210-_e"],
    ["crossroads", {en: "Crossroads", es: "Encrucijada"}, "11.13.10.-_aS0_6--0-0-0-0-0-0--0_7--0-0-0-0-0-0--0_7--0-0-0-0-0-0--0_7--0-0-0-0-0-0--0_6E-_a"],
    ["garden", {en: "Garden", es: "Jardín"}, "19.39.13.-_z-0_0101-050_0100-000-000-0200T-000-E-_40-_30-0-0-0-0---1-2-0-2-0-0--0_1-001-01011-0-0-1-01000-1-0-0-0-3--0---0-0-1-1-_11-2-0-0-_11-1-1-3-1--1-1-101-000-0200T10-T-3-02010-211-0-2--0-1---0-_10-_3T-1-1-_50-1--1-12010-100-0-00120-1-0-0-00011-210-0--0---0---0-0-0-1-0---3-1-0-2---0-1---1--000-0_1-1-0-0001001-T-0-T00-0-100-1--0-0-_30-3-0-_50-3-0-_10-2--0-000-00120T0-0-0T0030002-0-0_1-0-0--0---0-1-_10-0-1-0-_30---0---0-1--0-0-0-0T0-00110-3-002000T-11T0010-010--T-1-0---2-0-_31-_10---4---0---0--0-0-100-0-0-0T001-00012-010-0-301-000--1-0---0---0-1---1-_11-3---0-0---0-_0S00T0-1000200-0_2110-12010-30_2-_z-"],
    ["mirage", {en: "Mirage (no way)", es: "Espejismo (sin salida)"}, "10.14.10.-_bS0_499E--0--0--0-_33--2--4-_3T--2--1-_30--T--T-_30-T0--0-_30-_69--0_2333T99-_b"],
  ];

  // Colours, as senda draws mazes in files: the more a cell costs, the warmer.
  const warm = ["f9f6c8", "f8ecb2", "f9e09c", "fcd387", "fec675", "ffb56a", "ffa361", "ff905c"];
  const hues = (hex) => [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const mixed = (a, b, part) => a.map((value, at) => Math.round(value + (b[at] - value) * part));
  const css = (color) => `rgb(${color.join()})`;

  function colorsFor(isDark) {
    const floor = hues(isDark ? "2b3743" : "ffffff");
    const cost = (digit) => {
      const at = digit * 0.045 * 16;
      const light = mixed(hues(warm[Math.floor(at)]), hues(warm[Math.floor(at) + 1]), at % 1);
      return digit === 0 ? floor : isDark ? mixed(floor, light, 0.12 + 0.055 * digit) : light;
    };
    const cells = {"#": hues(isDark ? "0a0f14" : "1d2732"), T: floor, S: floor, E: floor};
    for (let digit = 0; digit <= 9; ++digit) cells[digit] = cost(digit);
    return {
      cells, digit: isDark ? "#e8ecf0" : "#3a2a1a", paper: isDark ? "#10161d" : "#ffffff",
      route: isDark ? "#6cb2f7" : "#2a76c3", low: isDark ? "#ff7d75" : "#c62f2f",
      start: isDark ? "#3f9f5c" : "#2c8549", end: isDark ? "#d9534f" : "#c83334",
      gem: "#eab532", gemEdge: "#8f6a12", gemShine: "#f9e8b8", cursor: isDark ? "#ffffff" : "#1d2732",
    };
  }

  // The picture of a maze: a canvas for the ground, which seldom changes, and one for what moves.
  function mazePicture(app) {
    const ground = app.el("canvas", {"aria-hidden": "true"});
    const above = app.el("canvas", {class: "above", "aria-hidden": "true"});
    const sheet = app.el("div", {class: "sheet"}, ground, above);
    const element = app.el("div", {class: "maze", tabindex: "0", role: "application"}, sheet);
    let board = null;
    let place = null;  // the size of a maze that cannot be drawn yet
    let scene = {};
    let cell = 10;  // in pixels of the canvas
    let zoom = 1;
    let colors = colorsFor(app.isDark());

    const density = () => window.devicePixelRatio || 1;
    const shown = () => cell / density();  // in pixels of the page

    function measure({rows, cols}) {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      const room = Math.max(100, element.clientWidth);
      const fit = Math.min(room / cols, 0.75 * Math.max(innerHeight, 500) / rows, 2.75 * rem);
      cell = Math.max(1, Math.floor(fit * zoom * density()));
      for (const canvas of [ground, above]) {
        canvas.width = cell * cols;
        canvas.height = cell * rows;
        canvas.style.width = `${canvas.width / density()}px`;
        canvas.style.height = `${canvas.height / density()}px`;
      }
      sheet.style.width = ground.style.width;
    }

    function drawGround() {
      const paint = ground.getContext("2d");
      paint.imageSmoothingEnabled = false;
      paint.drawImage(floors(), 0, 0, ground.width, ground.height);
      if (shown() < 5) return markEnds(paint);
      board.cells.forEach((row, y) => {
        for (let x = 0; x < board.cols; ++x) drawCell(paint, row[x], x, y);
      });
      return undefined;
    }

    // The maze with a pixel for each cell.
    function floors() {
      const small = document.createElement("canvas");
      small.width = board.cols;
      small.height = board.rows;
      const paint = small.getContext("2d");
      const image = paint.createImageData(board.cols, board.rows);
      const plain = shown() < 5 ? {...colors.cells, T: hues("eab532")} : colors.cells;
      const {data} = image;
      let at = 0;
      for (const row of board.cells)
        for (const sign of row) {
          [data[at], data[at + 1], data[at + 2]] = plain[sign];
          data[at + 3] = 255;
          at += 4;
        }
      paint.putImageData(image, 0, 0);
      return small;
    }

    function write(paint, text, x, y, size, color) {
      paint.font = `600 ${Math.round(cell * size)}px system-ui, sans-serif`;
      paint.textAlign = "center";
      paint.textBaseline = "middle";
      paint.fillStyle = color;
      paint.fillText(text, (x + 0.5) * cell, (y + 0.54) * cell);
    }

    function drawCell(paint, sign, x, y) {
      if (sign === "T") return diamond(paint, x, y);
      if (sign === "S" || sign === "E") return plate(paint, sign, x, y);
      if (sign >= "1" && sign <= "9" && shown() >= 9) write(paint, sign, x, y, 0.56, colors.digit);
      return undefined;
    }

    function diamond(paint, x, y, isGone = false) {
      const gem = (radius, color) => {
        paint.beginPath();
        for (const [dx, dy] of [[0, -1], [0.85, 0], [0, 1], [-0.85, 0]])
          paint.lineTo((x + 0.5 + dx * radius) * cell, (y + 0.5 + dy * radius) * cell);
        paint.closePath();
        if (isGone) {
          paint.strokeStyle = colors.gemEdge;
          paint.lineWidth = Math.max(1, cell * 0.05);
          paint.setLineDash([cell * 0.1, cell * 0.1]);
          paint.stroke();
          paint.setLineDash([]);
        } else {
          paint.fillStyle = color;
          paint.fill();
        }
      };
      if (isGone) {
        paint.fillStyle = css(colors.cells[0]);
        paint.fillRect(x * cell, y * cell, cell, cell);
        return gem(0.34);
      }
      gem(0.4, colors.gemEdge);
      gem(0.32, colors.gem);
      return gem(0.13, colors.gemShine);
    }

    function plate(paint, sign, x, y) {
      const gap = 0.07;
      paint.fillStyle = sign === "S" ? colors.start : colors.end;
      paint.beginPath();
      paint.roundRect((x + gap) * cell, (y + gap) * cell, (1 - 2 * gap) * cell, (1 - 2 * gap) * cell, cell * 0.2);
      paint.fill();
      write(paint, sign, x, y, 0.6, "#ffffff");
    }

    // Where cells are small, start and end are larger than they are, or nobody finds them.
    function markEnds(paint) {
      const radius = Math.max(cell * 0.7, 5 * density());
      for (const [[x, y], color] of [[board.startAt, colors.start], [board.endAt, colors.end]]) {
        dot(paint, x, y, radius * 1.35, colors.paper);
        dot(paint, x, y, radius, color);
      }
    }

    function dot(paint, x, y, radius, color) {
      paint.fillStyle = color;
      paint.beginPath();
      paint.arc((x + 0.5) * cell, (y + 0.5) * cell, radius, 0, 2 * Math.PI);
      paint.fill();
    }

    function stroke(paint, points, width, color) {
      if (points.length < 2) return;
      paint.strokeStyle = color;
      paint.lineWidth = width;
      paint.lineJoin = paint.lineCap = "round";
      paint.beginPath();
      for (const [x, y] of points) paint.lineTo(x * cell, y * cell);
      paint.stroke();
    }

    // scene: {line, step, cells, life, isDead, gone: [cells], hint: cell, cursor: cell}.
    function drawScene() {
      if (!board) return;
      const paint = above.getContext("2d");
      paint.clearRect(0, 0, above.width, above.height);
      if (shown() >= 5) for (const [x, y] of scene.gone || []) diamond(paint, x, y, true);
      const isSmall = shown() < 9;
      const width = isSmall ? Math.max(cell * 0.6, 2 * density()) : cell * 0.16;
      if (scene.line) {
        const part = (from, to) => scene.line.slice(from, to).flat();
        paint.globalAlpha = isSmall ? 0.7 : 0.5;
        stroke(paint, part(scene.step, scene.line.length), width, colors.route);
        paint.globalAlpha = 1;
        if (!isSmall) stroke(paint, part(0, scene.step + 1), width * 1.5, colors.paper);
        stroke(paint, part(0, scene.step + 1), width, colors.route);
        if (!isSmall) drawAlong(paint);
      }
      if (scene.hint) ring(paint, scene.hint, colors.route);
      if (scene.cells) drawRunner(paint, scene.cells[scene.step]);
      if (scene.cursor) frame(paint, scene.cursor);
    }

    // What stands in the cells of a route is drawn above its line.
    function drawAlong(paint) {
      const gone = new Set((scene.gone || []).map(String));
      for (const cellOfRoute of scene.cells) {
        const [x, y] = cellOfRoute;
        const sign = board.cells[y][x];
        if (sign === "T" && gone.has(String(cellOfRoute))) continue;
        if (sign >= "1" && sign <= "9") halo(paint, sign, x, y);
        drawCell(paint, sign, x, y);
      }
    }

    function halo(paint, sign, x, y) {
      write(paint, sign, x, y, 0.56, colors.digit);
      paint.strokeStyle = css(colors.cells[sign]);
      paint.lineWidth = cell * 0.16;
      paint.strokeText(sign, (x + 0.5) * cell, (y + 0.54) * cell);
    }

    function drawRunner(paint, [x, y]) {
      const radius = Math.max(cell * 0.4, 4 * density());
      dot(paint, x, y, radius * 1.15, colors.paper);
      dot(paint, x, y, radius, scene.life <= 3 ? colors.low : colors.route);
      const text = scene.isDead ? "✕" : String(scene.life);
      const size = text.length > 3 ? 0.26 : text.length > 2 ? 0.34 : 0.44;
      if (shown() >= 15) write(paint, text, x, y, size, app.isDark() ? "#0b1a29" : "#ffffff");
    }

    function ring(paint, [x, y], color) {
      paint.strokeStyle = color;
      paint.lineWidth = Math.max(2, cell * 0.08);
      paint.setLineDash([cell * 0.18, cell * 0.14]);
      paint.beginPath();
      paint.arc((x + 0.5) * cell, (y + 0.5) * cell, Math.max(cell * 0.4, 5 * density()), 0, 2 * Math.PI);
      paint.stroke();
      paint.setLineDash([]);
    }

    function frame(paint, [x, y]) {
      const width = Math.max(2 * density(), cell * 0.09);
      for (const [more, color] of [[width * 2, colors.paper], [width, colors.cursor]]) {
        paint.strokeStyle = color;
        paint.lineWidth = more;
        paint.strokeRect(x * cell + width, y * cell + width, cell - 2 * width, cell - 2 * width);
      }
    }

    // Where the picture is larger than its window, a cell is brought into it.
    function follow([x, y]) {
      const [left, top] = [(x + 0.5) * shown(), (y + 0.5) * shown()];
      const margin = 3 * shown();
      const near = (at, from, size) => at > from + margin && at < from + size - margin;
      if (!near(left, element.scrollLeft, element.clientWidth)) element.scrollLeft = left - element.clientWidth / 2;
      if (!near(top, element.scrollTop, element.clientHeight)) element.scrollTop = top - element.clientHeight / 2;
    }

    function draw() {
      if (element.clientWidth === 0) return;
      if (board || place) measure(board || place);
      if (!board) return;
      drawGround();
      drawScene();
    }

    const watcher = new ResizeObserver(draw);
    watcher.observe(element);
    const relook = () => {
      colors = colorsFor(app.isDark());
      draw();
    };
    addEventListener("lookchange", relook);
    return {
      element,
      // Keeps the place of a maze of that size until it can be drawn.
      reserve(rows, cols) {
        place = {rows, cols};
        draw();
      },
      setBoard(next) {
        board = next;
        draw();
      },
      setScene(next) {
        scene = next;
        drawScene();
        if (scene.cells) follow(scene.cells[scene.step]);
      },
      setZoom(next) {
        zoom = next;
        draw();
      },
      follow,
      // The cell under a pointer; undefined outside.
      cellAt(event) {
        const box = above.getBoundingClientRect();
        const x = Math.floor((event.clientX - box.left) / box.width * board.cols);
        const y = Math.floor((event.clientY - box.top) / box.height * board.rows);
        return x >= 0 && y >= 0 && x < board.cols && y < board.rows ? [x, y] : undefined;
      },
      end() {
        watcher.disconnect();
        removeEventListener("lookchange", relook);
      },
    };
  }

  const words = {
    maze: {en: "Maze", es: "Laberinto"},
    open: {en: "Open…", es: "Abrir…"},
    save: {en: "Save", es: "Guardar"},
    paste: {en: "Paste", es: "Pegar"},
    example: {en: "Example", es: "Ejemplo"},
    own: {en: "(your own)", es: "(el tuyo)"},
    zoom: {en: "Zoom", es: "Zoom"},
    fit: {en: "Fit", es: "Ajustar"},
    mode: {en: "What to do", es: "Qué hacer"},
    solve: {en: "Solve", es: "Resolver"},
    walk: {en: "Walk", es: "Caminar"},
    edit: {en: "Edit", es: "Editar"},
    limit: {en: "Time limit", es: "Tiempo límite"},
    none: {en: "none", es: "ninguno"},
    solving: {en: "Solving…", es: "Resolviendo…"},
    thinking: {en: "Thinking…", es: "Pensando…"},
    route: {en: "Route", es: "Ruta"},
    optimal: {en: "Optimal", es: "Óptima"},
    feasible: {en: "First found", es: "La primera hallada"},
    steps: {en: "Steps", es: "Pasos"},
    step: {en: "Step", es: "Paso"},
    cell: {en: "Cell", es: "Celda"},
    life: {en: "Life", es: "Vida"},
    treasures: {en: "Treasures", es: "Tesoros"},
    undo: {en: "Undo", es: "Deshacer"},
    restart: {en: "Restart", es: "Reiniciar"},
    hint: {en: "Hint", es: "Pista"},
    each: {en: "Every step", es: "Cada paso"},
    intro: {
      en: "Reach E from S alive, in as few steps as possible. Digits cost life, a treasure ◆ gives 5, once.",
      es: "Llega de S a E con vida y en los menos pasos posibles. Las cifras quitan vida; un tesoro ◆ da 5, una sola vez.",
    },
  };

  let last = null;  // the maze seen last, {text, name}: one too large for a link outlives a change of language

  function mount(root, app) {
    const {t, el} = app;
    const count = (number) => grouped(app.language, number);
    const stepCount = (number) => counted(app.language, number, t({en: "step", es: "paso"}), t({en: "steps", es: "pasos"}));
    let board = null;      // {text, rows, cols, life, treasures, start, end, cells, startAt, endAt, shortest}
    let fileName = "maze.txt";
    let mode = "solve";
    let solution = null;   // of this board: {answer, routes, at}; `at` is the number of the optimal route seen
    let shownRoute = null;
    let walked = null;     // the game: the answer of runner_walk
    let cursor = [0, 0];
    let before = [];       // texts, to take edits back
    let asked = 0;         // numbers what is asked, since answers may come too late
    let isBusy = false;    // with what was asked last
    let pending = {};      // the state to restore before the module is there

    const picture = mazePicture(app);
    const problems = el("div", {class: "problems"});
    const warnings = el("div", {class: "problems"});
    const life = chart((values) => t({
      en: `Life along the way: ${values[0]} at the start, ${values[values.length - 1]} at the end, never below ${lowest(values)}`,
      es: `Vida a lo largo del camino: ${values[0]} al inicio, ${values[values.length - 1]} al final, nunca menos de ${lowest(values)}`,
    }), {onstep: (step) => mode === "solve" && player.go(step)});
    const player = app.player({label: t(words.route), rate: 6, show: showStep});

    const longestText = 300000;  // that is shown as text, and put into links

    // Mazes come in.
    function check(text, name) {
      return app.now("runner_check", {board: text, name});
    }

    // Takes a maze if it is one; the answer says whether it was.
    function take(text, name, {keepEdits = false} = {}) {
      const answer = check(text, name);
      if (answer.status !== "valid") return answer;
      if (!keepEdits) before = [];
      setBoard(answer);
      app.showWarnings(warnings, answer.warnings, name);
      return answer;
    }

    // The same for one that comes as a whole: what is wrong is said above the picture.
    function open(text, name) {
      const answer = take(text, name);
      if (answer.status !== "valid") {
        app.showErrors(problems, answer);
        return false;
      }
      app.clearErrors(problems);
      fileName = /\.\w+$/.test(name) ? name : "maze.txt";
      texts.set(board.text.length < longestText ? board.text : "");
      if (mode === "walk") restartWalk();
      return true;
    }

    function setBoard(answer) {
      const cells = answer.text.split("\n").slice(1, answer.rows + 1);
      const top = ([x, y]) => [x, answer.rows - 1 - y];
      const isOther = !board || board.text !== answer.text;
      board = {...answer, cells, startAt: top(answer.start), endAt: top(answer.end)};
      board.link = board.text.length < longestText ? toLink(board) : "";
      if (isOther) forget();
      last = {text: board.text, name: fileName};
      cursor = [Math.min(cursor[0], board.cols - 1), Math.min(cursor[1], board.rows - 1)];
      picture.element.setAttribute("aria-label", t({
        en: `Maze of ${board.rows} rows and ${board.cols} columns, life ${board.life}`,
        es: `Laberinto de ${board.rows} filas y ${board.cols} columnas, vida ${board.life}`,
      }));
      picture.setBoard(board);
      describe();
      refresh();
      app.changed();
    }

    // Nobody waits any longer for what was asked.
    function cancel() {
      ++asked;
      if (isBusy) app.stop();
      isBusy = false;
      solveButton.disabled = false;
    }

    function forget() {
      cancel();
      solution = null;
      shownRoute = null;
      walked = null;
      showSolution();
    }

    const nameOf = ([x, y]) => `(${x},${board.rows - 1 - y})`;
    const treasureCells = (cells, upTo) => {
      const seen = new Map();
      for (const cell of cells.slice(0, upTo + 1))
        if (board.cells[cell[1]][cell[0]] === "T") seen.set(cell.join(), cell);
      return [...seen.values()];
    };

    function describe() {
      const known = examples.find(([, , link]) => link === board.link);
      example.control.value = known ? known[0] : "";
      about.textContent = [
        t({en: `${board.rows} rows, ${board.cols} columns`, es: `${board.rows} filas, ${board.cols} columnas`}),
        `${t(words.life).toLowerCase()} ${count(board.life)}`,
        counted(app.language, board.treasures, t({en: "treasure", es: "tesoro"}), t({en: "treasures", es: "tesoros"})),
        board.connected ? t({en: `${stepCount(board.shortest)} if life did not matter`, es: `${stepCount(board.shortest)} si la vida no importara`})
          : t({en: "walls part S from E", es: "los muros separan S de E"}),
      ].join(" · ");
      for (const [control, value] of [[rowsField, board.rows], [colsField, board.cols], [lifeField, board.life]])
        control.control.value = value;
      undoEdit.disabled = before.length === 0;
    }

    // Asks the worker. Nothing comes back if it was stopped, failed, or nobody waits any longer.
    async function ask(name, request, text, stopped = () => {}) {
      const mine = ++asked;
      isBusy = true;
      solveButton.disabled = true;
      try {
        const answer = await app.call(name, {board: board.text, ...request}, {busy: text});
        return mine === asked ? answer : null;
      } catch (error) {
        if (mine !== asked) return null;
        if (error.stopped) stopped();
        else app.showErrors(problems, error);
        return null;
      } finally {
        if (mine === asked) isBusy = solveButton.disabled = false;
      }
    }

    // Solving.
    async function solve() {
      const answer = await ask("runner_solve", {name: fileName, routes: firstRoutes, seconds: limit.control.value}, t(words.solving),
        () => say(verdict, t({en: "Stopped.", es: "Detenido."})));
      if (!answer) return;
      solution = {answer, routes: answer.routes, at: -1, shown: answer.optimal ? "optimal" : "feasible"};
      if (answer.optimal) solution.at = answer.routes.findIndex((route) => route.moves === answer.optimal.moves);
      showSolution();
      app.announce(verdictOf(answer));
      app.changed();
      if (answer.reason === "starved") await tellLeast();
    }
    const firstRoutes = 24;

    async function tellLeast() {
      const answer = await ask("runner_least", {seconds: limit.control.value}, t(words.solving));
      if (!answer || answer.least === undefined) return;
      results.append(el("p", {}, t({
        en: `A life of ${count(answer.least)} would be enough; this maze gives ${count(board.life)}.`,
        es: `Bastaría una vida de ${count(answer.least)}; este laberinto da ${count(board.life)}.`,
      })));
    }

    function verdictOf(answer) {
      if (answer.status === "solved") return t({
        en: `Solved: ${stepCount(answer.optimal.steps)}, ${count(answer.optimal.life)} life left`,
        es: `Resuelto: ${stepCount(answer.optimal.steps)}, quedan ${count(answer.optimal.life)} de vida`,
      });
      if (answer.reason === "unreachable")
        return t({en: "No route: walls part S from E", es: "No hay ruta: los muros separan S de E"});
      if (answer.reason === "starved")
        return t({en: "No route: every way to E is deadly", es: "No hay ruta: todo camino a E es mortal"});
      const best = answer.feasible;
      return t({
        en: `Stopped before the answer was proven: at least ${stepCount(answer.lower_bound)}; ` +
          (best ? `a route with ${count(best.steps)} is known` : "no route is known"),
        es: `Detenido antes de demostrar la respuesta: al menos ${stepCount(answer.lower_bound)}; ` +
          (best ? `se conoce una ruta de ${count(best.steps)}` : "no se conoce ninguna ruta"),
      });
    }

    function say(line, text, kind = "") {
      line.textContent = text;
      line.className = `verdict ${kind}`;
    }

    function showSolution() {
      results.replaceChildren();
      if (!solution) {
        say(verdict, "");
        showRoute(null);
        return;
      }
      const {answer} = solution;
      say(verdict, verdictOf(answer), answer.status === "solved" ? "good" : answer.status === "no_route" ? "bad" : "");
      const choices = [];
      if (answer.optimal) choices.push(["optimal", `${t(words.optimal)} · ${count(answer.optimal.steps)}`]);
      if (answer.feasible) choices.push(["feasible", `${t(words.feasible)} · ${count(answer.feasible.steps)}`]);
      if (choices.length > 0)
        results.append(app.choice(t(words.route), choices, {value: solution.shown, onchange: (value) => {
          solution.shown = value;
          showChosen();
          app.changed();
        }}));
      results.append(flip, routeFacts);
      showChosen();
    }

    function chosenRoute() {
      const {answer, routes, at, shown} = solution;
      return shown === "feasible" ? answer.feasible : at >= 0 ? routes[at] : answer.optimal;
    }

    function showChosen(step = 0) {
      const {answer, at, shown} = solution;
      const route = chosenRoute();
      const hasMany = shown === "optimal" && answer.count !== null && answer.count !== "1";
      flip.hidden = !hasMany;
      if (hasMany) {
        flipText.textContent = at < 0
          ? t({en: `the one with the most life, of ${count(answer.count)}`, es: `la de más vida, de ${count(answer.count)}`})
          : t({en: `Route ${count(at + 1)} of ${count(answer.count)}`, es: `Ruta ${count(at + 1)} de ${count(answer.count)}`});
        flipBack.disabled = at <= 0;
        flipNext.disabled = String(at + 1) === answer.count;
      }
      routeFacts.replaceChildren(...(route ? [app.facts(factsOf(answer, route))] : []));
      showRoute(route, step);
    }

    function factsOf(answer, route) {
      const lives = route.lives;
      const facts = [
        [t(words.steps), answer.optimal && route.steps === answer.shortest
          ? t({en: `${count(route.steps)}, no more than if life did not matter`, es: `${count(route.steps)}, como si la vida no importara`})
          : count(route.steps)],
        [t({en: "Life at the end", es: "Vida al final"}), count(route.life)],
        [t({en: "Life never below", es: "Vida nunca menor que"}), count(lowest(lives))],
        [t({en: "Treasures taken", es: "Tesoros tomados"}), t({en: `${route.taken} of ${board.treasures}`, es: `${route.taken} de ${board.treasures}`})],
      ];
      if (answer.status === "solved")
        facts.push([t({en: "Optimal routes", es: "Rutas óptimas"}),
          answer.count === null ? t({en: "not counted in time", es: "no dio tiempo a contarlas"}) : count(answer.count)]);
      facts.push([t({en: "Search", es: "Búsqueda"}), t({
        en: `${count(answer.expanded)} expanded, ${answer.seconds.toFixed(2)} s`,
        es: `${count(answer.expanded)} expandidos, ${answer.seconds.toFixed(2).replace(".", ",")} s`,
      })]);
      return facts;
    }

    // Goes to another of the optimal routes; they are fetched as they are looked at.
    async function flipTo(at) {
      const from = solution.routes.length;
      if (at >= from) {
        const more = await ask("runner_routes", {from, count: Math.max(32, at + 1 - from)}, t(words.solving));
        if (!more) return;
        solution.routes.push(...more.routes);
      }
      if (!solution.routes[at]) return;
      solution.at = at;
      showChosen();
      app.announce(flipText.textContent);
      app.changed();
    }

    function showRoute(route, step = 0) {
      shownRoute = route ? {...route, cells: cellsOf(board.startAt, route.moves)} : null;
      if (shownRoute) shownRoute.line = lineOf(shownRoute.cells);
      refresh(step);
    }

    function showStep(step) {
      if (mode !== "solve" || !shownRoute) return;
      const {cells, line, lives} = shownRoute;
      picture.setScene({cells, line, step, life: lives[step], gone: treasureCells(cells, step)});
      life.at(step);
      list.at(step);
      app.changed();
    }

    // Walking.
    function walkBy(moves) {
      walked = app.now("runner_walk", {board: board.text, moves});
      return walked;
    }

    function restartWalk() {
      walkBy("");
      showWalk(t({en: "Reach E alive, in as few steps as you can.", es: "Llega a E con vida, en los menos pasos que puedas."}));
    }

    function move(letter) {
      if (!walked) walkBy("");
      const had = walked;
      if (had.status !== "alive") return showWalk(wordsOfEnd(had));
      const now = walkBy(had.moves + letter);
      if (now.last === "blocked") return showWalk(t({en: "A wall.", es: "Un muro."}));
      if (now.status !== "alive") {
        showWalk(wordsOfEnd(now));
        return app.announce(wordsOfEnd(now));
      }
      const change = now.life - had.life;
      showWalk(change > 0 ? t({en: `A treasure: +${change}`, es: `Un tesoro: +${change}`})
        : change < 0 ? t({en: `Life: −${-change}`, es: `Vida: −${-change}`}) : "");
      return app.announce(t({en: `step ${now.steps}, life ${now.life}`, es: `paso ${now.steps}, vida ${now.life}`}));
    }

    function wordsOfEnd({status, steps, life: left}) {
      if (status === "died") return t({en: `Dead after ${stepCount(steps)}: the last life is lost.`, es: `Has muerto tras ${stepCount(steps)}: se acabó la vida.`});
      const best = solution && solution.answer.optimal ? solution.answer.optimal.steps : null;
      const praise = best === null ? "" : best === steps
        ? t({en: " Nobody can do it in fewer.", es: " No se puede con menos."})
        : t({en: ` The fewest are ${best}.`, es: ` El mínimo es ${best}.`});
      return t({en: `Won in ${stepCount(steps)} with ${count(left)} life left!`, es: `¡Ganaste en ${stepCount(steps)} y te quedan ${count(left)} de vida!`}) + praise;
    }

    function undoStep() {
      if (!walked || walked.steps === 0) return;
      walkBy(walked.moves.slice(0, -1));
      showWalk(t({en: "One step back.", es: "Un paso atrás."}));
    }

    async function hint() {
      if (isBusy) return;
      const {moves} = walked;
      const found = await ask("runner_hint", {moves, seconds: 10}, t(words.thinking));
      if (!found || !walked || walked.moves !== moves) return;
      const told = wordsOfHint(found);
      showWalk(told, found.moves ? cellsOf(place(), found.moves[0])[1] : undefined);
      app.announce(told);
    }

    function wordsOfHint(found) {
      if (found.status === "no_route") return t({en: "It cannot be won from here: undo or restart.", es: "Desde aquí no se puede ganar: deshaz o reinicia."});
      if (!found.moves) return t({en: "No hint: that would take too long.", es: "Sin pista: tardaría demasiado."});
      const name = t(names[found.moves[0]]).toLowerCase();
      return t({
        en: `Hint: ${name} (${stepCount(found.moves.length)} to E, with ${found.life} life left)`,
        es: `Pista: ${name} (${stepCount(found.moves.length)} hasta E, con ${found.life} de vida)`,
      });
    }

    const place = () => [walked.at[0], board.rows - 1 - walked.at[1]];

    function showWalk(text, hinted) {
      const kind = walked.status === "won" ? "good" : walked.status === "died" ? "bad" : "";
      say(walkText, text, kind);
      standing.replaceChildren(...[
        [words.life, count(walked.life), walked.life <= 3],
        [words.steps, count(walked.steps)],
        [words.treasures, `${walked.taken}\u2009/\u2009${board.treasures}`],
      ].map(([name, value, isLow]) => el("div", {class: isLow ? "low" : ""}, el("dt", {}, t(name)), el("dd", {}, value))));
      undoButton.disabled = walked.steps === 0;
      hintButton.disabled = walked.status !== "alive";
      const cells = cellsOf(board.startAt, walked.moves);
      picture.setScene({cells, line: lineOf(cells), step: walked.steps, life: walked.life, isDead: walked.status === "died",
        gone: treasureCells(cells, walked.steps), hint: hinted});
      life.load(walked.lives);
      life.at(walked.steps);
      app.changed();
    }

    // Editing.
    function changeTo(text) {
      const had = board.text;
      const answer = take(text, fileName, {keepEdits: true});
      if (answer.status !== "valid") {
        app.showErrors(editProblems, answer);
        describe();
        return;
      }
      app.clearErrors(editProblems);
      if (had !== board.text) before.push(had);
      texts.set(board.text.length < longestText ? board.text : "");
      describe();
    }

    const textOf = (rows, head = board) => [`N=${rows.length}, M=${rows[0].length}, P=${head.life}`, ...rows, ""].join("\n");

    // Puts a cell. Start and end are there once: to put one elsewhere moves it.
    function put([x, y], sign) {
      const old = board.cells[y][x];
      if (old === sign) return;
      if (old === "S" || old === "E") {
        const told = t({en: `${old} cannot be painted over: put it elsewhere.`, es: `No se puede pintar sobre ${old}: ponlo en otro lugar.`});
        editText.textContent = told;
        app.announce(told);
        return;
      }
      const rows = board.cells.map((row) => (sign === "S" || sign === "E" ? row.replace(sign, "0") : row));
      rows[y] = rows[y].slice(0, x) + sign + rows[y].slice(x + 1);
      editText.textContent = "";
      changeTo(textOf(rows));
    }

    function resize() {
      const size = (control, otherwise) => Math.max(1, Math.min(1000, Math.floor(Number(control.control.value)) || otherwise));
      const [rows, cols] = [size(rowsField, board.rows), size(colsField, board.cols)];
      const made = Array.from({length: rows}, (unused, y) => (board.cells[y] || "").slice(0, cols).padEnd(cols, "0"));
      changeTo(textOf(made, {life: lifeField.control.value.trim()}));
    }

    function undoEditing() {
      const text = before.pop();
      if (text === undefined) return;
      take(text, fileName, {keepEdits: true});
      texts.set(board.text.length < longestText ? board.text : "");
      describe();
    }

    function moveCursor(letter) {
      const [x, y] = [cursor[0] + shifts[letter][0], cursor[1] + shifts[letter][1]];
      if (x < 0 || y < 0 || x >= board.cols || y >= board.rows) return;
      cursor = [x, y];
      refresh();
      picture.follow(cursor);
      app.announce(`${nameOf(cursor)}: ${board.cells[y][x]}`);
    }

    const signOfKey = (event) => {
      const sign = event.key.length === 1 && !hasModifier(event) ? event.key.toUpperCase() : "";
      return /^[SET#0-9]$/.test(sign) ? sign : undefined;
    };

    // Shows what the mode has to show.
    function refresh(step) {
      const isSolving = mode === "solve";
      player.element.hidden = !isSolving || !shownRoute;
      list.element.hidden = !isSolving || !shownRoute;
      eachTitle.hidden = list.element.hidden;
      if (!board) return;
      if (isSolving && shownRoute) {
        const {cells, lives} = shownRoute;
        life.load(lives, treasureSteps(cells));
        list.load(lives.length - 1);
        // Long routes are walked faster: none takes more than about half a minute.
        player.load(lives.length - 1, {at: step === undefined ? player.step : step, rate: Math.max(6, lives.length / 30)});
      } else if (mode === "walk") {
        if (walked) showWalk(walkText.textContent);
        else restartWalk();
      } else {
        life.element.hidden = true;
        picture.setScene(mode === "edit" ? {cursor} : {});
      }
    }

    function treasureSteps(cells) {
      const seen = new Set();
      const marks = [];
      cells.forEach((cell, step) => {
        if (board.cells[cell[1]][cell[0]] !== "T" || seen.has(cell.join())) return;
        seen.add(cell.join());
        marks.push([step, "gain"]);
      });
      return marks;
    }

    function setMode(next) {
      mode = next;
      player.pause();
      arrange();
      refresh();
      app.changed();
    }

    // Shows what belongs to the mode, also before there is a maze.
    function arrange() {
      modeChoice.value = mode;
      for (const [name, part] of Object.entries(parts)) part.hidden = name !== mode;
      tools.hidden = mode !== "edit";
      picture.element.classList.toggle("is-touched", mode !== "solve");
      picture.element.setAttribute("aria-description", t(keysOf[mode]));
      keysText.textContent = t(keysOf[mode]);
    }

    const keysOf = {
      solve: {en: "Keys on the maze: ← → step, space plays.", es: "Teclas sobre el laberinto: ← → paso, espacio reproduce."},
      walk: {
        en: "Keys: arrows or WASD move, U undoes, R restarts, ? gives a hint. Or swipe, or click a cell beside you.",
        es: "Teclas: flechas o WASD mueven, U deshace, R reinicia, ? da una pista. O desliza, o pulsa una celda vecina.",
      },
      edit: {
        en: "Click or drag to paint. Keys on the maze: arrows move the frame; S, E, T, # and digits put a cell, space the chosen one.",
        es: "Pulsa o arrastra para pintar. Teclas sobre el laberinto: las flechas mueven el marco; S, E, T, # y las cifras ponen una celda, espacio la elegida.",
      },
    };

    // The parts of the page.
    const example = app.select(t(words.example), [["", t(words.own)], ...examples.map(([id, name]) => [id, t(name)])], {
      onchange: (id) => {
        const found = examples.find(([other]) => other === id);
        if (found) open(fromLink(found[2]), `${id}.txt`);
        else describe();
      }});
    const zoomField = app.select(t(words.zoom), [["1", t(words.fit)], ["1.5", "1.5×"], ["2", "2×"], ["3", "3×"], ["5", "5×"]],
      {onchange: (value) => picture.setZoom(Number(value))});
    const about = el("p", {class: "note"});
    const modeChoice = app.choice(t(words.mode), [["solve", t(words.solve)], ["walk", t(words.walk)], ["edit", t(words.edit)]],
      {value: mode, onchange: setMode});

    const limit = app.select(t(words.limit), [["2", "2 s"], ["10", "10 s"], ["60", "60 s"], ["0", t(words.none)]], {value: "10"});
    const solveButton = app.button(t(words.solve), solve, {kind: "primary", icon: "play"});
    const verdict = el("p", {class: "verdict", role: "status"});
    const results = el("div", {class: "results"});
    const flipText = el("span", {class: "flip-text"});
    const flipBack = app.button(t({en: "Previous route", es: "Ruta anterior"}), () => flipTo(solution.at - 1), {icon: "back", iconOnly: true});
    const flipNext = app.button(t({en: "Next route", es: "Ruta siguiente"}), () => flipTo(solution.at + 1), {icon: "next", iconOnly: true});
    const flip = el("div", {class: "flip", role: "group", "aria-label": t({en: "Optimal routes", es: "Rutas óptimas"})}, flipBack, flipText, flipNext);
    const routeFacts = el("div");
    const list = stepList(t(words.each), [t(words.step), t(words.cell), t(words.life)],
      (step) => [String(step), nameOf(shownRoute.cells[step]), count(shownRoute.lives[step])], (step) => player.go(step));
    const eachTitle = el("h3", {}, t(words.each));

    const walkText = el("p", {class: "verdict"});
    const standing = el("dl", {class: "scores"});
    const undoButton = app.button(t(words.undo), undoStep, {icon: "undo"});
    const hintButton = app.button(t(words.hint), hint, {icon: "light"});
    const walkButtons = app.toolbar(t(words.walk), undoButton, app.button(t(words.restart), restartWalk, {icon: "restart"}), hintButton);

    const brush = app.choice(t({en: "Put", es: "Poner"}), [..."#0123456789TSE"].map((sign) => [sign, sign]), {value: "#"});
    brush.classList.add("brush");
    const number = (label, most) => app.input(label, {min: 1, max: most, step: 1, onchange: resize});
    const rowsField = number(t({en: "Rows", es: "Filas"}), 1000);
    const colsField = number(t({en: "Columns", es: "Columnas"}), 1000);
    const lifeField = number(t(words.life), 1e15);
    const undoEdit = app.button(t(words.undo), undoEditing, {icon: "undo"});
    const editText = el("p", {class: "note", role: "status"});
    const editProblems = el("div", {class: "problems"});
    const texts = source(app, {
      label: t({en: "The file as text", es: "El archivo como texto"}),
      hint: t({en: "Paste or edit; the maze follows.", es: "Pega o edita; el laberinto lo sigue."}),
      read(text) {
        const had = board.text;
        const answer = take(text, t({en: "<text>", es: "<texto>"}), {keepEdits: true});
        app.clearErrors(problems);
        app.clearErrors(editProblems);
        if (answer.status === "valid") {
          if (had !== board.text) before.push(had);
          describe();
        }
        return answer;
      },
    });
    const keysText = el("p", {class: "note"});

    const parts = {
      solve: el("div", {class: "part"}, el("div", {class: "row"}, limit, solveButton), verdict, results, eachTitle, list.element),
      walk: el("div", {class: "part"}, walkText,
        el("div", {class: "controls"}, el("div", {class: "part"}, standing, walkButtons), pad(t, t(words.walk), move))),
      edit: el("div", {class: "part"}, el("div", {class: "fields"}, rowsField, colsField, lifeField), editProblems, texts.element),
    };
    const tools = el("div", {class: "part tools"}, el("div", {class: "row"}, brush, undoEdit), editText);

    async function openAny() {
      const file = await app.openFile(".txt,.maze,text/plain");
      if (file) open(file.text, file.name);
    }

    function pasteHere() {
      setMode("edit");
      texts.area.focus();
      texts.area.select();
    }

    root.classList.add("walker");
    root.append(app.bench([
      problems, warnings,
      el("div", {class: "board"}, picture.element),
      parts.walk, tools, keysText, life.element, player.element,
    ], [
      app.card(t(words.maze), el("p", {class: "note"}, t(words.intro)),
        el("div", {class: "fields"}, example, zoomField),
        app.toolbar(t(words.maze),
          app.button(t(words.open), openAny, {icon: "open"}),
          app.button(t(words.paste), pasteHere, {}),
          app.button(t(words.save), () => app.download(fileName, board.text), {icon: "save"})),
        about),
      app.card(null, modeChoice, parts.solve, parts.edit),
    ]));
    app.dropTarget(root, (file) => open(file.text, file.name));
    arrange();
    refresh();

    // Hands on the picture. A walker hears keys wherever they mean nothing else.
    function press(event) {
      if (!board || root.hidden) return;
      const isHere = picture.element.contains(event.target);
      const act = mode === "walk" ? isFree(event) && keyOfWalk(event, moveOfKey(event))
        : isHere && (mode === "edit" ? keyOfEdit(event) : keyOfSolve(event));
      if (!act) return;
      event.preventDefault();
      act();
    }

    function keyOfWalk(event, letter) {
      if (letter) return () => move(letter);
      if (hasModifier(event)) return undefined;
      return {u: undoStep, U: undoStep, Backspace: undoStep, r: restartWalk, R: restartWalk,
        "?": () => walked.status === "alive" && hint()}[event.key];
    }

    function keyOfEdit(event) {
      const sign = signOfKey(event);
      if (sign) return () => put(cursor, sign);
      if (event.key === " " || event.key === "Enter") return () => put(cursor, brush.value);
      const letter = event.key.startsWith("Arrow") ? moveOfKey(event) : undefined;
      return letter ? () => moveCursor(letter) : undefined;
    }

    function keyOfSolve(event) {
      if (hasModifier(event)) return undefined;
      if (event.key === "Enter" && !solveButton.disabled) return solve;
      if (!shownRoute) return undefined;
      const go = (step) => () => { player.pause(); player.go(step); };
      return {ArrowLeft: go(player.step - 1), ArrowRight: go(player.step + 1), Home: go(0), End: go(player.count),
        " ": () => (player.playing ? player.pause() : player.play())}[event.key];
    }

    // Who chose by the mouse or a finger goes on at the maze.
    modeChoice.addEventListener("click", (event) => {
      if (event.detail > 0 && event.target.matches("input")) picture.element.focus({preventScroll: true});
    });

    let isPainting = false;
    function paint(event) {
      const cell = picture.cellAt(event);
      if (!cell) return;
      cursor = cell;
      put(cell, brush.value);
      refresh();
    }
    document.addEventListener("keydown", press);
    picture.element.addEventListener("pointerdown", (event) => {
      if (!board || event.button !== 0) return;
      if (mode === "edit") {
        isPainting = true;
        picture.element.setPointerCapture(event.pointerId);
        paint(event);
      } else if (mode === "walk" && event.pointerType !== "touch") {
        stepBeside(event);
      }
    });
    picture.element.addEventListener("pointermove", (event) => isPainting && paint(event));
    for (const end of ["pointerup", "pointercancel"]) picture.element.addEventListener(end, () => { isPainting = false; });
    swipes(picture.element, () => mode === "walk", move, stepBeside);

    // A click on a cell beside the runner is a step there.
    function stepBeside(event) {
      const cell = picture.cellAt(event);
      if (!cell || !walked) return;
      const [x, y] = place();
      const letter = Object.keys(shifts).find((one) => shifts[one][0] === cell[0] - x && shifts[one][1] === cell[1] - y);
      if (letter) move(letter);
    }

    // A text that is pasted anywhere but into a field is a maze.
    function paste(event) {
      if (root.hidden || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName || "")) return;
      const text = event.clipboardData && event.clipboardData.getData("text/plain");
      if (!text) return;
      event.preventDefault();
      open(text, t({en: "<pasted text>", es: "<texto pegado>"}));
    }
    document.addEventListener("paste", paste);

    // Nothing jumps when the module is there: the first line of a maze tells its size.
    function reserveFor(text) {
      const [, rows, cols] = /^\s*N\s*=\s*(\d{1,3})\s*,\s*M\s*=\s*(\d{1,3})\b/.exec(text) || [];
      if (rows > 0 && cols > 0) picture.reserve(Number(rows), Number(cols));
    }
    reserveFor(last ? last.text : fromLink(examples[0][2]));

    const start = app.ready.then(() => {
      const first = last || {text: fromLink(examples[0][2]), name: `${examples[0][0]}.txt`};
      if (!board) open(first.text, first.name);
      setMode(mode);
    });

    async function restore(wanted) {
      pending = wanted;
      if (wanted.maze !== undefined && !board) reserveFor(fromLink(wanted.maze));
      await start;
      if (wanted.maze !== undefined && !open(fromLink(wanted.maze), t({en: "<link>", es: "<enlace>"}))) return;
      if (["2", "10", "60", "0"].includes(wanted.limit)) limit.control.value = wanted.limit;
      if (wanted.moves !== undefined) walkBy(wanted.moves);
      setMode(Object.hasOwn(parts, wanted.mode) ? wanted.mode : "solve");
      if (wanted.shown) await restoreRoute(wanted);
    }

    const farthestRoute = 1000;  // that a link may ask for
    async function restoreRoute({shown, route, step: at}) {
      await solve();
      if (!solution) return;
      if (shown === "feasible" && solution.answer.feasible) solution.shown = "feasible";
      showSolution();
      const number = Number(route);
      const isKnown = Number.isInteger(number) && number >= 1 && number <= farthestRoute;
      if (isKnown && solution.shown === "optimal") await flipTo(number - 1);
      if (shownRoute) player.go(Number(at) || 0);
    }

    function state() {
      if (!board) return pending;
      // A maze that is too long for an address is left out.
      const told = board.link ? {maze: board.link, mode} : {mode};
      if (limit.control.value !== "10") told.limit = limit.control.value;
      if (walked && walked.moves) told.moves = walked.moves;
      if (!solution || !chosenRoute()) return told;
      told.shown = solution.shown;
      if (solution.shown === "optimal" && solution.at >= 0) told.route = String(solution.at + 1);
      if (player.step > 0) told.step = String(player.step);
      return told;
    }

    return {
      state, restore,
      show: () => refresh(),
      unmount() {
        cancel();
        picture.end();
        document.removeEventListener("keydown", press);
        document.removeEventListener("paste", paste);
      },
    };
  }

  playground.tab({id: "runner", name: {en: "MAZE runner", es: "Corredor MAZE"}, mount});
})();
