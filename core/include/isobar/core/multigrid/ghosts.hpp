#pragma once
#include <isobar/core/multigrid/communicator.hpp>

/// Vectors that lists distribute over ranks. Each rank has its own numbers first, and behind them
/// ghosts: copies of numbers that other ranks own. communicator.hpp is for fields of columns.
namespace isobar {

/// The numbers of one rank's part of a distributed vector.
struct DistributedNumbers {
  int owned = 0;
  std::vector<Int64> ids;  ///< places over all ranks of the owned numbers, then of the ghosts
  std::vector<int> owners; ///< ranks that own the ghosts, in ascending order

  int ghosts() const { return int(owners.size()); }
};

/// Returns the sum of a count over all ranks, which must be below 2^53. Collective.
inline Int64 count_over_ranks(Ranks& ranks, Int64 count) {
  double sum = double(count);
  ranks.sum({&sum, 1});
  return Int64(sum);
}

/// Exchanges the ghosts of one level's vectors. A vector has room for
/// its ghosts behind its last number, as vector_with_ghosts() makes it.
template <class T> class Ghosts {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  virtual ~Ghosts() = default;

  /// How many numbers a vector has room for behind its owned
  /// ones: the ghosts, and some for the exchange itself.
  virtual int room() const = 0;
  /// Starts the exchange; reads owned numbers. Nobody may write them or the ghosts until finish.
  virtual void start(const Vector& x) = 0;
  /// Fills the ghosts. The kernel that does this may still run, in the order of the default
  /// execution space.
  virtual void finish(const Vector& x) = 0;
  /// Does start and finish with nothing in between.
  virtual void exchange(const Vector& x) = 0;
  /// True if exchanges only launch, so that they may be recorded (launch_graph.hpp).
  virtual bool enqueued() const = 0;
};

/// The ranks of a hierarchy of distributed vectors, and the exchange on each level. Level 0 is the
/// finest.
template <class T> class GhostRanks : public Ranks {
public:
  /// Returns the exchange of a level. Throws std::invalid_argument if there is no such level.
  virtual Ghosts<T>& on(int level) = 0;
};

/// Returns a vector of `owned` numbers, all 0, with room for ghosts behind them. Its extent is
/// `owned`, so that sums and updates do not touch ghosts. data()[owned] is the first ghost.
template <class T>
Kokkos::View<T*, MemorySpace> vector_with_ghosts(const std::string& label, std::size_t owned,
                                                 std::size_t ghosts) {
  const Kokkos::View<T*, MemorySpace> all(label, owned + ghosts);
  return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, owned));
}

} // namespace isobar
