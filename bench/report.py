#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs senda_bench and prints, for each question, senda beside its peers as ratios.

A ratio says how many times senda's time a contender takes: 2.00 is twice as slow as senda. Times are
medians of processor time over repetitions that were shuffled, so that a disturbance hits all alike;
contenders with threads, and what they are compared with, go by the clock on the wall. Each question
has a process of its own: memory that one leaves behind would be a gift to the next.
"""

import argparse
import csv
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import charts

ROOT = Path(__file__).resolve().parent.parent
MAPS = ("perfect", "braid10", "open25")
SENDA = ("senda_grid", "senda", "senda_reused", "senda_bucket_queue")


def on_maps(question, size, ours, peer, *factors):
    return [(question, name, size, ours, peer, f) for name, f in zip(MAPS, factors) if f]


# What senda must reach: the peer's time is at least `factor` times that of senda.
# question, input, size, contender of senda, peer, factor
BARS = [
    *on_maps("bfs", 4001, "senda_grid", "boost", 2.5, 8, 14),
    *on_maps("bfs", 4001, "senda_grid", "boost_grid_graph", 8, 25, 45),
    *on_maps("bfs", 4001, "senda_grid", "lemon_grid", 7, 16, 28),
    *on_maps("bfs", 10001, "senda_grid", "boost", None, 12, 20),
    *on_maps("bfs", 4001, "senda", "boost", 2.4, 4, 4),
    *on_maps("bfs", 4001, "senda", "hand_written", 0.8, 0.8, 0.8),
    *on_maps("bfs", 4001, "senda_grid_threads", "senda_grid", 1, 1.35, 1.35),
    *on_maps("astar", 4001, "senda_grid", "boost", None, None, 55),
    *on_maps("astar", 4001, "senda", "boost", 3, 3, 17),
    ("dijkstra", "open25_costs", 4001, "senda_grid", "boost", 25),
    ("dijkstra", "braid10_costs", 4001, "senda_grid", "boost", 25),
    ("dijkstra", "open25_costs", 4001, "senda", "boost", 4),
    ("dijkstra", "braid10_costs", 4001, "senda", "boost", 4),
    ("hashed_bfs", "15p", 22, "senda", "boost_flat_map", 2.5),
    ("hashed_bfs", "15p", 22, "senda", "std_unordered_map", 22),
    ("hashed_bfs", "15p", 22, "senda_2_threads", "senda_1_thread", 1.7),
    ("hashed_astar", "15p", 4, "senda", "boost_flat_map", 3.5),
    ("hashed_astar", "15p", 4, "senda_2_threads", "senda", 1.5),
    ("ida_star", "15p", 4, "senda", "hand_written", 1),
    ("ida_star", "15p", 4, "senda_2_threads", "senda", 1.9),
    ("labels", "few_numbers", 100000, "senda", "hand_written", 1.2),
    ("labels", "many_numbers", 2000, "senda", "hand_written", 2),
    ("labels", "many_sets", 150, "senda", "hand_written", 5),
    ("labels", "many_equal", 150, "senda", "hand_written", 7),
    ("k_shortest", "braid10_401", 10, "senda", "textbook", 100),
    ("k_shortest", "roads_20000", 10, "senda", "textbook", 100),
    ("local_query", "braid10", 10001, "senda_grid", "boost", 500),
    ("local_query", "braid10", 10001, "senda_reused", "write_a_byte_a_cell", 10),
    ("local_query", "braid10", 10001, "senda_hashed", "write_a_byte_a_cell", 10),
    ("rush_hour", "hardest", 1000, "senda_bfs", "senda", 1 / 3),
]
STANDARD = "/4001/|^hashed_|^ida_star/|^k_shortest/|^labels/|^local_query/|^rush_hour/hardest/"
SCALING = "^scaling_"


def names_of(binary, pattern):
    command = [str(binary), f"--benchmark_filter={pattern}", "--benchmark_list_tests=true"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def run(binary, pattern, repetitions):
    """Runs the benchmarks that match, question by question, and joins the reports."""
    names = names_of(binary, pattern)
    joined = {"context": {}, "benchmarks": []}
    for question in dict.fromkeys(name.split("/")[0] for name in names):
        own = "|".join(re.escape(name) for name in names if name.split("/")[0] == question)
        report = run_question(binary, f"^({own})$", repetitions)
        for entry in report["benchmarks"]:
            entry["family_index"] = names.index("/".join(entry["run_name"].split("/")[:4]))
        joined["context"] = report["context"]
        joined["benchmarks"] += report["benchmarks"]
    return joined


def run_question(binary, pattern, repetitions):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "times.json"
        subprocess.run(
            [
                str(binary),
                f"--benchmark_filter={pattern}",
                f"--benchmark_repetitions={repetitions}",
                "--benchmark_enable_random_interleaving=true",
                "--benchmark_min_time=0.1",
                "--benchmark_display_aggregates_only=true",
                f"--benchmark_out={out}",
                "--benchmark_out_format=json",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return json.loads(out.read_text())


class Times(dict):
    """Median milliseconds by (question, input, size, contender); None for a wrong answer.

    What they are is processor time; `walls` has the same by the clock on the wall.
    """

    def __init__(self):
        super().__init__()
        self.walls = {}

    def ratio(self, other, mine):
        """How many times the time of `mine` the other takes; None if one of them is missing."""
        by_wall = any(key[3].endswith("_threads") for key in (other, mine))
        source = self.walls if by_wall else self
        if not source.get(mine) or not source.get(other):
            return None
        return source[other] / source[mine]


def medians(report):
    """The times, and what was answered wrong."""
    scale = {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}
    samples, wrong, order = {}, {}, {}
    # The order in which they are registered, not the shuffled one in which they ran.
    for entry in sorted(report["benchmarks"], key=lambda entry: entry.get("family_index", 0)):
        if entry.get("run_type") == "aggregate":
            continue
        question, name, size, contender = entry["name"].split("/")[:4]
        key = (question, name, int(size), contender)
        if entry.get("error_occurred"):
            wrong[key] = entry.get("error_message", "wrong answer")
        else:
            unit = scale[entry["time_unit"]]
            samples.setdefault(key, []).append((entry["cpu_time"] * unit, entry["real_time"] * unit))
        order.setdefault(key)
    times = Times()
    for key in order:
        times[key] = times.walls[key] = None
        if key not in wrong:
            times[key], times.walls[key] = (statistics.median(t) for t in zip(*samples[key]))
    return times, wrong


def bytes_of(report):
    """Bytes a cell or state, by the same key, where the contender counts them."""
    found = {}
    for entry in report["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            continue
        question, name, size, contender = entry["name"].split("/")[:4]
        for counter in ("bytes/cell", "bytes/state", "bytes/room"):
            if counter in entry:
                found[(question, name, int(size), contender)] = entry[counter]
    return found


def as_time(milliseconds):
    if milliseconds >= 0.1:
        return f"{milliseconds:.1f} ms"
    return f"{milliseconds * 1000:.1f} us"


def print_table(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    for row in rows:
        first, rest = row[0].ljust(widths[0]), zip(row[1:], widths[1:])
        print("  ".join([first, *(cell.rjust(width) for cell, width in rest)]).rstrip())


def layout(question, times):
    """The inputs and the contenders of a question, senda's first."""
    inputs, contenders = [], []
    for asked, name, size, contender in times:
        if asked != question:
            continue
        if (name, size) not in inputs:
            inputs.append((name, size))
        if contender not in contenders:
            contenders.append(contender)
    base = next((name for name in SENDA if name in contenders), contenders[0])
    contenders.sort(key=lambda name: name != base)
    return inputs, contenders


