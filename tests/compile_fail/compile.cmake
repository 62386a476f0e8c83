# SPDX-License-Identifier: MIT
# Compiles `source`, which must fail as it says.

# A longer message is not a message but a dump, and what it is about stands at its begin.
set(most_lines 39)
set(first_lines 30)

execute_process(COMMAND ${compile} ${source}
  RESULT_VARIABLE failed ERROR_VARIABLE message OUTPUT_QUIET)

function(count_lines text result)
  string(REGEX REPLACE "[^\n]" "" newlines "${text}")
  string(LENGTH "${newlines}" lines)
  set(${result} ${lines} PARENT_SCOPE)
endfunction()

if(NOT failed)
  message(FATAL_ERROR "compiles, but must not")
endif()
count_lines("${message}" lines)
if(lines GREATER most_lines)
  message(FATAL_ERROR "the message has ${lines} lines, more than ${most_lines}:\n${message}")
endif()

file(STRINGS ${source} expectations REGEX "^// EXPECT: .+")
if(NOT expectations)
  message(FATAL_ERROR "has no line '// EXPECT: text'")
endif()
foreach(expectation IN LISTS expectations)
  string(REGEX REPLACE "^// EXPECT: " "" text "${expectation}")
  string(REPLACE " | " ";" spellings "${text}")
  set(position -1)
  foreach(spelling IN LISTS spellings)
    if(position EQUAL -1)
      string(FIND "${message}" "${spelling}" position)
    endif()
  endforeach()
  if(position EQUAL -1)
    message(FATAL_ERROR "the message does not contain '${text}':\n${message}")
  endif()
  string(SUBSTRING "${message}" 0 ${position} before)
  count_lines("${before}" line)
  if(line GREATER_EQUAL first_lines)
    message(FATAL_ERROR "'${text}' comes only after ${line} lines of message:\n${message}")
  endif()
endforeach()
