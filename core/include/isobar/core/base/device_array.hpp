#pragma once
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/emulated_queue.hpp>
#include <isobar/core/base/kokkos_compat.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/base/staging_ring.hpp>

#include <string>
#include <vector>

namespace isobar {

/// Copies numbers, or small structures, to memory that kernels read. On a device, all later work of
/// the default instance finds them, and the host waits only for a large copy. In a CopyBatch of
/// this thread, they arrive when the batch is sent. On a host they arrive at once, unless a
/// device's queue is emulated (EmulatedQueue).
template <class X>
void to_device(const std::vector<X>& numbers, const Kokkos::View<X*, MemorySpace>& view) {
  const Kokkos::View<const X*, HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> source(
      numbers.data(), numbers.size());
  if (uses_queue() && numbers.size() == view.size()) {
    const std::size_t bytes = numbers.size() * sizeof(X);
    if (bytes == 0 || CopyBatch::take(numbers.data(), bytes, view.data())) return;
    if (bytes <= StagingRing::of_process().most())
      return StagingRing::of_process().copy(numbers.data(), bytes, view.data());
    CopyBatch::send(); // older numbers must not arrive after these
  }
  Kokkos::deep_copy(view, source);
}
/// Copies numbers, as to_device does, to newly allocated memory.
template <class X>
Kokkos::View<X*, MemorySpace> on_device(const std::string& label, const std::vector<X>& numbers) {
  const Kokkos::View<X*, MemorySpace> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                           numbers.size());
  to_device(numbers, view);
  return view;
}
/// Copies numbers, as to_device does, to a View by make_view. The View's holder must also hold
/// memory_of_views().
template <class X>
Kokkos::View<X*, MemorySpace> in_block(const std::string& label, const std::vector<X>& numbers) {
  const auto view = make_view<Kokkos::View<X*, MemorySpace>>(label, numbers.size());
  to_device(numbers, view);
  return view;
}

} // namespace isobar
