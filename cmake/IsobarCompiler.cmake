# A GPU backend needs its own C++ compiler. If a preset requires such a backend and the user has
# not chosen a compiler, take the one that belongs to it: Kokkos' nvcc_wrapper from the source
# tree or from the installed Kokkos, ROCm's hipcc, oneAPI's icpx.
set(ISOBAR_REQUIRE_BACKEND "" CACHE STRING
    "Default execution space that Kokkos must have; several names: any of them")
set(ISOBAR_REQUIRE_ARCH "" CACHE STRING
    "Kokkos architecture that the device code must be built for; several names: any of them")
set(ISOBAR_KOKKOS_SOURCE_DIR "" CACHE PATH "Source tree of Kokkos to build with Isobar")
set(ISOBAR_KOKKOSKERNELS_SOURCE_DIR "" CACHE PATH
    "Source tree of Kokkos Kernels to build with Isobar")

if(NOT DEFINED CMAKE_CXX_COMPILER AND NOT DEFINED ENV{CXX})
  set(isobar_prefixes ${ISOBAR_KOKKOS_SOURCE_DIR} ${Kokkos_ROOT} $ENV{Kokkos_ROOT}
                      ${CMAKE_PREFIX_PATH})
  list(TRANSFORM isobar_prefixes APPEND /bin)
  if(ISOBAR_REQUIRE_BACKEND STREQUAL "CUDA")
    find_program(ISOBAR_DEVICE_COMPILER nvcc_wrapper HINTS ${isobar_prefixes})
  elseif(ISOBAR_REQUIRE_BACKEND STREQUAL "HIP")
    find_program(ISOBAR_DEVICE_COMPILER hipcc HINTS $ENV{ROCM_PATH}/bin)
  elseif(ISOBAR_REQUIRE_BACKEND STREQUAL "SYCL")
    find_program(ISOBAR_DEVICE_COMPILER icpx)
  endif()
  if(ISOBAR_DEVICE_COMPILER)
    set(CMAKE_CXX_COMPILER ${ISOBAR_DEVICE_COMPILER} CACHE FILEPATH "C++ compiler")
  endif()
endif()
