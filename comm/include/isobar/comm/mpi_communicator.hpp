#pragma once
#include <isobar/comm/halo_exchange.hpp>
#include <isobar/core/grid/layers.hpp>

#include <vector>

namespace isobar {

/// core's Communicator over MPI for fields of T. All buffers and requests are made on
/// construction, on a duplicate of the communicator. Must be destroyed before Kokkos and MPI.
template <class T> class MpiCommunicator {
public:
  /// Collective. `nz` says how many layers the fields have on each level; a single number means the
  /// same on all levels. All fields have one layout. Throws MpiError, and DecompositionError if the
  /// decomposition is not this communicator's or a halo is larger than MPI can count.
  MpiCommunicator(const MpiComm& comm, const Decomposition& decomposition, const LayerCounts& nz,
                  Transport transport, Layout layout = Layout::x_fastest);

  /// Sends owned cells of a field of that level to the neighbours: halo depth 1.
  void start(int level, const FieldMemory<T>& field, Halo halo);
  /// Leaves the halo valid that start asked for. Halo cells outside the domain stay as they
  /// are, and so do corners if only edges were asked for.
  void finish(int level, const FieldMemory<T>& field);
  /// Adds up over all ranks in one MPI_Allreduce, in place.
  void sum(std::span<double> values);
  bool alone() const { return comm_.size() == 1; }

  /// What construction allocates on the decomposition's rank, in either layout.
  static BufferBytes bytes(const Decomposition& decomposition, const LayerCounts& nz,
                           Transport transport);

private:
  MpiComm comm_;
  std::vector<std::unique_ptr<HaloExchange<T>>> exchanges_; // by level
  std::vector<std::string> regions_;
};

extern template class MpiCommunicator<float>;
extern template class MpiCommunicator<double>;
static_assert(Communicator<MpiCommunicator<double>, double>);

} // namespace isobar
