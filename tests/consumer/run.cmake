# Installs Isobar into an empty prefix, builds the consumer against it, and runs that.
cmake_minimum_required(VERSION 3.25)
set(prefix ${WORK_DIR}/prefix)
set(build ${WORK_DIR}/build)
file(REMOVE_RECURSE ${prefix} ${build})
if(SANITIZE)
  string(APPEND CXX_FLAGS " -fsanitize=${SANITIZE}")
endif()
# A Kokkos that was built with Isobar has no directory of its own: it lies in the prefix.
set(packages "")
foreach(package Kokkos KokkosKernels)
  if(EXISTS ${${package}_DIR}/${package}Config.cmake)
    list(APPEND packages -D ${package}_DIR=${${package}_DIR})
  endif()
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} --install ${ISOBAR_BUILD_DIR} --prefix ${prefix}
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${CMAKE_CURRENT_LIST_DIR} -B ${build}
          -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
          -D CMAKE_CXX_FLAGS=${CXX_FLAGS} -D "CMAKE_PREFIX_PATH=${prefix};${PREFIX_PATH}"
          ${packages} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${build}/consumer COMMAND_ERROR_IS_FATAL ANY)
