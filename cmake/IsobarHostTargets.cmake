# isobar::c and isobar::host: for callers that are compiled without Kokkos. They link all that Isobar needs, the runtime library of C++
# included, but take none of its options for the compiler.
set(isobar_cxx_runtime ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER isobar_cxx_runtime INCLUDE REGEX "^((std)?c\\+\\+|m$)") # stdc++ or c++, and m, which C does not add
list(REMOVE_DUPLICATES isobar_cxx_runtime)

# isobar_host_target(NAME LIBRARY): isobar::NAME, which links a library.
function(isobar_host_target name library)
  add_library(isobar_${name} INTERFACE)
  add_library(isobar::${name} ALIAS isobar_${name})
  set_target_properties(isobar_${name} PROPERTIES EXPORT_NAME ${name})
  target_include_directories(
    isobar_${name} INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/miniapp/include>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(isobar_${name} INTERFACE $<LINK_ONLY:${library}> ${isobar_cxx_runtime})
  install(TARGETS isobar_${name} EXPORT IsobarTargets)
endfunction()

isobar_host_target(c isobar_miniapp_c)
isobar_host_target(host isobar_miniapp_library)
target_include_directories(isobar_host INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/core/include>
                                                 $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/comm/include>)
target_compile_features(isobar_host INTERFACE cxx_std_20)
target_link_libraries(isobar_host INTERFACE MPI::MPI_CXX)
install(TARGETS isobar_miniapp_c EXPORT IsobarTargets FILE_SET HEADERS)
