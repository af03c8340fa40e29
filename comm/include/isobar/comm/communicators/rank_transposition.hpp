#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/multigrid/transposition.hpp>

#include <memory>
#include <vector>

namespace isobar {

template <class T> class FieldWays;

/// core's Transposition over MPI, by the transports of halos: every rank has something for every other one. Of n layers that change ranks,
/// rank r of R has those from r n / R up to (r + 1) n / R whole. Fields are x fastest.
template <class T> class RankTransposition final : public Transposition<T> {
public:
  /// Collective over the communicator, whose decomposition says who has which columns. Throws as MpiCommunicators, and
  /// std::invalid_argument where numbers beside a rank's columns would be its own: layers.beside is at most
  /// Decomposition::least_columns_of_ranks().
  RankTransposition(const MpiComm& comm, const Decomposition& decomposition,
                    const TransposedLayers& layers, const TransportPlan& transports);
  ~RankTransposition() override;

  int layers() const override {
    return firsts_[std::size_t(rank_) + 1] - firsts_[std::size_t(rank_)];
  }
  std::vector<int> first_layers() const override { return firsts_; }
  int rank() const override { return rank_; }
  TransposedLayers transposed() const override { return transposed_; }
  /// Fields of other shapes are refused with std::logic_error.
  void to_layers(const FieldMemory<T>& columns, const FieldMemory<T>& layers) override;
  void to_columns(const FieldMemory<T>& layers, const FieldMemory<T>& columns) override;
  void check() const override;

  /// As first_layers(), of so many layers that change ranks.
  static std::vector<int> first_layers(int ranks, int count);
  /// Layers that the decomposition's rank has whole.
  static int layers_of(const Decomposition& decomposition, int count);
  /// What construction allocates on it.
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
