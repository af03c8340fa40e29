# isobar_precompile(TARGET HEADER...): reads once what most sources of a target include, a third of a build's time.
# Device compilers take no precompiled headers.
function(isobar_precompile target)
  if(ISOBAR_BACKEND STREQUAL "SERIAL")
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# isobar_library(PART): library isobar::PART from all sources below src/, with the public headers
# below include/ and whatever headers the part generates into its build directory's include/. Headers
# below src/ are private: isobar::PART_private is for tests and benchmarks that reach them.
function(isobar_library part)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS src/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS include/isobar/${part}/*.hpp)
  file(GLOB generated ${CMAKE_CURRENT_BINARY_DIR}/include/isobar/${part}/*.hpp)
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
  isobar_precompile(${target} <Kokkos_Core.hpp>)
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
