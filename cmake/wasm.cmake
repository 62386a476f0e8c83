# SPDX-License-Identifier: MIT
# Compiles C++ to WebAssembly, beside the ordinary build and with a compiler of its own.

find_program(SENDA_WASM_COMPILER clang++-19 clang++ DOC "clang++ that makes WebAssembly of C++")
# Small, since a page carries it: to optimise all sources at once leaves out a sixth.
set(SENDA_WASM_OPTIMIZATION -Os -flto CACHE STRING "How WebAssembly is optimised")

# What it needs, and a word that it is there: found out once, when configuring.
function(require_wasm)
  if(SENDA_WASM_WORKS)
    return()
  endif()
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/wasm_probe)
  file(WRITE ${probe}.cpp "#include <vector>\nint main() { return static_cast<int>(std::vector<int>(3).size()) - 3; }\n")
  set(failed TRUE)
  if(SENDA_WASM_COMPILER)
    execute_process(COMMAND ${SENDA_WASM_COMPILER} --target=wasm32-wasi -std=c++20 -fno-exceptions ${probe}.cpp
      -o ${probe}.wasm RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  endif()
  if(failed)
    message(FATAL_ERROR "WebAssembly needs clang 19 with its libraries (Debian: clang-19 lld-19 "
      "libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)")
  endif()
  set(SENDA_WASM_WORKS TRUE CACHE INTERNAL "clang and its libraries for WebAssembly are there")
endfunction()

set(SENDA_WASM_COMPILE_OPTIONS --target=wasm32-wasi -std=c++20 ${SENDA_WASM_OPTIMIZATION} -DNDEBUG
  -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  $<$<BOOL:${SENDA_WERROR}>:-Werror>)
# The stack comes first in memory, so that one that grows too large traps: behind the data, it would
# overwrite constants.
set(SENDA_WASM_LINK_OPTIONS --target=wasm32-wasi ${SENDA_WASM_OPTIMIZATION} -fno-exceptions
  -Wl,--strip-all,-z,stack-size=1048576,--stack-first)

# add_wasm_module(TARGET [COMPILE_OPTIONS option...] [LINK_OPTIONS option...] SOURCES source...)
# makes TARGET.wasm in the present binary directory; the target has the path as its property
# WASM_FILE. Link with -mexec-model=reactor for a module that is called, without for a program.
function(add_wasm_module target)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "" "SOURCES;COMPILE_OPTIONS;LINK_OPTIONS")
  require_wasm()
  set(objects "")
  foreach(source IN LISTS module_SOURCES)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(GET source STEM name)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}.dir/${name}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/${target}.dir
      COMMAND ${SENDA_WASM_COMPILER} ${SENDA_WASM_COMPILE_OPTIONS} ${module_COMPILE_OPTIONS}
        -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_SOURCE_DIR}/examples -MD -MT ${object} -MF ${object}.d
        -c ${source} -o ${object}
      DEPENDS ${source}
      DEPFILE ${object}.d
      COMMENT "Building WebAssembly object ${target}/${name}.o"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(file ${CMAKE_CURRENT_BINARY_DIR}/${target}.wasm)
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${SENDA_WASM_COMPILER} ${SENDA_WASM_LINK_OPTIONS} ${module_LINK_OPTIONS} ${objects}
      -o ${file}
    DEPENDS ${objects}
    COMMENT "Linking WebAssembly module ${target}.wasm"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target} DEPENDS ${file})
  set_target_properties(${target} PROPERTIES WASM_FILE ${file})
endfunction()
