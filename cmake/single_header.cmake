# SPDX-License-Identifier: MIT
# The target `single_header`: senda in one file, for a release. It is not a part of `all`.
set(SENDA_SINGLE_HEADER_OF "senda/everything.hpp;senda/scale/disk_bfs.hpp;\
senda/graph/formats/binary_vectors.hpp" CACHE STRING
  "The headers, and folders of headers, that the single header holds with all that they include")

set(single_header ${PROJECT_BINARY_DIR}/single_header/senda_single.hpp)
file(GLOB_RECURSE single_header_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.hpp)
add_custom_command(
  OUTPUT ${single_header}
  COMMAND ${CMAKE_COMMAND}
    -D root=${PROJECT_SOURCE_DIR}
    -D version=${PROJECT_VERSION}
    -D "parts=${SENDA_SINGLE_HEADER_OF}"
    -D output=${single_header}
    -P ${PROJECT_SOURCE_DIR}/cmake/join_headers.cmake
  DEPENDS ${single_header_sources} ${PROJECT_SOURCE_DIR}/cmake/join_headers.cmake
    ${PROJECT_SOURCE_DIR}/LICENSE
  COMMENT "Joining the headers into senda_single.hpp"
  VERBATIM)
add_custom_target(single_header DEPENDS ${single_header})
