# isobar_library(PART): library isobar::PART from src/*.cpp, with the headers below include/
# and whatever headers the part generates into its build directory's include/.
function(isobar_library part)
  file(GLOB sources CONFIGURE_DEPENDS src/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS include/isobar/${part}/*.hpp)
  file(GLOB generated ${CMAKE_CURRENT_BINARY_DIR}/include/isobar/${part}/*.hpp)
  set(target isobar_${part})
  add_library(${target} ${sources})
  add_library(isobar::${part} ALIAS ${target})
  target_sources(
    ${target} PUBLIC FILE_SET HEADERS BASE_DIRS include ${CMAKE_CURRENT_BINARY_DIR}/include
                     FILES ${headers} ${generated})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${part})
  target_compile_features(${target} PUBLIC cxx_std_20)
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
