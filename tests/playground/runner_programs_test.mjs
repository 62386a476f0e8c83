// SPDX-License-Identifier: MIT
// The programs that the tab MAZE runner shows, beside the program maze.
import assert from "node:assert/strict";

import {example, runJson, textOf} from "./harness.mjs";
import {programsOf, testPrograms} from "./programs.mjs";

const programs = programsOf("runner/runner_programs.js");
const solved = (name, more) => ({name: `${name}.txt`, text: textOf(`mazes/${name}.txt`), mode: "solve", ...more});
const native = ({name}, ...words) => runJson("maze", ["solve", `mazes/${name}`, "--json", ...words]);
const stepsOf = (route) => route.map(([x, y], step) => `${step} (${x},${y})`);

// As the page has it after Solve: the route and its number among the optimal ones.
testPrograms(programs, "runner", [
  solved("treasure", {shown: "optimal", at: 0}), solved("treasure", {shown: "optimal", at: 3}), solved("detour", {shown: "optimal", at: -1}),
  solved("garden", {shown: "feasible", at: 0}), solved("twice", {}),
], (out, state) => {
  const answer = native(state, "--count", "--routes", "4");
  const lines = out.trimEnd().split("\n");
  const route = state.shown === "feasible" ? answer.feasible : state.at >= 0 ? {route: answer.routes[state.at]} : answer.optimal;
  assert.equal(lines[0], `solved: ${answer.optimal.steps} steps, ${answer.optimal.life} life left`);
  assert.equal(lines[1], `first found: ${answer.feasible.steps} steps, ${answer.feasible.life} life left`);
  assert.equal(lines[2], `optimal routes: ${answer.optimal.count}`);
  assert.deepEqual(lines.slice(3).map((line) => line.replace(/ \d+$/, "")), stepsOf(route.route));
});

testPrograms(programs, "runner", [solved("mirage", {reason: "starved"}), solved("walled_off", {reason: "unreachable"})], (out, state) => {
  const {reason} = native(state);
  assert.match(out, reason === "starved" ? /^no route: every way to E is deadly\nleast life: 17\n$/ : /^no route: walls part S from E\n$/);
});

// The numbers of states are those that the test of the page reads there.
const watched = [["treasure", "exact", 40], ["trade_off", "manhattan", 252], ["trade_off", "bfs", 318], ["mirage", "exact", 1988]];
testPrograms(programs, "runner", [
  ...watched.map(([name, search, expanded]) => solved(name, {mode: "watch", search, expanded})),
  solved("caves", {mode: "watch", search: "exact", limit: 500, expanded: 500}),
], (out, state) => {
  const {maze, optimal} = native(state);
  const lines = out.trimEnd().split("\n");
  const arrival = optimal && !state.limit ? lines.pop() : "";
  assert.equal(lines.length, state.expanded);
  assert.equal(lines[0], `1: (${maze.start.join()}) after 0 steps, life ${maze.life}`);
  if (arrival) assert.match(arrival, new RegExp(`^${optimal.steps} steps, \\d+ life left$`));
});

testPrograms(programs, "runner", [solved("treasure", {mode: "walk", moves: "RR"}), solved("treasure", {mode: "walk", moves: "RRR"})], (out, {moves}) => {
  assert.equal(out, moves === "RR" ? "step 2, life 2 at (3,2)\n" : "step 3, life -1 at (4,2), dead\n");
});

// A long maze is read from its file.
testPrograms(programs, "runner", [{...solved("labyrinth", {shown: "optimal", at: -1}), name: example("mazes/labyrinth.txt")}], (out) => {
  const {optimal} = native({name: "labyrinth.txt"}, "--count");
  assert.ok(out.startsWith(`solved: ${optimal.steps} steps, ${optimal.life} life left\n`), out.slice(0, 80));
  assert.ok(out.includes(`\noptimal routes: ${optimal.count}\n`));
});
