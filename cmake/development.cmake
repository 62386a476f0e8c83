# SPDX-License-Identifier: MIT
# What senda's own tests, programs and benchmarks are compiled with; nothing of it reaches a consumer.

option(SENDA_BUILD_COMPILE_TESTS
  "With the tests: headers that compile alone, wrong uses that do not, projects that use senda" ON)
option(SENDA_COMPILE_TOGETHER
  "Compile many sources of senda's own tests and programs as one: half the time for all, more for one" ON)
option(SENDA_WERROR "Treat the warnings of senda's own tests and programs as errors" OFF)

add_library(senda_warnings INTERFACE)
if(CMAKE_CXX_COMPILER_ID MATCHES "GNU|Clang")
  target_compile_options(senda_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
    $<$<BOOL:${SENDA_WERROR}>:-Werror>)
endif()
add_library(senda_strict INTERFACE)
target_link_libraries(senda_strict INTERFACE senda::senda senda_warnings)

function(compile_together target)
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${SENDA_COMPILE_TOGETHER} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

set(CMAKE_CXX_EXTENSIONS OFF)
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
enable_testing()
