#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

/// Recorded launches that start before the launch before them has ended. Their teams come to the
/// multiprocessors as soon as the earlier launch's last teams have started, and wait there. On
/// small levels this hides most of the time between two kernels. CUDA calls it programmatic
/// dependent launch.
namespace isobar {

/// Whether a kernel can wait for the launch before it: on NVIDIA GPUs since Hopper, with CUDA 13.
#if defined(KOKKOS_ENABLE_CUDA) && (defined(KOKKOS_ARCH_HOPPER) || defined(KOKKOS_ARCH_BLACKWELL))
inline constexpr bool starts_early = CUDART_VERSION >= 13000;
#else
inline constexpr bool starts_early = false;
#endif

/// Waits until all earlier launches have ended and their stores are visible. It costs nothing if
/// the launch did not start early. Each thread calls it: a team that ended without it would let the
/// next launch start too early.
KOKKOS_FORCEINLINE_FUNCTION void wait_for_earlier_launches() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Whether a walk calls wait_for_earlier_launches() itself. Before this it may read what no launch
/// of a recording writes: the numbers of the equation.
template <class Walk> inline constexpr bool waits_itself = requires {
  requires Walk::waits_itself;
};

/// A walk of a launch that may start early, by teams of type Team. Totals: the type of its sums, if
/// it has any.
template <class Walk, class Team, class... Totals> struct AfterEarlierLaunches {
  Walk walk;

  KOKKOS_FUNCTION void operator()(const Team& team, Totals&... totals) const {
    if constexpr (!waits_itself<Walk>) wait_for_earlier_launches();
    walk(team, totals...);
  }
};

/// Whether this thread records launches (LaunchGraph).
inline thread_local bool is_recording = false;

/// Lets the next launch on `queue` start early if this thread records it behind one other kernel.
/// That launch must wait for earlier ones as above. Throws std::runtime_error if CUDA refuses.
void let_next_start_early(const ExecutionSpace& queue);

/// Returns the walk that a launch with this policy runs, and lets this launch start early.
template <class... Totals, class Policy, class Walk>
auto started_early(const Policy& policy, const Walk& walk) {
  if constexpr (starts_early) {
    let_next_start_early(policy.space());
    return AfterEarlierLaunches<Walk, typename Policy::member_type, Totals...>{walk};
  } else {
    return walk;
  }
}

} // namespace isobar
