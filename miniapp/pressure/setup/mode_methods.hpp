#pragma once
#include "pressure/setup/krylov_methods.hpp"

#include <isobar/core/modes/mode_preconditioner.hpp>
#include <isobar/core/modes/mode_solver.hpp>

/// Solvers by modes, in the deck's precisions.
namespace isobar {

/// Modes alone, and inside a Krylov method: fields in P, modes in M, cycles in L.
template <class P, class M, class L = M> struct ModesIn {
  using Alone = ModeSolver<P, M, L>;
  using Inside = ModePreconditioner<P, M, L>;
  /// The one of the two transpositions that is for modes in M.
  static Transposition<typename M::storage>* planes(const ModeTranspositions<P>& t) {
    if constexpr (std::is_same_v<P, M>) return t.outer;
    else return t.inner;
  }
};
/// Returns use(ModesIn()) for the deck's precisions; P is Double or Float.
template <class P, class Use> auto with_modes_in(const Deck& deck, const Use& use) {
  if constexpr (std::is_same_v<P, Double>) {
    if (has_float_modes(deck)) return use(ModesIn<Double, Float>());
    if (deck.is_mixed()) return use(ModesIn<Double, Double, Float>());
  }
  return use(ModesIn<P, P>());
}

template <class P, class Modes> SolverMethod<P> modes_in(const SolverInputs<P>& in) {
  using Alone = typename Modes::Alone;
  using Inside = typename Modes::Inside;
  const bool counts_bytes = in.communicators == nullptr;
  const auto planes = Modes::planes(in.transpositions);
  if (in.deck.solver.method == deck::Method::modes) {
    const ModeOptions options = Solvers<P>::mode_options(in.deck);
    return {counts_bytes ? Alone::bytes(in.setup, options, in.shares) : 0, [&in, planes, options] {
              return std::make_unique<Alone>(in.setup, options, in.communicators->on(0), planes);
            }};
  }
  return krylov<P>(in, counts_bytes ? Inside::bytes(in.setup, in.shares) : 0,
                   [&in, planes](const GridOf<P>&) -> Preconditioner<P> {
                     return std::make_shared<Inside>(in.setup, planes);
                   });
}
template <class P> SolverMethod<P> mode_method(const SolverInputs<P>& in) {
  if constexpr (std::is_same_v<P, Double> || std::is_same_v<P, Float>)
    return with_modes_in<P>(in.deck,
                            [&]<class Modes>(const Modes&) { return modes_in<P, Modes>(in); });
  else throw std::logic_error("modes in this precision"); // the deck is refused
}

} // namespace isobar
