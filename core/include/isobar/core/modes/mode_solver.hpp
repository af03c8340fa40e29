#pragma once
#include <isobar/core/modes/mode_pass.hpp>
#include <isobar/core/multigrid/solver.hpp>

namespace isobar {

/// Solves in vertical modes: each is a problem in the horizontal alone. Most of them are so strongly damped that a few steps of Jacobi
/// solve them, and multigrid solves the rest (horizontal_problems.hpp).
///
/// An iteration makes the residual's modes, solves each, and adds them to u (mode_pass.hpp, which says what P, M and L are); in float modes
/// it leaves 1e-5 or less of the residual. Convergence is decided on the true residual.
template <class P, class M, class L = M> class ModeSolver final : public Solver<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;
  using Planes = typename ModePass<P, M, L>::Planes;

  /// As ModePass. Communicator and transposition have to outlive the solver.
  ModeSolver(const GridSetup& setup, const ModeOptions& options, Communicator<T>& communicator,
             Planes* planes = nullptr);
  /// Device bytes, the transposition's own aside.
  static Int64 bytes(const GridSetup& setup, const ModeOptions& options, const ModeShares& shares);

  /// For solves to this relative tolerance: steps solve the modes for which few of them do.
  static ModeOptions options_for(double tolerance);
  /// As mode_layers, for solves to this tolerance.
  static TransposedLayers layers(const GridSetup& setup, double tolerance, int least_columns) {
    return mode_layers(setup, options_for(tolerance), least_columns);
  }

  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return u_; }
  /// Multigrid solves as many modes as before.
  void update(const GridSpec& spec) override;

private:
  GridOf<P> grid_;
  Communicator<T>& communicator_;
  ModePass<P, M, L> pass_;
  Vector u_, r_;
};

} // namespace isobar
