# SPDX-License-Identifier: MIT
# Every file says under which licence it is, in its first lines, unless its format leaves no room
# for it.
cmake_minimum_required(VERSION 3.25)

set(generated "^(build|\\.git|\\.cache|\\.idea|\\.vscode|compile_commands\\.json|CMakeUserPresets\\.json)(/|$)")
set(droppings "(~|\\.swp|\\.pyc|/node_modules/.*|^[^/]+\\.(apng|dot|html|svg))$")  # as the programs write
# Pictures and JSON; boards, mazes and what the fuzzers read, where each byte counts; and the licence.
set(without_room "(\\.png|\\.json|^LICENSE|^examples/(duels|mazes|maps|parks)/.+\\.txt|^examples/crossings/.+|^tests/fuzz/(seeds|regressions)/.+|^tests/[^/]+/data/.+)$")

file(GLOB entries RELATIVE ${root} ${root}/* ${root}/.*)
list(FILTER entries EXCLUDE REGEX "^\\.\\.?$")
set(files "")
foreach(entry IN LISTS entries)
  if(entry MATCHES "${generated}")
    continue()
  elseif(IS_DIRECTORY ${root}/${entry})
    file(GLOB_RECURSE below RELATIVE ${root} ${root}/${entry}/*)
    list(APPEND files ${below})
  else()
    list(APPEND files ${entry})
  endif()
endforeach()
list(FILTER files EXCLUDE REGEX "${droppings}")
list(FILTER files EXCLUDE REGEX "${without_room}")

foreach(file IN LISTS files)
  file(STRINGS ${root}/${file} first_lines LIMIT_COUNT 5)
  if(NOT first_lines MATCHES "SPDX-License-Identifier: MIT")
    message(SEND_ERROR "${file} has no line 'SPDX-License-Identifier: MIT' among its first five")
  endif()
endforeach()
list(LENGTH files count)
if(count LESS 100)
  message(SEND_ERROR "only ${count} files looked at")
endif()
message(STATUS "${count} files looked at")
