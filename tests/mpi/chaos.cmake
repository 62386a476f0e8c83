# SPDX-License-Identifier: MIT
# Kills a rank of a search so many times, each time at another moment, and goes on from the checkpoint with
# another number of ranks: the answer must be right each time, also after several kills in a row.
#   cmake -D mpiexec=... -D flag=-n -D program=... -D search=bfs -D folder=... -D kills=50 -P chaos.cmake
cmake_minimum_required(VERSION 3.25)
set(killed 0)
set(seed 0)
file(REMOVE_RECURSE ${folder})
while(killed LESS kills)
  math(EXPR seed "${seed} + 1")
  math(EXPR ranks "1 + ${seed} * 5 % 4")
  execute_process(COMMAND ${mpiexec} ${flag} ${ranks} ${program} ${search} ${folder} ${seed}
    TIMEOUT 60 RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    if(NOT text MATCHES "[Kk]illed|signal 9|KILL")
      message(FATAL_ERROR "seed ${seed} on ${ranks} ranks ended with ${code}:\n${text}")
    endif()
    math(EXPR killed "${killed} + 1")
    math(EXPR in_a_row "${seed} % 3")
    if(in_a_row EQUAL 0 AND killed LESS kills)
      continue()  # goes on, and is killed again
    endif()
    math(EXPR ranks "1 + ${seed} * 7 % 4")
    execute_process(COMMAND ${mpiexec} ${flag} ${ranks} ${program} ${search} ${folder} 0
      TIMEOUT 60 RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
    if(NOT code EQUAL 0)
      message(FATAL_ERROR "after seed ${seed}, ${ranks} ranks did not go on:\n${text}")
    endif()
  elseif(seed GREATER 400)
    message(FATAL_ERROR "only ${killed} of ${seed} searches were killed in time")
  endif()
endwhile()
file(REMOVE_RECURSE ${folder})
message("${killed} kills in ${seed} searches, and the right answer after each")
