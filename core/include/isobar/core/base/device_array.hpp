#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <string>
#include <vector>

namespace isobar {

/// Numbers, or small structures, where kernels read them. Waits.
template <class X>
Kokkos::View<X*, MemorySpace> on_device(const std::string& label, const std::vector<X>& numbers) {
  const Kokkos::View<X*, MemorySpace> view(label, numbers.size());
  const Kokkos::View<const X*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> source(
      numbers.data(), numbers.size());
  Kokkos::deep_copy(view, source);
  return view;
}

} // namespace isobar
