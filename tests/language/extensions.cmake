# SPDX-License-Identifier: MIT
# Finds what is not standard C++ in a header of senda outside the module `language`, where each
# extension has a plain form beside it; and other characters than ASCII where nothing is drawn, for
# there are compilers that have to be told that they are UTF-8.
#   cmake [-D root=DIR] -P extensions.cmake
cmake_minimum_required(VERSION 3.25)
if(NOT DEFINED root)
  cmake_path(SET root NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
endif()
set(base ${root}/include/senda)
string(JOIN "|" extension
  "__(has_)?builtin" "__attribute" "__declspec" "__forceinline" "__extension__" "__int128" "__restrict" "__typeof"
  "__atomic_" "__sync_" "__asm" "(^|[^a-z_0-9])asm *(volatile)? *[({]" "(gnu|clang|msvc) *::" "_Pragma"
  "# *pragma +[^o]" "\\[ *no_unique_address")

file(GLOB_RECURSE headers RELATIVE ${base} ${base}/*.hpp)
list(FILTER headers EXCLUDE REGEX "^(detail/)?language/")
if(NOT headers)
  message(FATAL_ERROR "${base} has no headers")
endif()
set(wrong "")
foreach(header IN LISTS headers)
  file(STRINGS ${base}/${header} lines REGEX "${extension}")
  foreach(line IN LISTS lines)
    string(APPEND wrong "${header}: not standard C++, see language/extensions.hpp: ${line}\n")
  endforeach()
  file(READ ${base}/${header} text)
  if(NOT header MATCHES "draw/" AND text MATCHES "[^\t\n -~]")
    string(APPEND wrong "${header}: not in ASCII\n")
  endif()
endforeach()
if(NOT wrong STREQUAL "")
  message(FATAL_ERROR "${wrong}")
endif()
