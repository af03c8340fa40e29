# METIS, which deals the quadrilaterals of unstructured meshes to ranks (docs/fem.md). Without it they are halved along their
# coordinates. Defines ISOBAR_METIS_LIBRARY and ISOBAR_METIS_INCLUDE_DIR, or says in ISOBAR_PROBLEM what is missing.
set(ISOBAR_ENABLE_METIS AUTO CACHE STRING "Partition of meshes by METIS: ON, OFF, or AUTO: if the library is found")
set_property(CACHE ISOBAR_ENABLE_METIS PROPERTY STRINGS AUTO ON OFF)
set(ISOBAR_METIS_LIBRARY "")

if(NOT ISOBAR_ENABLE_METIS AND NOT ISOBAR_ENABLE_METIS STREQUAL "AUTO")
  return()
endif()
find_path(ISOBAR_FOUND_METIS_HEADER metis.h HINTS ${METIS_ROOT} $ENV{METIS_ROOT} PATH_SUFFIXES include)
find_library(ISOBAR_FOUND_METIS_LIBRARY metis HINTS ${METIS_ROOT} $ENV{METIS_ROOT} PATH_SUFFIXES lib lib64)
mark_as_advanced(ISOBAR_FOUND_METIS_HEADER ISOBAR_FOUND_METIS_LIBRARY)
if(ISOBAR_FOUND_METIS_HEADER AND ISOBAR_FOUND_METIS_LIBRARY)
  set(ISOBAR_METIS_INCLUDE_DIR ${ISOBAR_FOUND_METIS_HEADER})
  set(ISOBAR_METIS_LIBRARY ${ISOBAR_FOUND_METIS_LIBRARY})
  message(STATUS "METIS: ${ISOBAR_METIS_LIBRARY}")
elseif(NOT ISOBAR_ENABLE_METIS STREQUAL "AUTO")
  set(ISOBAR_PROBLEM "no metis.h and libmetis found: set METIS_ROOT to the folder with its include and lib, \
or ISOBAR_ENABLE_METIS to OFF")
else()
  message(STATUS "METIS: none found, so meshes are dealt to ranks by bisection")
endif()
