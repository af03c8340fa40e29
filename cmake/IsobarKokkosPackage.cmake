# Finds an installed Kokkos and Kokkos Kernels, modern or inside Trilinos as Debian 12 packs
# them. Used by Isobar's build and, installed, by IsobarConfig.cmake. Defines
#   Kokkos::kokkos, Kokkos::kokkoskernels
#   ISOBAR_KOKKOS_VERSION, ISOBAR_KOKKOS_DEVICES, ISOBAR_KOKKOS_ARCH, ISOBAR_KOKKOS_ORIGIN
# or leaves ISOBAR_KOKKOS_VERSION empty and says in ISOBAR_KOKKOS_MISSING what is missing.
set(ISOBAR_KOKKOS_VERSION "")
set(ISOBAR_KOKKOS_MISSING "")
# Old Kokkos configurations force this into the cache unless it is off, with a warning.
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Kokkos QUIET CONFIG)

if(NOT Kokkos_FOUND)
  set(ISOBAR_KOKKOS_MISSING "Kokkos")
elseif(TARGET trilinos_kokkoscore)
  # Trilinos' own Kokkos::kokkos names an include directory that does not exist. Its configuration of Kokkos Kernels
  # drags in the rest of Trilinos, so only the paths are of use.
  find_package(Threads REQUIRED)
  find_library(ISOBAR_TRILINOS_KOKKOSKERNELS trilinos_kokkoskernels HINTS ${Kokkos_LIBRARY_DIRS})
  find_file(ISOBAR_TRILINOS_KOKKOSKERNELS_CONFIG KokkosKernels_config.h
            HINTS ${Kokkos_INCLUDE_DIRS} NO_DEFAULT_PATH)
  mark_as_advanced(ISOBAR_TRILINOS_KOKKOSKERNELS ISOBAR_TRILINOS_KOKKOSKERNELS_CONFIG)
  if(NOT ISOBAR_TRILINOS_KOKKOSKERNELS OR NOT ISOBAR_TRILINOS_KOKKOSKERNELS_CONFIG)
    set(ISOBAR_KOKKOS_MISSING "Kokkos Kernels")
  else()
    if(NOT TARGET Kokkos::kokkos)
      add_library(Kokkos::kokkos INTERFACE IMPORTED)
    endif()
    set_target_properties(
      Kokkos::kokkos
      PROPERTIES
        INTERFACE_COMPILE_OPTIONS ""
        INTERFACE_COMPILE_FEATURES ""
        INTERFACE_INCLUDE_DIRECTORIES "${Kokkos_INCLUDE_DIRS}"
        INTERFACE_LINK_LIBRARIES "${Kokkos_LIBRARIES};Threads::Threads;${CMAKE_DL_LIBS}")
    if(NOT TARGET Kokkos::kokkoskernels)
      add_library(Kokkos::kokkoskernels INTERFACE IMPORTED)
    endif()
    set_target_properties(
      Kokkos::kokkoskernels PROPERTIES INTERFACE_LINK_LIBRARIES
                                       "${ISOBAR_TRILINOS_KOKKOSKERNELS};Kokkos::kokkos")
    set(ISOBAR_KOKKOS_ORIGIN "Trilinos package")
  endif()
else()
  find_package(KokkosKernels QUIET CONFIG HINTS ${Kokkos_DIR}/../../..)
  if(NOT TARGET Kokkos::kokkoskernels)
    set(ISOBAR_KOKKOS_MISSING "Kokkos Kernels")
  endif()
  set(ISOBAR_KOKKOS_ORIGIN "installed package")
endif()

if(NOT ISOBAR_KOKKOS_MISSING)
  # Trilinos writes 3.4.01, others 4.6.1 for the same kind of number.
  string(REGEX REPLACE "\\.0+([0-9])" ".\\1" ISOBAR_KOKKOS_VERSION "${Kokkos_VERSION}")
  set(ISOBAR_KOKKOS_DEVICES ${Kokkos_DEVICES})
  set(ISOBAR_KOKKOS_ARCH ${Kokkos_ARCH})
endif()
