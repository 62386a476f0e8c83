// SPDX-License-Identifier: MIT
// The tab Amazons, as a user uses it, beside the program amazons.
import assert from "node:assert/strict";

import {address, dropFile, eventually, example, looksGood, openFile, panelOf, plain, ready, refusal, reopened, runJson, saved, scenario, shown, shows, swipe,
  textOf} from "./harness.mjs";

const at = "#tab=amazons&lang=en";
const amazons = (page) => panelOf(page, "Amazons");
const board = (page) => amazons(page).getByRole("grid", {name: "Board"});
const cell = (page, name) => board(page).getByRole("button", {name: new RegExp(`^${name},`)});
const verdict = (page) => amazons(page).locator(".verdict");
const button = (page, name) => amazons(page).getByRole("button", {name, exact: true});
const seat = (page, colour, who) => amazons(page).getByRole("combobox", {name: colour, exact: true}).selectOption({label: who});
const load = (page, name) => openFile(page, button(page, "Open…"), example(name));
const plays = async (page) => (await amazons(page).getByRole("list", {name: "Plays"}).locator(".pair .text").allInnerTexts()).map(plain);
const position = async (page) => (await saved(page, button(page, "Save"))).bytes.toString();
const partsOf = (play) => play.split(/[-/]/);
const choices = (page) => board(page).getByRole("button", {name: /can be chosen/});
const native = (command, text, ...words) => runJson("amazons", [command, "-", ...words, "--json"], {input: text});

async function play(page, text) {
  for (const name of partsOf(text)) await cell(page, name).click();
}

scenario("two people play, and the cells that can be chosen are those of the rules", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  const all = native("moves", textOf("duels/middle.txt")).plays.map(partsOf);
  await load(page, "duels/middle.txt");
  await shows(verdict(page), "White: choose your amazon");
  const names = async () => (await choices(page).evaluateAll((list) => list.map((one) => one.dataset.cell))).sort();
  const distinct = (list) => [...new Set(list)].sort();
  await eventually(async () => assert.deepEqual(await names(), distinct(all.map(([from]) => from))));
  const [from, to, arrow] = all[all.length >> 1];
  await cell(page, from).click();
  assert.deepEqual(await names(), distinct(all.filter((one) => one[0] === from).map((one) => one[1])));
  await cell(page, to).click();
  assert.deepEqual(await names(), distinct(all.filter((one) => one[0] === from && one[1] === to).map((one) => one[2])));
  await cell(page, arrow).click();
  await shows(verdict(page), "Black: choose your amazon");
  assert.deepEqual(await plays(page), [`${from}-${to}/${arrow}`]);
  await cell(page, arrow).click();
  await shows(verdict(page), new RegExp(arrow));
  await shows(verdict(page), /amazon/);
  await cell(page, "b1").click();
  await cell(page, "a10").click();
  await shows(verdict(page), /a10/);
  await button(page, "Undo").click();
  await button(page, "Undo").click();
  const same = (text) => text.trim().split("\n").map((line) => line.split(",").sort());
  assert.deepEqual(same(await position(page)), same(textOf("duels/middle.txt")));
  await shows(verdict(page), "White: choose your amazon");
  await button(page, "Redo").click();
  await shows(verdict(page), "Black: choose your amazon");
});

scenario("a play is made with the keyboard alone", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  await cell(page, "d1").focus();
  const press = async (key, times = 1) => { for (let i = 0; i < times; ++i) await page.keyboard.press(key); };
  await press("Enter");
  await press("ArrowUp", 6);
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^d7, empty, can be chosen/);
  await press("Escape");
  await shows(verdict(page), "White: choose your amazon");
  await press("ArrowDown", 6);
  await press(" ");
  await press("ArrowUp", 6);
  await press("Enter");
  await press("ArrowRight", 3);
  await press("Enter");
  assert.deepEqual(await plays(page), ["d1-d7/g7"]);
  await shows(verdict(page), "Black: choose your amazon");
  assert.match(await cell(page, "g7").getAttribute("aria-label"), /arrow/);
  await press("Control+z");
  await shows(verdict(page), "White: choose your amazon");
  await press("y");
  await shows(verdict(page), "Black: choose your amazon");
  await press("u");
  await shows(verdict(page), "White: choose your amazon");
});

