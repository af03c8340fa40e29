#pragma once
#include <isobar/core/field/blas.hpp>
#include <isobar/core/kernels/cg_kernels.hpp>
#include <isobar/core/kernels/elliptic_operator.hpp>
#include <isobar/core/kernels/smoother.hpp>
#include <isobar/core/solvers/communicator.hpp>
#include <isobar/core/solvers/solve.hpp>

#include <algorithm>
#include <array>
#include <cmath>

/// Preconditioned conjugate gradients in two forms. Both start from u = 0, keep their vectors
/// between solves, and see other ranks through the communicator only.
namespace isobar {

/// z = M^-1 r with the columns' tridiagonal blocks: vertical line relaxation as preconditioner.
template <class P> class ColumnPreconditioner {
public:
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;
  explicit ColumnPreconditioner(const Grid& grid)
      : grid_(grid), z_("isobar z", grid.nx(), grid.ny(), grid.nz()) {}
  const Vector& operator()(const Vector& r) {
    Smoother<P>::solve_columns(grid_, r, z_);
    return z_;
  }

private:
  Grid grid_;
  Vector z_;
};

/// A as StandardPcg sees it. Stored matrices (explicit_matrix.hpp) offer the same.
template <class P> struct MatrixFree {
  using Vector = FieldOf<P>;
  GridOf<P> grid;
  void apply(const Vector& u, const Vector& v) const { Operator<P>::apply(grid, u, v); }
};

/// How CG finds its next direction. Flexible: each is made A-orthogonal to the last one explicitly
/// (Polak and Ribiere's beta), at the price of one product of vectors; then the preconditioner
/// needs not be symmetric, nor the same each time.
enum class Directions { standard, flexible };

/// Standard form: one kernel for each line of the textbook, BLAS-1 from Kokkos Kernels.
/// `Preconditioner` maps r to z = M^-1 r (owned cells), M symmetric positive definite; it is given
/// the norm of r too if it asks for it.
template <class P, class C, class Preconditioner, class Matrix = MatrixFree<P>> class StandardPcg {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  StandardPcg(const Grid& grid, C& communicator, Preconditioner& preconditioner,
              Directions directions = Directions::standard)
      : StandardPcg(grid, communicator, preconditioner, directions, Matrix{grid}) {}
  StandardPcg(const Grid& grid, C& communicator, Preconditioner& preconditioner,
              Directions directions, const Matrix& matrix)
      : grid_(grid), communicator_(communicator), preconditioner_(preconditioner),
        directions_(directions), matrix_(matrix), u_("isobar u", grid.nx(), grid.ny(), grid.nz()),
        r_("isobar r", grid.nx(), grid.ny(), grid.nz()),
        p_("isobar p", grid.nx(), grid.ny(), grid.nz()),
        q_("isobar q", grid.nx(), grid.ny(), grid.nz()) {}

  SolveReport solve(const Vector& f, const SolveControls& controls) {
    Blas<T>::set_zero(u_);
    Blas<T>::copy(f, r_);
    std::array<double, 2> sums{Blas<T>::dot(r_, r_), 0.0};
    communicator_.sum(sums);
    ConvergenceTest test(controls, std::sqrt(sums[0]));
    double kappa = 0.0, sigma = 0.0;
    while (!test.finished()) {
      const Vector& z = precondition(std::sqrt(sums[0]));
      const double kappa_new = sum(Blas<T>::dot(r_, z));
      double beta = kappa == 0.0 ? 0.0 : kappa_new / kappa;
      if (directions_ == Directions::flexible && kappa != 0.0)
        beta = -sum(Blas<T>::dot(q_, z)) / sigma; // as r_new - r = -kappa / sigma q
      Blas<T>::axpby(1.0, z, beta, p_);
      exchange(communicator_, grid_.index(), p_);
      matrix_.apply(p_, q_);
      sigma = sum(Blas<T>::dot(p_, q_));
      if (!(sigma > 0.0 && kappa_new > 0.0) && std::isfinite(sigma)) {
        test.breakdown();
        break;
      }
      Blas<T>::axpby(kappa_new / sigma, p_, 1.0, u_);
      Blas<T>::axpby(-kappa_new / sigma, q_, 1.0, r_);
      sums = {Blas<T>::dot(r_, r_), double(test.stop_requested())};
      communicator_.sum(sums);
      test.finished(std::sqrt(sums[0]), sums[1] > 0.0);
      kappa = kappa_new;
    }
    return std::move(test).report();
  }
  const Vector& solution() const { return u_; }

private:
  const Vector& precondition(double norm) {
    if constexpr (requires { preconditioner_(r_, norm); }) return preconditioner_(r_, norm);
    else return preconditioner_(r_);
  }
  double sum(double mine) {
    std::array<double, 1> value{mine};
    communicator_.sum(value);
    return value[0];
  }

  Grid grid_;
  C& communicator_;
  Preconditioner& preconditioner_;
  Directions directions_;
  Matrix matrix_;
  Vector u_, r_, p_, q_;
};

/// Fused form: two kernels and two sums an iteration (single-GPU paper, algorithm 2). The update
/// of u lags half an iteration behind r, so the last one is made up for at the end. One rank's
/// scalars stay on the device (cg_state.hpp), which is given iterations in batches; those behind
/// the last one do nothing. Several ranks' sums meet on the hosts.
template <class P, class C> class FusedPcg {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  /// `batch`: iterations between two looks at the norms, 1 to CgState::most; 1 with several ranks.
  FusedPcg(const Grid& grid, C& communicator, int batch = CgState::batch)
      : grid_(grid), communicator_(communicator), batch_(communicator.alone() ? batch : 1),
        u_("isobar u", grid.nx(), grid.ny(), grid.nz()),
        r_("isobar r", grid.nx(), grid.ny(), grid.nz()),
        z_("isobar z", grid.nx(), grid.ny(), grid.nz()),
        p_("isobar p", grid.nx(), grid.ny(), grid.nz()),
        q_("isobar q", grid.nx(), grid.ny(), grid.nz()) {}

  /// Asks the monitor once a batch; its wish to stop ends the solve one iteration later.
  SolveReport solve(const Vector& f, const SolveControls& controls) {
    for (const Vector& x : {u_, p_, q_}) Blas<T>::set_zero(x);
    Blas<T>::copy(f, r_);
    scalars_.begin(controls.tolerance);
    CgKernels<P>::tridiag(grid_, scalars_, q_, r_, z_, own(CgStep::first_norm));
    combine(CgStep::first_norm);
    ConvergenceTest test(controls, look().rhs_norm);
    while (!test.finished()) {
      bool stop = test.stop_requested();
      const int batch = stop ? 1 : std::min(batch_, test.left());
      for (int n = 0; n < batch; ++n) {
        exchange(communicator_, grid_.index(), z_);
        CgKernels<P>::spmv(grid_, scalars_, z_, u_, p_, q_, own(CgStep::step_length));
        combine(CgStep::step_length);
        CgKernels<P>::tridiag(grid_, scalars_, q_, r_, z_, own(CgStep::next_direction));
        stop = combine(CgStep::next_direction, stop);
      }
      book(look(), test, stop);
    }
    Blas<T>::axpby(scalars_.host().alpha, p_, 1.0, u_);
    return std::move(test).report();
  }
  const Vector& solution() const { return u_; }

private:
  /// The step that a kernel takes itself: one rank's sums are all there are.
  CgStep own(CgStep step) const { return communicator_.alone() ? step : CgStep::none; }
  /// Takes it with the sums of several ranks, which also carry the wish to stop; returns all ranks'.
  bool combine(CgStep step, bool stop = false) {
    if (communicator_.alone()) return stop;
    CgState& state = scalars_.to_host();
    std::array<double, 3> values{state.sums.first, state.sums.second, double(stop)};
    communicator_.sum(values);
    state.sums = {values[0], values[1]};
    state.take(step);
    scalars_.to_device();
    return values[2] > 0.0;
  }
  /// Brings the host's copy of the scalars up to date; with several ranks it is.
  const CgState& look() const {
    return communicator_.alone() ? scalars_.to_host() : scalars_.host();
  }
  /// Books the norms that are new. Where the device is at an end and the test is not, it is a
  /// breakdown.
  static void book(const CgState& state, ConvergenceTest& test, bool stop) {
    for (int n = test.iterations(); n < state.iterations; ++n)
      test.finished(state.norms[n % CgState::most], stop);
    if (state.over && !test.finished()) test.breakdown();
  }

  Grid grid_;
  C& communicator_;
  int batch_;
  CgScalars scalars_;
  Vector u_, r_, z_, p_, q_;
};

} // namespace isobar
