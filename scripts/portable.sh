#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles for other systems, libraries and machines, and runs there what can be run: each part is a
# preset of CMake.
#
# usage: scripts/portable.sh [PART...]
#
#   mingw     for Windows with MinGW: every header, every program
#   libcxx    with the standard library of LLVM: quickstarts and tests
#   portable  with plain C++ in place of what compilers add to it: tests
#   s390x     a big-endian machine, emulated: quickstarts and tests
#   armhf     a machine of 32 bits, emulated: quickstarts and tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
parts=("$@")
((${#parts[@]})) || parts=(mingw libcxx portable s390x armhf)
modules=(language text graph storage search games draw maze mazegen pacman rush_hour amazons sliding_tiles)

build() { # PRESET TARGET...
    echo "== $1"
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" --parallel "$(nproc)" --target "${@:2}"
}

run_tests() { # PRESET REGEX
    ctest --preset "$1" --parallel "$(nproc)" --no-tests=error -R "$2"
}

unit_tests=("${modules[@]/%/_test}")
# The tests of search are in one program with those of the modules above it.
tests_of_modules="^(examples/)?($(IFS="|" && echo "${modules[*]}")|grid|roads|estimates|resources|scale)(/|\$)"
for part in "${parts[@]}"; do
    case $part in
        mingw) build mingw header_checks examples ;;
        portable)
            build portable "${unit_tests[@]}"
            run_tests portable "$tests_of_modules"
            ;;
        *)
            build "$part" quickstarts "${unit_tests[@]}"
            run_tests "$part" "^quickstart/|$tests_of_modules"
            ;;
    esac
done
