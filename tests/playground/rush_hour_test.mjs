// SPDX-License-Identifier: MIT
// The tab Rush Hour, as a user uses it, beside the program rush_hour.
import assert from "node:assert/strict";

import {address, choose, dropFile, eventually, example, fact, looksGood, numbersIn, openFile, panelOf, plain, ready,
  refusal, reopened, runJson, saved, scenario, shown, shows, swipe, textOf} from "./harness.mjs";

const at = "#tab=rush_hour&lang=en";
const rushHour = (page) => panelOf(page, "Rush Hour");
const vehicle = (page, letter) => rushHour(page).getByRole("slider", {name: new RegExp(`^(Red car|Car|Truck) ${letter},`)});
const place = (page, letter) => vehicle(page, letter).getAttribute("aria-valuenow").then(Number);
const verdict = (page) => rushHour(page).locator(".verdict");
const code = (page) => rushHour(page).locator("code.share");
const stat = (page, name) => rushHour(page).locator(".stats > div", {hasText: name}).locator("dd").first();
const boardText = (page) => rushHour(page).getByLabel("The board as it stands now");
const card = (page, name) => rushHour(page).locator("section", {has: page.getByRole("heading", {name, exact: true})});
const listed = async (page) => (await rushHour(page).getByRole("list", {name: "Moves"}).getByRole("listitem").allInnerTexts()).map(plain);
const isEnabled = (page, name) => rushHour(page).getByRole("button", {name, exact: true}).isEnabled();
const click = (page, name) => rushHour(page).getByRole("button", {name, exact: true}).click();
const open = (page, name) => openFile(page, rushHour(page).getByRole("button", {name: "Open…"}), example(name));

async function use(page, text) {
  await boardText(page).fill(text);
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
    assert.deepEqual(await listed(page), solution);
    await player.getByRole("button", {name: "To the end"}).click();
    await shows(verdict(page), metric === "slide" ? `${native.moves} moves` : `${native.steps} steps`);
    await shows(verdict(page), /^senda’s solution took .*, the fewest (moves|steps) possible\.$/);
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
  await shows(verdict(page), "Out in 8 moves (14 steps), the fewest moves possible. Well done!");
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
  assert.deepEqual(await listed(page), ["B-1", "E-1"]);
});

scenario("cars are dragged with a finger, and the page does not scroll meanwhile", {at, touch: true, width: 390, height: 844}, async (page) => {
  await ready(page);
  await shows(code(page), "X4j1fK9pSz");
  const finger = (x, y, toX, toY) =>
    swipe(page, Array.from({length: 7}, (unused, i) => [x + (toX - x) * i / 6, y + (toY - y) * i / 6]));
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
    const {file, message: whole} = refusal("rush_hour", ["show"], name, text);
    const message = whole.replace(/\nnote: .*$/, "");  // of other sizes, which the page does not show
    await openFile(page, rushHour(page).getByRole("button", {name: "Open…"}), file);
    await shows(rushHour(page).getByRole("alert"), "error");
    await eventually(async () => assert.equal((await rushHour(page).getByRole("alert").locator("pre").textContent()).trimEnd(), message, name));
    assert.equal(await shown(code(page)), share);
  }
  await dropFile(page, rushHour(page), "morning.txt", textOf("parks/morning.txt"));
  await shows(code(page), "X4j1fK9pSz");
  assert.equal(await rushHour(page).getByRole("alert").count(), 0);
});

async function wish(page, wished) {
  for (const [label, value] of Object.entries(wished)) await card(page, "Generate").getByLabel(label).fill(String(value));
  await card(page, "Generate").getByRole("button", {name: "Generate", exact: true}).click();
}

function generated(moves, walls, seed) {
  const native = runJson("rush_hour", ["generate", "--moves", moves, "--walls", walls, "--seed", seed, "--json"].map(String));
  return native.boards ? native.boards[0] : native;
}

scenario("boards are made to measure, the same as the program's", {at}, async (page) => {
  await ready(page);
  for (const [moves, walls, seed] of [[12, 0, 7], [15, 1, 3]]) {
    await wish(page, {Moves: moves, Walls: walls, Seed: seed});
    await shows(code(page), generated(moves, walls, seed).share);
    await shows(stat(page, "Fewest moves"), new RegExp(`^${moves}$`));
  }
});

