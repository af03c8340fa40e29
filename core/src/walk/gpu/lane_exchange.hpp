#pragma once
#include "walk/gpu/row_range.hpp"

/// Exchanges of numbers inside a warp, whose lanes run in step.
namespace isobar {

/// Returns x of lane `lane` of the own warp. All lanes of the warp must call it.
template <class T> KOKKOS_FORCEINLINE_FUNCTION T shuffled_from([[maybe_unused]] int lane, T x) {
#if defined(__CUDA_ARCH__)
  return __shfl_sync(0xffffffff, x, lane);
#elif defined(__HIP_DEVICE_COMPILE__)
  return __shfl(x, lane);
#else
  return x;
#endif
}
/// Returns x of the thread with rank `rank` in the team, which must be in the own warp.
template <class Team, class T>
KOKKOS_FORCEINLINE_FUNCTION T from_rank_in_step([[maybe_unused]] const Team& team, T x, int rank) {
  if constexpr (requires { team.shuffled(x, rank); })
    return team.shuffled(x, rank - team.team_rank());
  else return shuffled_from(rank % lanes_in_step, x);
}

} // namespace isobar
