// SPDX-License-Identifier: MIT
// The frame of the page: tabs, language, look, address, size, and what is seen before the module is there.
import assert from "node:assert/strict";
import {test} from "node:test";

import {address, eventually, page_bytes, panelOf, ready, scenario, shown, shows, snap} from "./harness.mjs";

const tabs = [["mazes", "Mazes"], ["runner", "MAZE runner"], ["pacman", "Pac-Man"], ["rush_hour", "Rush Hour"], ["amazons", "Amazons"]];

test("the page is one file of less than 600 kB", () => {
  assert.ok(page_bytes() < 600000, `${page_bytes()} bytes`);
});

scenario("the keyboard goes from tab to tab, and each shows its panel alone", {}, async (page) => {
  await ready(page);
  const handles = page.getByRole("tab");
  assert.deepEqual(await handles.allInnerTexts(), tabs.map(([, name]) => name));
  await handles.first().focus();
  for (const [at, [id, name]] of tabs.entries()) {
    assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), name);
    assert.equal(await page.evaluate(() => document.activeElement.textContent), name);
    assert.equal(await page.locator("[role=tabpanel]:visible").count(), 1);
    await panelOf(page, name).waitFor();
    await address(page, new RegExp(`tab=${id}&`));
    await page.keyboard.press(at + 1 < tabs.length ? "ArrowRight" : "Home");
  }
  assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), "Mazes");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), "Amazons");
  await page.goBack();
  await eventually(async () => assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), "Mazes"));
});

scenario("the skip link is the first stop and leads to the content", {}, async (page) => {
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip/);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "panels");
});

scenario("the page speaks the language of the browser, and the other one at a click", {language: "es-PE", at: "#tab=rush_hour"}, async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "es");
  await page.getByRole("button", {name: "Resolver", exact: true}).waitFor();
  for (const [, name] of tabs.slice(1)) assert.ok(name);
  await page.getByRole("button", {name: "English"}).click();
  await page.getByRole("button", {name: "Solve", exact: true}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await address(page, /lang=en/);
});

// Words that are the same in both languages, and what is no word.
const same = /^[\d\W_]*$|^\d+ (s|min)$|^(MAZE|Pac-Man|Rush Hour|BFS|DFS|Dijkstra|A\*|SVG|PNG|Zoom|English|Español|senda|[A-Z#]\d?)$|Wilson|Kruskal|Eller|Prim|Aldous|Sidewinder|Hunt|Recursive/;

scenario("nothing stays in English in Spanish", {language: "es-ES"}, async (page) => {
  await ready(page);
  const texts = () => page.locator("[role=tabpanel]:visible").evaluate((panel) => [
    ...[...panel.querySelectorAll("button, h2, h3, legend, .field-name, dt, th, summary, option, label > span")].map((one) => one.textContent.trim()),
    ...[...panel.querySelectorAll("[aria-label]")].map((one) => one.getAttribute("aria-label")),
  ].filter(Boolean));
  for (const [id] of tabs) {
    await page.locator(`#tab-${id}`).click();
    await eventually(async () => assert.ok((await texts()).length > 5));
    const spanish = new Set(await texts());
    await page.getByRole("button", {name: "English"}).click();
    const english = await texts();
    await page.getByRole("button", {name: "Español"}).click();
    assert.deepEqual([...new Set(english)].filter((one) => spanish.has(one) && !same.test(one)), [], id);
  }
});

scenario("the look follows the system until one is chosen, which is remembered", {look: "dark"}, async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((sum, one) => sum + Number(one), 0));
  assert.ok(await paper() < 200);
  await page.emulateMedia({colorScheme: "light"});
  await eventually(async () => assert.ok(await paper() > 600));
  await page.getByRole("button", {name: "Dark look"}).click();
  await eventually(async () => assert.ok(await paper() < 200));
  await page.reload();
  assert.ok(await paper() < 200);
});

// A module that never comes: WebAssembly.compile is kept waiting.
const withoutModule = () => { WebAssembly.compile = () => new Promise(() => {}); };

for (const [id, name] of tabs)
  scenario(`${name} is drawn before the module is there`, {at: `#tab=${id}`, before: withoutModule}, async (page) => {
    const panel = panelOf(page, name);
    await panel.waitFor();
    assert.ok(await panel.getByRole("button").count() > 3);
    assert.equal((await page.evaluate(() => performance.getEntriesByName("first-contentful-paint"))).length, 1);
    await snap(page, `without module ${id}`);
  });

// How far things jumped that nobody had touched.
const watchShifts = () => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!entry.hadRecentInput)
        window.shifts.push([entry.value, entry.sources.map(({node}) => node && (node.className || node.nodeName)).join(" ")]);
  }).observe({type: "layout-shift", buffered: true});
};

for (const [id, name] of tabs)
  for (const width of [360, 1280])
    scenario(`nothing jumps while ${name} loads at ${width}`, {at: `#tab=${id}`, width, before: watchShifts}, async (page) => {
      await ready(page);
      await page.waitForTimeout(1500);
      const shifts = await page.evaluate(() => window.shifts);
      const sum = shifts.reduce((all, [value]) => all + value, 0);
      assert.ok(sum < 0.05, `shifted by ${sum.toFixed(3)}: ${JSON.stringify(shifts)}`);
    });

for (const at of ["#tab=none&x=%E0%A4%A", "#tab=mazes&rows=-3&algorithm=nonsense&seed=x", "#tab=runner&maze=nonsense&mode=9", "#tab=pacman&map=nonsense&moves=xyz",
  "#tab=rush_hour&board=nonsense&moves=Q9", "#tab=amazons&start=nonsense&plays=z9&at=-1"])
  scenario(`an address that makes no sense does no harm: ${at}`, {at}, async (page) => {
    await ready(page);
    await page.waitForTimeout(500);
    assert.equal(await page.locator("[role=tabpanel]:visible").count(), 1);
    if (/nonsense/.test(at)) await shows(page.locator("[role=tabpanel]:visible [role=alert]").first(), /error/);
  });
