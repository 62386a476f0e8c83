# SPDX-License-Identifier: MIT
# Joins headers of senda into one file:
#
#   cmake -D root=<checkout> -D version=<version> -D parts=<list> -D output=<file> -P join_headers.cmake
#
# The parts are headers, as senda/everything.hpp, or folders of them. Each header comes once, after those
# that it includes. What they include besides senda moves to the top, but for what depends on an #if:
# that stays where it is.
cmake_minimum_required(VERSION 3.25)

# Sets `result` to the text of a header, without what the library senda::compiled needs: one file has all definitions.
function(read_header header result)
  file(READ ${root}/include/${header} text)
  string(REGEX REPLACE "\n#if SENDA_COMPILED\n(#include <senda/[^\n]*\n)+#endif" "" text "${text}")
  if(header STREQUAL "senda/detail/grid/read_engines.hpp")
    string(REGEX REPLACE "\n#(if|endif)[^\n]*" "" text "${text}")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# Appends a header to the property `order`, after all that it includes.
function(append_header header)
  get_property(order GLOBAL PROPERTY order)
  if(header IN_LIST order)
    return()
  endif()
  read_header(${header} text)
  string(REGEX MATCHALL "\n#include <senda/[^>]+>" lines "${text}")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*<(.+)>" "\\1" included "${line}")
    append_header(${included})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY order ${header})
endfunction()

foreach(part IN LISTS parts)
  set(headers ${part})
  if(IS_DIRECTORY ${root}/include/${part})
    file(GLOB headers RELATIVE ${root}/include ${root}/include/${part}/*.hpp)
  endif()
  foreach(header IN LISTS headers)
    append_header(${header})
  endforeach()
endforeach()
get_property(order GLOBAL PROPERTY order)

# What goes to the top stands before the first condition in some header.
set(top "")
foreach(header IN LISTS order)
  read_header(${header} text)
  string(FIND "${text}" "\n#if" condition)
  string(SUBSTRING "${text}" 0 ${condition} unconditional)
  string(REGEX MATCHALL "\n#include <[^>]+>" lines "${unconditional}")
  list(APPEND top ${lines})
  if(NOT condition EQUAL -1)
    string(SUBSTRING "${text}" ${condition} -1 conditional)
    if(conditional MATCHES "\n#include <senda/")
      message(FATAL_ERROR "${header} includes a header of senda after an #if: put that include first")
    endif()
  endif()
endforeach()
list(FILTER top EXCLUDE REGEX "<senda/")
list(REMOVE_DUPLICATES top)
list(SORT top)
list(JOIN top "" includes)

file(READ ${root}/LICENSE license)
string(STRIP "${license}" license)
string(REPLACE "\n" "\n// " license "// ${license}")
string(REPLACE "// \n" "//\n" license "${license}")
list(JOIN parts ", " parts)

# Complete or not there at all: the file gets its name when it has all of its text.
file(WRITE ${output}.part "\
// SPDX-License-Identifier: MIT
// senda ${version} in one file: ${parts}.
// Made from the headers of senda, to try it out in one file or where a build cannot have a folder. With
// the folder, a source compiles only what it includes, and so faster.
//
${license}
#pragma once

#if defined(SENDA_VERSION_HPP)
#error \"a source includes senda_single.hpp or headers of senda/, not both\"
#endif
${includes}
")
foreach(header IN LISTS order)
  read_header(${header} text)
  string(REGEX REPLACE "\n#include <senda/[^\n]*" "" text "${text}")
  foreach(line IN LISTS top)
    string(REGEX REPLACE "${line}[^\n]*" "" text "${text}")
  endforeach()
  string(REPLACE "// SPDX-License-Identifier: MIT\n" "" text "${text}")
  string(REPLACE "#pragma once\n" "" text "${text}")
  string(REGEX REPLACE "\n\n\n+" "\n\n" text "${text}")
  string(STRIP "${text}" text)
  file(APPEND ${output}.part "\n// ${header}\n${text}\n")
endforeach()
file(RENAME ${output}.part ${output})
