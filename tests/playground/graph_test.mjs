// SPDX-License-Identifier: MIT
// The part of the lab where one draws a graph, as a user uses it, beside the programs that the page shows.
import assert from "node:assert/strict";

import {address, choose, copied, dropFile, eventually, keepCopies, looksGood, numbersIn, panelOf, plain, ready, reopened, saved, scenario, shown, shows,
  snap, swipe} from "./harness.mjs";
import {outputOf} from "./programs.mjs";

const at = "#tab=lab&part=graph&lang=en";
const lab = (page) => panelOf(page, "Lab");
const paper = (page) => lab(page).locator(".graph-paper");
const verdict = (page) => lab(page).locator(".graph-part .verdict");
const press = (page, name) => lab(page).getByRole("button", {name, exact: true}).click();
const named = (name) => new RegExp(`^${name.replace(/[()]/g, "\\$&")}$`);
// A field by its label alone: hints and options are in the label too.
const fieldOf = (part, name) => part.locator(".field", {has: part.page().locator(".field-name", {hasText: named(name)})}).locator("select, input, textarea");
const field = (page, name) => fieldOf(lab(page).locator(".graph-part"), name);
const ask = (page, name, value) => field(page, name).selectOption({label: value});
const nodeList = (page) => lab(page).getByRole("list", {name: "Nodes"});
const edgeList = (page) => lab(page).getByRole("list", {name: "Edges"});
const nodeNames = async (page) => (await paper(page).locator(".graph-name").allTextContents()).map(plain);
const routes = async (page) => (await lab(page).getByRole("list", {name: "Paths"}).getByRole("button").allInnerTexts()).map(plain);
const text = (page) => field(page, "Edge list");
const player = (page) => lab(page).getByRole("slider", {name: "Step"});

