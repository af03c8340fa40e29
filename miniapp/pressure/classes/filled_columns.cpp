#include "pressure/classes/filled_columns.hpp"

#include "pressure/problem/equation_of.hpp"
#include "pressure/run/predicted_memory.hpp"
#include "run/memory_of_rank.hpp"

#include <isobar/core/base/kokkos_compat.hpp>

#include <algorithm>

namespace isobar {
namespace {

/// All sizes have at least 5 levels on some ranks.
constexpr int columns_a_unit = 64, most_units = 1024;

/// The memory that counts against the device: all of it if the device is the host.
Int64 bytes_of(const MemoryUse& use) { return on_host ? use.total() : use.device; }

MemoryUse need_of(Deck deck, const MpiComm& comm, std::optional<Transport> transport) {
  Equation equation = equation_of(deck);
  return largest_memory(
      planned_run(std::move(deck), std::move(equation), comm.size(), comm.rank(), transport),
      comm.rank(), largest_buffers);
}

Int64 most_of_ranks(const MpiComm& comm, Int64 mine) {
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT64_T, MPI_MAX, comm.get()),
            "MPI_Allreduce");
  return mine;
}

} // namespace

int most_columns_within(Int64 bytes, const std::function<Int64(int columns)>& need) {
  int fits = 1, too_many = most_units + 1;
  while (too_many - fits > 1) {
    const int middle = (fits + too_many) / 2;
    (need(columns_a_unit * middle) <= bytes ? fits : too_many) = middle;
  }
  return columns_a_unit * fits;
}

int filled_columns(const MpiComm& comm, double share, const std::function<Deck(int columns)>& read,
                   std::optional<Transport> transport) {
  const Int64 least_memory = -most_of_ranks(comm, -memory_of_rank(comm));
  return most_columns_within(Int64(share * double(least_memory)), [&](int columns) {
    return most_of_ranks(comm, bytes_of(need_of(read(columns), comm, transport)));
  });
}

} // namespace isobar
