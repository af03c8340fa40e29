#pragma once
#include <isobar/core/kernels/refinement_kernels.hpp>
#include <isobar/core/solvers/multigrid.hpp>

namespace isobar {

/// The power of two next to the root mean square of `count` numbers of this 2-norm.
inline double binary_scale(double norm, Int64 count) {
  const double mean = norm / std::sqrt(double(count));
  return mean > 0.0 && std::isfinite(mean) ? std::exp2(std::ilogb(mean)) : 1.0;
}

/// Iterative refinement: u += e with A e = f - A u solved by a few multigrid cycles in P (float
/// fields), u, f and the residual in double. Convergence is decided on the true residual, which one
/// kernel computes together with u. `Outer` and `Inner` are the communicators of double and of
/// float fields.
///
/// The first e is a good u in float; u becomes double with the second one only, which saves a
/// double field's write and read.
template <class P, class Outer, class Inner> class Refinement {
public:
  using Vector = Field<double>;

  /// `cycles`: before the first correction, the second, ...; the last number for all later ones.
  Refinement(const GridSpec& spec, const Partition& partition, const MultigridOptions& options,
             const std::vector<int>& cycles, Outer& outer, Inner& inner)
      : cycles_(cycles), outer_(outer), grid_(spec, partition, 0, 1.0, 1, options.march),
        multigrid_(spec, partition, options, inner),
        u_("isobar u", grid_.nx(), grid_.ny(), spec.nz),
        next_("isobar next", grid_.nx(), grid_.ny(), spec.nz),
        unknowns_(Int64(partition.global_nx) * partition.global_ny * spec.nz) {
    first_.field = Field<float>("isobar first e", grid_.nx(), grid_.ny(), spec.nz);
    r_.field = Field<float>("isobar r", grid_.nx(), grid_.ny(), spec.nz);
  }

  /// An iteration is one correction of u.
  SolveReport solve(const Vector& f, const SolveControls& controls) {
    ConvergenceTest test(controls, start(f));
    int corrections = 0;
    while (!test.finished()) {
      // Neighbours' u travel behind the cycles, which do not touch it.
      if (corrections > 1) outer_.start(0, u_, Halo::edges);
      const int count = cycles_[std::min<std::size_t>(corrections, cycles_.size() - 1)];
      ScaledFloat e{multigrid_.cycles(r_.field, count), r_.factor};
      if (corrections > 1) outer_.finish(0, u_);
      r_.factor = next_factor_;
      std::array<double, 2> sums{correct(corrections++, e, f), double(test.stop_requested())};
      outer_.sum(sums);
      test.finished(book(sums[0]), sums[1] > 0.0);
    }
    if (corrections == 0) Blas<double>::set_zero(u_);
    if (corrections == 1) RefinementKernels<>::to_double(grid_, first_, u_);
    return std::move(test).report();
  }
  const Vector& solution() const { return u_; }
  const PlannedGrid<double>& grid() const { return grid_; }

private:
  /// r = f; returns its norm. The norm is not known before, so f goes in as it is, and again if it
  /// turns out that float's exponents are too few for it.
  double start(const Vector& f) {
    double norm = 0.0;
    next_factor_ = 1.0;
    for (const bool again : {false, true}) {
      r_.factor = next_factor_;
      std::array<double, 1> square{RefinementKernels<>::to_float(grid_, f, r_)};
      outer_.sum(square);
      norm = book(square[0]);
      if (again || (next_factor_ > 1e-16 && next_factor_ < 1e16)) break;
    }
    return norm;
  }

  double book(double square) {
    const double norm = std::sqrt(square);
    next_factor_ = binary_scale(norm, unknowns_);
    return norm;
  }

  /// u += e and r = f - A u; this rank's || r ||^2.
  double correct(int corrections, ScaledFloat& e, const Vector& f) {
    if (corrections == 0) {
      std::swap(first_.field, e.field);
      first_.factor = e.factor;
      multigrid_.swap_solution(e.field);
      return RefinementKernels<>::residual(grid_, first_, f, r_);
    }
    if (corrections == 1) return RefinementKernels<>::correct(grid_, first_, e, f, u_, r_);
    const double square = RefinementKernels<>::correct(grid_, u_, e, f, next_, r_);
    std::swap(u_, next_);
    return square;
  }

  std::vector<int> cycles_;
  Outer& outer_;
  PlannedGrid<double> grid_;
  Multigrid<P, Inner> multigrid_;
  Vector u_, next_;
  ScaledFloat first_, r_;
  Int64 unknowns_;
  double next_factor_ = 1.0; ///< the power of two next to the last residual
};

/// The V-cycle in P (float fields) as preconditioner of a CG in double.
template <class P, class Inner> class FloatPreconditioner {
public:
  using Vector = Field<double>;

  FloatPreconditioner(const GridSpec& spec, const Partition& partition,
                      const MultigridOptions& options, Inner& inner)
      : grid_(spec, partition, 0, 1.0, 1, options.march),
        multigrid_(spec, partition, options, inner),
        r_("isobar r", grid_.nx(), grid_.ny(), spec.nz),
        z_("isobar z", grid_.nx(), grid_.ny(), spec.nz),
        unknowns_(Int64(partition.global_nx) * partition.global_ny * spec.nz) {}

  /// `norm` is that of r, over all ranks.
  const Vector& operator()(const Vector& r, double norm) {
    const double factor = binary_scale(norm, unknowns_);
    RefinementKernels<>::to_float(grid_, r, {r_, factor});
    RefinementKernels<>::to_double(grid_, {multigrid_(r_), factor}, z_);
    return z_;
  }

private:
  PlannedGrid<double> grid_;
  Multigrid<P, Inner> multigrid_;
  Field<float> r_;
  Vector z_;
  Int64 unknowns_;
};

} // namespace isobar
