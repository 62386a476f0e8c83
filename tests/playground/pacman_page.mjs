// SPDX-License-Identifier: MIT
// Where things are in the tab Pac-Man, for its tests.
import assert from "node:assert/strict";

import {eventually, example, fact, openFile, panelOf} from "./harness.mjs";

export const at = "#tab=pacman&lang=en";
export const pacman = (page) => panelOf(page, "Pac-Man");
export const picture = (page) => pacman(page).getByRole("application", {name: "Map"});
export const about = (page) => picture(page).getByRole("img");
export const verdict = (page) => pacman(page).locator(".banner .verdict");
export const energy = (page) => fact(pacman(page), "Energy");
export const open = (page, name) => openFile(page, pacman(page).getByRole("button", {name: "Open…"}), example(name));
export const find = (page) => pacman(page).getByRole("button", {name: "Find the routes"}).click();
export const described = (page, words) => eventually(async () => assert.match(await about(page).getAttribute("aria-label"), words));
export const route = (page, name) => pacman(page).getByRole("radiogroup", {name: "Route"}).locator("label", {hasText: name});
