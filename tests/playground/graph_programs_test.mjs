// SPDX-License-Identifier: MIT
// The programs about a graph that is drawn: they find what counting all paths by hand finds.
import assert from "node:assert/strict";

import {programsOf, testPrograms} from "./programs.mjs";

const programs = programsOf("graph/graph_programs.js");
const letters = [..."ABCDEF"];
const equal = {directed: true, nodes: letters, start: 0, goal: 5,
  edges: [[0, 1, 2], [0, 2, 3], [1, 3, 4], [1, 4, 3], [2, 4, 2], [2, 3, 5], [3, 5, 3], [4, 5, 4], [1, 2, 2]]};
const roads = {directed: false, nodes: ["Lima", "Ica", "Nasca", "Cusco", "Árbol-1", "alone"], start: 0, goal: 3,
  edges: [[0, 1, 300], [1, 2, 140], [2, 3, 660], [0, 4, 650], [4, 3, 440], [1, 4, 380]]};
const negative = {directed: true, nodes: letters.slice(0, 5), start: 0, goal: 4,
  edges: [[0, 1, 9], [0, 2, 4], [1, 3, -6], [2, 3, 3], [3, 4, 5], [2, 4, 10]]};
const cycle = {...negative, edges: [...negative.edges, [3, 1, 5]]};

// All paths without loops from the start to the goal, the cheapest first: [{cost, names}, ...].
function allPaths({directed, nodes, edges, start, goal}) {
  const both = directed ? edges : edges.flatMap(([from, to, cost]) => [[from, to, cost], [to, from, cost]]);
  const found = [];
  const walk = (path, cost) => {
    const at = path[path.length - 1];
    if (at === goal) found.push({cost, names: path.map((node) => nodes[node]).join(" ")});
    else for (const [from, to, more] of both) if (from === at && !path.includes(to)) walk([...path, to], cost + more);
  };
  walk([start], 0);
  return found.sort((a, b) => a.cost - b.cost);
}

const routesIn = (output) => [...output.matchAll(/^cost (-?\d+): (.*)$/gm)].map(([, cost, names]) => ({cost: Number(cost), names}));

const checks = {
  path(output, state) {
    const paths = allPaths(state);
    if (state.edges === cycle.edges) {
      assert.match(output, /^negative_cycle, \d+ expanded\ncycle: (B D|D B)\n$/);
    } else if (state.search === "bfs") {
      const [, edges, names] = output.match(/^edges (\d+): (.*)$/m);
      assert.equal(Number(edges), Math.min(...paths.map((path) => path.names.split(" ").length - 1)));
      assert.equal(names.split(" ").length - 1, Number(edges));
    } else if (state.search === "dfs" || state.search === "greedy") {
      const [route] = routesIn(output);
      assert.ok(paths.some(({cost, names}) => cost === route.cost && names === route.names), output);
    } else {
      assert.match(output, /^found, \d+ expanded\n/);
      const [route] = routesIn(output);
      assert.equal(route.cost, paths[0].cost);
      assert.ok(paths.some(({cost, names}) => cost === paths[0].cost && names === route.names), output);
    }
  },
  every(output, state) {
    const paths = allPaths(state);
    const cheapest = paths.filter(({cost}) => cost === paths[0].cost);
    assert.match(output, new RegExp(`^${cheapest.length} paths\n`));
    const sorted = (routes) => routes.map(({cost, names}) => `${cost} ${names}`).sort();
    assert.deepEqual(sorted(routesIn(output)), sorted(cheapest));
  },
  best(output, state) {
    const paths = allPaths(state);
    const routes = routesIn(output);
    assert.match(output, paths.length < state.k ? /^complete\n/ : /^found\n/);
    assert.deepEqual(routes.map(({cost}) => cost), paths.slice(0, state.k).map(({cost}) => cost));
    assert.equal(new Set(routes.map(({names}) => names)).size, routes.length);
    for (const {cost, names} of routes) assert.ok(paths.some((path) => path.cost === cost && path.names === names), names);
  },
};

const estimates = [9, 7, 6, 3, 4, 0];
const states = [
  ...["bfs", "dfs", "dijkstra", "greedy", "astar", "bidirectional"].map((search) => ({...equal, question: "path", search, estimates})),
  {...negative, question: "path", search: "bellman_ford"},
  {...cycle, question: "path", search: "bellman_ford"},
  {...equal, question: "every"},
  {...roads, question: "every"},
  {...equal, question: "best", k: 5},
  {...roads, question: "best", k: 50},
];
testPrograms(programs, "graph", states, (output, state) => checks[state.question](output, state));
