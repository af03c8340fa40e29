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

/// Matrix-free levels: the finest in P, the others in Q, which is P, or Float under Double. The
/// horizontal is coarsened by 2; layers are merged below the finest level if the options say so.
template <class P, class Q = P> struct MatrixFreeLevels {
  /// Communicators must outlive the levels. Throws std::invalid_argument as level_setups does.
  static ColumnHierarchy<P> make(const GridSetup& setup, const MultigridOptions& options,
                                 Communicators<typename P::storage>& fine,
                                 Communicators<typename Q::storage>& coarse);
  /// Device bytes of them on this rank.
  static Int64 bytes(const GridSetup& setup, const MultigridOptions& options);
};

/// Tensor-product geometric multigrid on columns.
template <class P> class Multigrid final : public Solver<P> {
public:
  using T = typename P::storage;
  using Grid = GridOf<P>;
  using Vector = FieldOf<P>;

  Multigrid(ColumnHierarchy<P> levels, const MultigridOptions& options);
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
  SolveReport solve(const Vector& f, const SolveControls& controls) override {
    return cycles_.solve(f, controls);
  }
  /// As CycleSolver::cycles.
  const Vector& cycles(const Vector& f, int count, int before = 0) {
    return cycles_.cycles(f, count, before);
  }
  /// One cycle: multigrid as the preconditioner of CG, which offers the norm of r.
  const Vector& operator()(const Vector& r, double /*norm*/ = 0.0) { return cycles(r, 1); }

  const Vector& solution() const override { return cycles_.solution(); }
  void update(const GridSpec& spec) override {
    CopyBatch::around([&] { update_(spec); });
    cycles_.outdate_recordings();
  }
  /// As CycleSolver::swap_solution.
  void swap_solution(Vector& other) { cycles_.swap_solution(other); }
  const Grid& grid() const { return *grid_; }

private:
  const Grid* grid_; ///< the levels'
  std::function<void(const GridSpec&)> update_;
  CycleSolver<P> cycles_;
};

} // namespace isobar
