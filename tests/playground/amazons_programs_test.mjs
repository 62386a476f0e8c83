// SPDX-License-Identifier: MIT
// The programs that the tab Amazons shows find the plays of the program amazons.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";

import {example, runJson} from "./harness.mjs";
import {programsOf, testPrograms} from "./programs.mjs";

const programs = programsOf("amazons/amazons_programs.js");
const game = (name) => (name ? readFileSync(example(`duels/${name}.txt`), "utf8") : "");
const states = [
  {start: "", plays: [], level: 2, seed: 1},
  {start: "", plays: ["d1-d7/g7"], level: 3, seed: 1},
  {start: "", plays: ["d1-d7/g7", "g10-e8/e3"], level: 1, seed: 5},
  ...["middle", "endgame", "hopeless"].map((name) => ({start: game(name), plays: [], level: 3, seed: 1})),
];

// A saved game after a play: an amazon stands elsewhere, and there is an arrow more.
function after(text, play) {
  const [from, to, arrow] = play.split(/[-/]/);
  const [white, black, arrows, player] = text.split("\n");
  const moved = (side) => side.split(",").map((cell) => (cell === from ? to : cell)).join(",");
  return [moved(white), moved(black), arrows ? `${arrows},${arrow}` : arrow, player === "1" ? "2" : "1", ""].join("\n");
}

testPrograms(programs, "amazons", states, (output, {start, plays, level, seed}) => {
  const text = plays.reduce(after, start || "a4,d1,g1,j4\na7,d10,g10,j7\n\n1\n");
  const {play} = runJson("amazons", ["best", "-", "--level", String(level), "--seed", String(seed), "--json"], {input: text});
  assert.equal(output.trim(), play);
});