// The point of the window at a share of the paper's width and height.
async function pointAt(page, x, y) {
  await paper(page).scrollIntoViewIfNeeded();
  const box = await paper(page).boundingBox();
  return [box.x + x * box.width, box.y + y * box.height];
}
async function pointOf(page, name) {
  const box = await paper(page).locator(".graph-node", {has: page.locator(".graph-name", {hasText: new RegExp(`^${name}$`)})}).locator(".graph-body").boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
async function dragTo(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

async function take(page, list) {
  await text(page).fill(list);
  await press(page, "Draw this");
}

// The program that the drawer shows, and what it prints.
async function program(page) {
  const opener = page.locator("#program");
  if (await opener.getAttribute("aria-expanded") !== "true") await opener.click();
  const source = await page.locator("#drawer pre, .drawer pre").first().textContent();
  await page.keyboard.press("Escape");
  return source;
}

scenario("a graph is drawn by mouse: nodes, edges, costs, moves, deletions, undo and redo", {at}, async (page) => {
  await ready(page);
  await press(page, "Clear");
  await shows(verdict(page), "Draw a node to begin");
  await choose(lab(page), "radio", "One way");
  for (const [x, y] of [[0.15, 0.5], [0.5, 0.2], [0.85, 0.5]]) await page.mouse.click(...await pointAt(page, x, y));
  assert.deepEqual(await nodeNames(page), ["A", "B", "C"]);

  await choose(lab(page), "radio", "Connect");
  await dragTo(page, await pointOf(page, "A"), await pointOf(page, "B"));
  await page.keyboard.type("4");  // the cost of the new edge has the focus
  await page.keyboard.press("Enter");
  await page.mouse.click(...await pointOf(page, "B"));
  await page.mouse.click(...await pointOf(page, "C"));
  await page.keyboard.type("-1");
  await page.keyboard.press("Tab");
  await eventually(async () => assert.equal(await text(page).inputValue(), "A B 4\nB C -1\n"));
  await ask(page, "Goal", "C");
  await shows(verdict(page), "negative: only Bellman-Ford");
  await ask(page, "Search", "Bellman-Ford");
  await shows(verdict(page), "Cost 3.");

  await choose(lab(page), "radio", "Draw");
  const before = await pointOf(page, "B");
  await dragTo(page, before, [before[0] + 60, before[1] + 90]);
  const after = await pointOf(page, "B");
  assert.ok(Math.abs(after[0] - before[0] - 60) < 3 && Math.abs(after[1] - before[1] - 90) < 3, "B is where it was dragged");
  await press(page, "Undo");
  assert.ok(Math.abs((await pointOf(page, "B"))[1] - before[1]) < 2, "the move is taken back at once");
  await press(page, "Redo");

  await choose(lab(page), "radio", "Delete");
  await page.mouse.click(...await pointOf(page, "B"));
  assert.deepEqual(await nodeNames(page), ["A", "C"]);
  await shows(verdict(page), "There is no path");
  await paper(page).focus();
  await page.keyboard.press("Control+z");
  assert.deepEqual(await nodeNames(page), ["A", "B", "C"]);
  await shows(verdict(page), "Cost 3.");
  await page.keyboard.press("Control+y");
  assert.deepEqual(await nodeNames(page), ["A", "C"]);

  await choose(lab(page), "radio", "Connect");
  await dragTo(page, await pointOf(page, "A"), await pointAt(page, 0.5, 0.85));
  assert.deepEqual(await nodeNames(page), ["A", "C", "B"], "an edge that ends on the paper brings its node along");
});

scenario("an edge is chosen in the picture, gets another cost, is turned round and deleted", {at: `${at}&graph=negative&search=bellman_ford`}, async (page) => {
  await ready(page);
  await shows(verdict(page), "Cost 8.");
  const [a, b] = [await pointOf(page, "A"), await pointOf(page, "B")];
  const onEdge = [a[0] * 0.35 + b[0] * 0.65, a[1] * 0.35 + b[1] * 0.65];
  await page.mouse.click(...onEdge);
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  await shows(verdict(page), "Cost 0.");
  await press(page, "Turn round");
  await shows(verdict(page), "Cost 12.");
  await paper(page).focus();
  await page.keyboard.press("Delete");
  await eventually(async () => assert.doesNotMatch(await text(page).inputValue(), /[AB] [AB]/));
});

scenario("a graph is drawn, searched and deleted by keyboard alone", {at}, async (page) => {
  await ready(page);
  const type = async (place, key) => {
    await place.focus();
    await page.keyboard.press(key);
  };
  const button = (name) => lab(page).getByRole("button", {name, exact: true});
  await type(button("Clear"), "Enter");
  for (let i = 0; i < 3; ++i) await type(button("Add a node"), "Enter");
  assert.equal(await nodeList(page).getByRole("button").count(), 3);

  const add = async (from, to, cost) => {
    for (const [name, value] of [["From", from], ["To", to]]) {
      await field(page, name).focus();
      await page.keyboard.type(value);
    }
    await lab(page).locator(".graph-new input").focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(cost);
    await type(button("Add the edge"), "Enter");
  };
  await add("A", "B", "5");
  await add("B", "C", "7");
  await add("A", "C", "20");
  await field(page, "Goal").focus();
  await page.keyboard.type("C");
  await shows(verdict(page), "Cost 12.");
  await lab(page).getByLabel("Cost: A – C").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await shows(verdict(page), "Cost 3.");

  const a = nodeList(page).getByRole("button", {name: /^A/});
  const before = await pointOf(page, "A");
  await type(a, "ArrowRight");
  await page.keyboard.press("ArrowDown");
  const after = await pointOf(page, "A");
  assert.ok(after[0] > before[0] + 5 && after[1] > before[1] + 5, "the arrows move the node");
  assert.ok(await a.evaluate((one) => one === document.activeElement), "and it keeps the focus");
  const name = field(page, "Name");
  await name.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Lima");
  await page.keyboard.press("Enter");
  await shows(nodeList(page), /Lima/);
  await type(lab(page).getByRole("button", {name: "Delete: Lima – C", exact: true}), "Enter");
  await shows(verdict(page), "Cost 12.");
  await type(nodeList(page).getByRole("button", {name: /^B/}), "Delete");
  assert.deepEqual(await nodeNames(page), ["Lima", "C"]);
});

scenario("fingers draw too", {at, touch: true, width: 360, height: 740}, async (page) => {
  await ready(page);
  await press(page, "Clear");
  await page.evaluate(() => scrollTo(0, 0));
  for (const [x, y] of [[0.2, 0.4], [0.8, 0.6]]) {
    const point = await pointAt(page, x, y);
    await swipe(page, [point, point]);
  }
  assert.deepEqual(await nodeNames(page), ["A", "B"]);
  const [from, to] = [await pointOf(page, "B"), await pointAt(page, 0.5, 0.8)];
  await swipe(page, [from, [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2], to]);
  await eventually(async () => assert.ok(Math.abs((await pointOf(page, "B"))[0] - to[0]) < 4, "B is dragged"));
  await lab(page).getByRole("radio", {name: "Connect", exact: true}).focus();  // the picture may lie above it
  await page.keyboard.press("Space");
  const [a, b] = [await pointOf(page, "A"), await pointOf(page, "B")];
  await swipe(page, [a, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], b]);
  await shows(verdict(page), "Cost 1.");
});

scenario("an edge list is pasted, and what is wrong with one is said with line and column", {at}, async (page) => {
  await ready(page);
  await take(page, "# a comment\nx y 3\ny, z; 4\n\nz w\nlonely\n");
  assert.deepEqual(await nodeNames(page), ["x", "y", "z", "w", "lonely"]);
  await ask(page, "Start", "x");
  await ask(page, "Goal", "w");
  await shows(verdict(page), "Cost 8.");
  const places = await Promise.all(["x", "y", "z", "w", "lonely"].map((name) => pointOf(page, name)));
  assert.equal(new Set(places.map(String)).size, 5, "each node has a place of its own");

  const errors = lab(page).locator(".graph-part .errors");
  for (const [list, code, place] of [["x y 3\ny z 4.5\n", "bad_cost", "2:6"], ["x y 3 4\n", "bad_fields", "1:7"], ["x y\ny x 2\n", "second_edge", "2:1"],
    ["x y\n  z z 1\n", "loop", "2:3"], ["x y 10000\n", "bad_cost", "1:5"], ["árbol ñ!\n", "bad_name", "1:7"], ["# nothing\n", "empty_input", "1:1"]]) {
    await take(page, list);
    await shows(errors, new RegExp(`error\\[${code}\\]: .*--> <text>:${place} `));
  }
  assert.deepEqual(await nodeNames(page), ["x", "y", "z", "w", "lonely"], "what was refused changes nothing");
  await take(page, Array.from({length: 61}, (unused, node) => `n${node}\n`).join(""));
  await shows(errors, "more than 60 nodes");

  await dropFile(page, paper(page), "roads.txt", "p q 5\nq r oops\n");
  await shows(errors, /bad_cost.*--> roads.txt:2:5 /);
  await dropFile(page, paper(page), "roads.txt", "p q 5\nq r 6\n");
  await eventually(async () => assert.deepEqual(await nodeNames(page), ["p", "q", "r"]));
});

scenario("layouts come from a seed", {at}, async (page) => {
  await ready(page);
  const places = async () => JSON.stringify(await Promise.all(["Lima", "Cusco", "Puno"].map((name) => pointOf(page, name))));
  const seen = new Set([await places()]);
  for (const layout of ["By forces", "Circle", "Random"]) {
    await ask(page, "Layout", layout);
    for (const seed of ["1", "2", "1"]) {
      await field(page, "Seed").fill(seed);
      await press(page, "Arrange");
      seen.add(await places());
    }
  }
  assert.equal(seen.size, 7, "three layouts by two seeds, and the map before");
});

// What the page lists is what the program prints, in the same order.
scenario("every cheapest path, the k cheapest and a search are those of the program in the drawer", {at: `${at}&graph=equal&question=every`}, async (page) => {
  await ready(page);
  await shows(verdict(page), "3 cheapest paths of cost 9.");
  const printed = (output) => [...output.matchAll(/^cost (-?\d+): (.*)$/gm)].map(([, cost, names]) => `${cost} ${names.replaceAll(" ", " → ")}`);
  const every = outputOf("graph page every", await program(page));
  assert.match(every, /^3 paths/);
  assert.deepEqual(await routes(page), printed(every));

  await lab(page).getByRole("list", {name: "Paths"}).getByRole("button").nth(2).click();
  const lit = async () => (await paper(page).locator(".graph-edge.is-path .graph-cost").allTextContents()).sort().join();
  assert.equal(await lit(), "2,3,4", "the third path is the one that is shown: A C E F");
  await address(page, /route=2/);

  await ask(page, "Find", "The k cheapest paths");
  await field(page, "How many (k)").fill("7");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.ok((await routes(page)).length > 3));
  const best = outputOf("graph page best", await program(page));
  assert.deepEqual(await routes(page), printed(best));

  await ask(page, "Find", "One path, step by step");
  await ask(page, "Search", "A*");
  const astar = outputOf("graph page astar", await program(page));
  assert.match(astar, /\ncost 9: /);
  const expanded = numbersIn(await shown(lab(page).locator("dl > div", {hasText: "Nodes expanded"})))[0];
  assert.equal(Number(astar.match(/(\d+) expanded/)[1]), expanded);
  assert.equal(await shown(lab(page).locator(".graph-path")), printed(astar)[0].replace(/^\d+ /, ""));
});

