#include "library/starting_guess.hpp"

#include "pressure/setup/solver_setup.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>

#include <array>
#include <cmath>

namespace isobar {

namespace {

GridSetup setup_of(const SetupInputs& in, const EvaluatedEquation& equation) {
  return {equation.spec(), equation.partition(), in.deck.launch.march};
}

HostOrder<Double> order_of(const EvaluatedEquation& e) {
  return {e.partition().nx, e.partition().rows(), e.spec().nz};
}

} // namespace

StartingGuess::StartingGuess(const SetupInputs& in, const EvaluatedEquation& equation)
    : communicators_(connect<double>(in, Layout::x_fastest)), order_(order_of(equation)),
      rows_(equation.partition().rows()),
      grid_(make_grid<Double>(setup_of(in, equation), ColumnSolves::none)),
      outer_(equation, setup_of(in, equation), order_, communicators_->on(0)) {
  const GridSetup setup = setup_of(in, equation);
  matrix_ = krylov_parts<Double>({{}, in.own.matrix}, outer_.matrix(), setup).matrix;
  f_ = make_field<Double>(setup, "isobar f of a guess");
  u_ = make_field<Double>(setup, "isobar guess");
  r_ = make_field<Double>(setup, "isobar residual of a guess");
}

void StartingGuess::update(const EvaluatedEquation& equation) {
  grid_.update(equation.spec());
  outer_.update(equation, order_);
  matrix_.update(equation.spec());
}

GuessNorms StartingGuess::read(CellTransfer& cells, const SolveRequest& request) {
  const double factor = 1.0 / request.scale.undone(1.0);
  cells.read_rhs(order_, grid_.matrix(), request.f, request.kind, f_, factor);
  cells.read(order_, request.guess, u_, factor);
  take_residual();
  std::array<double, 2> squares{Blas<double>::dot(f_, f_), Blas<double>::dot(r_, r_)};
  communicators_->on(0).sum(squares);
  return {std::sqrt(squares[0]), std::sqrt(squares[1])};
}

void StartingGuess::take_residual() {
  exchange(communicators_->on(0), u_, std::max(matrix_.halo(), halo_of(grid_.matrix().flux())));
  if (matrix_.empty()) Operator<Double>::residual(grid_, u_, f_, r_);
  else matrix_.residual(grid_, u_, f_, r_);
}

std::vector<CellsAt<double>> StartingGuess::residual() const {
  std::vector<CellsAt<double>> all;
  for (int first = 0; first < rows_.all(); first += rows_.rows)
    all.push_back({cells_of(r_.rows(rows_.row(first), rows_.rows)), {0, first}});
  return all;
}

double StartingGuess::correct() {
  Blas<double>::axpby(1.0, r_, 1.0, u_);
  take_residual();
  return norm_over_ranks(communicators_->on(0), Blas<double>::dot(r_, r_));
}

void StartingGuess::write(CellTransfer& cells, const SolveRequest& request) {
  cells.write(order_, u_, request.u, request.scale.undone(1.0));
}

} // namespace isobar
