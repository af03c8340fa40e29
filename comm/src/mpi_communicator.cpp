#include <isobar/comm/mpi_communicator.hpp>

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

#include <stdexcept>

namespace isobar {
namespace {

template <class T>
HaloPattern pattern_of(const Decomposition& d, int level, const LayerCounts& nz, Layout layout) {
  const Partition p = d.partition(level);
  return HaloPattern(FieldShape::of<T>(p.nx, p.ny, nz.on(level), layout), d.neighbours());
}

} // namespace

/// The ranks and the halos of one level.
template <class T> class MpiCommunicators<T>::LevelCommunicator final : public Communicator<T> {
public:
  LevelCommunicator(const MpiComm& comm, int level, const HaloPattern& pattern, Transport transport)
      : comm_(comm), shape_(pattern.shape()),
        halo_(make_halo_exchange<T>(comm, level, pattern, transport)),
        region_("isobar/exchange/" + std::to_string(level)) {}

  bool fits(const FieldShape& shape) const override { return shape == shape_; }
  void start(const FieldMemory<T>& field, Halo halo) override {
    const Region region(region_);
    halo_->start(field, halo);
  }
  void finish(const FieldMemory<T>& field) override {
    const Region region(region_);
    halo_->finish(field);
  }
  void sum(std::span<double> values) override {
    if (alone()) return;
    static const std::string name = "isobar/allreduce";
    const Region region(name);
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, MPI_SUM,
                            comm_.get()),
              "MPI_Allreduce");
  }
  bool alone() const override { return comm_.size() == 1; }

private:
  const MpiComm& comm_;
  FieldShape shape_;
  std::unique_ptr<HaloExchange<T>> halo_;
  std::string region_;
};

template <class T>
MpiCommunicators<T>::MpiCommunicators(const MpiComm& comm, const Decomposition& decomposition,
                                      const LayerCounts& nz, Transport transport, Layout layout)
    : comm_(comm) {
  if (decomposition.ranks() != comm.size() || decomposition.rank() != comm.rank())
    throw DecompositionError(DecompositionError::Fault::ranks,
                             fmt::format("a decomposition for rank {} of {} on rank {} of {}",
                                         decomposition.rank(), decomposition.ranks(), comm.rank(),
                                         comm.size()));
  for (int level = 0; level < decomposition.levels(); ++level)
    levels_.push_back(std::make_unique<LevelCommunicator>(
        comm_, level, pattern_of<T>(decomposition, level, nz, layout), transport));
}

template <class T> MpiCommunicators<T>::~MpiCommunicators() = default;

template <class T> Communicator<T>& MpiCommunicators<T>::on(int level) {
  if (level < 0 || level >= int(levels_.size()))
    throw std::invalid_argument(fmt::format(
        "level {} is asked for of a decomposition with levels 0 to {}", level, levels_.size() - 1));
  return *levels_[std::size_t(level)];
}

template <class T>
BufferBytes MpiCommunicators<T>::bytes(const Decomposition& decomposition, const LayerCounts& nz,
                                       Transport transport) {
  BufferBytes sum;
  for (int level = 0; level < decomposition.levels(); ++level) {
    const BufferBytes b = halo_buffer_bytes(
        pattern_of<T>(decomposition, level, nz, Layout::x_fastest), sizeof(T), transport);
    sum.device += b.device;
    sum.host += b.host;
  }
  return sum;
}

template class MpiCommunicators<float>;
template class MpiCommunicators<double>;

} // namespace isobar
