// SPDX-License-Identifier: MIT
// The tab Rush Hour, as a user uses it, beside the program rush_hour.
import assert from "node:assert/strict";

import {address, choose, dropFile, eventually, example, fact, looksGood, numbersIn, openFile, panelOf, plain, ready, refusal, reopened, run, runJson, saved,
  scenario, shown, shows, textOf} from "./harness.mjs";

const at = "#tab=rush_hour&lang=en";
const rushHour = (page) => panelOf(page, "Rush Hour");
const vehicle = (page, letter) => rushHour(page).getByRole("slider", {name: new RegExp(`^(Red car|Car|Truck) ${letter},`)});
const place = (page, letter) => vehicle(page, letter).getAttribute("aria-valuenow").then(Number);
const verdict = (page) => rushHour(page).locator(".verdict");
const code = (page) => rushHour(page).locator("code.share");
const stat = (page, name) => rushHour(page).locator(".stats > div", {hasText: name}).locator("dd").first();
const click = (page, name) => rushHour(page).getByRole("button", {name, exact: true}).click();
const open = (page, name) => openFile(page, rushHour(page).getByRole("button", {name: "Open file"}), example(name));

async function use(page, text) {
  await rushHour(page).getByLabel("Board or share code").fill(text);
  await click(page, "Use it");
}

// Slides a vehicle by so many cells: "B-1 A+2".
async function slide(page, moves) {
  for (const [, letter, by] of moves.matchAll(/([A-Z])([+-]\d)/g)) {
    await vehicle(page, letter).focus();
    const isFlat = await vehicle(page, letter).getAttribute("aria-orientation") === "horizontal";
    const key = isFlat ? (by > 0 ? "ArrowRight" : "ArrowLeft") : by > 0 ? "ArrowDown" : "ArrowUp";
    for (let i = 0; i < Math.abs(by); ++i) await page.keyboard.press(key);
  }
}

scenario("boards from files, text and codes have the moves and the difficulty that the program finds", {at}, async (page) => {
  await ready(page);
  for (const name of ["morning", "evening", "pillars", "tow_away", "gridlock"]) {
    const native = runJson("rush_hour", ["solve", `parks/${name}.txt`, "--analyse", "--json"]);
    if (name === "evening") await use(page, native.share);
    else if (name === "pillars") await use(page, textOf(`parks/${name}.txt`));
    else await open(page, `parks/${name}.txt`);
    await shows(code(page), native.share);
    const facts = rushHour(page);
    await shows(fact(facts, "Score"), native.difficulty.score.toFixed(1));
    await shows(fact(facts, "Level"), native.difficulty.level);
    await shows(stat(page, "Fewest moves"), new RegExp(`^${native.moves}$`));
    for (const [label, value] of [["Fewest steps", native.steps], ["Shortest solutions", Number(native.optimal_count)], ["Positions within reach", native.states],
      ["Solved ones among them", native.goals], ["The hardest of them", native.deepest_moves], ["Vehicles that move", Math.round(native.difficulty.moved_percent)]])
      assert.equal(numbersIn(await shown(fact(facts, label)))[0], value, `${name}: ${label}`);
  }
});

scenario("a board is solved and its solution played forth and back, by moves and by steps", {at}, async (page) => {
  await ready(page);
  for (const metric of ["slide", "step"]) {
    const native = runJson("rush_hour", ["solve", "parks/evening.txt", "--metric", metric, "--json"]);
    await open(page, "parks/evening.txt");
    await shows(code(page), native.share);
    await choose(rushHour(page), "radio", metric === "slide" ? "moves" : "steps");
    await click(page, "Solve");
    const player = rushHour(page).getByRole("group", {name: "Moves"}).first();
    const solution = native.solution.split(" ");
    await shows(player.locator("output"), new RegExp(`/ ${solution.length}$`));
    await player.getByRole("button", {name: /Pause|Play/}).press("Enter");
    const listed = async () => (await rushHour(page).getByRole("list", {name: "Moves"}).getByRole("listitem").allInnerTexts()).map(plain);
    assert.deepEqual(await listed(), solution);
    await player.getByRole("button", {name: "To the end"}).click();
    await shows(verdict(page), /The red car is out/);
    await shows(verdict(page), metric === "slide" ? `${native.moves} moves` : `${native.steps} steps`);
    await player.getByRole("button", {name: "Step back"}).click();
    await shows(player.locator("output"), `${solution.length - 1} / ${solution.length}`);
    await player.getByRole("button", {name: "To the start"}).click();
    await player.getByRole("button", {name: "Step forward"}).click();
    await shows(stat(page, "Moves"), /^1$/);
  }
});

