// SPDX-License-Identifier: MIT
// The pictures of the tab MAZE runner, as a user sees and changes them: routes, axes, charts, films, edits.
import assert from "node:assert/strict";

import {address, choose, dropFile, eventually, fact, looksGood, numbersIn, panelOf, plain, ready, reopened, run, runJson, saved, scenario, shown, shows, swipe,
  textOf} from "./harness.mjs";
import {about, at, cellOf, mode, open, picture, pixel, runner, solve, step, text, verdict} from "./runner_page.mjs";

scenario("Paste takes what was copied, and without leave brings the text into view", {at, before: () => {
  window.copied = "";
  Object.defineProperty(navigator, "clipboard", {value: {readText: async () => {
    if (!window.copied) throw new Error("not allowed");
    return window.copied;
  }}});
}}, async (page) => {
  await ready(page);
  await page.evaluate((maze) => { window.copied = maze; }, textOf("mazes/crossroads.txt"));
  const paste = runner(page).getByRole("button", {name: "Paste"});
  await paste.click();
  await shows(about(page), "11 rows, 13 columns");
  assert.equal(await text(page).isVisible(), false);
  await page.evaluate(() => { window.copied = ""; });
  await paste.click();
  await eventually(async () => assert.equal(await text(page).evaluate((area) => area === document.activeElement), true));
});

scenario("Back returns to the maze before", {at}, async (page) => {
  await ready(page);
  await shows(about(page), "10 rows, 14 columns");
  await address(page, /maze=10\.14\./);
  await runner(page).getByLabel("Example").selectOption({label: "Treasure"});
  await shows(about(page), "4 rows, 11 columns");
  await dropFile(page, runner(page), "twice.txt", textOf("mazes/twice.txt"));
  await shows(about(page), "10 rows, 15 columns");
  await page.goBack();
  await shows(about(page), "4 rows, 11 columns");
  await page.goBack();
  await shows(about(page), "10 rows, 14 columns");
  await mode(page, "Walk");
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await shows(fact(runner(page), "Steps"), /^1$/);
  await page.keyboard.press("Control+z");
  await shows(fact(runner(page), "Steps"), /^0$/);
});

scenario("the route strikes out no digit, and nothing looks out behind the runner", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/trade_off.txt");
  await solve(page);
  await shows(verdict(page), /^Solved/);
  // The route passes a 1 at (7,9) from left to right: beside the digit is the colour of its cell.
  assert.deepEqual((await pixel(page, 1, 7.27, 1.5)).slice(0, 3), (await pixel(page, 0, 7.05, 1.05)).slice(0, 3));
  // The runner is at the start, whose plate would reach into the corner of the cell.
  assert.deepEqual(await pixel(page, 1, 1.14, 5.14), [255, 255, 255, 255]);
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal((await pixel(page, 1, 1.5, 5.14))[3], 255);
});

scenario("in dark mode the maze is dark", {at, look: "dark"}, async (page) => {
  await ready(page);
  await open(page, "mazes/treasure.txt");
  for (const [x, y] of [[0.5, 0.5], [2.1, 1.1], [2.5, 2.5]]) {
    const [red, green, blue] = await pixel(page, 0, x, y);
    assert.ok(red + green + blue < 3 * 128, `${x} ${y}: ${red} ${green} ${blue}`);
  }
});

scenario("the coordinates of the route stand at the sides of the maze", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/treasure.txt");
  await solve(page);
  await shows(verdict(page), /^Solved/);
  const axis = async (name) => (await runner(page).locator(`.axis-${name} text`).allTextContents()).map(Number).sort((a, b) => a - b);
  assert.deepEqual(await axis("x"), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(await axis("y"), [0, 1, 2, 3]);
  const {optimal} = runJson("maze", ["solve", "mazes/treasure.txt", "--json"]);
  await picture(page).focus();
  for (const [x, y] of optimal.route) {
    assert.deepEqual(await runner(page).locator(".axis-marked").allTextContents(), [String(x), String(y)]);
    await page.keyboard.press("ArrowRight");
  }
  await open(page, "mazes/labyrinth.txt");
  await eventually(async () => assert.ok((await axis("x")).length < 30));
});

