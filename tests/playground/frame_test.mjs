// SPDX-License-Identifier: MIT
// The frame of the page: tabs, language, look, address, size, and what is seen before the module is there.
import assert from "node:assert/strict";
import {test} from "node:test";

import {address, eventually, page_bytes, panelOf, ready, scenario, shown, shows, snap} from "./harness.mjs";

const tabs = [["lab", "Lab"], ["mazes", "Mazes"], ["runner", "MAZE runner"], ["pacman", "Pac-Man"], ["rush_hour", "Rush Hour"], ["amazons", "Amazons"]];

test("the page is one file of at most 900 kB", () => {
  assert.ok(page_bytes() <= 900000, `${page_bytes()} bytes`);
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
  assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), "Lab");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), "Amazons");
  await page.goBack();
  await eventually(async () => assert.equal(await shown(page.locator("[role=tab][aria-selected=true]")), "Lab"));
});

scenario("the skip link is the first stop and leads to the content", {}, async (page) => {
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Skip/);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "panels");
});

scenario("the page speaks the language of the browser, and the other one at a click", {language: "es-PE", at: "#tab=rush_hour"}, async (page) => {
  await page.getByRole("button", {name: "Resolver", exact: true}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "es");
  for (const [, name] of tabs.slice(1)) assert.ok(name);
  await page.getByRole("button", {name: "English"}).click();
  await page.getByRole("button", {name: "Solve", exact: true}).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await address(page, /lang=en/);
});

