#include <isobar/comm/mpi_communicator.hpp>

#include <fmt/format.h>
#include <isobar/core/base/region.hpp>

namespace isobar {
namespace {

template <class T>
HaloPattern pattern_of(const Decomposition& d, int level, const LayerCounts& nz, Layout layout) {
  const Partition p = d.partition(level);
  return HaloPattern(FieldShape::of<T>(p.nx, p.ny, nz.on(level), layout), d.neighbours());
}

} // namespace

template <class T>
MpiCommunicator<T>::MpiCommunicator(const MpiComm& comm, const Decomposition& decomposition,
                                    const LayerCounts& nz, Transport transport, Layout layout)
    : comm_(comm) {
  if (decomposition.ranks() != comm.size() || decomposition.rank() != comm.rank())
    throw DecompositionError(DecompositionError::Fault::ranks,
                             fmt::format("a decomposition for rank {} of {} on rank {} of {}",
                                         decomposition.rank(), decomposition.ranks(), comm.rank(),
                                         comm.size()));
  for (int level = 0; level < decomposition.levels(); ++level) {
    exchanges_.push_back(make_halo_exchange<T>(
        comm_, level, pattern_of<T>(decomposition, level, nz, layout), transport));
    regions_.push_back("isobar/exchange/" + std::to_string(level));
  }
}

template <class T>
void MpiCommunicator<T>::start(int level, const FieldMemory<T>& field, Halo halo) {
  const Region region(regions_.at(std::size_t(level)));
  exchanges_[std::size_t(level)]->start(field, halo);
}

template <class T> void MpiCommunicator<T>::finish(int level, const FieldMemory<T>& field) {
  const Region region(regions_.at(std::size_t(level)));
  exchanges_[std::size_t(level)]->finish(field);
}

template <class T> void MpiCommunicator<T>::sum(std::span<double> values) {
  if (alone()) return;
  static const std::string name = "isobar/allreduce";
  const Region region(name);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, values.data(), int(values.size()), MPI_DOUBLE, MPI_SUM,
                          comm_.get()),
            "MPI_Allreduce");
}

template <class T>
BufferBytes MpiCommunicator<T>::bytes(const Decomposition& decomposition, const LayerCounts& nz,
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

template class MpiCommunicator<float>;
template class MpiCommunicator<double>;

} // namespace isobar