scenario("the chart of life has axes, and goes to steps by keys, mouse and finger", {at, touch: true}, async (page) => {
  await ready(page);
  await open(page, "mazes/garden.txt");
  await solve(page);
  const {optimal, maze} = runJson("maze", ["solve", "mazes/garden.txt", "--json"]);
  const chart = runner(page).getByRole("slider", {name: `Life along the route: ${maze.life} at the start`});
  await shows(step(page), `0 / ${optimal.steps}`);
  assert.deepEqual(await chart.locator(".chart-y").allTextContents(), ["0", "10", "20"]);
  assert.deepEqual((await chart.locator(".chart-x").allTextContents()).slice(0, 3), ["0", "10", "20"]);
  assert.deepEqual(await chart.locator(".chart-name").allTextContents(), ["life", "steps"]);
  assert.equal(await chart.locator(".chart-value").textContent(), String(maze.life));
  await chart.focus();
  await page.keyboard.press("ArrowRight");
  await shows(step(page), `1 / ${optimal.steps}`);
  await page.keyboard.press("End");
  await shows(step(page), `${optimal.steps} / ${optimal.steps}`);
  assert.equal(await chart.getAttribute("aria-valuetext"), `step ${optimal.steps}, life ${optimal.life}`);
  const box = await chart.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const middle = numbersIn(await shows(step(page), /^[67]\d \/ 146/))[0];
  await swipe(page, [[box.x + box.width * 0.3, box.y + 40], [box.x + box.width * 0.25, box.y + 40]]);
  await eventually(async () => assert.ok(numbersIn(await shown(step(page)))[0] < middle - 20));
});

