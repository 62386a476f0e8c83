# SPDX-License-Identifier: MIT
# Files that cannot read the version from version.hpp have the same one, and all packages agree on which
# other versions they stand in for.
cmake_minimum_required(VERSION 3.25)
file(READ ${root}/cmake/vcpkg/senda/vcpkg.json port)
string(JSON port_version GET "${port}" version)
if(NOT port_version STREQUAL version)
  message(FATAL_ERROR "cmake/vcpkg/senda/vcpkg.json has ${port_version}, version.hpp ${version}")
endif()

file(READ ${root}/tests/consumer/conan/conanfile.txt project)
if(NOT project MATCHES "\nsenda/${version}\n")
  message(FATAL_ERROR "tests/consumer/conan/conanfile.txt has not senda/${version}")
endif()

file(READ ${root}/cmake/install.cmake rules)
file(READ ${root}/cmake/conan/conanfile.py recipe)
string(REGEX MATCH "COMPATIBILITY ([A-Za-z]+)" found "${rules}")
if(NOT found OR NOT recipe MATCHES "\"cmake_config_version_compat\", \"${CMAKE_MATCH_1}\"")
  message(FATAL_ERROR "the Conan recipe has not '${found}', as cmake/install.cmake has")
endif()
