// SPDX-License-Identifier: MIT
// The tab Mazes, as a user uses it, beside the program mazegen.
import assert from "node:assert/strict";

import {address, choose, crowding, eventually, fact, looksGood, numbersIn, panelOf, timeout, ready, reopened, run, runJson, saved, scenario, shown,
  shows} from "./harness.mjs";

const at = "#tab=mazes&lang=en";
const mazes = (page) => panelOf(page, "Mazes");
const caption = (page) => mazes(page).locator(".maze-caption");
const table = (page) => mazes(page).getByRole("table", {name: "The searches side by side"});

async function make(page, {algorithm, rows, cols, seed, braid}) {
  const panel = mazes(page);
  if (algorithm) await panel.getByLabel("Algorithm").selectOption({label: algorithm});
  for (const [label, value] of [["Rows", rows], ["Columns", cols], ["Seed", seed]])
    if (value !== undefined) {
      await panel.getByLabel(label, {exact: true}).fill(String(value));
      await panel.getByLabel(label, {exact: true}).press("Tab");
    }
  if (braid !== undefined) {
    const slider = panel.getByRole("slider", {name: /^Dead ends opened/});
    await slider.fill(String(braid));
    await slider.dispatchEvent("change");
  }
}

// The row of a search in the table: [steps, expanded].
const searched = async (page, name) => {
  const cells = await table(page).getByRole("row", {name: new RegExp(`^${name.replace("*", "\\*")}`)}).getByRole("cell").allInnerTexts();
  return cells.slice(0, 2).map((one) => numbersIn(one)[0]);
};

const cases = [
  {algorithm: ["Wilson", "wilson"], rows: 24, cols: 32, seed: 7},
  {algorithm: ["Kruskal", "kruskal"], rows: 15, cols: 40, seed: 2026, braid: 40},
  {algorithm: ["Recursive backtracker", "recursive_backtracker"], rows: 60, cols: 60, seed: 3},
];
for (const {algorithm: [name, id], rows, cols, seed, braid = 0} of cases)
  scenario(`a maze by ${name} is the one of mazegen, with the same paths and the same counts`, {at}, async (page) => {
    await ready(page);
    await make(page, {algorithm: name, rows, cols, seed, braid});
    const words = ["--rows", rows, "--cols", cols, "--algorithm", id, "--seed", seed, "--braid", braid / 100].map(String);
    await shows(caption(page), `${rows} × ${cols} rooms`);
    for (const [method, title] of [["dfs", "DFS"], ["bfs", "BFS"], ["dijkstra", "Dijkstra"], ["astar", "A*"]]) {
      const {solution} = runJson("mazegen", [...words, "--solve", method, "--json"]);
      await eventually(async () => assert.deepEqual(await searched(page, title), [solution.length, solution.expanded], title));
    }
    const {statistics} = runJson("mazegen", [...words, "--stats", "--json"]);
    for (const [label, value] of [["Rooms", statistics.rooms], ["Passages", statistics.passages], ["Dead ends", statistics.dead_ends],
      ["Loops", statistics.cycles], ["Longest path", statistics.diameter]])
      await eventually(async () => assert.equal(numbersIn(await shown(fact(mazes(page), label)))[0], value, label));
    const file = await saved(page, mazes(page).getByRole("button", {name: "MAZE text"}));
    assert.equal(file.bytes.toString(), run("mazegen", [...words, "--maze", "-"]).out);
  });

scenario("the digging and the searches are films with all that a player has", {at}, async (page) => {
  await ready(page);
  const panel = mazes(page);
  const player = panel.getByRole("group", {name: "Film"});
  const where = player.locator("output");
  await make(page, {rows: 10, cols: 12, seed: 5});
  await shows(where, "119 / 119");
  await player.getByRole("button", {name: "To the start"}).click();
  await shows(where, "0 / 119");
  await shows(caption(page), /0 of 119 passages dug/);
  await player.getByRole("button", {name: "Step forward"}).click();
  await player.getByRole("button", {name: "Step forward"}).press("Enter");
  await shows(where, "2 / 119");
  await player.getByRole("button", {name: "Step back"}).click();
  await shows(where, "1 / 119");
  await player.getByLabel("Speed").selectOption("8×");
  await player.getByRole("button", {name: "Play"}).click();
  await shows(where, "119 / 119");
  await player.getByRole("slider").press("Home");
  await shows(where, "0 / 119");

  const lengths = {};
  for (const [method, id] of [["DFS", "dfs"], ["BFS", "bfs"], ["Dijkstra", "dijkstra"], ["A*", "astar"]]) {
    await choose(panel, "radio", method);
    lengths[id] = numbersIn((await shows(caption(page), new RegExp(`^${method.replace("*", "\\*")}: a path of`))).split("path of")[1])[0];
  }
  const native = runJson("mazegen", ["--rows", "10", "--cols", "12", "--algorithm", "wilson", "--seed", "5", "--solve", "bfs", "--json"]);
  assert.deepEqual(lengths, {dfs: native.solution.length, bfs: native.solution.length, dijkstra: native.solution.length, astar: native.solution.length});
  await panel.getByRole("button", {name: "Watch the search"}).click();
  await shows(caption(page), /a path of/);
});

