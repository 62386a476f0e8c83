// SPDX-License-Identifier: MIT
// The program of the tab Pac-Man: both routes on a map, from its start or from where some moves lead.
//   map: its text; moves: those made before; limit: the seconds for each route, "0" for no limit
playgroundPrograms.add("pacman", ({map, moves = "", limit = "10"}) => {
  const {program, rawString} = playgroundPrograms;
  const isUnderWay = moves !== "";
  const headers = ["format", "moves", "report", ...(isUnderWay ? ["game", "hint"] : ["solve"])];
  const where = !isUnderWay ? "const pacman::board board = *pacman::parse_text(map);"
    : `pacman::game game(*pacman::parse_text(map));
for (const char letter : std::string_view("${moves}")) game.move(*pacman::direction_of(letter));`;
  const ask = `${isUnderWay ? "way_on(game" : "solve(board"}, goal${limit === "0" ? "" : `, {.limits = {.time = ${limit}}}`})`;
  const source = program([...headers.map((name) => `pacman/${name}.hpp`), "iostream", ...(isUnderWay ? ["string_view"] : [])], `${where}
for (const auto goal : {pacman::goal_kind::shortest, pacman::goal_kind::richest}) {
    const pacman::answer found = pacman::${ask};
    std::cout << to_string(goal) << ": " << headline(found) << '\\n';
    if (found.best) std::cout << pacman::to_text(found.best->moves) << '\\n';
}`, `namespace pacman = senda::pacman;

constexpr auto map = ${rawString(map.trimEnd())};`);
  return {source, page: "docs/pacman.md"};
});
