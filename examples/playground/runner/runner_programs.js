// SPDX-License-Identifier: MIT
// The program of what the MAZE runner shows: a maze solved, searched or walked.
(() => {
  const {program, rawString, string, add} = playgroundPrograms;
  const longestInside = 20000;  // a maze of more characters is read from its file

  // The lines that read the maze into `board`, and what they need.
  function reading({text, name}) {
    if (text.length <= longestInside)
      return {headers: [], before: `constexpr const char* text = ${rawString(text)};\n\n`, main: "const auto maze = maze::parse(text);\n"};
    return {headers: ["fstream", "iterator", "string"], before: "", main:
      `std::ifstream file(${string(name)});\n` +
      "const std::string text(std::istreambuf_iterator<char>(file), {});\n" +
      "const auto maze = maze::parse(text);\n"};
  }

  const walkOf = (route) =>
    `const auto walk = maze::replay(board, ${route}.cells);\n` +
    "for (std::size_t step = 0; step < walk.life.size(); ++step)\n" +
    `    std::cout << step << ' ' << to_text(board.xy(${route}.cells[step])) << ' ' << walk.life[step] << '\\n';\n`;

  // Solved: the line that the page says, and every step of the route that is seen with its place and its life.
  function solved({shown, at = -1, reason}) {
    const isListed = shown === "optimal" && at >= 0;
    const route = isListed ? `answer.routes[${at}]` : shown === "feasible" ? "(*answer.feasible)" : "(*answer.optimal)";
    const question = isListed ? `{.count = true, .routes = ${at + 1}}` : "{.count = true}";
    const main = `const auto answer = maze::solve(board, ${question});\nstd::cout << headline(answer) << '\\n';\n`;
    if (reason === "starved") return {
      headers: ["maze/least_life.hpp", "maze/report.hpp", "maze/solve.hpp"],
      main: `${main.replace(", {.count = true}", "")}std::cout << "least life: " << maze::least_life(board).value() << '\\n';\n`,
    };
    const rest = 'std::cout << "first found: " << maze::arrival_text(answer.feasible->steps(), answer.feasible->life) << \'\\n\';\n' +
      'std::cout << "optimal routes: " << answer.count->to_string() << \'\\n\';\n' + walkOf(route);
    return {
      headers: ["maze/game.hpp", "maze/report.hpp", "maze/solve.hpp", "cstddef"],
      main: shown ? main + rest : `${main}if (!answer) return 0;\n${rest}`,
    };
  }

  // Searched: all states, by one of the plain searches, which tells what it expands; `limit` is where the film ends.
  function searched({search, limit}) {
    const estimates = {
      exact: ["const auto to_end = maze::steps_to_end(board);\n", "static_cast<senda::steps>(to_end[s.at])", ["maze/connectivity.hpp"]],
      manhattan: ["", "senda::manhattan(board.xy(board.end()))(board.xy(s.at))", ["senda/graph/heuristics.hpp"]],
    };
    const [before, estimate, more] = estimates[search] || ["", "", []];
    const how = limit ? `{.limits = {.expansions = ${limit}}}` : "{}";
    return {
      headers: ["maze/exhaustive.hpp", `senda/search/${estimate ? "astar" : "bfs"}.hpp`, ...more],
      before: "struct watcher {\n    const maze::board& board;\n    int expanded = 0;\n\n" +
        "    void on_expand(const maze::state& s, senda::steps steps) {\n" +
        "        std::cout << ++expanded << \": \" << to_text(board.xy(s.at)) << \" after \" << steps << \" steps, life \" << s.life << '\\n';\n" +
        "    }\n};\n",
      main: `const maze::state_graph states(board);  // a cell, the life left, the treasures taken\n${before}` +
        "const auto at_end = [&](const maze::state& s) { return s.at == board.end(); };\n" +
        (estimate ? `const auto left = [&](const maze::state& s) { return ${estimate}; };\n` : "") +
        `const auto found = senda::${estimate ? "astar" : "bfs"}(states, states.start(), at_end, ${estimate ? "left, " : ""}${how}, watcher{board});\n` +
        'if (found) std::cout << found.path.size() - 1 << " steps, " << found.path.back().life << " life left\\n";\n',
    };
  }

  // Walked by hand.
  function walked({moves}) {
    return {
      headers: ["maze/game.hpp", "string_view"],
      main: "maze::game game(board);\n" +
        `for (const char move : std::string_view(${string(moves)}))\n` +
        '    game.move(maze::directions[std::string_view("UDLR").find(move)]);\n' +
        "std::cout << \"step \" << game.steps() << \", life \" << game.life() << \" at \" << to_text(board.xy(game.position()))\n" +
        "          << (game.has_won() ? \", won\" : game.has_died() ? \", dead\" : \"\") << '\\n';\n",
    };
  }

  add("runner", (state) => {
    const read = reading(state);
    const {headers, main, before = ""} = state.mode === "watch" ? searched(state) : state.mode === "walk" ? walked(state) : solved(state);
    return {
      source: program(["senda/maze/board.hpp", "maze/format.hpp", "iostream", ...headers, ...read.headers],
        `${read.main}const maze::board& board = *maze;\n${main}`, `namespace maze = senda::maze;\n\n${read.before}${before}`),
      page: state.mode === "watch" ? `docs/algorithms/${state.search === "bfs" ? "bfs" : "astar"}.md` : "docs/maze.md",
    };
  });
})();
