# METIS, which deals the quadrilaterals of unstructured meshes to ranks (docs/fem-design.md). Without it they are halved along their
# coordinates. Defines ISOBAR_METIS_LIBRARY and ISOBAR_METIS_INCLUDE_DIR, or says in ISOBAR_PROBLEM what is missing.
set(ISOBAR_ENABLE_METIS AUTO CACHE STRING "Partition of meshes by METIS: ON, OFF, or AUTO: if the library is found")
set_property(CACHE ISOBAR_ENABLE_METIS PROPERTY STRINGS AUTO ON OFF)
include(IsobarOptional)
isobar_find_optional(METIS METIS metis.h metis "METIS" "meshes are distributed over ranks by bisection")
