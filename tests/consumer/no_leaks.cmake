# SPDX-License-Identifier: MIT
# A consumer gets an include directory and C++20, and nothing else.
foreach(property IN ITEMS
    INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_DEFINITIONS INTERFACE_LINK_OPTIONS
    INTERFACE_LINK_LIBRARIES)
  get_target_property(value senda::senda ${property})
  if(value)
    message(FATAL_ERROR "senda::senda hands on ${property}: ${value}")
  endif()
endforeach()
get_target_property(features senda::senda INTERFACE_COMPILE_FEATURES)
if(NOT features STREQUAL "cxx_std_20")
  message(FATAL_ERROR "senda::senda asks for '${features}' instead of cxx_std_20")
endif()
