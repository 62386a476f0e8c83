// SPDX-License-Identifier: MIT
// A graph that is drawn: nodes with places, edges with costs; its edits, layouts, edge lists, DOT, and its
// state in the address. Pure: an edit gives another graph and leaves the one before as it is.
const playgroundGraphModel = (() => {
  const width = 1000;   // of the paper, in units of places
  const height = 640;
  const margin = 60;
  const most = {nodes: 60, edges: 300, cost: 9999, name: 12};

  // A graph: {directed, nodes: [{name, x, y}], edges: [{from, to, cost}], start, goal}, ends as numbers of nodes.
  const named = (words, x, y) => words.split(" ").map((name, at) => ({name, x: x[at], y: y[at]}));

  function make(directed, nodes, edges, start, goal) {
    const at = (name) => nodes.findIndex((node) => node.name === name);
    return {directed, nodes, start: at(start), goal: at(goal), edges: edges.split(", ").map((edge) => {
      const [from, to, cost] = edge.split(" ");
      return {from: at(from), to: at(to), cost: Number(cost)};
    })};
  }

  const samples = {
    roads: () => make(false, named("Lima Ica Nasca Ayacucho Huancayo Cusco Puno Arequipa Tacna Abancay",
      [70, 140, 250, 380, 230, 690, 920, 660, 900, 540], [200, 360, 480, 280, 90, 180, 330, 500, 565, 350]),
    "Lima Ica 300, Ica Nasca 140, Lima Huancayo 300, Huancayo Ayacucho 260, Ica Ayacucho 380, Ayacucho Abancay 390, " +
      "Nasca Abancay 460, Abancay Cusco 195, Nasca Arequipa 570, Cusco Puno 390, Cusco Arequipa 510, Arequipa Puno 295, " +
      "Arequipa Tacna 370, Puno Tacna 390", "Lima", "Puno"),
    equal: () => make(true, named("A B C D E F", [100, 330, 330, 600, 600, 880], [320, 130, 510, 130, 510, 320]),
      "A B 2, A C 3, B D 4, B E 3, C E 2, C D 5, D F 3, E F 4, B C 2", "A", "F"),
    negative: () => make(true, named("A B C D E", [110, 340, 340, 620, 880], [320, 130, 510, 320, 320]),
      "A B 9, A C 4, B D -6, C D 3, D E 5, C E 10", "A", "E"),
    dag: () => make(true, named("A B C D E F G", [90, 290, 490, 290, 510, 660, 900], [320, 150, 150, 490, 490, 330, 340]),
      "A B 1, A D 3, B C 6, D E 4, C F 2, E F 5, C G 9, E G 7, F G 1", "A", "G"),
  };

  const copy = (graph) => ({...graph, nodes: graph.nodes.map((node) => ({...node})), edges: graph.edges.map((edge) => ({...edge}))});
  const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const within = (value, low, high) => Math.max(low, Math.min(high, Math.round(value)));
  const placed = ({x, y}) => ({x: within(x, 30, width - 30), y: within(y, 40, height - 45)});

  // A name that is free: A to Z, then A1 and so on.
  function freeName(graph) {
    const taken = new Set(graph.nodes.map((node) => node.name));
    for (let round = 0; ; ++round)
      for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if (!taken.has(letter + (round || ""))) return letter + (round || "");
  }

  function addNode(graph, place) {
    if (graph.nodes.length >= most.nodes) return graph;
    const made = copy(graph);
    made.nodes.push({name: freeName(graph), ...placed(place)});
    if (made.nodes.length === 2 && made.start === made.goal) made.goal = 1 - made.start;
    return made;
  }

  function moveNode(graph, at, place) {
    const made = copy(graph);
    Object.assign(made.nodes[at], placed(place));
    return made;
  }

  const isName = (name) => [...name].length <= most.name && /^[\w.\-\u00a1-\u{10ffff}]+$/u.test(name);
  const canRename = (graph, at, name) => isName(name) && graph.nodes.every((node, other) => other === at || node.name !== name);

  function renameNode(graph, at, name) {
    const made = copy(graph);
    made.nodes[at].name = name;
    return made;
  }

  function removeNode(graph, at) {
    const made = copy(graph);
    const shifted = (node) => (node > at ? node - 1 : node);
    made.nodes.splice(at, 1);
    made.edges = made.edges.filter(({from, to}) => from !== at && to !== at)
      .map(({from, to, cost}) => ({from: shifted(from), to: shifted(to), cost}));
    for (const end of ["start", "goal"])
      made[end] = made[end] === at ? Math.max(0, Math.min(at, made.nodes.length - 1)) : shifted(made[end]);
    return made;
  }

  // The number of the edge between two nodes; -1 if there is none.
  const findEdge = (graph, from, to) => graph.edges.findIndex((edge) =>
    (edge.from === from && edge.to === to) || (!graph.directed && edge.from === to && edge.to === from));

  // An edge that is there already gets the cost, if one is given.
  function addEdge(graph, from, to, cost) {
    const known = findEdge(graph, from, to);
    if (from === to || (known < 0 && graph.edges.length >= most.edges)) return graph;
    const made = copy(graph);
    if (known < 0) made.edges.push({from, to, cost: cost === undefined ? 1 : cost});
    else if (cost !== undefined) made.edges[known].cost = cost;
    return made;
  }

  function changeEdge(graph, at, change) {
    const made = copy(graph);
    Object.assign(made.edges[at], change);
    return made;
  }

  function removeEdge(graph, at) {
    const made = copy(graph);
    made.edges.splice(at, 1);
    return made;
  }

  // Of two edges there and back, the cheaper stays when edges lead both ways.
  function setDirected(graph, directed) {
    const made = {...copy(graph), directed, edges: []};
    for (const edge of graph.edges) {
      const known = findEdge(made, edge.from, edge.to);
      if (known < 0) made.edges.push({...edge});
      else made.edges[known].cost = Math.min(made.edges[known].cost, edge.cost);
    }
    return made;
  }

  // Layouts, by a seed: numbers from 0 to 1 that look like chance.
  function randomNumbers(seed) {
    let state = (Number(seed) * 2654435761 + 12345) >>> 0;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return ((state ^ (state >>> 15)) >>> 0) / 4294967296;
    };
  }

  function scatter(graph, random) {
    return graph.nodes.map(() => ({x: margin + random() * (width - 2 * margin), y: margin + random() * (height - 2 * margin)}));
  }

  function circle(graph, random) {
    const turn = random() * 2 * Math.PI;
    return graph.nodes.map((node, at) => {
      const angle = turn + at / graph.nodes.length * 2 * Math.PI;
      return {x: width / 2 + (width / 2 - margin) * Math.cos(angle), y: height / 2 + (height / 2 - margin) * Math.sin(angle)};
    });
  }

  // Nodes push each other off, edges pull, less and less; then all is spread over the paper.
  function byForce(graph, random) {
    const places = scatter(graph, random);
    const ideal = Math.sqrt(width * height / Math.max(1, places.length));
    for (let round = 0; round < 200; ++round) {
      const shifts = places.map(() => ({x: 0, y: 0}));
      const push = (a, b, strength) => {
        const [dx, dy] = [places[a].x - places[b].x || 1, places[a].y - places[b].y || 1];
        const away = Math.hypot(dx, dy);
        const size = strength(away) / away;
        shifts[a].x += dx * size; shifts[a].y += dy * size;
        shifts[b].x -= dx * size; shifts[b].y -= dy * size;
      };
      for (let a = 0; a < places.length; ++a)
        for (let b = 0; b < a; ++b) push(a, b, (away) => ideal * ideal / away);
      for (const {from, to} of graph.edges) push(from, to, (away) => -away * away / ideal);
      const most = width / 8 * (1 - round / 200);
      places.forEach((place, at) => {
        const size = Math.hypot(shifts[at].x, shifts[at].y) || 1;
        place.x += shifts[at].x / size * Math.min(size, most);
        place.y += shifts[at].y / size * Math.min(size, most);
      });
    }
    return spread(places);
  }

  function spread(places) {
    const along = (name, size) => {
      const all = places.map((place) => place[name]);
      const [low, high] = [Math.min(...all), Math.max(...all)];
      for (const place of places)
        place[name] = high > low ? margin + (place[name] - low) / (high - low) * (size - 2 * margin) : size / 2;
    };
    along("x", width);
    along("y", height);
    return places;
  }

  const layouts = {force: byForce, circle, random: scatter};

  function arrange(graph, layout, seed) {
    const places = layouts[layout](graph, randomNumbers(seed));
    const made = copy(graph);
    made.nodes.forEach((node, at) => Object.assign(node, placed(places[at])));
    return made;
  }

  // The graph of an edge list that the module has read. Nodes that were there stay where they are.
  function fromList({names, edges}, directed, before, layout, seed) {
    const known = new Map(before.nodes.map((node) => [node.name, node]));
    const ends = [before.start, before.goal].map((end) => names.indexOf((before.nodes[end] || {}).name));
    const made = {directed, nodes: names.map((name) => ({name, x: 0, y: 0})), edges: edges.map(([from, to, cost]) => ({from, to, cost})),
      start: Math.max(0, ends[0]), goal: ends[1] >= 0 ? ends[1] : names.length - 1};
    if (!names.every((name) => known.has(name))) return arrange(made, layout, seed);
    made.nodes.forEach((node) => Object.assign(node, known.get(node.name)));
    return made;
  }

  // An edge list: lines `from to cost`, and nodes without edges alone on theirs.
  function toText(graph) {
    const name = (at) => graph.nodes[at].name;
    const used = new Set(graph.edges.flatMap(({from, to}) => [from, to]));
    const lines = graph.edges.map(({from, to, cost}) => `${name(from)} ${name(to)} ${cost}`);
    graph.nodes.forEach((node, at) => { if (!used.has(at)) lines.push(node.name); });
    return lines.map((line) => `${line}\n`).join("");
  }

  // For Graphviz, with places for `neato -n`; `marked` are the numbers of edges that are shown as a path.
  function toDot(graph, marked = new Set()) {
    const quoted = (at) => `"${graph.nodes[at].name}"`;
    const arrow = graph.directed ? "->" : "--";
    const node = ({x, y}, at) => `  ${quoted(at)} [pos="${x},${height - y}"${at === graph.start ? " style=bold" : ""}` +
      `${at === graph.goal ? " peripheries=2" : ""}];\n`;
    const edge = ({from, to, cost}, at) => `  ${quoted(from)} ${arrow} ${quoted(to)} [label=${cost}` +
      `${marked.has(at) ? ' color="#c22a2b" penwidth=3' : ""}];\n`;
    return `${graph.directed ? "digraph" : "graph"} senda {\n${graph.nodes.map(node).join("")}${graph.edges.map(edge).join("")}}\n`;
  }

  // What the module is asked about.
  const request = (graph) => ({places: graph.nodes.map(({x, y}) => `${x},${y}`).join(),
    edges: graph.edges.map(({from, to, cost}) => `${from},${to},${cost}`).join(),
    directed: graph.directed ? "1" : "0", start: graph.start, goal: graph.goal});

  // The state in the address: a sample by its name, any other graph by its numbers.
  function toState(graph) {
    const sample = Object.keys(samples).find((name) => isSame(samples[name](), graph));
    if (sample) return sample === "roads" ? {} : {graph: sample};
    return {nodes: graph.nodes.map(({name, x, y}) => `${name},${x},${y}`).join(), edges: request(graph).edges,
      ...(graph.directed ? {directed: "1"} : {}), start: graph.start, goal: graph.goal};
  }

  const triples = (text) => {
    const words = String(text || "").split(",");
    return Array.from({length: Math.floor(words.length / 3)}, (unused, at) => words.slice(3 * at, 3 * at + 3));
  };

  // Any state, also nonsense: what cannot be is left out.
  function fromState(state) {
    if (state.nodes === undefined) return Object.hasOwn(samples, state.graph) ? samples[state.graph]() : samples.roads();
    let graph = {directed: state.directed === "1", nodes: [], edges: [], start: 0, goal: 0};
    for (const [name, x, y] of triples(state.nodes).slice(0, most.nodes))
      if (canRename(graph, -1, name)) graph.nodes.push({name, ...placed({x: Number(x) || 0, y: Number(y) || 0})});
    const isNode = (at) => Number.isInteger(at) && at >= 0 && at < graph.nodes.length;
    for (const [from, to, cost] of triples(state.edges).map((words) => words.map(Number)))
      if (isNode(from) && isNode(to) && Number.isInteger(cost) && Math.abs(cost) <= most.cost && findEdge(graph, from, to) < 0)
        graph = addEdge(graph, from, to, cost);
    for (const end of ["start", "goal"]) if (isNode(Number(state[end]))) graph[end] = Number(state[end]);
    return graph;
  }

  // The numbers of the edges along a path.
  const edgesAlong = (graph, path) => path.slice(1).map((to, at) => findEdge(graph, path[at], to)).filter((edge) => edge >= 0);

  return {width, height, most, samples, isSame, addNode, moveNode, canRename, renameNode, removeNode, findEdge, addEdge, changeEdge,
    removeEdge, setDirected, arrange, fromList, toText, toDot, request, toState, fromState, edgesAlong};
})();
