// SPDX-License-Identifier: MIT
// Compiles and runs the programs that the page shows: what they print must be what the page says.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join, resolve} from "node:path";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import vm from "node:vm";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = join(root, "build/browser/programs");
const compiler = process.env.CXX || "g++";

// The registry of programs, with those that the scripts of the page add; `files` are in examples/playground.
export function programsOf(...files) {
  const source = ["frame/programs.js", ...files]
    .map((file) => readFileSync(join(root, "examples/playground", file), "utf8")).join("\n");
  return vm.runInNewContext(`${source}\nplaygroundPrograms`, {});
}

// What a program prints.
export function outputOf(name, source) {
  mkdirSync(folder, {recursive: true});
  const file = join(folder, name.replace(/\W+/g, "_"));
  writeFileSync(`${file}.cpp`, source);
  execFileSync(compiler, ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-O1", "-I", join(root, "include"), "-I", join(root, "examples"), `${file}.cpp`, "-o", file],
    {encoding: "utf8", stdio: "pipe"});
  return execFileSync(file, {encoding: "utf8", stdio: "pipe", cwd: folder});
}

// A test for each state: the program of a maker compiles without a warning, its page exists, and `check(output, state)`
// holds.
export function testPrograms(programs, maker, states, check) {
  for (const [at, state] of states.entries()) {
    test(`${maker} ${at}: ${JSON.stringify(state).slice(0, 100)}`, () => {
      const {source, page} = programs.make(maker, state);
      assert.ok(readFileSync(join(root, page.split("#")[0])).length > 0);
      assert.ok(!source.includes("undefined") && !source.includes("NaN"), source);
      check(outputOf(`${maker} ${at}`, source), state);
    });
  }
}
