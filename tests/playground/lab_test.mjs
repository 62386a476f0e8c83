// SPDX-License-Identifier: MIT
// The tab Lab and its part Map, as a user uses it.
import assert from "node:assert/strict";

import {address, choose, eventually, numbersIn, panelOf, ready, reopened, saved, scenario, shown, shows} from "./harness.mjs";
import {at, board, caption, drag, fact, lab, place, promise, rowsOf, setting, signAt, solved, spot} from "./lab_map.mjs";

scenario("the lab comes first, and its map is solved when the page is there", {}, async (page) => {
  await ready(page);
  const {expanded, open, cost} = await solved(page, "valley", 60, {search: "astar"});
  assert.deepEqual(numbersIn(await shows(caption(page), /found a path/)), [expanded, open, cost]);
  await shows(promise(page), "Guaranteed: no path is cheaper");
  assert.equal(await place(page).inputValue(), String(expanded));
});

scenario("start and goal are dragged, and the answer follows while they move", {at}, async (page) => {
  await ready(page);
  const before = await shows(caption(page), /found/);
  const told = new Set();
  await page.mouse.move(...await spot(page, [53, 30]));
  await page.mouse.down();
  for (const cell of [[53, 27], [51, 27], [50, 34], [47, 34]]) {
    await page.mouse.move(...await spot(page, cell));
    await eventually(async () => assert.ok(!told.has(await shown(caption(page)))));
    told.add(await shown(caption(page)));
  }
  await page.mouse.up();
  assert.equal(await signAt(page, [47, 34]), "G");
  await drag(page, [[6, 21], [6, 30], [20, 20]]);
  assert.equal(await signAt(page, [20, 20]), "S");
  const after = await shown(caption(page));
  assert.notEqual(after, before);
  await address(page, /map=60\.40\.1220\.2087\./);
  await reopened(page, async (other) => shows(caption(other), after));
  const undo = lab(page).getByRole("button", {name: "Undo"});
  await undo.click();
  await undo.click();
  await shows(caption(page), before);
  assert.ok(await undo.isDisabled());
  await lab(page).getByRole("button", {name: "Redo"}).click();
  await lab(page).getByRole("button", {name: "Redo"}).click();
  await shows(caption(page), after);
});

scenario("a stroke builds walls or tears them down as its first cell says, and terrain is painted", {at: `${at}&sample=empty&size=20`}, async (page) => {
  await ready(page);
  const small = [20, 14];
  await drag(page, [[10, 0], [10, 13]], small);
  await shows(caption(page), /there is no path/);
  for (const row of [0, 6, 13]) assert.equal(await signAt(page, [10, row]), "#");
  await shows(promise(page), "there is no path");
  await drag(page, [[10, 5], [10, 8], [12, 8]], small);
  assert.deepEqual((await rowsOf(page)).map((row) => row[10]).join(""), "#####1111#####");
  await shows(caption(page), /found a path/);
  const level = numbersIn(await shown(caption(page)))[2];
  await choose(lab(page), "radio", "Terrain of cost 7");
  await drag(page, [[9, 0], [9, 13]], small);
  assert.equal(await signAt(page, [9, 6]), "7");
  await eventually(async () => assert.equal(numbersIn(await shown(caption(page)))[2], level + 6));
  // Nobody walls in the start or the goal, and neither goes into a wall.
  await choose(lab(page), "radio", "Wall");
  const rows = await rowsOf(page);
  const start = [rows.findIndex((row) => row.includes("S"))].map((row) => [rows[row].indexOf("S"), row])[0];
  await drag(page, [[start[0] - 2, start[1]], [start[0] + 2, start[1]]], small);
  assert.equal(await signAt(page, start), "S");
  await drag(page, [start, [10, 0]], small);
  assert.notEqual(await signAt(page, [10, 0]), "S");
  await lab(page).getByRole("button", {name: "Clear walls"}).click();
  await lab(page).getByRole("button", {name: "Level the ground"}).click();
  assert.match((await rowsOf(page)).join(""), /^[1SG]+$/);
});

scenario("the scrubber shows every expansion, and the queue says which comes next", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), /found/);
  for (const step of [1, 100, 500, 300]) {
    await place(page).fill(String(step));
    const [now, all, waiting] = numbersIn(await shows(caption(page), /^After/));
    assert.deepEqual([now, all], [step, 939]);
    await shows(lab(page).locator(".lab-queue p.hint"), waiting > 12 ? `12 of ${waiting}` : `${waiting} cells`);
    const first = await lab(page).locator(".lab-places tbody tr").first().locator("td").allInnerTexts();
    const [col, row] = numbersIn(first[1]);
    const [f, g, h] = first.slice(2).map(Number);
    assert.equal(f, g + h);
    await page.mouse.move(...await spot(page, [col - 1, row - 1]));
    await shows(fact(page, "place"), `1 of ${waiting} in the queue`);
    await lab(page).getByRole("button", {name: "Step forward"}).click();
    await page.mouse.move(...await spot(page, [col - 1, row - 1]));
    await shows(fact(page, "place"), `expanded as no. ${step + 1}`);
  }
  await address(page, /step=301/);
  await reopened(page, async (other) => shows(caption(other), "After 301 of 939"));
  await lab(page).getByRole("button", {name: "To the end"}).click();
  await eventually(async () => assert.doesNotMatch(await address(page), /step=/));
});

