# Kokkos and Kokkos Kernels: source trees named by the user, or installed packages. Then come the checks that what was
# found is what the preset asked for.
set(ISOBAR_KOKKOS_MINIMUM 3.4)
set(ISOBAR_PROBLEM "")
set(remedy "set Kokkos_ROOT to an installed one, or ISOBAR_KOKKOS_SOURCE_DIR and \
ISOBAR_KOKKOSKERNELS_SOURCE_DIR to source trees")

if(ISOBAR_KOKKOS_SOURCE_DIR OR ISOBAR_KOKKOSKERNELS_SOURCE_DIR)
  include(IsobarKokkosSource)
else()
  include(IsobarKokkosPackage)
endif()
if(ISOBAR_PROBLEM)
  return()
elseif(ISOBAR_KOKKOS_MISSING)
  set(ISOBAR_PROBLEM "no ${ISOBAR_KOKKOS_MISSING} found: ${remedy} (Debian: \
libtrilinos-kokkos-dev and libtrilinos-kokkos-kernels-dev)")
  return()
elseif(ISOBAR_KOKKOS_VERSION VERSION_LESS ISOBAR_KOKKOS_MINIMUM)
  set(ISOBAR_PROBLEM "found Kokkos ${ISOBAR_KOKKOS_VERSION}, but ${ISOBAR_KOKKOS_MINIMUM} or \
newer is needed: ${remedy}")
  return()
endif()

# Kokkos runs on the last of these that it has (its DefaultExecutionSpace).
foreach(device SERIAL THREADS OPENMP SYCL HIP CUDA)
  if(device IN_LIST ISOBAR_KOKKOS_DEVICES)
    set(ISOBAR_BACKEND ${device})
  endif()
endforeach()
list(JOIN ISOBAR_KOKKOS_DEVICES ", " devices)
list(JOIN ISOBAR_KOKKOS_ARCH ", " archs)
if(NOT archs)
  set(archs "no architecture named")
endif()
set(ISOBAR_KOKKOS_SUMMARY "Kokkos ${ISOBAR_KOKKOS_VERSION} (${ISOBAR_KOKKOS_ORIGIN}; \
${devices}; ${archs})")

# isobar_require(WHAT REQUIRED FOUND...): one of REQUIRED must be among FOUND.
function(isobar_require what required)
  foreach(name IN LISTS required)
    if(name IN_LIST ARGN)
      return()
    endif()
  endforeach()
  if(required)
    list(JOIN required " or " wanted)
    set(ISOBAR_PROBLEM "this preset needs Kokkos with ${what} ${wanted}, found \
${ISOBAR_KOKKOS_SUMMARY}: ${remedy}" PARENT_SCOPE)
  endif()
endfunction()
isobar_require("architecture" "${ISOBAR_REQUIRE_ARCH}" ${ISOBAR_KOKKOS_ARCH})
isobar_require("default backend" "${ISOBAR_REQUIRE_BACKEND}" ${ISOBAR_BACKEND})
if(ISOBAR_PROBLEM)
  return()
endif()
message(STATUS "${ISOBAR_KOKKOS_SUMMARY}, running on ${ISOBAR_BACKEND}")

# Flags that follow from the backend. Packs are as wide as the registers that the compiler may use. So whoever includes
# the headers needs the same -march: it is part of the interface.
if(ISOBAR_BACKEND MATCHES "^(SERIAL|OPENMP|THREADS)$")
  option(ISOBAR_NATIVE "Use every instruction of the machine that compiles" ON)
else()
  option(ISOBAR_NATIVE "Use every instruction of the machine that compiles" OFF)
endif()
set(ISOBAR_ARCH_FLAGS "")
if(ISOBAR_NATIVE)
  foreach(flag -march=native -mprefer-vector-width=512)
    string(MAKE_C_IDENTIFIER "ISOBAR_ACCEPTS${flag}" accepts)
    check_cxx_compiler_flag(${flag} ${accepts})
    if(${accepts})
      list(APPEND ISOBAR_ARCH_FLAGS ${flag})
    endif()
  endforeach()
endif()
if(ISOBAR_BACKEND STREQUAL "CUDA")
  # Calls from device to host code are warnings to nvcc and crashes to users.
  list(APPEND ISOBAR_WARNINGS -Werror=cross-execution-space-call)
  foreach(diagnostic 20011 20013 20014 20015)
    list(APPEND ISOBAR_WARNINGS "SHELL:-Xcudafe --diag_error=${diagnostic}")
  endforeach()
  # Device code calls constexpr functions of the standard library. A Kokkos built without CUDA_CONSTEXPR does not say so, and nvcc would
  # leave the calls out.
  get_target_property(kokkos_options Kokkos::kokkoscore INTERFACE_COMPILE_OPTIONS)
  if(NOT kokkos_options MATCHES "relaxed-constexpr")
    list(APPEND ISOBAR_ARCH_FLAGS -expt-relaxed-constexpr)
  endif()
  # Says, without a place, that json's and fmt's long double is none on a device, where it is not.
  list(APPEND ISOBAR_WARNINGS "SHELL:-Xcudafe --diag_suppress=20208")
endif()
