// SPDX-License-Identifier: MIT
// The picture of the tab Mazes: what is seen of searches, and what can be done in it.
import assert from "node:assert/strict";
import {mkdtempSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

import {address, choose, crowding, eventually, fact, looksGood, numbersIn, timeout, ready, reopened, run, scenario, shown, shows} from "./harness.mjs";
import {at, caption, colors, drawn, fill, film, make, mazeText, mazes, picture, placed, solved} from "./mazes_page.mjs";

scenario("the frontier of a search is seen in its own colour", {at}, async (page) => {
  await ready(page);
  await mazes(page).getByRole("button", {name: "Solve", exact: true}).click();
  await shows(caption(page), /^BFS: a path of/);
  await film(page).getByRole("slider").fill("40");
  const [done, all, waiting] = numbersIn((await shows(caption(page), /in the frontier/)).replace("BFS", ""));
  assert.ok(done === 40 && all > 500 && waiting > 3, `${done} ${all} ${waiting}`);
  const {"#d08a00": some} = await colors(page);
  await film(page).getByRole("button", {name: "To the start"}).click();
  await shows(caption(page), /^BFS: 0 of \d+ rooms expanded, 1 in the frontier/);
  const {"#d08a00": one} = await colors(page);
  assert.equal(some, waiting * one, "each room of the frontier has one sign");
});

scenario("two searches are seen side by side, in step", {at}, async (page) => {
  await ready(page);
  await mazes(page).getByLabel("Next to it").selectOption({label: "A*"});
  const other = page.locator(".maze-caption").nth(1);
  await shows(other, /^A\*: a path of/);
  await film(page).getByRole("slider").fill("50");
  await shows(caption(page), /^BFS: 50 of/);
  await shows(other, /^A\*: 50 of/);
  await film(page).getByRole("slider").fill("400");
  await shows(caption(page), /^BFS: 400 of/);
  await shows(other, /^A\*: a path of/);
  await address(page, /second=astar.*step=400/);
  await reopened(page, (again) => shows(again.locator(".maze-caption").nth(1), /^A\*: a path of/));
  await picture(page).hover();
  await page.mouse.wheel(0, -400);
  await mazes(page).getByLabel("Next to it").selectOption({label: "nothing"});
  await other.waitFor({state: "hidden"});
});

scenario("S and E stand beside the maze, and go where they are dragged or pushed", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  const {pitch, point} = await placed(page, 24, 32);
  const [start, exit] = ["S, start", "E, exit"].map((name) => mazes(page).getByRole("button", {name: new RegExp(`^${name}`)}).first());
  const box = await start.boundingBox();
  assert.ok(box.x + box.width <= point(0, 0)[0], "S covers a room");
  assert.ok((await exit.boundingBox()).x >= point(23, 32)[0], "E covers a room");
  await start.hover();
  await page.mouse.down();
  for (const [row, column] of [[4, 4], [10, 9], [12.5, 10.5]]) await page.mouse.move(...point(row, column));
  await shows(caption(page), /^BFS: a path of/);
  await page.mouse.up();
  await address(page, new RegExp(`from=${12 * 32 + 10}`));
  await exit.press("ArrowUp");
  await exit.press("ArrowLeft");
  await address(page, new RegExp(`to=${22 * 32 + 30}`));
  const said = numbersIn(await shows(caption(page), /^BFS: a path of/));
  const native = solved(await mazeText(page), "bfs");
  await eventually(async () => assert.deepEqual(numbersIn(await shown(caption(page))), [native.length, native.expanded]), timeout);
  assert.ok(said.length === 2 && pitch > 8);
  await reopened(page, (other) => shows(caption(other), `a path of ${native.length} steps`));
  for (let i = 0; i < 3; ++i) await mazes(page).getByRole("button", {name: "Undo"}).click();
  await eventually(async () => assert.doesNotMatch(await address(page), /from=|to=/));
});