scenario("the field of moves ends where boards end, and what cannot be is explained", {at}, async (page) => {
  await ready(page);
  const {share} = runJson("rush_hour", ["share", "parks/morning.txt", "--json"]);
  await shows(code(page), share);
  const generate = card(page, "Generate");
  const told = generate.locator(".explanation");
  assert.equal(await generate.getByLabel("Moves").getAttribute("max"), "51");
  await wish(page, {Moves: 60});
  await shows(told, "No known board without walls needs more than 51 moves.");
  assert.equal(await rushHour(page).getByRole("alert").count(), 0);
  assert.equal(await shown(code(page)), share);
  await generate.getByRole("button", {name: "Make one with 51"}).click();
  await shows(code(page), generated(51, 0, 7).share);
  await shows(told, /^$/);
  for (const [wished, words] of [[{Moves: ""}, "Moves: a whole number from 1 to 51."], [{Moves: "1.5"}, "Moves: a whole number"], [{Moves: 0}, "from 1 to 51"],
    [{Moves: 20, Walls: 11}, "Walls: a whole number from 0 to 10."], [{Walls: 0, Seed: ""}, "Seed: a whole number"],
    [{Seed: 7, Moves: 56, Walls: 1}, "With one wall, boards of up to 55 moves come within seconds."]]) {
    await wish(page, wished);
    await shows(told, words);
  }
  assert.equal(await generate.getByLabel("Moves").getAttribute("max"), "55");
  await wish(page, {Moves: 60, Walls: 10});
  await generate.getByRole("button", {name: "Search anyway"}).click();
  await shows(told, "No such board came up in many attempts.");
  assert.equal(await shown(code(page)), generated(51, 0, 7).share);
});

// Begins a search that takes minutes.
async function searchLong(page) {
  await wish(page, {Moves: 60, Walls: 2});
  await card(page, "Generate").getByRole("button", {name: "Search anyway"}).click();
  await shows(page.locator("#busy"), /[\d,]+ car parks tried; the hardest needs \d+ of 60 moves/);
}

scenario("a search for a rare board shows progress, covers no button and can be stopped", {at}, async (page) => {
  await ready(page);
  await searchLong(page);
  const line = await page.locator("#busy").boundingBox();
  for (const name of ["Undo", "Hint", "Solve", "Play"]) {
    const box = await rushHour(page).getByRole("button", {name, exact: true}).boundingBox();
    assert.ok(box.y + box.height <= line.y || box.y >= line.y + line.height, `${name} is covered`);
  }
  await click(page, "Solve");  // also meanwhile
  await shows(rushHour(page).getByRole("group", {name: "Moves"}).first().locator("output"), /\/ 8$/);
  await page.getByRole("button", {name: "Stop"}).click();
  await page.locator("#busy").waitFor({state: "hidden"});
  await wish(page, {Moves: 12, Walls: 0});
  await shows(stat(page, "Fewest moves"), /^12$/);
});

scenario("a search that takes long leaves the other tabs as they are", {at}, async (page) => {
  await ready(page);
  await searchLong(page);
  await page.getByRole("tab", {name: "Mazes"}).click();
  const mazes = panelOf(page, "Mazes");
  await mazes.locator("canvas").first().waitFor();
  await eventually(async () => assert.ok(await page.evaluate(() => {
    const seen = document.querySelector(".panel-mazes canvas");
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [seen.width, seen.height];
    const pen = copy.getContext("2d", {willReadFrequently: true});
    pen.drawImage(seen, 0, 0);
    return new Set(new Uint32Array(pen.getImageData(0, 0, copy.width, copy.height).data.buffer)).size > 1;
  }), "no maze is drawn"));
  assert.equal(await page.locator("#busy").isVisible(), false);
  await page.getByRole("tab", {name: "Rush Hour"}).click();
  await shows(page.locator("#busy"), "car parks tried");
  await page.getByRole("button", {name: "Stop"}).click();
  await page.locator("#busy").waitFor({state: "hidden"});
});

