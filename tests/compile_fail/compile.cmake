# SPDX-License-Identifier: MIT
# Compiles `source` as the variant `fault` (must fail as it says) or `control` (must compile).

# A message that starts later than this is not a message but a dump.
set(readable_lines 50)

set(command ${compile} ${source})
if(variant STREQUAL "control")
  list(APPEND command -DWITHOUT_FAULT)
endif()
execute_process(COMMAND ${command} RESULT_VARIABLE failed ERROR_VARIABLE message OUTPUT_QUIET)

if(variant STREQUAL "control")
  if(failed)
    message(FATAL_ERROR "does not compile without its fault either:\n${message}")
  endif()
  return()
endif()

if(NOT failed)
  message(FATAL_ERROR "compiles, but must not")
endif()
file(STRINGS ${source} expectations REGEX "^// EXPECT: .+")
if(NOT expectations)
  message(FATAL_ERROR "has no line '// EXPECT: text'")
endif()
foreach(expectation IN LISTS expectations)
  string(REGEX REPLACE "^// EXPECT: " "" text "${expectation}")
  string(FIND "${message}" "${text}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "the message does not contain '${text}':\n${message}")
  endif()
  string(SUBSTRING "${message}" 0 ${position} before)
  string(REGEX REPLACE "[^\n]" "" newlines "${before}")
  string(LENGTH "${newlines}" line)
  if(line GREATER_EQUAL readable_lines)
    message(FATAL_ERROR "'${text}' comes only after ${line} lines of message:\n${message}")
  endif()
endforeach()
