// SPDX-License-Identifier: MIT
// What the tests of the page share: a browser, a page that may log no error and ask for nothing, the
// native programs to compare with, and a check for accessibility.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {cpus, loadavg} from "node:os";
import {dirname, join, resolve} from "node:path";
import {after, test} from "node:test";
import {setTimeout as sleep} from "node:timers/promises";
import {fileURLToPath, pathToFileURL} from "node:url";

import {emulate, savedFile, touchAlong} from "./firefox.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const setting = (name, otherwise) => resolve(process.env[name] || join(root, otherwise));
const pageFile = setting("SENDA_PAGE", "build/playground/playground.html");
const programs = setting("SENDA_PROGRAMS", "build/programs/examples");
const modules = setting("SENDA_NODE_MODULES", "build/browser/node_modules");
const pictures = setting("SENDA_SCREENSHOTS", "build/browser/screenshots");

// The browser of this run: chromium or firefox.
export const kind = process.env.SENDA_BROWSER_KIND || "chromium";
const places = {
  chromium: ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"],
};
assert.ok(kind in places, `SENDA_BROWSER_KIND is '${kind}', and should be one of: ${Object.keys(places).join(", ")}`);
const browserFile = process.env.SENDA_BROWSER || places[kind].find(existsSync);

const require = createRequire(join(modules, "any.js"));
const playwright = require("playwright-core");
const axeSource = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

// In milliseconds; machines that do other work as well are slow.
export const timeout = Number(process.env.SENDA_TIMEOUT) || 60000;
export const example = (name) => join(root, "examples", name);
export const textOf = (name) => readFileSync(example(name), "utf8");
export const page_bytes = () => readFileSync(pageFile).length;

// How much slower than alone this machine is likely to be just now.
export const crowding = () => Math.max(1, loadavg()[0] / cpus().length);

// What a native program prints, {code, out, err}, for a file of examples/ or a text as `name`.
export function run(program, words, {input, cwd = join(root, "examples")} = {}) {
  try {
    const out = execFileSync(join(programs, program), words, {cwd, input, encoding: "utf8", stdio: "pipe", maxBuffer: 1 << 26});
    return {code: 0, out, err: ""};
  } catch (error) {
    if (error.status === null || error.status === undefined) throw error;
    return {code: error.status, out: error.stdout, err: error.stderr};
  }
}
export const runJson = (...words) => JSON.parse(run(...words).out);

// What a program says about a file that it refuses.
export function refusal(program, words, name, text) {
  const folder = join(pictures, "..", "refused");
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, name), text);
  const {code, err} = run(program, [...words, name], {cwd: folder});
  assert.equal(code, 3, `${program} ${words.join(" ")} takes ${name}`);
  return {file: join(folder, name), message: err.trimEnd()};
}

let browser;
after(async () => browser && browser.close());

async function startBrowser() {
  assert.ok(browserFile, `no ${kind} is installed`);
  assert.ok(existsSync(pageFile), `${pageFile} is not built`);
  // The channel has Playwright drive Firefox as it comes, through WebDriver BiDi.
  const how = kind === "chromium" ? {args: ["--disable-gpu", "--force-color-profile=srgb"]}
    : {channel: "moz-firefox", firefoxUserPrefs: {"ui.prefersReducedMotion": 1, "dom.w3c_touch_events.enabled": 1}};
  browser = browser || await playwright[kind].launch({executablePath: browserFile, timeout: 3 * timeout, ...how});
  return browser;
}

// A test in a fresh page. Whatever it does, the page logs nothing, asks for nothing and complains of
// nothing.
//   how: {width, height, scale, look: "light" or "dark", language, at: the fragment of the address,
//         touch, before: a function, or several, that run in the page before its scripts,
//         skip: {firefox: why this cannot be tested there}}
export function scenario(name, how, act) {
  const why = (how.skip || {})[kind];
  test(name, {timeout: 10 * timeout, skip: why || false}, async (t) => {
    const {width = 1280, height = 900, look = "light", language = "en-GB", at = "", touch = false, scale = 1, before} = how;
    const context = await (await startBrowser()).newContext({viewport: {width, height}, colorScheme: look,
      locale: language, hasTouch: touch, deviceScaleFactor: scale, reducedMotion: "reduce", acceptDownloads: true});
    context.setDefaultTimeout(timeout);
    if (kind === "firefox") await emulate(context, {look, touch});
    const noise = [];
    const page = await context.newPage();
    const url = pathToFileURL(pageFile).href;
    page.on("console", (message) => {
      if (["error", "warning", "assert"].includes(message.type())) noise.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => noise.push(`error: ${error.stack || error}`));
    page.on("crash", () => noise.push("the page crashed"));
    context.on("request", (request) => {
      const asked = request.url();
      if (asked.split("#")[0] !== url && !/^(blob|data):/.test(asked)) noise.push(`request: ${asked}`);
    });
    try {
      for (const one of [before].flat()) if (one) await page.addInitScript(one);
      await page.goto(url + at);
      await act(page, t);
      assert.deepEqual(await page.locator("#complaints").innerText(), "");
      assert.deepEqual(noise, []);
    } catch (error) {
      await snap(page, `failed ${name}`).catch(() => {});
      for (const line of noise) t.diagnostic(line);
      throw error;
    } finally {
      await context.close();
    }
  });
}

// Waits until the module is there.
export async function ready(page) {
  await page.waitForFunction(() => typeof playgroundEngine !== "undefined");
  await page.evaluate(() => playgroundEngine.ready.then(() => undefined));
}

// Waits until an assertion holds.
export async function eventually(check, time = timeout) {
  const end = Date.now() + time;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    }
  }
}

