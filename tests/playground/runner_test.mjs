// SPDX-License-Identifier: MIT
// The tab MAZE runner, as a user uses it, beside the program maze.
import assert from "node:assert/strict";

import {address, choose, dropFile, eventually, fact, looksGood, numbersIn, openFile, pasteText, plain, ready, refusal, reopened,
  runJson, saved, scenario, shown, shows, textOf} from "./harness.mjs";
import {about, at, open, picture, runner, solve, step, verdict} from "./runner_page.mjs";

scenario("mazes are opened one after the other, and solved as the program solves them", {at}, async (page) => {
  await ready(page);
  for (const name of ["corridor", "crossroads", "detour", "garden", "treasure", "trade_off", "twice", "caves", "labyrinth"]) {
    const native = runJson("maze", ["solve", `mazes/${name}.txt`, "--count", "--json"]);
    await open(page, `mazes/${name}.txt`);
    await shows(about(page), `${native.maze.rows} rows, ${native.maze.cols} columns · life ${native.maze.life}`);
    await solve(page);
    const {steps, life, count} = native.optimal;
    const said = await shows(verdict(page), /^Solved/);
    assert.deepEqual(numbersIn(said), [steps, life], name);
    assert.equal((await shown(fact(runner(page), "Optimal routes"))).replace(/,/g, ""), count, name);
    assert.equal(numbersIn(await shown(fact(runner(page), "Steps")))[0], steps);
    await shows(runner(page).getByRole("group", {name: "Route"}).filter({hasText: "First found"}), `First found · ${native.feasible.steps.toLocaleString("en")}`);
    await shows(step(page), `0 / ${steps}`);
  }
});

scenario("where there is no route, it says why", {at}, async (page) => {
  await ready(page);
  for (const [name, reason, words] of [["walled_off", "unreachable", /walls separate S from E/], ["starved", "starved", /every path to E is deadly/],
    ["mirage", "starved", /every path to E is deadly/]]) {
    assert.equal(runJson("maze", ["solve", `mazes/${name}.txt`, "--json"]).reason, reason);
    await open(page, `mazes/${name}.txt`);
    await solve(page);
    await shows(verdict(page), words);
    if (reason === "starved") await shows(runner(page).locator(".results").getByText(/A life of \d+ would be enough/), /\d/);
  }
});

