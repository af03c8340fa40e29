#pragma once
#include <isobar/comm/mpi/mpi.hpp>

#include <string>

/// Finds out whether MPI can be given pointers to device memory.
namespace isobar {

/// An MPI's own answer, and its source ("Open MPI says it is not CUDA-aware").
struct GpuMpiHint {
  enum class Answer { no, unknown, yes };
  Answer answer = Answer::unknown;
  std::string text;
};

/// Reads the answer of Cray's environment variable, or else of MPICH's or Open MPI's query.
GpuMpiHint gpu_mpi_hint();

/// Sends small and large messages (64 B and 4 MB) from device buffers to the next rank
/// and checks every value. True if all arrived on all ranks; errors that MPI returns
/// count as false. Collective. May crash with an MPI that does not know device memory.
bool device_messages_arrive(const MpiComm& comm);

} // namespace isobar
