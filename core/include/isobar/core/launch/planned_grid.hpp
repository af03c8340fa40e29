#pragma once
#include <isobar/core/launch/launch_plan.hpp>

#include <utility>

namespace isobar {

/// Whether any kernel solves columns of a level. If none does, the level needs no plan for it, and
/// no kernel that renews the plan in each update. A kernel that still solves columns then walks
/// each column with one lane.
enum class ColumnSolves { some, none };

/// A level in the form that kernels take: its matrix, and the plan by which teams walk it. Copies
/// share their memory.
template <class A, Walk W = native_walk> class PlannedGrid {
public:
  PlannedGrid() = default;
  /// Makes the level as GridLevel does; `rules` override the choice of march_shape.hpp.
  PlannedGrid(const GridSpec& spec, const HorizontalMesh& mesh, int index = 0, double scale = 1.0,
              int merge = 1, const std::vector<MarchRule>& rules = {},
              ColumnSolves solves = ColumnSolves::some)
      : matrix_(spec, mesh, index, scale, merge), plan_(matrix_, walk(solves), rules) {}
  PlannedGrid(const GridSpec& spec, const Partition& partition, int index = 0, double scale = 1.0,
              int merge = 1, const std::vector<MarchRule>& rules = {})
      : PlannedGrid(spec, HorizontalMesh(spec, partition), index, scale, merge, rules) {}

  explicit PlannedGrid(GridLevel<A> matrix) : matrix_(std::move(matrix)), plan_(matrix_, W, {}) {}

  /// Updates the matrix (GridLevel::update) and the plan. Older copies of this grid keep their
  /// layers on the host, so update each copy.
  void update(const GridSpec& spec) {
    matrix_.update(spec);
    plan_.update(matrix_);
  }

  /// Returns `count` rows from row `first` on as a grid of their own. It shares memory with this
  /// one, and must be made again after an update.
  PlannedGrid rows(int first, int count) const {
    PlannedGrid part = *this;
    part.matrix_ = matrix_.rows(first, count);
    part.plan_ = plan_.rows(first, count);
    return part;
  }

  /// Returns `columns` columns and `rows` rows of each patch of the sphere as a grid, from the
  /// patch's column (i, j) on. It shares memory with this one, and must be made again after an
  /// update.
  PlannedGrid part_of_patches(int i, int j, int columns, int rows) const {
    const Partition some = partition().part_of_patches(columns, rows);
    PlannedGrid part = *this;
    part.matrix_ = matrix_.part_of_patches(i, j, some);
    part.plan_ = plan_.rows(j, some.ny, i);
    return part;
  }

  const GridLevel<A>& matrix() const { return matrix_; }
  const LaunchPlan<A>& plan() const { return plan_; }

  int nx() const { return matrix_.nx(); }
  int ny() const { return matrix_.ny(); }
  int nz() const { return matrix_.nz(); }
  int index() const { return matrix_.index(); }
  PatchRows rows() const { return matrix_.rows(); }
  Int64 unknowns() const { return matrix_.unknowns(); }
  const Partition& partition() const { return matrix_.partition(); }
  const std::string& label(Kernel k) const { return plan_.label(k); }

  /// Device bytes of a level of this shape, with its plan.
  static Int64 bytes(int nx, int ny, int nz, const std::vector<MarchRule>& rules = {},
                     bool fields = false, ColumnSolves solves = ColumnSolves::some,
                     Flux flux = Flux::two_point) {
    return GridLevel<A>::bytes(nx, ny, nz, fields, flux) +
           LaunchPlan<A>::bytes(nx, ny, nz, walk(solves), rules);
  }

private:
  static constexpr Walk walk(ColumnSolves solves) {
    return solves == ColumnSolves::some ? W : Walk::blocks;
  }

  GridLevel<A> matrix_;
  LaunchPlan<A> plan_;
};

/// The level type that kernels of a precision take.
template <class P> using GridOf = PlannedGrid<typename P::arithmetic, P::walk>;

} // namespace isobar
