// SPDX-License-Identifier: MIT
// What is found on a graph that is drawn, asked of the module, and how it is marked in the picture and said.
const playgroundGraphAnswer = (() => {
  const model = playgroundGraphModel;
  const log = playgroundGraphLog;
  const {texts} = playgroundGraphWords;

  // The answer to what the controls ask: {question, search, estimate, k}; with the events of a search.
  function ask(app, graph, {question, search, estimate, k}) {
    const request = model.request(graph);
    if (question !== "path") return app.now("graph_routes", question === "best" ? {...request, k} : request);
    const answer = app.now("graph_search", {...request, search, estimate});
    return {...answer, search, graph, events: log.read(answer.bytes)};
  }

  const sumOf = (graph, path) => model.edgesAlong(graph, path).reduce((sum, edge) => sum + graph.edges[edge].cost, 0);

  const noMarks = (graph) => ({nodes: graph.nodes.map(() => []), edges: graph.edges.map(() => []), notes: []});

  function markPath(marks, graph, path, name) {
    for (const edge of model.edgesAlong(graph, path)) marks.edges[edge].push(name);
    for (const node of path) marks.nodes[node].push(name);
  }

  const signed = (value) => String(value).replace("-", "−");

  // Marks of a search after so many steps; the path when it has come to its end.
  function marksOfSearch(graph, answer, stood, isOver) {
    const marks = noMarks(graph);
    const guided = answer.search === "astar" || answer.search === "greedy";
    stood.sides.forEach((here, at) => {
      for (const node of here.closed) marks.nodes[node].push("is-closed");
      for (const {node} of here.queue) marks.nodes[node].push("is-frontier");
      for (const [node, from] of here.parent) {
        const edge = at === 0 ? model.findEdge(graph, from, node) : model.findEdge(graph, node, from);
        if (edge >= 0) marks.edges[edge].push("is-tree");
      }
      for (const [node, cost] of here.cost) {
        const text = guided ? `${signed(cost)} + ${answer.estimates[node]}` : signed(cost);
        marks.notes[node] = [marks.notes[node], at === 0 ? text : `← ${text}`].filter(Boolean).join("  ");
      }
    });
    if (isOver && answer.path) markPath(marks, graph, answer.path, "is-path");
    else if (isOver && answer.cycle) markPath(marks, graph, [...answer.cycle, ...answer.cycle.slice(0, 1)], "is-path");
    else if (stood.event) markEvent(marks, graph, stood.event);
    return marks;
  }

  function markEvent(marks, graph, {kind, from, to, isBackward}) {
    marks.nodes[to].push("is-now");
    const edge = kind === "expanded" ? -1 : isBackward ? model.findEdge(graph, to, from) : model.findEdge(graph, from, to);
    if (edge >= 0) marks.edges[edge].push("is-now");
  }

  function marksOfRoutes(graph, answer, route) {
    const marks = noMarks(graph);
    answer.routes.forEach(({path}, at) => { if (at !== route) markPath(marks, graph, path, "is-other"); });
    if (answer.routes[route]) markPath(marks, graph, answer.routes[route].path, "is-path");
    return marks;
  }

  // What has just happened, in a sentence.
  function story(t, graph, answer, {event, sides}) {
    const name = (at) => graph.nodes[at].name;
    if (!event) return t(texts.before);
    const {kind, from, to, cost, isBackward} = event;
    const [one, other] = isBackward ? [name(to), name(from)] : [name(from), name(to)];
    const edge = `${one} ${graph.directed ? "→" : "–"} ${other}`;
    const g = signed(cost);
    if (kind === "expanded") {
      return isBackward ? t({en: `${name(to)} is expanded from the goal: ${g} to go.`, es: `Se expande ${name(to)} desde la meta: faltan ${g}.`})
        : t({en: `${name(to)} is expanded: ${g} so far.`, es: `Se expande ${name(to)}: lleva ${g}.`});
    }
    if (kind === "improved")
      return t({en: `${edge}: ${name(to)} for ${g}, the best so far.`, es: `${edge}: ${name(to)} por ${g}, lo mejor hasta ahora.`});
    if (answer.search === "dfs") {
      return sides[0].closed.has(to) ? t({en: `${edge}: ${name(to)} was visited before.`, es: `${edge}: ${name(to)} ya se había visitado.`})
        : t({en: `${edge}: ${name(to)} waits on the stack.`, es: `${edge}: ${name(to)} espera en la pila.`});
    }
    return t({en: `${edge}: ${name(to)} for ${g} is no better.`, es: `${edge}: ${name(to)} por ${g} no mejora.`});
  }

  const pathText = (graph, path) => path.map((node) => graph.nodes[node].name).join(" → ");

  // How it ended, in a sentence: {text, kind}.
  function verdict(t, graph, answer, {question, search}) {
    if (answer.outcome === "negative_cost") return {text: t(texts.negative), kind: "bad"};
    if (answer.outcome === "negative_cycle") {
      const cycle = pathText(graph, [...answer.cycle, answer.cycle[0]]);
      return {text: t({en: `No cheapest path: going round ${cycle} pays every time.`,
        es: `No hay coste mínimo: cada vuelta por ${cycle} abarata el camino.`}), kind: "bad"};
    }
    const none = {text: t({en: "There is no path.", es: "No hay ningún camino."}), kind: "bad"};
    if (question === "path") {
      if (!answer.path) return none;
      const cost = signed(sumOf(graph, answer.path));
      const steps = answer.path.length - 1;
      return {text: search === "bfs" ? t({en: `${steps} ${steps === 1 ? "edge" : "edges"}, cost ${cost}.`,
        es: `${steps} ${steps === 1 ? "arista" : "aristas"}, coste ${cost}.`})
        : t({en: `Cost ${cost}.`, es: `Coste ${cost}.`}), kind: "good"};
    }
    const found = answer.routes.length;
    if (!found) return none;
    if (question === "best") {
      return {text: answer.outcome === "found" ? t({en: `The ${found} cheapest paths.`, es: `Los ${found} caminos más baratos.`})
        : t({en: `There are only ${found}.`, es: `Solo hay ${found}.`}), kind: "good"};
    }
    const count = answer.count === undefined ? "∞" : answer.count;
    return {text: count === "1" ? t({en: `One cheapest path: cost ${signed(answer.routes[0].cost)}.`,
      es: `Un solo camino de coste mínimo: ${signed(answer.routes[0].cost)}.`})
      : t({en: `${count} cheapest paths of cost ${signed(answer.routes[0].cost)}.`,
        es: `${count} caminos de coste mínimo: ${signed(answer.routes[0].cost)}.`}), kind: "good"};
  }

  return {ask, marksOfSearch, marksOfRoutes, story, verdict, pathText, noMarks, signed};
})();
