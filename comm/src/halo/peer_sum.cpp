#include "halo/peer_sum.hpp"

#include "halo/peer_kernels.hpp"
#include <isobar/core/base/device_array.hpp>

#include <fmt/format.h>

namespace isobar {

namespace {

struct AddUp {
  Kokkos::View<PeerSlots*, MemorySpace> slots;
  int rank;
  Epoch* done;
  int* missing;
  Int64 most_looks; ///< at a flag
  CgState* state;
  CgStep step;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const Epoch epoch = *done + 1;
    const int ranks = int(slots.extent(0)), turn = int(epoch & 1);
    const PeerSlot* own = slots(rank).from;
    const Sums mine = state->sums;
    const auto all = Kokkos::TeamThreadRange(team, ranks);
    Kokkos::parallel_for(all, [&](int r) {
      PeerSlot& slot = slots(r).from[rank];
      slot.values[turn] = mine;
      set_flag(&slot.arrived, epoch);
    });
    Kokkos::parallel_for(all, [&](int r) {
      if (!wait_for(&slots(rank).from[r].arrived, epoch, most_looks,
                    [this] { return *missing >= 0; }))
        *missing = r;
    });
    team.team_barrier();
    if (team.team_rank() != 0) return;
    step_of_all(state, step, ranks, [=](int r) {
      const Sums& sums = own[r].values[turn];
      return Sums{read_written(&sums.first), read_written(&sums.second)};
    });
    *done = epoch;
  }
};

/// Where each rank's slots are.
std::vector<PeerSlots> slots_of(const PeerMemory& memory, int ranks) {
  std::vector<PeerSlots> slots;
  for (int r = 0; r < ranks; ++r) slots.push_back({reinterpret_cast<PeerSlot*>(memory.of(r))});
  return slots;
}

} // namespace

PeerSum::PeerSum(PeerRanks& ranks, Int64 most_looks, PeerPlace place)
    : rank_(ranks.hosts().own().rank()), most_looks_(most_looks),
      memory_(ranks.memory(std::size_t(ranks.comm().size()) * sizeof(PeerSlot), place)),
      slots_(in_block("isobar/peer_slots", slots_of(*memory_, ranks.comm().size()))),
      done_(in_block("isobar/peer_sums", std::vector<Epoch>(1))), missing_(-1) {}

void PeerSum::enqueue(CgState* state, CgStep step) const {
  constexpr int team_size = on_host ? 1 : lanes_in_step;
  Kokkos::parallel_for(
      "isobar/peer_sum", TeamPolicy(1, team_size),
      AddUp{slots_, rank_, done_.data(), missing_.data(), most_looks_, state, step});
}

void PeerSum::check() const {
  const int missing = missing_.so_far();
  if (missing >= 0)
    throw EnvironmentError(fmt::format(
        "rank {} of a host has waited in vain for the sums of rank {}", rank_, missing));
}

} // namespace isobar