def print_question(question, times):
    inputs, contenders = layout(question, times)
    base = contenders[0]
    rows = [[question, *contenders]]
    for name, size in inputs:
        reference = times.get((question, name, size, base))
        row = [f"{name} {size}", as_time(reference) if reference else "wrong"]
        for contender in contenders[1:]:
            key = (question, name, size, contender)
            if key not in times:
                row.append("-")
            elif times[key] is None:
                row.append("wrong")
            else:
                ratio = times.ratio(key, (question, name, size, base))
                row.append(f"{ratio:.2f}" if ratio else as_time(times[key]))
        rows.append(row)
    print_table(rows)
    print()


def print_bars(times):
    """Prints each bar that was measured; returns how many were missed."""
    rows, missed = [["bar", "asked", "reached", ""]], 0
    for question, name, size, ours, peer, factor in BARS:
        reached = times.ratio((question, name, size, peer), (question, name, size, ours))
        if reached is None:
            continue
        missed += reached < factor
        rows.append(
            [
                f"{question} {name} {size}: {peer} / {ours}",
                f"{factor:.2f}",
                f"{reached:.2f}",
                "met" if reached >= factor else "MISSED",
            ]
        )
    if len(rows) > 1:
        print_table(rows)
    return missed


def write_files(folder, report, times, is_scaling):
    """The raw report, a line a measurement, and a chart."""
    name = "scaling" if is_scaling else "ratios"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(report, indent=1))
    memory = bytes_of(report)
    with open(folder / f"{name}.csv", "w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["question", "input", "size", "contender", "milliseconds", "bytes"])
        for key, milliseconds in times.items():
            rows.writerow([*key, milliseconds, memory.get(key, "")])
    chart = scaling_chart(times, memory) if is_scaling else ratio_chart(times)
    (folder / f"{name}.svg").write_text(chart)
    print(f"\n{folder}/{name}.json, {name}.csv, {name}.svg")


def ratio_chart(times):
    groups = []
    for question in dict.fromkeys(key[0] for key in times):
        inputs, contenders = layout(question, times)
        for name, size in inputs:
            mine = times.get((question, name, size, contenders[0]))
            found = [(c, times.get((question, name, size, c))) for c in contenders]
            rows = [(c, time / mine, as_time(time)) for c, time in found if mine and time]
            if len(rows) > 1:
                groups.append((f"{question} {name} {size}", rows))
    return charts.ratios("How many times senda's time each contender takes", groups)


def scaling_chart(times, memory):
    panels = []
    for question in dict.fromkeys(key[0] for key in times):
        for name in dict.fromkeys(key[1] for key in times):
            per_cell, bytes_per_cell = {}, {}
            for key, milliseconds in times.items():
                if key[:2] != (question, name) or not milliseconds:
                    continue
                cells = key[2] ** 2
                per_cell.setdefault(key[3], []).append((cells, milliseconds * 1e6 / cells))
                if key in memory:
                    bytes_per_cell.setdefault(key[3], []).append((cells, memory[key]))
            heading = f"{question.removeprefix('scaling_')} {name}"
            panels.append((heading, "cells of the map", "ns a cell", list(per_cell.items())))
            if bytes_per_cell and question == "scaling_bfs" and name == "braid10":
                panels.append((heading, "cells of the map", "bytes a cell",
                               list(bytes_per_cell.items())))
    return charts.curves("From ten thousand cells to a hundred million", panels)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "binary",
        nargs="?",
        type=Path,
        default=ROOT / "build" / "bench" / "bench" / "senda_bench",
        help="the benchmark program (default: that of the preset `bench`)",
    )
    parser.add_argument("--json", type=Path, help="read this --benchmark_out file, run nothing")
    parser.add_argument("--filter", default=STANDARD, help="which benchmarks to run (a regex)")
    parser.add_argument("--repetitions", type=int, default=5, help="runs of each (default: 5)")
    parser.add_argument("--out", type=Path, help="a folder for JSON, CSV and a chart (SVG)")
    parser.add_argument("--scaling", action="store_true",
                        help="how time and memory grow with the map, instead")
    parser.add_argument("--strict", action="store_true", help="fail if a bar is missed")
    asked = parser.parse_args()
    if asked.scaling:
        asked.filter = SCALING

    if asked.json:
        report = json.loads(asked.json.read_text())
    elif asked.binary.is_file():
        report = run(asked.binary.resolve(), asked.filter, asked.repetitions)
    else:
        sys.exit(f"no program at {asked.binary}: run `cmake --workflow --preset bench` first")

    times, wrong = medians(report)
    if not times:
        sys.exit("nothing was measured")
    print("How many times senda's time each contender takes; processor time, medians.\n")
    for question in dict.fromkeys(key[0] for key in times):
        print_question(question, times)
    missed = print_bars(times)
    if asked.out:
        write_files(asked.out, report, times, asked.scaling)
    for key, message in wrong.items():
        print(f"WRONG {'/'.join(map(str, key))}: {message}", file=sys.stderr)
    sys.exit(1 if wrong or (asked.strict and missed) else 0)


if __name__ == "__main__":
    main()
