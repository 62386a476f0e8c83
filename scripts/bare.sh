#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A bare Debian in a folder, a clean clone of the last commit in it with nothing beside, and in there what a
# stranger does with senda. Needs root and debootstrap; nothing is written into this tree.
#
# usage: scripts/bare.sh [--keep] [PART...]
#   --keep  leaves the folder, and says where it is
#
# The parts, all of them by default and in this order:
#   no_root   somebody without root and sudo is told what to install, and can build with that
#   demo      ./demo, by root, on a machine that has nothing
#   programs  what the README does with the programs
#   check     ./check
#   consumer  the README's program as a project of its own, with what `cmake --install` installs
#   optional  each optional package taken away again, one by one: what is left builds
#   extras    what ./check does not install: Boost, LEMON and ccache
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

suite=bookworm
mirror=http://deb.debian.org/debian

usage() { sed -n '/^# usage/,/^set /s/^# \?//p' scripts/bare.sh; }
skip() {
    echo "bare: skipped, $1"
    exit 0
}
# ./check keeps what this prints in a log; what it has open as 3 is shown at once.
tell() {
    echo "== $1"
    { echo "$1" >&3; } 2>/dev/null || true
}

# What apt uses on this machine: the mirror of its Debian, and how packages are fetched.
own_mirror() {
    apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' 2>/dev/null |
        awk -v suite="$suite" '$2 == suite { print $1; exit }' || true
}
own_settings() { apt-config dump 2>/dev/null | grep '^Acquire::' || true; }

make_machine() { # FOLDER
    debootstrap --variant=minbase "$suite" "$1" "$mirror" >"$work/debootstrap.log" 2>&1 || {
        tail -n 20 "$work/debootstrap.log" >&2
        return 1
    }
    own_settings >"$1/etc/apt/apt.conf.d/90bare"
    git clone --quiet . "$1/senda"
    git -C "$1/senda" remote remove origin
    chroot "$1" useradd --create-home stranger
    cp -a "$1/senda" "$1/home/stranger/senda"
    chroot "$1" chown -R stranger: /home/stranger/senda
}

# Two of them: what somebody without root gets installed must not help root.
make_machines() {
    make_machine "$work/machine"
    cp -a "$work/machine" "$work/machine_of_stranger"
}

# ---- In a namespace of its own, whose mounts end with its last process, however that ends.

# inside USER FOLDER COMMAND...: runs a command on the bare machine with an environment that is bare, too.
inside() {
    local user=$1 home=/root settings=() name
    [[ $user == root ]] || home=/home/$user
    for name in http_proxy https_proxy no_proxy; do
        [[ -z ${!name-} ]] || settings+=("$name=${!name}")
    done
    chroot --userspec="$user:$user" --groups= "$machine" /usr/bin/env -i --default-signal \
        HOME="$home" USER="$user" TERM=xterm \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${settings[@]}" \
        /bin/bash -c 'cd "$1" && shift && exec "$@"' bare "$2" "${@:3}"
}

expect() { # WHAT CONDITION...: ends this part if it does not hold
    local what=$1
    shift
    "$@" && return
    echo "bare: not so: $what" >&2
    exit 1
}

# Without root, both commands say what to install, in one line, and do nothing. Then root installs just that,
# and the demo shows its maze; it is stopped there, as with Ctrl-C.
part_no_root() {
    local command outcome advice demo
    for command in demo check; do
        outcome=0
        inside stranger /home/stranger/senda "./$command" >"$work/out" 2>"$work/err" </dev/null || outcome=$?
        cat "$work/out" "$work/err"
        expect "./$command without root ends with 1" test "$outcome" = 1
        expect "./$command without root prints nothing else" test ! -s "$work/out"
        expect "./$command without root says what to install, in one line" \
            grep -qx "$command: please run, as root: apt-get update && apt-get install [a-z0-9+ .-]*" "$work/err"
        expect "./$command without root builds nothing" test ! -e "$machine/home/stranger/senda/build"
    done
    outcome=0
    inside stranger /home/stranger/senda ./demo 2>"$work/err" || outcome=$?
    advice=$(sed 's/.*as root: //' "$work/err")
    inside root / bash -c "export DEBIAN_FRONTEND=noninteractive; ${advice/install/install --yes}" >"$work/install.log" 2>&1

    set -m
    inside stranger /home/stranger/senda ./demo >"$work/out" 2>"$work/err" </dev/null &
    demo=$!
    set +m
    until grep -q 'other programs' "$work/out" || ! kill -0 "$demo" 2>/dev/null; do sleep 1; done
    kill -INT -- "-$demo" 2>/dev/null || true
    outcome=0
    wait "$demo" || outcome=$?
    cat "$work/out" "$work/err"
    expect "a demo that is stopped ends with 130" test "$outcome" = 130
    sleep 1
    expect "a demo that is stopped leaves nothing running" \
        test -z "$(find /proc -maxdepth 1 -name '[0-9]*' -uid "$(stat -c %u "$machine/home/stranger")")"
    expect "the demo shows its maze before it builds the other programs" grep -q '^solved: 146 steps' "$work/out"
}

