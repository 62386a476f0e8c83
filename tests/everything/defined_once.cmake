# SPDX-License-Identifier: MIT
# Fails if an object file that includes every header defines something that another one which does so
# would define again: `nm` shows functions and variables that the linker will not merge by a capital
# letter other than W and V.
#
#   cmake -D nm=... -D object=... -P defined_once.cmake
execute_process(COMMAND ${nm} --extern-only --defined-only --demangle ${object}
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
if(NOT symbols MATCHES " T main\n" OR NOT symbols MATCHES " W [^\n]*senda::")
  message(FATAL_ERROR "${nm} does not list the symbols as expected:\n${symbols}")
endif()
string(REGEX MATCHALL "[0-9a-f]+ [A-TX-Z] [^\n]+" strong "${symbols}")
list(FILTER strong EXCLUDE REGEX " T main$")
if(strong)
  list(JOIN strong "\n" strong)
  message(FATAL_ERROR "not inline, and so defined again in every source that includes it:\n${strong}")
endif()
