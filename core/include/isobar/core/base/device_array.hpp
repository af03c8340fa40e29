#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <string>
#include <vector>

namespace isobar {

/// Copies numbers, or small structures, to where kernels read them. Waits.
template <class X>
void to_device(const std::vector<X>& numbers, const Kokkos::View<X*, MemorySpace>& view) {
  const Kokkos::View<const X*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> source(
      numbers.data(), numbers.size());
  Kokkos::deep_copy(view, source);
}
/// The same, into memory of its own.
template <class X>
Kokkos::View<X*, MemorySpace> on_device(const std::string& label, const std::vector<X>& numbers) {
  const Kokkos::View<X*, MemorySpace> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                           numbers.size());
  to_device(numbers, view);
  return view;
}

} // namespace isobar