scenario("every search is played step by step, and takes what is first in the queue", {at}, async (page) => {
  await ready(page);
  for (const search of ["Breadth-first", "Depth-first", "Dijkstra", "Greedy", "A*", "From both ends", "Bellman-Ford"]) {
    await ask(page, "Search", search);
    const steps = Number(await player(page).getAttribute("max"));
    assert.ok(steps > 5, search);
    let first = [];
    const caption = lab(page).locator(".graph-caption");
    for (let step = 0; step < steps; ++step) {
      await player(page).fill(String(step));
      const expanded = (await shown(caption)).match(/^(\S+) is expanded/);
      if (expanded) assert.ok(first.includes(expanded[1]), `${search}, step ${step}: ${expanded[1]} is not one of ${first}`);
      first = (await lab(page).locator(".graph-queue tbody tr:first-child th").allInnerTexts()).map(plain);
    }
    assert.equal(await paper(page).locator(".graph-edge.is-path").count(), 0, "the path is not known before the end");
    await player(page).fill(String(steps));
    assert.ok(await paper(page).locator(".graph-edge.is-path").count() >= 2, search);
  }
});

scenario("the estimate is never too large, wherever nodes are", {at: `${at}&search=astar`}, async (page) => {
  await ready(page);
  const found = async () => page.evaluate(() => {
    const model = playgroundGraphModel;
    const wrong = [];
    for (let seed = 0; seed < 60; ++seed) {
      const graph = model.arrange(model.samples[["roads", "equal", "dag"][seed % 3]](), ["random", "force", "circle"][seed % 3], seed);
      const request = {...model.request(graph), estimate: "line"};
      const [guided, plainly] = ["astar", "dijkstra"].map((search) => playgroundEngine.now("graph_search", {...request, search}));
      const h = guided.estimates;
      const isConsistent = graph.edges.every(({from, to, cost}) => h[from] <= cost + h[to] && (graph.directed || h[to] <= cost + h[from]));
      if (guided.cost !== plainly.cost || !isConsistent || h[graph.goal] !== 0) wrong.push(seed);
    }
    return wrong;
  });
  assert.deepEqual(await found(), []);
  await ask(page, "Estimate", "Zero");
  await shows(verdict(page), "Cost 1305.");
});

