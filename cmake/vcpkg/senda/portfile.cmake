# SPDX-License-Identifier: MIT
# An overlay port that installs the checkout it is part of. vcpkg knows a package by what is in this
# folder, and so not when the headers have changed: docs/using.md says what to do.
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../.." ABSOLUTE)

# There is nothing to compile, so Debug is the same as Release, and there is no RPATH to fix: vcpkg would
# download patchelf to look for one.
set(VCPKG_BUILD_TYPE release)
set(VCPKG_FIXUP_ELF_RPATH OFF)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS
    -DSENDA_BUILD_TESTS=OFF
    -DSENDA_BUILD_EXAMPLES=OFF
    -DSENDA_BUILD_BENCHMARKS=OFF
    -DSENDA_INSTALL=ON)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/senda)
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
