#include <isobar/comm/transport/gpu_aware.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#if defined(OPEN_MPI) && __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

namespace isobar {
namespace {

using Answer = GpuMpiHint::Answer;

#if defined(KOKKOS_ENABLE_HIP)
constexpr const char* platform = "ROCm";
#else
constexpr const char* platform = "CUDA";
#endif

[[maybe_unused]] GpuMpiHint hint_of(const char* mpi, bool aware) {
  return {aware ? Answer::yes : Answer::no,
          std::string(mpi) + " says it is " + (aware ? "" : "not ") + platform + "-aware"};
}

/// The library's own answer. Its version decides which queries exist.
GpuMpiHint library_hint() {
#if defined(MPICH_NUMVERSION) && defined(MPIX_GPU_SUPPORT_HIP)
  int aware = 0;
#if defined(KOKKOS_ENABLE_HIP)
  check_mpi(MPIX_GPU_query_support(MPIX_GPU_SUPPORT_HIP, &aware), "MPIX_GPU_query_support");
#else
  check_mpi(MPIX_GPU_query_support(MPIX_GPU_SUPPORT_CUDA, &aware), "MPIX_GPU_query_support");
#endif
  return hint_of("MPICH", aware != 0);
#elif defined(KOKKOS_ENABLE_HIP) && defined(MPIX_ROCM_AWARE_SUPPORT)
  return hint_of("Open MPI", MPIX_Query_rocm_support() != 0);
#elif !defined(KOKKOS_ENABLE_HIP) && defined(MPIX_CUDA_AWARE_SUPPORT)
  return hint_of("Open MPI", MPIX_Query_cuda_support() != 0);
#else
  return {Answer::unknown, "this MPI does not say whether it is GPU-aware"};
#endif
}

KOKKOS_INLINE_FUNCTION std::uint32_t pattern(int rank, int n) {
  return std::uint32_t(n) * 2654435761u + std::uint32_t(rank) * 40503u + 1u;
}

struct FillPattern {
  Kokkos::View<std::uint32_t*, MemorySpace> values;
  int rank;
  KOKKOS_FUNCTION void operator()(int n) const { values(n) = pattern(rank, n); }
};

struct CountWrong {
  Kokkos::View<std::uint32_t*, MemorySpace> values;
  int rank;
  KOKKOS_FUNCTION void operator()(int n, int& wrong) const {
    wrong += values(n) != pattern(rank, n);
  }
};

/// One message to the next rank and one from the previous one.
void pass_on(const MpiComm& comm, const std::uint32_t* sent, std::uint32_t* received, int bytes) {
  const int next = (comm.rank() + 1) % comm.size();
  const int previous = (comm.rank() + comm.size() - 1) % comm.size();
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  check_mpi(MPI_Irecv(received, bytes, MPI_BYTE, previous, 0, comm.get(), &requests[0]),
            "MPI_Irecv");
  check_mpi(MPI_Isend(sent, bytes, MPI_BYTE, next, 0, comm.get(), &requests[1]), "MPI_Isend");
  check_mpi(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE), "MPI_Waitall");
}

/// Values that did not arrive on this rank as the previous one sent them.
int wrong_values(const MpiComm& comm, int numbers) {
  using Policy = Kokkos::RangePolicy<ExecutionSpace>;
  const Kokkos::View<std::uint32_t*, MemorySpace> sent("isobar/self_test_send", numbers);
  const Kokkos::View<std::uint32_t*, MemorySpace> received("isobar/self_test_receive", numbers);
  Kokkos::parallel_for("isobar/self_test_fill", Policy(0, numbers), FillPattern{sent, comm.rank()});
  ExecutionSpace().fence();
  pass_on(comm, sent.data(), received.data(), numbers * int(sizeof(std::uint32_t)));
  int wrong = 0;
  Kokkos::parallel_reduce("isobar/self_test_check", Policy(0, numbers),
                          CountWrong{received, (comm.rank() + comm.size() - 1) % comm.size()},
                          wrong);
  return wrong;
}

} // namespace

GpuMpiHint gpu_mpi_hint() {
  if (const char* cray = std::getenv("MPICH_GPU_SUPPORT_ENABLED")) {
    const bool on = std::strcmp(cray, "0") != 0;
    return {on ? Answer::yes : Answer::no, std::string("MPICH_GPU_SUPPORT_ENABLED is ") + cray};
  }
  return library_hint();
}

bool device_messages_arrive(const MpiComm& comm) {
  bool good = true;
  for (const int bytes : {64, 4 << 20}) {
    try {
      good = good && wrong_values(comm, bytes / int(sizeof(std::uint32_t))) == 0;
    } catch (const MpiError&) {
      good = false;
    }
    // Nobody goes on to the large message alone.
    good = comm.min(good) == 1;
  }
  return good;
}

} // namespace isobar
