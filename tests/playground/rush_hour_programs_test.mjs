// SPDX-License-Identifier: MIT
// The programs that the tab Rush Hour shows print what the program rush_hour finds.
import assert from "node:assert/strict";

import {runJson, textOf} from "./harness.mjs";
import {programsOf, testPrograms} from "./programs.mjs";

const programs = programsOf("rush_hour/rush_hour_programs.js");
const boardOf = (name) => textOf(`parks/${name}.txt`).replace(/\s/g, "").replace(/\./g, "o");

const solved = [];
for (const name of ["morning", "evening", "pillars", "gridlock"])
  for (const metric of ["slide", "step"]) solved.push({board: boardOf(name), metric});
solved.push({board: boardOf("boxed_in"), metric: "slide"});
// Solved already: no move at all.
solved.push({board: "ooooBBooooCCooooAAoooooooooooooooooo", metric: "slide"});

testPrograms(programs, "rush_hour", solved, (output, {board, metric}) => {
  const native = runJson("rush_hour", ["solve", board, "--metric", metric, "--json"]);
  const expected = native.status === "solved"
    ? `fewest ${metric === "step" ? `steps: ${native.steps}` : `moves: ${native.moves}`}\n${native.solution}\n` : "no solution\n";
  assert.equal(output, expected);
});

const made = [{moves: 12, walls: 0, seed: 7}, {moves: 20, walls: 2, seed: 999999999}, {moves: 51, walls: 0, seed: 0}].map((one) => ({made: one}));
testPrograms(programs, "rush_hour", made, (output, {made: {moves, walls, seed}}) => {
  const native = runJson("rush_hour", ["generate", "--moves", moves, "--walls", walls, "--seed", seed, "--json"].map(String));
  const {board} = native.boards ? native.boards[0] : native;
  assert.equal(output.replace(/\s/g, "").replace(/\./g, "o"), board);
});
