#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/multigrid/transposition.hpp>

#include <memory>
#include <vector>

namespace isobar {

template <class T> class FieldWays;

/// Implements core's Transposition over MPI, with the transports of halos: each rank sends to each
/// other rank. Rank r of R gets whole layers: those from n r / R up to n (r + 1) / R, of the n that
/// change ranks. Fields are x fastest.
template <class T> class RankTransposition final : public Transposition<T> {
public:
  /// Collective over the communicator; the decomposition says which rank has which columns.
  /// Throws what MpiCommunicators throws, and std::invalid_argument if layers.beside exceeds
  /// Decomposition::least_columns_of_ranks(): numbers beside a rank's columns would be its own.
  RankTransposition(const MpiComm& comm, const Decomposition& decomposition,
                    const TransposedLayers& layers, const TransportPlan& transports);
  ~RankTransposition() override;

  int layers() const override {
    return firsts_[std::size_t(rank_) + 1] - firsts_[std::size_t(rank_)];
  }
  std::vector<int> first_layers() const override { return firsts_; }
  int rank() const override { return rank_; }
  TransposedLayers transposed() const override { return transposed_; }
  /// Throws std::logic_error, like to_columns(), if the fields have other shapes.
  void to_layers(const FieldMemory<T>& columns, const FieldMemory<T>& layers) override;
  void to_columns(const FieldMemory<T>& layers, const FieldMemory<T>& columns) override;
  void check() const override;

  /// Returns what first_layers() returns, for `count` layers that change ranks.
  static std::vector<int> first_layers(int ranks, int count);
  /// The number of layers that the decomposition's rank has whole.
  static int layers_of(const Decomposition& decomposition, int count);
  /// The memory that construction allocates on that rank.
  static BufferBytes bytes(const Decomposition& decomposition, const TransposedLayers& layers,
                           const TransportPlan& transports);

private:
  TransposedLayers transposed_;
  std::vector<int> firsts_;
  int rank_;
  std::unique_ptr<FieldWays<T>> ways_;
};

extern template class RankTransposition<float>;
extern template class RankTransposition<double>;

} // namespace isobar
