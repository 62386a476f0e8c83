// SPDX-License-Identifier: MIT
// The programs of the lab print what its searches answer in the module of the page.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import vm from "node:vm";
import {programsOf, testPrograms} from "./programs.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const page = resolve(process.env.SENDA_PAGE || join(root, "build/playground/playground.html"));

// An instance of the module that is in the page, unpacked as the page does it.
async function startModule() {
  const html = readFileSync(page, "utf8");
  const [, size, textContent] = html.match(/id="module" data-size="(\d+)">([^<]*)</);
  const document = {getElementById: () => ({dataset: {size}, textContent})};
  const [unpack] = html.match(/const unpacked = [\s\S]*?\n\};/);
  const unpacked = vm.runInNewContext(`${unpack}\nunpacked`, {document, Response, Blob, DecompressionStream, Uint8Array});
  const wire = vm.runInThisContext(`${readFileSync(join(root, "examples/playground/frame/wire.js"), "utf8")}\nplaygroundWire`);
  return wire.start(await WebAssembly.compile(await unpacked("module").arrayBuffer()));
}
const module = await startModule();

const hills = `
111111111111111111111111
111111111111111111111111
111133333333331111111111
1111366666666311#1111111
1111369999966311#1111111
1111369999966311#1111111
1111366666666311#1111111
111133333333331##1111111
1111111111111111111#1111
11111######11111111#1111
11111#1111111111111#1111
11111#1115551111111#1111
111111111555111111111111`.trim();
const rooms = hills.replace(/[2-9]/g, "1");
const closed = hills.split("\n").map((row) => `${row.slice(0, 18)}#${row.slice(19)}`).join("\n");

const base = {rows: 13, cols: 24, cells: hills, start: [1, 5], goal: [22, 5], directions: 4, estimate: "manhattan", weight: 1.5,
  ties: "default"};
const numberOf = (state, [x, y]) => y * state.cols + x;

function ask(state) {
  const cells = Uint8Array.from(state.cells.replace(/\n/g, ""), (c) => (c === "#" ? 0 : Number(c)));
  return module.call("lab_search", {...state, cells, start: numberOf(state, state.start), goal: numberOf(state, state.goal)});
}

// The module writes six decimals, the program six digits.
function assertSame(text, state, steps) {
  const answer = ask(state);
  assert.ok(answer.expanded > 0);
  const [, cost] = text.match(/cost ([\d.]+)/) || [];
  if (answer.status === "found") assert.equal(Number(cost), Number(answer.cost.toPrecision(6)));
  if (steps && answer.status === "found") assert.equal(Number(text.match(/(\d+) steps/)[1]), answer.steps);
  if (steps && answer.status !== "found") assert.match(text, answer.status === "none" ? /^exhausted/ : /^expansion_limit/);
  assert.equal(Number(text.match(/(\d+) expanded/)[1]), answer.expanded);
}

const programs = programsOf("lab/lab_programs.js");
const of = (search, more = {}) => ({...base, search, ...more});

testPrograms(programs, "lab", [
  of("bfs"), of("bfs", {directions: 8}), of("dfs"), of("dijkstra", {directions: 8}), of("greedy", {estimate: "euclid"}),
  of("astar"), of("astar", {ties: "shallow", estimate: "double"}), of("astar", {directions: 8, estimate: "octile", ties: "line"}),
  of("weighted", {weight: 3, cells: rooms}), of("astar", {cells: closed, estimate: "zero"}),
  of("jump_point", {directions: 8, cells: rooms}), of("ida_star", {cells: rooms}),
  of("bidirectional_astar", {directions: 8, estimate: "euclid"}),
], (output, state) => assertSame(output, state, true));

const lanes = [
  {search: "bidirectional"}, {search: "iterative_deepening_dfs"}, {search: "jump_point"},
  ...["anytime_astar", "beam"].map((search) => ({search, estimate: "octile", weight: 2})),
];
testPrograms(programs, "race", [{...base, directions: 8, cells: rooms, lanes}], (output, state) => {
  const lines = output.trim().split("\n");
  assert.equal(lines.length, lanes.length);
  for (const [at, line] of lines.entries()) {
    assert.ok(line.startsWith(lanes[at].search), line);
    assertSame(line, {...state, ...lanes[at]}, false);
  }
});

test("what jump points cannot search has no program", () => {
  assert.equal(programs.make("lab", of("jump_point")), null);
  assert.equal(programs.make("lab", of("jump_point", {directions: 8})), null);
  assert.equal(ask(of("jump_point")).message, "eight_directions");
  assert.equal(ask(of("jump_point", {directions: 8})).message, "unit_costs");
});

// The events of an answer: {kind, back, from, to, cost}.
function eventsOf(answer) {
  const view = new DataView(answer.bytes.buffer, answer.bytes.byteOffset);
  return Array.from({length: answer.events}, (_, i) => ({kind: view.getUint32(16 * i, true) & 7, back: view.getUint32(16 * i, true) >= 8,
    from: view.getUint32(16 * i + 4, true), to: view.getUint32(16 * i + 8, true), cost: view.getFloat32(16 * i + 12, true)}));
}
function pathOf(answer) {
  const view = new DataView(answer.bytes.buffer, answer.bytes.byteOffset + 16 * answer.events);
  return Array.from({length: answer.path}, (_, i) => view.getUint32(4 * i, true));
}

