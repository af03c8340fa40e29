#include "library/whole_operator.hpp"

#include "input/input_error.hpp"
#include "pressure/setup/launch_rules.hpp"
#include "pressure/setup/solver_setup.hpp"

#include <isobar/core/columns/kernels/elliptic_operator.hpp>
#include <isobar/core/field/blas.hpp>
#include <isobar/core/grid/cell_volumes.hpp>

#include <algorithm>

namespace isobar {
namespace {

GridSetup setup_of(const SetupInputs& in, const EvaluatedEquation& equation) {
  return {equation.spec(), equation.partition(), march_rules(in.deck)};
}

HostOrder<Double> order_of(const EvaluatedEquation& e) {
  return {e.partition().nx, e.partition().rows(), e.spec().nz};
}

} // namespace

WholeOperator::WholeOperator(const SetupInputs& in, const EvaluatedEquation& equation)
    : communicators_(connect<double>(in, Layout::x_fastest)), order_(order_of(equation)),
      grid_(make_grid<Double>(setup_of(in, equation), ColumnSolves::none)),
      outer_(equation, setup_of(in, equation), order_, communicators_->on(0)) {
  const GridSetup setup = setup_of(in, equation);
  matrix_ = krylov_parts<Double>({{}, in.own.matrix}, outer_.matrix(), setup).matrix;
  f_ = make_field<Double>(setup, "isobar f in double");
  u_ = make_field<Double>(setup, "isobar u in double");
  r_ = make_field<Double>(setup, "isobar residual in double");
}

void WholeOperator::update(const EvaluatedEquation& equation) {
  grid_.update(equation.spec());
  outer_.update(equation, order_);
  matrix_.update(equation.spec());
}

void WholeOperator::exchange_u() {
  exchange(communicators_->on(0), u_, std::max(matrix_.halo(), halo_of(grid().flux())));
}

void WholeOperator::apply() {
  exchange_u();
  if (matrix_.empty()) Operator<Double>::apply(grid_, u_, r_);
  else matrix_.apply(u_, r_);
}

void WholeOperator::take_residual() {
  exchange_u();
  if (matrix_.empty()) Operator<Double>::residual(grid_, u_, f_, r_);
  else matrix_.residual(grid_, u_, f_, r_);
}

void WholeOperator::take_diagonal() {
  if (matrix_.empty()) Operator<Double>::diagonal(grid_, r_);
  else if (matrix_.has_diagonal()) matrix_.diagonal(r_);
  else
    throw InputError("diagonal: of an own matrix, of which only products are known; expected a "
                     "solver without one");
}

double WholeOperator::norm(const Field<double>& x) const {
  return norm_over_ranks(communicators_->on(0), Blas<double>::dot(x, x));
}

void OperatorCalls::write(BlocksOut to, RightSide kind) {
  if (kind == RightSide::cell_means) CellVolumes<Double>::divide(whole_.grid(), whole_.r());
  cells_.write(whole_.order(), whole_.r(), to, scale_.undone(1.0));
}

void OperatorCalls::apply(BlocksIn u, BlocksOut image, RightSide kind) {
  cells_.read(whole_.order(), u, whole_.u(), 1.0 / scale_.undone(1.0));
  whole_.apply();
  write(image, kind);
}

double OperatorCalls::residual(BlocksIn f, BlocksIn u, BlocksOut r, RightSide kind) {
  const double factor = 1.0 / scale_.undone(1.0);
  cells_.read_rhs(whole_.order(), whole_.grid(), f, kind, whole_.f(), factor);
  cells_.read(whole_.order(), u, whole_.u(), factor);
  whole_.take_residual();
  const double norm = scale_.undone(whole_.norm(whole_.r()));
  write(r, kind);
  return norm;
}

void OperatorCalls::diagonal(BlocksOut d, RightSide kind) {
  whole_.take_diagonal();
  write(d, kind);
}

} // namespace isobar
