// SPDX-License-Identifier: MIT
// The tab Pac-Man, as a user uses it, beside the program pacman.
import assert from "node:assert/strict";

import {address, dropFile, eventually, fact, looksGood, numbersIn, openFile, panelOf, pasteText, ready, refusal, reopened, run, runJson, saved,
  scenario, shown, shows, textOf} from "./harness.mjs";
import {at, pacman, picture, about, verdict, energy, open, find, described, route} from "./pacman_page.mjs";

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
  await shows(verdict(page), "You won in 7 moves with 2 energy left!");
  await press(["ArrowUp"]);
  await shows(verdict(page), "You won in 7 moves");

  await pacman(page).locator(".banner").getByRole("button", {name: "Restart"}).click();
  await shows(energy(page), /^6$/);
  await press(["s", "ArrowDown"]);
  await shows(verdict(page), "You lost after 2 moves: that bomb was lethal.");
  await press(["ArrowUp"]);
  await shows(verdict(page), "You lost after 2 moves");
  await press(["u"]);
  await shows(energy(page), /^5$/);
  await press(["y"]);
  await shows(verdict(page), "You lost after 2 moves");
  await press(["r"]);
  await shows(energy(page), /^6$/);

  await press(["m", "s", "s"]);
  assert.equal(await pacman(page).getByLabel(/Safe mode/).isChecked(), true);
  await shows(verdict(page), /Safe mode: that would be deadly/);
  await shows(fact(pacman(page), "Moves"), /^1$/);
  await press(["m", "r"]);
  await shows(fact(pacman(page), "Moves"), /^0$/);
  for (let i = 0; i < 12; ++i) await press([i % 2 === 0 ? "s" : "w"]);
  await shows(verdict(page), /You lost after \d+ moves: you ran out of energy/);
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

