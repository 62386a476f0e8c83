// SPDX-License-Identifier: MIT
// The programs that the tab Mazes shows print what mazegen says about the same mazes.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

import {run} from "./harness.mjs";
import {programsOf, testPrograms} from "./programs.mjs";

const programs = programsOf("mazes/maze_mask.js", "mazes/mazes_programs.js");
const usual = {algorithm: "wilson", rows: "24", cols: "32", seed: "7", braid: "30", entrance: "corners", view: "search", method: "bfs"};
const ring = "13.2.4.2.11";  // of 4 x 8 rooms

const states = [
  {...usual},
  {...usual, view: "dig"},
  {...usual, algorithm: "kruskal", rows: "40", cols: "50", seed: "2026", method: "astar", entrance: "farthest"},
  {...usual, algorithm: "recursive_backtracker", braid: "0", method: "dfs", entrance: "sides"},
  {...usual, algorithm: "eller", braid: "100", method: "dijkstra", entrance: "random", seed: "18446744073709551615"},
  {...usual, algorithm: "prim_frontier", method: "greedy"},
  {...usual, algorithm: "growing_tree", method: "bidirectional"},
  {...usual, algorithm: "hunt_and_kill", braid: "10", method: "ida_star"},
  {...usual, rows: "4", cols: "8", mask: ring, method: "astar"},
  {...usual, rows: "30", cols: "30", mask: "circle", view: "dig"},
  {...usual, rows: "8", cols: "9", walls: "0,1,40,41,60", from: "30", to: "65", method: "astar"},
  {...usual, rows: "8", cols: "9", walls: "0,1,40,41,60", to: "65"},
];

// The maze of mazegen as text; a mask is the one in the source of the program.
function textOf({algorithm, rows, cols, seed, braid, entrance, mask}, source) {
  const words = ["--algorithm", algorithm, "--seed", seed, "--braid", String(braid / 100), "--entrance", entrance, "--maze", "-"];
  const file = join(tmpdir(), `senda-mask-${process.pid}.txt`);
  if (mask) writeFileSync(file, source.match(/R"\(\n([.#\n]+)\)"/)[1]);
  return run("mazegen", [...words, ...(mask ? ["--mask", file] : ["--rows", rows, "--cols", cols])]).out;
}

// The same with the walls toggled and the ends moved.
function changed(text, {cols, walls, from, to}) {
  const [head, ...lines] = text.trimEnd().split("\n");
  const cells = lines.map((line) => [...line]);
  const place = (room) => [2 * Math.floor(room / cols) + 1, 2 * (room % cols) + 1];
  for (const wall of walls ? walls.split(",").map(Number) : []) {
    const [row, column] = place(wall >> 1);
    const [y, x] = wall % 2 ? [row + 1, column] : [row, column + 1];
    cells[y][x] = cells[y][x] === "#" ? "0" : "#";
  }
  for (const [letter, room] of [["S", from], ["E", to]]) {
    if (!room) continue;
    for (const line of cells) if (line.includes(letter)) line[line.indexOf(letter)] = "0";
    const [y, x] = place(Number(room));
    cells[y][x] = letter;
  }
  return [head, ...cells.map((line) => line.join("")), ""].join("\n");
}

testPrograms(programs, "mazes", states, (output, state) => {
  const text = changed(textOf(state, programs.make("mazes", state).source), state);
  const native = (method) => JSON.parse(run("mazegen", ["--read", "-", "--solve", method, "--json"], {input: text}).out);
  if (state.view === "dig") {
    const {rows, cols, statistics} = native("bfs");
    assert.equal(output, `${rows} x ${cols} rooms, ${statistics.passages} passages\n`);
    return;
  }
  const isNative = ["dfs", "bfs", "dijkstra", "astar"].includes(state.method);
  const {solution} = native(isNative ? state.method : "bfs");
  const [steps, expanded] = output.match(/^a path of (\d+) steps, (\d+) rooms expanded\n$/).slice(1).map(Number);
  if (isNative) assert.deepEqual([steps, expanded], [solution.length, solution.expanded]);
  else if (state.method === "greedy") assert.ok(steps >= solution.length && expanded < solution.expanded, output);
  else assert.equal(steps, solution.length);
});
