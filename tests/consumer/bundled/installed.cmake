# SPDX-License-Identifier: MIT
# Installs the project that is built here: what is of senda goes into the folders of senda, and what
# docs/using.md lists is there.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${CMAKE_COMMAND} --install . --prefix prefix
  COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
file(GLOB_RECURSE files RELATIVE ${CMAKE_CURRENT_BINARY_DIR}/prefix prefix/*)
foreach(file IN ITEMS
    include/senda/senda.hpp
    share/cmake/senda/senda-config.cmake
    share/pkgconfig/senda.pc
    share/senda/senda_gdb.py
    share/senda/senda.natvis
    share/doc/senda/LICENSE)
  if(NOT file IN_LIST files)
    message(SEND_ERROR "${file} is not installed")
  endif()
endforeach()
list(FILTER files EXCLUDE REGEX "/senda(/|\\.pc$)|^bin/my_program")
if(files)
  message(SEND_ERROR "installed elsewhere: ${files}")
endif()