scenario("the maze is painted with pictures, by mouse and finger, and one stroke is taken back at once", {at, touch: true}, async (page) => {
  await ready(page);
  await open(page, "mazes/treasure.txt");
  await mode(page, "Edit");
  const names = ["Wall", "Floor", ...Array.from({length: 9}, (none, i) => `Cost ${i + 1}`), "Treasure", "Start", "Exit"];
  const palette = runner(page).getByRole("group", {name: "Paint with"});
  assert.deepEqual(await palette.locator("label").allInnerTexts().then((texts) => texts.map(plain)), names);
  assert.equal(await palette.locator("canvas").count(), names.length);
  await choose(runner(page), "radio", "Treasure");
  const points = [await cellOf(page, 2, 2), await cellOf(page, 3, 2), await cellOf(page, 4, 2)];
  await page.mouse.move(...points[0]);
  await page.mouse.down();
  for (const point of points) await page.mouse.move(...point);
  await page.mouse.up();
  await eventually(async () => assert.match(await text(page).inputValue(), /#TTTT00333#/));
  await picture(page).focus();
  await page.keyboard.press("Control+z");
  await eventually(async () => assert.match(await text(page).inputValue(), /#T00000333#/));
  await page.keyboard.press("Control+y");
  await eventually(async () => assert.match(await text(page).inputValue(), /#TTTT00333#/));
  await page.keyboard.press("u");
  await eventually(async () => assert.match(await text(page).inputValue(), /#T00000333#/));
  // A start that is dragged leaves what it passes as it was.
  await swipe(page, [await cellOf(page, 1, 1), await cellOf(page, 2, 1), await cellOf(page, 3, 1)]);
  await eventually(async () => assert.match(await text(page).inputValue(), /#03S33333E#/));
  await runner(page).getByRole("button", {name: "Undo"}).click();
  await eventually(async () => assert.equal(await text(page).inputValue(), textOf("mazes/treasure.txt")));
});

scenario("the solution follows what is edited", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/detour.txt");
  await mode(page, "Edit");
  const says = async (maze) => {
    const {optimal} = JSON.parse(run("maze", ["solve", "-", "--json"], {input: maze}).out);
    await shows(verdict(page), `Solved: ${optimal.steps} steps, ${optimal.life} life left`);
  };
  await says(textOf("mazes/detour.txt"));
  // Right after an edit the route of the maze before is seen, paler; then that of this one.
  const alpha = () => pixel(page, 1, 1.5, 4).then((color) => color[3]);
  await eventually(async () => assert.equal(await alpha(), 255));
  const pale = await picture(page).evaluate((element) => {
    element.dispatchEvent(new KeyboardEvent("keydown", {key: "1", bubbles: true}));
    const above = element.querySelector(".above");
    const paint = document.createElement("canvas").getContext("2d");
    paint.drawImage(above, -Math.floor(1.5 * above.width / 14), -Math.floor(0.4 * above.height));
    return paint.getImageData(0, 0, 1, 1).data[3];
  });
  assert.ok(pale > 0 && pale < 255, `${pale}`);
  await eventually(async () => assert.equal(await alpha(), 255));
  await choose(runner(page), "radio", "Floor");
  await page.mouse.click(...await cellOf(page, 8, 1));
  await eventually(async () => assert.match(await text(page).inputValue(), /#S0000000333E#/));
  await says(await text(page).inputValue());
  await choose(runner(page), "radio", "Wall");
  await page.mouse.click(...await cellOf(page, 11, 1));
  await shows(verdict(page), /walls separate S from E/);
  await picture(page).focus();
  await page.keyboard.press("u");
  await says(await text(page).inputValue());
  await mode(page, "Solve");
  await shows(verdict(page), /^Solved/);
  await shows(step(page), /^0 \/ \d+/);
});

scenario("a search is watched, state by state, with its frontier", {at}, async (page) => {
  await ready(page);
  // The same numbers are in the test of the programs.
  for (const [name, search, expanded] of [["treasure", "A*, estimate around the walls", 40], ["trade_off", "Breadth first", 318],
    ["trade_off", "A*, estimate without walls", 252], ["mirage", "A*, estimate around the walls", 1988]]) {
    const {optimal} = runJson("maze", ["solve", `mazes/${name}.txt`, "--json"]);
    await open(page, `mazes/${name}.txt`);
    await mode(page, "Watch");
    await runner(page).getByRole("combobox", {name: "Search"}).selectOption({label: search});
    const said = numbersIn(await shows(verdict(page), new RegExp(`${expanded.toLocaleString("en")} states expanded`)));
    assert.deepEqual(said, optimal ? [optimal.steps, expanded] : [expanded]);
    await shows(step(page), `0 / ${expanded}`);
  }
  await open(page, "mazes/treasure.txt");
  await shows(step(page), "0 / 40");
  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await shows(runner(page).locator(".film-now"), "(1,2) · after 0 steps · life 8 · 0 treasures taken");
  await page.keyboard.press("ArrowRight");
  assert.equal((await pixel(page, 1, 1.05, 1.05))[3] > 0, true, "expanded");
  await page.keyboard.press("End");
  await shows(runner(page).locator(".film-now"), /^Arrived with \d life left/);
  await page.keyboard.press("ArrowLeft");
  await address(page, /mode=watch.*search=exact.*frame=39/);
  await reopened(page, async (other) => shows(step(other), "39 / 40"));
});

scenario("a maze too large for an address outlives a reload", {at}, async (page) => {
  await ready(page);
  let seed = 1;
  const digit = () => { seed = seed * 1103515245 % 2147483648; return String(Math.floor(seed / 65536) % 10); };
  const rows = Array.from({length: 320}, () => Array.from({length: 320}, digit).join(""));
  rows[0] = `S${rows[0].slice(1)}`;
  rows[319] = `${rows[319].slice(1)}E`;
  await dropFile(page, runner(page), "large.txt", `N=320, M=320, P=77\n${rows.join("\n")}\n`);
  await shows(about(page), "320 rows, 320 columns · life 77");
  await page.waitForTimeout(600);
  await page.reload();
  await ready(page);
  await shows(about(page), "320 rows, 320 columns · life 77");
  const file = await saved(page, runner(page).getByRole("button", {name: "Save"}));
  assert.equal(file.bytes.toString(), `N=320, M=320, P=77\n${rows.join("\n")}\n`);
});

scenario("the drawer shows the program of what is seen", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/treasure.txt");
  await solve(page);
  await shows(verdict(page), /^Solved/);
  await page.getByRole("button", {name: "Show the C++"}).click();
  const drawer = page.locator("#drawer");
  await shows(drawer, "#S3333333E#");
  await shows(drawer, /maze::solve\(board, \{\.count = true, \.routes = \d\}\)/);
  await runner(page).getByRole("radio", {name: "Solve", exact: true}).focus();
  await page.keyboard.press("ArrowRight");
  await shows(drawer, /senda::astar\(states, states\.start\(\)/);
});

scenario("the runner speaks Spanish as one does", {at: "#tab=runner&lang=es"}, async (page) => {
  await ready(page);
  await page.getByRole("tab", {name: "Corredor", exact: true}).waitFor();
  const panel = panelOf(page, "Corredor");
  await panel.getByRole("button", {name: "Resolver", exact: true}).click();
  await shows(panel.locator(".verdict:visible").first(), /^Resuelto/);
  const said = [];
  for (const name of ["Resolver", "Ver", "Caminar", "Editar"]) {
    await choose(panel, "radio", name);
    await page.waitForTimeout(300);
    said.push(await panel.innerText());
  }
  assert.doesNotMatch(said.join("\n"), /celda|fichero|los menos pasos|MAZE/i);
  assert.match(said.join("\n"), /en el menor número de pasos posible/);
  for (const name of ["Abrir…", "Pegar", "Guardar"]) await panel.getByRole("button", {name, exact: true}).waitFor();
});

scenario("watching and editing with the MAZE runner look good too", {at}, async (page, t) => {
  await ready(page);
  await open(page, "mazes/trade_off.txt");
  await mode(page, "Watch");
  await shows(step(page), "0 / 252");
  await picture(page).focus();
  for (let i = 0; i < 60; ++i) await page.keyboard.press("ArrowRight");
  await looksGood(page, t, "runner watch");
  await mode(page, "Edit");
  await shows(verdict(page), /^Solved/);
  await looksGood(page, t, "runner edit");
});
