#pragma once
#include "methods/methods.hpp"
#include "setup/setup_inputs.hpp"

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/field/host_order.hpp>
#include <isobar/core/solvers/level_setup.hpp>

#include <memory>

namespace isobar {

/// The communicators of all levels for fields of T in this layout. Collective.
template <class T> std::unique_ptr<Communicators<T>> connect(const SetupInputs& in, Layout layout) {
  const Region region(setup_part::communication);
  if (in.comm == nullptr)
    return std::make_unique<SelfCommunicators<T>>(in.decomposition.periodic());
  return std::make_unique<MpiCommunicators<T>>(*in.comm, in.decomposition, in.deck.layer_counts(),
                                               in.plan, layout, in.deck.overlap());
}

/// A deck's solver with all that it refers to, and what its right-hand side needs to reach it.
template <class P> struct SolverSetup {
  using T = typename P::storage;

  explicit SolverSetup(const SetupInputs& in) {
    const Partition part = in.decomposition.partition();
    communicators = connect<T>(in, P::layout);
    if (in.deck.is_mixed()) inner = connect<float>(in, Layout::x_fastest);
    GridSetup setup{in.spec, part, in.deck.launch.march};
    setup.mesh = HorizontalMesh(setup.spec, part); // one for all precisions
    grid = GridLevel<typename P::arithmetic>(setup.spec, setup.mesh);
    solver = Solvers<P>::make(in.deck, setup, *communicators, inner.get());
    setup.mesh = {}; // before f: the solver has what it needs of it
    f = make_field<P>(setup, "isobar f");
    const Region region(setup_part::transposition);
    order = HostOrder<P>(part.nx, part.ny, in.spec.nz);
  }

  /// The same solver for other physics, without any allocation.
  void update(const GridSpec& spec) {
    grid.update(spec);
    solver->update(spec);
  }

  std::unique_ptr<Communicators<T>> communicators;
  GridLevel<typename P::arithmetic> grid;
  std::unique_ptr<Communicators<float>> inner; ///< of a mixed solver's float fields
  std::unique_ptr<Solver<P>> solver;
  FieldOf<P> f; ///< volume-integrated right-hand side
  HostOrder<P> order;
};

} // namespace isobar
