# SPDX-License-Identifier: MIT
# What senda's own tests, programs and benchmarks are compiled with; nothing of it reaches a consumer.

option(SENDA_BUILD_COMPILE_TESTS
  "With the tests: headers that compile alone, wrong uses that do not, projects that use senda" ON)
option(SENDA_COMPILE_TOGETHER
  "Compile many sources of senda's own tests and programs as one: half the time for all, more for one" ON)
option(SENDA_BUILD_UNIT_TESTS "With the tests: those of the library, and wrong uses that do not compile" ON)
option(SENDA_BENCHMARKS_SYNTAX_ONLY "See that the benchmarks compile, and generate no code" OFF)
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
if(TARGET senda::compiled)
  target_link_libraries(senda_strict INTERFACE senda::compiled)
  target_link_libraries(senda_compiled PRIVATE $<BUILD_INTERFACE:senda_warnings>)
endif()
# Programs, tests and benchmarks of the systems include them; the test of modules sees that no header of the library does.
target_include_directories(senda_strict INTERFACE ${PROJECT_SOURCE_DIR}/examples)

function(compile_together target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${SENDA_COMPILE_TOGETHER} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# Sources that are compiled with all warnings, but to no code.
function(add_syntax_check target)
  add_library(${target} OBJECT ${ARGN})
  set_target_properties(${target} PROPERTIES
    RULE_LAUNCH_COMPILE "sh ${PROJECT_SOURCE_DIR}/cmake/syntax_only.sh <OBJECT>"
    UNITY_BUILD ${SENDA_COMPILE_TOGETHER} UNITY_BUILD_BATCH_SIZE 48)
endfunction()

# What did not change is not compiled again, where there is ccache; not in another checkout either.
find_program(SENDA_CCACHE ccache DOC "ccache, which keeps what was compiled")
mark_as_advanced(SENDA_CCACHE)
if(SENDA_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER AND NOT MSVC)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
    CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${SENDA_CCACHE})
endif()
# Nor does a test run again that passed with the same programs: `launcher` becomes what its command begins with.
function(unless_passed launcher) # PROGRAM...
  set(${launcher} "" PARENT_SCOPE)
  if(SENDA_CCACHE AND CMAKE_HOST_SYSTEM_NAME STREQUAL Linux AND NOT CMAKE_CROSSCOMPILING)
    set(sums "")
    foreach(program IN LISTS ARGN)
      get_target_property(known ${program} SENDA_HAS_SUM)
      if(NOT known)
        add_custom_command(TARGET ${program} POST_BUILD VERBATIM
          COMMAND sh -c "sha256sum <\"$0\" >\"$0.sha256\"" $<TARGET_FILE:${program}>)
        set_target_properties(${program} PROPERTIES SENDA_HAS_SUM TRUE)
      endif()
      list(APPEND sums $<TARGET_FILE:${program}>.sha256)
    endforeach()
    set(${launcher} sh ${PROJECT_SOURCE_DIR}/cmake/unless_passed.sh ${sums} -- PARENT_SCOPE)
  endif()
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