scenario("text, file and code hold the board as it stands, the address the start and the moves", {at}, async (page) => {
  await ready(page);
  await open(page, "parks/morning.txt");
  await shows(code(page), "X4j1fK9pSz");
  await slide(page, "B-1 E-1");
  await shows(stat(page, "Moves"), /^2$/);
  await address(page, /board=oBBBoCDooEFCDAAEFCGGHIIoooHJJJooHooo&moves=B-1,E-1/);
  const now = await shown(code(page));
  const file = await saved(page, rushHour(page).getByRole("button", {name: "Save"}));
  const text = await boardText(page).inputValue();
  for (const [input, what] of [[file.bytes, "file"], [text, "text"]])
    assert.equal(runJson("rush_hour", ["share", "-", "--json"], {input}).share, now, what);
  await reopened(page, async (other) => {
    await shows(code(other), now);
    await shows(stat(other, "Moves"), /^2$/);
    assert.deepEqual([await place(other, "B"), await place(other, "E")], [1, 1]);
    await rushHour(other).getByRole("button", {name: "Undo"}).click();
    await shows(stat(other, "Moves"), /^1$/);
    await rushHour(other).getByRole("button", {name: "Restart"}).click();
    await shows(code(other), "X4j1fK9pSz");
  });
  // What is being written is not lost to a move.
  await boardText(page).fill("draft");
  await slide(page, "F-1");
  await shows(stat(page, "Moves"), /^3$/);
  assert.equal(await boardText(page).inputValue(), "draft");
  await use(page, text);
  await shows(code(page), now);
  await shows(stat(page, "Moves"), /^0$/);
});

scenario("moves are taken back and made again by key", {at}, async (page) => {
  await ready(page);
  await shows(code(page), "X4j1fK9pSz");
  await slide(page, "B-1 E-1");
  const moves = (number) => shows(stat(page, "Moves"), new RegExp(`^${number}$`));
  await moves(2);
  for (const [key, number] of [["Control+z", 1], ["u", 0], ["Control+y", 1], ["Control+Shift+Z", 2], ["r", 0], ["Control+y", 1]]) {
    await page.keyboard.press(key);
    await moves(number);
  }
  assert.deepEqual([await isEnabled(page, "Undo"), await isEnabled(page, "Redo"), await isEnabled(page, "Restart")], [true, true, true]);
  // Where text is written, the keys are the text's.
  await boardText(page).focus();
  await page.keyboard.press("u");
  await moves(1);
  // Also with the focus nowhere; a letter goes to its vehicle.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("j");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Truck J/);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+z");
  await moves(0);
});

scenario("a car that slides away and back has made no move", {at}, async (page) => {
  await ready(page);
  await shows(code(page), "X4j1fK9pSz");
  await slide(page, "B-1 E-1");
  await slide(page, "F-1 F+1");
  await shows(stat(page, "Moves"), /^2$/);
  await shows(stat(page, "Steps"), /^2$/);
  assert.deepEqual(await listed(page), ["B-1", "E-1"]);
  await slide(page, "F-1 A+1 A+1 A-1");
  assert.deepEqual(await listed(page), ["B-1", "E-1", "F-1", "A+1"]);
  // Links from elsewhere are counted alike.
  await page.goto(`${page.url().split("#")[0]}${at}&board=X4j1fK9pSz&moves=B-1,B1,C1,C-1,D-1,I1`);
  await eventually(async () => assert.deepEqual(await listed(page), ["D-1", "I+1"]));
  await shows(stat(page, "Moves"), /^2$/);
});

scenario("what senda has moved is not said to be the visitor's", {at}, async (page) => {
  await ready(page);
  await shows(stat(page, "Fewest moves"), /^8$/);
  const toTheEnd = async () => {
    await click(page, "Solve");
    await shows(verdict(page), "senda shows a shortest solution from here");
    await rushHour(page).getByRole("button", {name: "To the end"}).click();
  };
  await toTheEnd();
  await shows(verdict(page), /^senda’s solution took 8 moves \(\d+ steps\), the fewest moves possible\.$/);
  await click(page, "Restart");
  await slide(page, "C+1 B-1");
  await toTheEnd();
  await shows(verdict(page), /^Out: 2 moves by you and \d+ by senda\.$/);
  // The address knows it, too.
  await reopened(page, (other) => shows(verdict(other), /^Out: 2 moves by you and \d+ by senda\.$/));
  await click(page, "Restart");
  await slide(page, "B-1 E-1 F-1 A+1 F+1 F-1 A+1 H-2 J-3 C+3 A+1");
  await shows(verdict(page), "Out in 8 moves");
});

// The clock of the page stands at noon of a day.
const onTuesday = () => {
  const Real = Date;
  const noon = new Real(2026, 10, 17, 12).getTime();
  window.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(noon); }
    static now() { return noon; }
  };
};

