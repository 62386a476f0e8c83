# SPDX-License-Identifier: MIT
# rooms.cmake finds what it says it finds: a small house in order passes, and each change to it that
# breaks a rule is reported.
#   cmake -D work=DIR -P violations.cmake
cmake_minimum_required(VERSION 3.25)
set(script ${CMAKE_CURRENT_LIST_DIR}/rooms.cmake)

function(build_house)
  file(REMOVE_RECURSE ${work})
  file(WRITE ${work}/include/senda/ground/README.md "# Ground\n- **May include**: no other room.\n- `cellar/`: dark\n")
  file(WRITE ${work}/include/senda/ground/floor.hpp "#include <senda/ground/cellar/stone.hpp>\n")
  file(WRITE ${work}/include/senda/ground/cellar/stone.hpp "\n")
  file(WRITE ${work}/include/senda/attic/README.md "# Attic\n- **May include**: `ground`.\n")
  file(WRITE ${work}/include/senda/attic/window.hpp "#include <senda/ground/floor.hpp>\n")
  file(WRITE ${work}/tests/ground/stone_test.cpp "#include <senda/ground/cellar/stone.hpp>\n")
  file(WRITE ${work}/CONTRIBUTING.md "<!-- rooms: cmake -D update=ON -P tests/rooms/rooms.cmake -->\n```text\n```\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${work} -D update=ON -P ${script} COMMAND_ERROR_IS_FATAL ANY
    OUTPUT_QUIET ERROR_QUIET)
endfunction()

# Runs the script, which must report `expected`, or pass if that is empty.
function(expect name expected)
  execute_process(COMMAND ${CMAKE_COMMAND} -D root=${work} -P ${script}
    RESULT_VARIABLE code OUTPUT_VARIABLE out ERROR_VARIABLE out)
  string(REGEX REPLACE "[ \n]+" " " out "${out}")
  if(expected STREQUAL "" AND NOT code EQUAL 0)
    message(SEND_ERROR "${name}: failed: ${out}")
  elseif(NOT expected STREQUAL "")
    if(code EQUAL 0)
      message(SEND_ERROR "${name}: not found")
    elseif(NOT out MATCHES "${expected}")
      message(SEND_ERROR "${name}: expected '${expected}', not: ${out}")
    endif()
  endif()
  build_house()
endfunction()

build_house()
expect("a house in order" "")

file(WRITE ${work}/include/senda/attic/window.hpp "#include <senda/ground/cellar/stone.hpp>\n")
expect("an include from inside another room" "attic/window.hpp: includes ground/cellar/stone.hpp, which is inside")

file(WRITE ${work}/include/senda/attic/window.hpp "#include <pacman/board.hpp>\n")
expect("an include of an example" "attic/window.hpp: #include <pacman/board.hpp>, which is no header of the library")

file(WRITE ${work}/bench/speed.cpp "  # include \"senda/ground/cellar/stone.hpp\"\n")
expect("a benchmark that looks inside" "bench/speed.cpp: includes ground/cellar/stone.hpp, which is inside ground")

file(WRITE ${work}/docs/page.md "```cpp\n#include <senda/ground/cellar/stone.hpp>\n```\n")
expect("a page that looks inside" "docs/page.md: includes ground/cellar/stone.hpp, which is inside ground")

file(WRITE ${work}/tests/attic/stone_test.cpp "#include <senda/ground/cellar/stone.hpp>\n")
expect("a test of another room" "tests/attic/stone_test.cpp: includes ground/cellar/stone.hpp, which is inside ground")

file(WRITE ${work}/include/senda/ground/cellar/stone.hpp "#include <senda/attic/window.hpp>\n")
expect("an include that goes up" "ground/cellar/stone.hpp: includes attic/window.hpp, but ground may not")

file(WRITE ${work}/include/senda/ground/README.md "# Ground\n- **May include**: `attic`.\n- `cellar/`: dark\n")
file(WRITE ${work}/include/senda/ground/cellar/stone.hpp "#include <senda/attic/door.hpp>\n")
file(WRITE ${work}/include/senda/attic/door.hpp "\n")
expect("a circle of rooms" "a circle of rooms among: attic;ground")

file(WRITE ${work}/include/senda/ground/cellar/stone.hpp "#include <senda/ground/floor.hpp>\n")
expect("a circle of headers" "a circle of includes: .*ground/floor.hpp -> ground/cellar/stone.hpp -> ground/floor.hpp")

file(WRITE ${work}/include/senda/attic/window.hpp "\n")
expect("leave that nobody needs" "attic/README.md: allows ground, which nothing")

file(WRITE ${work}/include/senda/ground/pit/snake.hpp "\n")
expect("a folder without a word" "ground/README.md: names the folders 'cellar', but there are 'cellar;pit'")

file(WRITE ${work}/include/senda/tower/bell.hpp "\n")
expect("a room without a README.md" "tower: has no README.md")

file(WRITE ${work}/examples/old.cpp "#include <senda/ground/gone.hpp>\n")
expect("an include of nothing" "examples/old.cpp: includes ground/gone.hpp, which is not there")

file(WRITE ${work}/include/senda/cave/README.md "# Cave\n- **May include**: no other room.\n")
file(WRITE ${work}/include/senda/cave/bear.hpp "\n")
expect("an old diagram" "its diagram of the rooms is not up to date")
