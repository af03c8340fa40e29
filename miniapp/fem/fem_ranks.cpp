#include "fem/fem_ranks.hpp"

#include <isobar/core/base/region.hpp>

#include <algorithm>

namespace isobar {

std::vector<FemSpace> spaces_of_rank(const MpiComm& comm, const QuadMesh& mesh,
                                     const MeshPartition& partition, const FemSpaceOptions& options,
                                     std::span<const int> dirichlet_rims) {
  if (comm.size() == 1) return fem_spaces(mesh, options, dirichlet_rims);
  return fem_spaces(mesh_parts(mesh, options.levels, partition, comm.rank()), options,
                    dirichlet_rims);
}

TransportChoice choose_transport(const MpiComm& comm, const TransportWish& wish,
                                 std::span<const FemSpace> spaces) {
  if (comm.size() == 1) return choose_transport(comm, wish);
  return choose_transport_by(comm, wish, [&](const std::vector<TransportPlan>& plans) {
    return exchange_times(comm, distributed_numbers(spaces), plans);
  });
}

template <class T>
FemRanks<T>::FemRanks(const MpiComm& comm, std::span<const FemSpace> spaces,
                      const TransportPlan& transports) {
  if (comm.size() == 1) return;
  const Region region(setup_part::communication);
  ghosts_.emplace(comm, distributed_numbers(spaces), transports);
}

template <class T>
HierarchyOf<FemLevel<T>>
FemRanks<T>::make_levels(std::span<const FemSpace> spaces, const FemProblem& problem,
                         const FemMultigridOptions& options, const AssembledRows<T>& finest) {
  if (ghosts_) return make_fem_levels<T>(spaces, problem, options, *ghosts_, finest);
  return make_fem_levels<T>(spaces, problem, options, ranks(), finest);
}

template <class T> Ranks& FemRanks<T>::ranks() {
  if (ghosts_) return *ghosts_;
  return alone_;
}

template <class T>
typename FemRanks<T>::Vector FemRanks<T>::make_vector(const char* label, const FemSpace& finest) {
  return vector_with_ghosts<T>(label, std::size_t(finest.owned()),
                               ghosts_ ? std::size_t(ghosts_->on(0).room()) : 0);
}

template <class T> void FemRanks<T>::exchange(const Vector& x) {
  if (ghosts()) ghosts()->exchange(x);
}

std::vector<double> with_ghosts(const MpiComm& comm, const TransportPlan& transports,
                                const FemSpace& finest, std::span<const double> owned) {
  FemRanks<double> ranks(comm, {&finest, 1}, transports);
  const auto x = ranks.make_vector("isobar with ghosts", finest);
  const auto mirror = Kokkos::create_mirror_view(x);
  std::ranges::copy(owned, mirror.data());
  Kokkos::deep_copy(x, mirror);
  ranks.exchange(x);
  // Ghosts are stored after the vector's last number.
  const Kokkos::View<const double*, MemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> all(
      x.data(), std::size_t(finest.tables().places));
  const auto host = Kokkos::create_mirror_view_and_copy(HostSpace(), all);
  return {host.data(), host.data() + host.extent(0)};
}

template class FemRanks<double>;
template class FemRanks<float>;

} // namespace isobar
