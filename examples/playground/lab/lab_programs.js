// SPDX-License-Identifier: MIT
// The C++ of the lab: the program that searches the map which is seen, and the one that runs a race on it.
//   lab:  {rows, cols, cells: rows of digits and # joined by \n, start: [x, y], goal: [x, y],
//          search, directions, estimate, weight, ties, width, limit}
//   race: the same map and directions, and lanes: [{search, estimate, weight, ties}]
const playgroundLabPrograms = (() => {
  const headers = {
    bfs: "search/bfs", dfs: "search/dfs", dijkstra: "search/dijkstra", greedy: "search/astar", astar: "search/astar",
    weighted: "search/astar", bidirectional: "search/bidirectional", bidirectional_astar: "search/bidirectional",
    ida_star: "search/ida_star", jump_point: "grid/jump_point", anytime_astar: "search/anytime_astar",
    beam: "search/beam", iterative_deepening_dfs: "search/iterative_deepening",
  };
  const pages = {weighted: "astar.md#with-a-weight", iterative_deepening_dfs: "depth_limited_dfs.md"};
  const blind = ["bfs", "dfs", "dijkstra", "bidirectional", "iterative_deepening_dfs", "jump_point"];
  const deepening = ["ida_star", "iterative_deepening_dfs"];
  const countsSteps = ["bfs", "iterative_deepening_dfs"];
  const deepeningLimit = 10000;

  const cellOf = ([x, y]) => `{${x}, ${y}}`;
  const isUnit = (state) => !/[2-9]/.test(state.cells);
  const isEight = (state) => Number(state.directions) === 8;
  const canJump = (state) => isEight(state) && isUnit(state);

  // An estimate of what is left to `end`: an object of the library, or the lines of a lambda and its value.
  function plainEstimate(state, lane, end) {
    switch (lane.estimate) {
      case "zero": return {object: "senda::zero_heuristic{}"};
      case "octile": return {object: `senda::octile{${end}}`};
      case "euclid": return {lines: [`const double x = c.x - ${end}.x, y = c.y - ${end}.y;`], value: "std::sqrt(x * x + y * y)",
        headers: ["cmath"]};
      case "double": return {value: `2.0 * senda::${isEight(state) ? "octile" : "manhattan"}{${end}}(c)`};
      default: return {object: `senda::manhattan{${end}}`};
    }
  }

  // Ties: the library takes the larger cost so far first; another order is a hair on the estimate.
  function withTies(state, lane, plain) {
    if (!["astar", "weighted"].includes(lane.search) || lane.estimate === "zero") return plain;
    const value = plain.value || `${plain.object}(c)`;
    const {lines = [], headers: used = []} = plain;
    if (lane.ties === "shallow") return {lines, value: `${value} * (1 - 1.0 / 4096)`, headers: used};
    if (lane.ties !== "line") return plain;
    return {lines: [...lines, "const double across = double(c.x - goal.x) * (start.y - goal.y);",
      "const double down = double(start.x - goal.x) * (c.y - goal.y);",
      `const double hair = 1.0 / (4096.0 * ${state.cols} * ${state.rows});`],
    value: `${value} + hair * std::abs(across - down)`, headers: ["cmath", ...used]};
  }

  function estimate(state, lane, end) {
    const {object, lines = [], value, headers: used = []} = withTies(state, lane, plainEstimate(state, lane, end));
    const body = [...lines, `return ${value};`];
    const text = body.length === 1 ? `[&](senda::cell c) { ${body[0]} }`
      : `[&](senda::cell c) {\n${body.map((line) => `    ${line}\n`).join("")}}`;
    return {text: value ? text : object, isLambda: Boolean(value), headers: ["senda/graph/heuristics.hpp", ...used]};
  }

  // What is put in braces at the end of a call.
  function optionsOf(state, lane) {
    const parts = [];
    const limit = state.limit || (deepening.includes(lane.search) ? deepeningLimit : 0);
    if (limit) parts.push(`.limits = {.expansions = ${limit}}`);
    const weight = Number(lane.weight);
    if (lane.search === "weighted" || (lane.search === "anytime_astar" && weight > 1)) parts.push(`.weight = ${weight}`);
    return parts.length === 0 ? "" : `, {${parts.join(", ")}}`;
  }

  // A call: {lines before it, text of the call, headers}. `name` is what an estimate that is a lambda is called.
  function call(state, lane, {map = "*map", name = "h"} = {}) {
    const {search} = lane;
    const used = [`senda/${headers[search]}.hpp`];
    const before = [];
    const named = (end, as) => {
      const made = estimate(state, lane, end);
      used.push(...made.headers);
      if (!made.isLambda) return made.text;
      before.push(`const auto ${as} = ${made.text};`);
      return as;
    };
    const words = [map, "start", "goal"];
    if (!blind.includes(search)) words.push(named("goal", name));
    if (search === "bidirectional_astar") words.push(named("start", `${name}_from_start`));
    if (search === "beam") words.push(`{${state.width || 12}, senda::beam_growth::doubling}`);
    const text = `senda::${search === "weighted" ? "astar" : search}(${words.join(", ")}${optionsOf(state, lane)})`;
    return {before, text, headers: used};
  }

  // What a path costs on the map, where a search counts its steps alone.
  const costLines = (state) => [
    "double cost = 0;",
    "for (std::size_t i = 1; i < found.path.size(); ++i) {",
    ...(isEight(state) ? [
      "    const senda::cell from = found.path[i - 1], to = found.path[i];",
      "    cost += (from.x != to.x && from.y != to.y ? std::numbers::sqrt2 : 1.0) * map->weight(to);"] : [
      "    cost += map->weight(found.path[i]);"]),
    "}",
  ];
  const costHeaders = (state) => ["cstddef", ...(isEight(state) ? ["numbers"] : [])];

  const readMap = (state, kind, cells) =>
    [`const auto map = senda::${kind}::parse(${playgroundPrograms.rawString(`\n${cells}\n`)});`,
      `const senda::cell start${cellOf(state.start)};`, `const senda::cell goal${cellOf(state.goal)};`];
  const kindOf = (state) => `basic_grid<senda::grid_moves::${isEight(state) ? "octile" : "straight"}, double>`;

  // Lines of main, but none of those of a raw string, which begin at the margin.
  const program = (used, lines, state) => {
    const mark = "@MAP@";
    const source = playgroundPrograms.program([...new Set(used)], lines.join("\n").replace(state.cells, mark));
    return source.replace(`    ${mark}`, state.cells).replace(/^ {4}\)"/m, ")\"");
  };

  function lab(state) {
    if (!(state.search in headers) || (state.search === "jump_point" && !canJump(state))) return null;
    const jumps = state.search === "jump_point";
    const cells = jumps ? state.cells.replace(/1/g, ".") : state.cells;
    const {before, text, headers: used} = call(state, state);
    const sums = countsSteps.includes(state.search);
    const lines = [...readMap(state, jumps ? "octile_grid" : kindOf(state), cells), ...before,
      `const auto found = ${text};`, ...(sums ? costLines(state) : []),
      "if (found) {",
      `    std::cout << "cost " << ${sums ? "cost" : "found.cost"} << ", " << found.path.size() - 1 << " steps, ";`,
      "} else {",
      "    std::cout << to_string(found.status) << \", \";",
      "}",
      "std::cout << found.statistics.expanded << \" expanded\\n\";"];
    const source = program(["senda/graph/grid.hpp", ...used, "iostream", ...(sums ? costHeaders(state) : [])], lines, {cells});
    return {source, page: `docs/algorithms/${pages[state.search] || `${state.search}.md`}`};
  }

  const nameOf = (lane) => (lane.search === "weighted" ? `${lane.search} ${Number(lane.weight)}` : lane.search);

  function race(state) {
    const lanes = state.lanes.filter((lane) => lane.search in headers && (lane.search !== "jump_point" || canJump(state)));
    if (lanes.length === 0) return null;
    const calls = lanes.map((lane, at) => call(state, lane,
      {map: lane.search === "jump_point" ? "open" : "*map", name: `h${at + 1}`}));
    const lines = [...readMap(state, kindOf(state), state.cells)];
    if (lanes.some((lane) => lane.search === "jump_point"))
      lines.push("const senda::octile_grid open{map->width(), map->height(), [&](senda::cell c) { return map->open(c); }};");
    lines.push("const auto print = [&](const char* name, const auto& found) {",
      ...costLines(state).map((line) => `    ${line}`),
      "    std::cout << name << \": \" << to_string(found.status) << \", cost \" << cost << \", \"",
      "              << found.statistics.expanded << \" expanded\\n\";",
      "};");
    for (const [at, lane] of lanes.entries()) lines.push(...calls[at].before, `print("${nameOf(lane)}", ${calls[at].text});`);
    const used = calls.flatMap((one) => one.headers);
    const source = program(["senda/graph/grid.hpp", ...used, "iostream", ...costHeaders(state)], lines, state);
    return {source, page: "docs/searches.md"};
  }

  playgroundPrograms.add("lab", lab);
  playgroundPrograms.add("race", race);
  return {lab, race};
})();