// A text as one reads it: narrow and fixed blanks are blanks, a true minus is a hyphen.
export const plain = (text) => text.replace(/[\s\u00a0\u2009\u202f]+/g, " ").replace(/\u2212/g, "-").trim();
export const shown = async (place) => plain(await place.innerText());

// Waits until a place shows a text that matches.
export const shows = (place, wanted, time) => eventually(async () => {
  const text = await shown(place);
  if (wanted instanceof RegExp) assert.match(text, wanted);
  else assert.ok(text.includes(wanted), `'${text}' does not hold '${wanted}'`);
  return text;
}, time);

// The numbers of a text, with their thousands set apart or not.
export const numbersIn = (text) => (plain(text).match(/\d[\d,]*(\.\d+)?/g) || []).map((one) => Number(one.replace(/,/g, "")));

// The value beside a name in the facts of a panel.
export const fact = (panel, name) => panel.locator("dl > div", {has: panel.page().getByText(name, {exact: true})}).locator("dd").first();

export const panelOf = (page, name) => page.getByRole("tabpanel", {name});

// Chooses a radio button or a check box; what is painted may be a label above it.
export const choose = (place, kind, name) => place.getByRole(kind, {name, exact: true}).check({force: true});

// Opens a file with a button, as a user does.
export async function openFile(page, button, file) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
  await chooser.setFiles(file);
  await page.waitForTimeout(300);  // what is typed next is meant for what the file shows
}

async function transfer(page, fill) {
  return page.evaluateHandle(({name, text, isFile}) => {
    const made = new DataTransfer();
    if (isFile) made.items.add(new File([text], name, {type: "text/plain"}));
    else made.setData("text/plain", text);
    return made;
  }, fill);
}

export async function dropFile(page, place, name, text) {
  const dataTransfer = await transfer(page, {name, text, isFile: true});
  for (const event of ["dragenter", "dragover", "drop"]) await place.dispatchEvent(event, {dataTransfer});
}

// Pastes a text where the focus is in no field.
export async function pasteText(page, text) {
  const clipboardData = await transfer(page, {text, isFile: false});
  await page.evaluate((data) => {
    document.activeElement.blur();
    const event = new Event("paste", {bubbles: true, cancelable: true});
    Object.defineProperty(event, "clipboardData", {value: data});
    document.body.dispatchEvent(event);
  }, clipboardData);
}

// For `before`: what the page copies is in window.copied, whatever the browser allows.
export const keepCopies = () => {
  window.copied = [];
  const clipboard = {writeText: async (text) => { window.copied.push(text); }};
  Object.defineProperty(navigator, "clipboard", {configurable: true, value: clipboard});
};
export const copied = (page) => page.evaluate(() => window.copied[window.copied.length - 1]);

// What a button has the browser save: {name, bytes}.
export async function saved(page, button) {
  if (kind === "firefox") {
    await button.click();
    return savedFile(page);
  }
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return {name: download.suggestedFilename(), bytes: readFileSync(await download.path())};
}

// A finger touches the first of some points of the window, [[x, y], ...], moves along the others and lets go.
export async function swipe(page, points) {
  if (kind === "firefox") return touchAlong(page, points);
  const session = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", {type, touchPoints});
  await touch("touchStart", [{x: points[0][0], y: points[0][1]}]);
  for (const [x, y] of points.slice(1)) await touch("touchMove", [{x, y}]);
  await touch("touchEnd", []);
  return session.detach();
}

// The address follows what is seen, a moment later.
export async function address(page, wanted) {
  return eventually(async () => {
    const fragment = await page.evaluate(() => location.hash);
    if (wanted) assert.match(decodeURIComponent(fragment), wanted);
    return fragment;
  });
}

// Opens the present address in a page of its own and hands it over.
export async function reopened(page, act) {
  await sleep(400);
  const other = await page.context().newPage();
  const noise = [];
  other.on("pageerror", (error) => noise.push(String(error)));
  other.on("console", (message) => message.type() === "error" && noise.push(message.text()));
  await other.goto(page.url());
  await ready(other);
  const result = await act(other);
  assert.deepEqual(noise, []);
  await other.close();
  return result;
}

export async function snap(page, name) {
  mkdirSync(pictures, {recursive: true});
  await page.screenshot({path: join(pictures, `${name.replace(/[^\w.]+/g, "_")}.png`), animations: "disabled"});
}

// Serious findings of axe-core; lesser ones are only logged.
async function findings(page, t, where) {
  if (!await page.evaluate(() => Boolean(window.axe))) await page.evaluate(axeSource);
  const {violations} = await page.evaluate(() => window.axe.run(document, {resultTypes: ["violations"]}));
  const serious = [];
  for (const {id, impact, help, nodes} of violations) {
    const told = `${where}: ${impact} ${id} (${help}) at ${nodes.slice(0, 4).map((node) => node.target.join(" ")).join(", ")}`;
    if (impact === "serious" || impact === "critical") serious.push(told);
    else t.diagnostic(told);
  }
  return serious;
}

async function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const sizes = [["360", 360, 740], ["1280", 1280, 900], ["4K", 3840, 2160]];

// The page as it stands, in both looks and three sizes: nothing that axe-core takes seriously, no
// scrolling sideways, and a picture of each.
export async function looksGood(page, t, name) {
  const wrong = [];
  for (const look of ["light", "dark"]) {
    await page.emulateMedia({colorScheme: look});
    for (const [size, width, height] of sizes) {
      const where = `${name} ${look} ${size}`;
      await page.setViewportSize({width, height});
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      await sleep(300);
      wrong.push(...await findings(page, t, where));
      if (await overflow(page) > 0) wrong.push(`${where}: wider than the window by ${await overflow(page)} pixels`);
      await snap(page, where);
    }
  }
  assert.deepEqual(wrong, []);
}
