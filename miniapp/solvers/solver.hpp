#pragma once
#include "deck/deck.hpp"

#include <isobar/comm/mpi_communicator.hpp>
#include <isobar/core/solvers/multigrid.hpp>

#include <memory>

namespace isobar {

/// What every solver of a deck offers: solve A u = f from zero, keep u.
template <class P> class Solver {
public:
  using Vector = FieldOf<P>;
  virtual ~Solver() = default;
  /// f volume-integrated, owned cells; its halo and padding are zero.
  virtual SolveReport solve(const Vector& f, const SolveControls& controls) = 0;
  virtual const Vector& solution() const = 0;
};

/// Calls use(P()) for the precision and layout of the deck's fields; of a mixed solver the outer one.
template <class Use> auto with_precision(const Deck& deck, const Use& use) {
  const bool single = deck.solver.precision == deck::PrecisionName::float_;
  if (deck.fields.layout == Layout::z_fastest)
    return single ? use(ZFastest<Float>()) : use(ZFastest<Double>());
  if (deck.solver.precision == deck::PrecisionName::float_storage) return use(FloatStorage());
  return single ? use(Float()) : use(Double());
}

template <class P> struct Solvers {
  using Communicator = MpiCommunicator<typename P::storage>;
  /// Builds the deck's solver with all of its fields. `communicator` outlives it.
  /// A mixed solver (P is Double) needs one for its float fields too.
  static std::unique_ptr<Solver<P>> make(const Deck& deck, const GridSpec& spec,
                                         const Partition& partition, Communicator& communicator,
                                         MpiCommunicator<float>* inner = nullptr);
  /// Device bytes that make() allocates on a rank; halo buffers and right side not included.
  static Int64 bytes(const Deck& deck, const Partition& partition);
};

/// Bytes of a word of a kernel's references (kernels.hpp) on a level in a solve of this deck.
std::size_t word_bytes(const Deck& deck, Kernel kernel, int level);

} // namespace isobar
