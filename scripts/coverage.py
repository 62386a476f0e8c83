#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads what gcov counted in a build directory and reports the lines of include/ that no test ran.

gcov knows only lines that were compiled: a template that no test instantiates, an inline function that
none calls and a branch of `if constexpr` that none takes are not there at all. So the headers are read
too, and each block of statements of which gcov knows no line counts as missed, a line a statement. That
is strict: it also counts what is for other compilers, and functions that only the compiler runs.
"""

import argparse
import bisect
import collections
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADERS = ROOT / "include"

# What a statement can begin with and still leave nothing to run.
SILENT = re.compile(r"(using|static_assert|typedef|static constexpr|constexpr|struct|class|enum|friend|"
                    r"public|private|protected|break|continue|template)\b|\[\[fallthrough\]\]")
LABELS = re.compile(r"^((case\b(?:[^:]|::)+|default\s*):(?!:)\s*)+")
NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*'|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.S | re.M)


def blanked(text):
    """The text with its comments, literals and directives gone, each line at its place."""
    return NOT_CODE.sub(lambda m: re.sub(r"[^\n]", "_" if m[0][0] in "\"'R" else " ", m[0]), text)


class Block:
    """A body in braces: its statements, and the blocks inside it."""

    def __init__(self, first):
        self.first = self.last = first
        self.statements = []  # (first line, last line) of each that leaves something to run
        self.choices = []  # those of them that the compiler may leave out
        self.blocks = []


class Reader:
    """Finds the bodies of functions and the blocks inside them by their braces."""

    def __init__(self, text):
        self.text = blanked(text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.at = 0
        self.bodies = []

    def line(self, position):
        return bisect.bisect_right(self.starts, position)

    def skip_group(self):
        """Passes the group in brackets that begins here; blocks of lambdas inside it are read."""
        depth = 0
        begin = self.at
        while self.at < len(self.text):
            c = self.text[self.at]
            if c == "{" and depth and self.function and self.opens_lambda(begin):
                self.function[-1].blocks.append(self.read_block())
                continue
            depth += (c in "([{") - (c in ")]}")
            self.at += 1
            if not depth:
                return

    def opens_lambda(self, begin):
        before = self.text[begin:self.at].rstrip()
        tail = re.sub(r"\s*(->\s*[\w:<>,&*\s]+|\b(mutable|noexcept|constexpr))$", "", before)
        return bool(tail) and (self.closes_parameters(tail) or self.closes_capture(tail))

    @staticmethod
    def opening(text):
        """Where the group that ends the text begins."""
        depth = 0
        for i in range(len(text) - 1, -1, -1):
            depth += (text[i] in ")]}") - (text[i] in "([{")
            if not depth:
                return i
        return 0

    def closes_parameters(self, text):
        return text[-1] == ")" and self.closes_capture(text[:self.opening(text)].rstrip())

    def closes_capture(self, text):
        text = re.sub(r"\s*<[^<>]*>$", "", text)
        if not text.endswith("]"):
            return False
        return not re.search(r"[\w)\]]\s*$", re.sub(r"\b(return|case)\s*$", "", text[:self.opening(text)]))

    def read(self):
        self.function = []
        self.read_scope()
        return self.bodies

    def read_scope(self):
        """Reads a namespace or a class, up to its closing brace."""
        head = self.at
        while self.at < len(self.text):
            c = self.text[self.at]
            if c == "}":
                self.at += 1
                return
            if c == ";":
                self.at += 1
                head = self.at
            elif c == "{":
                head = self.at_brace_of_scope(head)
            elif c in "([":
                self.skip_group()
            else:
                self.at += 1

    def at_brace_of_scope(self, head_begin):
        head = self.text[head_begin:self.at].strip()
        bare = without_groups(head)
        kind = re.sub(r"^((public|private|protected)\s*:\s*)+", "", bare)
        kind = re.sub(r"^(template\s*|requires\s+[\w:]+(\s*(&&|\|\|)\s*[\w:]+)*\s*|export\s+)+", "", kind).strip()
        if re.match(r"(inline\s+)?namespace\b|extern\b|struct\b|class\b|union\b", kind) and "=" not in kind:
            self.at += 1
            self.read_scope()
            return self.at
        is_lambda = "=" in kind and self.opens_lambda(head_begin)
        is_data = ("=" in kind and not is_lambda) or re.match(r"enum\b|concept\b", kind)
        # `requires(T t) {` asks what is well-formed, but behind parameters it is a condition.
        asks = re.search(r"\brequires\s*@?$", bare) and not re.search(r"@[\s\w]*\brequires\s*@$", bare)
        in_initialisers = re.search(r"@[^@]*(?<!:):(?!:)", bare) and re.search(r"[,:]\s*[\w:]+$", bare)
        if is_data or asks or in_initialisers or "@" not in bare:
            self.skip_group()
            return head_begin
        if "consteval" in kind:  # runs in the compiler
            self.skip_group()
            return self.at
        outer, self.function = self.function, []
        self.bodies.append(self.read_block())
        self.function = outer
        return self.at if not is_lambda else head_begin

    def read_block(self):
        """Reads the statements of a body in braces."""
        block = Block(self.line(self.at))
        self.function.append(block)
        self.at += 1
        begin = None
        while self.at < len(self.text):
            c = self.text[self.at]
            if begin is None and not c.isspace() and c not in "};":
                begin = self.at
            if c == "}":
                self.note(block, begin, self.at - 1)
                break
            if c == ";":
                self.note(block, begin, self.at)
                begin = None
            elif c in "([":
                self.skip_group()
                continue
            elif c == "{":
                before = self.text[begin:self.at].rstrip()
                if re.match(r"(struct|class|union)\b", before):
                    self.at += 1
                    self.read_scope()
                    continue
                if self.is_block(before, begin):
                    is_control = self.is_control(before)
                    if is_control:
                        self.note(block, begin, self.at - 1)
                    inner = self.read_block()
                    block.blocks.append(inner)
                    if is_control:
                        begin = None
                    continue
                self.skip_group()
                continue
            self.at += 1
        self.at += 1
        block.last = self.line(self.at - 1)
        self.function.pop()
        return block

    @staticmethod
    def is_control(before):
        words = r"(\[\[\w+\]\]\s*)?(if|for|while|switch|else|do|try|catch)\b"
        return not before or bool(re.match(words, before)) or before.endswith((":", "else", "do"))

    def is_block(self, before, begin):
        if not before or self.opens_lambda(begin):
            return True
        if re.search(r"\brequires\s*(\([^()]*\))?$", before):
            return False
        return self.is_control(before) and (before.endswith((")", ":", "else", "do", "try", "]]")))

    def note(self, block, begin, end):
        if begin is None:
            return
        words = LABELS.sub("", self.text[begin:end + 1].strip(" \n;"), count=1)
        if self.text[end] != ";" and re.match(r"(else\s*)?(if constexpr\b|$)|do$|try$", words):
            return
        if words and not SILENT.match(words):
            lines = (self.line(begin), self.line(end))
            block.statements.append(lines)
            if self.text[end] == ";" and re.match(r"if constexpr\b|else\b", words):
                block.choices.append(lines)


def without_groups(text):
    """The text with what is inside brackets, and behind `template` and `requires`, taken out."""
    text = re.sub(r"operator\s*(\(\s*\)|\[\s*\]|[^\s\w(]+)", "operator", text)
    previous = None
    while previous != text:
        previous = text
        text = re.sub(r"\([^()]*\)", "@", text)
        text = re.sub(r"\[[^\[\]]*\]", "", text)
        text = re.sub(r"\{[^{}]*\}", "", text)
        text = re.sub(r"<[^<>{};]*>", "", text)
    return re.sub(r"->", " ", text)


def dark_lines(path, known):
    """The lines of statements in blocks of which gcov knows no line."""
    missed = set()

    def is_dark(lines):
        return not any(n in known for n in range(lines[0], lines[1] + 1))

    def visit(block):
        dark = block.statements if all(map(is_dark, block.statements)) else filter(is_dark, block.choices)
        missed.update(first for first, _ in dark)
        for inner in block.blocks:
            visit(inner)

    for body in Reader(path.read_text(encoding="utf-8")).read():
        visit(body)
    return missed


def count_lines(build):
    """How often each line ran, of each header that was compiled."""
    ran = collections.defaultdict(lambda: collections.defaultdict(int))
    for notes in sorted(build.rglob("*.gcno")):
        data = notes.with_suffix(".gcda")
        out = subprocess.run(
            ["gcov", "--json-format", "--stdout", str(data if data.exists() else notes)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False, text=True)
        if out.returncode:
            sys.exit(f"coverage: gcov failed on {notes}: {out.stderr}")
        for document in filter(None, out.stdout.splitlines()):
            for file in json.loads(document)["files"]:
                path = Path(file["file"])
                if HEADERS in path.parents:
                    lines = ran[str(path.relative_to(ROOT))]
                    for line in file["lines"]:
                        lines[line["line_number"]] += line["count"]
    return ran


def ranges(numbers):
    """1-3, 7, 9-10"""
    out = []
    for n in sorted(numbers):
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in out)


def percent(covered, lines):
    return 100.0 * covered / lines if lines else 100.0


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("build", type=Path)
    options.add_argument("--files", action="store_true", help="print every file, not only those with missed lines")
    options.add_argument("--at-least", type=float, default=95.0, metavar="PERCENT")
    options = options.parse_args()

    ran = count_lines(options.build.resolve())
    if not ran:
        sys.exit("coverage: nothing was counted")
    files = []
    for path in sorted(HEADERS.rglob("*.hpp")):
        name = str(path.relative_to(ROOT))
        known = ran.get(name, {})
        unknown = dark_lines(path, known)
        missed = {n for n, count in known.items() if not count} | unknown
        files.append((name, path, len(known.keys() | unknown), missed, unknown))

    folders = collections.defaultdict(lambda: [0, 0])
    for name, _, lines, missed, _ in files:
        for folder in (str(Path(name).parent), "all"):
            folders[folder][0] += lines
            folders[folder][1] += lines - len(missed)

    with open(options.build / "report.txt", "w", encoding="utf-8") as report:
        for name, path, lines, missed, unknown in files:
            if missed:
                print(f"{name}: {lines - len(missed)} of {lines} lines", file=report)
                source = path.read_text(encoding="utf-8").splitlines()
                for n in sorted(missed):
                    mark = "never compiled" if n in unknown else "never run"
                    print(f"{n:5d} {mark:14} | {source[n - 1]}", file=report)

    for name, _, lines, missed, _ in files:
        if missed or (options.files and lines):
            print(f"{percent(lines - len(missed), lines):6.1f} %  {lines:5d} lines  {name}"
                  + (f"  missed: {ranges(missed)}" if missed else ""))
    print()
    for folder in sorted(folders, key=lambda f: (f == "all", f)):
        lines, covered = folders[folder]
        print(f"{percent(covered, lines):6.2f} %  {covered:6d} of {lines:6d} lines  {folder}")
    lines, covered = folders["all"]
    print(f"(every missed line with its text: {options.build}/report.txt)")
    if percent(covered, lines) < options.at_least:
        sys.exit(f"coverage: {percent(covered, lines):.2f} % of lines, fewer than {options.at_least:g} %")


if __name__ == "__main__":
    main()