scenario("an impossible wish is refused, and the maze stays", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  await make(page, {rows: 0});
  await shows(mazes(page).getByRole("alert"), /error/);
  await shows(caption(page), "24 × 32");
  await make(page, {rows: 9});
  await shows(caption(page), "9 × 32 rooms");
  assert.equal(await mazes(page).getByRole("alert").count(), 0);
});

scenario("files are saved as SVG and PNG", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "rooms, dug");
  const svg = await saved(page, mazes(page).getByRole("button", {name: "SVG"}));
  assert.match(svg.name, /\.svg$/);
  assert.match(svg.bytes.toString().slice(0, 200), /<svg/);
  const png = await saved(page, mazes(page).getByRole("button", {name: "PNG"}));
  assert.match(png.name, /\.png$/);
  assert.deepEqual([...png.bytes.subarray(0, 4)], [0x89, 0x50, 0x4e, 0x47]);
});

scenario("a maze goes to the MAZE runner and is solved there", {at}, async (page) => {
  await ready(page);
  await make(page, {rows: 8, cols: 9, seed: 4});
  await shows(caption(page), "8 × 9 rooms");
  await mazes(page).getByRole("button", {name: "Open in MAZE runner"}).click();
  await shows(panelOf(page, "MAZE runner"), "17 rows, 19 columns");
});

scenario("a link shows the same maze, search and step", {at}, async (page) => {
  await ready(page);
  await make(page, {algorithm: "Eller", rows: 14, cols: 17, seed: 99, braid: 50});
  await choose(mazes(page), "radio", "A*");
  await shows(caption(page), /^A\*: a path of/);
  await mazes(page).getByLabel("Colours by distance from S").check();
  await mazes(page).getByRole("group", {name: "Film"}).getByRole("slider").fill("20");
  const said = await shows(caption(page), /^A\*: 20 of \d+ rooms expanded/);
  await address(page, /algorithm=eller.*step=20/);
  const drawn = (where) => where.locator("canvas.maze-picture").evaluate((canvas) => canvas.toDataURL());
  const before = await drawn(page);
  await reopened(page, async (other) => {
    await shows(caption(other), said);
    assert.equal(await other.getByLabel("Colours by distance from S").isChecked(), true);
    await eventually(async () => assert.ok(await drawn(other) === before, "the picture is another"));
  });
});

scenario("a maze of 1000 x 1000 is dug and solved in well under a second, and the page does not freeze", {at}, async (page, t) => {
  await ready(page);
  await make(page, {algorithm: "Kruskal", rows: 1000, cols: 1000, seed: 1});
  const milliseconds = (text) => numbersIn(text).pop() * (/ ms/.test(text) ? 1 : 1000);
  const dug = milliseconds((await shows(caption(page), /1,000 × 1,000 rooms, dug in/, 5 * timeout)).replace(/\.$/, ""));
  const cells = table(page).getByRole("row", {name: /^BFS/}).getByRole("cell");
  const found = milliseconds(await shows(cells.last(), /s$/, 5 * timeout));
  t.diagnostic(`dug in ${dug} ms, solved in ${found} ms, on a machine ${crowding().toFixed(1)} times too busy`);
  assert.ok(dug + found < 1000 * crowding(), `dug in ${dug} ms, solved in ${found} ms`);
});

scenario("long work can be stopped, and the page is alive meanwhile", {at}, async (page) => {
  await ready(page);
  await make(page, {algorithm: "Aldous–Broder", rows: 2000, cols: 2000, seed: 1});
  const stop = page.getByRole("button", {name: "Stop"});
  await stop.waitFor();
  const longest = await page.evaluate(async () => {
    let last = performance.now();
    let most = 0;
    for (let i = 0; i < 30; ++i) {
      await new Promise(requestAnimationFrame);
      most = Math.max(most, performance.now() - last);
      last = performance.now();
    }
    return most;
  });
  assert.ok(longest < 500 * crowding(), `the page stood still for ${longest} ms`);
  await stop.click();
  await stop.waitFor({state: "hidden"});
  await make(page, {rows: 5, cols: 6});
  await shows(caption(page), "5 × 6 rooms");
});

scenario("Mazes looks good in both looks and all sizes", {at}, async (page, t) => {
  await ready(page);
  await choose(mazes(page), "radio", "A*");
  await mazes(page).getByLabel("Colours by distance from S").check();
  await shows(caption(page), /^A\*: a path of/);
  await looksGood(page, t, "mazes");
});
