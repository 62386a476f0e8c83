# SPDX-License-Identifier: MIT
# Stops `program` in gdb, prints its answers and compares what is printed with `page`, docs/debugging.md,
# and more. Also evaluates what senda.natvis asks of them, since no debugger that reads it is here.
cmake_minimum_required(VERSION 3.25)
set(ENV{DEBUGINFOD_URLS} "")

function(look output_variable)
  set(commands "")
  foreach(command IN LISTS ARGN)
    list(APPEND commands -ex "${command}")
  endforeach()
  execute_process(
    COMMAND ${gdb} -nx -batch -ex "source ${scripts}/senda_gdb.py" -ex "break stop_here" -ex run
      -ex up ${commands} ${program}
    OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(output MATCHES "ptrace|not supported in this copy of GDB|Could not trace|During startup program")
    message("gdb cannot run a program or a script here:\n${output}")
    set(output "")
  endif()
  set(${output_variable} "${output}" PARENT_SCOPE)
endfunction()

file(STRINGS ${scripts}/senda.natvis items REGEX "<Item ")
list(TRANSFORM items REPLACE ".*>([^<]+)</Item>.*" "print trip.\\1")
list(REMOVE_DUPLICATES items)
look(output
  "print found" "print stopped" "print none" "print named" "print trip"
  "print senda::status::found" "print senda::status::exhausted"
  ${items})
if(output STREQUAL "")
  return()
endif()

function(expect text)
  string(FIND "${output}" "${text}" position)
  if(position EQUAL -1)
    message(SEND_ERROR "gdb does not print '${text}'")
  endif()
endfunction()
expect("$4 = found: cost 3, 2 nodes = {lower_bound = 0, path = ")
expect(", actions = ")
expect("$5 = found: cost 2, 1 node = {")
expect(", resources = ")

file(STRINGS ${page} shown REGEX "^\\$[0-9]+ = ")
if(NOT shown)
  message(SEND_ERROR "${page} shows nothing")
endif()
# How a vector looks is up to the standard library, which may not have told gdb.
if(output MATCHES "std::vector of length")
  foreach(line IN LISTS shown)
    string(REGEX REPLACE "{\\.\\.\\.}.*" "" line "${line}")
    expect("${line}")
  endforeach()
endif()

list(LENGTH items count)
math(EXPR last "7 + ${count}")
if(count EQUAL 0 OR NOT output MATCHES "\\$${last} = ")
  message(SEND_ERROR "not all that senda.natvis asks for can be evaluated")
endif()
message("${output}")
