#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <cstdint>
#include <string>

namespace isobar {

/// Seconds of the same work by clocks from different sources. The program's
/// times are MPI's; the other clocks tell whether they are credible.
struct ClockTimes {
  double mpi = 0.0;     ///< MPI_Wtime
  double kernel = 0.0;  ///< the kernel's steady clock, by a direct call
  double counter = 0.0; ///< the processor's counter; 0 if its frequency is unknown
  /// The time between readings of one clock and of the next. Other processes may have run in it.
  double between = 0.0;

  ClockTimes& operator+=(const ClockTimes& more);
  /// The largest relative difference from MPI's time, less the time that may have passed
  /// between readings, but at most `most_between` of a time. Without that limit, an
  /// MPI_Wtime that waits before it tells too small a time would hide the difference.
  double disagreement() const;
};

/// The largest disagreement of sound clocks, whose frequencies are known to some parts in 10^4.
inline constexpr double most_disagreement = 0.01;
inline constexpr double most_between = 0.05;

/// One reading of all clocks. The kernel's clock comes first and last.
struct ClockReading {
  double first, mpi, last;
  std::uint64_t counter;
};

/// The longest reading, in seconds, that counts as uninterrupted. A reading takes less than 1e-6 s. If it
/// is interrupted, the clocks that it read before and after the interruption belong to different times.
inline constexpr double longest_reading = 1e-5;
inline constexpr int most_readings = 5;

/// Calls `read` until a reading was not interrupted, at
/// most `most_readings` times. Returns the last reading.
template <class Read> ClockReading uninterrupted(const Read& read) {
  ClockReading now = read();
  for (int n = 1; n < most_readings && now.last - now.first > longest_reading; ++n) now = read();
  return now;
}

/// Reads all clocks on construction and again on demand.
class Stopwatch {
public:
  Stopwatch();
  ClockTimes elapsed() const;

private:
  ClockReading start_;
};

/// The times of the rank whose clocks disagree most;
/// the lowest rank counts if several do. Collective.
ClockTimes worst_clocks(const MpiComm& comm, const ClockTimes& mine);

/// The times as text, "MPI_Wtime 1.5 s, kernel 3.0 s", with the processor's counter if it is known.
std::string to_text(const ClockTimes& times);

} // namespace isobar
