#pragma once
#include <isobar/comm/topology/decomposition.hpp>
#include <isobar/core/grid/boundaries.hpp>
#include <isobar/core/grid/cell_coefficients.hpp>
#include <isobar/core/grid/convection_terms.hpp>
#include <isobar/core/grid/geometry.hpp>
#include <isobar/core/grid/physics.hpp>
#include <isobar/core/grid/sphere_patches.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

/// The equation that PressureSolver solves.
///
/// The caller's functions are HorizontalField, CellField and ColumnGeometryFields. The solver calls
/// them for columns and cells by their indices in the whole domain: i < nx eastwards, j < ny
/// northwards, k < nz upwards. With SolverOptions::blocks a rank evaluates only the columns of its
/// own blocks, and their edges. Without blocks every rank evaluates its own columns, those beside
/// them, and all that its coarse levels cover, which may be the whole domain. The constructor also
/// evaluates a sample of the whole domain. So each rank needs the numbers of the whole domain, or a
/// formula, and all ranks must give the same numbers. Ranks compare their numbers for the same
/// column, and refuse differences above rounding.
///
/// The thread that calls the solver calls the functions on the host, in the constructor and in
/// update(). It calls them once for each column, edge or cell, except for the sample. The solver
/// keeps the numbers: 9 bytes of the host's memory for each. It calls no function after the
/// constructor or update() has returned. Objects that the functions refer to may then change or go.
///
/// Throws std::invalid_argument with one line on all ranks if a number is invalid or a
/// function throws. If a function has thrown, the text is that of its exception, which
/// is nested (std::rethrow_if_nested); other ranks name the rank in front of it.
namespace isobar {

/// The grid of the whole domain.
///
/// On the sphere nx = ny is the number of columns along a side of each of the six panels. Cells
/// have the 6 ny rows of all panels, one panel after the other. Index j is row j % ny of panel j /
/// ny. A rank has consecutive whole rows. The header cubed_sphere.hpp says which panel lies beyond
/// which side, and where a column is on the sphere. Only bottom and top have boundaries, and there
/// is no process grid. Functions of the position get the same indices (i, j).
struct PressureGrid {
  int nx = 0, ny = 0, nz = 0; ///< columns in x and y of all ranks together, layers
  Domain domain = Domain::panel;
  LayerSpacing layers = LayerSpacing::graded;
  std::optional<ProcessGrid> process_grid = {}; ///< ranks in x and y; none: the solver chooses
  /// On a Dirichlet side u is known on the side itself, on a Neumann side its derivative is. Both
  /// are 0 unless set_boundary_values() sets them. The default is the papers': Neumann at bottom
  /// and top, Dirichlet on the four sides. Periodic sides need a number of columns that is even at
  /// each halving, and a flat domain or own columns.
  Boundaries boundaries = {};
  /// Heights of the layers' interfaces above the ground, nz + 1 increasing numbers from 0 on, in
  /// units of the radius (flat: of the box's side). If empty, `layers` and Physics::depth give
  /// them; otherwise the depth has no effect.
  std::vector<double> interfaces = {};
  /// The caller's own columns in place of the domain's: their areas, and lengths and distances
  /// of their edges, in units of the radius (coefficients.hpp). With Domain::panel the layers
  /// are those of a sphere (weight r^2), with Domain::flat those of a box. None: the domain's.
  std::shared_ptr<const ColumnGeometryFields> columns = {};
  /// How columns couple; none: Flux::vertex on the sphere, Flux::two_point elsewhere. Flux::vertex
  /// converges to the equation on panels, too, where Flux::two_point is consistent to 3 % only. It
  /// needs the domain's own columns, and a method other than modes and stored matrices.
  std::optional<Flux> flux = {};
  /// The number of rows, on the sphere of all panels together.
  int rows() const { return domain == Domain::sphere ? panel_count * ny : ny; }
  Flux flux_or_default() const {
    return flux.value_or(domain == Domain::sphere ? Flux::vertex : Flux::two_point);
  }
};

/// Factors of the coefficients by height: one number a layer, from the ground up. An
/// empty list is 1 on all layers. Numbers are finite and greater than 0; beta may be 0.
struct HeightFactors {
  std::vector<double> alpha_h, alpha_v, beta;
};

/// Factors of the coefficients by horizontal position. An empty
/// function is 1 everywhere. Numbers are finite and greater than 0.
struct PositionFactors {
  HorizontalField alpha_h, alpha_v, beta;
  /// The height of the ground in units of the radius (flat: of the box's side), finite and below
  /// the depth; empty: 0 everywhere. All layers follow it up to a flat top, and heights of
  /// interfaces hold over a ground of height 0. Cells over a higher ground are smaller by the
  /// factor 1 - ground / depth, and right-hand sides, solutions and coefficients belong to the
  /// inclined layers. A ground needs Flux::vertex and a Krylov method around line relaxation or
  /// multigrid, such as "cg-standard" or "cg-multigrid". It excludes convection and coefficients
  /// a cell. Multigrid does not know the inclination: docs/discretisation.md, "Inclined layers".
  HorizontalField ground = {};
};

/// The coefficients of
///
///     -w^2 ( div_S( alpha_h grad_S u ) + lam^2 (1/r^2) d/dr( r^2 alpha_v du/dr ) + xi . grad u ) + beta u = f
///
/// `physics` has w^2, lam^2 and the depth in units of the radius, or the atmosphere's
/// numbers in SI units. The numbers alpha_h, alpha_v and beta have no unit and are 1 by
/// default. The vector xi is 0 by default; its grad is in units of the inverse radius.
struct Coefficients {
  Physics physics;
  HeightFactors heights{};     ///< factors of alpha_h, alpha_v and beta by height
  PositionFactors positions{}; ///< their factors by position
  /// Whether an update keeps the factors by position: the solver then ignores
  /// `positions` and evaluates nothing again. On a host the evaluation of one
  /// number a column takes longer than all the rest of an update.
  bool positions_as_before = false;
  /// Whether an update chooses multigrid's automatic levels again. It does if the CFL number has
  /// changed by a factor of 1.5 or more since the last choice, and other levels are better now.
  /// That takes a new setup and meanwhile the memory of a second solver; solver.levels() tells the
  /// levels. Without the caller's blocks, levels stay if others would distribute columns
  /// differently. Excludes PressureGrid::columns and positions_as_before.
  bool choose_levels = false;
  CellCoefficients cells{}; ///< numbers a cell; if given, they replace the product
  Convection convection{};  ///< xi: needs a method that begins with "bicgstab", "gcr" or "gmres"

  Coefficients(const Physics& p) : physics(p) {} // NOLINT(google-explicit-constructor)
  Coefficients(const Atmosphere& a)              // NOLINT(google-explicit-constructor)
      : physics(non_dimensional(a)) {}
};

/// Makes a function of an array over the whole domain in the host's memory, which must
/// outlive the call that takes the function. Strides are numbers from a column to the one
/// east of it and the one north of it. For a C or NumPy array a[j][i] they are 1 and nx.
inline HorizontalField field_of_array(const double* numbers, std::ptrdiff_t x_stride,
                                      std::ptrdiff_t y_stride) {
  return [=](int i, int j) { return numbers[i * x_stride + j * y_stride]; };
}
/// Makes a function of an array of cells over the whole
/// domain; for a[j][i][k] the strides are nz, nx nz and 1.
inline CellField cells_of_array(const double* numbers, std::ptrdiff_t x_stride,
                                std::ptrdiff_t y_stride, std::ptrdiff_t z_stride) {
  return [=](int i, int j, int k) { return numbers[i * x_stride + j * y_stride + k * z_stride]; };
}

} // namespace isobar
