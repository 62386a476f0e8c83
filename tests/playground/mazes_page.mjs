// SPDX-License-Identifier: MIT
// What the tests of the tab Mazes share: its parts, and where a room is in the picture.
import {numbersIn, panelOf, run, saved} from "./harness.mjs";

export const at = "#tab=mazes&lang=en";
export const mazes = (page) => panelOf(page, "Mazes");
export const caption = (page) => page.locator(".maze-caption").first();
export const picture = (page) => page.locator(".maze-window").first();
export const table = (page) => mazes(page).getByRole("table", {name: "The searches side by side"});
export const film = (page) => mazes(page).getByRole("group", {name: "Film"});
export const usual = ["--rows", "24", "--cols", "32", "--algorithm", "wilson", "--seed", "7", "--braid", "0.3"];

export async function fill(page, label, value) {
  await mazes(page).getByLabel(label, {exact: true}).fill(String(value));
  await mazes(page).getByLabel(label, {exact: true}).press("Tab");
}

export async function make(page, {algorithm, rows, cols, seed, braid}) {
  if (algorithm) await mazes(page).getByLabel("Algorithm").selectOption({label: algorithm});
  for (const [label, value] of [["Rows", rows], ["Columns", cols], ["Seed", seed]])
    if (value !== undefined) await fill(page, label, value);
  if (braid !== undefined) {
    const slider = mazes(page).getByRole("slider", {name: /^Dead ends opened/});
    await slider.fill(String(braid));
    await slider.dispatchEvent("change");
  }
}

// The row of a search in the table: [steps, expanded].
export const searched = async (page, name) => {
  const cells = await table(page).getByRole("row", {name: new RegExp(`^${name.replace("*", "\\*")}`)}).getByRole("cell").allInnerTexts();
  return cells.slice(0, 2).map((one) => numbersIn(one)[0]);
};

// What the native program finds in a MAZE text.
export const solved = (text, method) => JSON.parse(run("mazegen", ["--read", "-", "--solve", method, "--json"], {input: text}).out).solution;
export const mazeText = async (page) => (await saved(page, page.getByRole("button", {name: /MAZE text|Texto MAZE/}))).bytes.toString();

// Where the whole of a maze is: the pixels a room and its first corner, in the window.
export async function placed(page, rows, cols) {
  await picture(page).scrollIntoViewIfNeeded();
  const {x, y, width, height} = await picture(page).boundingBox();
  const pitch = Math.floor(Math.min((width - 52) / cols, (height - 52) / rows, 56));
  const [left, top] = [x + width / 2 - cols * pitch / 2, y + height / 2 - rows * pitch / 2];
  return {pitch, point: (row, column) => [left + column * pitch + 0.5, top + row * pitch + 0.5]};
}

// All colours of the picture with how many pixels have each, most first.
export const colors = (page) => picture(page).locator("canvas").evaluate(async (canvas) => {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", {willReadFrequently: true});
  copy.drawImage(canvas, 0, 0);
  const {data} = copy.getImageData(0, 0, canvas.width, canvas.height);
  const counts = {};
  for (let i = 0; i < data.length; i += 4) {
    const color = `#${[data[i], data[i + 1], data[i + 2]].map((one) => one.toString(16).padStart(2, "0")).join("")}`;
    counts[color] = (counts[color] || 0) + 1;
  }
  return counts;
});
export const drawn = (page) => picture(page).locator("canvas").evaluate((canvas) => canvas.toDataURL());
