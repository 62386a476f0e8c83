// SPDX-License-Identifier: MIT
// The C++ of what is seen: the graph with its names and costs, and the question about it.
//   state: {directed, nodes: [name, ...], edges: [[from, to, cost], ...], start, goal, question, search, estimates, k}
(() => {
  const {program, string} = playgroundPrograms;
  const headers = {
    bfs: "senda/search/bfs.hpp", dfs: "senda/search/dfs.hpp", dijkstra: "senda/search/dijkstra.hpp",
    greedy: "senda/search/astar.hpp", astar: "senda/search/astar.hpp", bidirectional: "senda/search/bidirectional.hpp",
    bellman_ford: "senda/search/bellman_ford.hpp", every: "senda/search/all_shortest.hpp",
    best: "senda/search/k_shortest.hpp",
  };
  const pages = {every: "all_shortest", best: "k_shortest"};

  const printPath = (path, indent = "") =>
    `${indent}for (const auto& node : ${path}) std::cout << ' ' << node;\n${indent}std::cout << '\\n';\n`;

  function graphLines({directed, nodes, edges}) {
    const used = new Set(edges.flatMap(([from, to]) => [from, to]));
    const lines = [`senda::adjacency<std::string, int> graph{senda::edge_kind::${directed ? "directed" : "undirected"}};`];
    for (const [from, to, cost] of edges) lines.push(`graph.add_edge(${string(nodes[from])}, ${string(nodes[to])}, ${cost});`);
    nodes.forEach((name, at) => { if (!used.has(at)) lines.push(`graph.add_node(${string(name)});`); });
    return `${lines.join("\n")}\n\n`;
  }

  // The cost and the path of a search, or how it ended.
  function searchLines({search, nodes, estimates}, ends) {
    const guided = search === "astar" || search === "greedy";
    const table = guided ? "const std::map<std::string, int> estimates{" +
      `${nodes.map((name, at) => `{${string(name)}, ${estimates[at]}}`).join(", ")}};\n` : "";
    const estimate = guided ? ", [&](const std::string& node) { return estimates.at(node); }" : "";
    const unit = search === "bfs" ? "edges" : "cost";
    return `${table}const auto found = senda::${search}(graph, ${ends}${estimate});\n` +
      "std::cout << to_string(found.status) << \", \" << found.statistics.expanded << \" expanded\\n\";\n" +
      `if (!found) return 0;\nstd::cout << "${unit} " << found.cost << ':';\n${printPath("found.path")}`;
  }

  const bellmanFord = (start, goal) => `auto search = senda::bellman_ford(graph, ${start});\n` +
    `const auto found = search.result_to(${goal});\n` +
    "std::cout << to_string(found.status) << \", \" << found.statistics.expanded << \" expanded\\n\";\n" +
    `if (found) {\n    std::cout << "cost " << found.cost << ':';\n${printPath("found.path", "    ")}}\n` +
    `if (!search.cycle().empty()) {\n    std::cout << "cycle:";\n${printPath("search.cycle()", "    ")}}\n`;

  const questions = {
    path: (state, start, goal) => (state.search === "bellman_ford" ? bellmanFord(start, goal) : searchLines(state, `${start}, ${goal}`)),
    every: (state, start, goal) => `const auto all = senda::all_shortest(graph, ${start}, ${goal});\n` +
      "if (!all) {\n    std::cout << to_string(all.status) << '\\n';\n    return 0;\n}\n" +
      "if (const auto count = all.count()) std::cout << count->to_string() << \" paths\\n\";\n" +
      `for (const auto& path : all.routes()) {\n    std::cout << "cost " << all.cost << ':';\n${printPath("path", "    ")}}\n`,
    best: (state, start, goal) => `const auto best = senda::k_shortest(graph, ${start}, ${goal}, ${state.k});\n` +
      "std::cout << to_string(best.status) << '\\n';\n" +
      `for (const auto& route : best.routes) {\n    std::cout << "cost " << route.cost << ':';\n${printPath("route.path", "    ")}}\n`,
  };

  playgroundPrograms.add("graph", (state) => {
    const {question, search, nodes, start, goal} = state;
    const what = question === "path" ? search : question;
    const guided = question === "path" && (search === "astar" || search === "greedy");
    const lines = graphLines(state) + questions[question](state, string(nodes[start]), string(nodes[goal]));
    return {
      source: program(["senda/graph/adjacency.hpp", headers[what], "iostream", "string", ...(guided ? ["map"] : [])], lines),
      page: `docs/algorithms/${pages[what] || what}.md`,
    };
  });
})();
