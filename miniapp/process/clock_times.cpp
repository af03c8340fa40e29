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

/// Of one machine: the processor is asked once.
double seconds_of(std::uint64_t counts) {
  static const double frequency = counter_frequency();
  return frequency > 0.0 ? double(counts) / frequency : 0.0;
}

} // namespace

ClockTimes& ClockTimes::operator+=(const ClockTimes& more) {
  mpi += more.mpi;
  kernel += more.kernel;
  counter += more.counter;
  return *this;
}

double ClockTimes::disagreement() const {
  double largest = 0.0;
  for (const double other : {kernel, counter})
    if (other > 0.0) largest = std::max(largest, std::abs(mpi - other) / other);
  return std::isfinite(mpi) ? largest : std::numeric_limits<double>::infinity();
}

Stopwatch::Stopwatch() : kernel_(kernel_seconds()), mpi_(MPI_Wtime()), counter_(counter_now()) {}

ClockTimes Stopwatch::elapsed() const {
  const std::uint64_t counter = counter_now();
  const double mpi = MPI_Wtime(), kernel = kernel_seconds();
  return {mpi - mpi_, kernel - kernel_, seconds_of(counter - counter_)};
}

ClockTimes worst_clocks(const MpiComm& comm, const ClockTimes& mine) {
  struct {
    double disagreement;
    int rank;
  } worst{mine.disagreement(), comm.rank()};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &worst, 1, MPI_DOUBLE_INT, MPI_MAXLOC, comm.get()),
            "MPI_Allreduce");
  std::array<double, 3> times{mine.mpi, mine.kernel, mine.counter};
  check_mpi(MPI_Bcast(times.data(), 3, MPI_DOUBLE, worst.rank, comm.get()), "MPI_Bcast");
  return {times[0], times[1], times[2]};
}

std::string to_text(const ClockTimes& times) {
  std::string text = fmt::format("MPI_Wtime {:.6g} s, kernel {:.6g} s", times.mpi, times.kernel);
  if (times.counter > 0.0) text += fmt::format(", processor {:.6g} s", times.counter);
  return text;
}

} // namespace isobar
