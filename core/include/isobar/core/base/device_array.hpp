#pragma once
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/emulated_queue.hpp>
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/base/staging_ring.hpp>

#include <string>
#include <vector>

namespace isobar {

/// Copies numbers, or small structures, to where kernels read them. On a device they are there for what the default instance is given from
/// now on, and the host does not wait unless they are many. In a CopyBatch of this thread they are there once it is sent. On a host they are
/// there at once, unless a device's queue is emulated (EmulatedQueue).
template <class X>
void to_device(const std::vector<X>& numbers, const Kokkos::View<X*, MemorySpace>& view) {
  const Kokkos::View<const X*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> source(
      numbers.data(), numbers.size());
  if (uses_queue() && numbers.size() == view.size()) {
    const std::size_t bytes = numbers.size() * sizeof(X);
    if (bytes == 0 || CopyBatch::take(numbers.data(), bytes, view.data())) return;
    if (bytes <= StagingRing::of_process().most())
      return StagingRing::of_process().copy(numbers.data(), bytes, view.data());
    CopyBatch::send(); // older numbers may not come later than these
  }
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
/// The same as make_view gives it out: whoever holds it holds memory_of_views() beside it.
template <class X>
Kokkos::View<X*, MemorySpace> in_block(const std::string& label, const std::vector<X>& numbers) {
  const auto view = make_view<Kokkos::View<X*, MemorySpace>>(label, numbers.size());
  to_device(numbers, view);
  return view;
}

} // namespace isobar