scenario("walls are opened and closed by a click or by keys, and it can be taken back", {at}, async (page) => {
  await ready(page);
  const passages = async (count) => eventually(async () => assert.equal(numbersIn(await shown(fact(mazes(page), "Passages")))[0], count));
  await make(page, {rows: 8, cols: 9, seed: 4, braid: 0});
  await shows(caption(page), "8 × 9 rooms, 71 passages");
  const clickWall = async () => page.mouse.click(...(await placed(page, 8, 9)).point(1.5, closed / 2));
  const closed = (await mazeText(page)).split("\n")[4].split("").findIndex((sign, i) => i > 0 && i % 2 === 0 && i < 18 && sign === "#");
  await clickWall();
  await passages(72);
  await address(page, new RegExp(`walls=${2 * (9 + closed / 2 - 1)}`));
  assert.equal((await mazeText(page)).split("\n")[4][closed], "0");
  await clickWall();
  await passages(71);
  await clickWall();
  await passages(72);
  await reopened(page, (other) => shows(caption(other), "8 × 9 rooms, 72 passages"));
  await mazes(page).getByRole("button", {name: "Undo"}).click();
  await passages(71);
  // By keys, from S: both walls of a corner are changed, and one of them was open.
  await picture(page).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await eventually(async () => assert.match(await address(page), /walls=0(,|%2C)1/));
  await choose(mazes(page), "radio", "A*");
  const said = await shows(caption(page), /^A\*: (a path of|no path)/);
  const native = run("mazegen", ["--read", "-", "--solve", "astar", "--json"], {input: await mazeText(page)});
  assert.equal(/no path/.test(said), native.code === 1, said);
  await picture(page).focus();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("u");
  await passages(71);
});

scenario("a maze takes the shape of a mask, given or drawn", {at}, async (page) => {
  await ready(page);
  const folder = mkdtempSync(join(tmpdir(), "senda-mask-"));
  const native = (mask, words) => {
    writeFileSync(join(folder, "mask.txt"), mask);
    return run("mazegen", ["--mask", "mask.txt", "--algorithm", "wilson", "--seed", "7", "--braid", "0.3", ...words], {cwd: folder}).out;
  };
  // The rooms of a MAZE text as a mask.
  const maskOf = (text) => text.trimEnd().split("\n").slice(2).filter((_, i) => i % 2 === 0)
    .map((line) => [...line].filter((_, i) => i % 2 === 1).map((sign) => (sign === "#" ? "#" : ".")).join("")).join("\n");
  await mazes(page).getByLabel("Shape").selectOption({label: "Heart"});
  await address(page, /mask=heart/);
  const heart = await mazeText(page);
  assert.equal(heart, native(maskOf(heart), ["--maze", "-"]));
  await mazes(page).getByLabel("Algorithm").selectOption({label: "Eller"});
  await shows(page.locator(".maze-field", {has: page.getByLabel("Algorithm")}).getByRole("alert"), "needs a full rectangle");
  await mazes(page).getByLabel("Shape").selectOption({label: "Rectangle"});
  await shows(caption(page), "Eller: 24 × 32");
  await make(page, {algorithm: "Wilson", rows: 10, cols: 12});
  await shows(caption(page), "Wilson: 10 × 12 rooms");
  await mazes(page).getByRole("button", {name: "Draw a shape"}).click();
  await shows(caption(page), "The shape of the maze.");
  const {point} = await placed(page, 10, 12);
  await page.mouse.move(...point(3.5, 3.5));
  await page.mouse.down();
  await page.mouse.move(...point(3.5, 8.5));
  await page.mouse.up();
  await picture(page).focus();
  await page.keyboard.press(" ");  // the room of S
  await mazes(page).getByRole("button", {name: "Dig the maze in it"}).click();
  await address(page, /mask=0\.1\.38\.6\.75/);
  const own = await mazeText(page);
  assert.deepEqual(maskOf(own).split("\n").filter((_, i) => i === 0 || i === 3), ["#...........", "...######..."]);
  assert.equal(own, native(maskOf(own), ["--maze", "-"]));
  await reopened(page, async (other) => assert.equal(await mazeText(other), own));
  // Rooms that do not hang together are refused where the shape is.
  await mazes(page).getByRole("button", {name: "Draw a shape"}).click();
  await page.mouse.move(...point(5.5, 0.5));
  await page.mouse.down();
  await page.mouse.move(...point(5.5, 11.5));
  await page.mouse.up();
  await mazes(page).getByRole("button", {name: "Dig the maze in it"}).click();
  await shows(page.locator(".maze-field", {has: page.getByLabel("Shape")}).getByRole("alert"), "do not hang together");
});

