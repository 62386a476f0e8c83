// SPDX-License-Identifier: MIT
// The board of the Amazons: buttons in a grid, one of which the Tab key reaches; the arrow keys go on from it.
const playgroundAmazonsBoard = (() => {
  const size = 10;
  const columns = "abcdefghij";
  const placeOf = (name) => ({x: columns.indexOf(name[0]), y: size - Number(name.slice(1))});

  // Crowns and arrows, drawn as in senda's own pictures; in units of a cell.
  const crown = "M-.27-.12-.145.02-.135-.21-.05 0 0-.25.05 0 .135-.21.145.02.27-.12.19.14H-.19ZM-.19.17H.19V.23H-.19Z";
  const tips = [[-0.27, -0.12], [-0.135, -0.21], [0, -0.25], [0.135, -0.21], [0.27, -0.12]];

  function makePieces({svg}) {
    const piece = (name, ...children) => svg("svg", {class: `piece ${name}`, viewBox: "-.5 -.5 1 1", "aria-hidden": "true"}, ...children);
    const amazon = (name) => () => piece(name, svg("circle", {class: "rim", r: 0.43}), svg("circle", {class: "disc", r: 0.4}),
      svg("path", {class: "crown", d: crown}), tips.map(([cx, cy]) => svg("circle", {class: "crown", cx, cy, r: 0.035})));
    return {
      white: amazon("white"),
      black: amazon("black"),
      arrow: () => piece("arrow", svg("rect", {x: -0.41, y: -0.41, width: 0.82, height: 0.82, rx: 0.1}),
        svg("path", {d: "M-.2-.2.2.2M-.2.2.2-.2"})),
    };
  }

  const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-size, 0], End: [size, 0],
    PageUp: [0, -size], PageDown: [0, size]};

  const dragBegins = 6;  // pixels: less is a click
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // choose(name) is called by a click on a cell, back() by Escape. A drag asks take(name), which says what is taken
  // there, "white", "black", "arrow" or nothing, and ends with drop(name) over a cell or drop() elsewhere.
  return function amazonsBoard(app, {choose, back, take, drop}) {
    const {t, el, svg} = app;
    const pieces = makePieces(app);
    const cells = new Map();
    let focused = "d1";

    function makeCell(name) {
      const {x, y} = placeOf(name);
      const made = el("button", {type: "button", class: "cell", tabindex: "-1", dataset: {cell: name}, "aria-label": name,
        onclick: () => (wasDragged ? wasDragged = false : choose(name)), onfocus: () => setFocused(name),
        onpointerdown: (event) => press(event, name), onpointermove: drag, onpointerup: release, onpointercancel: cancel});
      cells.set(name, made);
      return el("div", {role: "gridcell", class: (x + y) % 2 === 0 ? "light" : "dark"}, made);
    }

    // Drag and drop, by mouse, pen or finger.
    let held;  // {name, x, y, ghost}
    let wasDragged = false;

    function press(event, name) {
      wasDragged = false;
      if (event.button === 0) held = {name, x: event.clientX, y: event.clientY};
    }

    function drag(event) {
      if (!held) return;
      const moved = Math.hypot(event.clientX - held.x, event.clientY - held.y);
      if (!held.ghost) {
        if (moved < dragBegins) return;
        const kind = take(held.name);
        if (!kind) return void (held = undefined);
        wasDragged = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.ghost = el("div", {class: "ghost", "aria-hidden": "true"}, pieces[kind]());
        element.append(held.ghost);
        if (kind !== "arrow") cells.get(held.name).classList.add("lifted");
      }
      const frame = element.getBoundingClientRect();
      const width = event.currentTarget.getBoundingClientRect().width;
      Object.assign(held.ghost.style, {width: `${width}px`, height: `${width}px`,
        left: `${event.clientX - frame.left - width / 2}px`, top: `${event.clientY - frame.top - width / 2}px`});
    }

    function release(event) {
      const was = held;
      cancel();
      if (!was || !was.ghost) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      const cell = under && under.closest("[data-cell]");
      drop(cell && element.contains(cell) && cell.dataset.cell !== was.name ? cell.dataset.cell : undefined);
    }

    function cancel() {
      if (held && held.ghost) {
        held.ghost.remove();
        cells.get(held.name).classList.remove("lifted");
      }
      held = undefined;
    }

    const makeRow = (number) => el("div", {role: "row", class: "line"}, el("div", {role: "rowheader", class: "name"}, String(number)),
      [...columns].map((column) => makeCell(column + number)));

    function setFocused(name) {
      cells.get(focused).tabIndex = -1;
      focused = name;
      cells.get(name).tabIndex = 0;
    }

    function pressKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" || event.key === "Backspace") return void back();
      if (!(event.key in steps)) return;
      event.preventDefault();
      const within = (place) => Math.max(0, Math.min(size - 1, place));
      const {x, y} = placeOf(focused);
      const [right, down] = steps[event.key];
      cells.get(columns[within(x + right)] + (size - within(y + down))).focus();
    }

    const overlay = svg("svg", {class: "paths", viewBox: "0 0 10 10", "aria-hidden": "true"});
    const element = el("div", {class: "board", role: "grid", "aria-label": t({en: "Board", es: "Tablero"}), onkeydown: pressKey},
      Array.from({length: size}, (_, at) => makeRow(size - at)),
      el("div", {class: "line letters", "aria-hidden": "true"}, el("div", {class: "name"}), [...columns].map((column) => el("div", {class: "name"}, column))),
      overlay);
    setFocused(focused);

    return {
      element, cells,
      drawPiece(name, kind) {
        const cell = cells.get(name);
        if (cell.dataset.kind === kind) return;
        cell.dataset.kind = kind;
        cell.replaceChildren(...(kind === "empty" ? [] : [pieces[kind]()]));
      },
      // Lets a play that was just drawn be seen: the amazon goes, then the arrow flies.
      animate([from, to, arrow]) {
        if (isStill()) return;
        const glide = (name, start, delay, duration) => {
          const piece = cells.get(name).firstElementChild;
          if (!piece) return;
          const [a, b] = [placeOf(start), placeOf(name)];
          piece.animate([{transform: `translate(${100 * (a.x - b.x)}%, ${100 * (a.y - b.y)}%)`}, {transform: "none"}],
            {duration, delay, easing: "ease-in-out", fill: "backwards"});
        };
        glide(to, from, 0, 350);
        glide(arrow, to, 380, 250);
      },
      // The paths of a play, from, to and arrow, of a kind; none without a play.
      drawPaths(kind, [from, to, arrow] = []) {
        const middle = (name) => { const {x, y} = placeOf(name); return `${x + 0.5} ${y + 0.5}`; };
        overlay.replaceChildren(...(from ? [svg("g", {class: kind}, svg("path", {class: "move", d: `M${middle(from)}L${middle(to)}`}),
          svg("circle", {cx: placeOf(from).x + 0.5, cy: placeOf(from).y + 0.5, r: 0.13}),
          arrow ? svg("path", {class: "shot", d: `M${middle(to)}L${middle(arrow)}`}) : null)] : []));
      },
    };
  };
})();
