// SPDX-License-Identifier: MIT
// The tab Pac-Man, as a user uses it, beside the program pacman.
import assert from "node:assert/strict";

import {address, dropFile, eventually, example, fact, looksGood, numbersIn, openFile, panelOf, pasteText, ready, refusal, reopened, run, runJson,
  saved, scenario, shown, shows, textOf} from "./harness.mjs";

const at = "#tab=pacman&lang=en";
const pacman = (page) => panelOf(page, "Pac-Man");
const picture = (page) => pacman(page).getByRole("application", {name: "Map"});
const about = (page) => picture(page).getByRole("img");
const verdict = (page) => pacman(page).locator(".banner .verdict");
const energy = (page) => fact(pacman(page), "Energy");
const open = (page, name) => openFile(page, pacman(page).getByRole("button", {name: "Open…"}), example(name));
const find = (page) => pacman(page).getByRole("button", {name: "Find the routes"}).click();
const described = (page, words) => eventually(async () => assert.match(await about(page).getAttribute("aria-label"), words));
const route = (page, name) => pacman(page).getByRole("radiogroup", {name: "Route"}).locator("label", {hasText: name});

scenario("maps of both formats are opened one after the other, and their routes are those of the program", {at}, async (page) => {
  await ready(page);
  for (const name of ["first.txt", "first.json", "fork.json", "bridge.txt", "spiral.json", "minefield.txt", "last_breath.txt", "twice.txt", "orchard.txt"]) {
    const shortest = runJson("pacman", ["solve", `maps/${name}`, "--json"]);
    const richest = runJson("pacman", ["solve", `maps/${name}`, "--goal", "energy", "--json"]);
    const {width, height, goal} = shortest.map;
    await open(page, `maps/${name}`);
    await described(page, new RegExp(`Map of ${width} × ${height} cells.*goal at \\(${goal.join()}\\)`));
    assert.equal(Number((await shown(energy(page))).replace("−", "-")), shortest.map.energy, name);
    await find(page);
    await shows(route(page, "Richest"), /proven: none is richer/);
    assert.deepEqual(numbersIn(await shown(route(page, "Shortest").locator(".route-numbers"))), [shortest.moves, shortest.energy], name);
    assert.deepEqual(numbersIn(await shown(route(page, "Richest").locator(".route-numbers"))), [richest.moves, richest.energy], name);
  }
});

scenario("where no route wins, it says so and why", {at}, async (page) => {
  await ready(page);
  for (const [name, reason, words] of [["locked.txt", "unreachable", /cannot be reached.*walls and lethal bombs/], ["mirage.json", "exhausted", /cannot be reached.*energy runs out/]]) {
    assert.equal(runJson("pacman", ["solve", `maps/${name}`, "--json"]).reason, reason);
    await open(page, `maps/${name}`);
    await find(page);
    await shows(pacman(page).locator(".answers"), words);
  }
});

scenario("one plays with keys: food, a win, a loss by a bomb and one by hunger, undo, redo and restart", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  const press = async (keys) => { for (const key of keys) await page.keyboard.press(key); };
  await press(["ArrowUp", "ArrowRight"]);
  await shows(verdict(page), /Food: \+3/);
  await shows(energy(page), /^7$/);
  await press(["d", "s", "s", "d", "d"]);
  await shows(verdict(page), "Won in 7 moves with 2 energy left!");
  await press(["ArrowUp"]);
  await shows(verdict(page), "Won in 7 moves");

  await pacman(page).locator(".banner").getByRole("button", {name: "Restart"}).click();
  await shows(energy(page), /^6$/);
  await press(["s", "ArrowDown"]);
  await shows(verdict(page), "Lost after 2 moves: a lethal bomb.");
  await press(["ArrowUp"]);
  await shows(verdict(page), "Lost after 2 moves");
  await press(["u"]);
  await shows(energy(page), /^5$/);
  await press(["y"]);
  await shows(verdict(page), "Lost after 2 moves");
  await press(["r"]);
  await shows(energy(page), /^6$/);

  await press(["m", "s", "s"]);
  assert.equal(await pacman(page).getByLabel(/Safe mode/).isChecked(), true);
  await shows(verdict(page), /Safe mode: that would be deadly/);
  await shows(fact(pacman(page), "Moves"), /^1$/);
  await press(["m", "r"]);
  await shows(fact(pacman(page), "Moves"), /^0$/);
  for (let i = 0; i < 12; ++i) await press([i % 2 === 0 ? "s" : "w"]);
  await shows(verdict(page), /Lost after \d+ moves: no energy is left/);
  const moves = "DU".repeat(6).slice(0, numbersIn(await shown(verdict(page)))[0]);
  assert.equal(run("pacman", ["replay", "maps/first.txt", moves.slice(0, -1), "--json"]).out.includes("lost"), false);
  assert.equal(runJson("pacman", ["replay", "maps/first.txt", moves, "--json"]).verdict, "lost_energy");
});

