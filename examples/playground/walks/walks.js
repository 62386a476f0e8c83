// SPDX-License-Identifier: MIT
// What the tabs with a walker share: moves, steering, and the lines of routes.
const playgroundWalks = (() => {
  const {el, svg} = playgroundElements;

  // Moves are the letters U, D, L and R; rows are counted downwards.
  const shifts = {U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0]};
  const names = {
    U: {en: "Up", es: "Arriba"}, D: {en: "Down", es: "Abajo"},
    L: {en: "Left", es: "Izquierda"}, R: {en: "Right", es: "Derecha"},
  };
  const keys = {
    ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R",
    w: "U", s: "D", a: "L", d: "R", k: "U", j: "D", h: "L", l: "R",
  };
  const arrows = {U: "M12 6 5 14h14z", D: "M12 18 5 10h14z", L: "M6 12 14 5v14z", R: "M18 12 10 5v14z"};

  const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

  const keyOf = ({key}) => (key.length === 1 ? key.toLowerCase() : key);

  // The move that a key means, if it means one.
  const moveOfKey = (event) => (hasModifier(event) ? undefined : keys[keyOf(event)]);

  // Whether a key was pressed where it has no other meaning, so that games hear it.
  function isFree({target, key}) {
    const control = target instanceof Element && target.closest("input, select, textarea, summary, [role=tab], .steps, pre");
    if (!control) return true;
    if (control.type === "radio") return !/^(Arrow|[ ]|Enter)/.test(key);
    return control.type === "checkbox" && key !== " ";
  }

  // Four buttons around a middle, for fingers and mice.
  function pad(t, label, onmove) {
    const arrow = (move) => el("button", {type: "button", class: `button pad-${move}`, "aria-label": t(names[move]),
      title: t(names[move]), onclick: () => onmove(move)},
    svg("svg", {class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: arrows[move]})));
    return el("div", {class: "pad", role: "group", "aria-label": label}, Object.keys(shifts).map(arrow));
  }

  // Swipes of a finger on an element are moves, and so is a tap beside the walker: ontap(event). The
  // element needs a touch-action of none, or the page would scroll.
  function swipes(element, isWanted, onmove, ontap) {
    const least = 18;
    let from = null;
    let isSwipe = false;
    element.addEventListener("pointerdown", (event) => {
      from = event.pointerType === "touch" && isWanted() ? [event.clientX, event.clientY] : null;
      isSwipe = false;
    });
    element.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [x, y] = [event.clientX - from[0], event.clientY - from[1]];
      if (Math.max(Math.abs(x), Math.abs(y)) < least) return;
      from = [event.clientX, event.clientY];
      isSwipe = true;
      onmove(Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : (y > 0 ? "D" : "U"));
    });
    element.addEventListener("pointerup", (event) => {
      if (from && !isSwipe) ontap(event);
      from = null;
    });
    element.addEventListener("pointercancel", () => { from = null; });
  }

  // The cells [column, row] of a walk, the start included.
  function cellsOf(start, moves) {
    const cells = [start];
    let [x, y] = start;
    for (const move of moves) {
      x += shifts[move][0];
      y += shifts[move][1];
      cells.push([x, y]);
    }
    return cells;
  }

  // The line of a walk, in cells. Where it takes an edge more than once it keeps to the right, so
  // that all passages are seen. One list of points for each cell, so that a part can be drawn.
  function lineOf(cells) {
    const aside = 0.15;
    const edge = (i) => [cells[i - 1].join(), cells[i].join()].sort().join("-");
    const uses = new Map();
    for (let i = 1; i < cells.length; ++i) uses.set(edge(i), (uses.get(edge(i)) || 0) + 1);
    const normal = (i) => {
      if (i < 1 || i >= cells.length || uses.get(edge(i)) < 2) return [0, 0];
      const [x, y] = [cells[i][0] - cells[i - 1][0], cells[i][1] - cells[i - 1][1]];
      return [-y * aside, x * aside];
    };
    return cells.map(([x, y], i) => {
      const [before, after] = [normal(i), normal(i + 1)];
      const beside = ([dx, dy]) => [x + 0.5 + dx, y + 0.5 + dy];
      const turnsBack = before[0] === -after[0] && before[1] === -after[1] && (before[0] || before[1]);
      if (turnsBack) return [beside(before), beside(after)];
      const isStraight = before[0] === after[0] && before[1] === after[1];
      return [beside(isStraight ? before : [before[0] + after[0], before[1] + after[1]])];
    });
  }

  // The move from a cell to one beside it, if it is one.
  const moveTo = ([x, y], cell) => Object.keys(shifts).find((move) => shifts[move][0] === cell[0] - x && shifts[move][1] === cell[1] - y);

  // Steers a walker on a picture: by keys wherever they mean nothing else, by swipes, and by a click or a tap on a cell
  // beside the walker. Returns a function that ends it.
  //   isWanted()     whether there is a walker to be moved
  //   position()     the cell where it is
  //   move(letter)
  //   actions        other keys: {u: action, ...}, letters in lower case
  function steer(root, picture, {isWanted, position, move, actions}) {
    function press(event) {
      if (root.hidden || !isWanted() || !isFree(event) || hasModifier(event)) return;
      const letter = moveOfKey(event);
      const act = letter ? () => move(letter) : actions[keyOf(event)];
      if (!act) return;
      event.preventDefault();
      act();
    }
    function moveBeside(event) {
      const cell = picture.cellAt(event);
      const letter = cell && moveTo(position(), cell);
      if (letter) move(letter);
    }
    document.addEventListener("keydown", press);
    picture.element.addEventListener("pointerdown", (event) => {
      if (isWanted() && event.pointerType !== "touch" && event.button === 0) moveBeside(event);
    });
    swipes(picture.element, isWanted, move, moveBeside);
    return () => document.removeEventListener("keydown", press);
  }

  return {shifts, names, moveOfKey, hasModifier, pad, steer, cellsOf, lineOf};
})();
