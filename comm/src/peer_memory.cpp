#include <isobar/comm/peer_memory.hpp>

#include "device_runtime.hpp"

#include <cstring>
#include <exception>

namespace isobar {

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)

namespace {

using device_runtime::Handle;

/// Throws on all ranks if one has a problem.
void require_none(const MpiComm& host, const std::string& problem) {
  const std::string first = host.first_text(problem);
  if (!first.empty()) throw EnvironmentError("GPUs of this host cannot share memory: " + first);
}

} // namespace

void PeerMemory::share(std::size_t bytes) {
  void* own = nullptr;
  Handle handle{};
  std::string problem = device_runtime::allocate(&own, bytes);
  parts_[std::size_t(host_.rank())] = static_cast<std::byte*>(own);
  if (problem.empty()) problem = device_runtime::handle_of(&handle, own);
  require_none(host_, problem);
  std::vector<Handle> handles(parts_.size());
  check_mpi(MPI_Allgather(&handle, sizeof handle, MPI_BYTE, handles.data(), sizeof handle, MPI_BYTE,
                          host_.get()),
            "MPI_Allgather");
  for (int rank = 0; rank < host_.size() && problem.empty(); ++rank) {
    if (rank == host_.rank()) continue;
    void* part = nullptr;
    problem = device_runtime::open(&part, handles[std::size_t(rank)]);
    parts_[std::size_t(rank)] = static_cast<std::byte*>(part);
  }
  require_none(host_, problem); // nobody writes before all memory is zero
}

/// A rank's memory is freed when no other has it open.
void PeerMemory::release() noexcept {
  for (int rank = 0; rank < host_.size(); ++rank)
    if (rank != host_.rank() && parts_[std::size_t(rank)] != nullptr)
      static_cast<void>(device_runtime::close(parts_[std::size_t(rank)]));
  report_mpi(MPI_Barrier(host_.get()), "MPI_Barrier");
  static_cast<void>(device_runtime::free(parts_[std::size_t(host_.rank())]));
}

#else

void PeerMemory::share(std::size_t bytes) {
  std::byte* own = nullptr;
  check_mpi(MPI_Win_allocate_shared(MPI_Aint(bytes), 1, MPI_INFO_NULL, host_.get(), &own, &window_),
            "MPI_Win_allocate_shared");
  std::memset(own, 0, bytes);
  for (int rank = 0; rank < host_.size(); ++rank) {
    MPI_Aint size = 0;
    int unit = 0;
    check_mpi(MPI_Win_shared_query(window_, rank, &size, &unit, &parts_[std::size_t(rank)]),
              "MPI_Win_shared_query");
  }
  check_mpi(MPI_Barrier(host_.get()), "MPI_Barrier"); // nobody writes before all memory is zero
}

void PeerMemory::release() noexcept { report_mpi(MPI_Win_free(&window_), "MPI_Win_free"); }

#endif

PeerMemory::PeerMemory(const MpiComm& host, std::size_t bytes)
    : host_(host), parts_(std::size_t(host.size()), nullptr) {
  try {
    share(bytes);
  } catch (const EnvironmentError&) {
    release();
    throw;
  }
}

/// While an error is under way the other ranks may be anywhere, so nothing collective is done: the program ends.
PeerMemory::~PeerMemory() {
  if (std::uncaught_exceptions() > 0) return;
  ExecutionSpace().fence();
  release();
}

} // namespace isobar
