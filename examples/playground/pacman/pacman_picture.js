// SPDX-License-Identifier: MIT
// The picture of a Pac-Man map, and small ones of what a cell can hold.
const playgroundPacmanPicture = (() => {
  const {svg} = playgroundElements;
  const size = 40;
  const middle = size / 2;

  // What is in a cell by its token: J3, Z7, Z, B2, B or V.
  const kindOf = (token) => ({V: "empty", J: "food", Z: token === "Z" ? "solid" : "wall", B: token === "B" ? "lethal" : "bomb"}[token[0]]);

  const heightOf = (value) => ({"--height": `${Math.round(Math.min(9, Number(value)) / 9 * 100)}%`});
  const fuse = () => svg("path", {class: "fuse", d: "M26 10q3-6 8-5"});
  const shapes = {
    empty: () => [],
    food: () => [svg("circle", {class: "food", cx: middle, cy: middle, r: 15})],
    wall: (value) => [svg("rect", {class: "wall", x: 1.5, y: 1.5, width: size - 3, height: size - 3, rx: 3, style: heightOf(value)})],
    solid: () => [svg("rect", {class: "solid", x: 0.5, y: 0.5, width: size - 1, height: size - 1})],
    bomb: () => [fuse(), svg("circle", {class: "bomb", cx: 19, cy: 22, r: 14})],
    lethal: () => [fuse(), svg("circle", {class: "lethal", cx: 19, cy: 22, r: 14}),
      svg("path", {class: "cross", d: "M13 16l12 12M25 16 13 28"})],
    start: () => [svg("circle", {class: "pacman-body", cx: middle, cy: middle, r: 15})],
    goal: () => [svg("path", {class: "flag-pole", d: "M13 8v26"}), svg("path", {class: "flag", d: "M14 8h17l-5 6 5 6H14z"})],
  };
  const leftovers = {
    food: () => [svg("circle", {class: "eaten", cx: middle, cy: middle, r: 4})],
    bomb: () => [svg("path", {class: "blast", d: "M20 6l3 8 8-4-4 8 8 3-8 3 4 8-8-4-3 8-3-8-8 4 4-8-8-3 8-3-4-8 8 4z"})],
  };
  const floor = () => svg("rect", {class: "cell", width: size, height: size});

  function valueOf(kind, value, x = 0, y = 0) {
    const isBomb = kind === "bomb";
    return svg("text", {class: `on-${kind}`, style: kind === "wall" ? heightOf(value) : undefined,
      x: x + (isBomb ? 19 : middle), y: y + (isBomb ? 23 : middle + 1)}, kind === "solid" ? "∞" : value);
  }

  // A cell of a kind, for a palette and a legend.
  const sample = (kind, value = "") => svg("svg", {class: "map-picture sample", viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true"},
    floor(), ...shapes[kind](value), svg("g", {class: "values"}, valueOf(kind, value)));

  const pathOf = (points) => (points.length < 2 ? "" : `M${points.map(([x, y]) => `${(x * size).toFixed(1)} ${(y * size).toFixed(1)}`).join("L")}`);

  // An arrow head on each border of cells that a line crosses, where no number stands.
  function arrowsOf(line) {
    const arrow = (i) => {
      const [a, b] = [line[i].at(-1), line[i + 1][0]];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const [x, y] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
      const [atX, atY] = [(a[0] + b[0]) / 2 * size, (a[1] + b[1]) / 2 * size];
      const point = (along, aside) => `${(atX + along * x - aside * y).toFixed(1)} ${(atY + along * y + aside * x).toFixed(1)}`;
      return `M${point(6, 0)}L${point(-4, 6)}L${point(-4, -6)}z`;
    };
    return line.slice(1).map((unused, i) => arrow(i)).join("");
  }

  // The picture of a map: cells that seldom change, the route, and Pac-Man.
  function pacmanPicture(app, keys) {
    const cells = svg("g");
    const casing = svg("path", {class: "route-casing"});
    const line = svg("path", {class: "route-line"});
    const arrows = svg("path", {class: "route-arrows"});
    const walked = svg("path", {class: "route-walked"});
    const who = svg("g", {class: "pacman-who"}, svg("circle", {class: "pacman-body", r: 16}), svg("text", {class: "pacman-energy", y: 1}));
    const values = svg("g", {class: "values"});  // above the route, so that they can be read
    const goal = svg("g", {class: "goal"}, shapes.goal());
    const frame = svg("g", {class: "frame"}, ["frame-casing", "frame-line"].map((name) =>
      svg("rect", {class: name, x: 1, y: 1, width: size - 2, height: size - 2, rx: 4})));
    const picture = svg("svg", {role: "img", class: "map-picture"}, cells, casing, line, walked, arrows, goal, values, who, frame);
    const element = app.el("div", {class: "map", tabindex: "0", role: "application", "aria-label": app.t({en: "Map", es: "Mapa"}),
      "aria-description": keys}, picture);
    let map = null;
    let drawn = [];

    const columnOf = (i) => i % map.width;
    const rowOf = (i) => Math.floor(i / map.width);

    function drawCell(i, isGone) {
      const kind = kindOf(map.cells[i]);
      const inside = isGone ? leftovers[kind]() : shapes[kind](map.cells[i].slice(1));
      return svg("g", {transform: `translate(${columnOf(i) * size} ${rowOf(i) * size})`}, floor(), ...inside);
    }

    const drawValue = (i, isGone) =>
      valueOf(isGone ? "empty" : kindOf(map.cells[i]), isGone ? "" : map.cells[i].slice(1), columnOf(i) * size, rowOf(i) * size);

    // Keeps the place of a map of that size, also before it can be drawn.
    function reserve(width, height) {
      picture.setAttribute("viewBox", `-1 -1 ${width * size + 2} ${height * size + 2}`);
      element.style.setProperty("--columns", width);
      element.style.setProperty("--rows", height);
    }

    function drawRoute(route) {
      const rest = route ? route.line.slice(route.from) : [];
      const done = route ? route.line.slice(0, route.from + 1) : [];
      casing.setAttribute("d", pathOf(rest.flat()));
      line.setAttribute("d", pathOf(rest.flat()));
      arrows.setAttribute("d", arrowsOf(rest));
      walked.setAttribute("d", pathOf(done.flat()));
      picture.dataset.route = route ? route.kind : "";
    }

    function drawWho(at, energy, verdict) {
      who.style.transform = `translate(${(at[0] - 0.5) * size}px, ${(at[1] - 0.5) * size}px)`;
      who.setAttribute("class", `pacman-who ${verdict}${energy <= 3 ? " low" : ""}`);
      const number = String(energy).replace("-", "−");
      who.lastChild.textContent = number;
      who.lastChild.style.fontSize = number.length > 4 ? "8px" : number.length > 2 ? "12px" : "";
    }

    return {
      element,
      reserve,
      setMap(next) {
        map = next;
        drawn = map.cells.map(() => false);
        cells.replaceChildren(...map.cells.map((token, i) => drawCell(i, false)));
        values.replaceChildren(...map.cells.map((token, i) => drawValue(i, false)));
        goal.setAttribute("transform", `translate(${(map.goal[0] - 1) * size} ${(map.goal[1] - 1) * size})`);
        reserve(map.width, map.height);
      },
      // scene: {at, energy, gone: a set of numbers of cells, route: {line, from, kind}, verdict, cursor: a cell}.
      setScene({at, energy, gone, route, verdict, cursor}) {
        drawn.forEach((was, i) => {
          if (was === gone.has(i)) return;
          drawn[i] = !was;
          cells.children[i].replaceWith(drawCell(i, !was));
          values.children[i].replaceWith(drawValue(i, !was));
        });
        drawRoute(route);
        drawWho(at, energy, verdict);
        frame.style.display = cursor ? "" : "none";
        if (cursor) frame.setAttribute("transform", `translate(${(cursor[0] - 1) * size} ${(cursor[1] - 1) * size})`);
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

  return Object.assign(pacmanPicture, {kindOf, sample});
})();
