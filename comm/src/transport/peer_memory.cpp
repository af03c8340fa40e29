#include <isobar/comm/transport/peer_memory.hpp>

#include "transport/device_runtime.hpp"
#include "transport/shared_segment.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

namespace isobar {

namespace {

/// Throws on all ranks if one has a problem.
[[maybe_unused]] void require_shared(const MpiComm& host, const std::string& problem) {
  const std::string first = host.first_text(problem);
  if (!first.empty()) throw EnvironmentError("GPUs of this host cannot share memory: " + first);
}

struct SetToZero {
  std::byte* memory;
  KOKKOS_FUNCTION void operator()(std::size_t n) const { memory[n] = std::byte(0); }
};

} // namespace

#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP)

void PeerMemory::share_on_device() {
  using device_runtime::Handle;
  void* own = nullptr;
  Handle handle{};
  std::string problem = device_runtime::allocate(&own, bytes_);
  parts_[std::size_t(host_.rank())] = static_cast<std::byte*>(own);
  if (problem.empty()) problem = device_runtime::handle_of(&handle, own);
  require_shared(host_, problem);
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
  require_shared(host_, problem); // nobody writes before all memory is zero
}

/// The parts follow each other, so that they are registered at once: pages may not be registered twice.
void PeerMemory::register_segment() {
  std::byte* const first = parts_[0];
  std::byte* on_device = nullptr;
  const std::string problem = device_runtime::register_memory(first, segment_->bytes(), &on_device);
  if (problem.empty()) registered_ = first;
  require_shared(host_, problem);
  for (std::byte*& part : parts_) part = on_device + (part - first);
}

/// A rank's memory is freed when no other has it open.
void PeerMemory::release() noexcept {
  if (place_ == PeerPlace::host) {
    if (registered_) static_cast<void>(device_runtime::unregister(registered_));
    segment_.reset();
    return;
  }
  for (int rank = 0; rank < host_.size(); ++rank)
    if (rank != host_.rank() && parts_[std::size_t(rank)] != nullptr)
      static_cast<void>(device_runtime::close(parts_[std::size_t(rank)]));
  report_mpi(MPI_Barrier(host_.get()), "MPI_Barrier");
  static_cast<void>(device_runtime::free(parts_[std::size_t(host_.rank())]));
}

#else

void PeerMemory::share_on_device() { share_on_host(); }
void PeerMemory::register_segment() {}
void PeerMemory::release() noexcept { segment_.reset(); }

#endif

void PeerMemory::share_on_host() {
  segment_ = std::make_unique<SharedSegment>(host_, bytes_);
  for (int rank = 0; rank < host_.size(); ++rank) parts_[std::size_t(rank)] = segment_->part(rank);
  std::memset(parts_[std::size_t(host_.rank())], 0, bytes_);
  register_segment();
  check_mpi(MPI_Barrier(host_.get()), "MPI_Barrier"); // nobody writes before all memory is zero
}

PeerMemory::PeerMemory(const MpiComm& host, std::size_t bytes, PeerPlace place)
    : host_(host), bytes_(bytes), place_(place), parts_(std::size_t(host.size()), nullptr) {
  try {
    if (place == PeerPlace::device) share_on_device();
    else share_on_host();
  } catch (const EnvironmentError&) {
    release();
    throw;
  }
}

/// No rank writes now, because this rank has waited for everything that
/// it receives. A kernel clears the memory, which may be the host's.
void PeerMemory::clear() const {
  using Bytes = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::size_t>>;
  Kokkos::parallel_for("isobar/peer_clear", Bytes(0, bytes_), SetToZero{of(host_.rank())});
  ExecutionSpace().fence();
  check_mpi(MPI_Barrier(host_.get()), "MPI_Barrier"); // nobody writes before all memory is zero
}

/// While an error is under way the other ranks may be anywhere, so nothing collective is done: the program ends.
PeerMemory::~PeerMemory() {
  if (std::uncaught_exceptions() > 0) {
    static_cast<void>(segment_.release()); // kernels may still write to it
    return;
  }
  if (!Kokkos::is_initialized()) { // the device's runtime is gone; a host's tests would not notice
    std::fputs("isobar: memory of peers outlives Kokkos\n", stderr);
    std::abort();
  }
  ExecutionSpace().fence();
  release();
}

} // namespace isobar
