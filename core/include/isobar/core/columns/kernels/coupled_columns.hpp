#pragma once
#include <isobar/core/columns/kernels/cell_couplings.hpp>
#include <isobar/core/columns/level_setup.hpp>

namespace isobar {

/// The matrix of a level as couplings, with the inverse pivots of its columns. P is x fastest. All
/// calls need a u with a valid halo, which is 0 beyond the domain's sides. They write owned cells,
/// and neither wait nor allocate. Copies share memory.
template <class P> class CoupledColumns {
public:
  using Vector = FieldOf<P>;

  explicit CoupledColumns(const LevelSetup& setup);
  /// Device bytes.
  static Int64 bytes(const LevelSetup& setup) { return 5 * field_bytes<P>(setup); }

  /// The couplings, which the caller fills before it calls factorise().
  const CellCouplings<P>& couplings() const { return couplings_; }
  /// The inverse pivots of the columns.
  const Vector& inverse() const { return inverse_; }
  /// Computes the inverse pivots from the couplings. 5 references.
  void factorise() const;
  /// Calls add_up(), and then factorise().
  void coarsen(const CoupledColumns& finer) const;
  /// Computes this level's couplings from the finer level's. A coupling of two coarse cells is the
  /// sum of the finer ones across their face. It is divided by the distance of the cells' centres
  /// in finer columns. Where the equation has no coefficients, the result is the discretisation on
  /// this level.
  void add_up(const CoupledColumns& finer) const;

  /// Computes next = u + rho T^-1 (f - A u), where T holds the tridiagonal blocks of the columns.
  /// 8 references, and 4 more from cache.
  void smooth(double rho, const Vector& u, const Vector& f, const Vector& next) const;
  /// Computes next = rho T^-1 f.
  void smooth_from_zero(double rho, const Vector& f, const Vector& next) const;
  /// Computes r = f - A u.
  void residual(const Vector& u, const Vector& f, const Vector& r) const;
  /// Returns this rank's share of ||f - A u||^2. Waits.
  double residual_norm_squared(const Vector& u, const Vector& f) const;

  /// Computes f: the sums of the finer level's r over the cells in each coarse cell.
  void restrict_from(const Vector& r, const Vector& f) const;
  /// Copies `correction` of each coarse cell to u in its finer cells, or adds it there.
  void prolongate_to(const Vector& u, const Vector& correction, bool add) const;

private:
  CellCouplings<P> couplings_;
  Vector inverse_;
  Coarsening halved_, single_end_; ///< of this level compared with the finer one
  int level_;
};

} // namespace isobar