scenario("a board without a way out is proven to have none", {at}, async (page) => {
  await ready(page);
  assert.equal(runJson("rush_hour", ["solve", "parks/boxed_in.txt", "--json"]).status, "no_route");
  await open(page, "parks/boxed_in.txt");
  await shows(verdict(page), /cannot get to the exit: that is proven/);
  await click(page, "Hint");
  await shows(verdict(page), /proven/);
});

scenario("cars are slid with keys until the red one is out; hint, undo and restart help", {at}, async (page) => {
  await ready(page);
  await open(page, "parks/morning.txt");
  const {solution} = runJson("rush_hour", ["solve", "parks/morning.txt", "--json"]);
  await shows(code(page), "X4j1fK9pSz");
  await vehicle(page, "A").focus();
  await page.keyboard.press("ArrowRight");
  await shows(verdict(page), "A: blocked");
  await page.keyboard.press("ArrowUp");
  await shows(verdict(page), "A: moves left and right");
  await page.keyboard.press("b");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Truck B/);
  await page.keyboard.press("ArrowLeft");
  await shows(stat(page, "Moves"), /^1$/);
  assert.equal(await place(page, "B"), 1);
  await click(page, "Undo");
  assert.equal(await place(page, "B"), 2);
  await click(page, "Hint");
  await shows(verdict(page), /^Hint: [A-Z] 1 cell .* then 7 more moves/);
  await slide(page, solution);
  await shows(verdict(page), "The red car is out: 8 moves");
  await shows(verdict(page), "the fewest moves possible");
  await click(page, "Restart");
  await shows(stat(page, "Moves"), /^0$/);
});

async function drag(page, letter, cells, hand) {
  const body = vehicle(page, letter);
  await body.scrollIntoViewIfNeeded();
  const box = await body.boundingBox();
  const isFlat = await body.getAttribute("aria-orientation") === "horizontal";
  const cell = Math.max(box.width, box.height) / (Math.round(Math.max(box.width, box.height) / Math.min(box.width, box.height)));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const by = cells * cell;
  await hand(x, y, x + (isFlat ? by : 5), y + (isFlat ? 5 : by));
}

scenario("cars are dragged with the mouse and stop where others stand", {at}, async (page) => {
  await ready(page);
  await open(page, "parks/morning.txt");
  await shows(code(page), "X4j1fK9pSz");
  const mouse = async (x, y, toX, toY) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move((x + toX) / 2, (y + toY) / 2, {steps: 4});
    await page.mouse.move(toX, toY, {steps: 4});
    await page.mouse.up();
  };
  await drag(page, "B", -3, mouse);
  await eventually(async () => assert.equal(await place(page, "B"), 1));
  await drag(page, "E", -1, mouse);
  await eventually(async () => assert.equal(await place(page, "E"), 1));
  await drag(page, "E", 0.2, mouse);
  await shows(stat(page, "Moves"), /^2$/);
  assert.deepEqual((await rushHour(page).getByRole("list", {name: "Moves"}).getByRole("listitem").allInnerTexts()).map(plain), ["B-1", "E-1"]);
});

scenario("cars are dragged with a finger, and the page does not scroll meanwhile", {at, touch: true, width: 390, height: 844}, async (page) => {
  await ready(page);
  await open(page, "parks/morning.txt");
  await shows(code(page), "X4j1fK9pSz");
  const session = await page.context().newCDPSession(page);
  const finger = async (x, y, toX, toY) => {
    const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", {type, touchPoints});
    await touch("touchStart", [{x, y}]);
    for (let i = 1; i <= 6; ++i) await touch("touchMove", [{x: x + (toX - x) * i / 6, y: y + (toY - y) * i / 6}]);
    await touch("touchEnd", []);
  };
  await vehicle(page, "E").scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await drag(page, "B", -1, finger);
  await eventually(async () => assert.equal(await place(page, "B"), 1));
  await drag(page, "E", -1, finger);
  await eventually(async () => assert.equal(await place(page, "E"), 1));
  assert.equal(await page.evaluate(() => scrollY), before);
});