scenario("the puzzle of the day is the same for everybody; solved alone, it counts", {at, before: onTuesday}, async (page) => {
  await ready(page);
  const puzzles = card(page, "Puzzles");
  await shows(puzzles, "Tuesday, November 17: 12 moves.");
  await shows(puzzles, "Solve it yourself to start a streak.");
  await click(page, "Puzzle of the day");
  const {board, share} = generated(12, 0, 20261117);
  await shows(code(page), share);
  await shows(stat(page, "Fewest moves"), /^12$/);
  const native = runJson("rush_hour", ["solve", board, "--json"]);
  await shows(puzzles, `12 moves, ${native.difficulty.level}.`);
  await address(page, /day=20261117/);
  await click(page, "Solve");
  await rushHour(page).getByRole("button", {name: "To the end"}).click();
  await shows(verdict(page), /^senda’s solution/);
  await shows(puzzles, "Solve it yourself to start a streak.");
  await click(page, "Restart");
  await slide(page, native.solution);
  await shows(verdict(page), "Out in 12 moves");
  await shows(puzzles, "Solved! Solved: 1 day. Streak: 1 day, best: 1 day.");
  await page.reload();
  await ready(page);
  await shows(card(page, "Puzzles"), "Streak: 1 day");
  // A link needs no more than the day.
  await page.goto(`${page.url().split("#")[0]}#tab=rush_hour&lang=en&day=20261116`);
  await page.reload();
  await ready(page);
  await shows(code(page), generated(8, 0, 20261116).share);
});

const afterMonday = () => {
  const Real = Date;
  const noon = new Real(2026, 10, 17, 12).getTime();
  window.Date = class extends Real {
    constructor(...parts) { if (parts.length > 0) super(...parts); else super(noon); }
    static now() { return noon; }
  };
  try {
    localStorage.setItem("senda-rush-hour-days", JSON.stringify({last: 20261116, streak: 3, best: 5, wins: 9}));
  } catch { /* the empty page before ours has no storage */ }
};

scenario("days in a row are counted on from the day before", {at, before: afterMonday}, async (page) => {
  await ready(page);
  await shows(card(page, "Puzzles"), "Solved: 9 days. Streak: 3 days, best: 5 days.");
  await click(page, "Puzzle of the day");
  const {board, share} = generated(12, 0, 20261117);
  await shows(code(page), share);
  await slide(page, runJson("rush_hour", ["solve", board, "--json"]).solution);
  await shows(card(page, "Puzzles"), "Solved: 10 days. Streak: 4 days, best: 5 days.");
});

scenario("the next puzzle is that of the next seed, and Back returns to the one before", {at}, async (page) => {
  await ready(page);
  await shows(code(page), "X4j1fK9pSz");
  await wish(page, {Moves: 12, Seed: 7});
  await shows(code(page), generated(12, 0, 7).share);
  await click(page, "Next puzzle");
  await shows(code(page), generated(12, 0, 8).share);
  assert.equal(await card(page, "Generate").getByLabel("Seed").inputValue(), "8");
  await page.goBack();
  await shows(code(page), generated(12, 0, 7).share);
});

const map = (page) => card(page, "Map of all positions");
const canvas = (page) => map(page).locator("canvas.position-map");

// How many pixels of the map have about the colour of a variable of the style. They are read from a copy.
const painted = (page, name) => page.evaluate((variable) => {
  const seen = document.querySelector(".position-map");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [seen.width, seen.height + 1];
  const pen = copy.getContext("2d", {willReadFrequently: true});
  pen.drawImage(seen, 0, 0);
  pen.fillStyle = getComputedStyle(seen).getPropertyValue(variable).trim();
  pen.fillRect(0, seen.height, 1, 1);
  const wanted = pen.getImageData(0, seen.height, 1, 1).data;
  const {data} = pen.getImageData(0, 0, seen.width, seen.height);
  let count = 0;
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] > 200 && [0, 1, 2].every((part) => Math.abs(data[i + part] - wanted[part]) < 12)) ++count;
  return count;
}, `--${name}`);

