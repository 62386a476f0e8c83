# SPDX-License-Identifier: MIT
# Joins the quickstarts into one program that includes nothing of senda but the single header:
#
#   cmake -D quickstarts=<list of sources> -D output=<file> -P join_quickstarts.cmake
#
# Each of them is a namespace, and its main() a function run(). What they include comes first.
cmake_minimum_required(VERSION 3.25)

set(includes "\n#include \"senda_single.hpp\"")
set(code "")
set(calls "")
foreach(source IN LISTS quickstarts)
  cmake_path(GET source STEM name)
  file(READ ${source} text)
  if(text MATCHES "#include <(senda/draw|sliding_tiles)/")
    continue() # pictures and puzzles are no part of the core
  endif()
  string(REGEX MATCHALL "\n#include <[^>]+>" lines "${text}")
  list(APPEND includes ${lines})
  string(REGEX REPLACE "\n#include <[^\n]*" "" text "${text}")
  string(REPLACE "int main() {" "int run() {" text "${text}")
  string(REGEX REPLACE "int main[(]int ([a-z]+), char[*][*] ([a-z]+)[)] {"
    "int run(int \\1 = 1, char** \\2 = nullptr) {" text "${text}")
  # Only main() may end without a return.
  string(REGEX REPLACE "}\n*$" "    return 0;\n}\n" text "${text}")
  string(APPEND code "\nnamespace ${name} {\n${text}}  // namespace ${name}\n")
  string(APPEND calls "    if (${name}::run() != 0) return 1;\n")
endforeach()
list(FILTER includes EXCLUDE REGEX "<senda/")
list(REMOVE_DUPLICATES includes)
list(JOIN includes "" includes)
file(WRITE ${output} "${includes}\n${code}\nint main() {\n${calls}}\n")
