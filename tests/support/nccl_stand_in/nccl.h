#pragma once
#include <mpi.h>

#include <cstddef>
#include <cstdlib>
#include <vector>

/// NCCL's calls made of MPI's, as far as comm uses them, for tests on hosts. Sends and receives
/// count from the end of their group, in the order of a pair of ranks. All ranks of the program are
/// NCCL's. Wrong use ends the program.

enum ncclResult_t { ncclSuccess };
enum ncclDataType_t { ncclChar };
struct ncclUniqueId {
  char internal[128];
};
struct ncclComm {
  MPI_Comm ranks;
  std::vector<MPI_Request> open;
};
using ncclComm_t = ncclComm*;
inline ncclComm_t nccl_stand_in_group = nullptr; ///< the one whose messages are open
inline int nccl_stand_in_groups = 0;             ///< that have begun

inline void nccl_stand_in_require(bool right) {
  if (!right) std::abort();
}

inline const char* ncclGetErrorString(ncclResult_t) { return "none"; }
inline ncclResult_t ncclGetUniqueId(ncclUniqueId* id) {
  id->internal[0] = 'N';
  return ncclSuccess;
}
inline ncclResult_t ncclCommInitRank(ncclComm_t* comm, int ranks, ncclUniqueId id, int rank) {
  const char* multicast = std::getenv("NCCL_NVLS_ENABLE");
  nccl_stand_in_require(multicast != nullptr && multicast[0] == '0' && id.internal[0] == 'N');
  *comm = new ncclComm{};
  MPI_Comm_dup(MPI_COMM_WORLD, &(*comm)->ranks);
  int size = 0, place = 0;
  MPI_Comm_size((*comm)->ranks, &size);
  MPI_Comm_rank((*comm)->ranks, &place);
  nccl_stand_in_require(size == ranks && place == rank);
  return ncclSuccess;
}
inline ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  MPI_Comm_free(&comm->ranks);
  delete comm;
  return ncclSuccess;
}
inline ncclResult_t ncclCommAbort(ncclComm_t comm) { return ncclCommDestroy(comm); }
inline ncclResult_t ncclCommGetAsyncError(ncclComm_t, ncclResult_t* seen) {
  *seen = ncclSuccess;
  return ncclSuccess;
}

inline ncclResult_t ncclGroupStart() {
  ++nccl_stand_in_groups;
  return ncclSuccess;
}
inline ncclResult_t ncclGroupEnd() {
  nccl_stand_in_require(nccl_stand_in_groups-- == 1);
  if (ncclComm_t comm = nccl_stand_in_group) {
    MPI_Waitall(int(comm->open.size()), comm->open.data(), MPI_STATUSES_IGNORE);
    comm->open.clear();
  }
  return ncclSuccess;
}
inline MPI_Request* nccl_stand_in_message(ncclComm_t comm) {
  nccl_stand_in_require(nccl_stand_in_groups == 1);
  nccl_stand_in_group = comm;
  return &comm->open.emplace_back();
}
inline ncclResult_t ncclSend(const void* sent, std::size_t bytes, ncclDataType_t, int to,
                             ncclComm_t comm, void*) {
  MPI_Isend(sent, int(bytes), MPI_BYTE, to, 0, comm->ranks, nccl_stand_in_message(comm));
  return ncclSuccess;
}
inline ncclResult_t ncclRecv(void* received, std::size_t bytes, ncclDataType_t, int from,
                             ncclComm_t comm, void*) {
  MPI_Irecv(received, int(bytes), MPI_BYTE, from, 0, comm->ranks, nccl_stand_in_message(comm));
  return ncclSuccess;
}
inline ncclResult_t ncclAllGather(const void* own, void* all, std::size_t bytes, ncclDataType_t,
                                  ncclComm_t comm, void*) {
  MPI_Allgather(own, int(bytes), MPI_BYTE, all, int(bytes), MPI_BYTE, comm->ranks);
  return ncclSuccess;
}