// Words that are the same in both languages, and what is no word.
const same = /^[\d\W_]*$|^\d+ (s|min)$|^(MAZE|Pac-Man|Rush Hour|BFS|DFS|Dijkstra|A\*|IDA\*|Manhattan|[fgh]|C\+\+|DOT|SVG|PNG|Zoom|English|Español|senda|[A-Z#]\d?)$|Wilson|Kruskal|Eller|Prim|Aldous|Sidewinder|Hunt|Recursive/;

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
    scenario(`nothing jumps while ${name} loads at ${width}`, {at: `#tab=${id}`, width, before: watchShifts, skip: {firefox: "it does not measure shifts"}}, async (page) => {
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
    if (/mazes/.test(at)) await eventually(async () => assert.match(await page.locator("#panel-mazes canvas").first().getAttribute("aria-label") || "", /\d/));
    else if (/nonsense/.test(at)) await shows(page.locator("[role=tabpanel]:visible [role=alert]").first(), /error/);
  });

// Inputs that are refused or accepted with a warning: [function, request], one for nearly every sentence of the readers.
const runner = (board) => ["runner_check", {board, name: "a.txt"}];
const pacman = (map) => ["pacman_check", {map, name: "a.txt"}];
const rushHour = (text) => ["rush_hour_read", {text, name: "a.txt"}];
const amazons = (start) => ["amazons_read", {start, name: "a.txt"}];
const mazes = (more) => ["mazes_make", {algorithm: "wilson", rows: 5, cols: 5, seed: 1, braid: 0, entrance: "corners", ...more}];
const park = "......\n......\nAA....\n......\n......\n......\n";
const json = (more = {}) => JSON.stringify({CONFIG: {}, ...more});
const badInputs = [
  ...["", "\n\n", "x", "N", "N=", "N=a", "N=3", "N=3 M=3", "N=3, M=3", "N=3, M=3, P=0", "N=0, M=3, P=1", "N=3, M=3, P=1 x",
    "N=4294967295, M=4294967295, P=1\n", "N=99999, M=99999, P=1\nS", "N=3, M=3, P=1\n###\n#S#\n", "N=1, M=3, P=1\nS#E\n###\n",
    "N=1, M=3, P=1\nS?E\n", "N=1, M=3, P=1\nSSE\n", "N=1, M=3, P=1\nSEE\n", "N=1, M=3, P=1\n##E\n", "N=1, M=3, P=1\nS##\n",
    "N=1, M=3, P=1\nS#E#\n", "N=1, M=4, P=1\nS#E\n", "n=1, m=3, p=1\ns#e\n", "\ufeffN=1, M=3, P=1\r\n\r\nS#E \r\n", "N=2, M=1, P=1\nS\n",
    "N=1, M=3, P=99999999999999999999\nS#E\n"].map(runner),
  ...["", "1", "a,b", "0,1", "2,2", "2,2\n1,1", "2,2\n1,1,x", "2,2\n1,1,5", "2,2\n3,1,5\n1,1\n", "2,2\n1,1,5\n2,9\nV,V\nV,V\n",
    "2,2\n1,1,5\n2,2\nV,V\n", "2,2\n1,1,5\n2,2\nV,V\nV,V\nV,V\n", "2,2\n1,1,5\n2,2\nV\nV,V\n", "2,2\n1,1,5\n2,2\nV,V,V\nV,V\n",
    "2,2\n1,1,5\n2,2\nV,\nV,V\n", "2,2\n1,1,5\n2,2\nV,Q\nV,V\n", "2,2\n1,1,5\n2,2\nV,j1\nV,V\n", "2,2\n1,1,5\n2,2\nV , V\n\nJ12,V\n",
    "2,2\n1,1,5\n2,2\nJ1,V\nV,V\n", "2,2\n1,1,5\n2,2\nV,V\nV,Z\n", "2,2\n1,1,5\n1,1\nV,V\nV,V\n", "2,2\n1,1,0\n2,2\nV,V\nV,V\n",
    "2,2,3\n1,1,5\n", "2,2\n1,1,5,6\n", "2,2\n1,1,99999999999999999999\n2,2\nV,V\nV,V\n", "\udcff", "99999999999,2",
    "{", "{}", "[]", "{\"a\": 1}", json(), json({PLAN: 3}), "{\"WIDTH\": \"x\"}", "{\"a\": nul}", "{\"PLAN\": [[\"V\"]]}", "{\"M\": 1.5}"].map(pacman),
  ...["", "AA..", "AA......................................", "......\n.....\n", park.replace("AA", ".."), park.replace("AA", "A."), park.replace("AA", "?A"),
    park.replace("AA....", "AAA..."), park.replace("AA....", ".....A").replace("......\n......\n......\n", "......\n......\n......\n"),
    park + "......\n", "......\n......\nAA....\n", park.replace("......\n......", "BB....\n..B..."), park.replace("......\n", ".....B\nB.....\n").slice(0, 42),
    park.replace("......\n", "B....B\n"), park.replace("......\n", "BBBB..\n"), "A.....\nA.....\n......\n......\n......\n......\n", "AA....\n......\n......\n......\n......\n......\n",
    "\ufeff" + park.replace("AA....", " AA.... ") + "\n\n", "X4j1fK9pSy", "X4j1fK9pS", "X4j1fK9p!y", "AA>\n...\n...\n", "AA.>\n....\n>...\n",
    "AA..>\n....\n....\n....\n", ">......\n", "AA......>\n........\n"].map(rushHour),
  ...["", "a1\n", "a4,d1,g1,j4\na7,d10,g10,j7\n\n", "a4,d1,g1,j4\na7,d10,g10,j7\n\n3\n", "a4,d1,g1,j4\na7,d10,g10,j7\n\n1\nx\n", "a4,d1,g1\na7,d10,g10\n\n1\n",
    "a4,d1,g1,z9\na7,d10,g10,j7\n\n1\n", "a4,a4,g1,j4\na7,d10,g10,j7\n\n1\n", "a4,d1,g1,j4\na4,d10,g10,j7\n\n1\n", "a4,,g1,j4\na7,d10,g10,j7\n\n1\n",
    "\ufeffa4,d1,g1,j4\na7,d10,g10,j7\n\n1\n", "a4,d1,g1,j4,a1\na7,d10,g10,j7,b1\nb1\n1\n"].map(amazons),
  ...[{rows: 0}, {cols: 0}, {rows: 999999}, {seed: "x"}, {algorithm: "nonsense"}, {entrance: "nowhere"}, {braid: 2}].map(mazes),
  ["rush_hour_generate", {moves: 900}], ["rush_hour_generate", {moves: 900, walls: 2}], ["rush_hour_generate", {moves: 0}], ["rush_hour_generate", {walls: 99}],
  ["rush_hour_game", {board: park.replace(/\n/g, ""), moves: "Q9"}], ["rush_hour_game", {board: park.replace(/\n/g, ""), moves: "B+1"}],
  ["rush_hour_game", {board: park.replace(/\n/g, ""), moves: "A+9"}], ["rush_hour_game", {board: park.replace(/\n/g, ""), moves: "A-1"}],
  ["amazons_game", {start: "", plays: "a1-a2/a3"}],
];

const englishWords = /\b(the|an|of|is|are|has|and|or|with|which|there|expected|unknown|cells?|rows?|columns?|lines?|from|than|too|at|not|in|to|it|this|that|for|maze|map|board|vehicle|warning|large|text)\b/i;

scenario("what is wrong with a file is said in Spanish, without a word of English", {language: "es-ES"}, async (page, t) => {
  await ready(page);
  const answers = await page.evaluate(async (inputs) => {
    const worker = playgroundEngine.worker();
    const made = [];
    for (const [name, request] of inputs) {
      const {status, message = "", errors = [], warnings = []} = await worker.call(name, request).catch((error) => ({status: String(error)}));
      const all = [...errors, ...warnings].map((one) => [one.code, one.message, playgroundDiagnostics.message(one)]);
      made.push({input: `${name} ${JSON.stringify(request)}`, status, whole: playgroundDiagnostics.whole(message), all});
    }
    return made;
  }, badInputs);
  const wrong = [];
  const codes = new Set();
  for (const {input, status, whole, all} of answers) {
    if (all.length === 0) wrong.push(`${input}: ${status}`);
    const firstLine = whole.split("\n")[0];
    for (const [code, english, spanish] of [...all, ["whole", firstLine, firstLine]]) {
      codes.add(code);
      const [word] = spanish.replace(/'[^']*'/g, "").replace(/corners \(.*random/, "").match(englishWords) || [];
      if (word) wrong.push(`${code}, '${word}' in: ${spanish} (${english})`);
    }
  }
  t.diagnostic(`${answers.length} inputs, ${codes.size} codes`);
  assert.deepEqual(wrong, []);
  assert.ok(codes.size > 40, [...codes].join(" "));
});
