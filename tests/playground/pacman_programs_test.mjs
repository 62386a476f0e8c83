// SPDX-License-Identifier: MIT
// The programs that the tab Pac-Man shows print what the program pacman finds.
import assert from "node:assert/strict";

import {run, runJson} from "./harness.mjs";
import {programsOf, testPrograms} from "./programs.mjs";

const goals = ["shortest", "energy"];
const textFile = (name) => run("pacman", ["convert", `maps/${name}`, "--to", "text"]).out;
const solved = (name, goal) => runJson("pacman", ["solve", `maps/${name}`, "--goal", goal, "--json"]);

// Moves, the energy that is left and the letters of each route that a program printed; null where there is none.
function routesOf(output) {
  return goals.map((goal) => {
    const found = new RegExp(`^${goal}: solved: (\\d+) moves?, (-?\\d+) energy left\n([UDLR]*)$`, "m").exec(output);
    if (!found) assert.match(output, new RegExp(`^${goal}: no route: `, "m"));
    return found ? [Number(found[1]), Number(found[2]), found[3]] : null;
  });
}

const states = [
  {name: "first.txt"}, {name: "fork.json", limit: "60"}, {name: "minefield.txt", limit: "0"}, {name: "spiral.json"},
  {name: "locked.txt"}, {name: "mirage.json"}, {name: "home.txt"},
  {name: "first.txt", moves: "U"}, {name: "twice.txt", limit: "0", after: 4},
].map(({after = 0, ...state}) => ({...state, map: textFile(state.name),
  ...(after ? {moves: solved(state.name, "shortest").path.slice(0, after)} : {})}));

testPrograms(programsOf("pacman/pacman_programs.js"), "pacman", states, (output, {name, moves = ""}) => {
  for (const [at, route] of routesOf(output).entries()) {
    const native = solved(name, goals[at]);
    if (!route) {
      assert.equal(native.status, "no_route", name);
      continue;
    }
    // From the middle of a shortest route, the rest of it is the shortest way on.
    if (at === 0 || moves === "")
      assert.deepEqual(route, [native.moves - moves.length, native.energy, native.path.slice(moves.length)], name);
    const walk = runJson("pacman", ["replay", `maps/${name}`, moves + route[2], "--json"]);
    assert.deepEqual([walk.verdict, walk.energy], ["won", route[1]], name);
  }
});
