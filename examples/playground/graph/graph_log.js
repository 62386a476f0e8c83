// SPDX-License-Identifier: MIT
// What a search on a graph did, event by event: which nodes are closed, which wait and in which order, and what each costs.
const playgroundGraphLog = (() => {
  const kinds = ["expanded", "generated", "improved"];

  // The events of the module: 16 bytes each, a kind, two nodes and the cost of the path.
  function read(bytes) {
    if (!bytes) return [];
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Array.from({length: bytes.length / 16}, (unused, at) => {
      const word = (place) => view.getUint32(16 * at + 4 * place, true);
      return {kind: kinds[word(0) & 7], isBackward: (word(0) & 8) !== 0, from: word(1), to: word(2), cost: view.getFloat32(16 * at + 12, true)};
    });
  }

  // A side of the search, the start's or the goal's: by node its cost, its parent and how it stands.
  function side(root) {
    return {cost: new Map([[root, 0]]), parent: new Map(), closed: new Set(), waiting: new Map([[root, 0]]), order: 0};
  }

  function follow(here, event, isDepthFirst) {
    const {kind, from, to, cost} = event;
    if (kind === "expanded") {
      here.closed.add(to);
      here.waiting.delete(to);
      here.cost.set(to, cost);
    } else if (kind === "improved") {
      here.cost.set(to, cost);
      here.parent.set(to, from);
      here.closed.delete(to);
      here.waiting.set(to, ++here.order);
    } else if (isDepthFirst && !here.closed.has(to)) {
      // It waits on the stack; whoever comes to it first is its parent.
      here.waiting.set(to, ++here.order);
      here.cost.set(to, cost);
      here.parent.set(to, from);
    }
  }

  // How a search stands after so many events.
  //   search: its name; graph: the one that it is run on; estimates: by node
  //   -> {sides: one or two of {cost, parent, closed, queue: [{node, g, h, f}, ...]}, event: the last one}
  function standing({events, search, graph, estimates}, step) {
    const isDepthFirst = search === "dfs";
    const sides = [side(graph.start), ...(search === "bidirectional" ? [side(graph.goal)] : [])];
    for (const event of events.slice(0, step)) follow(sides[event.isBackward ? 1 : 0], event, isDepthFirst);
    const next = nextExpansions(events, step);
    for (const [at, here] of sides.entries()) {
      const key = {astar: ({f}) => f, greedy: ({h}) => h, dijkstra: ({g}) => g, bidirectional: ({g}) => g}[search] || (() => 0);
      const turn = ({node}) => next[at].get(node) ?? Infinity;
      here.queue = [...here.waiting.keys()].map((node) => {
        const [g, h] = [here.cost.get(node), estimates[node] || 0];
        return {node, g, h, f: g + h};
      }).sort((a, b) => key(a) - key(b) || compare(turn(a), turn(b)) || here.waiting.get(a.node) - here.waiting.get(b.node));
    }
    return {sides, event: events[step - 1] || null};
  }

  const compare = (a, b) => (a === b ? 0 : a - b);

  // Among equals the queue keeps an order of its own, which what comes next tells: by side and node, when it is expanded.
  function nextExpansions(events, step) {
    const next = [new Map(), new Map()];
    for (let at = events.length - 1; at >= step; --at)
      if (events[at].kind === "expanded") next[events[at].isBackward ? 1 : 0].set(events[at].to, at);
    return next;
  }

  return {read, standing};
})();
