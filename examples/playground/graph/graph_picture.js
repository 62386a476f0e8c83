// SPDX-License-Identifier: MIT
// Draws a graph and what a search does on it, and says where it is touched.
const playgroundGraphPicture = (() => {
  const {el, svg} = playgroundElements;
  const model = playgroundGraphModel;
  const narrow = 520;  // in pixels: below it, nodes are smaller and the paper is higher
  // how: {t, label, down(spot, event), move(spot, event), up(spot, event), key(event)}; a spot is
  // {x, y, node, edge}: a place on the paper, and the numbers of what is there, or -1.
  return function graphPicture(how) {
    let view = null;
    let scale = {x: 1, y: 1};
    let isSmall = false;
    let unit = 1;   // in pixels: it grows with the letters of the page
    let tall = 34;  // of a node, in pixels
    const layer = svg("g");
    const paper = svg("svg", {class: "graph-paper", role: "application", tabindex: "0", "aria-label": how.label}, layer);
    const element = el("div", {class: "graph-frame"}, paper);

    // Places are in units of the paper; the picture is in pixels, so that names are as legible on a phone.
    const px = (node) => ({x: node.x * scale.x, y: node.y * scale.y});
    const wideOf = (name) => Math.max(tall, unit * ((isSmall ? 6.6 : 8.2) * [...name].length + (isSmall ? 12 : 18)));

    function resize() {
      const width = element.clientWidth;
      if (!width) return;
      isSmall = width < narrow;
      unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      tall = (isSmall ? 26 : 34) * unit;
      const room = Math.max(18, innerHeight / unit / 16 - 17) * 16 * unit;  // the rest is for the top of the page and the player
      scale = {x: width / model.width, y: isSmall ? width / model.width * 1.2 : Math.min(width / model.width, room / model.height)};
      paper.setAttribute("viewBox", `0 0 ${width} ${model.height * scale.y}`);
      paper.style.height = `${model.height * scale.y}px`;
      paper.classList.toggle("is-small", isSmall);
      if (view) draw(view);
    }
    new ResizeObserver(resize).observe(element);

    // The ends of an edge at the rims of its nodes, bent if there is one the other way too.
    function course(graph, {from, to}) {
      const [a, b] = [px(graph.nodes[from]), px(graph.nodes[to])];
      const away = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const [dx, dy] = [(b.x - a.x) / away, (b.y - a.y) / away];
      const bend = graph.directed && graph.edges.some((other) => other.from === to && other.to === from) ? Math.min(26 * unit, away / 4) : 0;
      const middle = {x: (a.x + b.x) / 2 - dy * bend, y: (a.y + b.y) / 2 + dx * bend};
      const trimmed = (at, node, towards) => {
        const [ux, uy] = [towards.x - at.x, towards.y - at.y];
        const length = Math.hypot(ux, uy) || 1;
        const half = {x: wideOf(node.name) / 2 + 2, y: tall / 2 + 2};
        const reach = Math.min(half.x / Math.max(Math.abs(ux / length), 1e-6), half.y / Math.max(Math.abs(uy / length), 1e-6), length);
        return {x: at.x + ux / length * reach, y: at.y + uy / length * reach};
      };
      const [first, last] = [trimmed(a, graph.nodes[from], middle), trimmed(b, graph.nodes[to], middle)];
      // Before the middle, where edges that cross would have theirs too.
      const along = (name) => 0.36 * first[name] + 0.48 * middle[name] + 0.16 * last[name];
      const label = {x: along("x"), y: along("y")};
      return {first, middle, last, label};
    }

    const number = (value) => value.toFixed(1);

    function arrow({middle, last}) {
      const length = Math.hypot(last.x - middle.x, last.y - middle.y) || 1;
      const [dx, dy] = [(last.x - middle.x) / length * 9 * unit, (last.y - middle.y) / length * 9 * unit];
      const corner = (side) => `${number(last.x - dx - side * dy * 0.55)},${number(last.y - dy + side * dx * 0.55)}`;
      return svg("polygon", {class: "graph-arrow", points: `${number(last.x)},${number(last.y)} ${corner(1)} ${corner(-1)}`});
    }

    function edgeShape(edge, at) {
      const {graph, marks} = view;
      const line = course(graph, edge);
      const d = `M${number(line.first.x)} ${number(line.first.y)}Q${number(line.middle.x)} ${number(line.middle.y)} ` +
        `${number(line.last.x)} ${number(line.last.y)}`;
      const names = ["graph-edge", ...(marks.edges[at] || [])].join(" ");
      return svg("g", {class: names, dataset: {edge: at}}, svg("path", {class: "graph-touch", d}), svg("path", {class: "graph-line", d}),
        graph.directed ? arrow(line) : null,
        svg("text", {class: "graph-cost", x: number(line.label.x), y: number(line.label.y + 4.5 * unit)}, String(edge.cost).replace("-", "−")));
    }

    function nodeShape(node, at) {
      const {marks, graph} = view;
      const {x, y} = px(node);
      const wide = wideOf(node.name);
      const box = (more, name) => svg("rect", {class: name, x: number(x - wide / 2 - more), y: number(y - tall / 2 - more),
        width: wide + 2 * more, height: tall + 2 * more, rx: tall / 2 + more});
      const names = ["graph-node", ...(marks.nodes[at] || [])];
      const sign = (text, kind) => svg("text", {class: `graph-sign ${kind}`, x: number(x), y: number(y - tall / 2 - 6 * unit)}, text);
      const ends = [[graph.start, how.start, "is-start"], [graph.goal, how.goal, "is-goal"]].filter(([end]) => end === at);
      return svg("g", {class: [...names, ...ends.map(([, , name]) => name)].join(" "), dataset: {node: at}},
        box(3.5, "graph-ring"), box(0, "graph-body"),
        svg("text", {class: "graph-name", x: number(x), y: number(y + 4.6 * unit)}, node.name),
        ends.length ? sign(ends.map(([, text]) => text).join(" · "), "") : null,
        marks.notes[at] ? svg("text", {class: "graph-note", x: number(x), y: number(y + tall / 2 + 14 * unit)},
          isSmall ? marks.notes[at].replace(/ \+ \d+/, "") : marks.notes[at]) : null);
    }

    // view: {graph, marks: {nodes, edges: names of classes by number, notes: texts below nodes}, link: {from, x, y} or null}
    function draw(wanted) {
      view = wanted;
      const {graph, link} = view;
      const parts = [svg("g", {}, graph.edges.map(edgeShape))];
      if (link) {
        const from = px(graph.nodes[link.from]);
        parts.push(svg("line", {class: "graph-link", x1: from.x, y1: from.y, x2: link.x * scale.x, y2: link.y * scale.y}));
      }
      parts.push(svg("g", {}, graph.nodes.map(nodeShape)));
      layer.replaceChildren(...parts);
    }

    // What is at a place: a node within its pill and a little around it for fingers, else an edge.
    function spotOf(event) {
      const box = paper.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      let node = -1;
      let least = Infinity;
      view.graph.nodes.forEach((one, at) => {
        const {x: nx, y: ny} = px(one);
        const away = Math.max(Math.abs(x - nx) - wideOf(one.name) / 2, Math.abs(y - ny) - tall / 2);
        if (away <= 4 && away <= least) [node, least] = [at, away];
      });
      const under = node < 0 && event.target.closest ? event.target.closest("[data-edge]") : null;
      return {x: x / scale.x, y: y / scale.y, node, edge: under ? Number(under.dataset.edge) : -1};
    }

    paper.addEventListener("pointerdown", (event) => {
      if (!event.isPrimary || event.button !== 0 || !view) return;
      const spot = spotOf(event);
      paper.setPointerCapture(event.pointerId);
      how.down(spot, event);
    });
    paper.addEventListener("pointermove", (event) => {
      if (event.isPrimary && paper.hasPointerCapture(event.pointerId)) how.move(spotOf(event), event);
    });
    paper.addEventListener("pointerup", (event) => {
      if (event.isPrimary && paper.hasPointerCapture(event.pointerId)) how.up(spotOf(event), event);
    });
    paper.addEventListener("pointercancel", () => how.up(null));
    paper.addEventListener("keydown", (event) => how.key(event));

    return {element, paper, draw};
  };
})();
