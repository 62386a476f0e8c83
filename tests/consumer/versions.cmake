# SPDX-License-Identifier: MIT
# Files that cannot read the version from version.hpp have the same one.
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
