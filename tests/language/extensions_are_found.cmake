# SPDX-License-Identifier: MIT
# extensions.cmake finds each of these, in any room but `language`, and nothing in plain C++.
#   cmake -D work=DIR -P extensions_are_found.cmake
cmake_minimum_required(VERSION 3.25)
set(header ${work}/include/senda/graph/header.hpp)
set(plain "#pragma once\n[[nodiscard]] SENDA_COLD int plasma(int builtin);  // a gnu, not an attribute\n")

function(run result)
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${work} -P ${CMAKE_CURRENT_LIST_DIR}/extensions.cmake
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE message)
  if(NOT code EQUAL 0 AND NOT message MATCHES "graph/header.hpp")
    message(FATAL_ERROR "failed otherwise: ${message}")
  endif()
  set(${result} ${code} PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${work})
file(WRITE ${work}/include/senda/language/extensions.hpp "[[gnu::cold]] int f();\n")
file(WRITE ${header} "${plain}")
run(code)
if(NOT code EQUAL 0)
  message(SEND_ERROR "plain C++ is refused")
endif()

foreach(line IN ITEMS
    "[[gnu::noinline]] void f()" "[[nodiscard, clang::always_inline]] int f()" "[[no_unique_address]] T t"
    "[[msvc::no_unique_address]] T t" "using v = int __attribute__((vector_size(16)))" "__forceinline int f()"
    "__declspec(noinline) int f()" "return __builtin_prefetch(p)" "#if __has_builtin(f)" "__atomic_load(a, b, c)"
    "__sync_synchronize()" "#pragma GCC optimize" "#  pragma clang loop" "_Pragma(\"once\")" "unsigned __int128 wide"
    "asm volatile(\"\")" "__asm__(\"\")" "T* __restrict p" "__extension__ int x"
    "U'─'")
  file(WRITE ${header} "${plain}  ${line}\n")
  run(code)
  if(code EQUAL 0)
    message(SEND_ERROR "not found: ${line}")
  endif()
endforeach()
