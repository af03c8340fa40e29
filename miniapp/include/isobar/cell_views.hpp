#pragma once
#include <Kokkos_Core.hpp>
#include <isobar/cell_data.hpp>

namespace isobar {

/// The place of a Kokkos memory space: the device if kernels
/// of Kokkos' default execution space reach it, else the host.
template <class Space> struct PlaceOfSpace {
  static constexpr bool device =
      Kokkos::SpaceAccessibility<Kokkos::DefaultExecutionSpace, Space>::accessible;
  static constexpr bool host =
      Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, Space>::accessible;
  static_assert(device || host, "a View that neither the host nor the default device reaches");
  static constexpr Place value = device ? Place::device : Place::host;
};

} // namespace isobar
