#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <string>

/// Whether MPI can be given pointers to device memory.
namespace isobar {

/// What an MPI says of itself, and who says so ("Open MPI says it is not CUDA-aware").
struct GpuMpiHint {
  enum class Answer { no, unknown, yes };
  Answer answer = Answer::unknown;
  std::string text;
};

/// The answer of Cray's environment variable, else of MPICH's or Open MPI's query.
GpuMpiHint gpu_mpi_hint();

/// Sends small and large messages (64 B and 4 MB) from device buffers to the next rank and
/// checks every value that arrives. True if all did on all ranks. Collective. With an MPI that
/// does not know device memory this may crash. Errors that MPI returns count as false.
bool device_messages_arrive(const MpiComm& comm);

} // namespace isobar
