#pragma once
#include "pressure/setup/methods.hpp"

#include <isobar/core/columns/bicgstab.hpp>
#include <isobar/core/columns/cr.hpp>
#include <isobar/core/columns/gcr.hpp>
#include <isobar/core/columns/gmres.hpp>

#include <functional>
#include <stdexcept>
#include <type_traits>

/// The rows of the table of methods, and Krylov methods around any preconditioner.
namespace isobar {

/// The inputs of a solver. Communicators are null if the caller asks only for its bytes.
template <class P> struct SolverInputs {
  const Deck& deck;
  GridSetup setup;
  const MultigridOptions& options;
  Communicators<typename P::storage>* communicators = nullptr;
  Communicators<float>* inner = nullptr;
  KrylovParts<P> parts{};
  ModeTranspositions<P> transpositions{};
  ModeShares shares{}; ///< while only bytes are asked for
};

/// A method's device bytes, and a function that makes it.
template <class P> struct SolverMethod {
  Int64 bytes;
  std::function<std::unique_ptr<Solver<P>>()> make;
};

/// The deck's Krylov method around the result of make_preconditioner(grid), which takes these bytes.
template <class P, class Make>
SolverMethod<P> krylov(const SolverInputs<P>& in, Int64 preconditioner_bytes,
                       const Make& make_preconditioner) {
  const deck::Solver& s = in.deck.solver;
  /// Makes S(grid, communicator, preconditioner, more ..., matrix).
  const auto method = [&]<class S>(std::type_identity<S>, Int64 bytes, auto... more) {
    return SolverMethod<P>{bytes + preconditioner_bytes + grid_bytes<P>(in.setup),
                           [&in, make_preconditioner, more...] {
                             const auto grid = make_grid<P>(in.setup);
                             return std::make_unique<S>(grid, in.communicators->on(0),
                                                        make_preconditioner(grid), more...,
                                                        in.parts.matrix);
                           }};
  };
  using deck::Krylov;
  switch (in.deck.krylov()) {
  case Krylov::cg:
    return method(std::type_identity<StandardPcg<P>>(), StandardPcg<P>::bytes(in.setup),
                  s.flexible ? Directions::flexible : Directions::standard);
  case Krylov::bicgstab:
    return method(std::type_identity<Bicgstab<P>>(), Bicgstab<P>::bytes(in.setup));
  case Krylov::gcr:
    return method(std::type_identity<Gcr<P>>(), Gcr<P>::bytes(in.setup, s.restart), s.restart);
  case Krylov::gmres:
    return method(std::type_identity<Gmres<P>>(), Gmres<P>::bytes(in.setup, s.restart), s.restart);
  case Krylov::cr: return method(std::type_identity<Cr<P>>(), Cr<P>::bytes(in.setup));
  case Krylov::none: break;
  }
  throw std::logic_error("no Krylov method");
}

} // namespace isobar
