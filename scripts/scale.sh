#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Counts whole puzzles whose numbers are known, on all processors, and measures time and memory.
#
# usage: scripts/scale.sh [PUZZLE...]
# Without names all but pancakes-13, which takes 1.6 GB and an hour on two processors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
(($#)) || set -- tiles-3x3 tiles-2x5 cube-half-turns cube-quarter-turns \
    pancakes-9 pancakes-10 pancakes-11 table-tiles-3x3 tiles-3x4 table-tiles-3x4 pancakes-12

cmake -S . -B build/scale -G Ninja -DCMAKE_BUILD_TYPE=Release -DSENDA_WERROR=ON \
    -DSENDA_BUILD_EXAMPLES=OFF -DSENDA_BUILD_BENCHMARKS=OFF -DSENDA_BUILD_COMPILE_TESTS=OFF \
    >/dev/null
cmake --build build/scale --target known_counts
for puzzle in "$@"; do
    build/scale/tests/scale/known_counts "$puzzle" "$(nproc)"
done
