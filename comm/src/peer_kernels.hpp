#pragma once
#include "system_flags.hpp"

#include <isobar/comm/halo_pattern.hpp>

namespace isobar {

/// Where one message goes: in the receiver's memory.
template <class T> struct PeerTarget {
  T* buffer = nullptr;     ///< its first number in the first of the two buffers
  std::ptrdiff_t turn = 0; ///< numbers from one buffer to the other
  Epoch* flags = nullptr;  ///< of its first line
};

/// What became of the waiting, in memory that the host can read while kernels run.
struct PeerFailure {
  int level;   ///< whose halo did not come; below 0: none
  int message; ///< of its pattern
};

/// A level's exchange by stores into the neighbours' memory. A team carries one line: it writes the
/// line into the receiver's buffer and sets the line's flag there; or it waits for the line's own flag and
/// moves what has come into the halo; or both. Each line counts its exchanges in device memory, so that a
/// recording may be replayed.
///
/// The two buffers take turns. That spares an acknowledgement: a rank that writes exchange e has seen the
/// receiver's flag of e - 1, which that set after it had read what came with e - 2.
template <class T> struct PeerHalo {
  HaloPattern pattern;
  PeerTarget<T> targets[direction_count];
  Epoch* done;         ///< exchanges that a line has finished
  Epoch* arrived;      ///< own flags, set by others
  const T* inbox;      ///< own buffers
  std::ptrdiff_t turn; ///< numbers from one to the other
  PeerFailure* failure;
  Int64 most_looks; ///< at a flag
  int level;
  T* field;
  bool sends, receives;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int n = team.league_rank();
    const Epoch epoch = done[n] + 1;
    if (sends) send(team, n, epoch);
    if (receives) receive(team, n, epoch);
  }

private:
  KOKKOS_FUNCTION void send(const Member& team, int n, Epoch epoch) const {
    const HaloLine line = pattern.line(n);
    const HaloPlace place = pattern.place(n);
    const PeerTarget<T>& target = targets[place.message];
    const T* from = field + line.sent;
    T* to = target.buffer + (epoch & 1) * target.turn + std::ptrdiff_t(place.line) * line.length;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, line.length),
                         [=](int m) { to[m] = from[m * line.stride]; });
    team.team_barrier();
    if (team.team_rank() == 0) set_flag(target.flags + place.line, epoch);
  }
  KOKKOS_FUNCTION void receive(const Member& team, int n, Epoch epoch) const {
    if (team.team_rank() == 0 &&
        !wait_for(arrived + n, epoch, most_looks, [this] { return failure->level >= 0; }))
      *failure = {level, pattern.place(n).message};
    team.team_barrier();
    const HaloLine line = pattern.line(n);
    const T* from = inbox + (epoch & 1) * turn + line.buffer;
    T* to = field + line.received;
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, line.length),
                         [=](int m) { to[m * line.stride] = read_written(from + m); });
    if (team.team_rank() == 0) done[n] = epoch;
  }
};

} // namespace isobar
