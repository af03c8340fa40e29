#include <isobar/comm/mpi/all_to_all.hpp>

#include <limits>

namespace isobar {
namespace {

template <class T> MPI_Datatype type_of() {
  return std::is_same_v<T, double> ? MPI_DOUBLE : MPI_INT64_T;
}

/// Where the numbers of each rank begin in a buffer, and their number.
struct Begins {
  std::vector<int> of_rank;
  std::int64_t all = 0;
  explicit Begins(const std::vector<int>& counts) {
    for (const int count : counts) {
      of_rank.push_back(int(all));
      all += count;
    }
  }
};

/// Throws on all ranks if any has too many numbers.
void check_counts(const MpiComm& comm, std::int64_t numbers) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  if (comm.min(numbers <= most ? 1 : 0) == 0)
    throw EnvironmentError("2^31 numbers or more travel to or from one rank; use more ranks");
}

template <class T>
std::vector<std::vector<T>> by_rank(const std::vector<T>& all, const std::vector<int>& counts) {
  std::vector<std::vector<T>> lists;
  auto next = all.begin();
  for (const int count : counts) {
    lists.emplace_back(next, next + count);
    next += count;
  }
  return lists;
}

} // namespace

template <class T>
std::vector<std::vector<T>> all_to_all(const MpiComm& comm, const std::vector<std::vector<T>>& to) {
  std::int64_t size = 0;
  for (const auto& some : to) size += std::int64_t(some.size());
  check_counts(comm, size);
  std::vector<int> out, in(to.size());
  std::vector<T> sent;
  sent.reserve(std::size_t(size));
  for (const auto& some : to) {
    out.push_back(int(some.size()));
    sent.insert(sent.end(), some.begin(), some.end());
  }
  check_mpi(MPI_Alltoall(out.data(), 1, MPI_INT, in.data(), 1, MPI_INT, comm.get()),
            "MPI_Alltoall");
  const Begins out_begins(out), in_begins(in);
  check_counts(comm, in_begins.all);
  std::vector<T> received(std::size_t(in_begins.all));
  check_mpi(MPI_Alltoallv(sent.data(), out.data(), out_begins.of_rank.data(), type_of<T>(),
                          received.data(), in.data(), in_begins.of_rank.data(), type_of<T>(),
                          comm.get()),
            "MPI_Alltoallv");
  return by_rank(received, in);
}

template std::vector<std::vector<double>> all_to_all(const MpiComm& comm,
                                                     const std::vector<std::vector<double>>& to);
template std::vector<std::vector<std::int64_t>>
all_to_all(const MpiComm& comm, const std::vector<std::vector<std::int64_t>>& to);

std::vector<std::vector<int>> all_gather(const MpiComm& comm, const std::vector<int>& own) {
  const int count = int(own.size());
  std::vector<int> counts(std::size_t(comm.size()));
  check_mpi(MPI_Allgather(&count, 1, MPI_INT, counts.data(), 1, MPI_INT, comm.get()),
            "MPI_Allgather");
  const Begins begins(counts);
  check_counts(comm, begins.all);
  std::vector<int> all(std::size_t(begins.all));
  check_mpi(MPI_Allgatherv(own.data(), count, MPI_INT, all.data(), counts.data(),
                           begins.of_rank.data(), MPI_INT, comm.get()),
            "MPI_Allgatherv");
  return by_rank(all, counts);
}

} // namespace isobar
