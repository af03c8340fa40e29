#pragma once
#include <isobar/core/multigrid/communicator.hpp>

/// Vectors distributed over ranks by lists: each rank has its own numbers first and behind them
/// ghosts, copies of numbers that other ranks own. See communicator.hpp for fields of columns.
namespace isobar {

/// The numbers of one rank's part of such a vector.
struct DistributedNumbers {
  int owned = 0;
  std::vector<Int64> ids;  ///< of the owned ones, then of the ghosts: their numbers over all ranks
  std::vector<int> owners; ///< of the ghosts, in ascending order

  int ghosts() const { return int(owners.size()); }
};

/// Adds up a count of each rank; the sum is below 2^53. Collective.
inline Int64 count_over_ranks(Ranks& ranks, Int64 count) {
  double sum = double(count);
  ranks.sum({&sum, 1});
  return Int64(sum);
}

/// Exchanges the ghosts of one level's vectors. Such a vector has room
/// for them behind its last number, as vector_with_ghosts() makes it.
template <class T> class Ghosts {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  virtual ~Ghosts() = default;

  /// Numbers behind the owned ones for which vectors need room: the ghosts, and some for the exchange itself.
  virtual int room() const = 0;
  /// Reads owned numbers. Nobody may write them or the ghosts until finish.
  virtual void start(const Vector& x) = 0;
  /// Fills the ghosts. Its kernel may still run, in the order of the default execution space.
  virtual void finish(const Vector& x) = 0;
  virtual void exchange(const Vector& x) = 0;
  /// True if exchanges only launch, so that they may be recorded (launch_graph.hpp).
  virtual bool enqueued() const = 0;
};

/// The ranks of a hierarchy of such vectors, and the exchange on each level; 0 is the finest.
template <class T> class GhostRanks : public Ranks {
public:
  /// Throws std::invalid_argument if there is no such level.
  virtual Ghosts<T>& on(int level) = 0;
};

/// A vector of so many owned numbers, all 0, with room for ghosts behind them. Its extent is that of
/// the owned ones, so that sums and updates leave ghosts alone; data()[owned] is the first ghost.
template <class T>
Kokkos::View<T*, MemorySpace> vector_with_ghosts(const std::string& label, std::size_t owned,
                                                 std::size_t ghosts) {
  const Kokkos::View<T*, MemorySpace> all(label, owned + ghosts);
  return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, owned));
}

} // namespace isobar
