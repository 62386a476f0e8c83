// SPDX-License-Identifier: MIT
// The part Race of the lab.
import assert from "node:assert/strict";
import {address, choose, eventually, looksGood, plain, ready, reopened, scenario, shown, shows} from "./harness.mjs";
import {outputOf} from "./programs.mjs";

const at = "#tab=lab&lang=en&part=race";
const raceOf = (page) => page.locator(".race");
const lanesOf = (page) => raceOf(page).locator(".race-lane");
const choice = (page, name) => raceOf(page).locator(".race-shared").getByRole("combobox", {name, exact: true, includeHidden: true});
const settings = (page, number) => page.getByRole("group", {name: `Search ${number}`, exact: true});
const weightOf = (page, number) => settings(page, number).getByRole("spinbutton", {name: "Weight"});
const playerOf = (page) => page.getByRole("group", {name: /The race|La carrera/});

// The rows of the table, each a list of texts.
async function rowsOf(page) {
  const rows = raceOf(page).locator(".race-table tbody tr");
  return Promise.all((await rows.all()).map(async (row) => (await row.locator("th, td").allInnerTexts()).map(plain)));
}
const counter = (lane, name) => lane.locator(`.race-${name} dd`);
const numberOf = (text) => Number(text.replace(/,/g, ""));
const go = (page, step) => playerOf(page).getByRole("slider").evaluate((slider, value) => {
  slider.value = value;
  slider.dispatchEvent(new Event("input"));
}, step);

// What the program that the page shows for a race prints, a line a search.
async function native(page, name, {sample = "valley", cols = 40, directions, lanes}) {
  const source = await page.evaluate(([id, width, ways, all]) => {
    const map = playgroundLabMap.sample(id, width);
    const place = (cell) => [cell % map.cols, Math.floor(cell / map.cols)];
    const cells = playgroundLabMap.text(map).replace(/[SG]/g, "1").trim();
    return playgroundPrograms.make("race", {rows: map.rows, cols: map.cols, cells, start: place(map.start), goal: place(map.goal),
      directions: ways, lanes: all}).source;
  }, [sample, cols, directions, lanes]);
  return outputOf(`race page ${name}`, source).trim().split("\n");
}

scenario("race: Dijkstra against A* at first, with the numbers of a native program", {at}, async (page, t) => {
  await ready(page);
  await eventually(async () => assert.equal((await rowsOf(page)).length, 2));
  const rows = await rowsOf(page);
  assert.deepEqual(rows.map(([name]) => name), ["Dijkstra", "A*, Manhattan"]);
  const lines = await native(page, "first", {directions: 4, lanes: [{search: "dijkstra"}, {search: "astar", estimate: "manhattan"}]});
  for (const [i, [, cost, steps, expanded]] of rows.entries()) {
    assert.match(lines[i], new RegExp(`cost ${cost}, ${numberOf(expanded)} expanded$`));
    assert.ok(numberOf(steps) > 0);
    assert.equal(await shown(counter(lanesOf(page).nth(i), "expanded")), expanded);
    assert.equal(await shown(counter(lanesOf(page).nth(i), "cost")), cost);
  }
  await shows(raceOf(page).locator(".race-verdict"), `Fewest expansions: A* (${rows[1][3]}). Cheapest path: Dijkstra and A* (${rows[0][1]}).`);
  await looksGood(page, t, "race");
});

