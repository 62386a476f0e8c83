// SPDX-License-Identifier: MIT
// What the frame does for its tabs: work, history, what is kept, sharing, the C++, and a picture that stays in view.
import assert from "node:assert/strict";

import {address, copied, eventually, keepCopies, looksGood, panelOf, ready, scenario, shown, shows} from "./harness.mjs";
import {addProbes, ask, change, ended, stateOf} from "./probes.mjs";

const lines = (page) => page.locator(".busy-line:visible");
const stop = (page) => lines(page).getByRole("button", {name: "Stop"});
const told = (page) => page.locator("#told");
const tab = (page, name) => page.getByRole("tab", {name}).click();

scenario("a tab that works holds up no other, and Stop ends its own work alone", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  await ask(page, "left", "endless");
  await shows(lines(page), "Working: endless");
  await tab(page, "Right");
  assert.equal(await lines(page).count(), 0);
  await ask(page, "right", "rush_hour_read");
  await eventually(async () => assert.deepEqual(await ended(page, "right"), ["invalid"]));
  await ask(page, "right", "endless");
  await ask(page, "right", "endless");
  await shows(lines(page), "Working: endless");
  assert.equal(await lines(page).count(), 1);
  await stop(page).click();
  await shows(told(page), "Stopped.");
  await eventually(async () => assert.deepEqual((await ended(page, "right")).slice(1), ["stopped", "stopped"]));
  assert.deepEqual(await ended(page, "left"), [""]);
  assert.equal(await lines(page).count(), 0);
  await tab(page, "Left");
  await shows(lines(page), "Working: endless");
  await stop(page).click();
  await eventually(async () => assert.deepEqual(await ended(page, "left"), ["stopped"]));
  await ask(page, "left", "rush_hour_read");
  await eventually(async () => assert.deepEqual(await ended(page, "left"), ["stopped", "invalid"]));
});

// A module that comes when the test says so.
const lateModule = () => {
  const compile = WebAssembly.compile;
  const released = new Promise((resolve) => { window.letModuleCome = resolve; });
  WebAssembly.compile = async (bytes) => {
    await released;
    return compile.call(WebAssembly, bytes);
  };
};

scenario("Stop while the page loads says so, and the page can be used", {at: "#tab=left", before: [lateModule, addProbes]}, async (page) => {
  await panelOf(page, "Left").waitFor();
  await ask(page, "left", "rush_hour_read");
  await stop(page).click();
  await shows(told(page), "Stopped.");
  assert.deepEqual(await ended(page, "left"), ["stopped"]);
  assert.equal(await lines(page).count(), 0);
  await page.evaluate(() => window.letModuleCome());
  await ask(page, "left", "rush_hour_read");
  await eventually(async () => assert.deepEqual(await ended(page, "left"), ["stopped", "invalid"]));
});

scenario("mazes can be made after a Stop at the first load", {at: "#tab=mazes", before: lateModule}, async (page) => {
  const mazes = panelOf(page, "Mazes");
  await mazes.waitFor();
  await stop(page).click();
  await shows(told(page), "Stopped.");
  await page.evaluate(() => window.letModuleCome());
  await ready(page);
  await mazes.getByRole("button", {name: "New maze"}).click();
  await eventually(async () => assert.match(await mazes.locator("canvas").first().getAttribute("aria-label") || "", /\d/));
});

const apart = (page) => page.evaluate(() => {
  const box = document.querySelector(".busy-line").getBoundingClientRect();
  const others = [...document.querySelectorAll("button, input, select, .probe-picture")].filter((one) => !one.closest(".busy-line"));
  const covered = others.filter((one) => {
    const other = one.getBoundingClientRect();
    return other.width > 0 && other.left < box.right && box.left < other.right && other.top < box.bottom && box.top < other.bottom &&
      document.elementFromPoint((Math.max(box.left, other.left) + Math.min(box.right, other.right)) / 2,
        (Math.max(box.top, other.top) + Math.min(box.bottom, other.bottom)) / 2).closest(".busy-line");
  });
  return {covered: covered.map((one) => one.textContent || one.className), isSeen: box.top >= 0 && box.bottom <= innerHeight};
});

for (const [width, height] of [[1280, 900], [360, 740]])
  scenario(`the line of progress covers no button at ${width}`, {at: "#tab=left", width, height, before: addProbes}, async (page) => {
    await ready(page);
    await ask(page, "left", "endless");
    await lines(page).waitFor();
    assert.deepEqual(await apart(page), {covered: [], isSeen: true});
    if (width > 1000) {
      await page.evaluate(() => scrollTo(0, 1e6));
      assert.equal((await apart(page)).isSeen, true);
    }
    await stop(page).click();
  });

