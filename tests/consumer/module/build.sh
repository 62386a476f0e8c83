#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the module and the quickstart that imports it, as docs/compile_time.md says, and runs that.
# usage: build.sh COMPILER ROOT FOLDER
set -eu
mkdir -p "$3"
cd "$3"
unit=$2/include/senda/senda.cppm
program=$2/examples/quickstart/module/import_senda.cpp
case $1 in
    *clang*)
        "$1" -std=c++20 -I"$2/include" -Wno-include-angled-in-module-purview --precompile "$unit" -o senda.pcm
        "$1" -std=c++20 -fmodule-file=senda=senda.pcm "$program" senda.pcm -o my_program
        ;;
    *)
        "$1" -std=c++20 -fmodules-ts -I"$2/include" -x c++ -c "$unit" -o senda.o
        "$1" -std=c++20 -fmodules-ts "$program" senda.o -o my_program
        ;;
esac
./my_program
