# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# For ./demo and ./check: installs what they need, and shows how long something takes.

# Everything here is built with this compiler unless a preset names another.
export CXX=g++

# with_progress TEXT LOG COMMAND...: runs a command whose output goes into a log. A terminal sees the text and
# the seconds, on a line that is gone afterwards; anything else, one line. Ctrl-C ends the command with all that
# it started, and then calls `stopped`.
with_progress() {
    local text=$1 log=$2 outcome=0 start=$SECONDS
    shift 2
    set -m # a group of its own: some commands take Ctrl-C for a failure, and others do not hear of it
    "$@" >"$log" 2>&1 </dev/null &
    job=$!
    set +m
    trap 'kill -TERM -- "-$job" 2>/dev/null; echo; stopped' INT TERM HUP
    if [[ -t 1 ]]; then
        while kill -0 "$job" 2>/dev/null; do
            printf '\r%s ... %d s\033[K' "$text" $((SECONDS - start))
            sleep 0.5
        done
        printf '\r\033[K'
    else
        echo "$text"
    fi
    wait "$job" || outcome=$?
    trap - INT TERM HUP
    return "$outcome"
}
stopped() { exit 130; }

has_command() { command -v "$1" >/dev/null; }

has_header() {
    printf '#if !__has_include(<%s>)\n#error\n#endif\n' "$1" | "$CXX" -E -x c++ - >/dev/null 2>&1
}

# require PROBE NAME PACKAGE...: of each three, notes the package if the probe does not find the name.
missing=()
require() {
    while (($#)); do
        "has_$1" "$2" || [[ " ${missing[*]} " == *" $3 "* ]] || missing+=("$3")
        shift 3
    done
}

# What compiles C++ to WebAssembly; Debian's libraries for it are found by the files that only they have.
has_file() { [[ -e $1 ]]; }
require_wasm() {
    require \
        command clang++-19 clang-19 \
        command wasm-ld-19 lld-19 \
        file /usr/lib/wasm32-wasi/libc++.a libc++-19-dev-wasm32 \
        file /usr/lib/wasm32-wasi/libc++abi.a libc++abi-19-dev-wasm32 \
        file /usr/lib/llvm-19/lib/clang/19/lib/wasi libclang-rt-19-dev-wasm32 \
        file /usr/lib/wasm32-wasi/libc.a wasi-libc
}

# What drives the playground: Firefox is firefox-esr in Debian, and firefox elsewhere.
require_browsers() {
    require command chromium chromium command node nodejs command npm npm
    has_command firefox || require command firefox-esr firefox-esr
}

# What compiles for other machines and runs that; libc++ is found by a file of its own.
require_other_machines() {
    require \
        command clang++-19 clang-19 \
        file /usr/lib/llvm-19/include/c++/v1/vector libc++-19-dev \
        file /usr/lib/llvm-19/lib/libc++abi.a libc++abi-19-dev \
        command x86_64-w64-mingw32-g++-posix g++-mingw-w64-x86-64-posix \
        command s390x-linux-gnu-g++ g++-s390x-linux-gnu \
        command arm-linux-gnueabihf-g++ g++-arm-linux-gnueabihf \
        command qemu-s390x-static qemu-user-static
}

apt_install() { # [SUDO...]
    "$@" apt-get update &&
        "$@" env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}"
}

# Installs what `require` noted, or says what to install and ends the script.
install_missing() {
    ((${#missing[@]})) || return 0
    local as_root=() log
    if ! has_command apt-get; then
        echo "${0##*/}: please install what these Debian packages hold: ${missing[*]}" >&2
        exit 1
    fi
    if ((EUID != 0)); then
        if has_command sudo && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            echo "${0##*/}: please run, as root: apt-get update && apt-get install ${missing[*]}" >&2
            exit 1
        fi
    fi
    log=$(mktemp)
    if ! with_progress "installing ${missing[*]}" "$log" apt_install "${as_root[@]}"; then
        tail -n 20 "$log" >&2
        echo "${0##*/}: could not install ${missing[*]} (the log is $log)" >&2
        exit 1
    fi
    rm "$log"
}

# configure PRESET [OPTION...]: a build directory made with another compiler is made afresh, not reused.
configure() {
    local cache=build/$1/CMakeCache.txt fresh=()
    if [[ -f $cache ]] && ! grep -q "^CMAKE_CXX_COMPILER:.*/\($CXX\|clang++-19\)\$" "$cache"; then
        fresh=(--fresh)
    fi
    cmake --preset "$1" "${fresh[@]}" "${@:2}"
}
