// SPDX-License-Identifier: MIT
// The tab Mazes, as a user uses it, beside the program mazegen.
import assert from "node:assert/strict";

import {address, choose, crowding, eventually, fact, numbersIn, panelOf, ready, reopened, run, runJson, saved, scenario, shown, shows} from "./harness.mjs";
import {at, caption, drawn, fill, film, make, mazeText, mazes, picture, searched, solved, table, usual} from "./mazes_page.mjs";
import {outputOf, programsOf} from "./programs.mjs";

const cases = [
  {algorithm: ["Wilson", "wilson"], rows: 24, cols: 32, seed: 7, braid: 0},
  {algorithm: ["Kruskal", "kruskal"], rows: 15, cols: 40, seed: 2026, braid: 40},
  {algorithm: ["Recursive backtracker", "recursive_backtracker"], rows: 60, cols: 60, seed: 3, braid: 0},
];
for (const {algorithm: [name, id], rows, cols, seed, braid} of cases)
  scenario(`a maze by ${name} is the one of mazegen, with the same paths, counts and files`, {at}, async (page) => {
    await ready(page);
    await make(page, {algorithm: name, rows, cols, seed, braid});
    const words = ["--rows", rows, "--cols", cols, "--algorithm", id, "--seed", seed, "--braid", braid / 100].map(String);
    await shows(caption(page), `${name}: ${rows} × ${cols} rooms`);
    let shortest;
    for (const [method, title] of [["dfs", "DFS"], ["bfs", "BFS"], ["dijkstra", "Dijkstra"], ["astar", "A*"]]) {
      const {solution} = runJson("mazegen", [...words, "--solve", method, "--json"]);
      await eventually(async () => assert.deepEqual(await searched(page, title), [solution.length, solution.expanded], title));
      shortest = solution.length;
    }
    assert.equal((await searched(page, "Bidirectional"))[0], shortest);
    assert.ok((await searched(page, "Greedy"))[0] >= shortest);
    const {statistics} = runJson("mazegen", [...words, "--stats", "--json"]);
    for (const [label, value] of [["Rooms", statistics.rooms], ["Passages", statistics.passages], ["Dead ends", statistics.dead_ends],
      ["Loops", statistics.cycles], ["Longest path", statistics.diameter]])
      await eventually(async () => assert.equal(numbersIn(await shown(fact(mazes(page), label)))[0], value, label));
    for (const [button, option] of [["MAZE text", "--maze"], ["Graphviz file", "--dot"], ["Matrix", "--matrix"], ["Graph (SVG)", "--graph"]]) {
      const native = run("mazegen", [...words, option, "-"]);
      if (native.code !== 0) continue;
      const file = await saved(page, mazes(page).getByRole("button", {name: button}));
      assert.ok(file.bytes.toString() === native.out, `${button} is another file than that of mazegen ${option}`);
    }
  });

scenario("what was stopped leaves the maze that is shown, and all reads from that", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  await make(page, {rows: 2000});
  await shows(caption(page), "2,000 × 32 rooms");
  await make(page, {algorithm: "Aldous–Broder", cols: 2000});
  const stop = page.getByRole("button", {name: "Stop"});
  await stop.waitFor();
  await stop.click();
  await stop.waitFor({state: "hidden"});
  const [rows, cols] = await Promise.all(["Rows", "Columns"].map((name) => mazes(page).getByLabel(name, {exact: true}).inputValue()));
  assert.equal(`${cols}`, "32");
  await choose(mazes(page), "radio", "A*");
  const said = numbersIn((await shows(caption(page), /^A\*: a path of/)).replace("A*", ""));
  const text = await mazeText(page);
  const native = solved(text, "astar");
  assert.deepEqual(said, [native.length, native.expanded]);
  assert.match(text, new RegExp(`^N=${2 * rows + 1}, M=${2 * cols + 1},`));
  await address(page, /cols=32/);
  await make(page, {rows: 5, cols: 6});
  await shows(caption(page), /^A\*: a path of \d{1,2} steps/);
});