scenario("the computer answers with the play of the program", {at}, async (page) => {
  await ready(page);
  for (const level of [2, 3]) {
    await seat(page, "White", "Person");
    await seat(page, "Black", "Person");
    await load(page, "duels/middle.txt");
    await shows(verdict(page), "White: choose your amazon");
    const first = native("best", textOf("duels/middle.txt"), "--level", "2").play;
    await play(page, first);
    const answer = native("best", await position(page), "--level", String(level)).play;
    await seat(page, "Black", `Computer ${level}`);
    await shows(verdict(page), `Black plays ${answer}`);
    assert.deepEqual(await plays(page), [first, answer]);
    await button(page, "Undo").click();
    assert.deepEqual((await plays(page)).length, 2);
    await shows(verdict(page), "White: choose your amazon");
  }
});

scenario("a game is played to its end, and a player who cannot move loses", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await load(page, "duels/hopeless.txt");
  await shows(verdict(page), "Black: choose your amazon");
  for (let made = 0; ; ++made) {
    assert.ok(made < 60);
    const text = await position(page);
    const {loser_to_move: isOver, to_move: mover} = native("check", text);
    if (isOver) {
      await shows(verdict(page), mover === 1 ? "White cannot play any more. Black wins!" : "Black cannot play any more. White wins!");
      break;
    }
    await play(page, native("best", text, "--level", "2").play);
    await eventually(async () => assert.equal((await plays(page)).length, made + 1));
  }
  assert.equal(await choices(page).count(), 0);
});

scenario("computers play against each other to the end, and a person can resign", {at}, async (page) => {
  await ready(page);
  await load(page, "duels/hopeless.txt");
  await seat(page, "White", "Computer 1");
  await seat(page, "Black", "Computer 2");
  await shows(verdict(page), /cannot play any more. (White|Black) wins!/);
  await seat(page, "White", "Person");
  await button(page, "New game").click();
  await shows(verdict(page), "White: choose your amazon");
  await button(page, "Resign").click();
  await shows(verdict(page), "White resigns. Black wins!");
  await button(page, "Undo").click();
  await shows(verdict(page), "White: choose your amazon");
});

scenario("hints and the evaluation are shown when they are asked for", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await load(page, "duels/endgame.txt");
  await shows(verdict(page), "Black: choose your amazon");
  const best = native("best", textOf("duels/endgame.txt"), "--level", "4");
  await button(page, "Hint").click();
  await shows(verdict(page), `Hint: ${best.play}`);
  const evaluation = amazons(page).locator(".evaluation");
  assert.equal(await evaluation.isVisible(), false);
  await button(page, "Evaluation").click();
  const [, white, black] = (await shows(evaluation, /White \d+ %.*Black \d+ %/)).match(/White (\d+) %.*Black (\d+) %/);
  assert.equal(Number(white) + Number(black), 100);
  assert.equal(await button(page, "Evaluation").getAttribute("aria-pressed"), "true");
});

scenario("the strongest level thinks in the background and can be stopped", {at}, async (page) => {
  await ready(page);
  await seat(page, "White", "Computer 5");
  const stop = page.getByRole("button", {name: "Stop"});
  await stop.waitFor();
  await stop.click();
  await shows(verdict(page), "White: the computer waits");
  await button(page, "Let it play").click();
  await stop.waitFor();
  await seat(page, "White", "Person");
  await shows(verdict(page), "White: choose your amazon");
});

