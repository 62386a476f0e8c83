// SPDX-License-Identifier: MIT
// Drawing a graph by mouse, fingers and keys: what is chosen, what is dragged, and what can be taken back.
const playgroundGraphEditor = (() => {
  const model = playgroundGraphModel;
  const farEnough = 7;  // units of the paper that make a click a drag
  const mostUndone = 200;

  // how: {changed(), chosenChanged(), tool(), editCost()}
  return function graphEditor(how) {
    let graph = model.samples.roads();
    let chosen = null;
    let before = [];
    let after = [];
    let held = null;     // what the pointer holds: {spot, from: node, isMoved, isLinking}
    let pending = null;  // the node that was clicked to be connected
    let link = null;

    const isThere = (what) => what && what.at < graph[what.kind === "node" ? "nodes" : "edges"].length;

    function set(next, wanted = chosen) {
      graph = next;
      chosen = isThere(wanted) ? wanted : null;
      if (pending !== null && pending >= graph.nodes.length) pending = null;
      how.changed();
    }

    // Another graph, after which the one before can be had again.
    function edit(next, {chosen: wanted = chosen} = {}) {
      if (model.isSame(next, graph)) return choose(wanted);
      remember();
      return set(next, wanted);
    }

    function remember() {
      before = [...before.slice(-mostUndone + 1), graph];
      after = [];
    }

    function travel(from, to) {
      if (from.length === 0) return;
      to.push(graph);
      set(from.pop());
    }

    function choose(what) {
      chosen = isThere(what) ? what : null;
      how.chosenChanged();
    }

    function remove(what) {
      edit(what.kind === "node" ? model.removeNode(graph, what.at) : model.removeEdge(graph, what.at), {chosen: null});
    }

    function nudge(at, [dx, dy]) {
      const {x, y} = graph.nodes[at];
      edit(model.moveNode(graph, at, {x: x + dx, y: y + dy}), {chosen: {kind: "node", at}});
    }

    function connect(from, to, event) {
      const made = model.addEdge(graph, from, to);
      edit(made, {chosen: {kind: "edge", at: model.findEdge(made, from, to)}});
      if (event.pointerType === "mouse") how.editCost();
    }

    function connectToNew(from, spot, event) {
      const made = model.addNode(graph, spot);
      if (made === graph) return;
      const joined = model.addEdge(made, from, made.nodes.length - 1);
      edit(joined, {chosen: {kind: "edge", at: joined.edges.length - 1}});
      if (event.pointerType === "mouse") how.editCost();
    }

    function down(spot, event) {
      held = {spot, from: spot.node, isMoved: false, isLinking: spot.node >= 0 && (how.tool() === "connect" || event.shiftKey)};
      if (how.tool() !== "draw" || held.isLinking) return;
      if (spot.node >= 0) choose({kind: "node", at: spot.node});
      else if (spot.edge >= 0) choose({kind: "edge", at: spot.edge});
    }

    function move(spot) {
      if (!held || held.from < 0) return;
      if (!held.isMoved && Math.hypot(spot.x - held.spot.x, spot.y - held.spot.y) < farEnough) return;
      if (held.isLinking) {
        held.isMoved = true;
        link = {from: held.from, x: spot.x, y: spot.y};
        how.chosenChanged();
      } else if (how.tool() === "draw") {
        if (!held.isMoved) remember();
        held.isMoved = true;
        set(model.moveNode(graph, held.from, spot), {kind: "node", at: held.from});
      }
    }

    // Without a spot the browser took the pointer away.
    function up(spot, event) {
      const was = held;
      held = link = null;
      if (!was || !spot) return how.chosenChanged();
      if (was.isLinking) return endLink(was, spot, event);
      if (was.isMoved) return undefined;
      const {node, edge} = was.spot;
      if (how.tool() === "erase") {
        if (node >= 0) remove({kind: "node", at: node});
        else if (edge >= 0) remove({kind: "edge", at: edge});
      } else if (edge >= 0 && node < 0) {
        choose({kind: "edge", at: edge});
        if (event.pointerType === "mouse") how.editCost();
      } else if (node < 0 && how.tool() === "draw") {
        const made = model.addNode(graph, was.spot);
        edit(made, {chosen: {kind: "node", at: made.nodes.length - 1}});
      } else if (node < 0) {
        pending = null;
        choose(null);
      }
      return undefined;
    }

    function endLink(was, spot, event) {
      const from = was.from;
      if (was.isMoved && spot.node >= 0 && spot.node !== from) connect(from, spot.node, event);
      else if (was.isMoved && spot.node < 0) connectToNew(from, spot, event);
      else if (!was.isMoved && pending !== null && pending !== from) {
        const first = pending;
        pending = null;
        connect(first, from, event);
      } else if (!was.isMoved) {
        pending = pending === from ? null : from;
        choose({kind: "node", at: from});
      }
      how.chosenChanged();
    }

    function key(event) {
      const shift = playgroundGraphControls.shiftOf(event);
      if (!chosen) return;
      if (shift && chosen.kind === "node") {
        event.preventDefault();
        nudge(chosen.at, shift);
      } else if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        remove(chosen);
      } else if (event.key === "Escape") {
        pending = null;
        choose(null);
      }
    }

    return {
      edit, choose, remove, nudge, down, move, up, key,
      undo: () => travel(before, after),
      redo: () => travel(after, before),
      // A graph from elsewhere: nothing is to be taken back.
      load(next) {
        before = [];
        after = [];
        pending = null;
        set(next, null);
      },
      get graph() { return graph; },
      get chosen() { return chosen; },
      get pending() { return pending; },
      get link() { return link; },
      get canUndo() { return before.length > 0; },
      get canRedo() { return after.length > 0; },
    };
  };
})();
