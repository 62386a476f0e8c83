#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the program with what pkg-config says, beside this script.
set -eu
cd "$(dirname "$0")"
cp ../main.cpp .
test "$(pkg-config --modversion senda)" = "$SENDA_EXPECTED_VERSION"

# shellcheck disable=SC2046  # two words if there are two flags
c++ -std=c++20 main.cpp $(pkg-config --cflags senda) -o my_program

./my_program
