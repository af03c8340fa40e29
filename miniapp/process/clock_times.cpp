#include "process/clock_times.hpp"

#include "process/processor_counter.hpp"
#include "process/system_calls.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace isobar {
namespace {

/// Converts counts of the processor's counter to seconds.
/// The processor is asked for the frequency once.
double seconds_of(std::uint64_t counts) {
  static const double frequency = counter_frequency();
  return frequency > 0.0 ? double(counts) / frequency : 0.0;
}

ClockReading read_clocks() {
  ClockReading now{};
  now.first = kernel_seconds();
  now.counter = counter_now();
  now.mpi = MPI_Wtime();
  now.last = kernel_seconds();
  return now;
}

} // namespace

ClockTimes& ClockTimes::operator+=(const ClockTimes& more) {
  mpi += more.mpi;
  kernel += more.kernel;
  counter += more.counter;
  between += more.between;
  return *this;
}

double ClockTimes::disagreement() const {
  double largest = 0.0;
  for (const double other : {kernel, counter})
    if (other > 0.0)
      largest = std::max(largest,
                         std::abs(mpi - other) / other - std::min(between / other, most_between));
  return std::isfinite(mpi) ? largest : std::numeric_limits<double>::infinity();
}

Stopwatch::Stopwatch() : start_(uninterrupted(read_clocks)) {}

ClockTimes Stopwatch::elapsed() const {
  const ClockReading end = uninterrupted(read_clocks);
  return {end.mpi - start_.mpi, end.first - start_.first, seconds_of(end.counter - start_.counter),
          (start_.last - start_.first) + (end.last - end.first)};
}

ClockTimes worst_clocks(const MpiComm& comm, const ClockTimes& mine) {
  struct {
    double disagreement;
    int rank;
  } worst{mine.disagreement(), comm.rank()};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm.get()),
            "MPI_Allreduce");
  std::array<double, 4> times{mine.mpi, mine.kernel, mine.counter, mine.between};
  check_mpi(MPI_Bcast(times.data(), 4, MPI_DOUBLE, worst.rank, comm.get()), "MPI_Bcast");
  return {times[0], times[1], times[2], times[3]};
}

std::string to_text(const ClockTimes& times) {
  std::string text = fmt::format("MPI_Wtime {:.6g} s, kernel {:.6g} s", times.mpi, times.kernel);
  if (times.counter > 0.0) text += fmt::format(", processor {:.6g} s", times.counter);
  return text;
}

} // namespace isobar
