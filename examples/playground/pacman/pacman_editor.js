// SPDX-License-Identifier: MIT
// The editor of Pac-Man maps: a palette with pictures, by mouse, finger and keys; size, energy, undo and redo.
const playgroundPacmanEditor = (() => {
  const {shifts, hasModifier, moveOfKey, pad} = playgroundWalks;
  const {kindOf, sample} = playgroundPacmanPicture;
  const words = playgroundWords.common;

  // What can be put, with its key. Those with a value are written with it; start and goal are there once.
  const tools = [
    ["empty", "V", {en: "Floor", es: "Suelo"}, () => "V"],
    ["food", "F", {en: "Food", es: "Comida"}, (value) => `J${value}`],
    ["wall", "W", {en: "Wall", es: "Muro"}, (value) => `Z${value}`],
    ["solid", "X", {en: "Solid wall", es: "Muro macizo"}, () => "Z"],
    ["bomb", "B", {en: "Bomb", es: "Bomba"}, (value) => `B${value}`],
    ["lethal", "L", {en: "Lethal bomb", es: "Bomba letal"}, () => "B"],
    ["start", "S", {en: "Start", es: "Inicio"}],
    ["goal", "G", {en: "Goal", es: "Meta"}],
  ];
  const toolOf = (id) => tools.find(([one]) => one === id);
  const valueNames = {
    food: {en: "Energy it gives", es: "Energía que da"},
    wall: {en: "Height of the wall", es: "Altura del muro"},
    bomb: {en: "Force of the bomb", es: "Fuerza de la bomba"},
  };
  const taken = {
    start: {en: "The start is here: put it somewhere else first.", es: "Aquí está el inicio: ponlo antes en otra casilla."},
    goal: {en: "The goal is here: put it somewhere else first.", es: "Aquí está la meta: ponla antes en otra casilla."},
  };
  const most = 200;  // edits that can be taken back

  // tab: what pacman.js hands to its parts; take(text) takes a map if it is one, and gives the answer of the module.
  return function pacmanEditor(tab, take) {
    const {app, picture} = tab;
    const {t, el} = app;
    let cursor = [1, 1];
    let past = [];      // texts of maps, to take edits back
    let future = [];    // and to make them again, the next one last
    let stroke = null;  // a finger or a mouse at work: {isKept}, for one stroke is one edit
    let isGoing = false;

    const face = ([id, key, name]) => [id, [sample(id, valueNames[id] ? "3" : ""),
      el("span", {class: "tool-name"}, t(name)), el("kbd", {"aria-hidden": "true"}, key)]];
    const brush = app.choice(t({en: "Put", es: "Poner"}), tools.map(face), {value: "wall", onchange: chooseTool});
    brush.classList.add("palette");
    const value = app.choice("", [..."123456789"].map((digit) => [digit, digit]), {value: "3", onchange: drawSamples});
    value.classList.add("values-choice");
    const field = (label, how) => app.input(label, {step: 1, onchange: changeSize, ...how});
    const columns = field(t({en: "Columns", es: "Columnas"}), {min: 1, max: 200});
    const rows = field(t({en: "Rows", es: "Filas"}), {min: 1, max: 200});
    const energy = field(t({en: "Energy", es: "Energía"}));
    const undoButton = app.button(t(words.undo), undo, {icon: "undo"});
    const redoButton = app.button(t(words.redo), redo);
    const clearButton = app.button(t({en: "Clear", es: "Vaciar"}), clear);
    const note = el("p", {class: "note", role: "status"});
    const problems = el("div", {class: "problems"});
    const putButton = app.button(t({en: "Put", es: "Poner"}), () => put(cursor), {kind: "primary", class: "pad-put"});
    const steering = pad(t, t({en: "Frame on the map", es: "Marco en el mapa"}), moveCursor);
    steering.append(putButton);

    const tokenAt = ([x, y]) => tab.map.cells[(y - 1) * tab.map.width + x - 1];
    const isAt = (a, b) => a[0] === b[0] && a[1] === b[1];
    const isOnMap = ([x, y], {width, height} = tab.map) => x >= 1 && y >= 1 && x <= width && y <= height;

    function nameOf(cell) {
      const id = isAt(cell, tab.map.start) ? "start" : isAt(cell, tab.map.goal) ? "goal" : kindOf(tokenAt(cell));
      const number = valueNames[id] ? ` ${tokenAt(cell).slice(1)}` : "";
      return `(${cell.join()}): ${t(toolOf(id)[2])}${number}`;
    }

    function chooseTool(id) {
      brush.value = id;
      value.style.visibility = valueNames[id] ? "" : "hidden";
      if (valueNames[id]) value.querySelector("legend").textContent = t(valueNames[id]);
    }

    // The palette shows the value that would be put.
    function drawSamples() {
      for (const [at, picture] of [...brush.querySelectorAll("svg")].entries())
        if (valueNames[tools[at][0]]) picture.replaceWith(sample(tools[at][0], value.value));
    }

    const textOf = ({width, height, start, goal, left, cells}) =>
      [`${width},${height}`, `${start.join()},${left}`, goal.join(), ...cells.map((row) => row.join()), ""].join("\n");

    const rowsOf = ({width, height, cells}) => Array.from({length: height}, (unused, y) => cells.slice(y * width, (y + 1) * width));

    // Takes the map with some changes; what the reader refuses is said, and the map stays.
    function change(changes) {
      const {width, height, start, goal, energy: left} = tab.map;
      const answer = take(textOf({width, height, start, goal, left, cells: rowsOf(tab.map), ...changes}));
      if (answer.status !== "valid") return app.showErrors(problems, answer);
      app.clearErrors(problems);
      return describe();
    }

    function say(text) {
      note.textContent = text;
    }

    function put(cell) {
      const {start, goal} = tab.map;
      const [id, , , tokenOf] = toolOf(brush.value);
      const there = isAt(cell, start) ? "start" : isAt(cell, goal) ? "goal" : null;
      if (there === id) return undefined;
      if (there) return say(t(taken[there]));
      say("");
      const token = tokenOf ? tokenOf(value.value) : "V";
      if (tokenOf && tokenAt(cell) === token) return undefined;
      const cells = rowsOf(tab.map);
      cells[cell[1] - 1][cell[0] - 1] = token;
      return change({cells, ...(tokenOf ? {} : {[id]: cell})});
    }

    // A smaller map keeps its start and its goal: they move to its edge.
    function changeSize() {
      const text = ({control}) => control.value.trim() || "?";
      const size = (one, old) => (/^\d+$/.test(text(one)) ? Math.max(1, Math.min(200, Number(text(one)))) : old);
      const [width, height] = [size(columns, tab.map.width), size(rows, tab.map.height)];
      const old = rowsOf(tab.map);
      const cells = Array.from({length: height}, (unused, y) => Array.from({length: width}, (none, x) => (old[y] || [])[x] || "V"));
      const inside = ([x, y]) => [Math.min(x, width), Math.min(y, height)];
      const [start, goal] = [inside(tab.map.start), inside(tab.map.goal)];
      for (const [x, y] of [start, goal]) cells[y - 1][x - 1] = "V";
      say("");
      change({width: text(columns), height: text(rows), start, goal, left: text(energy), cells});
    }

    function clear() {
      say("");
      change({cells: rowsOf(tab.map).map((row) => row.map(() => "V"))});
    }

    function go(from, to) {
      if (from.length === 0) return;
      to.push(tab.map.text);
      isGoing = true;
      take(from.pop());
      isGoing = false;
      say("");
      app.clearErrors(problems);
      describe();
    }

    function undo() { go(past, future); }
    function redo() { go(future, past); }

    // Shows the map in the fields.
    function describe() {
      const {width, height, energy: left} = tab.map;
      for (const [one, number] of [[columns, width], [rows, height], [energy, left]]) one.control.value = number;
      undoButton.disabled = past.length === 0;
      redoButton.disabled = future.length === 0;
      if (!isOnMap(cursor)) cursor = [Math.min(cursor[0], width), Math.min(cursor[1], height)];
    }

    function moveCursor(letter) {
      const next = [cursor[0] + shifts[letter][0], cursor[1] + shifts[letter][1]];
      if (!isOnMap(next)) return;
      cursor = next;
      tab.refresh();
      app.announce(nameOf(cursor));
    }

    function paint(event) {
      const cell = picture.cellAt(event);
      if (!isOnMap(cell) || (stroke.at && isAt(cell, stroke.at))) return;
      stroke.at = cursor = cell;
      put(cell);
      tab.refresh();
    }

    picture.element.addEventListener("pointerdown", (event) => {
      if (!tab.isEditing || !tab.map || event.button !== 0) return;
      stroke = {isKept: false};
      picture.element.setPointerCapture(event.pointerId);
      paint(event);
    });
    picture.element.addEventListener("pointermove", (event) => stroke && paint(event));
    for (const end of ["pointerup", "pointercancel"]) picture.element.addEventListener(end, () => { stroke = null; });

    function actionOf(event) {
      const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
      if (event.ctrlKey || event.metaKey) return key === "Y" || (key === "Z" && event.shiftKey) ? redo : key === "Z" ? undo : undefined;
      if (hasModifier(event)) return undefined;
      if (event.target === picture.element && key.startsWith("Arrow")) return () => moveCursor(moveOfKey(event));
      if (event.target === picture.element && (key === " " || key === "Enter")) return () => putAloud();
      const tool = tools.find(([, letter]) => letter === key);
      if (tool) return () => { chooseTool(tool[0]); app.announce(t(tool[2])); };
      if (/^[1-9]$/.test(key)) return () => { value.value = key; drawSamples(); };
      return undefined;
    }

    function putAloud() {
      put(cursor);
      tab.refresh();
      app.announce(note.textContent || nameOf(cursor));
    }

    chooseTool("wall");
    return {
      parts: [brush, value, note, app.toolbar(t({en: "Edit", es: "Editar"}), undoButton, redoButton, clearButton),
        el("div", {class: "fields"}, columns, rows, energy), problems, steering],
      describe,
      get cursor() { return cursor; },
      // Another map is there: the one before can be had again.
      keep(text) {
        if (isGoing || (stroke && stroke.isKept)) return;
        if (stroke) stroke.isKept = true;
        past = [...past.slice(1 - most), text];
        future = [];
      },
      // Keys, wherever they mean nothing else.
      press(event) {
        if (event.target instanceof Element && event.target.matches("textarea, select, input:not([type=radio])")) return;
        const act = actionOf(event);
        if (!act) return;
        event.preventDefault();
        act();
      },
    };
  };
})();
