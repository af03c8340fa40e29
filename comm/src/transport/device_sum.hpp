#pragma once
#include <isobar/core/multigrid/cg_state.hpp>

namespace isobar {

/// All-reduces of CG that stay on the device.
class DeviceSum {
public:
  virtual ~DeviceSum() = default;
  /// Adds up the state's sums in place, in device memory, and takes the step. Only launches.
  virtual void enqueue(CgState* state, CgStep step) const = 0;
  /// Throws EnvironmentError if a rank's sums have not come. Call it when the device has finished.
  virtual void check() const {}
};

/// Adds the sums of all ranks and takes CG's step; `sums_of(rank)` gives one rank's. It adds
/// them in the order of the ranks, so that all have the same bits. One thread calls it.
template <class SumsOf>
KOKKOS_FUNCTION void step_of_all(CgState* state, CgStep step, int ranks, const SumsOf& sums_of) {
  Sums total;
  for (int r = 0; r < ranks; ++r) total += sums_of(r);
  state->sums = total;
  state->perform(step);
}

} // namespace isobar
