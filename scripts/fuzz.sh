#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Fuzzes all targets of tests/fuzz with libFuzzer, or those that are named, each for some seconds.
# Usage: scripts/fuzz.sh [SECONDS] [TARGET...]    (60 s, and all)
#
# When all are fuzzed, those that hold a search against trying all (search_*) then run on random
# inputs, optimised and without sanitizers, until they had a million inputs altogether.
#
# What is found is kept in build/fuzz/findings; the exit code is 1 then. Inputs that reach new code
# are kept in build/fuzz/corpus, where the next run begins.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=60
if [[ "${1:-}" =~ ^[0-9]+$ ]]; then
  seconds=$1
  shift
fi
differential_cases=1000000
folder=build/fuzz
findings=$folder/findings
# A symbolizer may wait for ever before the input is kept: whoever repeats it sees the names of functions.
export ASAN_OPTIONS=symbolize=0
mkdir -p "$findings" "$folder/logs"

cmake -S . -B "$folder" -G Ninja -DCMAKE_CXX_COMPILER=clang++-19 \
  -DSENDA_BUILD_FUZZERS=ON -DSENDA_BUILD_EXAMPLES=OFF -DSENDA_BUILD_BENCHMARKS=OFF \
  -DSENDA_BUILD_COMPILE_TESTS=OFF >"$folder/logs/configure.log"
all=$(($# == 0))
if (($# > 0)); then
  targets=("$@")
  cmake --build "$folder" --target "${targets[@]/#/fuzz_}"
else
  cmake --build "$folder" --target fuzzers
  mapfile -t targets < <(cd tests/fuzz && for source in targets/*.cpp command_lines/*.cpp; do
    name=$(basename "$source" .cpp)
    [[ $source == command_lines/* ]] && name=command_line_$name
    [[ -x ../../$folder/tests/fuzz/fuzz_$name ]] && echo "$name"
  done)
fi

# The words of a target, so that the fuzzer need not guess them.
dictionary_of() {
  local file=tests/fuzz/dictionaries/${1}.dict
  [[ $1 == command_line_* ]] && file=tests/fuzz/dictionaries/command_line.dict
  if [[ -f $file ]]; then echo "-dict=$file"; fi
}

# Fuzzes one target; what it says is in its log.
fuzz() {
  local name=$1 log=$folder/logs/$1.log quiet=() inputs=("$folder/corpus/$1")
  mkdir -p "${inputs[0]}"
  for kept in "tests/fuzz/seeds/$name" "tests/fuzz/regressions/$name"; do
    if [[ -d $kept ]]; then inputs+=("$kept"); fi
  done
  # The programs say what is wrong with every command line: nobody wants to read that.
  if [[ $name == command_line_* ]]; then quiet=(-close_fd_mask=3); fi
  # shellcheck disable=SC2046
  "$folder/tests/fuzz/fuzz_$name" "${inputs[@]}" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=2048 -max_len=1024 -print_final_stats=1 -print_funcs=0 \
    -artifact_prefix="$findings/$name-" "${quiet[@]}" $(dictionary_of "$name") >"$log" 2>&1
}

# One line about a run: executions, coverage, and what is kept.
summary_of() {
  local log=$folder/logs/$1.log
  local runs speed last
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  speed=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
  last=$(grep -aoE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "$log" | tail -n 1 || true)
  printf '%-24s %9s runs, %6s a second, %s' "$1" "${runs:-?}" "${speed:-?}" "${last:-no coverage}"
}

failed=0
jobs=$(nproc)
running=()
names=()
collect() {
  if wait "${running[0]}"; then
    printf 'fuzz: %s\n' "$(summary_of "${names[0]}")"
  else
    failed=1
    printf 'fuzz: %s: FAILED, see %s\n' "${names[0]}" "$folder/logs/${names[0]}.log"
    find "$findings" -name "${names[0]}-*" -newer "$folder/logs/configure.log" \
      -printf 'fuzz: reproducer: %p\n'
    grep -aE 'broken:|ERROR:|runtime error|Assertion' "$folder/logs/${names[0]}.log" | head -n 3 || true
  fi
  running=("${running[@]:1}")
  names=("${names[@]:1}")
}

echo "fuzz: ${#targets[@]} targets, ${seconds} s each, $jobs at a time"
for name in "${targets[@]}"; do
  if ((${#running[@]} == jobs)); then collect; fi
  fuzz "$name" &
  running+=($!)
  names+=("$name")
done
while ((${#running[@]} > 0)); do collect; done

# How many inputs the searches were tried on so far.
differential_runs() {
  cat "$folder"/logs/search_*.log 2>/dev/null |
    awk '/^stat::number_of_executed_units:/ { sum += $2 } END { print sum + 0 }' || true
}

if ((all)); then
  done_cases=$(differential_runs)
  missing=$((differential_cases > done_cases ? differential_cases - done_cases : 0))
  began=$SECONDS
  seed=$(date +%s)  # others every time; an input that breaks a law is kept
  rm -f "$folder"/logs/random_cases_*.log
  for ((job = 0; job < jobs; job++)); do
    "$folder/tests/fuzz/fuzz_random_cases" $(((missing + jobs - 1) / jobs)) $((seed + job)) \
      "$findings" >"$folder/logs/random_cases_$job.log" 2>&1 &
    running+=($!)
  done
  for ((job = 0; job < jobs; job++)); do
    if ! wait "${running[job]}"; then
      failed=1
      printf 'fuzz: random cases: FAILED, see %s\n' "$folder/logs/random_cases_$job.log"
      grep -aE 'broken:|the input is' "$folder/logs/random_cases_$job.log" | head -n 3 || true
    fi
  done
  ran=$(awk '/^search_[a-z]+ [0-9]+$/ { sum += $2 } END { print sum + 0 }' "$folder"/logs/random_cases_*.log)
  echo "fuzz: differential cases: $done_cases by libFuzzer, $ran at random in $((SECONDS - began)) s"
fi
exit "$failed"
