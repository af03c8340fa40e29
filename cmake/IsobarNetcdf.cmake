# PnetCDF, which lays out the NetCDF files of output.netcdf (docs/decisions/0018-netcdf-files.md). It has to be built with the MPI
# that Isobar uses. Defines ISOBAR_NETCDF_LIBRARY and ISOBAR_NETCDF_INCLUDE_DIR, or says in ISOBAR_PROBLEM what is missing.
set(ISOBAR_ENABLE_NETCDF AUTO CACHE STRING "NetCDF output: ON, OFF, or AUTO: if PnetCDF is found")
set_property(CACHE ISOBAR_ENABLE_NETCDF PROPERTY STRINGS AUTO ON OFF)
set(ISOBAR_NETCDF_LIBRARY "")

if(NOT ISOBAR_ENABLE_NETCDF AND NOT ISOBAR_ENABLE_NETCDF STREQUAL "AUTO")
  return()
endif()
find_path(ISOBAR_FOUND_PNETCDF_HEADER pnetcdf.h HINTS ${PNETCDF_ROOT} $ENV{PNETCDF_ROOT} PATH_SUFFIXES include)
find_library(ISOBAR_FOUND_PNETCDF_LIBRARY pnetcdf HINTS ${PNETCDF_ROOT} $ENV{PNETCDF_ROOT} PATH_SUFFIXES lib lib64)
mark_as_advanced(ISOBAR_FOUND_PNETCDF_HEADER ISOBAR_FOUND_PNETCDF_LIBRARY)
if(ISOBAR_FOUND_PNETCDF_HEADER AND ISOBAR_FOUND_PNETCDF_LIBRARY)
  set(ISOBAR_NETCDF_INCLUDE_DIR ${ISOBAR_FOUND_PNETCDF_HEADER})
  set(ISOBAR_NETCDF_LIBRARY ${ISOBAR_FOUND_PNETCDF_LIBRARY})
  message(STATUS "PnetCDF: ${ISOBAR_NETCDF_LIBRARY}")
elseif(NOT ISOBAR_ENABLE_NETCDF STREQUAL "AUTO")
  set(ISOBAR_PROBLEM "no pnetcdf.h and libpnetcdf found: set PNETCDF_ROOT to the folder with its include and lib, \
or ISOBAR_ENABLE_NETCDF to OFF")
else()
  message(STATUS "PnetCDF: none found, so output.netcdf is refused")
endif()
