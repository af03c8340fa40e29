#pragma once
#include <isobar/comm/mpi/mpi.hpp>
#include <isobar/core/base/region.hpp>

#include <span>
#include <string>

namespace isobar {

/// Combines the numbers of all ranks, in place. Throws MpiError.
inline void all_reduce(const MpiComm& comm, std::span<double> values, MPI_Op op) {
  static const std::string name = "isobar/allreduce";
  const Region region(name);
  check_mpi(
      MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, op, comm.get()),
      "MPI_Allreduce");
}

} // namespace isobar
