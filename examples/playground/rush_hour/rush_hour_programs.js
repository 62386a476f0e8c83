// SPDX-License-Identifier: MIT
// The C++ of what is seen: a board that is solved, or one that has just been made.
playgroundPrograms.add("rush_hour", ({board, metric, made}) => {
  const {program, string} = playgroundPrograms;
  if (made) {
    const parts = [`.moves = ${made.moves}`, `.seed = ${made.seed}`, ...(made.walls > 0 ? [`.walls = ${made.walls}`] : [])];
    return {
      source: program(["rush_hour/format.hpp", "rush_hour/generate.hpp", "iostream"],
        `const auto board = senda::rush_hour::generate({${parts.join(", ")}});
if (board) std::cout << to_lines(*board);`),
      page: "docs/rush_hour.md#generate",
    };
  }
  const rows = board.replace(/o/g, ".").match(/.{6}/g).map((row) => `    ${string(`${row}\n`)}`);
  const question = metric === "step" ? ", {.count = senda::rush_hour::metric::step}" : "";
  return {
    source: program(["rush_hour/format.hpp", "rush_hour/solve.hpp", "iostream"],
      `const auto board = senda::rush_hour::parse_text(
${rows.join("\n")});
const auto found = senda::rush_hour::solve(*board${question});
if (!found) {
    std::cout << "no solution\\n";
    return 0;
}
std::cout << "fewest ${metric === "step" ? "steps" : "moves"}: " << *found.cost << '\\n' << to_string(found.solution) << '\\n';`),
    page: "docs/rush_hour.md#the-library",
  };
});
