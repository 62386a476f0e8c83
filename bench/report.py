#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs senda_bench and prints, for each question, senda beside its peers as ratios.

A ratio says how many times senda's time a contender takes: 2.00 is twice as slow as senda. Times are
medians of processor time over repetitions that were shuffled, so that a disturbance hits all alike.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAPS = ("perfect", "braid10", "open25")
SENDA = ("senda", "senda_reused", "senda_bucket_queue")

# What senda must reach: the peer's time is at least `factor` times that of senda.
# question, input, size, contender of senda, peer, factor
BARS = [
    ("bfs", "perfect", 4001, "senda", "boost", 1.0),
    ("bfs", "braid10", 4001, "senda", "boost", 2.0),
    ("bfs", "open25", 4001, "senda", "boost", 2.0),
    *(("bfs", name, 4001, "senda", "hand_written", 1 / 1.25) for name in MAPS),
    *(("astar", name, 4001, "senda", "boost", 3.0) for name in MAPS),
    ("hashed_bfs", "15p", 22, "senda", "boost_flat_map", 1.0),
    ("hashed_bfs", "15p", 22, "senda", "std_unordered_map", 6.0),
    ("local_query", "braid10", 10001, "senda_reused", "write_a_byte_a_cell", 10.0),
    ("local_query", "braid10", 10001, "senda_hashed", "write_a_byte_a_cell", 10.0),
    ("rush_hour", "hardest", 1000, "senda_bfs", "senda", 1 / 3),
]
STANDARD = "/4001/|^hashed_bfs/|^local_query/|^rush_hour/hardest/"


def run(binary, pattern, repetitions):
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


def medians(report):
    """Median milliseconds by (question, input, size, contender); None for a wrong answer."""
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
            samples.setdefault(key, []).append(entry["cpu_time"] * scale[entry["time_unit"]])
        order.setdefault(key)
    times = {key: None if key in wrong else statistics.median(samples[key]) for key in order}
    return times, wrong


def as_time(milliseconds):
    if milliseconds >= 0.1:
        return f"{milliseconds:.1f} ms"
    return f"{milliseconds * 1000:.1f} us"


def print_table(rows):
    widths = [max(len(cell) for cell in column) for column in zip(*rows)]
    for row in rows:
        first, rest = row[0].ljust(widths[0]), zip(row[1:], widths[1:])
        print("  ".join([first, *(cell.rjust(width) for cell, width in rest)]).rstrip())


def print_question(question, times):
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
                row.append(f"{times[key] / reference:.2f}" if reference else as_time(times[key]))
        rows.append(row)
    print_table(rows)
    print()


def print_bars(times):
    """Prints each bar that was measured; returns how many were missed."""
    rows, missed = [["bar", "asked", "reached", ""]], 0
    for question, name, size, ours, peer, factor in BARS:
        mine = times.get((question, name, size, ours))
        other = times.get((question, name, size, peer))
        if mine is None or other is None:
            continue
        reached = other / mine
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
    parser.add_argument("--strict", action="store_true", help="fail if a bar is missed")
    asked = parser.parse_args()

    if asked.json:
        report = json.loads(asked.json.read_text())
    elif asked.binary.is_file():
        report = run(asked.binary, asked.filter, asked.repetitions)
    else:
        sys.exit(f"no program at {asked.binary}: run `cmake --workflow --preset bench` first")

    times, wrong = medians(report)
    if not times:
        sys.exit("nothing was measured")
    print("How many times senda's time each contender takes; processor time, medians.\n")
    for question in dict.fromkeys(key[0] for key in times):
        print_question(question, times)
    missed = print_bars(times)
    for key, message in wrong.items():
        print(f"WRONG {'/'.join(map(str, key))}: {message}", file=sys.stderr)
    sys.exit(1 if wrong or (asked.strict and missed) else 0)


if __name__ == "__main__":
    main()
