#pragma once
#include "methods/methods.hpp"
#include "problem/problem.hpp"
#include "run/context.hpp"

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/field/host_order.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// A deck's solver with all that it refers to, and what its right-hand side needs to reach it.
template <class P> struct SolverSetup {
  using T = typename P::storage;

  explicit SolverSetup(const RunContext& c)
      : communicators(c.comm, c.decomposition, c.deck.layer_counts(), c.transport.transport,
                      P::layout),
        grid(grid_spec(c.deck), c.decomposition.partition()) {
    const Partition part = c.decomposition.partition();
    const int nz = c.deck.grid.nz;
    if (c.deck.is_mixed())
      inner.emplace(c.comm, c.decomposition, c.deck.layer_counts(), c.transport.transport);
    solver = Solvers<P>::make(c.deck, grid_setup(c.deck, part), communicators,
                              inner ? &*inner : nullptr);
    f = FieldOf<P>("isobar f", part.nx, part.ny, nz);
    order = HostOrder<P>(part.nx, part.ny, nz);
  }

  MpiCommunicators<T> communicators;
  GridLevel<typename P::arithmetic> grid;
  std::optional<MpiCommunicators<float>> inner; ///< of a mixed solver's float fields
  std::unique_ptr<Solver<P>> solver;
  FieldOf<P> f; ///< volume-integrated right-hand side
  HostOrder<P> order;
};

} // namespace isobar
