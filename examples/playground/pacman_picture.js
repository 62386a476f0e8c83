// SPDX-License-Identifier: MIT
// The picture of a Pac-Man map.
const playgroundPacmanPicture = (() => {
  // What is in a cell by its token: J3, Z7, Z, B2, B or V.
  const kindOf = (token) => ({V: "empty", J: "food", Z: token === "Z" ? "solid" : "wall", B: token === "B" ? "lethal" : "bomb"}[token[0]]);

  // The picture of a map: cells that seldom change, the route, and Pac-Man.
  return function pacmanPicture(app, keys) {
    const {svg} = app;
    const size = 40;
    const cells = svg("g");
    const casing = svg("path", {class: "route-casing"});
    const line = svg("path", {class: "route-line"});
    const walked = svg("path", {class: "route-walked"});
    const who = svg("g", {class: "pacman-who"}, svg("circle", {class: "pacman-body", r: 16}), svg("text", {class: "pacman-energy", y: 1}));
    const values = svg("g", {class: "values"});  // above the route, so that they can be read
    const picture = svg("svg", {role: "img", class: "map-picture"}, cells, casing, line, walked, values, who);
    const element = app.el("div", {class: "map", tabindex: "0", role: "application", "aria-label": app.t({en: "Map", es: "Mapa"}),
      "aria-description": keys}, picture);
    let map = null;
    let drawn = [];

    const middle = size / 2;
    const heightOf = (value) => ({"--height": `${Math.round(Math.min(9, Number(value)) / 9 * 100)}%`});
    const fuse = () => svg("path", {class: "fuse", d: "M26 10q3-6 8-5"});
    const shapes = {
      empty: () => [],
      food: () => [svg("circle", {class: "food", cx: middle, cy: middle, r: 15})],
      wall: (value) => [svg("rect", {class: "wall", x: 1, y: 1, width: size - 2, height: size - 2, rx: 3,
        style: heightOf(value)})],
      solid: () => [svg("rect", {class: "solid", width: size, height: size})],
      bomb: () => [fuse(), svg("circle", {class: "bomb", cx: 19, cy: 22, r: 14})],
      lethal: () => [fuse(), svg("circle", {class: "lethal", cx: 19, cy: 22, r: 14}),
        svg("path", {class: "cross", d: "M13 16l12 12M25 16 13 28"})],
    };
    const leftovers = {
      food: () => [svg("circle", {class: "eaten", cx: middle, cy: middle, r: 4})],
      bomb: () => [svg("path", {class: "blast", d: "M20 6l3 8 8-4-4 8 8 3-8 3 4 8-8-4-3 8-3-8-8 4 4-8-8-3 8-3-4-8 8 4z"})],
    };
    const flag = () => [svg("path", {class: "flag-pole", d: "M13 8v26"}), svg("path", {class: "flag", d: "M14 8h17l-5 6 5 6H14z"})];

    const columnOf = (i) => i % map.width;
    const rowOf = (i) => Math.floor(i / map.width);

    function drawCell(i, isGone) {
      const kind = kindOf(map.cells[i]);
      const inside = isGone ? leftovers[kind]() : shapes[kind](map.cells[i].slice(1));
      if (columnOf(i) === map.goal[0] - 1 && rowOf(i) === map.goal[1] - 1) inside.push(...flag());
      return svg("g", {transform: `translate(${columnOf(i) * size} ${rowOf(i) * size})`},
        svg("rect", {class: "cell", width: size, height: size}), ...inside);
    }

    function drawValue(i, isGone) {
      const kind = kindOf(map.cells[i]);
      const value = kind === "solid" ? "∞" : map.cells[i].slice(1);
      const isBomb = kind === "bomb";
      const style = kind === "wall" ? heightOf(value) : undefined;
      return svg("text", {class: `on-${kind}`, style, x: columnOf(i) * size + (isBomb ? 19 : middle),
        y: rowOf(i) * size + (isBomb ? 23 : middle + 1)}, isGone ? "" : value);
    }

    const pathOf = (points) => (points.length < 2 ? "" : `M${points.map(([x, y]) => `${(x * size).toFixed(1)} ${(y * size).toFixed(1)}`).join("L")}`);

    // Keeps the place of a map of that size, also before it can be drawn.
    function reserve(width, height) {
      picture.setAttribute("viewBox", `-1 -1 ${width * size + 2} ${height * size + 2}`);
      element.style.setProperty("--columns", width);
      element.style.setProperty("--rows", height);
    }

    return {
      element,
      reserve,
      setMap(next) {
        map = next;
        drawn = map.cells.map(() => false);
        cells.replaceChildren(...map.cells.map((token, i) => drawCell(i, false)));
        values.replaceChildren(...map.cells.map((token, i) => drawValue(i, false)));
        reserve(map.width, map.height);
      },
      // scene: {at, energy, gone: a set of numbers of cells, route: {line, from, kind}, verdict}.
      setScene({at, energy, gone, route, verdict}) {
        drawn.forEach((was, i) => {
          if (was === gone.has(i)) return;
          drawn[i] = !was;
          cells.children[i].replaceWith(drawCell(i, !was));
          values.children[i].replaceWith(drawValue(i, !was));
        });
        const rest = route ? route.line.slice(route.from).flat() : [];
        const done = route ? route.line.slice(0, route.from + 1).flat() : [];
        casing.setAttribute("d", pathOf(rest));
        line.setAttribute("d", pathOf(rest));
        walked.setAttribute("d", pathOf(done));
        picture.dataset.route = route ? route.kind : "";
        who.style.transform = `translate(${(at[0] - 0.5) * size}px, ${(at[1] - 0.5) * size}px)`;
        who.setAttribute("class", `pacman-who ${verdict}${energy <= 3 ? " low" : ""}`);
        const number = String(energy).replace("-", "−");
        who.lastChild.textContent = number;
        who.lastChild.style.fontSize = number.length > 4 ? "8px" : number.length > 2 ? "12px" : "";
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
  };
})();
