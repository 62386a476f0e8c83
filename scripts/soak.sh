#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Measures that limits of bytes hold, for every search; compares searches that threads share with
# one thread on random graphs; then runs random searches for some time in one process that may not
# grow.
#
# usage: scripts/soak.sh [MINUTES]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
minutes=${1:-10}

cmake -S . -B build/soak -G Ninja -DCMAKE_BUILD_TYPE=Release -DSENDA_WERROR=ON \
    -DSENDA_BUILD_EXAMPLES=OFF -DSENDA_BUILD_BENCHMARKS=OFF -DSENDA_BUILD_COMPILE_TESTS=OFF \
    >/dev/null
cmake --build build/soak --target memory_limits random_graphs soak
for megabytes in 64 256; do
    build/soak/tests/soak/memory_limits "$megabytes"
done
build/soak/tests/threads/random_graphs 2000
# No more address space than this for all searches together: what leaks or outgrows its limit ends
# the process.
(ulimit -v $((1024 * 1024)) && build/soak/tests/soak/soak "$minutes")
