# SPDX-License-Identifier: MIT
# Makes the Conan package of senda and runs its test_package, with a Conan home of its own and without
# any remote: senda needs no other package.
set(ENV{CONAN_HOME} ${work})
execute_process(COMMAND ${conan} profile detect --force COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${conan} create ${root}/cmake/conan --no-remote -s compiler.cppstd=20
  COMMAND_ERROR_IS_FATAL ANY)