scenario("every step of a route is shown with its place and its life", {at}, async (page) => {
  await ready(page);
  const {optimal, maze} = runJson("maze", ["solve", "mazes/treasure.txt", "--json"]);
  await open(page, "mazes/treasure.txt");
  await solve(page);
  await shows(verdict(page), /^Solved/);
  const rows = runner(page).getByRole("region", {name: "Every step"}).locator("tbody tr");
  assert.equal(await rows.count(), optimal.steps + 1);
  const cells = (await rows.allInnerTexts()).map((row) => plain(row).split(" "));
  assert.deepEqual(cells.map(([step, place]) => [Number(step), place]), optimal.route.map(([x, y], i) => [i, `(${x},${y})`]));
  assert.equal(Number(cells[0][2]), maze.life);
  assert.equal(Number(cells[optimal.steps][2]), optimal.life);

  await picture(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await shows(step(page), `2 / ${optimal.steps}`);
  assert.match(plain(await runner(page).locator("tr[aria-current=step]").innerText()), /^2 /);
  await page.keyboard.press("End");
  await shows(step(page), `${optimal.steps} / ${optimal.steps}`);
});

scenario("one flips through all optimal routes", {at}, async (page) => {
  await ready(page);
  const native = runJson("maze", ["solve", "mazes/treasure.txt", "--count", "--routes", "5", "--json"]);
  const count = Number(native.optimal.count);
  assert.equal(count, 5);
  await open(page, "mazes/treasure.txt");
  await solve(page);
  const flip = runner(page).getByRole("group", {name: "Optimal routes"});
  await shows(flip, /of 5/);
  const previous = flip.getByRole("button", {name: "Previous route"});
  while (await previous.isEnabled()) await previous.click();
  const places = async () => (await runner(page).getByRole("region", {name: "Every step"}).locator("tbody tr td:nth-child(2)").allInnerTexts());
  for (let i = 0; i < count; ++i) {
    await shows(flip, `Route ${i + 1} of 5`);
    assert.deepEqual(await places(), native.routes[i].map(([x, y]) => `(${x},${y})`));
    if (i + 1 < count) await flip.getByRole("button", {name: "Next route"}).click();
  }
  assert.equal(await flip.getByRole("button", {name: "Next route"}).isDisabled(), true);
});

const wrong = [
  ["cells.txt", "N=3, M=5, P=4\n#####\n#SxE#\n#####\n"],
  ["header.txt", "N=3; M=5\n#####\n#S0E#\n#####\n"],
  ["ends.txt", "N=3, M=6, P=4\n######\n#S0SE#\n######\n"],
  ["short.txt", "N=4, M=5, P=4\n#####\n#S0E#\n#####\n"],
  ["empty.txt", ""],
  ["bytes.txt", Buffer.from("4e3d332c204d3d352c20503d340a23232323230a2353ff45230a23232323230a", "hex")],
];
scenario("a malformed file gets the words of the command line, and the maze before it stays", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/corridor.txt");
  const before = await shown(about(page));
  for (const [name, text] of wrong) {
    const {file, message} = refusal("maze", ["check"], name, text);
    await openFile(page, runner(page).getByRole("button", {name: "Open…"}), file);
    await shows(runner(page).getByRole("alert"), "error");
    assert.equal((await runner(page).getByRole("alert").locator("pre").textContent()).trimEnd(), message, name);
    assert.equal(await shown(about(page)), before);
  }
  await open(page, "mazes/detour.txt");
  await shows(about(page), "10 rows, 14 columns");
  assert.equal(await runner(page).getByRole("alert").count(), 0);
});

scenario("mazes are dropped and pasted, and repaired ones come with a warning", {at}, async (page) => {
  await ready(page);
  await dropFile(page, runner(page), "twice.txt", textOf("mazes/twice.txt"));
  await shows(about(page), "10 rows, 15 columns");
  await pasteText(page, textOf("mazes/crossroads.txt"));
  await shows(about(page), "11 rows, 13 columns");
  await pasteText(page, `\ufeff${textOf("mazes/treasure.txt").toLowerCase().replace("n=", "N=").replace("m=", "M=").replace("p=", "P=")}\n\n`);
  await shows(about(page), "4 rows, 11 columns");
  await shows(runner(page).locator(".warnings"), /warning:/);
  await dropFile(page, runner(page), "bad.txt", "nothing like a maze");
  await shows(runner(page).getByRole("alert"), "bad.txt:1:2");
});

