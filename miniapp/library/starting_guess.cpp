#include "library/starting_guess.hpp"

#include "setup/solver_setup.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>

#include <array>
#include <cmath>

namespace isobar {

StartingGuess::StartingGuess(const SetupInputs& in)
    : communicators_(connect<double>(in, Layout::x_fastest)) {
  const GridSetup setup{in.spec, in.decomposition.partition(), in.deck.launch.march};
  grid_ = make_grid<Double>(setup);
  f_ = make_field<Double>(setup, "isobar f of a guess");
  u_ = make_field<Double>(setup, "isobar guess");
  r_ = make_field<Double>(setup, "isobar residual of a guess");
  order_ = HostOrder<Double>(setup.partition.nx, setup.partition.ny, in.spec.nz);
}

GuessNorms StartingGuess::read(CellTransfer& cells, const SolveRequest& request) {
  const double factor = 1.0 / request.scale.undone(1.0);
  cells.read_rhs(order_, grid_.matrix(), request.f, request.kind, f_, factor);
  cells.read(order_, request.u, u_, factor);
  Communicator<double>& ranks = communicators_->on(0);
  exchange(ranks, u_);
  Operator<Double>::residual(grid_, u_, f_, r_);
  std::array<double, 2> squares{Blas<double>::dot(f_, f_), Blas<double>::dot(r_, r_)};
  ranks.sum(squares);
  return {std::sqrt(squares[0]), std::sqrt(squares[1])};
}

void StartingGuess::write_corrected(CellTransfer& cells, const SolveRequest& request) {
  Blas<double>::axpby(1.0, f_, 1.0, u_);
  cells.write(order_, u_, request.u, request.scale.undone(1.0));
}

} // namespace isobar
