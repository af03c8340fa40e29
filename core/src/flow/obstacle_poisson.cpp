#include "base/precision_list.hpp"

#include <isobar/core/field/blas.hpp>
#include <isobar/core/flow/obstacle_poisson.hpp>

#include <array>
#include <optional>

namespace isobar {
namespace {

template <class P> FieldOf<P> field(const FlowSpec& spec, const Partition& p) {
  return FieldOf<P>("isobar obstacles' pressure", p.nx, p.ny, spec.z.cells());
}
/// A tolerance so small that the box's solver does all its cycles.
constexpr double never = 1e-300;

} // namespace

template <class P>
ObstaclePoisson<P>::ObstaclePoisson(const FlowSpec& spec, const Partition& partition,
                                    PoissonSolver<P>& box, Communicator<T>& communicator,
                                    int cycles)
    : grid_(spec, partition), box_(box), communicator_(communicator), cycles_{never, cycles},
      u_(field<P>(spec, partition)), r_(field<P>(spec, partition)), p_(field<P>(spec, partition)),
      q_(field<P>(spec, partition)), of_box_(field<P>(spec, partition)) {}

template <class P> Int64 ObstaclePoisson<P>::bytes(const FlowSpec& spec, const Partition& p) {
  const Int64 numbers = FieldShape::of<T>(p.nx, p.ny, spec.z.cells(), P::layout).size();
  return 5 * numbers * Int64(sizeof(T)) + FlowGridOf<P>::bytes(p.nx, p.ny, spec.z.cells()) +
         ObstacleCodes::bytes(spec, p);
}

template <class P>
SolveReport ObstaclePoisson<P>::solve(const Vector& f, const SolveControls& controls, Guess from) {
  const double rhs_norm = norm_over_ranks(communicator_, Blas<T>::dot(f, f));
  std::optional<double> start_norm;
  begins_ = true;
  if (from == Guess::current) {
    start_norm = take_residual(f);
  } else {
    Blas<T>::set_zero(u_);
    Blas<T>::copy(f, r_);
  }
  SolveReport report = solve_loop(
      controls, rhs_norm, [&](ConvergenceTest& test) { iterate(f, test); }, Decrease::erratic,
      start_norm);
  isobar::exchange(communicator_, u_);
  return report;
}

/// Computes r = f - A u, and returns its norm.
template <class P> double ObstaclePoisson<P>::take_residual(const Vector& f) {
  isobar::exchange(communicator_, u_);
  ObstacleOperator<P>::apply(grid_, u_, r_);
  Blas<T>::axpby(1.0, f, -1.0, r_);
  return norm_over_ranks(communicator_, Blas<T>::dot(r_, r_));
}

/// Does one step. If the recurrence's norm would end the solve, the norm is computed from u; if it is too large, CG restarts.
template <class P> void ObstaclePoisson<P>::iterate(const Vector& f, ConvergenceTest& test) {
  if (!step()) return test.breakdown();
  const NormOverRanks found = test.over_ranks(communicator_, Blas<T>::dot(r_, r_));
  if (!test.needs_truth(found.norm, found.stop)) return test.record(found.norm, found.stop);
  begins_ = true;
  test.record_true(take_residual(f), found.stop);
}

/// Does a step of CG with beta = z . (r - last r) / (last z . last r), where r - last r = - alpha q. Returns false if a dot
/// product is not positive.
template <class P> bool ObstaclePoisson<P>::step() {
  const Vector& z = preconditioned();
  std::array<double, 2> dots{Blas<T>::dot(r_, z), begins_ ? 0.0 : Blas<T>::dot(q_, z)};
  communicator_.sum(dots);
  if (!(dots[0] > 0.0)) return false;
  Blas<T>::axpby(1.0, z, begins_ ? 0.0 : -alpha_ * dots[1] / weight_, p_);
  begins_ = false;
  isobar::exchange(communicator_, p_);
  double curvature = ObstacleOperator<P>::apply(grid_, p_, q_);
  communicator_.sum({&curvature, 1});
  if (!(curvature > 0.0)) return false;
  weight_ = dots[0];
  alpha_ = weight_ / curvature;
  Blas<T>::axpby(alpha_, p_, 1.0, u_);
  Blas<T>::axpby(-alpha_, q_, 1.0, r_);
  return true;
}

/// Returns z, which is about A^-1 r of the box without obstacles.
template <class P> const typename ObstaclePoisson<P>::Vector& ObstaclePoisson<P>::preconditioned() {
  Blas<T>::copy(r_, of_box_);
  box_.solve(of_box_, cycles_, Guess::zero);
  return box_.solution();
}

ISOBAR_INSTANTIATE_FOR_BOX(class ObstaclePoisson)

} // namespace isobar