scenario("negative costs, cycles that pay, and a plan without cycles", {at}, async (page) => {
  await ready(page);
  await ask(page, "Example", "A negative cost");
  await shows(verdict(page), "Cost 8.");
  await ask(page, "Search", "Dijkstra");
  await shows(verdict(page), "only Bellman-Ford");
  await ask(page, "Search", "Bellman-Ford");
  await choose(lab(page), "radio", "Both ways");
  await shows(verdict(page), /No cheapest path: going round (B → D → B|D → B → D) pays/);
  await ask(page, "Example", "A plan without cycles");
  await shows(verdict(page), "Cost 10.");
});

scenario("a link shows the same graph, the same question and the same step", {at}, async (page) => {
  await ready(page);
  await take(page, "uno dos 3\ndos tres 4\nuno tres 9\n");
  await ask(page, "Start", "uno");
  await ask(page, "Goal", "tres");
  await ask(page, "Search", "A*");
  await player(page).fill("3");
  const picture = async (some) => plain(await paper(some).evaluate((one) => one.textContent));
  const seen = await picture(page);
  await address(page, /search=astar.*step=3/);
  await reopened(page, async (other) => eventually(async () => assert.equal(await picture(other), seen)));
  await ask(page, "Example", "Equal cheapest paths");
  await address(page, /graph=equal&question=every$/);
  for (const nonsense of ["nodes=,,,&edges=1,2", "nodes=A,1,2,A,3,4,B,x,y&edges=0,1,2,0,9,1,1,1,1&start=99&goal=-1", "graph=__proto__&search=constructor&k=1e9&step=-3",
    "nodes=A,5,5&question=best&route=77&k=0"]) {
    await page.evaluate((hash) => { location.hash = hash; }, `tab=lab&part=graph&${nonsense}`);
    await eventually(async () => assert.ok((await nodeNames(page)).length !== 6));
    await page.evaluate(() => { location.hash = "tab=lab&part=graph&graph=equal"; });
    await eventually(async () => assert.equal((await nodeNames(page)).length, 6));
  }
});

