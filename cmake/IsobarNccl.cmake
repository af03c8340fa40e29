# NCCL carries halos between GPUs that do not reach each other's memory (docs/communication.md). RCCL for HIP has the
# same calls and was not tried. Defines ISOBAR_NCCL_LIBRARY and ISOBAR_NCCL_INCLUDE_DIR, or says in ISOBAR_PROBLEM what
# is missing. NCCL_ROOT may also be the folder nvidia/nccl of the Python package, whose library has no name without a
# number.
set(ISOBAR_ENABLE_NCCL AUTO CACHE STRING "Halos through NCCL: ON, OFF, or AUTO: with CUDA, if NCCL is found")
set_property(CACHE ISOBAR_ENABLE_NCCL PROPERTY STRINGS AUTO ON OFF)
set(ISOBAR_NCCL_LIBRARY "")

if(ISOBAR_BACKEND STREQUAL "HIP")
  set(nccl_name rccl)
  set(nccl_header rccl/rccl.h)
else()
  set(nccl_name nccl)
  set(nccl_header nccl.h)
endif()
if(ISOBAR_ENABLE_NCCL STREQUAL "AUTO")
  if(NOT ISOBAR_BACKEND STREQUAL "CUDA")
    return()
  endif()
elseif(NOT ISOBAR_ENABLE_NCCL)
  return()
elseif(NOT ISOBAR_BACKEND MATCHES "^(CUDA|HIP)$")
  set(ISOBAR_PROBLEM "ISOBAR_ENABLE_NCCL=${ISOBAR_ENABLE_NCCL} needs Kokkos with CUDA or HIP, found \
${ISOBAR_KOKKOS_SUMMARY}")
  return()
endif()

set(nccl_places ${NCCL_ROOT} $ENV{NCCL_ROOT})
if(ISOBAR_BACKEND STREQUAL "HIP")
  list(APPEND nccl_places $ENV{ROCM_PATH} /opt/rocm)
endif()
find_path(ISOBAR_FOUND_NCCL_HEADER ${nccl_header} HINTS ${nccl_places} PATH_SUFFIXES include)
find_library(ISOBAR_FOUND_NCCL_LIBRARY NAMES ${nccl_name} lib${nccl_name}.so.2 lib${nccl_name}.so.1
             HINTS ${nccl_places} PATH_SUFFIXES lib lib64)
mark_as_advanced(ISOBAR_FOUND_NCCL_HEADER ISOBAR_FOUND_NCCL_LIBRARY)
if(ISOBAR_FOUND_NCCL_HEADER AND ISOBAR_FOUND_NCCL_LIBRARY)
  set(ISOBAR_NCCL_INCLUDE_DIR ${ISOBAR_FOUND_NCCL_HEADER})
  set(ISOBAR_NCCL_LIBRARY ${ISOBAR_FOUND_NCCL_LIBRARY})
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON) # it may lie where no loader looks
  message(STATUS "NCCL: ${ISOBAR_NCCL_LIBRARY}")
elseif(NOT ISOBAR_ENABLE_NCCL STREQUAL "AUTO")
  set(ISOBAR_PROBLEM "no ${nccl_header} and lib${nccl_name} found: set NCCL_ROOT to the folder with its include and lib, \
or ISOBAR_ENABLE_NCCL to OFF")
else()
  message(STATUS "NCCL: none found, so halos do without")
endif()
