// SPDX-License-Identifier: MIT
// The map that one drags and draws on, by mouse, touch and keyboard. how:
//   map()               the map, which is changed in place
//   tool()              what a stroke does: "wall", "look", or a cost from 1 to 9
//   begin(), end()      a change begins, and is over: it can be undone as one
//   edited()            the map has changed
//   over(cell, byKey)   the cell that is pointed at, -1 none
//   undo(), redo()
const playgroundLabBoard = (() => {
  const wall = 0;
  const words = {
    name: {en: "Map", es: "Mapa"},
    keys: {en: "Arrow keys move over the map. Enter draws with the chosen brush or erases a wall, 1 to 9 paint terrain, 0 a wall; S puts the start here, G the goal. Control and Z undoes.",
      es: "Las flechas recorren el mapa. Intro dibuja con el pincel elegido o borra un muro, del 1 al 9 pintan terreno, el 0 un muro; S pone aquí la salida, M la meta. Control y Z deshace."},
  };

  // The cells of a straight stroke, without the first.
  function stroke(from, to, cols) {
    const [x0, y0, x1, y1] = [from % cols, Math.floor(from / cols), to % cols, Math.floor(to / cols)];
    const count = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
    return Array.from({length: count}, (_, at) => Math.round(y0 + (y1 - y0) * (at + 1) / count) * cols +
      Math.round(x0 + (x1 - x0) * (at + 1) / count));
  }

  return function labBoard(app, how) {
    const {el, t} = app;
    const canvas = el("canvas", {"aria-hidden": "true"});
    const help = el("p", {class: "unseen", id: "lab-map-keys"}, t(words.keys));
    const element = el("div", {class: "lab-board", role: "application", tabindex: "0", "aria-label": t(words.name),
      "aria-describedby": "lab-map-keys"}, canvas);
    const picture = playgroundLabPicture(canvas, {isDark: app.isDark, letters: app.language === "es" ? ["S", "M"] : ["S", "G"]});
    let drag = null;   // {kind: "start", "goal", "paint" or "look", value, at, pointer}
    let cursor = -1;   // of the keyboard
    let pointed = -1;  // by the pointer

    function put(cell, value) {
      const map = how.map();
      const isEnd = cell === map.start || cell === map.goal;
      if (map.cells[cell] === value || value === wall && isEnd) return false;
      map.cells[cell] = value;
      return true;
    }

    // A stroke that erases walls leaves the terrain beside them.
    function paint(cell) {
      if (drag.isErasing && how.map().cells[cell] !== wall) return false;
      return put(cell, drag.value);
    }

    function moveEnd(name, cell) {
      const map = how.map();
      const other = name === "start" ? map.goal : map.start;
      if (map[name] === cell || cell === other || map.cells[cell] === wall) return false;
      map[name] = cell;
      return true;
    }

    const isEndUnder = (event, name) => picture.isOn(event, how.map()[name], event.pointerType === "touch" ? 10 : 3);

    function dragAt(event, cell) {
      const map = how.map();
      for (const name of ["start", "goal"]) if (isEndUnder(event, name)) return {kind: name};
      const tool = how.tool();
      if (tool === "look") return {kind: "look"};
      const isErasing = tool === "wall" && map.cells[cell] === wall;
      return {kind: "paint", value: isErasing ? 1 : tool === "wall" ? wall : Number(tool), isErasing};
    }

    // A pointer that a script has made cannot be captured.
    function capture(pointer) {
      try { element.setPointerCapture(pointer); } catch { /* then it is followed while it is over the map */ }
    }

    function down(event) {
      if (event.button !== 0 || drag) return;
      const cell = picture.cellAt(event, true);
      drag = {...dragAt(event, cell), at: cell, pointer: event.pointerId};
      capture(event.pointerId);
      element.classList.toggle("dragging", drag.kind === "start" || drag.kind === "goal");
      if (drag.kind !== "look") how.begin();
      if (drag.kind === "paint" && paint(cell)) how.edited();
      cursor = cell;
      how.over(cell, false);
    }

    function move(event) {
      if (!drag) return point(event);
      if (event.pointerId !== drag.pointer) return undefined;
      const cell = picture.cellAt(event, true);
      if (cell === drag.at) return undefined;
      const cells = stroke(drag.at, cell, how.map().cols);
      let changed = false;
      if (drag.kind === "paint") for (const one of cells) changed = paint(one) || changed;
      else if (drag.kind !== "look") changed = moveEnd(drag.kind, cell);
      drag.at = pointed = cell;
      how.over(cell, false);
      if (changed) how.edited();
      return undefined;
    }

    function point(event) {
      const cell = picture.cellAt(event);
      element.style.cursor = cell >= 0 && (isEndUnder(event, "start") || isEndUnder(event, "goal")) ? "grab" : "";
      if (cell === pointed) return;
      pointed = cell;
      how.over(cell >= 0 ? cell : shownCursor(), false);
    }

    function up(event) {
      if (!drag || event.pointerId !== drag.pointer) return;
      const {kind} = drag;
      drag = null;
      element.classList.remove("dragging");
      if (kind !== "look") how.end();
    }

    const hasKeyFocus = () => document.activeElement === element && element.matches(":focus-visible");
    const shownCursor = () => (hasKeyFocus() ? cursor : -1);

    function walk(across, down) {
      const {cols, rows} = how.map();
      const [x, y] = [cursor % cols + across, Math.floor(cursor / cols) + down];
      if (x >= 0 && y >= 0 && x < cols && y < rows) cursor = y * cols + x;
      how.over(cursor, true);
    }

    function change(act) {
      how.begin();
      if (act()) how.edited();
      how.end();
      how.over(cursor, true);
    }

    const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

    function enter() {
      const tool = how.tool();
      const isWall = how.map().cells[cursor] === wall;
      change(() => put(cursor, isWall ? 1 : tool === "wall" || tool === "look" ? wall : Number(tool)));
    }

    function actOf(event) {
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        if (key === "z") return event.shiftKey ? how.redo : how.undo;
        return key === "y" ? how.redo : null;
      }
      if (event.altKey) return null;
      if (event.key in steps) return () => walk(...steps[event.key]);
      if (key === "enter" || key === " ") return enter;
      if (/^[0-9]$/.test(key)) return () => change(() => put(cursor, Number(key)));
      if (key === "s") return () => change(() => moveEnd("start", cursor));
      if (key === "g" || key === "m") return () => change(() => moveEnd("goal", cursor));
      return null;
    }

    function press(event) {
      const act = actOf(event);
      if (!act) return;
      event.preventDefault();
      if (cursor < 0 || cursor >= how.map().cells.length) cursor = how.map().start;
      act();
    }

    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    element.addEventListener("pointerleave", () => { if (!drag) { pointed = -1; how.over(shownCursor(), false); } });
    element.addEventListener("keydown", press);
    element.addEventListener("focus", () => {
      if (cursor < 0 || cursor >= how.map().cells.length) cursor = how.map().start;
      if (hasKeyFocus()) how.over(cursor, false);
    });
    element.addEventListener("blur", () => { if (pointed < 0) how.over(-1, false); });

    return {
      element, help, picture,
      get isDragging() { return drag !== null; },
      // The keyboard's cell may be outside of another map.
      forgetCursor() { cursor = pointed = -1; },
    };
  };
})();
