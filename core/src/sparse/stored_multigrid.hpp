#pragma once
#include "sparse/stored_columns.hpp"
#include "sparse/stored_matrix.hpp"
#include <isobar/core/field/blas.hpp>
#include <isobar/core/solvers/communicator.hpp>
#include <isobar/core/solvers/solve.hpp>

#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace isobar {

/// The V-cycle of a code that knows its grid through matrices only: operators, restriction and
/// prolongation are stored, the vertical solves read stored factors, and nothing else is done but
/// products with them (the technique of the unstructured-grid paper). The algorithm is that of
/// Multigrid, and so are its iteration counts; Multigrid's fused kernels save the traffic.
/// `Matrix` is CsrMatrix<T> or EllMatrix<T>.
template <class T, class C, class Matrix> class StoredMultigrid {
public:
  using Grid = PlannedGrid<T>;
  using Vector = Field<T>;

  struct Options {
    int levels = 5;
    std::vector<double> pre_relaxation{2.0 / 3.0}; ///< as in MultigridOptions
    std::vector<double> post_relaxation{2.0 / 3.0};
    int coarse_steps = 2;
    double coarse_relaxation = 2.0 / 3.0;
  };

  /// Assembles all matrices. `partition` as for Multigrid. Throws std::length_error if a level
  /// is larger than a matrix can count.
  StoredMultigrid(const GridSpec& spec, const Partition& partition, const Options& options,
                  C& communicator)
      : options_(options), communicator_(communicator) {
    Grid grid(spec, partition);
    for (int l = 0; l < options.levels; ++l) {
      levels_.emplace_back(grid);
      if (l + 1 == options.levels) break;
      const Grid coarse(spec, grid.partition().coarsened(), l + 1);
      levels_.back().restriction.emplace(RestrictionRows<T>(grid, coarse));
      levels_.back().prolongation.emplace(ProlongationRows<T>(grid, coarse));
      grid = coarse;
    }
  }

  /// V-cycles until the residual norm has fallen by the tolerance.
  SolveReport solve(const Vector& f, const SolveControls& controls) {
    Level& finest = levels_.front();
    finest.f = f;
    ConvergenceTest test(controls, norm(f, false).first);
    if (test.finished()) Blas<T>::set_zero(finest.u);
    bool from_zero = true;
    while (!test.finished()) {
      cycle(0, std::exchange(from_zero, false));
      finest.matrix.residual(finest.u, f, finest.r);
      const auto [residual_norm, stop] = norm(finest.r, test.stop_requested());
      test.finished(residual_norm, stop);
    }
    return std::move(test).report();
  }
  const Vector& solution() const { return levels_.front().u; }

  /// Device bytes of level `l` (0 is the finest) of a hierarchy, of this shape.
  static Int64 bytes(int level, int levels, int nx, int ny, int nz) {
    const Int64 field = FieldShape::of<T>(nx, ny, nz).size() * Int64(sizeof(T));
    const bool coarsest = level + 1 == levels;
    return (2 + (level > 0)) * field + StoredColumns<T>::bytes(nx, ny, nz) +
           Matrix::operator_bytes(nx, ny, nz) + (coarsest ? 0 : Matrix::transfer_bytes(nx, ny, nz));
  }

private:
  struct Level {
    int index;
    Matrix matrix;
    StoredColumns<T> columns;
    std::optional<Matrix> restriction, prolongation; ///< to and from the next coarser level
    Vector u, r, f;
    explicit Level(const Grid& g)
        : index(g.index()), matrix(OperatorRows<T>(g)), columns(g),
          u("isobar u", g.nx(), g.ny(), g.nz()), r("isobar r", g.nx(), g.ny(), g.nz()) {
      if (index > 0) f = Vector("isobar f", g.nx(), g.ny(), g.nz()); // the finest has the caller's
    }
  };

  /// Petascale paper, algorithm 1. Expects f on this level, and u unless `from_zero`, with a
  /// valid halo; leaves the improved u with a valid halo.
  void cycle(int l, bool from_zero) {
    Level& fine = levels_[l];
    if (l + 1 == int(levels_.size())) {
      for (int step = 0; step < options_.coarse_steps; ++step)
        smooth(fine, options_.coarse_relaxation, std::exchange(from_zero, false));
      return;
    }
    Level& coarse = levels_[l + 1];
    if (from_zero && options_.pre_relaxation.empty()) Blas<T>::set_zero(fine.u);
    for (const double rho : options_.pre_relaxation)
      smooth(fine, rho, std::exchange(from_zero, false));
    fine.matrix.residual(fine.u, fine.f, fine.r);
    fine.restriction->apply(fine.r, coarse.f);
    cycle(l + 1, true);
    exchange(communicator_, coarse.index, coarse.u, Halo::edges_and_corners);
    fine.prolongation->add(coarse.u, fine.u);
    exchange(communicator_, fine.index, fine.u);
    for (const double rho : options_.post_relaxation) smooth(fine, rho, false);
  }

  /// u += rho M^-1 (f - A u); leaves u with a valid halo.
  void smooth(Level& level, double rho, bool from_zero) {
    if (from_zero) {
      level.columns.solve(rho, level.f, level.u);
    } else {
      level.matrix.residual(level.u, level.f, level.r);
      level.columns.smooth(rho, level.r, level.u);
    }
    exchange(communicator_, level.index, level.u);
  }

  /// The global 2-norm of r, and whether any rank wants to stop.
  std::pair<double, bool> norm(const Vector& r, bool stop) {
    std::array<double, 2> sums{Blas<T>::dot(r, r), double(stop)};
    communicator_.sum(sums);
    return {std::sqrt(sums[0]), sums[1] > 0.0};
  }

  Options options_;
  C& communicator_;
  std::vector<Level> levels_;
};

} // namespace isobar
