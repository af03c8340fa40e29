#pragma once
#include "support_poisson.hpp"
#include "support_solved.hpp"

#include <isobar/comm/communicators/mpi_communicator.hpp>

/// Poisson problems on boxes that are distributed over ranks.
namespace isobar {

/// The levels of a box distributed over a process grid.
inline DecompositionSpec distributed(const BoxSpec& box, int levels, int ranks, ProcessGrid grid) {
  DecompositionSpec spec{box.x.cells(), box.y.cells(), levels, ranks, grid, box.periodic()};
  const std::vector<BoxSpec> boxes = box_levels(box, levels);
  for (int l = 0; l + 1 < levels; ++l)
    spec.halvings.push_back(next_halving(boxes[std::size_t(l)]).columns());
  return spec;
}
inline LayerCounts layers_of(const BoxSpec& box, int levels) {
  std::vector<int> counts;
  for (const BoxSpec& level : box_levels(box, levels)) counts.push_back(level.z.cells());
  return LayerCounts(counts);
}

/// This rank's part of a field's owned cells, on the host.
template <class P> HostField host_copy(const FieldOf<P>& u) {
  const oracle::Array cells = owned(u);
  HostField host("solution", cells.ny, cells.nx, cells.nz);
  for (int j = 0; j < cells.ny; ++j)
    for (int i = 0; i < cells.nx; ++i)
      for (int k = 0; k < cells.nz; ++k) host(j, i, k) = cells(j, i, k);
  return host;
}

/// A cycle from zero, and then up to three from the u that is there.
template <class P>
Solved solve(const BoxSpec& box, const PoissonOptions& options, const MpiComm& comm,
             ProcessGrid grid, const TransportPlan& transports) {
  using T = typename P::storage;
  const int levels = *options.levels;
  const Decomposition d(distributed(box, levels, comm.size(), grid), comm.rank());
  MpiCommunicators<T> communicators(comm, d, layers_of(box, levels), transports);
  MultigridPoisson<P> solver({box, d.partition()}, options, communicators);
  const oracle::Array f = random_rhs(box);
  const double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-8;
  (void)solver.solve(owned_field<T>(f, d.partition()), {tolerance, 1, {}}, Guess::zero);
  Solved s{{}, d.partition(), {}};
  s.report = solver.solve(owned_field<T>(f, d.partition()), {tolerance, 3, {}}, Guess::current);
  s.solution = host_copy<P>(solver.solution());
  return s;
}

} // namespace isobar
