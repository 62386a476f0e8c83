# SPDX-License-Identifier: MIT
# For compilers that make programs for another machine. What the tests and programs need are libraries
# of headers, which are the same everywhere; but they stand in /usr/include beside the C library of this
# machine, which is not. So each has a link in a folder that holds nothing else.
set(folder ${CMAKE_BINARY_DIR}/header_libraries)
file(MAKE_DIRECTORY ${folder})
foreach(library IN ITEMS doctest/doctest CLI11/CLI nlohmann_json/nlohmann)
  cmake_path(GET library PARENT_PATH package)
  cmake_path(GET library FILENAME name)
  if(NOT EXISTS /usr/include/${name})
    continue()
  endif()
  file(CREATE_LINK /usr/include/${name} ${folder}/${name} SYMBOLIC)
  file(CONFIGURE OUTPUT ${folder}/${package}Config.cmake @ONLY CONTENT [[
if(NOT TARGET @package@::@package@)
  add_library(@package@::@package@ INTERFACE IMPORTED)
  target_include_directories(@package@::@package@ INTERFACE ${CMAKE_CURRENT_LIST_DIR})
endif()
]])
  set(${package}_DIR ${folder} CACHE PATH "" FORCE)
endforeach()
if(EXISTS /usr/include/boost/graph)
  file(CREATE_LINK /usr/include/boost ${folder}/boost SYMBOLIC)
  set(BOOST_GRAPH_INCLUDE ${folder} CACHE PATH "" FORCE)
endif()
