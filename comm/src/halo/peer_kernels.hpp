#pragma once
#include "halo/halo_kernels.hpp"
#include "transport/system_flags.hpp"

namespace isobar {

/// The destination of one run in the receiver's memory.
template <class T> struct PeerTarget {
  T* buffer;           ///< its first number in the first of the two buffers
  std::ptrdiff_t turn; ///< numbers from one buffer to the other
  Epoch* flag;
};

/// The outcome of waiting, in memory that the host can read while kernels run.
struct PeerFailure {
  int pattern; ///< the pattern whose numbers did not come; below 0: none
  int level;   ///< of several levels the coarsest
  int run;
};

/// The runs of one side, and the number of exchanges of each.
struct PeerRuns {
  const HaloRun* runs;
  Epoch* done;
  int count; ///< of this exchange
};

/// An exchange by stores into the neighbours' memory. A team carries one run of each side.
/// It writes one run into the receiver's buffer and sets its flag there. Then it waits for
/// the flag of the run that it receives, and moves those numbers into the field. Each run
/// counts its exchanges in device memory, so that a recording may be replayed.
///
/// The two buffers take turns, so no acknowledgement is needed. The rank that writes exchange e has
/// seen the receiver's flags of e - 1. The receiver set them after it had read all numbers of e -
/// 2.
template <class T> struct PeerHalo {
  PeerRuns sent, received;
  const PeerTarget<T>* targets; ///< of the runs that are sent
  Epoch* arrived;               ///< own flags, which others set
  const T* inbox;               ///< own buffers
  std::ptrdiff_t turn;          ///< numbers from one buffer to the other
  PeerFailure* failure;
  Int64 most_looks; ///< at a flag
  int pattern, level;
  HaloFields<T> fields;

  KOKKOS_FUNCTION void operator()(const Member& team) const {
    const int n = team.league_rank();
    if (n < sent.count) send(team, n);
    if (n < received.count) receive(team, n);
  }

  KOKKOS_FUNCTION void send(const Member& team, int n) const {
    const Epoch epoch = sent.done[n] + 1;
    const HaloRun run = sent.runs[n];
    const PeerTarget<T> target = targets[n];
    const T* from = fields.field[run.field] + run.first;
    T* to = target.buffer + (epoch & 1) * target.turn;
    for_run(team, run, [=](int m, std::ptrdiff_t place) { to[m] = from[place]; });
    team.team_barrier();
    if (team.team_rank() != 0) return;
    set_flag(target.flag, epoch);
    sent.done[n] = epoch;
  }
  KOKKOS_FUNCTION void receive(const Member& team, int n) const {
    const Epoch epoch = received.done[n] + 1;
    if (team.team_rank() == 0 &&
        !wait_for(arrived + n, epoch, most_looks, [this] { return failure->pattern >= 0; }))
      *failure = {pattern, level, n};
    team.team_barrier();
    const HaloRun run = received.runs[n];
    const T* from = inbox + (epoch & 1) * turn + run.buffer;
    T* to = fields.field[run.field] + run.first;
    for_run(team, run, [=](int m, std::ptrdiff_t place) { to[place] = read_written(from + m); });
    if (team.team_rank() == 0) received.done[n] = epoch;
  }
};

} // namespace isobar