scenario("pointing at a cell says g, h, f, its parent and its place", {at: `${at}&sample=empty&size=20`}, async (page) => {
  await ready(page);
  await shows(caption(page), /found/);
  await page.mouse.move(...await spot(page, [5, 8], [20, 14]));
  await shows(fact(page, "where"), "6, 9");
  const [g, h, f] = await Promise.all(["g", "h", "f"].map(async (name) => Number(await shown(fact(page, name)))));
  assert.deepEqual([g, h, f], [1, 13, 14]);
  await shows(fact(page, "parent"), "5, 9");
  await page.mouse.move(...await spot(page, [19, 13], [20, 14]));
  await shows(fact(page, "place"), "not reached");
  await shows(fact(page, "g"), "–");
});

scenario("all can be drawn by keys, and what they meet is said", {at: `${at}&sample=empty&size=20`}, async (page) => {
  await ready(page);
  await shows(caption(page), /found/);
  await board(page).focus();
  const [start] = (await rowsOf(page)).map((row, y) => [row.indexOf("S"), y]).filter(([x]) => x >= 0);
  await board(page).focus();
  for (const key of ["ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
  await eventually(async () => assert.equal(await signAt(page, [start[0] + 1, start[1] - 1]), "#"));
  await shows(fact(page, "cost"), "wall");
  await board(page).focus();
  for (const key of ["Enter", "ArrowDown", "7"]) await page.keyboard.press(key);
  assert.equal(await signAt(page, [start[0] + 1, start[1] - 1]), "1");
  assert.equal(await signAt(page, [start[0] + 1, start[1]]), "7");
  await shows(page.locator("#announcer"), new RegExp(`${start[0] + 2}, ${start[1] + 1}; 7; g`));
  await board(page).focus();
  for (const key of ["ArrowDown", "ArrowDown", "s", "ArrowRight", "g"]) await page.keyboard.press(key);
  assert.equal(await signAt(page, [start[0] + 1, start[1] + 2]), "S");
  assert.equal(await signAt(page, [start[0] + 2, start[1] + 2]), "G");
  assert.deepEqual(numbersIn(await shown(caption(page))).slice(-1), [1]);
  await board(page).focus();
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.notEqual(await signAt(page, [start[0] + 2, start[1] + 2]), "G"));
  await board(page).focus();
  await page.keyboard.press("Control+Shift+z");
  await eventually(async () => assert.equal(await signAt(page, [start[0] + 2, start[1] + 2]), "G"));
});

const finger = (page, events, size) => (async () => {
  for (const [type, cell] of events) {
    const [clientX, clientY] = await spot(page, cell, size);
    await board(page).locator("canvas").dispatchEvent(type, {clientX, clientY, pointerType: "touch", pointerId: 9, isPrimary: true, button: 0, bubbles: true});
  }
})();

scenario("a finger draws and drags on the map, and scrolls the page elsewhere", {at, width: 360, height: 740, touch: true, scale: 2}, async (page) => {
  await ready(page);
  const small = [20, 14];
  const before = await shows(caption(page), /found/);
  assert.equal(await board(page).evaluate((one) => getComputedStyle(one).touchAction), "none");
  await page.touchscreen.tap(...await spot(page, [6, 3], small));
  await eventually(async () => assert.notEqual(await shown(caption(page)), before));
  await finger(page, [["pointerdown", [17, 10]], ["pointermove", [17, 9]], ["pointermove", [15, 9]], ["pointerup", [15, 9]]], small);
  assert.equal(await signAt(page, [15, 9]), "G");
  assert.equal(await signAt(page, [6, 3]), "#");
});

const searches = {
  "Breadth-first": ["bfs", /fewer steps; it may well be dearer/], "Depth-first": ["dfs", /only that it is a path; it may wind/],
  "Dijkstra": ["dijkstra", /no path is cheaper; cells are taken/], "Greedy": ["greedy", /any amount more/], "A*": ["astar", /never says too much/],
  "Weighted A*": ["weighted", /at most 1\.5 times/], "Bidirectional Dijkstra": ["bidirectional", /both sides/],
  "Bidirectional A*": ["bidirectional_astar", /both sides/], "IDA*": ["ida_star", /cut short/], "Iterative deepening": ["iterative_deepening_dfs", /cut short/],
  "Anytime A*": ["anytime_astar", /no path is cheaper/], "Beam": ["beam", /dropped/],
};
scenario("every search of the library that fits runs on the map and says what it guarantees", {at}, async (page) => {
  await ready(page);
  for (const [name, [id, guaranteed]] of Object.entries(searches)) {
    await setting(page, "Search").selectOption({label: name});
    const {status, expanded, cost} = await solved(page, "valley", 60, {search: id});
    const numbers = numbersIn(await shows(caption(page), status === "limit" ? `${name} gave up` : name));
    assert.equal(numbers[0], expanded, name);
    if (status === "found") assert.equal(numbers[numbers.length - 1], cost, name);
    await shows(promise(page), guaranteed);
    await address(page, name === "A*" ? /size=60/ : new RegExp(`search=${id}`));
  }
});

scenario("jump points say what they need, and draw their jumps", {at: `${at}&search=jump_point`}, async (page) => {
  await ready(page);
  await shows(caption(page), "need eight directions");
  await lab(page).getByRole("button", {name: "Use eight directions"}).click();
  await shows(caption(page), "costs the same everywhere");
  await lab(page).locator(".stage").getByRole("button", {name: "Level the ground"}).click();
  await shows(caption(page), /Jump points expanded \d+ cells of 2,206 and found a path/);
  await shows(promise(page), "no path is shorter");
});

scenario("IDA* shows its thresholds, and each leads to the beginning of its round", {at: `${at}&sample=maze&size=20&search=ida_star&directions=8&estimate=octile`}, async (page) => {
  await ready(page);
  await shows(caption(page), /made [\d,]+ expansions in \d+ rounds and found a path/);
  const rounds = lab(page).locator(".lab-rounds button");
  const thresholds = (await rounds.allInnerTexts()).map(Number);
  assert.ok(thresholds.length > 1);
  assert.deepEqual(thresholds, [...thresholds].sort((a, b) => a - b));
  await rounds.nth(1).click();
  await shows(caption(page), /^After/);
  await shows(lab(page).locator(".lab-queue h2"), "Path at hand");
  await shows(lab(page).locator(".lab-places tbody tr").first(), /^1 1, 1 /);
});

scenario("each setting says what it changes and what is still guaranteed", {at}, async (page) => {
  await ready(page);
  await choose(lab(page), "radio", "Eight");
  await shows(lab(page).locator(".lab-setting-estimate .hint"), "With diagonals it says too much");
  await shows(promise(page), /at most 1\.41 times.*exaggerate/);
  await setting(page, "Estimate").selectOption({label: "Octile"});
  await shows(promise(page), "no path is cheaper");
  await setting(page, "Estimate").selectOption({label: "Twice the distance"});
  await shows(promise(page), "at most 2 times");
  await setting(page, "Estimate").selectOption({label: "Zero"});
  await shows(lab(page).locator(".lab-setting-estimate .hint"), "A* becomes Dijkstra");
  const dijkstra = await solved(page, "valley", 60, {search: "dijkstra", directions: 8});
  assert.equal(numbersIn(await shown(caption(page)))[0], dijkstra.expanded);
  await setting(page, "Estimate").selectOption({label: "Octile"});
  await setting(page, "Search").selectOption({label: "Weighted A*"});
  await shows(caption(page), /Weighted A\* made 1,945 expansions in 1?,?\d{3} cells of 2,206 and found/);
  for (const weight of ["1.2", "4.5"]) {
    await setting(page, "Weight").fill(weight);
    await shows(promise(page), `at most ${weight} times`);
    const {expanded} = await solved(page, "valley", 60, {search: "weighted", weight, directions: 8, estimate: "octile"});
    assert.equal(numbersIn(await shown(caption(page)))[0], expanded);
  }
  await setting(page, "Ties").selectOption({label: "Near the straight line"});
  await shows(lab(page).locator(".lab-setting-ties .hint"), "nearest to the line");
  await address(page, /search=weighted&directions=8&estimate=octile&weight=4\.5&ties=line/);
  await setting(page, "Search").selectOption({label: "Dijkstra"});
  for (const name of ["Estimate", "Weight", "Ties"]) assert.ok(!await setting(page, name).isVisible(), name);
});

scenario("the story tells what is true of its maps in every size", {at}, async (page) => {
  await ready(page);
  for (const cols of [20, 40, 60]) {
    const of = (chapter, more) => page.evaluate((number) => playgroundLabStory.chapters[number - 1].set, chapter)
      .then((set) => solved(page, set.sample, cols, {...set, ...more}));
    const [flood, costs, estimate] = await Promise.all([of(1), of(2), of(3)]);
    assert.ok(costs.cost < flood.cost);
    assert.ok(estimate.cost === costs.cost && estimate.expanded < costs.expanded);
    const [weighted, exact] = await Promise.all([of(4), of(4, {search: "astar"})]);
    assert.ok(weighted.expanded < 0.6 * exact.expanded && weighted.cost <= 3 * exact.cost);
    const [shallow, deepest] = await Promise.all([of(5), of(5, {ties: "deepest"})]);
    assert.ok(deepest.cost === shallow.cost && deepest.expanded < 0.5 * shallow.expanded);
    const [lie, truth] = await Promise.all([of(6), of(6, {estimate: "manhattan"})]);
    assert.ok(truth.cost < lie.cost);
  }
});

scenario("the story has six steps, with free play between them, in the address and in Spanish", {at}, async (page) => {
  await ready(page);
  const story = lab(page).locator(".lab-story");
  await story.getByRole("button", {name: "Start the story"}).click();
  const titles = ["Flood", "Costs", "Estimate", "Weight", "Ties", "When the estimate lies"];
  for (const [index, title] of titles.entries()) {
    await shows(story, `Step ${index + 1} of 6 ${title}`);
    assert.equal((await shown(story.locator(".lab-story-text"))).match(/[.:]( |$)/g).filter((one) => one[0] === ".").length, 2);
    await address(page, new RegExp(`size=60&story=${index + 1}$`));
    if (index < 5) await story.getByRole("button", {name: "Next"}).click();
  }
  const lie = await shown(caption(page));
  await setting(page, "Estimate").selectOption({label: "Manhattan"});
  await address(page, /story=6&estimate=manhattan/);
  await reopened(page, async (other) => {
    await shows(lab(other).locator(".lab-story"), "Step 6 of 6");
    await shows(caption(other), await shown(caption(page)));
  });
  await story.getByRole("button", {name: "Show this step again"}).click();
  await shows(caption(page), lie);
  await page.goBack();
  await eventually(async () => assert.equal(await setting(page, "Estimate").inputValue(), "manhattan"));
  await page.getByRole("button", {name: "Español"}).click();
  const spanish = panelOf(page, "Laboratorio");
  await shows(spanish.locator(".lab-story"), "Paso 6 de 6 Cuando la estimación miente");
  await shows(spanish.locator(".lab-caption"), /^A\* expandió \d+ casillas de 2.400 y encontró un camino de coste 71\.$/);
  await spanish.locator(".lab-story").getByRole("button", {name: "Terminar"}).click();
  await shows(spanish.locator(".lab-story"), "Empezar la historia");
});

scenario("maps come as samples in three sizes and as text, and go as text", {at}, async (page) => {
  await ready(page);
  const panel = lab(page);
  await panel.getByLabel("Size").selectOption({label: "40 × 26"});
  await shows(caption(page), `of ${(await solved(page, "valley", 40, {search: "astar"})).open}`);
  await panel.getByLabel("Begin with").selectOption({label: "Rooms"});
  await address(page, /size=40&sample=rooms/);
  const rows = await rowsOf(page);
  assert.deepEqual([rows.length, rows[0].length], [26, 40]);
  const file = await saved(page, panel.getByRole("button", {name: "Save"}));
  assert.deepEqual([file.name, file.bytes.toString()], ["map.txt", `${rows.join("\n")}\n`]);
  const box = panel.getByRole("textbox", {name: "Map as text"});
  const use = panel.getByRole("button", {name: "Use this text"});
  for (const [text, error] of [["", "no rows"], ["S1\n1", "Line 2"], ["S1x\n11G", "column 3"], ["S11", "one S and one G"], ["S".repeat(200), "at most 120"]]) {
    await box.fill(text);
    await use.click();
    await shows(panel.getByRole("alert"), error);
  }
  await box.fill("S19\n.#9\n11G\n");
  await use.click();
  await shows(caption(page), /of 8 and found a path of cost 4\./);
  await address(page, /map=3\.3\.0\.8\.b2jbajb3/);
  assert.equal(await panel.getByLabel("Size").inputValue(), "");
  await reopened(page, async (other) => shows(caption(other), /of 8 and found a path of cost 4\./));
  await panel.getByRole("button", {name: "Undo"}).click();
  await shows(caption(page), (await solved(page, "rooms", 40, {search: "astar"})).expanded.toString());
});

for (const nonsense of ["map=9.9.1.1.b", "map=60.40.0.1.a2400&search=magic&directions=5&weight=99", "sample=none&size=7&story=12&step=-3&ties=&estimate=%00", "step=1e9&story=NaN"])
  scenario(`an address of nonsense is the lab as it is: ${nonsense}`, {at: `${at}&${nonsense}`}, async (page) => {
    await ready(page);
    await shows(caption(page), "A* expanded 939 cells of 2,206 and found a path of cost 80.");
  });
