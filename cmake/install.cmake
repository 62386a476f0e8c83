# SPDX-License-Identifier: MIT
# What `cmake --install` puts where: the headers, and how CMake, pkg-config and debuggers find them.
# All of it is the same on every machine, hence share/ and not lib/, and can be moved as a whole; but for the library
# senda::compiled, where that is made, and the package that has it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_directory ${CMAKE_INSTALL_DATADIR}/cmake/senda)
set(for_all_machines ARCH_INDEPENDENT)
if(SENDA_COMPILED)
  set(package_directory ${CMAKE_INSTALL_LIBDIR}/cmake/senda)
  set(for_all_machines "")
  install(TARGETS senda_compiled EXPORT senda_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
set(pkgconfig_directory ${CMAKE_INSTALL_DATADIR}/pkgconfig)

install(DIRECTORY include/senda DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cppm")
install(TARGETS senda EXPORT senda_targets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(SENDA_SYSTEMS)
  # In a folder of their own: <maze/solve.hpp> might be somebody else's.
  set(systems_directory ${CMAKE_INSTALL_INCLUDEDIR}/senda_systems)
  install(DIRECTORY examples/common DESTINATION ${systems_directory} FILES_MATCHING PATTERN "*.hpp")
  foreach(system IN LISTS senda_systems)
    install(DIRECTORY examples/${system} DESTINATION ${systems_directory} FILES_MATCHING PATTERN "*.hpp")
    install(TARGETS senda_${system} EXPORT senda_targets INCLUDES DESTINATION ${systems_directory})
  endforeach()
endif()
install(EXPORT senda_targets
  FILE senda-targets.cmake NAMESPACE senda:: DESTINATION ${package_directory})
configure_package_config_file(cmake/senda-config.cmake.in senda-config.cmake
  INSTALL_DESTINATION ${package_directory} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(senda-config-version.cmake
  COMPATIBILITY SameMinorVersion ${for_all_machines})
install(
  FILES
    ${PROJECT_BINARY_DIR}/senda-config.cmake
    ${PROJECT_BINARY_DIR}/senda-config-version.cmake
  DESTINATION ${package_directory})

# pkg-config knows the directory of its file, and the way from there to the prefix is relative; unless
# the directories are set to absolute ones, which stay where they are.
set(pkgconfig_prefix ${CMAKE_INSTALL_PREFIX})
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_DATADIR})
  file(RELATIVE_PATH way_up /prefix/${pkgconfig_directory} /prefix)
  string(REGEX REPLACE "/$" "" way_up ${way_up})
  set(pkgconfig_prefix "\${pcfiledir}/${way_up}")
endif()
set(pkgconfig_includes ${CMAKE_INSTALL_INCLUDEDIR})
if(NOT IS_ABSOLUTE ${CMAKE_INSTALL_INCLUDEDIR})
  set(pkgconfig_includes "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
configure_file(cmake/senda.pc.in senda.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/senda.pc DESTINATION ${pkgconfig_directory})

install(FILES scripts/debugger/senda.natvis scripts/debugger/senda_gdb.py
  DESTINATION ${CMAKE_INSTALL_DATADIR}/senda)
# The folder for documents is named after the project that asked for it first, which may be another.
set(licence_directory ${CMAKE_INSTALL_DOCDIR})
if(NOT PROJECT_IS_TOP_LEVEL)
  set(licence_directory ${CMAKE_INSTALL_DATAROOTDIR}/doc/senda)
endif()
install(FILES LICENSE DESTINATION ${licence_directory})
