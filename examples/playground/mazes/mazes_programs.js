// SPDX-License-Identifier: MIT
// The C++ of what is seen: the program that makes this maze, and solves it if a search is seen.
playgroundPrograms.add("mazes", (state) => {
  const {algorithm, rows, cols, seed, braid, entrance, view, method} = state;
  const headers = new Set([`mazegen/algorithms/${algorithm}.hpp`, "mazegen/generate.hpp", "iostream"]);
  const before = ["namespace mazegen = senda::mazegen;"];
  const lines = [];
  const isSearch = view === "search";

  // The seed, or one for what is drawn by chance afterwards.
  function seedOf(more) {
    const number = BigInt.asUintN(64, BigInt(seed) + more);
    return `${number}${number < 1n << 63n ? "" : "U"}`;
  }
  const cellOf = (room) => `{${room % cols}, ${Math.floor(room / cols)}}`;

  const rooms = playgroundMazeMask.read(state.mask || "", Number(rows), Number(cols));
  if (rooms) {
    headers.add("senda/graph/grid.hpp");
    const drawn = playgroundPrograms.rawString(`\n${playgroundMazeMask.drawn(rooms, Number(cols))}\n`);
    before.push("", `constexpr auto shape = ${drawn};`);
    lines.push("const auto mask = senda::grid::parse(shape);");
  }
  lines.push(`auto m = mazegen::generate(mazegen::${algorithm}{}, ${rooms ? "*mask" : `${rows}, ${cols}`}, ${seedOf(0n)});`, "if (!m) return 1;");
  if (Number(braid) > 0) {
    headers.add("mazegen/braid.hpp");
    lines.push(`(void)mazegen::braid(*m, ${Number(braid) / 100}, ${seedOf(1n)});  // opens dead ends`);
  }

  if (isSearch && !(state.from && state.to)) {
    headers.add("mazegen/entrances.hpp");
    const isChance = entrance === "sides" || entrance === "random";
    lines.push(`const auto at = mazegen::place_entrances(*m, mazegen::entrance_rule::${entrance}${isChance ? `, ${seedOf(3n)}` : ""});`);
  }
  // A wall is twice its room, and one more for the one to the south.
  const walls = state.walls ? state.walls.split(",").map(Number) : [];
  for (const wall of walls)
    lines.push(`toggle(*m, ${cellOf(wall >> 1)}, mazegen::direction::${wall % 2 ? "south" : "east"});`);
  if (walls.length > 0) {
    headers.add("mazegen/direction.hpp");
    before.push("", "void toggle(mazegen::maze& m, senda::cell room, mazegen::direction d) {",
      "    m.has_passage(room, d) ? m.close(room, d) : m.open(room, d);", "}");
  }

  if (!isSearch) {
    headers.add("mazegen/analysis.hpp");
    lines.push("const auto joined = mazegen::connection_of(*m);",
      `std::cout << m->rows() << " x " << m->cols() << " rooms, " << joined->passages << " passages\\n";`);
  } else {
    const end = (room, otherwise) => (room ? cellOf(Number(room)) : ` = at->${otherwise}`);
    const isGuided = ["greedy", "astar", "ida_star"].includes(method);
    if (isGuided) headers.add("senda/graph/heuristics.hpp");
    headers.add(`senda/search/${method === "greedy" ? "astar" : method}.hpp`);
    const more = `${isGuided ? ", senda::manhattan{goal}" : ""}${method === "ida_star" ? ", {.limits = {.expansions = 1'000'000}}" : ""}`;
    lines.push(`const senda::cell start${end(state.from, "entrance")}, goal${end(state.to, "exit")};`,
      `const auto found = senda::${method}(*m, start, goal${more});`,
      `if (found) std::cout << "a path of " << found.cost << " steps, ";`,
      `std::cout << found.statistics.expanded << " rooms expanded\\n";`);
  }
  return {source: playgroundPrograms.program([...headers], lines.join("\n"), before.join("\n")),
    page: isSearch ? `docs/algorithms/${method}.md` : "docs/mazegen.md"};
});
