# SPDX-License-Identifier: MIT
# A consumer gets a target with an include directory and C++20, and nothing else.

function(expect_a_clean_target)
  foreach(property IN ITEMS
      INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_DEFINITIONS INTERFACE_LINK_OPTIONS
      INTERFACE_LINK_LIBRARIES INTERFACE_SOURCES)
    get_target_property(value senda::senda ${property})
    if(value)
      message(FATAL_ERROR "senda::senda hands on ${property}: ${value}")
    endif()
  endforeach()
  get_target_property(features senda::senda INTERFACE_COMPILE_FEATURES)
  if(NOT features STREQUAL "cxx_std_20")
    message(FATAL_ERROR "senda::senda asks for '${features}' instead of cxx_std_20")
  endif()
endfunction()

# What a project has before senda joins it.
macro(note_what_is_there)
  get_cmake_property(commands_before COMMANDS)
  get_cmake_property(cache_before CACHE_VARIABLES)
endmacro()

# senda as a subdirectory adds one target and its own options, which are all off: no command, no
# variable, no folder below its own.
function(expect_nothing_but_the_target directory)
  get_property(targets DIRECTORY ${directory} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(folders DIRECTORY ${directory} PROPERTY SUBDIRECTORIES)
  get_property(tests DIRECTORY ${directory} PROPERTY TESTS)
  if(NOT targets STREQUAL "senda" OR folders OR tests)
    message(FATAL_ERROR "senda adds targets '${targets}', folders '${folders}', tests '${tests}'")
  endif()
  foreach(language IN ITEMS C CXX)
    if(CMAKE_${language}_EXTENSIONS OR CMAKE_${language}_STANDARD)
      message(FATAL_ERROR "senda sets the standard of everything")
    endif()
  endforeach()

  get_cmake_property(commands COMMANDS)
  get_cmake_property(cache CACHE_VARIABLES)
  list(REMOVE_ITEM commands ${commands_before})
  list(REMOVE_ITEM cache ${cache_before})
  if(commands)
    message(FATAL_ERROR "senda leaves commands behind: ${commands}")
  endif()
  foreach(name IN LISTS cache)
    get_property(type CACHE ${name} PROPERTY TYPE)
    if(type MATCHES "STATIC|INTERNAL")
      continue()  # CMake's own
    elseif(NOT name MATCHES "^SENDA_")
      message(FATAL_ERROR "senda leaves ${name} in the cache")
    elseif(type STREQUAL "BOOL" AND ${name})
      message(FATAL_ERROR "${name} is on in a project that only uses senda")
    endif()
  endforeach()
endfunction()
