# SPDX-License-Identifier: MIT
# Runs the port without vcpkg: the functions that it calls are here, and do as much of what vcpkg's do as
# senda needs.
cmake_minimum_required(VERSION 3.25)
set(CURRENT_PORT_DIR ${root}/cmake/vcpkg/senda)
set(CURRENT_PACKAGES_DIR ${work}/package)
set(VCPKG_FIXUP_ELF_RPATH ON)  # the default on Linux
file(REMOVE_RECURSE ${work})

function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${arg_SOURCE_PATH} -B ${work}/build -G ${generator} ${arg_OPTIONS}
      -DCMAKE_CXX_COMPILER=${compiler} -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --install ${work}/build
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()

function(vcpkg_cmake_config_fixup option path)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${path}/senda-config.cmake)
    message(SEND_ERROR "${option} ${path} is not where the port installs what CMake finds")
  endif()
endfunction()

# It needs pkg-config on the machine, and its quotes break senda.pc in a path with spaces, as pkgconf reads it.
function(vcpkg_fixup_pkgconfig)
  message(SEND_ERROR "senda.pc needs no vcpkg_fixup_pkgconfig")
endfunction()

function(vcpkg_install_copyright option file)
  file(COPY_FILE ${file} ${CURRENT_PACKAGES_DIR}/share/senda/copyright)
endfunction()

include(${CURRENT_PORT_DIR}/portfile.cmake)

foreach(file IN ITEMS include/senda/senda.hpp share/senda/copyright share/pkgconfig/senda.pc)
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${file})
    message(SEND_ERROR "the port does not install ${file}")
  endif()
endforeach()
if(NOT VCPKG_BUILD_TYPE STREQUAL "release")
  message(SEND_ERROR "the port is built twice")
endif()
if(VCPKG_FIXUP_ELF_RPATH)
  message(SEND_ERROR "vcpkg downloads patchelf to look for programs in a package of headers")
endif()