scenario("Back and Forward go over tabs and over what was pushed, also to states with fewer names", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  await change(page, "left", {a: "1"});
  await address(page, /a=1$/);
  await change(page, "left", {a: "1", b: "2"}, {push: true});
  await change(page, "left", {a: "3", b: "2"}, {push: true});
  await tab(page, "Right");
  await change(page, "right", {c: "4"});
  await address(page, /tab=right.*c=4$/);
  await page.goBack();
  await address(page, /tab=left.*a=3&b=2$/);
  await shows(page.locator("[role=tab][aria-selected=true]"), "Left");
  await page.goBack();
  await eventually(async () => assert.deepEqual(await stateOf(page, "left"), {a: "1", b: "2"}));
  await page.goBack();
  await eventually(async () => assert.deepEqual(await stateOf(page, "left"), {a: "1"}));
  await page.goForward();
  await eventually(async () => assert.deepEqual(await stateOf(page, "left"), {a: "1", b: "2"}));
  await page.goForward();
  await page.goForward();
  await address(page, /tab=right.*c=4$/);
  assert.deepEqual(await stateOf(page, "right"), {c: "4"});
});

scenario("an address that somebody types is followed, and a state that a tab cannot take leaves it whole", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  await page.evaluate(() => { location.hash = "#tab=right&c=9"; });
  await eventually(async () => assert.deepEqual(await stateOf(page, "right"), {c: "9"}));
  await page.evaluate(() => { location.hash = "#tab=nowhere&c=8"; });
  await address(page, /^#tab=right&lang=en&c=8$/);
  await page.evaluate(() => { location.hash = "#tab=right&bad=1"; });
  await shows(page.locator("#complaints"), "Something went wrong: a bad state");
  await panelOf(page, "Right").getByRole("button", {name: "Button 5"}).click();
  await address(page, /^#tab=right&lang=en$/);
  await page.locator("#complaints").getByRole("button", {name: "Close"}).click();
});

scenario("what a tab changed last is in the address it leaves behind", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  await address(page, /lang/);
  await change(page, "left", {a: "7"});
  await tab(page, "Right");
  await page.goBack();
  await address(page, /tab=left.*a=7$/);
});

scenario("a state that is too long for the address is kept in the browser", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  const text = "#.S é\n".repeat(15000);
  await change(page, "left", {text, n: "5"});
  await address(page, /^#tab=left&lang=en&kept=\w{6,20}$/);
  await page.reload();
  await ready(page);
  await eventually(async () => assert.deepEqual(await stateOf(page, "left"), {text, n: "5"}));
  await address(page, /&kept=\w+$/);
  await change(page, "left", {n: "6"}, {push: true});
  await page.goBack();
  await eventually(async () => assert.equal((await stateOf(page, "left")).n, "5"));
});

const fullStorage = () => { Storage.prototype.setItem = () => { throw new Error("full"); }; };

scenario("the page says when the browser keeps nothing", {at: "#tab=left", before: [fullStorage, addProbes]}, async (page) => {
  await ready(page);
  await change(page, "left", {text: "x".repeat(70000)});
  await shows(told(page), "too large for the browser to keep");
  assert.equal(await page.evaluate(() => window.probes.left.app.memory.set("a", "b")), false);
});

scenario("a link to what another browser keeps says so and shows the tab", {at: "#tab=left&kept=abc123", before: addProbes}, async (page) => {
  await shows(told(page), "does not have");
  await page.getByRole("button", {name: "Button 3"}).waitFor();
  await address(page, /^#tab=left&lang=en$/);
});

scenario("tabs remember across visits", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  assert.equal(await page.evaluate(() => window.probes.left.app.memory.get("streak")), null);
  assert.equal(await page.evaluate(() => window.probes.left.app.memory.set("streak", "3")), true);
  await page.reload();
  await ready(page);
  assert.equal(await page.evaluate(() => window.probes.right ? "" : window.probes.left.app.memory.get("streak")), "3");
});

