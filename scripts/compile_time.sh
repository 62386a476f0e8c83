#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# shellcheck disable=SC2016
# Prints what it costs to compile a search: seconds of the compiler, lines that it reads, and bytes of code, beside a
# loop by hand and Boost.Graph. It is the table of docs/compile_time.md. The programs are in bench/compile_time.
#
#   scripts/compile_time.sh     RUNS=9 measures each of them nine times, in turn, and takes the least
#
# Seconds are processor time, user and system: other work on the machine makes it larger, never smaller.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${RUNS:-5}
compilers=(g++)
command -v clang++-19 >/dev/null && compilers+=(clang++-19)
flags=(-std=c++20 -O2 -Iinclude)
sources=bench/compile_time
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The standard headers that the loops include, and senda's header of graphs and searches, which nothing calls.
cat "$sources"/*_by_hand.cpp | grep -h '^#include' | sort -u >"$work/headers_by_hand.cpp"
echo 'int main() {}' >>"$work/headers_by_hand.cpp"
printf '#include <senda/senda.hpp>\nint main() {}\n' >"$work/headers_senda.cpp"

# Each program is NAME_KIND; the kinds are by_hand, senda, compiled, import and boost.
source_of() { # NAME KIND
    case $1 in
        headers) echo "$work/headers_$2.cpp" ;;
        *) echo "$sources/$1_$2.cpp" ;;
    esac
}
compile() { # COMPILER NAME KIND OUTPUT
    local kind=$3 more=()
    case $3 in
        compiled) kind=senda more=(-DSENDA_COMPILED=1) ;;
        import) kind=import more=(-fmodule-file=senda="$work/senda.pcm") ;;
    esac
    local source
    source=$(source_of "$2" "$kind")
    if [[ $3 == import ]]; then
        source=$work/$2_import.cpp
        { grep '^#include <[a-z_]*>' "$sources/$2_senda.cpp" || true
            echo 'import senda;'
            grep -v '^#include' "$sources/$2_senda.cpp"; } >"$source"
    fi
    "$1" "${flags[@]}" "${more[@]}" -c "$source" -o "$4"
}

has_boost=
g++ -E -x c++ - <<<'#include <boost/graph/astar_search.hpp>' >/dev/null 2>&1 && has_boost=1
programs=()
for name in bfs astar dijkstra; do
    programs+=("$name by_hand" "$name senda" "$name compiled" "$name import")
    [[ $has_boost ]] && programs+=("$name boost")
done
programs+=("headers by_hand" "headers senda")

# What is measured is right: each program is linked and run once.
for compiler in "${compilers[@]}"; do
    for part in searches prepared; do
        "$compiler" "${flags[@]}" -DSENDA_COMPILED=1 -c "cmake/compiled/$part.cpp" -o "$work/$part.$compiler.o"
    done
    if [[ $compiler == clang* ]]; then
        "$compiler" "${flags[@]}" -Wno-include-angled-in-module-purview --precompile include/senda/senda.cppm \
            -o "$work/senda.pcm"
    fi
    for program in "${programs[@]}"; do
        read -r name kind <<<"$program"
        [[ $kind != import || $compiler == clang* ]] || continue
        object=$work/$name.$kind.$compiler.o
        compile "$compiler" "$name" "$kind" "$object"
        more=()
        [[ $kind != compiled ]] || more=("$work/searches.$compiler.o" "$work/prepared.$compiler.o")
        [[ $kind != import ]] || more=("$work/senda.pcm")
        "$compiler" "$object" "${more[@]}" -o "$work/program"
        "$work/program" || { echo "$name $kind: a wrong answer" >&2; exit 1; }
    done
done

declare -A least=()
for ((run = 0; run < runs; ++run)); do
    for compiler in "${compilers[@]}"; do
        for program in "${programs[@]}"; do
            read -r name kind <<<"$program"
            [[ $kind != import || $compiler == clang* ]] || continue
            TIMEFORMAT='%U %S'
            took=$({ time compile "$compiler" "$name" "$kind" "$work/timed.o"; } 2>&1 | awk '{ print $1 + $2 }')
            key="$compiler $name $kind"
            if [[ ! ${least[$key]-} ]] || awk -v a="$took" -v b="${least[$key]}" 'BEGIN { exit !(a < b) }'; then
                least[$key]=$took
            fi
        done
    done
done

seconds() { # KEY BASE
    [[ ${least[$1]-} ]] || { printf ' |' && return; }
    awk -v a="${least[$1]}" -v b="${least[$2]}" 'BEGIN { printf " %.2f (%.1f) |", a, a / b }'
}
text() { # OBJECT
    [[ -f $1 ]] || { printf ' |' && return; }
    size "$1" | awk 'NR == 2 { printf " %d |", $1 }'
}
lines() { # NAME KIND
    "${compilers[0]}" "${flags[@]}" -E -P "$(source_of "$1" "$2")" 2>/dev/null | wc -l
}
titles=(
    "bfs|breadth-first search of a lambda on \`int\`"
    "astar|A\\* on \`senda::grid\` by \`manhattan\`"
    "dijkstra|Dijkstra's algorithm on \`vector<vector<pair>>\`"
)
for compiler in "${compilers[@]}"; do
    printf '\n%s, seconds (times the loop by hand):\n\n' "$($compiler --version | head -n 1)"
    echo '| program | by hand | senda | `senda::compiled` | `import senda;` | Boost.Graph |'
    echo '|---|--:|--:|--:|--:|--:|'
    for title in "${titles[@]}"; do
        name=${title%%|*}
        printf '| %s |' "${title#*|}"
        for kind in by_hand senda compiled import boost; do seconds "$compiler $name $kind" "$compiler $name by_hand"; done
        echo
    done
    printf '| `<senda/senda.hpp>`, beside the standard headers of the loops |'
    for kind in by_hand senda; do seconds "$compiler headers $kind" "$compiler headers by_hand"; done
    printf ' | | |\n'
done
printf '\nBytes of code, and lines after the preprocessor:\n\n'
echo '| program | compiler | by hand | senda | `senda::compiled` | Boost.Graph | lines by hand | of senda |'
echo '|---|---|--:|--:|--:|--:|--:|--:|'
for title in "${titles[@]}"; do
    name=${title%%|*}
    for compiler in "${compilers[@]}"; do
        printf '| %s | %s |' "${title#*|}" "$compiler"
        for kind in by_hand senda compiled boost; do text "$work/$name.$kind.$compiler.o"; done
        printf ' %d | %d |\n' "$(lines "$name" by_hand)" "$(lines "$name" senda)"
    done
done