// A reader of the part of DOT that is written: names in quotation marks, attributes, one kind of edges.
function readDot(dot) {
  const [, kind, body] = dot.match(/^(digraph|graph) senda \{\n([^]*)\}\n$/);
  const read = {directed: kind === "digraph", nodes: [], edges: []};
  for (const line of body.trimEnd().split("\n")) {
    const attributes = '( (?:[a-z]+=(?:"[^"]*"|[\\w-]+)))*';
    const edge = line.match(/^ {2}"([^"]+)" (->|--) "([^"]+)" \[label=(-?\d+)( color="#[0-9a-f]{6}" penwidth=3)?\];$/);
    if (edge) {
      assert.equal(edge[2], read.directed ? "->" : "--");
      read.edges.push([edge[1], edge[3], edge[4], edge[5] ? "marked" : ""]);
    } else {
      read.nodes.push(line.match(new RegExp(`^ {2}"([^"]+)" \\[pos="\\d+,\\d+"${attributes}\\];$`))[1]);
    }
  }
  return read;
}

scenario("a graph is saved and copied as an edge list, as DOT and as C++", {at: `${at}&graph=equal`, before: keepCopies}, async (page) => {
  await ready(page);
  await shows(verdict(page), "Cost 9.");
  const save = async (format) => {
    await ask(page, "Export", format);
    const {name, bytes} = await saved(page, lab(page).locator(".graph-part").getByRole("button", {name: "Save", exact: true}));
    return {name, content: bytes.toString()};
  };
  const list = await save("Edge list");
  assert.equal(list.name, "graph.txt");
  assert.equal(list.content, await text(page).inputValue());

  const dot = await save("DOT (Graphviz)");
  assert.equal(dot.name, "graph.dot");
  const read = readDot(dot.content);
  assert.deepEqual([read.directed, read.nodes.join("")], [true, "ABCDEF"]);
  assert.equal(read.edges.map(([from, to, cost]) => `${from} ${to} ${cost}\n`).join(""), list.content);
  assert.equal(read.edges.filter((edge) => edge[3]).length, 3, "the path is marked");

  const code = await save("C++");
  assert.equal(code.name, "graph.cpp");
  assert.equal(code.content, await program(page));
  await lab(page).locator(".graph-part").getByRole("button", {name: "Copy", exact: true}).click();
  await eventually(async () => assert.equal(await copied(page), code.content));
});

scenario("in Spanish all is Spanish, also what is wrong with a list", {at: "#tab=lab&part=graph&lang=es", language: "es-ES"}, async (page) => {
  await ready(page);
  const part = panelOf(page, "Laboratorio").locator(".graph-part");
  await shows(part.locator(".verdict"), "Coste 1305.");
  await fieldOf(part, "Lista de aristas").fill("a b 3\nb c x\n");
  await part.getByRole("button", {name: "Dibujar esto"}).click();
  await shows(part.locator(".errors"), /un coste debe ser un número entero entre -9999 y 9999, no 'x'.*<texto>:2:5/);
  const words = plain(await part.innerText());
  for (const english of ["Start", "Goal", "Search", "Cost", "Delete", "Undo", "Edges", "expanded", "Queue", "Draw"])
    assert.doesNotMatch(words, new RegExp(`\\b${english}\\b`));
  await snap(page, "graph in Spanish");
});

scenario("the part looks good in both looks and all sizes", {at: `${at}&search=astar&step=9`}, async (page, t) => {
  await ready(page);
  await nodeList(page).getByRole("button", {name: "Cusco"}).click();
  await looksGood(page, t, "graph");
});
