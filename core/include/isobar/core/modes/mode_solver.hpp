#pragma once
#include <isobar/core/modes/mode_pass.hpp>
#include <isobar/core/multigrid/solver.hpp>

namespace isobar {

/// Solves A u = f in vertical modes: each mode is a problem in the horizontal alone. Most modes are
/// so strongly damped that a few steps of Jacobi solve them. Multigrid solves the rest
/// (horizontal_problems.hpp).
///
/// An iteration computes the residual's modes, solves each, and adds the
/// results to u (mode_pass.hpp explains P, M and L). With float modes it leaves
/// 1e-5 or less of the residual. The true residual decides on convergence.
template <class P, class M, class L = M> class ModeSolver final : public Solver<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;
  using Planes = typename ModePass<P, M, L>::Planes;

  /// See ModePass. The communicator and the transposition must outlive the solver.
  ModeSolver(const GridSetup& setup, const ModeOptions& options, Communicator<T>& communicator,
             Planes* planes = nullptr);
  /// Device bytes, without the transposition's own.
  static Int64 bytes(const GridSetup& setup, const ModeOptions& options, const ModeShares& shares);

  /// Returns the options for solves to this relative tolerance. Steps solve the modes that need few
  /// of them.
  static ModeOptions options_for(double tolerance);
  /// Returns mode_layers() for solves to this tolerance.
  static TransposedLayers layers(const GridSetup& setup, double tolerance, int least_columns) {
    return mode_layers(setup, options_for(tolerance), least_columns);
  }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return u_; }
  /// See Solver::update(). Multigrid solves the same number of modes as before.
  void update(const GridSpec& spec) override;

private:
  GridOf<P> grid_;
  Communicator<T>& communicator_;
  ModePass<P, M, L> pass_;
  Vector u_, r_;
};

} // namespace isobar