scenario("the map has all positions, the shortest path and the visitor's own", {at}, async (page) => {
  await ready(page);
  for (const name of ["morning", "pillars", "gridlock"]) {
    const native = runJson("rush_hour", ["solve", `parks/${name}.txt`, "--analyse", "--json"]);
    await open(page, `parks/${name}.txt`);
    await shows(map(page), `All ${native.states.toLocaleString("en")} positions that can be reached.`);
    await shows(map(page), `The board now: ${native.moves} moves to go.`);
  }
  await eventually(async () => assert.ok(await painted(page, "accent") > 100, "no shortest path"));
  assert.ok(await painted(page, "good") > 50, "no solved position");
  assert.equal(await painted(page, "orange"), 0);
  await slide(page, "L+1 H+1 A-1");
  await shows(map(page), "The board now: 44 moves to go.");
  assert.ok(await painted(page, "orange") > 20, "no path of the visitor");
  await choose(rushHour(page), "radio", "steps");
  const {board} = runJson("rush_hour", ["share", await shown(code(page)), "--json"]);
  const {steps} = runJson("rush_hour", ["solve", board, "--json"]);
  await shows(map(page), `The board now: ${steps} steps to go.`);
  await open(page, "parks/boxed_in.txt");
  await shows(map(page), "All 96 positions that can be reached, and none is solved: that is the proof.");
  await use(page, [..."BCADEF"].map((letter) => `${letter}${letter}....`).join("\n"));
  await shows(map(page), /positions can be reached: too many to draw\. Up to 4,000 are drawn\./);
  assert.equal(await canvas(page).isVisible(), false);
});

scenario("one goes to a position of the map by key, mouse and finger", {at, touch: true}, async (page) => {
  await ready(page);
  await shows(map(page), "The board now: 8 moves to go.");
  await canvas(page).focus();
  await page.keyboard.press("ArrowRight");
  await shows(map(page), "This position: 7 moves to go.");
  await page.keyboard.press("Enter");
  await shows(map(page), "The board now: 7 moves to go.");
  await eventually(async () => assert.ok((await listed(page)).length >= 1));
  for (const key of ["ArrowLeft", "ArrowUp", "ArrowDown", "Home"]) await page.keyboard.press(key);
  await shows(map(page), "The board now: 7 moves to go.");
  // The column of solved positions is at the right edge: the mouse finds one, and a click goes there.
  await canvas(page).scrollIntoViewIfNeeded();
  const box = await canvas(page).boundingBox();
  const places = Array.from({length: 40}, (_, i) => ({x: box.width - 16, y: box.height * (0.5 + (i % 2 ? i : -i) / 90)}));
  let position;
  for (const one of places) {
    await canvas(page).hover({position: one});
    if (!/: solved\./.test(await shown(map(page)))) continue;
    position = one;
    break;
  }
  assert.ok(position, "the mouse finds no solved position");
  await canvas(page).click({position});
  await shows(verdict(page), /senda/);
  await shows(map(page), "The board now: solved.");
  // A finger chooses, and a button goes there.
  await click(page, "Restart");
  await canvas(page).scrollIntoViewIfNeeded();
  const {x, y} = await canvas(page).boundingBox();
  await page.touchscreen.tap(x + position.x, y + position.y);
  await shows(map(page), "This position: solved.");
  await map(page).getByRole("button", {name: "Go there"}).click();
  await shows(map(page), "The board now: solved.");
});

scenario("slides are animated only for those who like motion", {at}, async (page) => {
  await ready(page);
  await shows(code(page), "X4j1fK9pSz");
  const duration = () => vehicle(page, "B").evaluate((body) => getComputedStyle(body).transitionDuration);
  assert.equal(await duration(), "0s");
  const wished = await page.evaluate(() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.selectorText === ".panel-rush_hour .vehicle").map((rule) => rule.style.transitionDuration));
  assert.deepEqual(wished, ["0.18s"]);
});

scenario("the C++ is that of the board that is seen", {at}, async (page) => {
  await ready(page);
  await shows(code(page), "X4j1fK9pSz");
  await page.getByRole("button", {name: "C++"}).click();
  const source = page.locator("pre.drawer-code");
  await shows(source, ".BBB.C");
  await slide(page, "B-1");
  await shows(source, "BBB..C");
  await click(page, "Solve");
  await rushHour(page).getByRole("button", {name: "To the end"}).click();
  await shows(source, "BBB..C");  // where the solution begins
  await page.getByRole("button", {name: "Close"}).click();
  await wish(page, {Moves: 12, Seed: 7});
  await shows(code(page), generated(12, 0, 7).share);
  await page.getByRole("button", {name: "C++"}).click();
  await shows(source, "generate({.moves = 12, .seed = 7})");
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
  await shows(verdict(page), "Out in 8 moves");
  await use(page, "......\n..?...\nAA....\n......\n......\n......\n");
  await shows(rushHour(page).getByRole("alert"), "error");
  await looksGood(page, t, "rush hour solved");
});