const searches = ["bfs", "dfs", "dijkstra", "greedy", "astar", "weighted", "bidirectional", "bidirectional_astar", "ida_star", "jump_point",
  "anytime_astar", "beam", "iterative_deepening_dfs"];
const countsSteps = ["bfs", "iterative_deepening_dfs"];
const lengthOf = (state, from, to) => {
  const [x, y] = [Math.abs(from % state.cols - to % state.cols), Math.abs(Math.floor(from / state.cols) - Math.floor(to / state.cols))];
  return Math.max(x, y) + (Math.SQRT2 - 1) * Math.min(x, y);
};

// What an event says that a step costs, against the map; a jump is as long as a straight and a diagonal line.
function stepCost(state, {from, to, back}) {
  if (countsSteps.includes(state.search)) return 1;
  return lengthOf(state, from, to) * Number(state.cells.replace(/\n/g, "")[back ? from : to]);
}

for (const search of searches) {
  test(`the events of ${search} tell how its path came about`, () => {
    const cells = search === "jump_point" ? rooms : hills;
    const states = [4, 8].map((directions) => of(search, {directions, estimate: directions === 8 ? "octile" : "manhattan", cells}));
    for (const state of states.slice(search === "jump_point" ? 1 : 0)) {
      const answer = ask(state);
      const events = eventsOf(answer);
      const [start, goal] = [numberOf(state, state.start), numberOf(state, state.goal)];
      const known = [new Map([[start, 0]]), new Map([[goal, 0]])];  // what it cost to be expanded, by side
      const reached = [new Set([start]), new Set([goal])];
      assert.equal(events.filter(({kind}) => kind === 0).length, answer.expanded);
      for (const one of events) {
        const side = Number(one.back);
        if (one.kind === 0) {
          assert.ok(reached[side].has(one.to), `${one.to} is expanded before it is reached`);
          known[side].set(one.to, one.cost);
        } else if (one.kind === 1 || one.kind === 2) {
          const step = stepCost(state, one);
          assert.ok(Math.abs(known[side].get(one.from) + step - one.cost) < 1e-3, JSON.stringify([one, step]));
          reached[side].add(one.to);
        }
      }
      const rounds = events.filter(({kind}) => kind === 3).map(({cost}) => cost);
      assert.deepEqual(rounds, answer.thresholds.map(Math.fround));
      if (answer.status !== "found") continue;
      const path = pathOf(answer);
      assert.deepEqual([path[0], path[path.length - 1], path.length], [start, goal, answer.steps + 1]);
      const cost = path.slice(1).reduce((sum, to, i) => sum + stepCost({...state, search: ""}, {from: path[i], to}), 0);
      assert.ok(Math.abs(cost - answer.cost) < 1e-3);
      if (/^(dijkstra|astar|anytime_astar|bidirectional.*|jump_point)$/.test(search)) assert.equal(answer.optimal, "cheapest");
    }
  });
}

test("what is guaranteed holds", () => {
  for (const directions of [4, 8]) {
    const least = ask(of("dijkstra", {directions})).cost;
    for (const search of searches.filter((one) => one !== "jump_point")) {
      for (const estimate of ["zero", "manhattan", "octile", "euclid", "double"]) {
        for (const ties of ["default", "shallow", "line"]) {
          const {status, cost, optimal, bound} = ask(of(search, {directions, estimate, ties, weight: 2}));
          if (status !== "found") continue;
          assert.ok(cost >= least - 1e-6);
          if (optimal === "cheapest") assert.ok(cost < least + 1e-6, `${search} ${estimate} ${ties}: ${cost}, not ${least}`);
          if (optimal === "bounded") assert.ok(bound > 1 && cost < bound * least + 1e-6);
          if (directions === 8 && estimate === "manhattan" && ["astar", "ida_star"].includes(search)) assert.equal(optimal, "bounded");
        }
      }
    }
  }
});

test("the estimates of every cell, and ties that change the order alone", () => {
  const state = of("astar", {directions: 8, estimate: "octile", cells: rooms});
  const cells = Uint8Array.from(rooms.replace(/\n/g, ""), (c) => (c === "#" ? 0 : 1));
  const goal = numberOf(state, state.goal);
  const {bytes} = module.call("lab_estimates", {...state, cells, start: 0, goal});
  const all = new Float32Array(bytes.buffer);
  assert.equal(all.length, cells.length);
  all.forEach((h, cell) => assert.ok(Math.abs(h - lengthOf(state, cell, goal)) < 1e-4));
  const [deep, shallow] = ["default", "shallow"].map((ties) => ask(of("astar", {cells: rooms.replace(/#/g, "1"), goal: [22, 11], ties})));
  assert.equal(deep.cost, shallow.cost);
  assert.ok(deep.expanded < shallow.expanded);
});

test("limits, walls at the ends, and requests that are not in order", () => {
  assert.deepEqual([ask(of("dijkstra", {limit: 5})).status, ask(of("dijkstra", {limit: 5})).expanded], ["limit", 5]);
  assert.equal(ask(of("astar", {goal: [16, 4]})).status, "none");
  assert.equal(ask(of("astar", {goal: base.start})).cost, 0);
  assert.equal(ask(of("nothing")).status, "invalid");
  assert.equal(ask(of("astar", {cols: 23})).status, "invalid");
  assert.equal(ask(of("astar", {goal: [23, 13]})).status, "invalid");
  const long = ask(of("iterative_deepening_dfs", {limit: 200000}));
  assert.ok(long.truncated && long.events === 400000);
});
