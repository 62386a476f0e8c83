#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy and cppcheck over the headers, shellcheck over the scripts; what they look for is in .clang-tidy
# and .cppcheck-suppressions. Fails on any finding.
# usage: scripts/lint.sh [--all] [PART...]
#   --all  also programs, benchmarks and tests, with the checks that take long and the analyzer: many
#          minutes. A part is what a line of the output begins with, such as headers or tests_maze.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

made=build/lint
export SENDA_LINT_ALL=${SENDA_LINT_ALL-}

# A source that includes others is checked as they are, and the standard library with it only once.
join_files() { # NAME FILE...
    local name=$1
    shift
    ((!$#)) || printf '#include "%s"\n' "$@" >"$made/$name.cpp"
}

join_headers() {
    local files
    # Two headers need a library nearly as large as the standard one, and are left to --all. The headers of the
    # systems include none in quotes; those of their programs do.
    mapfile -t files < <(
        (cd include && find senda -name '*.hpp' ! -name boost.hpp ! -path '*/mpi/*' | sort)
        (cd examples && grep -rL --include='*.hpp' --exclude=json_format.hpp '#include "' \
            agents amazons maze mazegen pacman rush_hour sliding_tiles | sort)
    )
    join_files headers "${files[@]}"
    if command -v mpicxx >/dev/null; then
        mapfile -t files < <(cd include && find senda/scale/mpi senda/detail/mpi -name '*.hpp' | sort)
        join_files mpi_headers "${files[@]}"
    fi
    if [[ $SENDA_LINT_ALL ]]; then
        join_files json_headers pacman/json_format.hpp
        join_files boost_headers senda/graph/boost.hpp
    fi
}

join_others() {
    local folder files source
    for folder in examples/{agents,amazons,maze,mazegen,pacman,rush_hour,survey}; do
        join_files "${folder//\//_}" "$folder"/*.cpp
    done
    for source in examples/quickstart/*.cpp; do
        join_files "quickstart_$(basename "$source" .cpp)" "$source"
    done
    find tests -name '*_test.cpp' -printf '%h\n' | sort -u | while read -r folder; do
        mapfile -t files < <(find "$folder" -maxdepth 1 -name '*_test.cpp' | sort)
        join_files "${folder//\//_}" "${files[@]}"
    done
    join_files bench bench/*_bench.cpp
}

tidy() { # NAME
    local options=(--quiet --config-file=.clang-tidy) flags=(-std=c++20 -Iinclude -Iexamples -fno-exceptions)
    if [[ $SENDA_LINT_ALL ]]; then
        options+=('--header-filter=(include/senda|tests|bench|examples)/'
            --checks=-bugprone-suspicious-include) # which the sources made here are
        flags+=(-I. -Itests -Ibench -Wno-pragma-once-outside-header
            '-DSENDA_SOURCE_DIR="."' '-DSENDA_PROGRAMS_DIR="."')
    else
        # The analyzer looks into no header, and the other takes a third of the time.
        options+=('--checks=-clang-analyzer-*,-performance-unnecessary-value-param')
    fi
    if [[ $1 == *mpi* ]]; then
        local folder
        for folder in $(mpicxx --showme:incdirs 2>/dev/null); do flags+=(-isystem "$folder"); done
        flags+=(-DOMPI_SKIP_MPICXX)
    fi
    clang-tidy-19 "${options[@]}" "$made/$1.cpp" -- "${flags[@]}"
}

# Each file by itself: cppcheck gives up a file at the first line that it cannot read.
check_sources() {
    {
        find include -name '*.hpp'
        if [[ $SENDA_LINT_ALL ]]; then
            find examples bench -name '*.[ch]pp'
        else
            sed -nE '/"senda/!s,^#include "(.+)"$,examples/\1,p' "$made/headers.cpp"
        fi
    } | sort >"$made/sources"
    cppcheck --quiet --std=c++20 --language=c++ --enable=warning,performance,portability --max-configs=1 \
        --suppressions-list=.cppcheck-suppressions --error-exitcode=1 \
        --template='{file}:{line}: {severity}: {message} [{id}]' --file-list="$made/sources"
}

check_part() { # PART
    local log=$made/$1.log start=$SECONDS outcome=clean
    case $1 in
        cppcheck) check_sources ;;
        shellcheck) shellcheck --severity=warning --external-sources check demo scripts/*.sh ;;
        *) tidy "$1" ;;
    esac >"$log" 2>&1 || outcome=FAILED
    echo "$1: $outcome ($((SECONDS - start)) s)"
    [[ $outcome == clean ]] || { cat "$log" && return 1; }
}

if [[ ${1-} == --part ]]; then
    check_part "$2"
    exit
fi
if [[ ${1-} == --all ]]; then
    SENDA_LINT_ALL=1
    shift
elif [[ ${1-} == -* ]]; then
    sed -n '/^# usage/,/^[^#]/s/^# \?//p' "${BASH_SOURCE[0]}" >&2
    exit 2
fi

rm -rf "$made"
mkdir -p "$made"
join_headers
[[ ! $SENDA_LINT_ALL ]] || join_others
parts=("$@")
if ((!$#)); then
    # The longest first, so that the last does not run alone.
    parts=(headers cppcheck shellcheck)
    for source in "$made"/*.cpp; do
        name=$(basename "$source" .cpp)
        [[ " ${parts[*]} " == *" $name "* ]] || parts+=("$name")
    done
fi
printf '%s\n' "${parts[@]}" | xargs -P "$(nproc)" -n 1 scripts/lint.sh --part
