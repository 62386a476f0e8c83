// SPDX-License-Identifier: MIT
// Where things are in the tab MAZE runner, for its tests.
import {choose, example, numbersIn, openFile, panelOf, shown} from "./harness.mjs";

export const at = "#tab=runner&lang=en";
export const runner = (page) => panelOf(page, "MAZE runner");
export const verdict = (page) => runner(page).locator(".verdict:visible").first();
export const picture = (page) => runner(page).getByRole("application");
export const open = (page, name) => openFile(page, runner(page).getByRole("button", {name: "Open…"}), example(name));
export const solve = (page) => runner(page).getByRole("button", {name: "Solve", exact: true}).click();
export const step = (page) => runner(page).locator(".player:visible output");
export const about = (page) => runner(page).getByText(/\d+ rows, \d+ columns/);

// The colour of the picture at a place in cells, from the canvas that is asked for: 0 the ground, 1 what moves above it.
export const pixel = (page, canvas, x, y) => picture(page).locator("canvas").nth(canvas).evaluate((element, [column, row]) => {
  const cell = element.width / Number(element.closest(".maze").getAttribute("aria-label").match(/(\d+) columns/)[1]);
  const paint = document.createElement("canvas").getContext("2d");
  paint.drawImage(element, -Math.floor(column * cell), -Math.floor(row * cell));
  return [...paint.getImageData(0, 0, 1, 1).data];
}, [x, y]);
export const cellOf = async (page, x, y) => {
  const box = await picture(page).locator("canvas").first().boundingBox();
  const [rows, cols] = numbersIn(await shown(about(page)));
  return [box.x + box.width * (x + 0.5) / cols, box.y + box.height * (y + 0.5) / rows];
};
export const mode = (page, name) => choose(runner(page), "radio", name);
export const text = (page) => runner(page).getByLabel("The file as text");
