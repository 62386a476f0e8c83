#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Prints how long it takes to compile each public header of the algorithms alone, and small programs
# that use it, as the table of docs/compile_time.md. With --check it only measures what has a limit
# and fails if one is passed.
#
# Seconds are processor time of the compiler (user), the least of several runs: other work on the
# machine makes it larger, never smaller. RUNS=5 sets their number.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

runs=${RUNS:-3}
compilers=(g++)
command -v clang++-19 >/dev/null && compilers+=(clang++-19)
flags=(-std=c++20 -O2 -Iinclude)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

seconds() { # COMPILER SOURCE
    local TIMEFORMAT=%U
    for ((run = 0; run < runs; ++run)); do
        { time "$1" "${flags[@]}" -c "$2" -o /dev/null; } 2>&1
    done | sort -n | head -n 1
}

lines() { # SOURCE
    g++ "${flags[@]}" -E -P "$1" | wc -l
}

cat >"$work/own_grid.cpp" <<'CODE'
#include <senda/graph/cell.hpp>
#include <senda/search/astar.hpp>

#include <cstdlib>

struct room {
    static constexpr int side = 100;

    template <class Emit>
    void successors(senda::cell c, Emit&& emit) const {
        if (c.x > 0) emit(senda::cell{c.x - 1, c.y});
        if (c.y > 0) emit(senda::cell{c.x, c.y - 1});
        if (c.x + 1 < side) emit(senda::cell{c.x + 1, c.y});
        if (c.y + 1 < side) emit(senda::cell{c.x, c.y + 1});
    }
    std::size_t index(senda::cell c) const { return std::size_t(c.y) * side + std::size_t(c.x); }
    std::size_t index_bound() const { return std::size_t(side) * side; }
};

int main() {
    const senda::cell goal{99, 99};
    const auto left = [goal](senda::cell c) { return goal.x - c.x + goal.y - c.y; };
    return senda::astar(room{}, senda::cell{0, 0}, goal, left).cost;
}
CODE

cat >"$work/grid.cpp" <<'CODE'
#include <senda/graph/grid.hpp>
#include <senda/graph/heuristics.hpp>
#include <senda/search/astar.hpp>

int main() {
    const senda::grid room(100, 100);
    const senda::cell goal{99, 99};
    return senda::astar(room, {0, 0}, goal, senda::manhattan{goal}).cost;
}
CODE

cat >"$work/lambda.cpp" <<'CODE'
#include <senda/search/bfs.hpp>

#include <array>

int main() {
    return senda::bfs([](int n) { return std::array{2 * n, n + 1}; }, 1, 23).cost;
}
CODE

header() { # PATH: a source that includes it and nothing else
    local source=$work/${1//\//_}.cpp
    printf '#include <%s>\n' "$1" >"$source"
    echo "$source"
}

row() { # NAME SOURCE
    local line
    line="| $1 | $(lines "$2") |"
    for compiler in "${compilers[@]}"; do
        line+=" $(seconds "$compiler" "$2") |"
    done
    echo "$line"
}

failed=0
limit() { # SECONDS NAME SOURCE
    local took
    took=$(seconds g++ "$3")
    echo "$2: $took s, at most $1"
    awk -v took="$took" -v most="$1" 'BEGIN { exit !(took > most) }' && failed=1
    return 0
}

if [[ ${1:-} == --check ]]; then
    limit 1.5 "A* on a grid of one's own" "$work/own_grid.cpp"
    limit 1.5 "A* on senda::grid" "$work/grid.cpp"
    limit 6 "<senda/senda.hpp>" "$(header senda/senda.hpp)"
    exit "$failed"
fi

head="| what | lines |" rule="|---|--:|"
for compiler in "${compilers[@]}"; do
    head+=" $compiler |"
    rule+="--:|"
done
printf '%s\n%s\n' "$head" "$rule"
printf '#include <%s>\n' algorithm optional string vector >"$work/standard.cpp"
row '`<algorithm>`, `<optional>`, `<string>`, `<vector>`' "$work/standard.cpp"
for path in $(sed -nE 's,^#include <(senda/search/.*)>$,\1,p' include/senda/senda.hpp) \
    senda/games/{alpha_beta,mcts,solve}.hpp senda/senda.hpp; do
    row "\`<$path>\`" "$(header "$path")"
done
row 'breadth-first search of a lambda' "$work/lambda.cpp"
row "A\\* on a grid of one's own" "$work/own_grid.cpp"
row 'A\* on `senda::grid` by `manhattan`' "$work/grid.cpp"
