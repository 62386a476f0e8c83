#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Which lines of include/ the unit tests run, measured with gcov: a table by folder and by file, and the
# lines that are missed; fails below 95 %. The whole report is build/coverage/report.txt.
# usage: scripts/coverage.sh [--jobs N] [--files] [--at-least PERCENT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/tools.sh

jobs=$(nproc)
report_options=()
while (($#)); do
    case $1 in
        --jobs) jobs=$2 && shift 2 ;;
        --files) report_options+=(--files) && shift ;;
        --at-least) report_options+=(--at-least "$2") && shift 2 ;;
        *) sed -n 's/^# usage: /usage: /p' "${BASH_SOURCE[0]}" >&2 && exit 2 ;;
    esac
done

build=build/coverage
# Nothing is optimised, so that a line is a line; assertions stay, for they are lines like others.
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DSENDA_WERROR=OFF \
    -DCMAKE_CXX_FLAGS_DEBUG="-O0" -DCMAKE_CXX_FLAGS="--coverage" \
    -DSENDA_BUILD_EXAMPLES=OFF -DSENDA_BUILD_BENCHMARKS=OFF -DSENDA_BUILD_COMPILE_TESTS=OFF \
    >"$build.log" 2>&1 || { cat "$build.log" >&2 && exit 1; }
# Names of test cases are not asked for: this would run the programs before they are counted.
mapfile -t tests < <(ninja -C "$build" -t targets all | sed -nE 's,^tests/([a-z_]+_test): .*,\1,p' | sort -u)
cmake --build "$build" --parallel "$jobs" --target "${tests[@]}"

find "$build" -name '*.gcda' -delete
for test in "${tests[@]}"; do
    echo "run $test"
    "$build/tests/$test" --minimal
done

python3 scripts/coverage.py "${report_options[@]}" "$build"