scenario("maps are dropped, pasted and typed, and saved in both formats", {at, before: () => {
  const readText = async () => window.copied || Promise.reject(new Error("not allowed"));
  Object.defineProperty(navigator, "clipboard", {value: {readText}});
}}, async (page) => {
  await ready(page);
  await dropFile(page, pacman(page), "spiral.json", textOf("maps/spiral.json"));
  await described(page, /13 × 13/);
  const text = await saved(page, pacman(page).getByRole("button", {name: "Save", exact: true}));
  assert.equal(text.name, "spiral.txt");
  assert.equal(text.bytes.toString(), run("pacman", ["convert", "maps/spiral.json", "--to", "text"]).out);
  await pasteText(page, textOf("maps/first.txt"));
  await described(page, /5 × 4/);
  const json = await saved(page, pacman(page).getByRole("button", {name: "Save JSON"}));
  assert.deepEqual(JSON.parse(json.bytes), JSON.parse(run("pacman", ["convert", "maps/first.txt", "--to", "json"]).out));
  await page.evaluate((copied) => Object.assign(window, {copied}), textOf("maps/fork.json"));
  await pacman(page).getByRole("button", {name: "Paste"}).click();
  await described(page, /12 × 7/);
  await page.evaluate(() => { window.copied = ""; });
  await pasteText(page, textOf("maps/first.txt"));
  await described(page, /5 × 4/);
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
  for (let i = 0; i < 2; ++i) await player.getByRole("button", {name: "Step forward"}).click();
  await shows(verdict(page), "Computer's route, move 2. Food: +3. Energy: 7");
  await player.getByRole("button", {name: "To the start"}).click();
  await shows(verdict(page), "Every move costs 1 energy.");
  await page.keyboard.press("ArrowUp");
  await find(page);
  await shows(route(page, "Shortest"), "6 moves, 2 energy left");
  for (let i = 0; i < 6; ++i) await pacman(page).getByRole("button", {name: "Make its next move"}).click();
  await shows(verdict(page), "You won in 7 moves with 2 energy left!");
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
  await shows(route(page, "Richest"), /still searching/);
  const stop = page.getByRole("button", {name: "Stop"});
  await stop.waitFor();
  const [a, b] = [await stop.boundingBox(), await pacman(page).getByRole("button", {name: "Find the routes"}).boundingBox()];
  assert.ok(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y, "the progress covers the button");
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

// The colours of a board, and how they differ, as WCAG counts it.
const fillOf = (page, kind) => about(page).locator(`.${kind}`).first().evaluate((one) => {
  const paint = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
  const {fill, stroke} = getComputedStyle(one);
  paint.fillStyle = fill === "none" ? stroke : fill;
  paint.fillRect(0, 0, 1, 1);
  return [...paint.getImageData(0, 0, 1, 1).data.slice(0, 3)];
});
function luminance(color) {
  const [red, green, blue] = color.map((value) => value / 255).map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const contrast = (a, b) => (Math.max(luminance(a), luminance(b)) + 0.05) / (Math.min(luminance(a), luminance(b)) + 0.05);

for (const look of ["light", "dark"])
  scenario(`the board is as ${look} as the page, and everything on it stands out`, {at, look}, async (page) => {
    await ready(page);
    await open(page, "maps/first.txt");
    await find(page);
    await shows(route(page, "Richest"), /proven/);
    const floor = await fillOf(page, "cell");
    assert.ok(look === "dark" ? luminance(floor) < 0.05 : luminance(floor) > 0.9, `the floor is ${floor}`);
    for (const kind of ["food", "wall", "bomb", "flag", "route-line", "route-arrows", "pacman-body"]) {
      if (kind === "pacman-body" && look === "light") continue;  // it has a dark edge there
      assert.ok(contrast(await fillOf(page, kind), floor) >= 3, `${kind} on the floor: ${contrast(await fillOf(page, kind), floor)}`);
    }
    for (const kind of ["food", "wall", "bomb"])
      assert.ok(contrast(await fillOf(page, kind), await fillOf(page, `values .on-${kind}`)) >= 4.5, `the value of ${kind}`);
    assert.ok(contrast(await fillOf(page, "solid"), await fillOf(page, "values .on-solid")) >= 4.5);
  });

// The moves that the arrow heads on a route show, in its order: from the middle of the base to the tip.
const arrowsOf = async (page) => ((await about(page).locator(".route-arrows").getAttribute("d")).match(/M[^z]+/g) || []).map((triangle) => {
  const [tip, a, b] = triangle.slice(1).split("L").map((point) => point.split(" ").map(Number));
  const [x, y] = [tip[0] - (a[0] + b[0]) / 2, tip[1] - (a[1] + b[1]) / 2];
  return Math.abs(x) > Math.abs(y) ? (x > 0 ? "R" : "L") : (y > 0 ? "D" : "U");
}).join("");

scenario("arrow heads show which way the route goes, also where it doubles back", {at}, async (page) => {
  await ready(page);
  for (const name of ["fork.json", "twice.txt"]) {
    const {path} = runJson("pacman", ["solve", `maps/${name}`, "--json"]);
    await open(page, `maps/${name}`);
    await find(page);
    await shows(route(page, "Richest"), /proven/);
    assert.equal(await arrowsOf(page), path);
    await pacman(page).getByRole("group", {name: "Route"}).first().getByRole("button", {name: "Step forward"}).click();
    assert.equal(await arrowsOf(page), path.slice(1));
  }
  // There and back through the same cells, the two lines lie side by side.
  const tips = (await about(page).locator(".route-arrows").getAttribute("d")).match(/M[\d.]+ [\d.]+/g);
  assert.equal(new Set(tips).size, tips.length);
});

scenario("the energy is drawn over time, with axes, and leads to any move of the route", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/spiral.json");
  await find(page);
  await shows(route(page, "Richest"), /proven/);
  const {path} = runJson("pacman", ["solve", "maps/spiral.json", "--json"]);
  const {energies} = runJson("pacman", ["replay", "maps/spiral.json", path, "--json"]);
  const chart = pacman(page).getByRole("slider", {name: /Energy over time: 11 at the start/});
  const texts = await chart.locator("text").allTextContents();
  for (const name of ["energy", "moves", "0", "10", "50"]) assert.ok(texts.includes(name), `${texts} lack ${name}`);
  await chart.focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowRight");
  await shows(pacman(page).locator(".player output"), `3 / ${path.length}`);
  await shows(energy(page), new RegExp(`^${energies[3]}$`));
  await page.keyboard.press("End");
  await shows(energy(page), new RegExp(`^${energies.at(-1)}$`));
  assert.match(await chart.getAttribute("aria-valuetext"), new RegExp(`move ${path.length}, energy ${energies.at(-1)}`));
});

scenario("on a phone the picture and the player stay in view while routes are found", {at, touch: true, width: 360, height: 740}, async (page) => {
  await ready(page);
  for (const name of ["first.txt", "spiral.json"]) {
    await open(page, `maps/${name}`);
    await find(page);
    await shows(route(page, "Richest"), /proven/);
    await route(page, "Richest").click();
    for (const place of [picture(page), pacman(page).locator(".player .main"), pacman(page).locator(".player output")]) {
      const box = await place.boundingBox();
      assert.ok(box.y >= -1 && box.y + box.height <= 741, `${name}: from ${box.y} to ${box.y + box.height}`);
    }
  }
});

scenario("the C++ shown is the program of this map, game and time limit", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await page.locator("#program").click();
  const code = page.locator("#drawer pre");
  await shows(code, /R"\(5,4 1,2,6 5,3 V,J3,V,B2,V.*pacman::solve\(board, goal, \{.limits = \{.time = 10\}\}\)/);
  await pacman(page).getByLabel("Time limit").selectOption("60 s");
  await page.locator("#drawer").focus();
  await page.keyboard.press("w");
  await shows(code, /std::string_view\("U"\).*pacman::way_on\(game, goal, \{.limits = \{.time = 60\}\}\)/);
});

scenario("Back leads to the map before", {at}, async (page) => {
  await ready(page);
  const example = pacman(page).getByLabel("Example");
  await address(page, /map=5\.4/);
  for (const [name, size] of [["Fork", /12 × 7/], ["Spiral", /13 × 13/]]) {
    await example.selectOption(name);
    await described(page, size);
  }
  await page.goBack();
  await described(page, /12 × 7/);
  await page.goBack();
  await described(page, /5 × 4/);
  await page.goForward();
  await described(page, /12 × 7/);
});

scenario("a file that is too large for an address is there again after a reload", {at}, async (page) => {
  await ready(page);
  await dropFile(page, pacman(page), "wide.json", textOf("maps/feast.json").replace(/,/g, `,${" ".repeat(3000)}`));
  await described(page, /20 × 20/);
  await address(page, /map=20\.20/);
  await page.reload();
  await ready(page);
  await described(page, /20 × 20 cells.*goal at \(20,1\)/);
});

scenario("Pac-Man speaks Spanish with the words of the other tabs", {at: "#tab=pacman&lang=es"}, async (page) => {
  await ready(page);
  const panel = panelOf(page, "Pac-Man");
  for (const name of ["Abrir…", "Guardar"]) await panel.getByRole("button", {name, exact: true}).waitFor();
  await panel.getByRole("button", {name: "Buscar las rutas"}).click();
  await shows(panel, /La de más energía 9 movimientos, quedan 4 de energía/);
  await dropFile(page, panel, "mal.txt", "3,2\n1,1,5\n3,2\nV,Q4,V\nV,V,V\n");
  await shows(panel.getByRole("alert"), /mal\.txt:4:3/);
  assert.doesNotMatch(await shown(panel.getByRole("alert")), /unknown|expected/);
  await panel.getByRole("radio", {name: "Editar el mapa"}).check({force: true});
  const words = await panel.evaluate((one) => [one.innerText, ...[...one.querySelectorAll("[aria-label], [aria-description]")]
    .map((each) => `${each.ariaLabel} ${each.getAttribute("aria-description")}`)].join(" "));
  assert.match(words, /5 × 4 casillas/);
  assert.doesNotMatch(words, /celda|fichero|más rica|\bIA\b|Food|Wall/);
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
