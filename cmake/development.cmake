# SPDX-License-Identifier: MIT
# What senda's own tests, programs and benchmarks are compiled with; nothing of it reaches a consumer.

option(SENDA_BUILD_COMPILE_TESTS
  "With the tests: headers that compile alone, wrong uses that do not, projects that use senda" ON)
option(SENDA_COMPILE_TOGETHER
  "Compile many sources of senda's own tests and programs as one: half the time for all, more for one" ON)
option(SENDA_ONLY_READ_PROGRAMS
  "See that programs, their tests and benchmarks compile, and make no code of them" OFF)
option(SENDA_TEST_TWICE
  "Test what another compiler of ./check tests too: wrong uses, the table of graphs, each quickstart alone" ON)
set(SENDA_ONLY_READ_TESTS "" CACHE STRING
  "See that the tests whose path matches this compile, and make no code of them: another compiler runs them")
set(SENDA_MAKE_TESTS "" CACHE STRING "But make these, whose path matches that too")
set(SENDA_LEAVE_OUT_TESTS "" CACHE STRING "Not even read the tests whose path matches this")
option(SENDA_WERROR "Treat the warnings of senda's own tests and programs as errors" OFF)

add_library(senda_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(senda_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    $<$<BOOL:${SENDA_WERROR}>:-Werror>)
elseif(MSVC)
  target_compile_options(senda_warnings INTERFACE /W4 $<$<BOOL:${SENDA_WERROR}>:/WX>)
endif()
add_library(senda_strict INTERFACE)
target_link_libraries(senda_strict INTERFACE senda::senda senda_warnings)

function(compile_together target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${SENDA_COMPILE_TOGETHER} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# Sources that a compiler reads, with all its warnings, and makes no code of.
function(only_read target)
  add_library(${target} OBJECT ${ARGN})
  set_target_properties(${target} PROPERTIES
    RULE_LAUNCH_COMPILE "sh ${PROJECT_SOURCE_DIR}/cmake/only_read.sh <OBJECT>"
    UNITY_BUILD ${SENDA_COMPILE_TOGETHER} UNITY_BUILD_BATCH_SIZE 48)
endfunction()

# Many sources compiled as one have more sections than an object file of Windows holds by itself.
if(MSVC)
  add_compile_options(/bigobj /permissive- /utf-8 /Zc:__cplusplus)
  add_compile_definitions(_CRT_SECURE_NO_WARNINGS NOMINMAX)
  set(not_optimised /Od)
else()
  add_compile_options($<$<BOOL:${MINGW}>:-Wa,-mbig-obj>)
  set(not_optimised -O0)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
enable_testing()
