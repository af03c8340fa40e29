#pragma once
#include "pressure/setup/caller_krylov_parts.hpp"
#include "pressure/setup/hierarchy.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/method_choice.hpp"
#include "pressure/setup/methods.hpp"
#include "pressure/setup/outer_operator.hpp"
#include "pressure/setup/setup_inputs.hpp"

#include <isobar/comm/communicators/merged_communicators.hpp>
#include <isobar/comm/communicators/rank_transposition.hpp>
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/base/region.hpp>
#include <isobar/core/base/shared_block.hpp>
#include <isobar/core/columns/level_setup.hpp>
#include <isobar/core/grid/host_order.hpp>

#include <memory>

namespace isobar {

/// The communicators of all levels for fields of T in this layout. Collective.
template <class T> std::unique_ptr<Communicators<T>> connect(const SetupInputs& in, Layout layout) {
  const Region region(setup_part::communication);
  if (in.comm == nullptr)
    return std::make_unique<SelfCommunicators<T>>(in.decomposition.partition());
  if (!in.deck.merges().empty())
    return std::make_unique<MergedCommunicators<T>>(
        *in.comm, rank_stages(in.deck, in.decomposition), in.deck.layer_counts(), in.plan, layout);
  return std::make_unique<MpiCommunicators<T>>(*in.comm, in.decomposition, in.deck.layer_counts(),
                                               in.plan, layout, in.deck.overlap());
}

/// The layers that change ranks if modes take the place of layers: all of them if the setup's columns have functions of the position.
template <class P>
TransposedLayers mode_layers(const Deck& deck, const GridSetup& setup, const Decomposition& d) {
  if (!deck.uses_modes() || d.ranks() == 1) return setup.spec.nz;
  return Solvers<P>::mode_layers(deck, setup, d.least_columns_of_ranks());
}
/// The transposition of modes in T on several ranks; null on one.
template <class T>
std::unique_ptr<RankTransposition<T>> mode_transposition(const SetupInputs& in,
                                                         const TransposedLayers& layers) {
  if (in.decomposition.ranks() == 1) return nullptr;
  const Region region(setup_part::communication);
  return std::make_unique<RankTransposition<T>>(*in.comm, in.decomposition, layers, in.plan);
}
/// For whole planes a rank needs the numbers of all columns.
inline KnownColumns known_columns(const Deck& deck, const Decomposition& d) {
  return deck.uses_modes() && d.ranks() > 1 ? KnownColumns::all : KnownColumns::own;
}
/// The modes that each rank solves.
inline ModeShares mode_shares(const Decomposition& d, const TransposedLayers& layers) {
  return ModeShares::distributed(RankTransposition<float>::first_layers(d.ranks(), layers.count),
                                 d.rank(), layers);
}

/// A deck's solver with all objects that it refers to, and all that its right-hand side needs to reach it.
template <class P> struct SolverSetup {
  using T = typename P::storage;

  /// Collective. Throws as check_method and EvaluatedEquation do.
  explicit SolverSetup(const SetupInputs& in)
      : equation(in.equation, in.decomposition.partition(), in.comm,
                 known_columns(in.deck, in.decomposition)) {
    check_method(in.deck, in.equation, in.own);
    const Partition part = in.decomposition.partition();
    GridSetup setup{equation.spec(), part, march_rules(in.deck)};
    setup.merged = rank_stages(in.deck, in.decomposition).merged_parts(in.decomposition.rank());
    // Stored matrices are Views of Kokkos Kernels, with memory of their own.
    const Int64 lists = in.decomposition.ranks() > 1 ? halo_list_bytes : 0;
    const auto together =
        block_on_device(in.deck.uses_stored_matrix() || in.deck.uses_modes()
                            ? 0
                            : bytes(in.deck, in.equation, setup, in.decomposition) + lists);
    {
      // Lists come first. They must leave their room to f, which comes last.
      const auto for_lists = SharedBlock::part_of_current(lists);
      communicators = connect<T>(in, P::layout);
      if (in.deck.uses_modes()) connect_modes(in, setup);
      else if (in.deck.is_mixed()) inner = connect<float>(in, Layout::x_fastest);
    }
    {
      const Region region(setup_part::transposition);
      order = HostOrder<P>(part.nx, part.rows(), equation.spec().nz);
    }
    setup.mesh = HorizontalMesh(setup.spec, part); // one for all precisions
    grid = GridLevel<typename P::arithmetic>(setup.spec, setup.mesh);
    outer.emplace(equation, setup, order, communicators->on(0));
    solver = Solvers<P>::make(in.deck, setup, *communicators, inner.get(),
                              krylov_parts<P>(in.own, outer->matrix(), setup),
                              {planes.get(), float_planes.get()});
    setup.mesh = {}; // before f, if it has memory of its own: the solver keeps what it needs
    f = make_field<P>(setup, "isobar f");
  }

  /// Makes it the solver of another equation of the same kind, without any allocation on the
  /// device. Collective. Throws as EvaluatedEquation::update does, and then changes nothing.
  void update(const Equation& next) {
    equation.update(next);
    outer->update(equation, order);
    CopyBatch::around([&] { grid.update(equation.spec()); });
    solver->update(equation.spec());
  }

  /// Device bytes on a rank without halo buffers; one allocation on a device. `setup` has the equation's factorised spec.
  static Int64 bytes(const Deck& deck, const Equation& equation, const GridSetup& setup,
                     const Decomposition& decomposition) {
    const int nx = setup.partition.nx, ny = setup.partition.ny, nz = setup.spec.nz;
    const bool fields = has_fields(setup.spec);
    const Int64 mesh = fields ? HorizontalMesh::bytes(nx, ny, setup.spec.flux)
                              : HorizontalMesh::bytes_by_formulas(nx, ny, setup.spec.flux);
    return mesh + GridLevel<typename P::arithmetic>::bytes(nx, ny, nz, fields, setup.spec.flux) +
           Solvers<P>::bytes(
               deck, setup,
               mode_shares(decomposition, mode_layers<P>(deck, setup, decomposition))) +
           OuterOperator<P>::bytes(equation, setup) + field_bytes<P>(setup) +
           HostOrder<P>::bytes(nx, setup.partition.rows(), nz);
  }

  /// Passes the right-hand side to the solver: cell means in host order.
  void put(const HostField& right_side) { order.integrate(grid, right_side, f); }
  /// The same with a right-hand side that `rows` makes a few rows at a time, times a factor.
  void make(const MakeRows& rows, const HostField& room, double factor) {
    order.integrate_made(rows, grid, room, f, factor);
  }
  SolveReport solve(const SolveControls& controls) { return solver->solve(f, controls); }
  void get(const HostField& solution) const { order.to_host(solver->solution(), solution); }

  void connect_modes(const SetupInputs& in, const GridSetup& setup) {
    const TransposedLayers layers = mode_layers<P>(in.deck, setup, in.decomposition);
    if (has_float_modes(in.deck)) float_planes = mode_transposition<float>(in, layers);
    else planes = mode_transposition<T>(in, layers);
  }

  /// Memory for the lists by which halos travel, some 100 bytes for 512 numbers. Longer lists have memory of their own.
  static constexpr Int64 halo_list_bytes = Int64(1) << 20;

  EvaluatedEquation equation;
  std::unique_ptr<Communicators<T>> communicators;
  GridLevel<typename P::arithmetic> grid;
  std::unique_ptr<Communicators<float>> inner;  ///< of a mixed solver's float fields
  std::unique_ptr<RankTransposition<T>> planes; ///< of modes, or of modes in float
  std::unique_ptr<RankTransposition<float>> float_planes;
  std::optional<OuterOperator<P>> outer; ///< the matrix that the solver is wrapped around
  std::unique_ptr<Solver<P>> solver;
  FieldOf<P> f; ///< volume-integrated right-hand side
  HostOrder<P> order;
};

} // namespace isobar
