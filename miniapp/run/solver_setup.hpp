#pragma once
#include "methods/methods.hpp"
#include "problem/problem.hpp"
#include "run/context.hpp"

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/field/host_order.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// A deck's solver with all that it refers to, and what its right-hand side needs to reach it.
template <class P> struct SolverSetup {
  using T = typename P::storage;

  explicit SolverSetup(const RunContext& c) {
    const Partition part = c.decomposition.partition();
    connect(c);
    GridSetup setup = grid_setup(c.deck, part);
    setup.mesh = HorizontalMesh(setup.spec.domain, part); // one for all precisions
    grid = GridLevel<typename P::arithmetic>(setup.spec, setup.mesh);
    solver = Solvers<P>::make(c.deck, setup, *communicators, inner ? &*inner : nullptr);
    setup.mesh = {}; // before f: the solver has what it needs of it
    f = make_field<P>(setup, "isobar f");
    const Region region(setup_part::transposition);
    order = HostOrder<P>(part.nx, part.ny, c.deck.grid.nz);
  }

  /// The same solver for other physics, without any allocation.
  void update(const GridSpec& spec) {
    grid.update(spec);
    solver->update(spec);
  }

  std::optional<MpiCommunicators<T>> communicators;
  GridLevel<typename P::arithmetic> grid;
  std::optional<MpiCommunicators<float>> inner; ///< of a mixed solver's float fields
  std::unique_ptr<Solver<P>> solver;
  FieldOf<P> f; ///< volume-integrated right-hand side
  HostOrder<P> order;

private:
  void connect(const RunContext& c) {
    const Region region(setup_part::communication);
    const LayerCounts layers = c.deck.layer_counts();
    const Overlap overlap = c.deck.overlap();
    communicators.emplace(c.comm, c.decomposition, layers, c.transport.plan, P::layout, overlap);
    if (c.deck.is_mixed())
      inner.emplace(c.comm, c.decomposition, layers, c.transport.plan, Layout::x_fastest, overlap);
  }
};

} // namespace isobar
