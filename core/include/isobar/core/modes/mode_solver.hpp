#pragma once
#include <isobar/core/modes/mode_pass.hpp>
#include <isobar/core/multigrid/solver.hpp>

namespace isobar {

/// Solves in vertical modes: each is a problem in the horizontal alone. Most are so strongly damped
/// that a few steps of Jacobi solve them; multigrid solves the rest (horizontal_problems.hpp).
///
/// An iteration makes the residual's modes, solves each, and adds them to u (mode_pass.hpp explains P, M
/// and L). In float modes it leaves 1e-5 or less of the residual. The true residual decides on convergence.
template <class P, class M, class L = M> class ModeSolver final : public Solver<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;
  using Planes = typename ModePass<P, M, L>::Planes;

  /// See ModePass. Communicator and transposition must outlive the solver.
  ModeSolver(const GridSetup& setup, const ModeOptions& options, Communicator<T>& communicator,
             Planes* planes = nullptr);
  /// Device bytes, without the transposition's own.
  static Int64 bytes(const GridSetup& setup, const ModeOptions& options, const ModeShares& shares);

  /// The options for solves to this relative tolerance: steps solve the modes that need few of them.
  static ModeOptions options_for(double tolerance);
  /// The same as mode_layers, for solves to this tolerance.
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
