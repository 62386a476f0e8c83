# SPDX-License-Identifier: MIT
# Turns a table of a page into a program that tests each row: | what you have: `code` | `an expression` | its cost |.
# The code stands before the expression, whose result must have found a path of that cost.

# Sets `result` to the source made from the table after the line `heading` of the page.
function(extract_table result directory page heading)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
  file(READ ${PROJECT_SOURCE_DIR}/${page} text)
  string(FIND "${text}" "\n${heading}\n" at)
  string(SUBSTRING "${text}" ${at} -1 text)
  set(code "")
  set(calls "")
  set(boost "")
  set(rows 0)
  set(is_table FALSE)
  pop_line(text line)
  while(NOT text STREQUAL "" AND (NOT is_table OR line MATCHES "^\\|"))
    pop_line(text line)
    if(NOT line MATCHES "^\\|")
      continue()
    endif()
    set(is_table TRUE)
    if(NOT line MATCHES "^\\| .*`([^`]+)` +\\| +`([^`]+)` +\\| +([^`| ]+) +\\|$")
      if(NOT line MATCHES "^\\|[-:| ]+$" AND NOT line MATCHES "^\\| what you have ")
        message(FATAL_ERROR "${page}: a row of '${heading}' that cannot be read: ${line}")
      endif()
      continue()
    endif()
    set(have "${CMAKE_MATCH_1}")
    set(write "${CMAKE_MATCH_2}")
    set(cost "${CMAKE_MATCH_3}")
    if(have MATCHES "boost::")
      if(NOT BOOST_GRAPH_INCLUDE)
        continue()
      endif()
      set(boost "#include <senda/graph/boost.hpp>\n#include <boost/graph/adjacency_list.hpp>\n")
    endif()
    math(EXPR rows "${rows} + 1")
    string(APPEND code "
void row_${rows}() {
    ${have}
    const auto found = ${write};
    check(R\"(${have} -> ${write})\", found.status == senda::status::found && found.cost == ${cost});
}
")
    string(APPEND calls "    row_${rows}();\n")
  endwhile()
  if(rows EQUAL 0)
    message(FATAL_ERROR "${page}: no table after '${heading}'")
  endif()
  write_if_new(${directory}/table_rows.cpp "#include \"blocks.hpp\"
#include <cstdio>
#include <unordered_map>
${boost}
namespace {

bool all_right = true;

void check(const char* row, bool is_right) {
    if (!is_right) std::printf(\"wrong: %s\\n\", row);
    all_right = all_right && is_right;
}
${code}
}  // namespace

int main() {
${calls}    return all_right ? 0 : 1;
}
")
  set(${result} ${directory}/table_rows.cpp PARENT_SCOPE)
endfunction()
