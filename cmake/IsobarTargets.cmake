# isobar_precompile(TARGET HEADER...) reads once what most sources of a target include, a third of a build's time;
# isobar_precompile(TARGET REUSE_FROM OTHER) takes what another one has read. Device compilers take no precompiled headers.
function(isobar_precompile target)
  if(NOT ISOBAR_BACKEND STREQUAL "SERIAL")
    return()
  endif()
  if(ARGV1 STREQUAL "REUSE_FROM")
    target_precompile_headers(${target} ${ARGN})
  else()
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# isobar_unite(TARGET): the sources of each folder are compiled together, so that their headers are read once for all: a third of the
# time from nothing. Kernels stay apart, as their code takes the time and many would take much memory; so does everything for
# a device's compiler.
option(ISOBAR_UNITE_SOURCES "Compile the sources of a folder together: less time from nothing, more after a change" ON)
function(isobar_unite target)
  if(NOT ISOBAR_UNITE_SOURCES OR NOT ISOBAR_BACKEND STREQUAL "SERIAL")
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # A class of one source may have a member of an unnamed namespace's type: all of it is still in one object.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(GET folder FILENAME folder)
    if(NOT folder STREQUAL "kernels" AND NOT source MATCHES "_kernels.cpp$")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endif()
  endforeach()
endfunction()

# isobar_library(PART [OF FOLDER] [ONLY REGEX] [EXCEPT REGEX]): library isobar::PART from all sources below src/, with the public
# headers below include/isobar/FOLDER (default: PART) and whatever headers the part generates into its build directory's include/; of
# all these only those whose path matches, or does not. Headers below src/ are private: isobar::PART_private is for tests and benchmarks
# that reach them.
function(isobar_library part)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "OF;ONLY;EXCEPT" "")
  if(NOT arg_OF)
    set(arg_OF ${part})
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/isobar/${arg_OF}/*.hpp)
  file(GLOB generated ${CMAKE_CURRENT_BINARY_DIR}/include/isobar/${arg_OF}/*.hpp)
  foreach(files sources headers generated)
    if(arg_ONLY)
      list(FILTER ${files} INCLUDE REGEX ${arg_ONLY})
    endif()
    if(arg_EXCEPT)
      list(FILTER ${files} EXCLUDE REGEX ${arg_EXCEPT})
    endif()
  endforeach()
  set(target isobar_${part})
  add_library(${target} ${sources})
  add_library(isobar::${part} ALIAS ${target})
  target_sources(
    ${target} PUBLIC FILE_SET HEADERS BASE_DIRS include ${CMAKE_CURRENT_BINARY_DIR}/include
                     FILES ${headers} ${generated})
  target_include_directories(${target} PRIVATE src)
  add_library(${target}_private INTERFACE)
  add_library(isobar::${part}_private ALIAS ${target}_private)
  target_include_directories(${target}_private INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/src)
  target_link_libraries(${target}_private INTERFACE ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${part})
  target_compile_features(${target} PUBLIC cxx_std_20)
  if(arg_OF STREQUAL part)
    isobar_precompile(${target} <Kokkos_Core.hpp>)
  else()
    isobar_precompile(${target} REUSE_FROM isobar_${arg_OF})
  endif()
  isobar_unite(${target})
  target_compile_options(${target} PUBLIC ${ISOBAR_ARCH_FLAGS} PRIVATE ${ISOBAR_WARNINGS})
  install(TARGETS ${target} EXPORT IsobarTargets FILE_SET HEADERS)
endfunction()

# isobar_executable(NAME SOURCE...): an executable with Isobar's flags.
function(isobar_executable name)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE ${ISOBAR_WARNINGS})
endfunction()

# isobar_host_only(SOURCE...): sources without Kokkos that nvcc must not see, because it spoils
# toml++ when it rewrites host code. nvcc_wrapper then hands them to the host compiler.
function(isobar_host_only)
  if(ISOBAR_BACKEND STREQUAL "CUDA" AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS --host-only)
  endif()
endfunction()
