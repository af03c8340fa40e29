#pragma once
#include <isobar/core/grid/grid_spec.hpp>
#include <isobar/core/grid/partition.hpp>

#include <cstddef>
#include <vector>

/// A plain serial model of all that the solvers compute, to compare them with. It has naive loops
/// over whole global arrays in double, one line for each line of the equations. It shares no
/// arithmetic with core. Geometry, coefficients and column solves are written again here, from
/// other formulas and in long double where a formula cancels.
namespace isobar::oracle {

/// A cell field on the whole domain, index order [j][i][k].
struct Array {
  int nx = 0, ny = 0, nz = 0;
  std::vector<double> values;

  Array(int nx_in, int ny_in, int nz_in)
      : nx(nx_in), ny(ny_in), nz(nz_in), values(std::size_t(nx_in) * ny_in * nz_in) {}
  double& operator()(int j, int i, int k) { return values[index(j, i, k)]; }
  double operator()(int j, int i, int k) const { return values[index(j, i, k)]; }
  bool inside(int j, int i) const { return i >= 0 && i < nx && j >= 0 && j < ny; }

private:
  std::size_t index(int j, int i, int k) const { return (std::size_t(j) * nx + i) * nz + k; }
};

/// |T|, |T| alpha_v, |T| beta and the four alpha_TT' of a column. On a side of the domain alpha is
/// that of the side, 0 if nothing flows through it. With the vertex flux four more, of columns that
/// meet in a corner alone.
struct Column {
  double area, vertical, reaction, west, east, south, north;
  double south_west = 0, south_east = 0, north_west = 0, north_east = 0;
  double corners() const { return south_west + south_east + north_west + north_east; }
  double total() const { return west + east + south + north + corners(); }
};

/// The matrix of the petascale paper's equations 6 and 14; b, c and d are negative, as there.
struct Matrix {
  int nx, ny, nz;
  int merge; ///< levels of the finest grid in one of this
  Boundaries boundaries;
  std::vector<double> heights; ///< of the levels' centres above the ground
  std::vector<double> volume;  ///< of the levels over a column of area 1
  std::vector<double> a, b, c, d;
  std::vector<Column> columns;

  /// Fields are those of columns of this level.
  Matrix(const GridSpec& spec, int nx, int ny, int merge = 1, ColumnWidths x = {},
         ColumnWidths y = {});
  Matrix(const GridSpec& spec, const Partition& p, int merge = 1)
      : Matrix(spec, p.global_nx, p.global_ny, merge, p.x_widths, p.y_widths) {}

