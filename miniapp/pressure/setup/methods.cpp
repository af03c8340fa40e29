#include "pressure/setup/methods.hpp"

#include "base/precision_list.hpp"
#include "pressure/setup/mode_methods.hpp"

#include <isobar/core/columns/coupled_levels.hpp>
#include <isobar/core/columns/refinement.hpp>
#include <isobar/core/columns/sor_preconditioner.hpp>
#include <isobar/core/columns/stored_solvers.hpp>

namespace isobar {

namespace {

/// Multigrid on the couplings of cells, inside a Krylov method.
template <class P> SolverMethod<P> coupled_multigrid(const SolverInputs<P>& in) {
  if constexpr (std::is_same_v<P, Double> || std::is_same_v<P, Float>)
    return krylov<P>(in, CoupledMultigrid<P>::bytes(in.setup, in.options),
                     [&in](const GridOf<P>&) -> Preconditioner<P> {
                       return std::make_shared<CoupledMultigrid<P>>(
                           in.setup, in.options, in.parts.equation, *in.communicators);
                     });
  else throw std::logic_error("levels of cells in this precision"); // the deck is refused
}

/// Multigrid, alone or inside a Krylov method.
template <class P> SolverMethod<P> multigrid(const SolverInputs<P>& in) {
  if (in.options.coefficients == LevelCoefficients::cells) return coupled_multigrid<P>(in);
  const Int64 bytes = Multigrid<P>::bytes(in.setup, in.options);
  if (in.deck.solver.method == deck::Method::multigrid)
    return {bytes, [&in] {
              return std::make_unique<Multigrid<P>>(in.setup, in.options, *in.communicators);
            }};
  return krylov<P>(in, bytes, [&in](const GridOf<P>&) -> Preconditioner<P> {
    return std::make_shared<Multigrid<P>>(in.setup, in.options, *in.communicators);
  });
}

/// Float cycles in P inside a solver in double: by refinement, or inside a Krylov method.
template <class P> SolverMethod<Double> float_cycles(const SolverInputs<Double>& in) {
  if (in.deck.solver.method == deck::Method::multigrid)
    return {Refinement<P>::bytes(in.setup, in.options), [&in] {
              return std::make_unique<Refinement<P>>(in.setup, in.options, in.deck.mixed.cycles,
                                                     *in.communicators, *in.inner);
            }};
  const Int64 bytes = FloatPreconditioner<P>::bytes(in.setup, in.options);
  return krylov<Double>(in, bytes, [&in](const GridOf<Double>&) -> Preconditioner<Double> {
    return std::make_shared<FloatPreconditioner<P>>(in.setup, in.options, *in.inner);
  });
}

/// Multigrid in double with its coarse levels in float, alone or inside a Krylov method.
SolverMethod<Double> float_coarse_levels(const SolverInputs<Double>& in) {
  using Levels = MatrixFreeLevels<Double, Float>;
  const Int64 bytes = Levels::bytes(in.setup, in.options);
  const auto levels = [&in] {
    return Levels::make(in.setup, in.options, *in.communicators, *in.inner);
  };
  if (in.deck.solver.method == deck::Method::multigrid)
    return {bytes,
            [&in, levels] { return std::make_unique<Multigrid<Double>>(levels(), in.options); }};
  return krylov<Double>(in, bytes, [&in, levels](const GridOf<Double>&) -> Preconditioner<Double> {
    return std::make_shared<Multigrid<Double>>(levels(), in.options);
  });
}

SolverMethod<Double> mixed(const SolverInputs<Double>& in) {
  if (in.deck.has_float_coarse_levels()) return float_coarse_levels(in);
  return in.deck.mixed.inner == deck::InnerPrecision::float_ ? float_cycles<Float>(in)
                                                             : float_cycles<FloatStorage>(in);
}

/// Line relaxation, or the caller's own preconditioner, inside a Krylov method.
template <class P> SolverMethod<P> with_columns(const SolverInputs<P>& in) {
  const Int64 bytes = in.parts.preconditioner ? 0 : ColumnPreconditioner<P>::bytes(in.setup);
  return krylov<P>(in, bytes, [&in](const GridOf<P>& grid) -> Preconditioner<P> {
    if (in.parts.preconditioner) return *in.parts.preconditioner;
    return std::make_shared<ColumnPreconditioner<P>>(grid);
  });
}

/// A sweep by colours inside a Krylov method.
template <class P> SolverMethod<P> with_sor(const SolverInputs<P>& in) {
  return krylov<P>(in, SorPreconditioner<P>::bytes(in.setup),
                   [&in](const GridOf<P>& grid) -> Preconditioner<P> {
                     return std::make_shared<SorPreconditioner<P>>(grid, in.communicators->on(0),
                                                                   in.deck.solver.sor_factor);
                   });
}

template <class P> SolverMethod<P> fused_cg(const SolverInputs<P>& in) {
  return {grid_bytes<P>(in.setup) + FusedPcg<P>::bytes(in.setup), [&in] {
            return std::make_unique<FusedPcg<P>>(make_grid<P>(in.setup), in.communicators->on(0));
          }};
}

template <class P> SolverMethod<P> stored(const SolverInputs<P>& in) {
  using T = typename P::storage;
  if constexpr (!std::is_same_v<P, Stored<T>>) {
    throw std::logic_error("a solver on stored matrices in this precision"); // the deck is refused
  } else {
    if (in.deck.solver.method == deck::Method::cg_csr)
      return {StoredCg<T>::bytes(in.setup),
              [&in] { return StoredCg<T>::make(in.setup, in.communicators->on(0)); }};
    const MatrixFormat format = in.deck.solver.method == deck::Method::multigrid_csr
                                    ? MatrixFormat::csr
                                    : MatrixFormat::ell;
    return {StoredLevels<T>::bytes(in.setup, in.options, format), [&in, format] {
              return std::make_unique<Multigrid<P>>(
                  StoredLevels<T>::make(in.setup, in.options, format, *in.communicators),
                  in.options);
            }};
  }
}

/// The table of methods.
template <class P> SolverMethod<P> method_of(const SolverInputs<P>& in) {
  if constexpr (std::is_same_v<P, Double>)
    if (in.deck.is_mixed() && !in.deck.uses_modes()) return mixed(in);
  if (in.deck.solver.method == deck::Method::cg_fused) return fused_cg(in);
  switch (deck::parts_of(in.deck.solver.method.value()).inside) {
  case deck::Inside::columns: return with_columns(in);
  case deck::Inside::sor: return with_sor(in);
  case deck::Inside::multigrid: return multigrid(in);
  case deck::Inside::modes: return mode_method(in);
  case deck::Inside::stored: return stored(in);
  }
  throw std::logic_error("unknown method");
}

} // namespace

template <class P>
std::unique_ptr<Solver<P>>
Solvers<P>::make(const Deck& deck, const GridSetup& setup,
                 Communicators<typename P::storage>& communicators, Communicators<float>* inner,
                 const KrylovParts<P>& parts, const ModeTranspositions<P>& transpositions) {
  const SolverInputs<P> in{deck,  setup, deck.multigrid, &communicators,
                           inner, parts, transpositions};
  return method_of(in).make();
}

template <class P>
Int64 Solvers<P>::bytes(const Deck& deck, const GridSetup& setup, const ModeShares& shares) {
  const SolverInputs<P> in{deck, setup, deck.multigrid, nullptr, nullptr, {}, {}, shares};
  return method_of(in).bytes;
}

template <class P> ModeOptions Solvers<P>::mode_options(const Deck& deck) {
  if constexpr (std::is_same_v<P, Double> || std::is_same_v<P, Float>)
    if (deck.solver.method == deck::Method::modes)
      return with_modes_in<P>(deck, [&]<class Modes>(const Modes&) {
        return Modes::Alone::options_for(deck.solver.tolerance);
      });
  return {};
}

template <class P>
TransposedLayers Solvers<P>::mode_layers(const Deck& deck, const GridSetup& setup,
                                         int least_columns) {
  if constexpr (std::is_same_v<P, Double> || std::is_same_v<P, Float>)
    return with_modes_in<P>(deck, [&]<class Modes>(const Modes&) {
      return deck.solver.method == deck::Method::modes
                 ? Modes::Alone::layers(setup, deck.solver.tolerance, least_columns)
                 : Modes::Inside::layers(setup, least_columns);
    });
  else return setup.spec.nz; // modes in this precision are refused
}

std::size_t word_bytes(const Deck& deck, Kernel kernel, int level) {
  // Only the part of modes in the outer precision is modelled.
  if (!deck.is_mixed() || deck.uses_modes())
    return with_precision(deck, []<class P>(P) { return sizeof(typename P::storage); });
  if (deck.has_float_coarse_levels()) return level == 0 ? sizeof(double) : sizeof(float);
  return mixed_word_bytes(kernel);
}

ISOBAR_INSTANTIATE(struct Solvers)

} // namespace isobar
