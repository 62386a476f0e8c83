// SPDX-License-Identifier: MIT
// Makes the pictures of the tabs in docs/pictures, by hand: node tests/playground/pictures.mjs
import {join} from "node:path";

import {example, openFile, panelOf, ready, scenario, shows} from "./harness.mjs";

const how = (tab, more = "", look = "light") => ({at: `#tab=${tab}&lang=en${more}`, width: 1240, height: 840, scale: 0.55, look});
const take = async (page, name) => {
  await page.evaluate(() => document.activeElement.blur());
  await page.mouse.move(0, 0);
  await page.waitForTimeout(500);
  await page.screenshot({path: join(example(".."), "docs/pictures", `playground_${name}.png`), animations: "disabled"});
};

scenario("Lab", how("lab"), async (page) => {
  await ready(page);
  await shows(panelOf(page, "Lab"), "A* expanded");
  await take(page, "lab");
});

scenario("Mazes", how("mazes", "&view=search&method=astar&distances=1&seed=7"), async (page) => {
  await ready(page);
  await shows(panelOf(page, "Mazes").locator(".maze-caption").first(), "a path of");
  await take(page, "mazes");
});

scenario("MAZE runner", how("runner"), async (page) => {
  await ready(page);
  const panel = panelOf(page, "MAZE runner");
  await openFile(page, panel.getByRole("button", {name: "Open…"}), example("mazes/garden.txt"));
  await panel.getByRole("button", {name: "Solve", exact: true}).click();
  await shows(panel.locator(".verdict:visible").first(), "Solved");
  await panel.getByRole("slider", {name: "Step"}).fill("40");
  await take(page, "runner");
});

scenario("Pac-Man", how("pacman"), async (page) => {
  await ready(page);
  const panel = panelOf(page, "Pac-Man");
  await openFile(page, panel.getByRole("button", {name: "Open…"}), example("maps/spiral.json"));
  await panel.getByRole("button", {name: "Find the routes"}).click();
  await shows(panel.locator(".answers"), "none is richer");
  await take(page, "pacman");
});

scenario("Rush Hour", how("rush_hour", "&board=j5vSKiAGMC"), async (page) => {
  await ready(page);
  const panel = panelOf(page, "Rush Hour");
  await shows(panel.locator(".stats"), "47");
  await panel.getByRole("button", {name: "Hint"}).click();
  await shows(panel.locator(".verdict"), "Hint");
  await take(page, "rush_hour");
});

scenario("Amazons", how("amazons", "&black=person", "dark"), async (page) => {
  await ready(page);
  const panel = panelOf(page, "Amazons");
  await openFile(page, panel.getByRole("button", {name: "Open…"}), example("duels/middle.txt"));
  await shows(panel.locator(".verdict"), "White: choose your amazon");
  await panel.getByRole("button", {name: /^g1,/}).click();
  await take(page, "amazons");
});
