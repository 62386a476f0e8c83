#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the API reference, build/reference/index.html, with Doxygen, and fails if a public name is
# not documented or Doxygen finds fault with a comment.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

into=build/reference
rm -rf "$into"
mkdir -p "$into"

SENDA_VERSION=$(sed -nE 's/^#define SENDA_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' \
    include/senda/version.hpp | paste -sd.)
export SENDA_VERSION

# A quickstart says in its second line what it shows.
for example in examples/quickstart/*.cpp; do
    printf '/** @example %s\n%s */\n' "${example##*/}" "$(sed -nE '2,/^#/s,^// ,,p' "$example")"
done >"$into/examples.dox"

doxygen docs/Doxyfile

# Doxygen is silent about a concept without a comment.
find include -name '*.hpp' -exec awk '
    FNR == 1 { documented = in_detail = 0 }
    /^namespace .*detail/ { in_detail = 1 }
    /^}  \/\/ namespace .*detail/ { in_detail = 0 }
    /^\/\/\// { documented = 1 }
    /^concept / && !documented && !in_detail {
        print FILENAME ":" FNR ": error: " $2 " (concept) is not documented."
        failed = 1
    }
    /^$/ { documented = 0 }
    END { exit failed }' {} + >&2
echo "the reference is $into/index.html"
