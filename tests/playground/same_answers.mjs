// SPDX-License-Identifier: MIT
// Runs a program for this machine and the same one for WebAssembly: they must print the same bytes.
//   usage: node same_answers.mjs PROGRAM MODULE EXAMPLES
//          node same_answers.mjs MODULE EXAMPLES           runs the module alone
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {WASI} from "node:wasi";

function runModule(file, examples) {
  const wasi = new WASI({version: "preview1", args: [file, "/examples"], preopens: {"/examples": examples}, returnOnExit: true});
  const module = new WebAssembly.Module(readFileSync(file));
  process.exitCode = wasi.start(new WebAssembly.Instance(module, wasi.getImportObject()));
}

function compare(program, file, examples) {
  const outputOf = (command, words) => execFileSync(command, words, {maxBuffer: 1 << 26});
  const native = outputOf(program, [examples]);
  const web = outputOf(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), file, examples]);
  if (native.length === 0 || native.includes("cannot read")) {
    console.log("the program found nothing to do");
    return false;
  }
  if (native.equals(web)) {
    console.log(`the same ${native.length} bytes`);
    return true;
  }
  const [own, other] = [native, web].map((bytes) => bytes.toString().split("\n"));
  const at = own.findIndex((line, i) => line !== other[i]);
  console.log(`line ${at + 1} differs; before it: ${own.slice(Math.max(0, at - 3), at).join(" | ")}`);
  console.log(`  this machine: ${own[at]}\n  WebAssembly:  ${other[at]}`);
  return false;
}

const words = process.argv.slice(2);
if (words.length === 2) runModule(...words);
else process.exitCode = compare(...words) ? 0 : 1;
