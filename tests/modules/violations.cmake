# SPDX-License-Identifier: MIT
# modules.cmake finds what it says it finds: a small tree in order passes, and each change to it that
# breaks a rule is reported.
#   cmake -D work=DIR -P violations.cmake
cmake_minimum_required(VERSION 3.25)
set(script ${CMAKE_CURRENT_LIST_DIR}/modules.cmake)

function(build_tree)
  file(REMOVE_RECURSE ${work})
  file(WRITE ${work}/include/senda/graph/csr.hpp "#include <senda/detail/graph/rows.hpp>\n")
  file(WRITE ${work}/include/senda/detail/graph/rows.hpp "\n")
  file(WRITE ${work}/include/senda/search/bfs.hpp "#include <senda/graph/csr.hpp>\n")
  file(WRITE ${work}/include/senda/scale/mpi/bfs.hpp "#include <senda/search/bfs.hpp>\n")
  file(WRITE ${work}/include/senda/senda.hpp "#include <senda/graph/csr.hpp>\n#include <senda/search/bfs.hpp>\n")
  file(WRITE ${work}/include/senda/everything.hpp "#include <senda/senda.hpp>\n")
  file(WRITE ${work}/include/senda/senda.cppm "module;\n#include <vector>\nexport module senda;\n")
  file(WRITE ${work}/tests/graph/rows_test.cpp "#include <senda/detail/graph/rows.hpp>\n")
  file(WRITE ${work}/CONTRIBUTING.md
    "<!-- public headers: cmake -D update=ON -P tests/modules/modules.cmake -->\n```text\n```\n")
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
  build_tree()
endfunction()

build_tree()
expect("a tree in order" "")

file(WRITE ${work}/include/senda/graph/csr.hpp "#include <senda/search/bfs.hpp>\n")
expect("an include that goes up" "graph/csr.hpp: includes search/bfs.hpp, but graph is not above search")

file(WRITE ${work}/include/senda/search/bfs.hpp "#include <pacman/board.hpp>\n")
expect("an include of an example" "search/bfs.hpp: #include <pacman/board.hpp>, which is no header of the library")

file(WRITE ${work}/bench/speed.cpp "  # include \"senda/detail/graph/rows.hpp\"\n")
expect("a benchmark that looks inside" "bench/speed.cpp: includes detail/graph/rows.hpp, which is not public")

file(WRITE ${work}/docs/page.md "```cpp\n#include <senda/detail/graph/rows.hpp>\n```\n")
expect("a page that looks inside" "docs/page.md: includes detail/graph/rows.hpp, which is not public")

file(WRITE ${work}/include/senda/detail/graph/rows.hpp "#include <senda/graph/csr.hpp>\n")
expect("a circle of headers" "a circle of includes: detail/graph/rows.hpp -> graph/csr.hpp -> detail/graph/rows.hpp")

file(WRITE ${work}/include/senda/graph/csr.hpp "// near\nint nearest; const char* a = \"far\";\n")
expect("names that only begin like a macro" "")

file(WRITE ${work}/include/senda/graph/csr.hpp "int near = 1;\n")
expect("a macro of windows.h" "graph/csr.hpp: near is a macro of windows.h")

file(WRITE ${work}/include/senda/graph/csr.hpp "#include <senda/detail/graph/rows.hpp>\n#include <map>\n")
expect("a header that the module lacks" "senda.cppm: does not include <map>, as graph/csr.hpp does")

file(WRITE ${work}/include/senda/attic/window.hpp "\n")
expect("a module that is not in the list" "attic/window.hpp: there is no module attic")

file(WRITE ${work}/include/senda/search/dfs.hpp "\n")
expect("a search that is not in senda.hpp" "senda.hpp: does not include search/dfs.hpp")

file(WRITE ${work}/include/senda/roads/files.hpp "\n")
expect("a public header that is not in everything.hpp" "everything.hpp: does not include roads/files.hpp")

file(WRITE ${work}/examples/old.cpp "#include <senda/graph/gone.hpp>\n")
expect("an include of nothing" "examples/old.cpp: includes graph/gone.hpp, which is not there")

file(WRITE ${work}/include/senda/scale/mpi/astar.hpp "\n")
expect("an old list" "its list of public headers is not up to date")