scenario("race: all searches go in step, and each stops at its own end", {at: `${at}&lanes=dijkstra,astar:manhattan,greedy:manhattan`}, async (page) => {
  await ready(page);
  await eventually(async () => assert.equal((await rowsOf(page)).length, 3));
  const ends = (await rowsOf(page)).map((row) => numberOf(row[3]));
  assert.ok(ends[2] < ends[1] && ends[1] < ends[0]);
  for (const step of [0, ends[2] - 1, ends[2], ends[1] + 5]) {
    await go(page, step);
    for (const [i, end] of ends.entries()) {
      const lane = lanesOf(page).nth(i);
      assert.equal(numberOf(await shown(counter(lane, "expanded"))), Math.min(step, end));
      assert.equal(await shown(counter(lane, "cost")) === "…", step < end);
    }
  }
  assert.equal(await shown(raceOf(page).locator(".race-verdict")), "");
  assert.deepEqual((await rowsOf(page)).map((row) => row[3] === "…"), [true, false, false]);
  await go(page, 0);
  assert.equal(await shown(counter(lanesOf(page).first(), "queue")), "1");
  await playerOf(page).getByRole("button", {name: "Step forward"}).click();
  assert.equal(await shown(counter(lanesOf(page).nth(1), "expanded")), "1");
  await address(page, /step=1$/);
  await reopened(page, async (other) => {
    await eventually(async () => assert.equal(await shown(counter(lanesOf(other).first(), "expanded")), "1"));
    await playerOf(other).getByRole("combobox", {name: "Speed"}).selectOption("8");
    await playerOf(other).getByRole("button", {name: "Play"}).click();
    await shows(raceOf(other).locator(".race-verdict"), "Fewest expansions: Greedy");
  });
  await playerOf(page).getByRole("button", {name: "To the end"}).click();
  await eventually(async () => assert.ok(!(await page.evaluate(() => location.hash)).includes("step")));
});

scenario("race: the most in the queue is the most that was ever seen there", {at: `${at}&map=trap&size=20`}, async (page) => {
  await ready(page);
  await eventually(async () => assert.equal((await rowsOf(page)).length, 2));
  const rows = await rowsOf(page);
  const most = [0, 0];
  for (let step = 0; step <= numberOf(rows[0][3]); ++step) {
    await go(page, step);
    const now = await raceOf(page).locator(".race-queue dd").allInnerTexts();
    now.forEach((text, i) => { most[i] = Math.max(most[i], numberOf(text)); });
  }
  assert.deepEqual(rows.map((row) => numberOf(row[5])), most);
});

scenario("race: proposals, kept in the address and by Back", {at}, async (page) => {
  await ready(page);
  const names = async () => (await rowsOf(page)).map(([name]) => name);
  await choice(page, "Race").selectOption({label: "A* with weights 1, 1.5 and 3"});
  await eventually(async () => assert.deepEqual(await names(), ["A*, Manhattan", "Weighted A*, Manhattan, w 1.5", "Weighted A*, Manhattan, w 3"]));
  assert.deepEqual((await rowsOf(page)).map((row) => row[6]), ["the cheapest path", "at most 1.5 times the cheapest", "at most 3 times the cheapest"]);
  const expanded = (await rowsOf(page)).map((row) => numberOf(row[3]));
  assert.ok(expanded[0] > expanded[1] && expanded[1] > expanded[2]);
  await choice(page, "Race").selectOption({label: "Breadth-first, greedy, A*"});
  assert.deepEqual((await rowsOf(page)).map((row) => row[6]), ["the fewest steps", "just a path", "the cheapest path"]);
  await choice(page, "Race").selectOption({label: "One side against two"});
  await eventually(async () => assert.equal(await lanesOf(page).count(), 4));
  await address(page, /lanes=dijkstra,bidirectional,astar:manhattan,bidirectional_astar:manhattan&map=rooms$/);
  await reopened(page, async (other) => {
    await eventually(async () => assert.equal((await rowsOf(other)).length, 4));
    assert.equal(await choice(other, "Race").evaluate((select) => select.selectedOptions[0].text), "One side against two");
    assert.deepEqual(await rowsOf(other), await rowsOf(page));
  });
  await page.goBack();
  await eventually(async () => assert.equal(await lanesOf(page).count(), 3));
  await choice(page, "Race").selectOption({label: "A* against jump points"});
  await eventually(async () => assert.deepEqual(await names(), ["A*, Octile", "Jump points"]));
  const lines = await native(page, "jumps", {sample: "rooms", directions: 8, lanes: [{search: "astar", estimate: "octile"}, {search: "jump_point"}]});
  for (const [i, row] of (await rowsOf(page)).entries()) {
    assert.match(lines[i], new RegExp(` ${numberOf(row[3])} expanded$`));
    assert.equal(Number(Number(lines[i].match(/cost ([\d.]+)/)[1]).toFixed(1)), Number(row[1]));
  }
});

