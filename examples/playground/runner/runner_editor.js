// SPDX-License-Identifier: MIT
// The MAZE runner edits a maze: cells painted by mouse, finger and keys, its size and its life.
const playgroundRunnerEditor = (() => {
  const {shifts, moveOfKey, hasModifier} = playgroundWalks;
  const {colorsFor, signsOn} = playgroundRunnerSigns;
  const words = playgroundWords.common;
  const isEnd = (sign) => sign === "S" || sign === "E";

  const nameOf = (sign) => ({
    "#": {en: "Wall", es: "Muro"}, 0: {en: "Floor", es: "Suelo"}, T: {en: "Treasure", es: "Tesoro"},
    S: {en: "Start", es: "Inicio"}, E: {en: "Exit", es: "Meta"},
  }[sign] || {en: `Cost ${sign}`, es: `Coste ${sign}`});

  // What a cell may hold, as pictures to choose from: `.value` is its sign, end() forgets about it.
  function palette(app) {
    const {t, el} = app;
    const side = 64;
    const pictures = [..."#0123456789TSE"].map((sign) => ({sign, canvas: el("canvas", {width: side, height: side, "aria-hidden": "true"})}));
    const element = app.choice(t({en: "Paint with", es: "Pintar con"}), pictures.map(({sign, canvas}) =>
      [sign, [canvas, el("span", {class: "unseen"}, t(nameOf(sign)))]]), {value: "#"});
    element.classList.add("brush");
    element.querySelectorAll("label").forEach((label, at) => {
      const {sign} = pictures[at];
      label.title = `${t(nameOf(sign))} (${sign})`;
    });
    function draw() {
      const colors = colorsFor(app.isDark());
      for (const {sign, canvas} of pictures) {
        const signs = signsOn(canvas.getContext("2d"), side, colors);
        signs.fill(sign, 0, 0);
        signs.put(sign, 0, 0);
      }
    }
    draw();
    addEventListener("lookchange", draw);
    return Object.assign(element, {end: () => removeEventListener("lookchange", draw)});
  }

  // tab: what runner.js hands to its parts; take(text) takes a maze if it is one, and gives the answer of the module.
  return function runnerEditor(tab, take) {
    const {app, picture} = tab;
    const {t, el} = app;
    let cursor = [0, 0];
    let history = [];   // texts, to take edits back
    let future = [];    // texts that were taken back
    let stroke = null;  // a pointer that is down: {sign, lines, isKept}; of a start or an end that is dragged, with the rest of the maze

    const brush = palette(app);
    const field = (label, most) => app.input(label, {min: 1, max: most, step: 1, onchange: resize});
    const rows = field(t({en: "Rows", es: "Filas"}), 1000);
    const cols = field(t({en: "Columns", es: "Columnas"}), 1000);
    const life = field(t({en: "Life", es: "Vida"}), 1e15);
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const redoButton = app.button(t(words.redo), redo, {});
    const problems = el("div", {class: "problems"});

    function describe() {
      for (const [one, value] of [[rows, tab.board.rows], [cols, tab.board.cols], [life, tab.board.life]]) one.control.value = value;
      undoButton.disabled = history.length === 0;
      redoButton.disabled = future.length === 0;
    }

    function changeTo(lines, points = tab.board.life) {
      const answer = take([`N=${lines.length}, M=${lines[0].length}, P=${points}`, ...lines, ""].join("\n"));
      if (answer.status === "valid") edited();
      else app.showErrors(problems, answer);
      describe();
    }

    // The maze before can be had again; what is painted in one go is taken back in one go.
    function edited() {
      app.clearErrors(problems);
      if (tab.replaced !== null && !(stroke && stroke.isKept)) {
        history.push(tab.replaced);
        future = [];
      }
      if (stroke) stroke.isKept = true;
      describe();
    }

    const withCell = (lines, [x, y], sign) => lines.map((line, row) => (row === y ? line.slice(0, x) + sign + line.slice(x + 1) : line));

    // Puts a cell. Start and end are there once: to put one elsewhere moves it, and nothing is painted over them.
    function put([x, y], sign, lines = tab.board.cells) {
      if (tab.board.cells[y][x] === sign) return;
      if (isEnd(lines[y][x]) && lines[y][x] !== sign) {
        app.announce(t({en: "Start and exit cannot be painted over: drag them away.", es: "Sobre el inicio y la meta no se pinta: arrástralos."}));
        return;
      }
      changeTo(withCell(isEnd(sign) ? lines.map((line) => line.replace(sign, "0")) : lines, [x, y], sign));
    }

    function resize() {
      const size = ({control}, otherwise) => Math.max(1, Math.min(1000, Math.floor(Number(control.value)) || otherwise));
      const {board} = tab;
      const width = size(cols, board.cols);
      changeTo(Array.from({length: size(rows, board.rows)}, (unused, y) => (board.cells[y] || "").slice(0, width).padEnd(width, "0")),
        life.control.value.trim());
    }

    function swap(from, to) {
      const text = from.pop();
      if (text === undefined) return;
      to.push(tab.board.text);
      take(text);
      describe();
    }
    function undo() { swap(history, future); }
    function redo() { swap(future, history); }

    function moveCursor(letter) {
      const [x, y] = [cursor[0] + shifts[letter][0], cursor[1] + shifts[letter][1]];
      if (x < 0 || y < 0 || x >= tab.board.cols || y >= tab.board.rows) return;
      cursor = [x, y];
      tab.refresh();
      picture.follow(cursor);
      app.announce(`${tab.nameOf(cursor)}: ${t(nameOf(tab.board.cells[y][x]))}`);
    }

    function paint(event) {
      const cell = picture.cellAt(event);
      if (!cell) return;
      cursor = cell;
      put(cell, stroke.sign, stroke.lines);
      tab.refresh();
    }

    picture.element.addEventListener("pointerdown", (event) => {
      if (tab.mode !== "edit" || !tab.board || event.button !== 0) return;
      const cell = picture.cellAt(event);
      if (!cell) return;
      const old = tab.board.cells[cell[1]][cell[0]];
      stroke = isEnd(old) ? {sign: old, lines: tab.board.cells} : {sign: brush.value};
      picture.element.setPointerCapture(event.pointerId);
      paint(event);
    });
    picture.element.addEventListener("pointermove", (event) => stroke && paint(event));
    for (const end of ["pointerup", "pointercancel"]) picture.element.addEventListener(end, () => { stroke = null; });

    return {
      part: (text) => el("div", {class: "part"}, el("div", {class: "fields"}, rows, cols, life), problems, text),
      tools: el("div", {class: "part tools"}, el("div", {class: "row"}, brush, undoButton, redoButton)),
      keys: {
        en: "Click or drag to paint, drag S and E. Keys on the maze: arrows move the frame; #, digits, T, S and E put a cell, space the chosen one; U undoes.",
        es: "Pulsa o arrastra para pintar; arrastra S y E. Teclas sobre el laberinto: las flechas mueven el marco; #, cifras, T, S y E ponen una casilla, espacio la elegida; U deshace.",
      },
      describe, edited, undo, redo,
      forget() {
        history = [];
        future = [];
        describe();
      },
      clearErrors: () => app.clearErrors(problems),
      cursor() {
        cursor = [Math.min(cursor[0], tab.board.cols - 1), Math.min(cursor[1], tab.board.rows - 1)];
        return cursor;
      },
      actionOf(event) {
        if (hasModifier(event)) return undefined;
        const sign = event.key.toUpperCase();
        if (/^[SET#0-9]$/.test(sign)) return () => put(cursor, sign);
        if (sign === "U" || sign === "BACKSPACE") return undo;
        if (event.key === " " || event.key === "Enter") return () => put(cursor, brush.value);
        return event.key.startsWith("Arrow") ? () => moveCursor(moveOfKey(event)) : undefined;
      },
      end: () => brush.end(),
    };
  };
})();
