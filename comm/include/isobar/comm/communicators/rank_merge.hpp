#pragma once
#include <isobar/comm/halo/halo_exchange.hpp>
#include <isobar/comm/topology/merge_pattern.hpp>
#include <isobar/core/multigrid/merge.hpp>

#include <memory>

namespace isobar {

template <class T> class FieldWays;

/// Implements core's Merge over MPI, with the transports of halos. The ranks of a level
/// gather and scatter by patterns between two fields, the part and the merged one. With
/// peers and with NCCL, both only launch kernels. Construction makes all buffers.
template <class T> class RankMerge final : public Merge<T> {
public:
  /// Collective over the communicator whose ranks have the parts. Fields have nz layers
  /// and one layout; `level` is for labels. Throws what MpiCommunicators throws.
  RankMerge(const MpiComm& comm, const MergeParts& parts, int nz, const TransportPlan& transports,
            Layout layout, int level);
  ~RankMerge() override;

  bool has_level() const override { return has_level_; }
  /// Throws std::logic_error, like scatter(), if the shapes of the fields differ from the parts'.
  void gather(const FieldMemory<T>& part, const FieldMemory<T>& merged) override;
  void scatter(const FieldMemory<T>& merged, const FieldMemory<T>& part) override;
  bool enqueued() const override;
  void check() const override;

  /// The memory that construction allocates on a rank, in either layout.
  static BufferBytes bytes(const MergeParts& parts, int rank, int nz,
                           const TransportPlan& transports);

private:
  bool has_level_;
  std::unique_ptr<FieldWays<T>> ways_;
};

extern template class RankMerge<float>;
extern template class RankMerge<double>;

} // namespace isobar