const wrong = [
  ["lines.txt", "a4,d1,g1,j4\na7,d10,g10,j7\n"],
  ["cell.txt", "a4,d1,g1,k4\na7,d10,g10,j7\n\n1\n"],
  ["twice.txt", "a4,d1,g1,a4\na7,d10,g10,j7\n\n1\n"],
  ["count.txt", "a4,d1,g1\na7,d10,g10,j7\n\n1\n"],
  ["player.txt", "a4,d1,g1,j4\na7,d10,g10,j7\n\n3\n"],
];
scenario("a malformed game gets the words of the command line, and the game before it stays", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await load(page, "duels/counting.txt");
  await shows(verdict(page), "Black: choose your amazon");
  const before = await position(page);
  for (const [name, text] of wrong) {
    const {file, message} = refusal("amazons", ["check"], name, text);
    await openFile(page, button(page, "Open…"), file);
    await shows(amazons(page).getByRole("alert"), "error");
    await eventually(async () => assert.equal((await amazons(page).getByRole("alert").locator("pre").textContent()).trimEnd(), message, name));
    assert.equal(await position(page), before);
  }
  await dropFile(page, amazons(page), "middle.txt", textOf("duels/middle.txt"));
  await shows(verdict(page), "White: choose your amazon");
  assert.equal(await amazons(page).getByRole("alert").count(), 0);
});

scenario("a game is saved and loaded, and a link shows the same", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  await play(page, "d1-d7/g7");
  await play(page, "g10-e8/e3");
  await shows(verdict(page), "White: choose your amazon");
  const file = await saved(page, button(page, "Save"));
  const text = file.bytes.toString();
  assert.equal(native("check", text).status, "valid");
  await address(page, /plays=d1-d7\/g7,g10-e8\/e3/);
  await reopened(page, async (other) => {
    await eventually(async () => assert.deepEqual(await plays(other), ["d1-d7/g7", "g10-e8/e3"]));
    assert.equal(await position(other), text);
    assert.equal(await amazons(other).getByRole("combobox", {name: "Black", exact: true}).inputValue(), "person");
  });
  await button(page, "New game").click();
  await eventually(async () => assert.deepEqual(await plays(page), []));
  await dropFile(page, amazons(page), file.name, text);
  await eventually(async () => assert.equal(await position(page), text));
});

scenario("Amazons looks good in both looks and all sizes", {at}, async (page, t) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await load(page, "duels/middle.txt");
  await shows(verdict(page), "White: choose your amazon");
  await button(page, "Evaluation").click();
  await cell(page, "g1").click();
  await shows(verdict(page), "choose where it goes");
  await looksGood(page, t, "amazons");
});

scenario("a game in its course and an error of Amazons look good too", {at}, async (page, t) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  await play(page, "d1-d7/g7");
  await play(page, "g10-e8/e3");
  await dropFile(page, amazons(page), "bad.txt", "a4,d1,g1\na7,d10,g10,j7\n\n1\n");
  await shows(amazons(page).getByRole("alert"), "error");
  assert.match(await shown(verdict(page)), /White/);
  await looksGood(page, t, "amazons play");
});

async function middle(page, name) {
  const {x, y, width, height} = await cell(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function dragFromTo(page, from, to) {
  await page.mouse.move(...await middle(page, from));
  await page.mouse.down();
  await page.mouse.move(...await middle(page, to), {steps: 5});
  await page.mouse.up();
}

scenario("an amazon and its arrow are dragged with a finger, and the page does not scroll meanwhile", {at, touch: true, width: 390, height: 844}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  await page.evaluate(() => scrollTo(0, 0));
  const drag = async (from, to) => {
    const [a, b] = await Promise.all([middle(page, from), middle(page, to)]);
    await swipe(page, Array.from({length: 7}, (unused, i) => [0, 1].map((axis) => a[axis] + (b[axis] - a[axis]) * i / 6)));
  };
  await drag("d1", "d7");
  await shows(verdict(page), "choose where the arrow flies");
  await drag("d7", "g7");
  await shows(verdict(page), "Black: choose your amazon");
  assert.deepEqual(await plays(page), ["d1-d7/g7"]);
  assert.equal(await page.evaluate(() => scrollY), 0);
});

for (const [motion, count] of [["no-preference", 2], ["reduce", 0]])
  scenario(`the computer's plays are animated for those who like motion: ${motion}`, {at}, async (page) => {
    await ready(page);
    await page.emulateMedia({reducedMotion: motion});
    await seat(page, "Black", "Computer 2");
    await page.evaluate(() => {
      const board = document.querySelector(".panel-amazons .board");
      window.most = 0;
      const watch = () => {
        window.most = Math.max(window.most, board.getAnimations({subtree: true}).length);
        requestAnimationFrame(watch);
      };
      watch();
    });
    await play(page, "d1-d7/g7");
    await shows(verdict(page), /Black plays/);
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => window.most), count);
  });

