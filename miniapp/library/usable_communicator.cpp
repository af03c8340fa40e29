#include "library/usable_communicator.hpp"

#include <isobar/comm/mpi/mpi.hpp>

namespace isobar {

void require_mpi() {
  int initialised = 0, finalised = 0;
  check_mpi(MPI_Initialized(&initialised), "MPI_Initialized");
  if (initialised == 0)
    throw std::invalid_argument("MPI is not initialised; expected MPI_Init_thread before");
  check_mpi(MPI_Finalized(&finalised), "MPI_Finalized");
  if (finalised != 0)
    throw std::invalid_argument("MPI has ended; expected a solver before MPI_Finalize");
}

MPI_Comm usable(MPI_Comm comm) {
  require_mpi();
  if (comm == MPI_COMM_NULL)
    throw std::invalid_argument("comm = MPI_COMM_NULL: expected a communicator");
  int has_two_groups = 0;
  check_mpi(MPI_Comm_test_inter(comm, &has_two_groups), "MPI_Comm_test_inter");
  if (has_two_groups != 0)
    throw std::invalid_argument("comm is an intercommunicator; expected one of a single group");
  return comm;
}

} // namespace isobar
