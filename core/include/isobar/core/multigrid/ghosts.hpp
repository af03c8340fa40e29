#pragma once
#include <isobar/core/multigrid/communicator.hpp>

/// Vectors that are dealt to ranks by lists: each rank has its own numbers first and behind them ghosts, copies of numbers that other
/// ranks own. How fields of columns do it says communicator.hpp.
namespace isobar {

/// The numbers of one rank's part of such a vector.
struct DealtNumbers {
  int owned = 0;
  std::vector<Int64> ids;  ///< of the owned ones, then of the ghosts: their numbers over all ranks
  std::vector<int> owners; ///< of the ghosts, ascending

  int ghosts() const { return int(owners.size()); }
};

/// A count of each rank, added up; below 2^53. Collective.
inline Int64 count_over_ranks(Ranks& ranks, Int64 count) {
  double sum = double(count);
  ranks.sum({&sum, 1});
  return Int64(sum);
}

/// The exchange of the ghosts of one level's vectors. A vector that is exchanged has room for them behind its last number, as
/// vector_with_ghosts() makes it.
template <class T> class Ghosts {
public:
  using Vector = Kokkos::View<T*, MemorySpace>;
  virtual ~Ghosts() = default;

  /// Numbers behind the owned ones for which vectors need room: ghosts, and what an exchange has for itself.
  virtual int room() const = 0;
  /// Reads owned numbers. Until finish neither they nor the ghosts may be written.
  virtual void start(const Vector& x) = 0;
  /// Fills the ghosts; the kernel that does it may still run, in the order of the default execution space.
  virtual void finish(const Vector& x) = 0;
  virtual void exchange(const Vector& x) = 0;
  /// True if exchanges only launch, so that they may be recorded (launch_graph.hpp).
  virtual bool enqueued() const = 0;
};

/// The ranks of a hierarchy whose levels have such vectors, and the exchange on each level, of which 0 is the finest.
template <class T> class GhostRanks : public Ranks {
public:
  /// Throws std::invalid_argument if there is no such level.
  virtual Ghosts<T>& on(int level) = 0;
};

/// A vector of so many owned numbers, all 0, with room for ghosts behind them: its extent is that of the owned ones, so that
/// sums and updates leave ghosts alone, and data()[owned] is the first ghost.
template <class T>
Kokkos::View<T*, MemorySpace> vector_with_ghosts(const std::string& label, std::size_t owned,
                                                 std::size_t ghosts) {
  const Kokkos::View<T*, MemorySpace> all(label, owned + ghosts);
  return Kokkos::subview(all, std::pair<std::size_t, std::size_t>(0, owned));
}

} // namespace isobar
