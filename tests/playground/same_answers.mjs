// SPDX-License-Identifier: MIT
// Runs a program for this machine and the same one for WebAssembly: they must print the same bytes.
//   usage: node same_answers.mjs PROGRAM MODULE EXAMPLES
import {execFileSync} from "node:child_process";
import {closeSync, mkdtempSync, openSync, readFileSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {WASI} from "node:wasi";

const [, , program, moduleFile, examples] = process.argv;

async function runModule() {
  const folder = mkdtempSync(join(tmpdir(), "senda-"));
  const file = join(folder, "out");
  const stdout = openSync(file, "w");
  try {
    const wasi = new WASI({version: "preview1", args: [moduleFile, "/examples"], preopens: {"/examples": examples}, stdout, returnOnExit: true});
    const module = await WebAssembly.compile(readFileSync(moduleFile));
    const code = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
    if (code) throw new Error(`the module ended with ${code}`);
    return readFileSync(file);
  } finally {
    closeSync(stdout);
    rmSync(folder, {recursive: true});
  }
}

const native = execFileSync(program, [examples], {maxBuffer: 1 << 26});
const web = await runModule();
if (native.length === 0 || native.includes("cannot read")) {
  console.log("the program found nothing to do");
  process.exitCode = 1;
} else if (native.equals(web)) {
  console.log(`the same ${native.length} bytes`);
} else {
  const [own, other] = [native, web].map((bytes) => bytes.toString().split("\n"));
  const at = own.findIndex((line, i) => line !== other[i]);
  console.log(`line ${at + 1} differs; before it: ${own.slice(Math.max(0, at - 3), at).join(" | ")}`);
  console.log(`  this machine: ${own[at]}\n  WebAssembly:  ${other[at]}`);
  process.exitCode = 1;
}