scenario("the page is alive while a maze is dug", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  await make(page, {algorithm: "Aldous–Broder", rows: 2000, cols: 2000});
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
});

for (const [lang, label, wanted, button] of [["en", "Rows", "A whole number from 1 to 2,000.", "Dijkstra"],
  ["es", "Filas", "Un número entero de 1 a", "Dijkstra"]])
  scenario(`an impossible size is refused at its field and goes nowhere (${lang})`, {at: `#tab=mazes&lang=${lang}`}, async (page) => {
    await ready(page);
    await shows(caption(page), "24 × 32");
    const field = page.getByLabel(label, {exact: true});
    for (const wrong of ["0", "1.5", "1e3", "", "2001", "-3", "ten"]) {
      await field.fill(wrong);
      await field.press("Enter");
      await field.blur();
      const fault = page.locator(".maze-field", {has: field}).getByRole("alert");
      assert.ok((await shows(fault, wanted)).length > 0, wrong);
      assert.equal(await field.getAttribute("aria-invalid"), "true");
    }
    await choose(page, "radio", button);
    await shows(caption(page), lang === "en" ? /^Dijkstra: a path of/ : /^Dijkstra: un camino de/);
    assert.match(await address(page, /method=dijkstra/), /rows=24&/);
    await field.fill("9");
    await field.press("Enter");
    await shows(page.locator(".maze-film").first(), /./);
    await address(page, /rows=9&/);
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
  });

scenario("an address with nonsense shows the usual maze", {at: `${at}&algorithm=none&rows=0&cols=1e3&seed=x&braid=-1&walls=a,b&from=99999&mask=9&step=-4&method=%00`},
  async (page) => {
    await ready(page);
    await shows(caption(page), "Wilson: 24 × 32 rooms, 816 passages.");
    assert.equal(await mazeText(page), run("mazegen", [...usual, "--maze", "-"]).out);
    await address(page, /rows=24&cols=32&seed=7/);
  });

scenario("the usual maze has loops, so that the searches differ", {at}, async (page) => {
  await ready(page);
  await eventually(async () => assert.ok((await searched(page, "DFS"))[0] > 0));
  const found = Object.fromEntries(await Promise.all(["DFS", "BFS", "Greedy", "A*", "Bidirectional", "IDA*"].map(async (name) => [name, await searched(page, name)])));
  assert.ok(found.DFS[0] > found.BFS[0] && found.Greedy[0] > found.BFS[0], JSON.stringify(found));
  assert.ok(found["A*"][1] < found.Bidirectional[1] && found.Bidirectional[1] < found.BFS[1], JSON.stringify(found));
  assert.equal(found["IDA*"][0], found.BFS[0]);
  assert.equal(numbersIn(await shown(fact(mazes(page), "Loops")))[0] > 20, true);
  // Times that the clock can tell: of a search that is too short for it, many are timed.
  const times = table(page).getByRole("row").getByRole("cell").filter({hasText: /[mµ]s$/});
  await eventually(async () => assert.equal(await times.count(), 7));
  for (const text of await times.allInnerTexts()) assert.ok(numbersIn(text)[0] > 0, text);
});

scenario("the digging and the searches are films with all that a player has", {at}, async (page) => {
  await ready(page);
  const player = film(page);
  const where = player.locator("output");
  await make(page, {rows: 10, cols: 12, seed: 5, braid: 0});
  await shows(where, "119 / 119");
  await player.getByRole("button", {name: "To the start"}).click();
  await shows(where, "0 / 119");
  await shows(caption(page), /0 of 119 passages dug/);
  await player.getByRole("button", {name: "Step forward"}).click();
  await player.getByRole("button", {name: "Step forward"}).press("Enter");
  await shows(where, "2 / 119");
  await address(page, /step=2/);
  await player.getByLabel("Speed").selectOption("8×");
  await player.getByRole("button", {name: "Play"}).click();
  await shows(where, "119 / 119");
  // What has ended leaves nothing of its steps behind.
  await page.waitForTimeout(600);
  assert.doesNotMatch(await address(page), /step/);
  await reopened(page, (other) => shows(caption(other), "Wilson: 10 × 12 rooms, 119 passages."));
  await player.getByRole("slider").press("Home");
  await shows(where, "0 / 119");
  const before = await drawn(page);
  await player.getByRole("slider").fill("60");
  await shows(caption(page), "60 of 119 passages dug");
  await eventually(async () => assert.notEqual(await drawn(page), before));
  await mazes(page).getByRole("button", {name: "Watch the search"}).click();
  await shows(caption(page), /a path of/);
});

