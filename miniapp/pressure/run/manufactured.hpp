#pragma once
#include "run/check.hpp"

#include <isobar/core/columns/multigrid.hpp>

#include <vector>

namespace isobar {

/// `box`: the flat box with coefficients that are 1.
///     u = sin(pi x) sin(pi y) cos(pi z / H).
/// `factors`: the same u, and each term has its own coefficient.
///     alpha_h = 1 + cos(pi z / H) / 2,  alpha_v = 1 + sin(pi x) sin(pi y) / 2.
///     beta = ( 1 + cos(pi z / H) / 2 ) ( 1 - sin(pi x) sin(pi y) / 2 ).
/// So alpha_h does not vary along the horizontal, nor alpha_v along the vertical, and f is a multiple of u at each point.
/// `panel` and `equiangular_panel`: such a panel with the vertex flux. Gnomonic coordinates xi and eta are in [-1, 1].
///     u = cos(pi xi / 2) cos(pi eta / 2) cos(pi z / H).
/// `sphere`: the whole sphere. (x, y, z) is a point of the unit sphere, h its height.
///     u = (x^2 - y^2) z cos(pi h / H), a harmonic of degree 3.
enum class KnownProblem { box, factors, panel, equiangular_panel, sphere };

/// A small problem with a known solution, solved by multigrid in precision P on one
/// rank. With its w, lam and H the horizontal, vertical and zero-order terms all matter.
template <class P> class ManufacturedProblem {
public:
  using Grid = GridOf<P>;
  /// n x n columns, on the sphere in each panel, and n layers of equal thickness; n is a multiple of 4.
  explicit ManufacturedProblem(int n, KnownProblem which = KnownProblem::box);
  /// Relative error of the numerical solution in L2.
  double error();
  /// Checks the second order of the discretisation: the error falls fourfold from n = 16 to n = 32.
  /// The bounds are 3.4 and 4.6 in double. In float only the size of the error is checked. Both are
  /// the same problem. It gives the check its name: manufactured_error, manufactured_factors_error,
  /// manufactured_panel_error, manufactured_equiangular_panel_error, manufactured_sphere_error.
  static std::vector<Check> check(ManufacturedProblem& coarse, ManufacturedProblem& fine);
  /// The matrix, on both levels, for tests that spoil it.
  const Grid& grid() const { return multigrid_.grid(); }

private:
  double exact(int i, int j, int k) const;
  double right_side(int i, int j, int k) const;
  int n_;
  KnownProblem which_;
  GridSpec spec_;
  Partition part_;
  SelfCommunicators<typename P::storage> alone_;
  Multigrid<P> multigrid_;
};

} // namespace isobar
