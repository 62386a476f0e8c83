// SPDX-License-Identifier: MIT
// What the part Map of the lab shows: the log of a search, the picture, the program, and frames without a gap.
import assert from "node:assert/strict";

import {address, crowding, eventually, looksGood, panelOf, plain, ready, scenario, shows} from "./harness.mjs";
import {at, caption, lab, setting, spot} from "./lab_map.mjs";

// The queue of the log is that of the search: what is first in it is expanded next; and any step shows the same
// whether one comes to it from before or from behind.
scenario("the log is the search's own, at any step and from any side", {at}, async (page) => {
  await ready(page);
  const wrong = await page.evaluate(() => {
    const found = [];
    const logOf = (map, how) => {
      const asked = {cells: map.cells, cols: map.cols, start: map.start, goal: map.goal, directions: 4, estimate: "manhattan", weight: 2, ties: "deepest", ...how};
      const answer = playgroundEngine.now("lab_search", asked);
      const estimates = new Float32Array(playgroundEngine.now("lab_estimates", asked).bytes.buffer);
      return playgroundLabLog(answer, {...asked, map, estimates});
    };
    const kept = ({kind, g, parent, order, step, frontier}) => JSON.stringify([[...kind], [...g], [...parent], [...order], step, frontier]);
    for (const sample of ["valley", "maze", "trap", "bands"]) {
      const map = playgroundLabMap.sample(sample, 40);
      for (const [search, ties] of [["bfs"], ["dfs"], ["dijkstra"], ["greedy"], ["astar", "deepest"], ["astar", "shallow"], ["astar", "line"], ["weighted", "deepest"]]) {
        const log = logOf(map, {search, ties: ties || "deepest"});
        for (let step = 0; step < log.steps; ++step) {
          log.at(step);
          const [first] = log.queue(1);
          if (log.at(step + 1).current !== first.cell) found.push(`${sample} ${search} ${ties}: step ${step}`);
        }
        if (log.at(log.steps).frontier !== log.sizes[log.steps]) found.push(`${sample} ${search}: sizes`);
      }
      for (const search of ["astar", "bidirectional", "ida_star", "beam", "iterative_deepening_dfs", "anytime_astar"]) {
        const log = logOf(map, {search});
        const steps = [0, 1, 20, Math.floor(log.steps / 3), Math.floor(log.steps / 2), log.steps];
        const forward = steps.map((step) => kept(log.at(step)));
        const backward = [...steps].reverse().map((step) => kept(log.at(step))).reverse();
        forward.forEach((one, index) => { if (one !== backward[index]) found.push(`${sample} ${search}: step ${steps[index]}`); });
        const state = log.at(log.steps);
        const trail = log.trail(state.current, state.side);
        if (trail[trail.length - 1] !== (state.side ? map.goal : map.start)) found.push(`${sample} ${search}: a trail that leads nowhere`);
      }
    }
    return found.slice(0, 20);
  });
  assert.deepEqual(wrong, []);
});

// The colours of cells, off the dot of the frontier.
const colorsOf = (page, cells) => page.evaluate((places) => {
  const canvas = document.querySelector(".lab-board canvas");
  const copy = Object.assign(document.createElement("canvas"), {width: canvas.width, height: canvas.height});
  const pen = copy.getContext("2d", {willReadFrequently: true});
  pen.drawImage(canvas, 0, 0);
  const pitch = (canvas.width - 1) / 60;
  return places.map((place) => pen.getImageData(...place.map((one) => Math.round((one + 0.5) * pitch) + 3), 1, 1).data.slice(0, 3).join());
}, cells);

scenario("expanded, waiting and unreached cells, walls, heavy ground and the path look different in both looks", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), /found/);
  const cells = {late: [20, 11], early: [10, 21], frontier: [20, 9], unreached: [50, 20], wall: [34, 20], heavy: [28, 35], path: [20, 15], light: [30, 2]};
  const seen = [];
  for (const look of ["light", "dark"]) {
    await page.emulateMedia({colorScheme: look});
    await eventually(async () => {
      const colors = await colorsOf(page, Object.values(cells));
      assert.equal(new Set([...colors, ...seen]).size, colors.length + seen.length, `${Object.keys(cells)}: ${colors.join(" ")}`);
      seen.push(...colors);
    });
  }
  await lab(page).getByLabel("Show parents as arrows").check();
  await address(page, /arrows=1/);
});

