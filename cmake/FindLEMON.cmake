# SPDX-License-Identifier: MIT
# Finds the LEMON graph library as LEMON::LEMON. Its own config file has no target and goes by
# different names on different systems, hence a look at the files themselves.
find_path(LEMON_INCLUDE_DIR lemon/core.h)
find_library(LEMON_LIBRARY lemon)
mark_as_advanced(LEMON_INCLUDE_DIR LEMON_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LEMON REQUIRED_VARS LEMON_LIBRARY LEMON_INCLUDE_DIR)

if(LEMON_FOUND AND NOT TARGET LEMON::LEMON)
  add_library(LEMON::LEMON UNKNOWN IMPORTED)
  set_target_properties(LEMON::LEMON PROPERTIES
    IMPORTED_LOCATION "${LEMON_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${LEMON_INCLUDE_DIR}")
endif()
