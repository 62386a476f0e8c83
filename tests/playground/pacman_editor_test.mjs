// SPDX-License-Identifier: MIT
// The editor of Pac-Man maps, as a user uses it.
import assert from "node:assert/strict";

import {address, choose, eventually, looksGood, ready, reopened, run, saved, scenario, shows, textOf} from "./harness.mjs";
import {at, pacman, picture, about, energy, open, find, described, route} from "./pacman_page.mjs";

const edit = (page) => choose(pacman(page), "radio", "Edit the map");
const tool = (page, name) => pacman(page).getByRole("group", {name: "Put"}).getByRole("radio", {name, exact: true}).check({force: true});
const value = (page, digit) => pacman(page).getByRole("radio", {name: String(digit), exact: true}).check({force: true});
const mapText = async (page) => (await saved(page, pacman(page).getByRole("button", {name: "Save", exact: true}))).bytes.toString();
const editButton = (page, name) => pacman(page).getByRole("group", {name: "Edit"}).getByRole("button", {name});

// Where the middle of a cell is in the window.
async function middleOf(page, x, y, columns, rows) {
  await picture(page).scrollIntoViewIfNeeded();
  const box = await about(page).boundingBox();
  return [box.x + (x - 0.5) / columns * box.width, box.y + (y - 0.5) / rows * box.height];
}

scenario("a map is painted by mouse: every kind of cell, strokes, undo and redo, and the program takes it", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await edit(page);
  const put = async (name, digit, x, y) => {
    await tool(page, name);
    if (digit) await value(page, digit);
    await page.mouse.click(...await middleOf(page, x, y, 5, 4));
  };
  await put("Food", 7, 1, 1);
  await put("Wall", 9, 3, 1);
  await put("Bomb", 4, 5, 1);
  await put("Solid wall", 0, 1, 3);
  await put("Lethal bomb", 0, 2, 3);
  await put("Floor", 0, 4, 1);
  await put("Start", 0, 4, 4);
  await put("Goal", 0, 2, 2);
  const painted = "5,4\n4,4,6\n2,2\nJ7,J3,Z9,V,B4\nV,V,J2,Z,J1\nZ,B,Z2,V,V\nB,Z,J4,V,Z\n";
  assert.equal(await mapText(page), painted);
  assert.equal(run("pacman", ["check", "-", "--strict"], {input: painted}).code, 0);
  await described(page, /Pac-Man is at \(4,4\), the goal at \(2,2\)/);

  // A stroke is one edit. Start and goal are not painted over.
  await tool(page, "Solid wall");
  await page.mouse.move(...await middleOf(page, 1, 4, 5, 4));
  await page.mouse.down();
  for (let x = 1; x <= 5; ++x) await page.mouse.move(...await middleOf(page, x, 4, 5, 4));
  await page.mouse.up();
  assert.equal((await mapText(page)).trim().split("\n").pop(), "Z,Z,Z,V,Z");
  await page.mouse.click(...await middleOf(page, 4, 4, 5, 4));
  await shows(pacman(page), "The start is here: put it somewhere else first.");
  await editButton(page, "Undo").click();
  assert.equal(await mapText(page), painted);
  for (let i = 0; i < 8; ++i) await editButton(page, "Undo").click();
  assert.equal(await mapText(page), textOf("maps/first.txt"));
  for (let i = 0; i < 8; ++i) await editButton(page, "Redo").click();
  assert.equal(await mapText(page), painted);
  assert.equal(await pacman(page).getByLabel("The map as text or JSON").inputValue(), painted);

  // Played as it was painted.
  await choose(pacman(page), "radio", "Play");
  await page.keyboard.press("ArrowUp");
  await shows(energy(page), /^5$/);
});

scenario("a map is edited by keys alone, and its size and energy by their fields; what is wrong is said at once", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await edit(page);
  await picture(page).focus();
  const press = async (...keys) => { for (const key of keys) await page.keyboard.press(key); };
  await press("f", "8", "Enter", "ArrowRight", "ArrowRight", "b", "5", " ", "ArrowDown", "x", " ");
  assert.equal(await mapText(page), textOf("maps/first.txt").replace("V,J3,V,", "J8,J3,B5,").replace("Z4,J2", "Z4,Z"));
  await picture(page).focus();
  await press("Control+z", "Control+z", "Control+z", "Control+y");
  assert.equal(await mapText(page), textOf("maps/first.txt").replace("V,J3", "J8,J3"));

  const field = (name) => pacman(page).getByRole("spinbutton", {name});
  const set = async (name, text) => { await field(name).fill(text); await field(name).press("Enter"); };
  await set("Energy", "42");
  await set("Columns", "3");
  await set("Rows", "5");
  const resized = "3,5\n1,2,42\n3,3\nJ8,J3,V\nV,Z4,J2\nV,V,V\nB,Z,J4\nV,V,V\n";
  assert.equal(await mapText(page), resized);
  const wrong = [["Columns", "201", /error\[size\].*M is '201'/], ["Rows", "0", /error\[size\]/], ["Energy", "1.5", /whole number/], ["Columns", "", /error/]];
  for (const [name, text, words] of wrong) {
    const old = await field(name).inputValue();
    await set(name, text);
    await shows(pacman(page).getByRole("alert"), words);
    assert.equal(await mapText(page), resized, `${name} ${text}`);
    await set(name, old);
    await eventually(async () => assert.equal(await pacman(page).getByRole("alert").count(), 0));
  }
  await set("Energy", "0");
  await shows(pacman(page).locator(".warnings"), /the energy is 0/);
});

scenario("a map is painted with a finger on a phone, and with the buttons", {at, touch: true, width: 360, height: 740}, async (page) => {
  await ready(page);
  await edit(page);
  await tool(page, "Food");
  await value(page, 9);
  await page.touchscreen.tap(...await middleOf(page, 1, 3, 5, 4));
  assert.match(await mapText(page), /\nJ9,V,Z2,V,V\n/);
  const frame = pacman(page).getByRole("group", {name: "Frame on the map"});
  await frame.getByRole("button", {name: "Right"}).tap();
  await frame.getByRole("button", {name: "Put"}).tap();
  assert.match(await mapText(page), /\nJ9,J9,Z2,V,V\n/);
});

scenario("while a map is edited its routes are found again, and the address holds the map and the editor", {at}, async (page) => {
  await ready(page);
  await open(page, "maps/first.txt");
  await find(page);
  await shows(route(page, "Richest"), "9 moves, 4 energy left");
  await edit(page);
  await tool(page, "Floor");
  await page.mouse.click(...await middleOf(page, 2, 2, 5, 4));
  const text = await mapText(page);
  const native = JSON.parse(run("pacman", ["solve", "-", "--json"], {input: text}).out);
  assert.ok(native.moves < 7);
  await shows(route(page, "Shortest"), `${native.moves} moves, ${native.energy} energy left`);
  await address(page, /mode=edit/);
  await reopened(page, async (other) => {
    await described(other, /5 × 4/);
    await eventually(async () => assert.equal(await pacman(other).getByRole("radio", {name: "Edit the map"}).isChecked(), true));
    assert.equal(await mapText(other), text);
  });
});

scenario("the editor of Pac-Man looks good too", {at}, async (page, t) => {
  await ready(page);
  await edit(page);
  await looksGood(page, t, "pacman editor");
});
