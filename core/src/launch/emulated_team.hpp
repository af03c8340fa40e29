#pragma once
#include <isobar/core/base/kokkos_compat.hpp>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

/// A GPU's teams on a host: each thread of a team is a thread of the host. Tests run the marches with them, against the same
/// oracle as every other kernel, and under the thread sanitizer. These teams are slow.
namespace isobar {

/// The result of walks that sum nothing.
struct NoSum {
  KOKKOS_FUNCTION NoSum& operator+=(const NoSum&) { return *this; }
};

/// The memory that the threads of a team share.
class EmulatedScratch {
public:
  EmulatedScratch(std::byte* begin, std::byte* end) : next_(begin), end_(end) {}
  /// Returns a piece of scratch. All threads of a team must ask for the same pieces in the same order, as in Kokkos.
  void* get_shmem_aligned(std::size_t bytes, std::size_t alignment) const {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(next_) % alignment;
    std::byte* const piece = next_ + (beyond > 0 ? alignment - beyond : 0);
    next_ = piece + bytes;
    if (next_ > end_) Kokkos::abort("a team asks for more scratch than its launch has given it");
    return piece;
  }

private:
  mutable std::byte* next_;
  std::byte* end_;
};

/// The exchange of numbers between the lanes of a warp, turn by turn.
struct EmulatedWarp {
  std::barrier<> barrier{lanes_in_step};
  std::array<std::array<double, lanes_in_step>, 2> numbers{};
};

/// A thread's view of its team: the members of Kokkos' team member that marches use. It has no barrier and no warp if the
/// threads never meet.
class EmulatedTeam {
public:
  EmulatedTeam(int league_rank, int team_rank, int team_size, std::barrier<>* barrier,
               EmulatedWarp* warp, const EmulatedScratch& scratch)
      : league_rank_(league_rank), team_rank_(team_rank), team_size_(team_size), barrier_(barrier),
        warp_(warp), scratch_(scratch) {}
  int league_rank() const { return league_rank_; }
  int team_rank() const { return team_rank_; }
  int team_size() const { return team_size_; }
  void team_barrier() const {
    if (barrier_ == nullptr) Kokkos::abort("a walk whose threads meet has to say so");
    barrier_->arrive_and_wait();
  }
  /// Does what kokkos_compat.hpp describes. One wait is enough, as a lane can be at most one turn ahead.
  template <class T> T shuffled(T x, int ranks) const {
    const int own = team_rank_ % lanes_in_step, other = own + ranks;
    auto& numbers = warp_->numbers[turn_];
    turn_ = 1 - turn_;
    numbers[own] = double(x);
    warp_->barrier.arrive_and_wait();
    return T(0 <= other && other < lanes_in_step ? numbers[other] : numbers[own]);
  }
  const EmulatedScratch& team_scratch(int) const { return scratch_; }

private:
  int league_rank_, team_rank_, team_size_;
  std::barrier<>* barrier_;
  EmulatedWarp* warp_;
  mutable int turn_ = 0;
  EmulatedScratch scratch_;
};

/// Runs a walk on all of its teams, one after the other, and returns the total over all
/// threads. A team finds no old numbers of another one in scratch. If the threads of a
/// team never meet, a few threads of the host replace them, each for several in turn.
template <class LaunchedWalk> auto emulate(const LaunchedWalk& walk) {
  using Total = decltype(walk.walk(std::declval<EmulatedTeam>()));
  constexpr bool meet = LaunchedWalk::threads_meet;
  const int size = walk.team_size(), threads = meet ? size : std::min(size, 4);
  std::barrier<> barrier(threads);
  std::vector<EmulatedWarp> warps(meet ? threads / lanes_in_step : 0);
  std::vector<std::byte> scratch(walk.scratch_bytes());
  std::vector<Total> totals(threads);
  const auto run = [&](int thread) {
    for (int team = 0; team < walk.teams(); ++team) {
      if (thread == 0 && !scratch.empty()) std::memset(scratch.data(), 0xff, scratch.size());
      barrier.arrive_and_wait();
      const EmulatedScratch whole(scratch.data(), scratch.data() + scratch.size());
      EmulatedWarp* const warp = meet ? &warps[thread / lanes_in_step] : nullptr;
      for (int rank = thread; rank < size; rank += threads)
        totals[thread] +=
            walk.walk(EmulatedTeam(team, rank, size, meet ? &barrier : nullptr, warp, whole));
      barrier.arrive_and_wait();
    }
  };
  {
    std::vector<std::jthread> team; // joined at the end of the block
    for (int thread = 0; thread < threads; ++thread) team.emplace_back(run, thread);
  }
  Total all;
  for (const Total& t : totals) all += t;
  return all;
}

} // namespace isobar
