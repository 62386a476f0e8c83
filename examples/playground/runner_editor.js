// SPDX-License-Identifier: MIT
// The MAZE runner edits a maze: cells painted by mouse and keys, its size and its life.
const playgroundRunnerEditor = (() => {
  const {shifts, moveOfKey, hasModifier} = playgroundWalks;
  const words = playgroundWords.common;

  // tab: what runner.js hands to its parts; take(text) takes a maze if it is one, and gives the answer of the module.
  return function runnerEditor(tab, take) {
    const {app, picture} = tab;
    const {t, el} = app;
    let cursor = [0, 0];
    let history = [];  // texts, to take edits back
    let isPainting = false;

    const brush = app.choice(t({en: "Put", es: "Poner"}), [..."#0123456789TSE"].map((sign) => [sign, sign]), {value: "#"});
    brush.classList.add("brush");
    const field = (label, most) => app.input(label, {min: 1, max: most, step: 1, onchange: resize});
    const rows = field(t({en: "Rows", es: "Filas"}), 1000);
    const cols = field(t({en: "Columns", es: "Columnas"}), 1000);
    const life = field(t({en: "Life", es: "Vida"}), 1e15);
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const note = el("p", {class: "note", role: "status"});
    const problems = el("div", {class: "problems"});

    function describe() {
      for (const [one, value] of [[rows, tab.board.rows], [cols, tab.board.cols], [life, tab.board.life]]) one.control.value = value;
      undoButton.disabled = history.length === 0;
    }

    function changeTo(lines, points = tab.board.life) {
      const answer = take([`N=${lines.length}, M=${lines[0].length}, P=${points}`, ...lines, ""].join("\n"));
      if (answer.status === "valid") edited();
      else app.showErrors(problems, answer);
      describe();
    }

    // The maze before can be had again.
    function edited() {
      app.clearErrors(problems);
      if (tab.replaced !== null) history.push(tab.replaced);
      describe();
    }

    // Puts a cell. Start and end are there once: to put one elsewhere moves it.
    function put([x, y], sign) {
      const {cells} = tab.board;
      const old = cells[y][x];
      if (old === sign) return;
      const isEnd = (one) => one === "S" || one === "E";
      note.textContent = isEnd(old)
        ? t({en: `${old} cannot be painted over: put it elsewhere.`, es: `No se puede pintar sobre ${old}: ponlo en otro lugar.`}) : "";
      if (isEnd(old)) return app.announce(note.textContent);
      const lines = cells.map((line) => (isEnd(sign) ? line.replace(sign, "0") : line));
      lines[y] = lines[y].slice(0, x) + sign + lines[y].slice(x + 1);
      return changeTo(lines);
    }

    function resize() {
      const size = ({control}, otherwise) => Math.max(1, Math.min(1000, Math.floor(Number(control.value)) || otherwise));
      const {board} = tab;
      const width = size(cols, board.cols);
      changeTo(Array.from({length: size(rows, board.rows)}, (unused, y) => (board.cells[y] || "").slice(0, width).padEnd(width, "0")),
        life.control.value.trim());
    }

    function undo() {
      const text = history.pop();
      if (text === undefined) return;
      take(text);
      describe();
    }

    function moveCursor(letter) {
      const [x, y] = [cursor[0] + shifts[letter][0], cursor[1] + shifts[letter][1]];
      if (x < 0 || y < 0 || x >= tab.board.cols || y >= tab.board.rows) return;
      cursor = [x, y];
      tab.refresh();
      picture.follow(cursor);
      app.announce(`${tab.nameOf(cursor)}: ${tab.board.cells[y][x]}`);
    }

    function paint(event) {
      const cell = picture.cellAt(event);
      if (!cell) return;
      cursor = cell;
      put(cell, brush.value);
      tab.refresh();
    }

    picture.element.addEventListener("pointerdown", (event) => {
      if (tab.mode !== "edit" || !tab.board || event.button !== 0) return;
      isPainting = true;
      picture.element.setPointerCapture(event.pointerId);
      paint(event);
    });
    picture.element.addEventListener("pointermove", (event) => isPainting && paint(event));
    for (const end of ["pointerup", "pointercancel"]) picture.element.addEventListener(end, () => { isPainting = false; });

    return {
      part: (text) => el("div", {class: "part"}, el("div", {class: "fields"}, rows, cols, life), problems, text),
      tools: el("div", {class: "part tools"}, el("div", {class: "row"}, brush, undoButton), note),
      keys: {
        en: "Click or drag to paint. Keys on the maze: arrows move the frame; S, E, T, # and digits put a cell, space the chosen one.",
        es: "Pulsa o arrastra para pintar. Teclas sobre el laberinto: las flechas mueven el marco; S, E, T, # y las cifras ponen una celda, espacio la elegida.",
      },
      describe, edited,
      forget() {
        history = [];
        describe();
      },
      clearErrors: () => app.clearErrors(problems),
      refresh() {
        cursor = [Math.min(cursor[0], tab.board.cols - 1), Math.min(cursor[1], tab.board.rows - 1)];
        picture.setScene({cursor});
      },
      actionOf(event) {
        if (hasModifier(event)) return undefined;
        const sign = event.key.toUpperCase();
        if (/^[SET#0-9]$/.test(sign)) return () => put(cursor, sign);
        if (event.key === " " || event.key === "Enter") return () => put(cursor, brush.value);
        return event.key.startsWith("Arrow") ? () => moveCursor(moveOfKey(event)) : undefined;
      },
    };
  };
})();
