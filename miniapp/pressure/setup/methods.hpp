#pragma once
#include "pressure/deck/deck.hpp"

#include <isobar/core/columns/multigrid_options.hpp>
#include <isobar/core/columns/pcg.hpp>
#include <isobar/core/launch/grid_setup.hpp>
#include <isobar/core/modes/horizontal_problems.hpp>
#include <isobar/core/multigrid/communicator.hpp>
#include <isobar/core/multigrid/solver.hpp>
#include <isobar/core/multigrid/transposition.hpp>

#include <memory>
#include <optional>

namespace isobar {

/// Calls use(P()) for the precision and layout of the deck's fields; for a mixed solver those of the outer ones.
template <class Use> auto with_precision(const Deck& deck, const Use& use) {
  const bool single = deck.solver.precision == deck::PrecisionName::float_;
  if (deck.fields.layout == Layout::z_fastest)
    return single ? use(ZFastest<Float>()) : use(ZFastest<Double>());
  if (deck.solver.precision == deck::PrecisionName::float_storage) return use(FloatStorage());
  return single ? use(Float()) : use(Double());
}

/// The matrix and preconditioner of Krylov methods, if they are not the method's own.
template <class P> struct KrylovParts {
  LinearOperator<P> matrix{};                        ///< empty: the factorised one of the grid
  std::optional<Preconditioner<P>> preconditioner{}; ///< in place of line relaxation
  LinearOperator<P>
      equation{}; ///< the equation's own matrix, also where the caller has given another one
};

/// Whether modes are in float: in a mixed solver on hosts. On a GPU only the cycles
/// on modes are in float, because the library for products there needs one precision.
inline bool has_float_modes(const Deck& deck) { return deck.is_mixed() && on_host; }

/// The transpositions that move modes to the ranks that solve them, if there are several ranks: one of the two, by the precision of modes.
template <class P> struct ModeTranspositions {
  Transposition<typename P::storage>* outer = nullptr;
  Transposition<float>* inner = nullptr; ///< of modes in float
};

template <class P> struct Solvers {
  /// Makes the deck's solver with all of its fields. Communicators must outlive it. A mixed
  /// solver (P is Double) also needs those of its float fields. `parts` is for Krylov
  /// methods alone (method_choice.hpp). Throws as MatrixFreeLevels and StoredLevels do.
  static std::unique_ptr<Solver<P>> make(const Deck& deck, const GridSetup& setup,
                                         Communicators<typename P::storage>& communicators,
                                         Communicators<float>* inner = nullptr,
                                         const KrylovParts<P>& parts = {},
                                         const ModeTranspositions<P>& transpositions = {});
  /// Device bytes that make() allocates on a rank, without halo buffers, right-hand side and parts. `shares` are those of modes.
  static Int64 bytes(const Deck& deck, const GridSetup& setup, const ModeShares& shares);
  /// The deck's options for modes; with the initial values if modes are a preconditioner, which reaches as far.
  static ModeOptions mode_options(const Deck& deck);
  /// The layers that change ranks if modes take the place of layers (core's mode_layers).
  static TransposedLayers mode_layers(const Deck& deck, const GridSetup& setup, int least_columns);
};

/// Bytes of a word in a kernel's references (kernel_list.hpp), on a level in a solve of this deck.
std::size_t word_bytes(const Deck& deck, Kernel kernel, int level);

} // namespace isobar
