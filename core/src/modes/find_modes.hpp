#pragma once
#include "device/layer_modes.hpp"
#include "launch/launch.hpp"
#include "walk/gpu/row_range.hpp"
#include <isobar/core/modes/vertical_modes.hpp>

namespace isobar {

/// Finds modes. On a GPU a warp has one mode, whose mu all of its threads search. On a
/// host a thread has several registers full of modes, so that their divisions overlap.
template <Walk native = native_walk> class FindModes {
public:
  static constexpr Walk in_order_of = native;
  static constexpr bool threads_meet = true;
  static constexpr bool by_warps = native == Walk::march;
  static constexpr int lanes = by_warps ? 1 : 16; ///< modes of a team

  /// In: `most`, an upper bound of mu. Out: mu(m) and vectors(m, k).
  FindModes(const LayerPencil& pencil, double most, const Kokkos::View<double*, MemorySpace>& mu,
            const VerticalModes::Vectors& vectors)
      : pencil_(pencil), most_(most), mu_(mu), vectors_(vectors) {}

  int teams() const { return divide_up(pencil_.nz, lanes); }
  static constexpr int team_size() { return by_warps ? lanes_in_step : 1; }
  std::size_t scratch_bytes() const {
    return work_bytes() + lanes * team_size() * sizeof(int) + 2 * alignof(double);
  }
  TeamPolicy policy() const {
    TeamPolicy p(teams(), team_size(), 1);
    return p.set_scratch_size(0, Kokkos::PerTeam(int(scratch_bytes())));
  }
  KOKKOS_FUNCTION void operator()(const Member& team) const { walk(team); }

  template <class Team> KOKKOS_FUNCTION NoSum walk(const Team& team) const {
    const auto& scratch = team.team_scratch(0);
    auto* const work =
        static_cast<double*>(scratch.get_shmem_aligned(work_bytes(), alignof(double)));
    auto* const above = static_cast<int*>(
        scratch.get_shmem_aligned(lanes * team_size() * sizeof(int), alignof(int)));
    if constexpr (by_warps) find(team, team.league_rank(), work, above);
    else find(LoneThread(), team.league_rank() * lanes, work, above);
    return {};
  }

private:
  KOKKOS_FUNCTION std::size_t work_bytes() const {
    return 3 * std::size_t(pencil_.nz) * sizeof(double);
  }
  template <class Team>
  KOKKOS_FUNCTION void find(const Team& team, int first, double* work, int* above) const {
    const LayerPencil pencil = pencil_; // a copy, which no store below changes
    double value[lanes];
    mode_values(team, pencil, least_share * most_, most_, first, above, value);
    for (int m = first; m < first + lanes && m < pencil.nz; ++m) {
      if (team.team_rank() == 0) mu_(m) = value[m - first];
      mode_vector(team, pencil, value[m - first], work, &vectors_(m, 0),
                  std::ptrdiff_t(vectors_.extent(0)));
    }
  }

  LayerPencil pencil_;
  double most_;
  Kokkos::View<double*, MemorySpace> mu_;
  VerticalModes::Vectors vectors_;
};

} // namespace isobar
