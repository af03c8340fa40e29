#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/merge_pattern.hpp>
#include <isobar/core/multigrid/merge.hpp>

#include <memory>

namespace isobar {

template <class T> class FieldWays;

/// core's Merge over MPI, by the transports of halos: what a level's ranks gather and scatter are patterns of two fields, the
/// part and the merged one. With peers and through NCCL both are launches alone. All buffers are made on
/// construction.
template <class T> class RankMerge final : public Merge<T> {
public:
  /// Collective over the communicator, whose ranks the parts are of. Fields have nz layers and one layout; `level` is for
  /// labels. Throws as MpiCommunicators.
  RankMerge(const MpiComm& comm, const MergeParts& parts, int nz, const TransportPlan& transports,
            Layout layout, int level);
  ~RankMerge() override;

  bool has_level() const override { return has_level_; }
  /// Fields of other shapes than the parts' are refused with std::logic_error.
  void gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) override;
  void scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) override;
  bool enqueued() const override;
  void check() const override;

  /// What construction allocates on a rank, in either layout.
  static BufferBytes bytes(const MergeParts& parts, int rank, int nz,
                           const TransportPlan& transports);

private:
  bool has_level_;
  std::unique_ptr<FieldWays<T>> ways_;
};

extern template class RankMerge<float>;
extern template class RankMerge<double>;

} // namespace isobar
