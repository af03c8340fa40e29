# PnetCDF, which lays out the NetCDF files of output.netcdf (docs/decisions/0018-netcdf-files.md). It has to be built with the MPI
# that Isobar uses. Defines ISOBAR_NETCDF_LIBRARY and ISOBAR_NETCDF_INCLUDE_DIR, or says in ISOBAR_PROBLEM what is missing.
set(ISOBAR_ENABLE_NETCDF AUTO CACHE STRING "NetCDF output: ON, OFF, or AUTO: if PnetCDF is found")
set_property(CACHE ISOBAR_ENABLE_NETCDF PROPERTY STRINGS AUTO ON OFF)
include(IsobarOptional)
isobar_find_optional(NETCDF PNETCDF pnetcdf.h pnetcdf "PnetCDF" "output.netcdf is refused")
