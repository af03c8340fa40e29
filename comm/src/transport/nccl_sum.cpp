#include "transport/nccl_sum.hpp"

namespace isobar {

namespace {

struct AddGathered {
  Kokkos::View<Sums*, MemorySpace> sums;
  CgState* state;
  CgStep step;

  KOKKOS_FUNCTION void operator()(int) const {
    step_of_all(state, step, int(sums.extent(0)), [this](int r) { return sums(std::size_t(r)); });
  }
};

} // namespace

NcclSum::NcclSum(const NcclRanks& nccl)
    : nccl_(nccl), sums_("isobar/nccl_sums", std::size_t(nccl.size())) {
  const CgScalars scalars;
  enqueue(scalars.device(), CgStep::none);
  ExecutionSpace().fence(); // the scalars go
}

void NcclSum::enqueue(CgState* state, CgStep step) const {
  nccl_.gather(&state->sums, sums_.data(), sizeof(Sums));
  Kokkos::parallel_for("isobar/nccl_sum", Kokkos::RangePolicy<ExecutionSpace>(0, 1),
                       AddGathered{sums_, state, step});
}

} // namespace isobar