scenario("race: searches are added, changed and removed by keyboard", {at}, async (page) => {
  await ready(page);
  const add = page.getByRole("button", {name: "Add a search"});
  assert.equal(await page.getByRole("button", {name: /^Remove/}).count(), 0);
  await add.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.equal(await lanesOf(page).count(), 4));
  assert.ok(await add.isHidden());
  assert.equal(await choice(page, "Race").evaluate((select) => select.selectedOptions[0].text), "(your own)");
  await settings(page, 4).getByRole("combobox", {name: "Search", includeHidden: true}).selectOption({label: "Weighted A*"});
  await weightOf(page, 4).fill("2.5");
  await weightOf(page, 4).press("Enter");
  await eventually(async () => assert.equal((await rowsOf(page))[3][6], "at most 2.5 times the cheapest"));
  await weightOf(page, 4).fill("99");
  await weightOf(page, 4).press("Enter");
  await eventually(async () => assert.equal(await weightOf(page, 4).inputValue(), "1.5"));
  assert.ok(await settings(page, 1).getByRole("combobox", {name: "Estimate", includeHidden: true}).isHidden());
  await settings(page, 3).getByRole("combobox", {name: "Search", includeHidden: true}).selectOption({label: "IDA*"});
  await eventually(async () => assert.deepEqual((await rowsOf(page))[2].slice(0, 3), ["IDA*, Manhattan", "–", "–"]));
  assert.equal((await rowsOf(page))[2][6], "none: it gave up");
  await page.getByRole("button", {name: "Remove search 2"}).focus();
  await page.keyboard.press("Enter");
  await eventually(async () => assert.equal(await lanesOf(page).count(), 3));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Add a search");
  await address(page, /lanes=dijkstra,ida_star:manhattan,weighted:manhattan:1.5$/);
});

scenario("race: eight directions change the estimate, and jump points ask for them", {at: `${at}&lanes=astar:manhattan,jump_point&map=rooms`}, async (page) => {
  await ready(page);
  await eventually(async () => assert.equal((await rowsOf(page))[1][6], "needs eight directions"));
  assert.equal(await shown(counter(lanesOf(page).nth(1), "cost")), "needs eight directions");
  await page.getByRole("radio", {name: "Eight"}).check({force: true});
  await eventually(async () => assert.deepEqual((await rowsOf(page)).map((row) => row[6]), ["the cheapest path", "the cheapest path"]));
  assert.equal(await settings(page, 1).getByRole("combobox", {name: "Estimate", includeHidden: true}).inputValue(), "octile");
  const [astar, jumps] = await rowsOf(page);
  assert.equal(astar[1], jumps[1]);
  assert.ok(numberOf(jumps[3]) < numberOf(astar[3]));
  await choice(page, "Map").selectOption({label: "Valley"});
  await eventually(async () => assert.equal((await rowsOf(page))[1][6], "needs a map where all costs are 1"));
});