scenario("unexplored rooms are dark where the page is", {at: `${at}&distances=1&view=search&step=30`, look: "dark"}, async (page) => {
  await ready(page);
  await shows(caption(page), "BFS: 30 of");
  const counts = await colors(page);
  assert.equal(counts["#ffffff"], undefined);
  const light = (color) => Math.max(...[1, 3, 5].map((i) => parseInt(color.slice(i, i + 2), 16)));
  const all = Object.values(counts).reduce((sum, count) => sum + count);
  const dark = Object.entries(counts).filter(([color]) => light(color) < 80).reduce((sum, [, count]) => sum + count, 0);
  assert.ok(dark > 0.85 * all, `${dark} of ${all}`);
});

scenario("a maze of 1000 x 1000 is ready in less than three seconds, calm as a whole and crisp from near", {at}, async (page, t) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  await mazes(page).getByLabel("Algorithm").selectOption({label: "Kruskal"});
  await fill(page, "Rows", 1000);
  await shows(caption(page), "1,000 × 32 rooms");
  const busy = crowding();
  const began = Date.now();
  await fill(page, "Columns", 1000);
  await shows(caption(page), /1,000 × 1,000 rooms.* Zoom in to see the rooms/, 5 * timeout);
  const whole = await colors(page);
  const seconds = (Date.now() - began) / 1000;
  t.diagnostic(`seen after ${seconds} s, on a machine ${Math.max(busy, crowding()).toFixed(1)} times too busy`);
  assert.ok(seconds < 3 * Math.max(busy, crowding()), `${seconds} s`);
  // No noise: hardly anything has the colours of walls.
  assert.ok((whole["#76828e"] || 0) + (whole["#1d2732"] || 0) < 4000, JSON.stringify(whole).slice(0, 300));
  const {x, y, width, height} = await picture(page).boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  for (let i = 0; i < 12; ++i) await page.mouse.wheel(0, -400);
  await eventually(async () => {
    const near = await colors(page);
    assert.ok(near["#1d2732"] > 20000 && near["#ffffff"] > 20000, JSON.stringify(near).slice(0, 300));
  });
  const before = await drawn(page);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 90, y + height / 2 - 70, {steps: 4});
  await page.mouse.up();
  await eventually(async () => assert.notEqual(await drawn(page), before));
  await choose(mazes(page), "radio", "A*");
  await shows(caption(page), /^A\*: a path of/, 5 * timeout);
});

scenario("the picture zooms by keys, buttons and two fingers", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), "24 × 32 rooms");
  await page.mouse.move(0, 0);
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await eventually(async () => assert.ok((await colors(page))["#1f66ad"] > 20));  // the frame of the room
  const whole = await drawn(page);
  const changes = async (act) => {
    const before = await drawn(page);
    await act();
    await eventually(async () => assert.notEqual(await drawn(page), before));
  };
  await changes(() => page.keyboard.press("+"));
  await changes(() => page.keyboard.press("ArrowDown"));
  await changes(() => page.keyboard.press("-"));
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("0");
  await eventually(async () => assert.equal(await drawn(page), whole));
  await changes(() => mazes(page).getByRole("button", {name: "Zoom in"}).click());
  await changes(() => mazes(page).getByRole("button", {name: "Show all of it"}).click());
  const fingers = (type, far) => picture(page).evaluate((element, [name, apart]) => {
    const box = element.getBoundingClientRect();
    for (const [pointerId, sign] of [[11, -1], [12, 1]])
      element.dispatchEvent(new PointerEvent(name, {pointerId, pointerType: "touch", bubbles: true,
        clientX: box.left + box.width / 2 + sign * apart, clientY: box.top + box.height / 2}));
  }, [type, far]);
  await picture(page).evaluate((element) => { element.setPointerCapture = () => {}; });  // these pointers are not real ones
  await changes(async () => {
    await fingers("pointerdown", 40);
    await fingers("pointermove", 120);
  });
  await fingers("pointerup", 120);
});

scenario("Mazes looks good in both looks and all sizes", {at}, async (page, t) => {
  await ready(page);
  await choose(mazes(page), "radio", "A*");
  await mazes(page).getByLabel("Colours by distance from S").check();
  await mazes(page).getByLabel("Next to it").selectOption({label: "BFS"});
  await shows(caption(page), /^A\*: a path of/);
  await looksGood(page, t, "mazes");
});