const wrong = [
  ["length.txt", "AA..\n"],
  ["shape.txt", "......\n......\nAA....\n.B....\n..B...\n......\n"],
  ["red.txt", "......\n......\n......\n......\nBB....\n......\n"],
  ["sign.txt", "......\n..?...\nAA....\n......\n......\n......\n"],
  ["code.txt", "X4j1fK9pSy\n"],
];
scenario("a malformed board gets the words of the command line, and the board before it stays", {at}, async (page) => {
  await ready(page);
  await open(page, "parks/tow_away.txt");
  const {share} = runJson("rush_hour", ["share", "parks/tow_away.txt", "--json"]);
  await shows(code(page), share);
  for (const [name, text] of wrong) {
    const {file, message} = refusal("rush_hour", ["show"], name, text);
    await openFile(page, rushHour(page).getByRole("button", {name: "Open file"}), file);
    await shows(rushHour(page).getByRole("alert"), "error");
    await eventually(async () => assert.equal((await rushHour(page).getByRole("alert").locator("pre").textContent()).trimEnd(), message, name));
    assert.equal(await shown(code(page)), share);
  }
  await dropFile(page, rushHour(page), "morning.txt", textOf("parks/morning.txt"));
  await shows(code(page), "X4j1fK9pSz");
  assert.equal(await rushHour(page).getByRole("alert").count(), 0);
});

scenario("boards are made to measure, the same as the program's", {at}, async (page) => {
  await ready(page);
  const generate = rushHour(page).locator("section", {has: page.getByRole("heading", {name: "Generate"})});
  for (const [moves, walls, seed] of [[12, 0, 7], [15, 1, 3]]) {
    const native = runJson("rush_hour", ["generate", "--moves", moves, "--walls", walls, "--seed", seed, "--json"].map(String));
    for (const [label, value] of [["Moves", moves], ["Walls", walls], ["Seed", seed]]) await generate.getByLabel(label).fill(String(value));
    await generate.getByRole("button", {name: "Generate"}).click();
    await shows(code(page), (native.boards ? native.boards[0] : native).share);
    await shows(stat(page, "Fewest moves"), new RegExp(`^${moves}$`));
  }
  await generate.getByLabel("Moves").fill("900");
  await generate.getByRole("button", {name: "Generate"}).click();
  await shows(generate.getByRole("alert"), run("rush_hour", ["generate", "--moves", "900", "--walls", "1", "--seed", "1"]).err.match(/900 moves: expected 1 to \d+/)[0]);
});

scenario("a search for a rare board shows progress and can be stopped", {at}, async (page) => {
  await ready(page);
  const generate = rushHour(page).locator("section", {has: page.getByRole("heading", {name: "Generate"})});
  await generate.getByLabel("Moves").fill("50");
  await generate.getByRole("button", {name: "Generate"}).click();
  await shows(page.locator("#busy"), /[\d,]+ car parks tried/);
  await page.getByRole("button", {name: "Stop"}).click();
  await page.locator("#busy").waitFor({state: "hidden"});
  await click(page, "Solve");
  await shows(rushHour(page).getByRole("group", {name: "Moves"}).first().locator("output"), /\/ 8$/);
});

scenario("a link carries the board and the moves; the file and the code carry the board", {at}, async (page) => {
  await ready(page);
  await open(page, "parks/morning.txt");
  await shows(code(page), "X4j1fK9pSz");
  await slide(page, "B-1 E-1");
  await shows(stat(page, "Moves"), /^2$/);
  await address(page, /moves=B-1,E-1/);
  const now = await shown(code(page));
  await reopened(page, async (other) => {
    await shows(code(other), now);
    await shows(stat(other, "Moves"), /^2$/);
    assert.deepEqual([await place(other, "B"), await place(other, "E")], [1, 1]);
    await rushHour(other).getByRole("button", {name: "Undo"}).click();
    await shows(stat(other, "Moves"), /^1$/);
  });
  const file = await saved(page, rushHour(page).getByRole("button", {name: "Save"}));
  assert.equal(runJson("rush_hour", ["share", "-", "--json"], {input: file.bytes}).share, now);
});

scenario("Rush Hour looks good in both looks and all sizes", {at}, async (page, t) => {
  await ready(page);
  await open(page, "parks/gridlock.txt");
  await shows(stat(page, "Fewest moves"), /^47$/);
  await click(page, "Hint");
  await shows(verdict(page), /^Hint/);
  await looksGood(page, t, "rush hour");
});

scenario("a solved board and an error of Rush Hour look good too", {at}, async (page, t) => {
  await ready(page);
  await open(page, "parks/morning.txt");
  await slide(page, "B-1 E-1 F-1 A+2 H-2 J-3 C+3 A+1");
  await shows(verdict(page), "The red car is out");
  await use(page, "......\n..?...\nAA....\n......\n......\n......\n");
  await shows(rushHour(page).getByRole("alert"), "error");
  await looksGood(page, t, "rush hour solved");
});
