#pragma once
#include <isobar/core/multigrid/cg_state.hpp>

namespace isobar {

/// Sums of CG over ranks that do not come to the host.
class DeviceSum {
public:
  virtual ~DeviceSum() = default;
  /// Adds up the state's sums in place, in device memory, and takes the step. Only launches.
  virtual void enqueue(CgState* state, CgStep step) const = 0;
  /// Throws EnvironmentError if a rank's sums have not come. For when the device has finished.
  virtual void check() const {}
};

/// The step behind the sums of all ranks; `sums_of(rank)` has one rank's. They are added in the order of the ranks, so that
/// all have the same bits. For one thread.
template <class SumsOf>
KOKKOS_FUNCTION void step_of_all(CgState* state, CgStep step, int ranks, const SumsOf& sums_of) {
  Sums total;
  for (int r = 0; r < ranks; ++r) total += sums_of(r);
  state->sums = total;
  state->perform(step);
}

} // namespace isobar