scenario("the C++ of the lab is that of the map and the search that are seen", {at}, async (page) => {
  await ready(page);
  await shows(caption(page), /found/);
  await page.getByRole("button", {name: "C++"}).click();
  const drawer = page.locator(".drawer");
  await shows(drawer, "senda::astar");
  await setting(page, "Search").selectOption({label: "Dijkstra"});
  await shows(drawer, "senda::dijkstra");
  for (const name of await setting(page, "Search").locator("option").allInnerTexts()) {
    await setting(page, "Search").selectOption({label: name});
    await shows(drawer, name === "Jump points" ? "nothing to show" : "int main()");  // those need eight directions
  }
});

// While one drags over a map of 60 x 40, the page draws as often as the screen does. Each move is to another cell, so
// that there is a new answer for every frame with a move.
async function gapsWhile(page, cells) {
  const [[left, top], [right, bottom]] = [await spot(page, [0, 0]), await spot(page, [59, 39])];
  const places = cells.map(([col, row]) => [left + col * (right - left) / 59, top + row * (bottom - top) / 39]);
  await page.mouse.move(...places[0]);
  await page.mouse.down();
  await page.evaluate(() => {
    const seen = {gaps: [], answers: 0, last: performance.now()};
    const tick = (now) => {
      seen.gaps.push(now - seen.last);
      seen.last = now;
      seen.frame = requestAnimationFrame(tick);
    };
    seen.frame = requestAnimationFrame(tick);
    seen.watch = new MutationObserver(() => ++seen.answers);
    seen.watch.observe(document.querySelector(".lab-caption"), {childList: true});
    window.seenFrames = seen;
  });
  for (const one of places.slice(1)) await page.mouse.move(...one);
  const seen = await page.evaluate(() => {
    cancelAnimationFrame(window.seenFrames.frame);
    window.seenFrames.watch.disconnect();
    return {gaps: window.seenFrames.gaps.slice(1), answers: window.seenFrames.answers};
  });
  await page.mouse.up();
  return seen;
}

scenario("frames keep coming while start, goal and walls are dragged", {at}, async (page, t) => {
  await ready(page);
  await shows(caption(page), /found/);
  const around = (from, across, down, count) => Array.from({length: count}, (_, at) => {
    const [row, col] = [Math.floor(at / across), at % across];
    return [from[0] + (row % 2 ? across - 1 - col : col), from[1] + row % down];
  });
  const strokes = {
    goal: [[53, 30], ...around([46, 25], 9, 10, 180)],
    start: [[6, 21], ...around([1, 15], 20, 10, 200)],
    walls: around([15, 14], 18, 14, 250),
  };
  for (const [name, cells] of Object.entries(strokes)) {
    const {gaps, answers} = await gapsWhile(page, cells);
    gaps.sort((a, b) => a - b);
    const at50 = gaps[Math.floor(gaps.length / 2)];
    const at95 = gaps[Math.floor(gaps.length * 0.95)];
    t.diagnostic(`${name}: ${answers} answers in ${gaps.length} frames, median ${at50.toFixed(1)} ms, p95 ${at95.toFixed(1)} ms, crowding ${crowding().toFixed(1)}`);
    assert.ok(answers > 10, `${name}: ${answers} answers`);
    assert.ok(at50 <= 17.5 * crowding(), `${name}: median ${at50}`);
    assert.ok(at95 < 34 * crowding(), `${name}: p95 ${at95}`);
  }
});

scenario("the lab looks good", {at}, async (page, t) => {
  await ready(page);
  await shows(caption(page), /found/);
  await looksGood(page, t, "lab");
  await page.getByRole("button", {name: "Español"}).click();
  await looksGood(page, t, "lab es");
  assert.equal(plain(await panelOf(page, "Laboratorio").locator(".lab-promise").innerText()), "Garantizado: ningún camino es más barato, porque la estimación nunca dice demasiado.");
});
