# SPDX-License-Identifier: MIT
# Pointers and sizes of 32 bits; its programs run under emulation.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(CMAKE_CXX_COMPILER arm-linux-gnueabihf-g++)
# No word that g++ 7 changed how some arguments are passed; and the tests may use random numbers of 64
# bits as indices.
add_compile_options(-Wno-psabi -Wno-error=conversion)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-arm-static -L /usr/arm-linux-gnueabihf)
include(${CMAKE_CURRENT_LIST_DIR}/header_libraries.cmake)
