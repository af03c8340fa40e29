#pragma once
#include "halo/halo_kernels.hpp"
#include "halo/rank_exchanges.hpp"

#include <isobar/comm/topology/merge_pattern.hpp>

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace isobar {

/// Moves numbers between two fields with different distributions over ranks, both ways, with the transports of halos.
/// A rank copies its own numbers. With peers and NCCL both ways only launch kernels. Construction makes all buffers.
template <class T> class FieldWays {
public:
  /// Gives the patterns of any rank from the first field to the second one, and back. Calls no MPI.
  using WaysOf = std::function<std::array<MergeWay, 2>(int rank)>;

  /// Collective. `names` and `level` are for labels. Throws what RankExchanges throws.
  FieldWays(const MpiComm& comm, const WaysOf& ways_of, const std::array<const char*, 2>& names,
            int level, const TransportPlan& transports)
      : FieldWays(comm, ways_of, ways_of(comm.rank()), names, level, transports) {}

  /// Both throw std::logic_error for fields of other shapes than the patterns'.
  void there(const FieldMemory<T>& first, const FieldMemory<T>& second) {
    run(there_, {first, second}, first, second);
  }
  void back(const FieldMemory<T>& first, const FieldMemory<T>& second) {
    run(back_, {first, second}, second, first);
  }
  /// See Communicator.
  bool enqueued() const { return there_.others->enqueued() && back_.others->enqueued(); }
  void check() const { exchanges_.check(); }

  /// The memory that construction allocates on a rank with these ways.
  static BufferBytes bytes(const std::array<MergeWay, 2>& ways, const TransportPlan& transports);

private:
  FieldWays(const MpiComm& comm, const WaysOf& ways_of, const std::array<MergeWay, 2>& own,
            const std::array<const char*, 2>& names, int level, const TransportPlan& transports);

  struct Way {
    Way(const char* name, int level, const MergeWay& way, std::unique_ptr<HaloExchange<T>> others);
    HaloPattern pattern; ///< the numbers that other ranks send and receive
    std::string region, copy_label;
    BlockMemory memory = memory_of_views(); ///< shared memory of the runs, if any
    HaloRuns from, to;
    std::unique_ptr<HaloExchange<T>> others;
  };
  void run(Way& way, const std::array<FieldMemory<T>, 2>& fields, const FieldMemory<T>& source,
           const FieldMemory<T>& target);

  RankExchanges<T> exchanges_;
  Way there_, back_;
};

extern template class FieldWays<float>;
extern template class FieldWays<double>;

} // namespace isobar
