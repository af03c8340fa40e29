#pragma once
#include <isobar/comm/mpi/mpi.hpp>

namespace hypre {

/// Seconds between barriers.
class Stopwatch {
public:
  explicit Stopwatch(MPI_Comm communicator) : communicator_(communicator), last_(now()) {}
  /// Since construction or the last lap; waits for all ranks.
  double lap() {
    const double previous = last_;
    last_ = now();
    return last_ - previous;
  }

private:
  double now() const {
    isobar::check_mpi(MPI_Barrier(communicator_), "MPI_Barrier");
    return MPI_Wtime();
  }
  MPI_Comm communicator_;
  double last_;
};

} // namespace hypre