scenario("New maze makes an entry in the history", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  await address(page, /seed=7&/);
  await mazes(page).getByRole("button", {name: "New maze"}).click();
  await eventually(async () => assert.doesNotMatch(await address(page), /seed=7&/));
  await page.goBack();
  await address(page, /seed=7&/);
  await eventually(async () => assert.equal(await mazes(page).getByLabel("Seed").inputValue(), "7"));
  await eventually(async () => assert.equal(await mazeText(page), run("mazegen", [...usual, "--maze", "-"]).out));
});

scenario("pictures are saved as SVG and PNG, with the route", {at}, async (page) => {
  await ready(page);
  await choose(mazes(page), "radio", "A*");
  await shows(caption(page), "a path of");
  const svg = await saved(page, mazes(page).getByRole("button", {name: "SVG", exact: true}));
  assert.equal(svg.name, "maze-wilson-24x32-7.svg");
  const style = ["--room", "17", "--wall", "3", "--margin", "10", "--solve", "astar"];
  assert.ok(svg.bytes.toString() === run("mazegen", [...usual, ...style, "--svg", "-"]).out, "the SVG is another than that of mazegen");
  const png = await saved(page, mazes(page).getByRole("button", {name: "PNG"}));
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
  await film(page).getByRole("slider").fill("20");
  const said = await shows(caption(page), /^A\*: 20 of \d+ rooms expanded/);
  await address(page, /algorithm=eller.*step=20/);
  await page.mouse.move(0, 0);
  const before = await drawn(page);
  await reopened(page, async (other) => {
    await shows(caption(other), said);
    assert.equal(await other.getByLabel("Colours by distance from S").isChecked(), true);
    await eventually(async () => assert.ok(await drawn(other) === before, "the picture is another"));
  });
});

scenario("in Spanish passages are pasajes, and generators have Spanish names", {at: "#tab=mazes&lang=es"}, async (page) => {
  await ready(page);
  await shows(page.locator(".maze-caption").first(), "816 pasajes");
  const panel = panelOf(page, "Laberintos");
  const text = await panel.innerText();
  assert.doesNotMatch(text, /pasos abiertos|pasos excavados|fichero|celda|Recursive|Hunt/i);
  const names = await panel.getByLabel("Algoritmo").locator("option").allInnerTexts();
  assert.ok(names.includes("Vuelta atrás recursiva") && names.includes("Árbol creciente"), names.join());
});

scenario("the program that is shown finds what the page says", {at: `${at}&view=search&walls=10,300&from=70`}, async (page) => {
  const programs = programsOf("mazes/maze_mask.js", "mazes/mazes_programs.js");
  await ready(page);
  for (const [name, id] of [["Greedy", "greedy"], ["Bidirectional", "bidirectional"], ["IDA*", "ida_star"]]) {
    await choose(mazes(page), "radio", name);
    const said = (await shows(caption(page), `${name}: a path of`)).replace(`${name}: `, "").replace(/[,.](?=\d)|\.$/g, "");
    const state = Object.fromEntries(new URLSearchParams((await address(page, new RegExp(`method=${id}`))).slice(1)));
    assert.equal(outputOf(`mazes seen ${id}`, programs.make("mazes", state).source).trim(), said);
  }
});