scenario("race: a map of one's own, as text", {at}, async (page) => {
  await ready(page);
  await raceOf(page).getByText("Map as text").click();
  const box = page.getByRole("textbox", {name: "Map as text"});
  assert.equal((await box.inputValue()).trim().split("\n").length, 26);
  await box.fill("S11\n1#");
  await page.getByRole("button", {name: "Use this text"}).click();
  await shows(raceOf(page).getByRole("alert"), "Line 2 is not as long as the first.");
  await box.fill("S19G\n1#91\n1111");
  await page.getByRole("button", {name: "Use this text"}).click();
  await eventually(async () => assert.deepEqual((await rowsOf(page)).map((row) => row[1]), ["7", "7"]));
  assert.equal(await raceOf(page).getByRole("alert").count(), 0);
  await address(page, /map=4\.3\.0\.3\./);
  await reopened(page, async (other) => {
    await eventually(async () => assert.deepEqual((await rowsOf(other)).map((row) => row[1]), ["7", "7"]));
    assert.ok(await choice(other, "Size").isHidden());
  });
  await choice(page, "Map").selectOption({label: "Trap"});
  await eventually(async () => assert.notEqual((await rowsOf(page))[0][1], "7"));
  assert.ok(await choice(page, "Size").isVisible());
});

scenario("race: the map of the part Map", {at}, async (page) => {
  await ready(page);
  await choose(page, "radio", "Map");
  await page.evaluate(() => { playgroundLabMap.latest = playgroundLabMap.parse("S1119\n1##1G").map; });
  await choose(page, "radio", "Race");
  await choice(page, "Map").selectOption({label: "As in the part Map"});
  await eventually(async () => assert.deepEqual((await rowsOf(page)).map((row) => row[1]), ["5", "5"]));
  await address(page, /map=5\.2\.0\.9\./);
});

scenario("race: nonsense in the address is left out", {at: `${at}&lanes=x:y:z,weighted:zzz:-3,,,astar&map=1.1.1&size=7&directions=5&step=abc`}, async (page) => {
  await ready(page);
  await eventually(async () => assert.deepEqual((await rowsOf(page)).map(([name]) => name),
    ["A*, Manhattan", "Weighted A*, Manhattan, w 1.5", "A*, Manhattan", "A*, Manhattan"]));
  assert.equal(await choice(page, "Map").inputValue(), "valley");
});

scenario("race: the C++ of what is seen", {at: `${at}&lanes=bfs,weighted:euclid:2.5&map=trap&size=20`}, async (page) => {
  await ready(page);
  await page.locator("#program").click();
  const code = page.locator(".drawer pre");
  await shows(code, "senda::bfs(*map, start, goal)");
  await shows(code, "{.weight = 2.5}");
  await choice(page, "Race").selectOption({label: "Dijkstra against A*"});
  await shows(code, "senda::astar(*map, start, goal, senda::manhattan{goal})");
});

scenario("race: no path", {at: `${at}&map=3.1.0.2.bab`}, async (page) => {
  await ready(page);
  await shows(raceOf(page).locator(".race-verdict"), "None of them found a path.");
  assert.deepEqual((await rowsOf(page)).map((row) => row[6]), ["there is no path", "there is no path"]);
});

scenario("race: Spanish, on a phone, two by two", {width: 360, height: 740, touch: true, language: "es-ES",
  at: "#tab=lab&lang=es&part=race&lanes=dijkstra,bidirectional,astar:manhattan,bidirectional_astar:manhattan"}, async (page) => {
  await ready(page);
  await eventually(async () => assert.equal((await rowsOf(page)).length, 4));
  await shows(raceOf(page).locator(".race-verdict"), /Menos expansiones: A\* .*Camino más barato: Dijkstra, Dijkstra bidireccional, A\* y A\* bidireccional/);
  const boxes = await Promise.all((await lanesOf(page).all()).map((lane) => lane.boundingBox()));
  assert.equal(boxes[0].y, boxes[1].y);
  assert.equal(boxes[2].y, boxes[3].y);
  assert.ok(boxes[2].y > boxes[0].y && boxes[1].x > boxes[0].x);
  for (const lane of await lanesOf(page).all())
    assert.ok(await lane.evaluate((element) => [...element.querySelectorAll("*")].every((one) =>
      one.getBoundingClientRect().right <= element.getBoundingClientRect().right + 1)));
  await page.getByRole("button", {name: "Un paso atrás"}).tap();
  await eventually(async () => assert.equal(await shown(raceOf(page).locator(".race-verdict")), ""));
});
