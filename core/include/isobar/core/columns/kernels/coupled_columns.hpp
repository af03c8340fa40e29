#pragma once
#include <isobar/core/columns/kernels/cell_couplings.hpp>
#include <isobar/core/columns/level_setup.hpp>

namespace isobar {

/// The matrix of a level as couplings, and the inverse pivots of its columns. P is x fastest. In all calls u has a valid
/// halo, which is 0 beyond the domain's sides. They write owned cells, and neither wait nor allocate. Copies share memory.
template <class P> class CoupledColumns {
public:
  using Vector = FieldOf<P>;

  explicit CoupledColumns(const LevelSetup& setup);
  /// Device bytes.
  static Int64 bytes(const LevelSetup& setup) { return 5 * field_bytes<P>(setup); }

  /// To be filled by the caller, who then calls factorise().
  const CellCouplings<P>& couplings() const { return couplings_; }
  /// The inverse pivots, which factorise() writes. 5 references.
  const Vector& inverse() const { return inverse_; }
  void factorise() const;
  /// Calls add_up(), and then factorise().
  void coarsen(const CoupledColumns& finer) const;
  /// Sets the couplings of this level from those of the finer one. A coupling of coarse cells is the sum of the finer
  /// ones across their face, divided by the distance of their centres in finer columns. Without coefficients in the
  /// equation this is the discretisation on that level.
  void add_up(const CoupledColumns& finer) const;

  /// next = u + rho T^-1 (f - A u), with T the columns' tridiagonal blocks. 8 references, and 4 more from cache.
  void smooth(double rho, const Vector& u, const Vector& f, const Vector& next) const;
  /// next = rho T^-1 f
  void smooth_from_zero(double rho, const Vector& f, const Vector& next) const;
  /// r = f - A u
  void residual(const Vector& u, const Vector& f, const Vector& r) const;
  /// This rank's share of ||f - A u||^2. Waits.
  double residual_norm_squared(const Vector& u, const Vector& f) const;

  /// f = the sums of a finer level's r over the cells in each coarse cell.
  void restrict_from(const Vector& r, const Vector& f) const;
  /// Sets u of a finer level to the numbers of its cells' coarse cells, or adds them to it.
  void prolongate_to(const Vector& u, const Vector& correction, bool add) const;

private:
  CellCouplings<P> couplings_;
  Vector inverse_;
  Coarsening halved_, single_end_; ///< of this level compared with the finer one
  int level_;
};

} // namespace isobar