scenario("the map can be played with a mouse, with fingers and with the buttons", {at, touch: true, width: 400, height: 800}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await picture(page).scrollIntoViewIfNeeded();
  const box = await about(page).boundingBox();
  const cell = Math.min(box.width / 5, box.height / 4);
  const [left, top] = [box.x + (box.width - 5 * cell) / 2, box.y + (box.height - 4 * cell) / 2];
  await page.mouse.click(left + 0.5 * cell, top + 0.5 * cell);
  await shows(fact(pacman(page), "Moves"), /^1$/);
  await page.touchscreen.tap(left + 1.5 * cell, top + 0.5 * cell);
  await shows(fact(pacman(page), "Moves"), /^2$/);
  await pacman(page).getByRole("group", {name: "Play"}).getByRole("button", {name: "Right"}).tap();
  await shows(fact(pacman(page), "Moves"), /^3$/);
  await pacman(page).getByRole("button", {name: "Undo"}).tap();
  await shows(fact(pacman(page), "Moves"), /^2$/);
});

scenario("Pac-Man is a circle, what is empty white, food green, walls black, bombs red, each with its value", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await described(page, /5 × 4/);
  const fill = (kind) => about(page).locator(`.${kind}`).first().evaluate((one) => getComputedStyle(one).fill.match(/\d+/g).slice(0, 3).map(Number));
  const [red, green, black, white] = [await fill("bomb"), await fill("food"), await fill("solid"), await fill("cell")];
  assert.ok(red[0] > 150 && red[0] > 2 * red[1] && red[0] > 2 * red[2], `bombs are ${red}`);
  assert.ok(green[1] > 80 && green[1] > 1.3 * green[0] && green[1] > 1.3 * green[2], `food is ${green}`);
  assert.ok(Math.max(...black) < 60, `infinite walls are ${black}`);
  assert.deepEqual(white, [255, 255, 255]);
  assert.equal(await about(page).locator(".pacman-body").evaluate((one) => one.tagName), "circle");
  const values = (await about(page).locator(".values text").allTextContents()).join(",");
  assert.equal(values, textOf("maps/first.txt").trim().split("\n").slice(3).join(",").replace(/[VJB]/g, "").replace(/Z(?!\d)/g, "∞").replace(/Z/g, ""));
});

const wrong = [
  ["token.txt", "3,2\n1,1,5\n3,2\nV,Q4,V\nV,V,V\n"],
  ["rows.txt", "3,4\n1,1,5\n3,2\nV,V,V\nV,V,V\n"],
  ["same.txt", "3,2\n1,x,5\n3,2\nV,V,V\nV,V,V\n"],
  ["empty.txt", ""],
  ["syntax.json", "{\"width\": 5,\n \"height\": }\n"],
  ["keys.json", "{}\n"],
  ["latin.txt", Buffer.from("332c320a312c312c350a332c320a56e92c562c560a562c562c560a", "hex")],
];
scenario("a malformed map gets the words of the command line, and the map before it stays", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/fork.json");
  await described(page, /12 × 7/);
  for (const [name, text] of wrong) {
    const {file, message} = refusal("pacman", ["check"], name, text);
    await openFile(page, pacman(page).getByRole("button", {name: "Open…"}), file);
    await shows(pacman(page).getByRole("alert"), "error");
    await eventually(async () => assert.equal((await pacman(page).getByRole("alert").locator("pre").textContent()).trimEnd(), message, name));
    await described(page, /12 × 7/);
  }
  await open(page, "maps/first.txt");
  await described(page, /5 × 4/);
  assert.equal(await pacman(page).getByRole("alert").count(), 0);
});

