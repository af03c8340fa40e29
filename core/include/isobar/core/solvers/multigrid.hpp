#pragma once
#include <isobar/core/solvers/cycle.hpp>
#include <isobar/core/solvers/field_level.hpp>
#include <isobar/core/solvers/solver.hpp>

#include <memory>

namespace isobar {

/// The levels of a multigrid solver in precision P. The coarser ones may be of another precision.
template <class P> struct Hierarchy {
  std::unique_ptr<FieldLevel<P>> finest;
  std::vector<std::unique_ptr<Level>> coarser;
};

/// Matrix-free levels: the finest in P, the others in Q, which is P, or Float under Double. The
/// horizontal is coarsened by 2; layers are merged below the finest level if the options say so.
template <class P, class Q = P> struct MatrixFreeLevels {
  /// Communicators must outlive the levels. Throws std::invalid_argument as level_setups does.
  static Hierarchy<P> make(const GridSetup& setup, const MultigridOptions& options,
                           Communicators<typename P::storage>& fine,
                           Communicators<typename Q::storage>& coarse);
  /// Device bytes of them on this rank.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options);
};

/// Tensor-product geometric multigrid: levels of any kind, the cycle over them, and cycles until the
/// residual norm has fallen by the tolerance.
template <class P> class Multigrid final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  Multigrid(Hierarchy<P> levels, const MultigridOptions& options);
  /// Matrix-free levels in one precision.
  Multigrid(const GridSetup& setup, const MultigridOptions& options,
            Communicators<T>& communicators)
      : Multigrid(MatrixFreeLevels<P>::make(setup, options, communicators, communicators),
                  options) {}
  /// Device bytes of that.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options) {
    return MatrixFreeLevels<P>::bytes(setup, options);
  }

  /// An iteration is one cycle.
  SolveReport solve(const Vector& f, const SolveControls& controls) override;
  /// `count` cycles on f from zero without a norm: no sum over ranks, no wait of the host. Leaves the
  /// solution with a valid halo. `before`: cycles of the same solve that were done already.
  const Vector& cycles(const Vector& f, int count, int before = 0);
  /// One cycle: multigrid as the preconditioner of CG, which offers the norm of r.
  const Vector& operator()(const Vector& r, double /*norm*/ = 0.0) { return cycles(r, 1); }

  const Vector& solution() const override { return finest_->u(); }
  /// Hands the solution's field over in exchange for another one of its shape.
  void swap_solution(Vector& other) { std::swap(finest_->u(), other); }
  const Grid& grid() const { return finest_->grid(); }

private:
  std::unique_ptr<FieldLevel<P>> finest_;
  std::vector<std::unique_ptr<Level>> coarser_;
  Cycle cycle_;
};

} // namespace isobar
