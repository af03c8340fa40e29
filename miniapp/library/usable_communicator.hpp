#pragma once
#include <mpi.h>

namespace isobar {

/// Throws std::invalid_argument unless MPI may be called.
void require_mpi();

/// Returns `comm` if solvers can run on it: a communicator
/// of one group. Throws std::invalid_argument otherwise.
MPI_Comm usable(MPI_Comm comm);

} // namespace isobar
