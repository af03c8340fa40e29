#pragma once
#include <isobar/core/base/copy_batch.hpp>
#include <isobar/core/columns/column_level.hpp>
#include <isobar/core/multigrid/cycle_solver.hpp>
#include <isobar/core/multigrid/solver.hpp>

#include <functional>
#include <memory>

namespace isobar {

/// A hierarchy of columns, which can be updated.
template <class P> struct ColumnHierarchy : Hierarchy<P> {
  const GridOf<P>* grid = nullptr;             ///< of the finest level
  std::function<void(const GridSpec&)> update; ///< of all levels
};

/// Matrix-free levels: the finest in P, the others in Q. Q is P, or Float if P is Double. Each
/// level coarsens the horizontal by 2. Levels below the finest merge layers if the options say so.
template <class P, class Q = P> struct MatrixFreeLevels {
  /// Makes the levels. The communicators must outlive them. Throws std::invalid_argument as
  /// level_setups does.
  static ColumnHierarchy<P> make(const GridSetup& setup, const MultigridOptions& options,
                                 Communicators<typename P::storage>& fine,
                                 Communicators<typename Q::storage>& coarse);
  /// Device bytes of the levels on this rank.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options);
};

/// Tensor-product geometric multigrid on columns.
template <class P> class Multigrid final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  Multigrid(ColumnHierarchy<P> levels, const MultigridOptions& options);
  /// Makes matrix-free levels in one precision.
  Multigrid(const GridSetup& setup, const MultigridOptions& options,
            Communicators<T>& communicators)
      : Multigrid(MatrixFreeLevels<P>::make(setup, options, communicators, communicators),
                  options) {}
  /// Device bytes of matrix-free levels in one precision.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options) {
    return MatrixFreeLevels<P>::bytes(setup, options);
  }

  /// Solves A u = f. An iteration is one cycle.
  SolveReport solve(const Vector& f, const SolveControls& controls) override {
    return cycles_.solve(f, controls);
  }
  /// Runs cycles on f, as CycleSolver::cycles does.
  const Vector& cycles(const Vector& f, int count, int before = 0) {
    return cycles_.cycles(f, count, before);
  }
  /// Runs one cycle from zero, which preconditions CG. CG offers the norm of r, which a cycle does
  /// not need.
  const Vector& operator()(const Vector& r, double /*norm*/ = 0.0) { return cycles(r, 1); }

  const Vector& solution() const override { return cycles_.solution(); }
  void update(const GridSpec& spec) override {
    CopyBatch::around([&] { update_(spec); });
    cycles_.outdate_recordings();
  }
  /// Swaps the solution's field, as CycleSolver::swap_solution does.
  void swap_solution(Vector& other) { cycles_.swap_solution(other); }
  const Grid& grid() const { return *grid_; }

private:
  const Grid* grid_; ///< the grid of the finest level
  std::function<void(const GridSpec&)> update_;
  CycleSolver<P> cycles_;
};

} // namespace isobar
