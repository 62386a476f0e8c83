#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Counts whole puzzles whose numbers are known, and layers of the 15-puzzle in files, on all
# processors, and measures time and memory. A search in files is killed three times on its way.
#
# usage: scripts/scale.sh [PUZZLE...]
# Without names all but those that take long: pancakes-13 (1.6 GB, half an hour on two processors),
# and disk-28 or deeper (1 GB, and 2 bytes of disk for each of 465 million states or more).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
(($#)) || set -- tiles-3x3 tiles-2x5 cube-half-turns cube-quarter-turns \
    pancakes-9 pancakes-10 pancakes-11 table-tiles-3x3 tiles-3x4 table-tiles-3x4 pancakes-12 \
    disk-22 disk-25

cmake -S . -B build/scale -G Ninja -DCMAKE_BUILD_TYPE=Release -DSENDA_WERROR=ON \
    -DSENDA_BUILD_EXAMPLES=OFF -DSENDA_BUILD_BENCHMARKS=OFF -DSENDA_BUILD_COMPILE_TESTS=OFF \
    >/dev/null
cmake --build build/scale --target known_counts known_layers

search_in_files() { # DEPTH
    local folder before_kill
    folder=$(mktemp -d)
    # shellcheck disable=SC2064
    trap "rm -rf '$folder'" EXIT
    before_kill=$(awk "BEGIN { print 0.12 * 1.75 ^ ($1 - 20) }")
    for _ in 1 2 3; do
        { timeout -s KILL "$before_kill" build/scale/tests/scale/known_layers "$1" "$folder" \
            "$(nproc)" >/dev/null; } 2>/dev/null || true
    done
    build/scale/tests/scale/known_layers "$1" "$folder" "$(nproc)"
    rm -rf "$folder"
}

for puzzle in "$@"; do
    case $puzzle in
        disk-*) search_in_files "${puzzle#disk-}" ;;
        *) build/scale/tests/scale/known_counts "$puzzle" "$(nproc)" ;;
    esac
done