scenario("maps are dropped, pasted and typed, and saved in both formats", {at}, async (page) => {
  await ready(page);
  await dropFile(page, pacman(page), "spiral.json", textOf("maps/spiral.json"));
  await described(page, /13 × 13/);
  const text = await saved(page, pacman(page).getByRole("button", {name: "Save text"}));
  assert.equal(text.name, "spiral.txt");
  assert.equal(text.bytes.toString(), run("pacman", ["convert", "maps/spiral.json", "--to", "text"]).out);
  await pasteText(page, textOf("maps/first.txt"));
  await described(page, /5 × 4/);
  const json = await saved(page, pacman(page).getByRole("button", {name: "Save JSON"}));
  assert.deepEqual(JSON.parse(json.bytes), JSON.parse(run("pacman", ["convert", "maps/first.txt", "--to", "json"]).out));
  await pacman(page).getByRole("button", {name: "Paste"}).click();
  const area = pacman(page).getByLabel("The map as text or JSON");
  await area.fill("3,2\n1,1,5\n3,2\nV,J2,V\nV,V,Q\n");
  await shows(pacman(page).getByRole("alert"), /error\[token\]/);
  await described(page, /5 × 4/);
  await area.fill("3,2\n1,1,5\n3,2\nV,J2,V\nV,V,V\n");
  await described(page, /3 × 2/);
});

scenario("the routes are played, followed move by move, and found again from the middle of a game", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await find(page);
  await shows(route(page, "Richest"), /proven/);
  await route(page, "Richest").click();
  const player = pacman(page).getByRole("group", {name: "Route"}).first();
  await player.getByRole("button", {name: "To the end"}).click();
  await shows(player.locator("output"), "9 / 9");
  await shows(energy(page), /^4$/);
  await player.getByRole("button", {name: "To the start"}).click();
  await page.keyboard.press("ArrowUp");
  await find(page);
  await shows(route(page, "Shortest"), "6 moves, 2 energy left");
  for (let i = 0; i < 6; ++i) await pacman(page).getByRole("button", {name: "Make its next move"}).click();
  await shows(verdict(page), "Won in 7 moves with 2 energy left!");
});

// A map of the largest size on which food and bombs lie everywhere: nobody knows its richest route.
function hardMap() {
  const side = 20;
  let state = 1;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return ["J3", "B1", "V", "B2"][Math.floor(state / 65536) % 4];
  };
  const isEnd = (x, y) => x === y && (x === 0 || x === side - 1);
  const rows = Array.from({length: side}, (unused, y) => Array.from({length: side}, (none, x) => (isEnd(x, y) ? "V" : next())).join());
  return [`${side},${side}`, "1,1,40", `${side},${side}`, ...rows, ""].join("\n");
}

scenario("a long search shows the best route so far and its bound, and can be stopped", {at}, async (page) => {
  await ready(page);
  await dropFile(page, pacman(page), "hard.txt", hardMap());
  await described(page, /20 × 20/);
  await pacman(page).getByLabel("Time limit").selectOption("none");
  await find(page);
  await shows(route(page, "Richest"), /searching on/);
  const stop = page.getByRole("button", {name: "Stop"});
  await stop.waitFor();
  await stop.click();
  await stop.waitFor({state: "hidden"});
  await pacman(page).getByLabel("Time limit").selectOption("2 s");
  await find(page);
  await shows(route(page, "Richest"), /best so far; none has more than \d+ energy/);
});

scenario("a link shows the same map, game and route", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/fork.json");
  const {path} = runJson("pacman", ["solve", "maps/fork.json", "--goal", "energy", "--json"]);
  for (const letter of path.slice(0, 3)) await page.keyboard.press({U: "w", D: "s", L: "a", R: "d"}[letter]);
  await pacman(page).getByLabel(/Safe mode/).check();
  await find(page);
  await shows(route(page, "Richest"), /proven/);
  await route(page, "Richest").click();
  await address(page, /moves=.*route=energy/);
  const [left, said] = [await shown(energy(page)), await shown(route(page, "Richest").locator(".route-numbers"))];
  await reopened(page, async (other) => {
    await shows(route(other, "Richest").locator(".route-numbers"), said);
    await eventually(async () => assert.equal(await route(other, "Richest").getByRole("radio").isChecked(), true));
    assert.equal(await shown(energy(other)), left);
    assert.equal(await pacman(other).getByLabel(/Safe mode/).isChecked(), true);
    await described(other, /12 × 7/);
  });
});

scenario("Pac-Man looks good in both looks and all sizes", {at}, async (page, t) => {
  await ready(page);
  await open(page, "maps/spiral.json");
  await find(page);
  await shows(route(page, "Richest"), /proven/);
  await looksGood(page, t, "pacman");
});

scenario("a lost game and an error of Pac-Man look good too", {at}, async (page, t) => {
  await ready(page);
  await open(page, "maps/first.txt");
  for (const key of ["s", "s"]) await page.keyboard.press(key);
  await dropFile(page, pacman(page), "bad.txt", "3,2\n1,1,5\n3,2\nV,Q4,V\nV,V,V\n");
  await shows(pacman(page).getByRole("alert"), "error");
  await looksGood(page, t, "pacman lost");
});
