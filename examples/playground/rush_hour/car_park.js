// SPDX-License-Identifier: MIT
// The picture of Rush Hour.
const playgroundCarPark = (() => {
  const side = 6;
  const cell = 100;  // the side of a cell in the units of the picture
  const exitRow = 3;

  // The picture: a car park that stays, and vehicles that move. Lengths along and across a vehicle
  // are in cells, its front to the right or up, as in senda's own pictures.
  return function carPark({svg, t}) {
    const box = (x, y, width, height, radius, attributes) =>
      svg("rect", {x: x * cell, y: y * cell, width: width * cell, height: height * cell, rx: radius * cell, ...attributes});
    const block = (from, to, half, radius, fill, beside = 0) =>
      box(from, 0.5 + beside - half, to - from, 2 * half, radius, {fill});
    const pane = (from, half, to, other, fill) => svg("polygon", {fill,
      points: [[from, -half], [from, half], [to, other], [to, -other]]
        .map(([along, across]) => `${along * cell},${(0.5 + across) * cell}`).join(" ")});

    function wheels(length) {
      return [0.42, length - 0.42].flatMap((along) =>
        [-1, 1].map((beside) => block(along - 0.13, along + 0.13, 0.05, 0.04, "#1d2732", beside * 0.415)));
    }
    function car({glass, roof}) {
      return [pane(1.42, 0.27, 1.6, 0.34, glass), pane(0.5, 0.27, 0.36, 0.33, glass),
        block(0.58, 1.34, 0.022, 0.02, glass, -0.32), block(0.58, 1.34, 0.022, 0.02, glass, 0.32),
        block(0.5, 1.42, 0.27, 0.07, roof)];
    }
    function truck({glass, roof, edge}) {
      return [pane(2.46, 0.28, 2.62, 0.34, glass), block(0.16, 2.12, 0.37, 0.06, edge), block(0.19, 2.09, 0.34, 0.05, roof),
        ...[0.48, 0.78, 1.5, 1.8].map((along) => block(along - 0.012, along + 0.012, 0.34, 0, edge)),
        block(2.17, 2.44, 0.28, 0.05, roof)];
    }
    function vehicle(v) {
      const flat = v.direction === "horizontal";
      const long = v.length;
      const middle = long === 3 ? 1.14 : 0.96;
      const [x, y] = flat ? [middle, 0.5] : [0.5, long - middle];
      return [
        svg("g", flat ? {} : {transform: `translate(0 ${long * cell}) rotate(-90)`},
          wheels(long), block(0.07, long - 0.07, 0.43, 0.24, v.edge), block(0.1, long - 0.1, 0.4, 0.21, v.paint),
          long === 3 ? truck(v) : car(v),
          [-0.28, 0.28].map((beside) => block(long - 0.16, long - 0.105, 0.07, 0.03, "#fff3c4", beside)),
          box(0.035, 0.035, long - 0.07, 0.93, 0.26, {class: "ring"})),
        svg("text", {x: x * cell, y: y * cell, class: "letter", fill: v.ink, "aria-hidden": "true"}, v.id),
      ];
    }
    const wall = ([row, column]) => svg("g", {class: "wall"},
      box(column - 0.98, row - 0.98, 0.96, 0.96, 0.06, {}), box(column - 0.94, row - 0.94, 0.88, 0.88, 0.06, {}),
      box(column - 0.8, row - 0.8, 0.6, 0.6, 0.06, {}));

    function ground() {
      const marks = [];
      for (let x = 1; x < side; ++x)
        for (let y = 1; y < side; ++y) marks.push(`M${x * cell - 8} ${y * cell}h16M${x * cell} ${y * cell - 8}v16`);
      const top = (exitRow - 1) * cell;
      const chevron = (x) => `M${x} ${top + 38}l12 12l-12 12`;
      return [
        box(-0.11, -0.11, side + 0.22, side + 0.22, 0.16, {class: "kerb"}),
        box(0, 0, side, side, 0, {class: "floor"}),
        box(side, exitRow - 1, 0.12, 1, 0, {class: "floor"}),
        svg("path", {class: "marks", d: marks.join("")}),
        svg("path", {class: "exit", d: chevron(side * cell + 22) + chevron(side * cell + 40)}),
      ];
    }

    const walls = svg("g");
    const hint = svg("g", {class: "hint-mark", "aria-hidden": "true"});
    const vehicles = svg("g");
    const picture = svg("svg", {class: "park", viewBox: "-22 -22 692 644", role: "group",
      "aria-label": t({en: "Car park", es: "Aparcamiento"})}, ground(), walls, hint, vehicles);
    return {picture, walls, hint, vehicles, vehicle, wall, box, cell};
  };
})();
