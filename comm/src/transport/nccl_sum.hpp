#pragma once
#include "transport/device_sum.hpp"

#include <isobar/comm/transport/nccl_ranks.hpp>

namespace isobar {

/// All-reduces through NCCL: every rank gathers the numbers of all
/// ranks and adds them in its own kernel. NCCL's own sum would need one
/// launch less, but its order depends on the ranks and their links.
class NcclSum final : public DeviceSum {
public:
  /// Collective: gathers once, as the first time takes long and may not be recorded. `nccl` must outlive it.
  explicit NcclSum(const NcclRanks& nccl);
  void enqueue(CgState* state, CgStep step) const override;

private:
  const NcclRanks& nccl_;
  Kokkos::View<Sums*, MemorySpace> sums_; ///< by rank
};

} // namespace isobar
