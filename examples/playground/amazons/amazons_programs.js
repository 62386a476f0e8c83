// SPDX-License-Identifier: MIT
// The C++ of what is seen: the position, and the engine's play in it.
playgroundPrograms.add("amazons", ({start, plays, level, seed}) => {
  const {program, rawString, string} = playgroundPrograms;
  const headers = ["amazons/engine.hpp", start ? "amazons/format.hpp" : "amazons/queries.hpp", "iostream"];
  const lines = [];
  if (start) {
    lines.push(`amazons::board b = *amazons::parse_board(${rawString(start)});`);
  } else {
    lines.push("amazons::board b = amazons::new_board();");
  }
  if (plays.length > 0) {
    headers.push("amazons/play.hpp");
    lines.push(`for (const char* play : {${plays.map(string).join(", ")}})`, "    b.make(*amazons::parse_play(play));");
  }
  lines.push("", `auto options = amazons::options_of(${level});`, ...(Number(seed) === 1 ? [] : [`options.seed = ${seed};`]),
    "amazons::engine engine(options);", "const amazons::chosen found = engine.choose(b);",
    "if (found.best) std::cout << to_string(*found.best) << '\\n';",
    "else std::cout << \"no play is left\\n\";");
  return {source: program(headers, lines.join("\n"), "namespace amazons = senda::amazons;"), page: "docs/amazons.md#the-library"};
});