part_demo() {
    inside root /senda ./demo </dev/null
    expect "the demo builds no quickstart" test -z "$(find "$machine/senda/build/release/examples/quickstart" -type f)"
    expect "no program makes the compiler warn" test -z "$(grep 'warning:' "$machine/senda/build/demo.log")"
}

# Every line of the block that begins with the path of the programs. A game gets a terminal, and is left.
part_programs() {
    local line lines
    mapfile -t lines < <(awk '/^```/ { on = 0 } on; /^PATH=/ { on = 1 }' README.md | sed 's/ *#.*//')
    expect "the README has a block of programs" test "${#lines[@]}" -ge 5
    for line in "${lines[@]}"; do
        echo "\$ $line"
        if [[ $line == *' play '* ]]; then line="printf 'q\ny\n' | script -qec '$line' /dev/null"; fi
        inside root /senda bash -c "PATH=\$PWD/build/release/examples:\$PATH; $line" </dev/null
    done
}

part_check() { inside root /senda ./check </dev/null; }

part_consumer() {
    local project=$machine/project
    installed g++ cmake ninja-build pkgconf
    rm -rf "$project"
    mkdir -p "$project"
    awk '/^```/ { on = 0 } on; /^```cpp/ && !seen { on = seen = 1 }' README.md >"$project/main.cpp"
    awk '/^```/ { on = 0 } on; /^```text output/ && !seen { on = seen = 1 }' README.md >"$project/expected"
    {
        printf 'cmake_minimum_required(VERSION 3.25)\nproject(mine LANGUAGES CXX)\nadd_executable(my_program main.cpp)\n'
        awk '/^```/ { if (on && text ~ /find_package\(senda/) printf "%s", text; on = 0 }
            on { text = text $0 "\n" } /^```cmake/ { on = 1; text = "" }' README.md
    } >"$project/CMakeLists.txt"
    cat "$project/CMakeLists.txt"
    inside root /senda bash -c 'cmake --preset release && cmake --install build/release --prefix /opt/senda' \
        >"$work/install.log"
    inside root /project bash -ec '
        cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH=/opt/senda
        cmake --build build
        build/my_program | tee answer
        PKG_CONFIG_PATH=/opt/senda/share/pkgconfig
        export PKG_CONFIG_PATH
        c++ -std=c++20 main.cpp $(pkg-config --cflags senda) -o without_cmake
        ./without_cmake >answer_without_cmake'
    expect "the program prints what the README says" \
        cmp <(tr -d '\n' <"$project/answer") <(tr -d '\n' <"$project/expected")
    expect "the same without CMake" cmp "$project/answer" "$project/answer_without_cmake"
}

# configured PRESET WANTED SAYING: configuring ends as wanted, with 0 or 1, and says something.
configured() {
    local outcome=0
    inside root /senda cmake --fresh --preset "$1" >"$work/configure.log" 2>&1 || outcome=1
    if [[ $outcome != "$2" ]] || ! tr -s ' \n' ' ' <"$work/configure.log" | grep -q "$3"; then
        cat "$work/configure.log"
        expect "configuring $1 ends with $2 and says: $3" false
    fi
}
built() { # PRESET TARGET...
    inside root /senda cmake --build --preset "$1" --target "${@:2}" >"$work/build.log" 2>&1 && return
    tail -n 40 "$work/build.log"
    expect "$1: ${*:2} build" false
}
installed() { # PACKAGE...
    inside root / bash -c 'DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "$@"' \
        bare "$@" >"$work/install.log" 2>&1 && return
    tail -n 20 "$work/install.log"
    expect "$* can be installed" false
}
# without PACKAGES PRESET SAYING TARGET...: what is left without them builds, and configuring says what is left out.
without() {
    local packages
    read -ra packages <<<"$1"
    echo "-- $2 without $1"
    inside root / dpkg --purge --force-depends "${packages[@]}" >"$work/dpkg.log" 2>&1
    configured "$2" 0 "$3"
    built "$2" "${@:4}"
    installed "${packages[@]}"
}
part_optional() {
    without 'libopenmpi-dev openmpi-bin' programs 'MPI not found: searches on many ranks are not tested' \
        programs_test benchmarks
    without 'libopenmpi-dev openmpi-bin' gcc 'MPI not found' all header_checks
    without libbenchmark-dev programs 'Google Benchmark not found: the benchmarks are skipped' programs_test
    without libcli11-dev programs 'CLI11 or nlohmann_json not found: the programs in examples/ are skipped' benchmarks
    without nlohmann-json3-dev asan-clang 'nlohmann_json not found: JSON maps are not tested' all
    without doctest-dev asan-clang 'doctest not found: the unit tests are skipped' all
    without doctest-dev gcc 'doctest not found: the unit tests are skipped' all header_checks
    without pkgconf gcc 'pkg-config not found: senda.pc is not tested' all

    echo "-- the playground"
    inside root /senda ./demo --playground </dev/null
    expect "the page is there" test -s "$machine/senda/build/playground/playground.html"

    echo "-- wasm without wasi-libc"
    inside root / dpkg --purge --force-depends wasi-libc >"$work/dpkg.log" 2>&1
    configured wasm 1 'WebAssembly needs clang 19 with its libraries (Debian: .*wasi-libc)'
    installed wasi-libc
}

part_extras() {
    installed libboost-dev liblemon-dev ccache
    configured asan-clang 0 'Build files have been written'
    expect "Boost is found" test -z "$(grep 'Boost.Graph not found' "$work/configure.log")"
    built asan-clang graph_test
    inside root /senda ctest --preset asan-clang --no-tests=error --tests-regex '^graph/boost'
    configured programs 0 'Build files have been written'
    built programs benchmarks
}

mount_system() { # FOLDER
    mount -t proc proc "$1/proc"
    mount -t sysfs -o ro sysfs "$1/sys"
    mkdir -p "$1/dev/pts" "$1/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620 devpts "$1/dev/pts"
    ln -sf pts/ptmx "$1/dev/ptmx"
    mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}

main_inside() { # PART...
    mount_system "$work/machine"
    mount_system "$work/machine_of_stranger"
    local part start
    for part in "$@"; do
        machine=$work/machine
        [[ $part != no_root ]] || machine=$work/machine_of_stranger
        start=$SECONDS
        echo "== $part"
        "part_$part"
        tell "$part: ok, $((SECONDS - start)) s"
    done
}

# ---- Out here.

parts=()
keep=
for argument in "$@"; do
    case $argument in
        --inside) ;;
        --keep) keep=1 ;;
        no_root | demo | programs | check | consumer | optional | extras) parts+=("$argument") ;;
        *)
            usage >&2
            exit 2
            ;;
    esac
done
if [[ ${1-} == --inside ]]; then
    main_inside "${parts[@]}"
    exit
fi
((${#parts[@]})) || parts=(no_root demo programs check consumer optional extras)

((EUID == 0)) || skip "since it needs root"
command -v debootstrap >/dev/null || skip "since there is no debootstrap"
unshare --mount --pid --fork true 2>/dev/null || skip "since this machine allows no namespaces"

work=$(mktemp -d "${TMPDIR:-/tmp}/senda-bare.XXXXXX")
export work
leave() {
    if [[ $keep ]]; then
        echo "bare: the machine is $work/machine"
    else
        rm -rf --one-file-system "$work"
    fi
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

found=$(own_mirror)
mirror=${found:-$mirror}
git diff --quiet HEAD || echo "bare: what is not committed is not tested"
start=$SECONDS
echo "== machine"
make_machines
tell "machine: ok, $((SECONDS - start)) s"
unshare --mount --pid --fork --kill-child --propagation private scripts/bare.sh --inside "${parts[@]}"
