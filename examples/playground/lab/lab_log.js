// SPDX-License-Identifier: MIT
// What a search of the lab did, at any step: `playgroundLabLog(answer, how)` reads the events of an answer of
// `lab_search`; how: {map, search, directions, weight, ties, estimates, backEstimates}, the last two Float32Arrays
// of what is left to the goal and, for the side that searches backward, to the start.
//
//   log.steps           how many expansions there are
//   log.at(step)        the state after so many of them; it is valid until the next call
//   log.sizes[step]     the length of the queue then
//   log.queue(most)     the first of the queue of the present state: {cell, side, g, h, f}; one that begins again
//                       and again has none, and then it is the path at hand, from its end
//   log.place(cell, side)  [place, of how many] in the queue of its side, from 1; null if it is not there
//   log.trail(cell)     the cells of the path by which it was reached, from the cell back
//   log.path            the cells of the path that was found
//   log.reached         how many cells were expanded, once or more, in the last round
//
// A state has, at `side * count + cell` where side is 0 forward and 1 backward: `kind` (0 not seen, 1 frontier,
// 2 expanded), `g`, `parent` (-1 none), `order` (of its last expansion, from 1); and `step`, `frontier` (how many),
// `current` (the cell expanded last, -1 none), `round` (from 0), `threshold` (NaN without one), `jumps` (how many
// of log.jumps are made).
const playgroundLabLog = (() => {
  const recordSize = 16;
  const checkpointEvery = 16384;
  const kinds = {expand: 0, generated: 1, improved: 2, round: 3, jump: 4};
  const backwardBit = 8;
  const unseen = 0, frontier = 1, closed = 2;

  // Those that keep a stack of what is still to be tried instead of a queue; two of them begin again and again.
  const deepening = new Set(["ida_star", "iterative_deepening_dfs"]);
  const stacked = new Set(["dfs", ...deepening]);
  const twoSided = new Set(["bidirectional", "bidirectional_astar"]);
  // Those that may also take another than the first by f.
  const loose = new Set(["beam", "anytime_astar", "bidirectional", "bidirectional_astar"]);
  const plainCost = new Set(["dijkstra", "bidirectional"]);
  const last = 0xffffffff;

  function makeState(count, sides) {
    const size = count * sides;
    return {
      kind: new Uint8Array(size), g: new Float32Array(size), parent: new Int32Array(size).fill(-1),
      order: new Uint32Array(size), since: new Uint32Array(size), turn: new Uint32Array(size),
      onPath: new Uint32Array(count + 1), depth: 0,  // the expansions on the path of one that goes deep
      event: 0, step: 0, frontier: 0, current: -1, side: 0, round: -1, threshold: NaN, jumps: 0, layer: 0,
    };
  }
  const arrays = ["kind", "g", "parent", "order", "since", "turn", "onPath"];
  const scalars = ["depth", "event", "step", "frontier", "current", "side", "round", "threshold", "jumps", "layer"];

  function snapshot(state) {
    const kept = {};
    for (const name of arrays) kept[name] = state[name].slice();
    for (const name of scalars) kept[name] = state[name];
    return kept;
  }

  function putBack(state, kept) {
    for (const name of arrays) state[name].set(kept[name]);
    for (const name of scalars) state[name] = kept[name];
  }

  function clear(state) {
    for (const name of ["kind", "g", "order", "since", "turn"]) state[name].fill(0);
    state.parent.fill(-1);
    state.frontier = state.depth = state.layer = 0;
  }

  // How far cells are from the straight line between the ends, in the unit of the rule of ties.
  function asideOf({rows, cols, start, goal}) {
    const [goalX, goalY] = [goal % cols, Math.floor(goal / cols)];
    const [startX, startY] = [start % cols - goalX, Math.floor(start / cols) - goalY];
    const unit = 1 / (4096 * cols * rows);
    return (cell) => unit * Math.abs((cell % cols - goalX) * startY - startX * (Math.floor(cell / cols) - goalY));
  }

  // By what the queue of a search is in order: key(g, h, cell, state).
  function keyOf({map, search, weight = 1, ties}) {
    if (search === "bfs") return () => 0;
    if (plainCost.has(search)) return (g) => g;
    if (search === "greedy") return (g, h) => h;
    if (search === "anytime_astar") return (g, h, cell, state) => g + (state.threshold || 1) * h;
    const w = search === "weighted" ? weight : 1;
    if (search !== "astar" && search !== "weighted") return (g, h) => g + h;
    if (ties === "shallow") return (g, h) => g + w * h * (1 - 1 / 4096);
    if (ties !== "line") return (g, h) => g + w * h;
    const aside = asideOf(map);
    return (g, h, cell) => g + w * (h > 0 ? h + aside(cell) : 0);
  }

  return function labLog(answer, how) {
    const {map, search, weight = 1} = how;
    const {start, goal} = map;
    const count = map.cells.length;
    const events = answer.events || 0;
    const words = new Uint32Array(answer.bytes ? answer.bytes.buffer : new ArrayBuffer(0));
    const costs = new Float32Array(words.buffer);
    const path = words.subarray(events * recordSize / 4);
    const sides = twoSided.has(search) ? 2 : 1;
    const isStack = stacked.has(search);
    const isDeepening = deepening.has(search);
    const key = keyOf(how);
    const state = makeState(count, sides);
    const checkpoints = [];
    const ends = [];        // the event that is the first no longer of a step
    const rounds = [];      // {step, threshold}
    const jumps = [];       // cells in pairs
    const sizes = [];

    function enqueue(at, g, parent, turn = state.step) {
      if (state.kind[at] !== frontier) ++state.frontier;
      state.kind[at] = frontier;
      state.g[at] = g;
      state.parent[at] = parent;
      state.since[at] = state.event + 1;
      state.turn[at] = turn;
    }

    function begin() {
      enqueue(start, 0, -1, 0);
      if (sides === 2) enqueue(count + goal, 0, -1, 0);
    }

    // Whether an expansion, by its event, led to a cell at a cost.
    function ledTo(event, cell, g) {
      for (let word = (event + 1) * 4; word < events * 4; word += 4) {
        if (words[word] === kinds.expand || words[word] === kinds.round) return false;
        if (words[word + 2] === cell && costs[word + 3] === g) return true;
      }
      return false;
    }

    // Goes back along the path to the expansion that led to this one.
    function descend(at, g) {
      while (state.depth > 0 && !ledTo(state.onPath[state.depth - 1], at, g)) --state.depth;
      state.parent[at] = state.depth > 0 ? words[state.onPath[state.depth - 1] * 4 + 2] : -1;
      state.g[at] = g;
      if (state.depth < count) state.onPath[state.depth++] = state.event;
    }

    // A beam forgets what it did not expand of the layer before.
    function enterLayer(layer) {
      if (layer <= state.layer) return;
      state.layer = layer;
      for (let at = 0; at < count; ++at) {
        if (state.kind[at] !== frontier || state.turn[at] >= layer) continue;
        state.kind[at] = unseen;
        --state.frontier;
      }
    }

    function expand(at, side, cell, g) {
      if (isDeepening) descend(at, g);
      if (search === "beam") enterLayer(state.turn[at]);
      if (state.kind[at] === frontier) --state.frontier;
      state.kind[at] = closed;
      state.order[at] = ++state.step;
      state.current = cell;
      state.side = side;
    }

    // A depth-first search says that a path is the first only when it takes it from the stack.
    function reach(kind, at, side, from, g) {
      if (isStack && state.kind[at] === closed) return;
      if (search === "beam" && state.kind[at] !== unseen && g >= state.g[at]) return;
      const turn = search === "dfs" && kind === kinds.improved ? last
        : search === "beam" ? state.turn[from] + 1 : state.step;
      enqueue(at, g, from, turn);
    }

    function beginRound(threshold) {
      if (search !== "anytime_astar") {
        clear(state);
        begin();
      }
      ++state.round;
      state.threshold = threshold;
    }

    // Takes the next event.
    function advance() {
      const word = state.event * recordSize / 4;
      const kind = words[word] & 7;
      const side = sides === 2 && words[word] & backwardBit ? 1 : 0;
      const from = words[word + 1];
      const to = words[word + 2];
      const at = side * count + to;
      if (kind === kinds.expand) expand(at, side, to, costs[word + 3]);
      else if (kind === kinds.improved || isStack && kind === kinds.generated) reach(kind, at, side, from, costs[word + 3]);
      else if (kind === kinds.round) beginRound(costs[word + 3]);
      else if (kind === kinds.jump) ++state.jumps;
      ++state.event;
      return kind;
    }

    function readAll() {
      begin();
      let isNewRound = false;
      while (state.event < events) {
        if (state.event % checkpointEvery === 0) checkpoints.push(snapshot(state));
        const word = state.event * recordSize / 4;
        const kind = words[word] & 7;
        if (kind === kinds.expand) {
          sizes.push(state.frontier);
          ends.push(isNewRound && ends.length > 0 ? state.event - 1 : state.event);
        }
        advance();
        isNewRound = kind === kinds.round;
        if (kind === kinds.jump) jumps.push(words[word + 1], words[word + 2]);
        else if (isNewRound) rounds.push({step: state.step, threshold: state.threshold});
      }
      sizes.push(state.frontier);
      ends.push(events);
    }
    readAll();
    const lastOrder = state.order.slice();
    let reached = 0;
    for (let cell = 0; cell < count; ++cell) if (lastOrder[cell] > 0 || sides === 2 && lastOrder[count + cell] > 0) ++reached;

    function at(step) {
      const end = ends[Math.max(0, Math.min(ends.length - 1, step))];
      if (end < state.event) putBack(state, checkpoints[Math.floor(end / checkpointEvery)]);
      while (state.event < end) advance();
      return state;
    }

    const estimateOf = (place) => {
      const known = place < count ? how.estimates : how.backEstimates;
      return known ? known[place % count] : 0;
    };
    function entry(place) {
      const g = state.g[place];
      const h = estimateOf(place);
      const cell = place % count;
      return {cell, side: place < count ? 0 : 1, g, h, f: g + (search === "weighted" ? weight : 1) * h, place,
        key: key(g, h, cell, state)};
    }

    // Small ones first; of equals, in a stack those of the last expansion, in a queue as the ties say. Costs come
    // in single precision: where they are no whole numbers, what was taken first tells equals apart.
    const isWhole = how.directions === 4 && (how.estimates || []).every(Number.isInteger);
    const slack = !isWhole ? 3e-5 : how.ties === "line" ? 0 : 1e-6;
    const isDeepestFirst = search !== "bfs" && !plainCost.has(search);
    const since = (one) => state.since[one.place];
    const turn = (one) => state.turn[one.place];
    const taken = (one) => (lastOrder[one.place] > state.step ? lastOrder[one.place] : Infinity);
    function compare(a, b) {
      if (isStack) return turn(b) - turn(a) || since(a) - since(b);
      if (Math.abs(a.key - b.key) > slack) return a.key - b.key;
      if (!isWhole && taken(a) !== taken(b)) return taken(a) - taken(b);
      if (isDeepestFirst && a.g !== b.g) return b.g - a.g;
      return since(a) - since(b);
    }
    const isCut = (one) => search === "ida_star" && one.f > state.threshold + 1e-4;

    function waiting(from, to) {
      const all = [];
      for (let place = from; place < to; ++place) if (state.kind[place] === frontier) all.push(entry(place));
      return all.sort(compare);
    }

    function queue(most = Infinity) {
      const all = !isDeepening ? waiting(0, state.kind.length) : state.current < 0 ? [] : trail(state.current).map(entry);
      return all.slice(0, most);
    }

    function trail(cell, side = 0) {
      const cells = [];
      for (let at = cell; at >= 0 && cells.length <= count; at = state.parent[side * count + at]) cells.push(at);
      return cells;
    }

    return {
      at, queue, trail, entry, isCut, path, sizes, rounds, jumps, sides, isStack, isDeepening,
      steps: ends.length - 1,
      reached,
      isOrdered: !loose.has(search),
      hasEstimates: Boolean(how.estimates),
      place(cell, side = 0) {
        if (isDeepening || state.kind[side * count + cell] !== frontier) return null;
        const all = waiting(side * count, (side + 1) * count);
        return [all.findIndex((one) => one.cell === cell) + 1, all.length];
      },
    };
  };
})();
