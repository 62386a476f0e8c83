// SPDX-License-Identifier: MIT
// The shortest C++ program that does what is seen. Each tab, and each part of the lab, registers a function
//   playgroundPrograms.add("mazes", (state) => ({source, page}))
// of plain values, without the page: a test writes, compiles and runs them for a grid of states. `source` is
// the whole program, `page` the page of the algorithm in the repository, such as "docs/algorithms/bfs.md".
const playgroundPrograms = (() => {
  const makers = {};

  // A text as a C++ raw string literal.
  function rawString(text) {
    let mark = "";
    while (text.includes(`)${mark}"`)) mark += "-";
    return `R"${mark}(${text})${mark}"`;
  }

  // A text as an ordinary string literal.
  const string = (text) => `"${text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n")}"`;

  // A program of the headers it includes, in order, and the lines of main.
  function program(headers, main, before = "") {
    const own = headers.filter((one) => one.startsWith("senda/")).sort();
    const standard = headers.filter((one) => !one.startsWith("senda/")).sort();
    const includes = [own, standard].filter((some) => some.length > 0)
      .map((some) => some.map((one) => `#include <${one}>\n`).join("")).join("\n");
    const body = main.trimEnd().split("\n").map((line) => (line ? `    ${line}` : "")).join("\n");
    return `${includes}\n${before ? `${before.trimEnd()}\n\n` : ""}int main() {\n${body}\n}\n`;
  }

  return {
    rawString, string, program,
    add(name, make) { makers[name] = make; },
    has: (name) => name in makers,
    make: (name, state) => makers[name](state),
  };
})();
