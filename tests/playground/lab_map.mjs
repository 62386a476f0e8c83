// SPDX-License-Identifier: MIT
// The part Map of the lab, for its tests: where things are on the page.
import {panelOf} from "./harness.mjs";

export const at = "#tab=lab&lang=en";
export const lab = (page) => panelOf(page, "Lab");
export const caption = (page) => lab(page).locator(".lab-caption");
export const board = (page) => lab(page).getByRole("application", {name: "Map"});
export const fact = (page, name) => lab(page).locator(`.lab-cell dd[data-fact="${name}"]`);
export const place = (page) => lab(page).getByRole("slider", {name: "Step"});
export const promise = (page) => lab(page).locator(".lab-promise");
export const setting = (page, name) => lab(page).locator(`.lab-setting-${name.toLowerCase()}`).locator("select, input");

// Where a cell is in the window, by its column and row from 0.
export async function spot(page, [col, row], [cols, rows] = [60, 40]) {
  const box = await board(page).locator("canvas").boundingBox();
  return [box.x + (col + 0.5) * box.width / cols, box.y + (row + 0.5) * box.height / rows];
}

export async function drag(page, cells, size) {
  await page.mouse.move(...await spot(page, cells[0], size));
  await page.mouse.down();
  for (const cell of cells.slice(1)) await page.mouse.move(...await spot(page, cell, size), {steps: 3});
  await page.mouse.up();
}

// The map as its text says it: rows of signs.
export async function rowsOf(page) {
  const details = lab(page).locator("details", {hasText: "Map as text"});
  if (!await details.evaluate((one) => one.open)) await details.locator("summary").click();
  return (await details.locator("textarea").inputValue()).trim().split("\n");
}
export const signAt = async (page, [col, row]) => (await rowsOf(page))[row][col];

// Searches a sample in the page, beside what it shows.
export const solved = (page, sample, cols, settings) => page.evaluate(([id, wide, how]) => {
  const map = playgroundLabMap.sample(id, wide);
  const answer = playgroundEngine.now("lab_search", {cells: map.cells, cols: map.cols, start: map.start, goal: map.goal,
    directions: 4, estimate: "manhattan", weight: 1.5, ties: "deepest", ...how});
  return {status: answer.status, cost: answer.cost, expanded: answer.expanded, open: playgroundLabMap.openCells(map)};
}, [sample, cols, settings]);
