#pragma once
#include "process/clock_times.hpp"
#include "run/record.hpp"

#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <array>

namespace isobar {

/// Measures the seconds that `work` takes on this rank. All ranks begin together, and devices
/// are fenced. Profilers see a region. Adds the time by all clocks to `clocks`, if given.
template <class Work>
double timed(const MpiComm& comm, const char* region, const Work& work,
             ClockTimes* clocks = nullptr) {
  Kokkos::fence();
  check_mpi(MPI_Barrier(comm.get()), "MPI_Barrier");
  Kokkos::Profiling::pushRegion(region);
  const Stopwatch stopwatch;
  work();
  Kokkos::fence();
  const ClockTimes times = stopwatch.elapsed();
  Kokkos::Profiling::popRegion();
  if (clocks != nullptr) *clocks += times;
  return times.mpi;
}

inline double sum_over_ranks(const MpiComm& comm, double value) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_SUM, comm.get()),
            "MPI_Allreduce");
  return value;
}

inline Int64 sum_over_ranks(const MpiComm& comm, Int64 count) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, comm.get()),
            "MPI_Allreduce");
  return count;
}

inline double largest_of_ranks(const MpiComm& comm, double value) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_DOUBLE, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  return value;
}

/// Measures copies of a field of this shape on each rank, for all ranks together. Collective.
template <class T> CopyBandwidth copies_of_ranks(const MpiComm& comm, int nx, int ny, int nz) {
  return copy_bandwidth<T>(nx, ny, nz, [&](double x) { return sum_over_ranks(comm, x); });
}

inline bool any_rank(const MpiComm& comm, bool mine) { return comm.min(mine ? 0 : 1) == 0; }

/// Records the memory of the rank that uses most of it. Collective.
inline void record_memory(const MpiComm& comm, const MemoryUse& predicted,
                          const MemoryUse& measured, RunRecord& record) {
  std::array<Int64, 4> bytes{predicted.device, predicted.host, measured.device, measured.host};
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, bytes.data(), 4, MPI_INT64_T, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  record.predicted = {bytes[0], bytes[1]};
  record.measured = {bytes[2], bytes[3]};
}

} // namespace isobar