scenario("cells are edited with keys and mouse, and errors of the text are shown at their place", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/treasure.txt");
  await choose(runner(page), "radio", "Edit");
  const text = runner(page).getByLabel("The file as text");
  assert.equal(await text.inputValue(), textOf("mazes/treasure.txt"));
  await picture(page).focus();
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight", "9"]) await page.keyboard.press(key);
  await eventually(async () => assert.match(await text.inputValue(), /#S9333333E#/));
  const box = await picture(page).locator("canvas").first().boundingBox();
  await choose(runner(page), "radio", "Floor");
  await page.mouse.click(box.x + box.width * 3.5 / 11, box.y + box.height * 1.5 / 4);
  await eventually(async () => assert.match(await text.inputValue(), /#S9033333E#/));
  await runner(page).getByRole("button", {name: "Undo"}).click();
  await eventually(async () => assert.match(await text.inputValue(), /#S9333333E#/));

  await text.fill("N=4, M=11, P=8\n###########\n#S3333333E#\n#T00x00333#\n###########\n");
  await shows(runner(page).getByRole("alert"), /bad_cell.*4:5|4:5.*bad_cell/);
  await runner(page).getByRole("button", {name: "Show the place in the text"}).click();
  assert.equal(await text.evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), "x");
  await shows(about(page), "4 rows, 11 columns");
  await text.fill("N=3, M=5, P=4\n#####\n#S0E#\n#####\n");
  await shows(about(page), "3 rows, 5 columns");
  assert.equal(await runner(page).getByRole("alert").count(), 0);
});

scenario("one walks to the end by keys, dies, undoes, restarts and gets hints", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/treasure.txt");
  const {optimal} = runJson("maze", ["solve", "mazes/treasure.txt", "--json"]);
  await choose(runner(page), "radio", "Walk");
  await picture(page).focus();
  // Straight over the threes is deadly with a life of 8.
  for (let i = 0; i < 7; ++i) await page.keyboard.press("ArrowRight");
  await shows(verdict(page), /You died after 3 steps/);
  await page.keyboard.press("u");
  await shows(verdict(page), /back/);
  await shows(fact(runner(page), "Life"), /^2$/);
  await page.keyboard.press("r");
  await shows(fact(runner(page), "Steps"), /^0$/);
  await page.keyboard.press("a");
  await shows(verdict(page), /wall/);
  await page.keyboard.press("?");
  await shows(verdict(page), new RegExp(`Hint: down \\(${optimal.steps} steps`));
  for (let i = 1; i < optimal.route.length; ++i) {
    const [dx, dy] = [optimal.route[i][0] - optimal.route[i - 1][0], optimal.route[i][1] - optimal.route[i - 1][1]];
    await page.keyboard.press(dx > 0 ? "d" : dx < 0 ? "ArrowLeft" : dy > 0 ? "w" : "ArrowDown");
  }
  await shows(verdict(page), `You won in ${optimal.steps} steps with ${optimal.life} life left!`);
  await runner(page).getByRole("button", {name: "Restart"}).click();
  await runner(page).getByRole("group", {name: "Walk"}).last().getByRole("button", {name: "Down"}).click();
  await shows(fact(runner(page), "Life"), /^13$/);
});

scenario("a link shows the same maze, route and step; another the same walk", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/crossroads.txt");
  await solve(page);
  const flip = runner(page).getByRole("group", {name: "Optimal routes"});
  await shows(flip, /of/);
  await flip.getByRole("button", {name: "Next route"}).click();
  const said = await shows(flip, /Route \d+ of/);
  await picture(page).focus();
  for (let i = 0; i < 5; ++i) await page.keyboard.press("ArrowRight");
  await address(page, /step=5/);
  await reopened(page, async (other) => {
    await shows(runner(other).getByRole("group", {name: "Optimal routes"}), said);
    await shows(step(other), /^5 \/ /);
  });
  await choose(runner(page), "radio", "Walk");
  await picture(page).focus();
  for (const key of ["d", "d", "s"]) await page.keyboard.press(key);
  const steps = await shown(fact(runner(page), "Steps"));
  await address(page, /moves=/);
  await reopened(page, async (other) => shows(fact(runner(other), "Steps"), steps));
});

scenario("what is saved is what was opened", {at}, async (page) => {
  await ready(page);
  await open(page, "mazes/garden.txt");
  const file = await saved(page, runner(page).getByRole("button", {name: "Save"}));
  assert.equal(file.name, "garden.txt");
  assert.equal(file.bytes.toString(), textOf("mazes/garden.txt"));
});

scenario("MAZE runner looks good in both looks and all sizes", {at}, async (page, t) => {
  await ready(page);
  await open(page, "mazes/garden.txt");
  await solve(page);
  await shows(verdict(page), /^Solved/);
  await picture(page).focus();
  for (let i = 0; i < 40; ++i) await page.keyboard.press("ArrowRight");
  await looksGood(page, t, "runner");
});

scenario("walking and errors of the MAZE runner look good too", {at}, async (page, t) => {
  await ready(page);
  await open(page, "mazes/detour.txt");
  await choose(runner(page), "radio", "Walk");
  await picture(page).focus();
  for (const key of ["d", "d", "d"]) await page.keyboard.press(key);
  await dropFile(page, runner(page), "bad.txt", "N=3, M=5, P=4\n#####\n#SxE#\n#####\n");
  await shows(runner(page).getByRole("alert"), "error");
  await looksGood(page, t, "runner walk");
});
