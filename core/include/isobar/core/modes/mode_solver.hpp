#pragma once
#include <isobar/core/modes/horizontal_problems.hpp>
#include <isobar/core/modes/layer_product.hpp>
#include <isobar/core/modes/mode_shares.hpp>
#include <isobar/core/multigrid/solver.hpp>
#include <isobar/core/multigrid/transposition.hpp>

#include <optional>

namespace isobar {

/// Solves in vertical modes: each is a problem in the horizontal alone. Most of them are so strongly damped that a few steps of Jacobi
/// solve them, and multigrid solves the rest (horizontal_problems.hpp).
///
/// An iteration makes the residual's modes, solves each, and adds them to u; in float modes it leaves 1e-5 or less of the residual. u is
/// computed from the modes in double in any case: rounding of u, not of its modes, would leave 5e-3. Convergence is decided on the true
/// residual.
///
/// P is the precision of u and f, M that of modes, L that of multigrid's cycles. Products with modes need a rank's own columns alone.
/// A rank solves some of the modes in all columns, so modes travel there and back: two messages to each other rank in an iteration.
template <class P, class M, class L = M> class ModeSolver final : public Solver<P> {
public:
  using T = typename P::storage;
  using Vector = FieldOf<P>;
  using ModeVector = FieldOf<M>;
  using Planes = Transposition<typename M::storage>;

  /// A rank that has a part of the columns needs a transposition, and a spec without fields. Both have to outlive the solver. Throws as
  /// mode_pencil, and std::invalid_argument without that.
  ModeSolver(const GridSetup& setup, const ModeOptions& options, Communicator<T>& communicator,
             Planes* planes = nullptr);
  /// Device bytes, the transposition's own aside.
  static Int64 bytes(const GridSetup& setup, const ModeOptions& options, const ModeShares& shares);

  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  const Vector& solution() const override { return u_; }
  /// Multigrid solves as many modes as before.
  void update(const GridSpec& spec) override;

private:
  void find_modes(const GridSpec& spec);
  void prepare(double tolerance);
  void add_correction(const Vector& residual, double norm, Target target);
  void solve_modes();

  GridOf<P> grid_;
  Communicator<T>& communicator_;
  Planes* transposition_;
  ModeShares shares_;
  VerticalModes modes_;
  ModeOrder order_;
  LayerMatrix<typename M::arithmetic> forward_;
  LayerMatrix<double> back_;
  Vector u_, r_;
  ModeVector f_modes_, u_modes_; ///< all modes of this rank's columns
  ModeVector f_planes_,
      u_planes_; ///< this rank's modes of all columns, where there is a transposition
  std::optional<HorizontalProblems<M, L>> planes_; ///< none on a rank without modes
};

} // namespace isobar