scenario("Share copies the whole address, or what a tab wants to share", {at: "#tab=left", before: [keepCopies, addProbes]}, async (page) => {
  await ready(page);
  await change(page, "left", {a: "1"});
  await page.getByRole("button", {name: "Share", exact: true}).click();
  await shows(told(page), "Link copied");
  assert.equal(await copied(page), page.url());
  assert.match(page.url(), /#tab=left&lang=en&a=1$/);
  await change(page, "left", {shared: "a text"});
  await page.getByRole("button", {name: "Share", exact: true}).click();
  await shows(told(page), "Copied");
  assert.equal(await copied(page), "a text");
  await change(page, "left", {text: "y".repeat(70000)});
  await page.getByRole("button", {name: "Share", exact: true}).click();
  await shows(told(page), "only works in this browser");
  await page.getByRole("button", {name: "Español"}).click();
  await page.getByRole("button", {name: "Compartir", exact: true}).click();
  await shows(told(page), "solo funciona en este navegador");
});

const withShareSheet = () => {
  window.sheets = [];
  navigator.share = async (what) => { window.sheets.push(what); };
};

scenario("on a phone Share opens the sheet of the system", {at: "#tab=left", touch: true, width: 360, height: 740, before: [withShareSheet, addProbes]}, async (page) => {
  await ready(page);
  if (!await page.evaluate(() => matchMedia("(pointer: coarse)").matches)) await page.evaluate(() => { window.matchMedia = () => ({matches: true}); });
  await page.getByRole("button", {name: "Share", exact: true}).click();
  await eventually(async () => assert.deepEqual(await page.evaluate(() => window.sheets.map(({url}) => url)), [page.url()]));
});

const opener = (page) => page.getByRole("button", {name: "Show the C++"});
const drawer = (page) => page.getByRole("complementary");

scenario("the drawer shows the program, follows what changes, copies it and leads on", {at: "#tab=left", before: [keepCopies, addProbes]}, async (page) => {
  await ready(page);
  assert.equal(await opener(page).getAttribute("aria-expanded"), "false");
  await opener(page).click();
  assert.equal(await opener(page).getAttribute("aria-expanded"), "true");
  await shows(drawer(page).locator("pre"), 'std::cout << "0"');
  assert.ok(await drawer(page).evaluate((one) => one.contains(document.activeElement)));
  await change(page, "left", {n: "42"});
  await shows(drawer(page).locator("pre"), 'std::cout << "42"');
  await drawer(page).getByRole("button", {name: "Copy"}).click();
  await shows(told(page), "Program copied");
  assert.equal(await copied(page), await drawer(page).locator("pre").evaluate((one) => one.textContent));
  assert.match(await copied(page), /^#include <iostream>\n\n\/\/ en\nint main\(\) \{\n    std::cout << "42";\n\}\n$/);
  const base = await page.locator("meta[name=senda-repository]").getAttribute("content");
  assert.match(base, /\/$/);
  const links = () => drawer(page).getByRole("link").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
  assert.equal((await links())[0], `${base}docs/algorithms/astar.md`);
  const lead = async (content, n) => {
    await page.evaluate((to) => { document.querySelector("meta[name=senda-repository]").content = to; }, content);
    await change(page, "left", {n});
    return shows(drawer(page).locator("pre"), `"${n}"`);
  };
  await lead("https://example.org/o/senda/blob/main/", "43");
  assert.deepEqual(await links(), ["https://example.org/o/senda/blob/main/docs/algorithms/astar.md", "https://example.org/o/senda"]);
  await lead("../../", "44");
  assert.deepEqual(await links(), ["../../docs/algorithms/astar.md", "../../README.md"]);
  await change(page, "left", {n: "none"});
  await shows(drawer(page), "nothing to show");
  await tab(page, "Right");
  await shows(drawer(page).locator("pre"), 'std::cout << "0"');
  await drawer(page).locator("pre").focus();
  await page.keyboard.press("Escape");
  assert.equal(await drawer(page).count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "program");
  await page.getByRole("button", {name: "Español"}).click();
  await page.getByRole("button", {name: "Ver el C++"}).click();
  await shows(drawer(page), "Lo mismo en C++");
  await drawer(page).getByRole("button", {name: "Cerrar"}).click();
  assert.equal(await drawer(page).count(), 0);
});

scenario("beside the open drawer all controls of a tab can be reached", {at: "#tab=left", before: addProbes}, async (page) => {
  await ready(page);
  await opener(page).click();
  const reach = () => page.evaluate(() => {
    const edge = document.getElementById("drawer").getBoundingClientRect().left;
    return [...document.querySelectorAll("#panel-left button")].filter((one) => one.getBoundingClientRect().right > edge).length;
  });
  for (const [width, height] of [[1280, 900], [1920, 1080], [3840, 2160]]) {
    await page.setViewportSize({width, height});
    await eventually(async () => assert.equal(await reach(), 0, `at ${width}`));
  }
  await page.getByRole("button", {name: "Button 11"}).click();
});

scenario("the drawer looks good in both looks and all sizes", {at: "#tab=left", before: addProbes}, async (page, t) => {
  await ready(page);
  await opener(page).click();
  await looksGood(page, t, "drawer");
});

// How much of the picture's column and of its picture is in the window, in shares.
const seen = (page) => page.evaluate(() => {
  const visible = (one) => {
    const box = one.getBoundingClientRect();
    const top = document.querySelector(".top").getBoundingClientRect().bottom;
    return Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, top, 0)) / Math.min(box.height, innerHeight - Math.max(top, 0));
  };
  const panel = document.querySelector("[role=tabpanel]:not([hidden])");
  const stage = [...panel.querySelectorAll(".stage")].find((one) => one.offsetParent);
  return visible(stage);
});

for (const [width, height] of [[1280, 900], [360, 740], [3840, 2160]])
  scenario(`the picture stays in view while the rest scrolls, at ${width}`, {at: "#tab=left", width, height, before: addProbes}, async (page) => {
    await ready(page);
    for (const [id, least] of [["left", 0.99], ["mazes", 0.6], ["runner", 0.6], ["pacman", 0.4], ["rush_hour", 0.4], ["amazons", 0.6]]) {
      await page.locator(`#tab-${id}`).click();
      await page.waitForTimeout(400);
      for (const share of [0.3, 0.6, 1]) {
        await page.evaluate((part) => scrollTo(0, part * (document.documentElement.scrollHeight - innerHeight)), share);
        await page.waitForTimeout(50);
        const visible = await seen(page);
        assert.ok(visible >= least, `${id} at ${share}: ${visible.toFixed(2)} of the picture's column is seen`);
      }
      await page.evaluate(() => scrollTo(0, 0));
    }
  });