  Matrix(Domain domain, LayerSpacing spacing, const Physics& physics, int nx, int ny, int nz,
         int merge = 1, ColumnWidths x = {}, ColumnWidths y = {})
      : Matrix({domain, spacing, physics, nz}, nx, ny, merge, x, y) {}
  /// The matrix of all columns of a partition's level.
  Matrix(Domain domain, LayerSpacing spacing, const Physics& physics, const Partition& p, int nz,
         int merge = 1)
      : Matrix(domain, spacing, physics, p.global_nx, p.global_ny, nz, merge, p.x_widths,
               p.y_widths) {}
  const Column& column(int j, int i) const { return columns[std::size_t(j) * nx + i]; }
  /// Whether columns couple beyond the domain's ends, to those at the other end.
  bool periodic_x() const { return boundaries.periodic_x(); }
  bool periodic_y() const { return boundaries.periodic_y(); }
};

/// The columns of a coarser level of nx x ny columns, by resistances; `layers` has its layers.
Matrix with_coarse_columns(const Matrix& fine, Matrix layers);

/// The same with the vertex flux: `coarse` has its own vertices, with the geometric means of the children's alpha_h; the rest are sums.
Matrix with_sums_of_columns(const Matrix& fine, Matrix coarse);
/// The spec of the next coarser level of nx x ny columns, whose alpha_h is the geometric mean of its children's; no other fields.
GridSpec with_coarse_alpha(GridSpec fine, int fine_nx, int fine_ny, int nx, int ny);

/// Values of a hash of the cell and the seed, in [-0.5, 1.5), exact in float.
Array random(int nx, int ny, int nz, int seed);
/// The cells rounded to float: inputs that are the same in every precision.
Array rounded_to_float(Array x);
/// 1 in the middle quarter of both horizontal directions times the cell volume, 0 elsewhere.
Array box(const Matrix& m);
/// The integral of 1 over each cell.
Array constant(const Matrix& m);

double dot(const Array& x, const Array& y);
double norm(const Array& x);
/// x + factor y
Array sum(const Array& x, double factor, const Array& y);

Array apply(const Matrix& m, const Array& u);
/// The part of A u from the columns beside one: total u_T - sum of alpha_TT' u_T'.
double horizontal_part(const Matrix& m, const Array& u, int j, int i, int k);
Array residual(const Matrix& m, const Array& u, const Array& f);

/// x of  lower_k x_{k-1} + diagonal_k x_k + upper_k x_{k+1} = rhs_k  by Gaussian elimination.
std::vector<double> solve_tridiagonal(const std::vector<long double>& lower,
                                      const std::vector<long double>& diagonal,
                                      const std::vector<long double>& upper,
                                      const std::vector<long double>& rhs);
/// M^-1 g, M the columns' tridiagonal blocks.
Array solve_columns(const Matrix& m, const Array& g);
/// u + rho M^-1 (f - A u)
Array smooth(const Matrix& m, double rho, const Array& u, const Array& f);
/// The same for one colour: 0 columns with even i + j, 1 the others.
Array smooth_colour(const Matrix& m, double rho, int colour, const Array& u, const Array& f);
/// First the even ones, then the others.
Array smooth_red_black(const Matrix& m, double rho, const Array& u, const Array& f);

/// To nx x ny columns, half as many along both axes or along one, rounded up. It is the sum of the
/// children, of which there are fewer at the end of an odd row.
Array restrict_average(const Array& fine, int nx, int ny);
/// P^T, P as below.
Array restrict_transpose(const Array& fine, int nx, int ny, const Boundaries& sides = {});
/// The same with half as many along both.
inline Array restrict_average(const Array& fine) {
  return restrict_average(fine, (fine.nx + 1) / 2, (fine.ny + 1) / 2);
}
inline Array restrict_transpose(const Array& fine) {
  return restrict_transpose(fine, (fine.nx + 1) / 2, (fine.ny + 1) / 2);
}
/// To nx x ny columns; an axis with as many as before is left as it is. Bilinear, weights (9, 3, 3,
/// 1)/16; beyond the domain coarse values are mirrored, with opposite sign where u is 0 on the
/// side. At the end of an odd row the last fine cell takes its only parent's value. The one beside
/// it takes 2/3 of its parent's and 1/3 of the last one's.
Array prolongate(const Array& coarse, int nx, int ny, const Boundaries& sides = {});
inline Array prolongate(const Array& coarse) {
  return prolongate(coarse, 2 * coarse.nx, 2 * coarse.ny);
}

/// The same for merged levels alone: sum over the levels of each group.
Array sum_levels(const Matrix& coarse, const Array& fine);
/// Linear in height between the coarse levels' centres, constant beyond them; and its transpose.
Array interpolate_layers(const Matrix& coarse, const Array& x, const std::vector<double>& heights);
Array transpose_of_interpolation(const Matrix& coarse, const Array& x,
                                 const std::vector<double>& heights);

/// Vectors of preconditioned CG and the two kernels of an iteration (single-GPU paper,
/// algorithm 2), line by line.
struct Cg {
  Array u, r, z, p, q;
  double norm_squared = 0.0, kappa = 0.0, sigma = 0.0;

  void tridiag(const Matrix& m, double alpha);
  void spmv(const Matrix& m, double alpha, double beta);
};

/// Relaxation factors of a V-cycle's smoothing steps before, after, and on the coarsest level.
struct Cycle {
  std::vector<double> before, after, coarsest;
  bool transpose = false; ///< restriction by P^T
  bool red_black = false; ///< smoothing steps treat one colour after the other
};
/// One V-cycle on f; `levels[level]` is the matrix of this level.
Array v_cycle(const std::vector<Matrix>& levels, const Cycle& cycle, Array u, const Array& f,
              std::size_t level = 0);

/// Norms of the volume-integrated residual, entry 0 that of f, down to the relative tolerance.
std::vector<double> pcg_history(const Matrix& m, const Array& f, double tolerance);
std::vector<double> multigrid_history(const std::vector<Matrix>& levels, const Cycle& cycle,
                                      const Array& f, double tolerance);

} // namespace isobar::oracle
