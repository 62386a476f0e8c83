# SPDX-License-Identifier: MIT
# Makes what the projects start from, anew: copies of them, outside of senda; senda in the folders of
# those that have it there, in an archive, and installed.
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
file(COPY ${projects}/ DESTINATION ${work}/projects)
foreach(project IN ITEMS add_subdirectory bundled compiled systems)
  file(CREATE_LINK ${root} ${work}/projects/${project}/senda SYMBOLIC)
endforeach()

# The archive has what a user needs, and neither tests nor examples.
execute_process(
  COMMAND ${CMAKE_COMMAND} -E tar czf ${work}/senda.tar.gz CMakeLists.txt LICENSE cmake include
  WORKING_DIRECTORY ${root} COMMAND_ERROR_IS_FATAL ANY)

if(binary_directory)
  execute_process(
    COMMAND ${CMAKE_COMMAND} --install ${binary_directory} --prefix ${work}/first_prefix
    COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  # What is installed may be moved.
  file(RENAME ${work}/first_prefix ${work}/prefix)
endif()
