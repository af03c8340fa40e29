#include <isobar/comm/transport/nccl_ranks.hpp>
#include <isobar/core/base/kokkos_compat.hpp>

#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#if defined(ISOBAR_HAS_NCCL)
#if defined(KOKKOS_ENABLE_HIP)
#include <rccl/rccl.h>
#else
#include <nccl.h>
#endif
#endif

namespace isobar {

#if defined(ISOBAR_HAS_NCCL)

namespace {

/// Describes the failure of a call; "" if there is none.
std::string problem_of(ncclResult_t result, const char* call) {
  if (result == ncclSuccess) return "";
  return std::string(call) + " failed: " + ncclGetErrorString(result) +
         " (NCCL_DEBUG=WARN says more)";
}

/// Checks a call of NCCL, as check_mpi does for MPI. Every call goes through it.
void check_nccl(ncclResult_t result, const char* call) {
  if (result != ncclSuccess) throw EnvironmentError(problem_of(result, call));
}

auto stream() {
#if defined(KOKKOS_ENABLE_HIP)
  return ExecutionSpace().hip_stream();
#elif defined(KOKKOS_ENABLE_CUDA)
  return ExecutionSpace().cuda_stream();
#else
  return static_cast<void*>(nullptr); // tests on hosts, with a stand-in for NCCL
#endif
}

/// The name that rank 0 makes, by which the ranks find each other.
ncclUniqueId common_id(const MpiComm& comm) {
  ncclUniqueId id{};
  std::string problem;
  if (comm.rank() == 0) problem = problem_of(ncclGetUniqueId(&id), "ncclGetUniqueId");
  problem = comm.first_text(problem);
  if (!problem.empty()) throw EnvironmentError(problem);
  check_mpi(MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, comm.get()), "MPI_Bcast");
  return id;
}

} // namespace

struct NcclRanks::Handle {
  ncclComm_t comm = nullptr;

  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  /// While an error is under way the other ranks may be anywhere, so nothing collective is done: the program ends.
  ~Handle() {
    if (comm == nullptr || std::uncaught_exceptions() > 0) return;
    ExecutionSpace().fence();
    static_cast<void>(ncclCommDestroy(comm));
  }
};

bool NcclRanks::is_built() { return true; }

NcclRanks::NcclRanks(const MpiComm& comm)
    : size_(comm.size()), handle_(std::make_shared<Handle>()) {
  static_cast<void>(setenv("NCCL_NVLS_ENABLE", "0", 0)); // read when the first one is made
  const ncclUniqueId id = common_id(comm);
  const std::string problem = comm.first_text(
      problem_of(ncclCommInitRank(&handle_->comm, size_, id, comm.rank()), "ncclCommInitRank"));
  if (problem.empty()) return;
  if (handle_->comm != nullptr) static_cast<void>(ncclCommAbort(handle_->comm));
  handle_->comm = nullptr;
  throw EnvironmentError(problem);
}

NcclRanks::NcclRanks(const NcclRanks& all, std::vector<int> ranks)
    : size_(int(ranks.size())), ranks_(std::move(ranks)), handle_(all.handle_) {
  for (int& rank : ranks_) rank = all.place(rank);
}

NcclRanks::~NcclRanks() = default;

void NcclRanks::exchange(std::span<const NcclMessage> sent,
                         std::span<const NcclMessage> received) const {
  check_nccl(ncclGroupStart(), "ncclGroupStart");
  for (const NcclMessage& m : sent)
    check_nccl(ncclSend(m.memory, m.bytes, ncclChar, place(m.rank), handle_->comm, stream()),
               "ncclSend");
  for (const NcclMessage& m : received)
    check_nccl(ncclRecv(m.memory, m.bytes, ncclChar, place(m.rank), handle_->comm, stream()),
               "ncclRecv");
  check_nccl(ncclGroupEnd(), "ncclGroupEnd");
}

void NcclRanks::gather(const void* own, void* all, std::size_t bytes) const {
  check_nccl(ncclAllGather(own, all, bytes, ncclChar, handle_->comm, stream()), "ncclAllGather");
}

void NcclRanks::check() const {
  ncclResult_t seen = ncclSuccess;
  check_nccl(ncclCommGetAsyncError(handle_->comm, &seen), "ncclCommGetAsyncError");
  check_nccl(seen, "an exchange through NCCL");
}

#else

struct NcclRanks::Handle {};
bool NcclRanks::is_built() { return false; }
NcclRanks::NcclRanks(const MpiComm& comm) : size_(comm.size()) {
  throw EnvironmentError("this build has no NCCL");
}
NcclRanks::NcclRanks(const NcclRanks& all, std::vector<int> ranks)
    : size_(all.size_), ranks_(std::move(ranks)) {}
NcclRanks::~NcclRanks() = default;
void NcclRanks::exchange(std::span<const NcclMessage>, std::span<const NcclMessage>) const {}
void NcclRanks::gather(const void*, void*, std::size_t) const {}
void NcclRanks::check() const {}

#endif

} // namespace isobar
