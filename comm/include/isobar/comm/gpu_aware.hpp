#pragma once
#include <isobar/comm/halo_exchange.hpp>

#include <functional>
#include <string>

/// Whether MPI can be given pointers to device memory.
namespace isobar {

/// What the user wants: on and off force it, automatic finds out.
enum class GpuMpi { automatic, on, off };

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

/// A decision and its reason, for the report: "off: Open MPI says it is not CUDA-aware".
struct TransportChoice {
  Transport transport = Transport::device;
  std::string reason;
};

/// Decides, the same on all ranks; collective. Fields in host memory and single ranks need no
/// decision. An MPI that says no, or nothing, is not tested unless GpuMpi::on asks for it.
/// Throws EnvironmentError if GpuMpi::on was asked for and the self-test fails.
TransportChoice choose_transport(const MpiComm& comm, GpuMpi wish);

/// The rules by themselves, `hint` and `self_test` being those of all ranks.
TransportChoice decide_transport(bool fields_on_host, int ranks, GpuMpi wish,
                                 const GpuMpiHint& hint, const std::function<bool()>& self_test);

} // namespace isobar
