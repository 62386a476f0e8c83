#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the Conan package from a copy of senda, beside this script, and builds the program with it. The
# Conan home is its own and has no remote: senda needs no other package.
set -eu
cd "$(dirname "$0")"
export CONAN_HOME="$PWD/home"
conan profile detect --force
conan remote disable '*'

mkdir -p senda/scripts senda/tests/consumer
cp -R "$SENDA_ROOT/LICENSE" "$SENDA_ROOT/cmake" "$SENDA_ROOT/include" senda
cp -R "$SENDA_ROOT/scripts/debugger" senda/scripts
cp ../main.cpp senda/tests/consumer

files() {
    find senda -path senda/build -prune -o -type f -print | sort
}

install_and_configure() {
    rm -rf build CMakeUserPresets.json
    conan install . -s compiler.cppstd=20
    cmake --preset conan-release
}

build_and_run() {
    cmake --build --preset conan-release
    build/Release/my_program
}

files >files_before
conan create senda/cmake/conan -s compiler.cppstd=20
install_and_configure
build_and_run

# An editable package is the checkout itself.
conan remove 'senda/*' --confirm
conan editable add senda/cmake/conan
install_and_configure
build_and_run
conan editable remove senda/cmake/conan

# Conan writes into the build folder, and nowhere else in the checkout.
files | diff files_before -

# Who asks for a minor version does not get the next one. Conan can say so since 2.0.8.
case $(conan --version) in *' 2.0.'[0-7]) exit 0 ;; esac
sed 's/\(SENDA_VERSION_MINOR\) .*/\1 99/' "$SENDA_ROOT/include/senda/version.hpp" >senda/include/senda/version.hpp
sed -i.before 's,\(senda/[0-9]*\)\.[0-9]*,\1.99,' conanfile.txt
conan create senda/cmake/conan -s compiler.cppstd=20
if install_and_configure >log 2>&1; then
    echo "find_package(senda 0.1) accepts 0.99"
    exit 1
fi
grep 'senda-config.cmake, version: 0\.99\.' log
