#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs what uses threads under the thread sanitizer of clang.
#
# usage: scripts/tsan.sh [ROUNDS]
#
# A report names functions; CXXFLAGS=-g1 adds lines, and half as much time to compile.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
rounds=${1:-2}

cmake -S . -B build/tsan -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE= \
    -DCMAKE_CXX_FLAGS="-O1 -fsanitize=thread" -DSENDA_WERROR=ON \
    -DSENDA_BUILD_EXAMPLES=OFF -DSENDA_BUILD_BENCHMARKS=OFF -DSENDA_BUILD_COMPILE_TESTS=OFF \
    >/dev/null
cmake --build build/tsan --target threads
# The sanitizer looks for llvm-symbolizer only, which may not be there.
TSAN_OPTIONS="halt_on_error=1 external_symbolizer_path=$(command -v addr2line || true)" build/tsan/tests/threads/threads "$rounds"
