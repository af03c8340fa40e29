# Installs Isobar into an empty prefix, builds the consumer and the examples against it, and runs them and the program
# that is installed.
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
# A project against the prefix, in a folder of its own below build.
function(build_against_prefix source name)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -G ${GENERATOR} -S ${source} -B ${build}/${name}
            -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${CXX_COMPILER}
            -D CMAKE_CXX_FLAGS=${CXX_FLAGS} -D "CMAKE_PREFIX_PATH=${prefix};${PREFIX_PATH}"
            ${packages} ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build}/${name} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
build_against_prefix(${CMAKE_CURRENT_LIST_DIR} consumer)
execute_process(COMMAND ${build}/consumer/consumer COMMAND_ERROR_IS_FATAL ANY)

set(share ${prefix}/share/isobar)
build_against_prefix(${share}/examples examples)
execute_process(COMMAND ${build}/examples/time_steps COMMAND_ERROR_IS_FATAL ANY)
foreach(example solve_once split_communicator own_preconditioner general_equation own_blocks toy_day)
  foreach(ranks 1 2)
    execute_process(COMMAND ${MPIEXEC} ${ranks} ${build}/examples/${example} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
endforeach()

include(${CMAKE_CURRENT_LIST_DIR}/languages.cmake)

# The Python module of the prefix, with nothing of the source or the build in sight. The example needs mpi4py.
if(PYTHON)
  set(ENV{PYTHONPATH} ${prefix}/${PYTHON_DIR})
  execute_process(
    COMMAND ${PYTHON} -c "import isobar; print(isobar.__file__)" OUTPUT_VARIABLE module OUTPUT_STRIP_TRAILING_WHITESPACE
    WORKING_DIRECTORY ${prefix} COMMAND_ERROR_IS_FATAL ANY)
  cmake_path(IS_PREFIX prefix ${module} NORMALIZE installed)
  if(NOT installed)
    message(FATAL_ERROR "Python finds another module than the installed one: ${module}")
  endif()
  execute_process(COMMAND ${PYTHON} -c "import mpi4py" RESULT_VARIABLE no_mpi4py OUTPUT_QUIET ERROR_QUIET)
  if(NOT no_mpi4py)
    execute_process(COMMAND ${MPIEXEC} 2 ${PYTHON} ${share}/examples/solve.py
                    WORKING_DIRECTORY ${prefix} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endif()

# The program finds what is installed beside it, not what lies in the source: also a deck that is there alone.
file(WRITE ${share}/inputs/new.toml "# A deck of this test\n")
execute_process(COMMAND ${prefix}/bin/isobar --list-decks OUTPUT_VARIABLE decks
                COMMAND_ERROR_IS_FATAL ANY)
foreach(deck quickstart new)
  if(NOT decks MATCHES "${deck}")
    message(FATAL_ERROR "--list-decks does not know ${deck}:\n${decks}")
  endif()
endforeach()
execute_process(
  COMMAND ${prefix}/bin/isobar ${share}/inputs/small.toml --report ${WORK_DIR}/report.json
          COMMAND_ERROR_IS_FATAL ANY)
# The scripts of the prefix, with that program and nothing of the source in sight.
if(SCRIPTS_PYTHON)
  list(JOIN MPIEXEC " " launcher)
  function(run_script name says)
    execute_process(COMMAND ${SCRIPTS_PYTHON} ${share}/scripts/${name} ${ARGN} OUTPUT_VARIABLE said
                    WORKING_DIRECTORY ${WORK_DIR} COMMAND_ERROR_IS_FATAL ANY)
    if(NOT said MATCHES "${says}")
      message(FATAL_ERROR "${name} does not say ${says}:\n${said}")
    endif()
  endfunction()
  run_script(compare "iterations" report.json report.json)
  run_script(model "fastest" predict ${share}/inputs/fastest.toml --iterations 2 --machine h200)
  run_script(reproduce "robustness" --list)
  run_script(scale "small, strong scaling" ${share}/inputs/small.toml --strong --ranks 1 --launcher "${launcher} {ranks}"
             --set grid.nz=4)
endif()
foreach(file bin/isobar_flow share/isobar/inputs/flow/poisson.toml share/isobar/report.schema.json
             share/isobar/flow-report.schema.json share/isobar/flow-deck.md bin/isobar_fem
             share/isobar/fem-report.schema.json share/isobar/fem-deck.md
             share/isobar/inputs/meshes/vessel.msh share/licenses/isobar/LICENSE
             include/isobar/pressure_solver.hpp include/isobar.h share/isobar/library-c.md
             share/isobar/library-fortran.md share/isobar/library-python.md)
  if(NOT EXISTS ${prefix}/${file})
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()
file(GLOB_RECURSE private ${prefix}/include/isobar/*toml* ${prefix}/include/isobar/*deck*)
if(private)
  message(FATAL_ERROR "private headers are installed: ${private}")
endif()