scenario("an amazon and its arrow are dragged, and one dropped on a wrong cell goes back", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  await dragFromTo(page, "d1", "e5");
  await shows(verdict(page), /not in a line/);
  assert.match(await cell(page, "d1").getAttribute("aria-label"), /white amazon/);
  await dragFromTo(page, "d1", "d7");
  await shows(verdict(page), "choose where the arrow flies");
  await dragFromTo(page, "d7", "g7");
  await shows(verdict(page), "Black: choose your amazon");
  assert.deepEqual(await plays(page), ["d1-d7/g7"]);
  await dragFromTo(page, "a4", "a5");
  assert.deepEqual(await plays(page), ["d1-d7/g7"]);
});

scenario("the list of plays goes to any position, and another play makes a branch that a link keeps", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  for (const one of ["d1-d7/g7", "g10-e8/e3", "a4-b5/b6"]) await play(page, one);
  const list = amazons(page).getByRole("list", {name: "Plays"});
  await list.getByRole("button", {name: "d1-d7/g7"}).click();
  await shows(verdict(page), "Black: choose your amazon");
  await play(page, "d10-d8/e9");
  assert.deepEqual(await plays(page), ["d1-d7/g7", "d10-d8/e9"]);
  await list.locator(".others").getByRole("button", {name: "g10-e8/e3"}).waitFor();
  await address(page, /tree=/);
  await reopened(page, async (other) => {
    await eventually(async () => assert.deepEqual(await plays(other), ["d1-d7/g7", "d10-d8/e9"]));
    await amazons(other).locator(".others").getByRole("button", {name: "g10-e8/e3"}).click();
    await eventually(async () => assert.deepEqual(await plays(other), ["d1-d7/g7", "g10-e8/e3", "a4-b5/b6"]));
    assert.equal(await amazons(other).locator(".plays [aria-current]").innerText(), "g10-e8/e3");
  });
});

scenario("the chances that are shown agree, whatever the level", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await load(page, "duels/middle.txt");
  await shows(verdict(page), "White: choose your amazon");
  await button(page, "Evaluation").click();
  const bar = amazons(page).locator(".evaluation:not(.is-old)");
  const chance = async () => Number((await shows(bar, /White \d+ %/)).match(/White (\d+) %/)[1]);
  const {win_probability: judged} = native("best", textOf("duels/middle.txt"), "--level", "3");
  assert.equal(await chance(), Math.round(100 * judged));
  for (const level of [1, 2, 4]) {
    await seat(page, "White", `Computer ${level}`);
    const said = await shows(verdict(page), /White plays \S+ \(chance of winning: \d+ %\)/);
    assert.equal(await chance(), Number(said.match(/winning: (\d+) %/)[1]));
    await seat(page, "White", "Person");
    await amazons(page).getByRole("button", {name: "Undo", exact: true}).click();
    await shows(verdict(page), "White: choose your amazon");
  }
});

scenario("an analysis marks the worst play as the program does", {at}, async (page) => {
  await ready(page);
  await seat(page, "Black", "Person");
  await shows(verdict(page), "White: choose your amazon");
  const made = ["d1-d7/g7", "g10-e8/e3", "a4-a5/a6", "a7-b8/a7"];
  for (const one of made) await play(page, one);
  await eventually(async () => assert.deepEqual(await plays(page), made));
  const record = `Amazons: 10x10\nWhite: A\nBlack: B\nResult: unfinished\n\n${made.join("\n")}\n`;
  const {plays: opinions} = native("analyse", record, "--level", "3");
  const worst = opinions.reduce((a, b) => (b.loss > a.loss ? b : a));
  await button(page, "Analyse the game").click();
  await shows(amazons(page).locator(".verdicts"), `${worst.play} cost`);
  await shows(amazons(page).locator(".verdicts"), `${worst.better} was better`);
  assert.equal(await amazons(page).locator(".plays .worst .text").innerText(), worst.play);
  await button(page, "Undo").click();
  await play(page, "d10-d8/e9");
  await eventually(async () => assert.equal(await amazons(page).locator(".plays .worst").count(), 0));
});
