#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdint>
#include <string>

namespace isobar {

/// Seconds that the same work took by clocks that come to the program in different ways. Times are those of MPI; the others say whether
/// they can be believed.
struct ClockTimes {
  double mpi = 0.0;     ///< MPI_Wtime
  double kernel = 0.0;  ///< the kernel's steady clock, by a call of its own
  double counter = 0.0; ///< the processor's counter; 0 where its frequency is not known
  /// Passed between readings of one clock and the next: other processes may have run then.
  double between = 0.0;

  ClockTimes& operator+=(const ClockTimes& more);
  /// The largest relative difference to the time of MPI, without what may have passed between readings. No more than `most_between` of
  /// a time is taken off: an MPI_Wtime that waits before it says less than it should would hide the difference.
  double disagreement() const;
};

/// Clocks differ by less: their frequencies are known to some parts in 10^4.
inline constexpr double most_disagreement = 0.01;
inline constexpr double most_between = 0.05;

/// Reads all clocks when it is made and again when it is asked.
class Stopwatch {
public:
  Stopwatch();
  ClockTimes elapsed() const;

private:
  /// The kernel's clock comes first and last.
  struct Reading {
    double first, mpi, last;
    std::uint64_t counter;
  };
  static Reading read();

  Reading start_;
};

/// The times of the rank whose clocks disagree most, the lowest of them. Collective.
ClockTimes worst_clocks(const MpiComm& comm, const ClockTimes& mine);

/// "MPI_Wtime 1.5 s, kernel 3.0 s", and the processor's counter where it is known.
std::string to_text(const ClockTimes& times);

} // namespace isobar
