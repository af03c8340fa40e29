#pragma once
#include <isobar/core/modes/mode_pass.hpp>
#include <isobar/core/modes/separable_spec.hpp>

namespace isobar {

/// Computes z = M^-1 r by one pass through the vertical modes of an equation that separates.
/// It is the spec's own equation, or one near to it (SeparableSpec). Chebyshev-Jacobi steps
/// leave a tenth of a mode's error, and low modes get one symmetric V(2,2).
///
/// M^-1 is symmetric and positive definite up to rounding, as conjugate gradients require. Q stands
/// on both sides. Steps and cycles are symmetric, and leave less than the whole of any error.
///
/// P, M and L have the meaning that they have in ModePass. Preconditioner<P> takes an object of
/// this class.
template <class P, class M, class L = M> class ModePreconditioner {
public:
  using Vector = FieldOf<P>;
  using Planes = typename ModePass<P, M, L>::Planes;

  /// Takes the arguments of ModePass, for any spec.
  explicit ModePreconditioner(const GridSetup& setup, Planes* planes = nullptr);
  /// Device bytes, without the transposition's own.
  static Int64 bytes(const GridSetup& setup, const ModeShares& shares);

  /// Returns mode_layers() for any spec.
  static TransposedLayers layers(const GridSetup& setup, int least_columns);

  /// Returns z for a volume-integrated residual r, both in owned
  /// cells. `norm`: about the norm of r over all ranks.
  const Vector& operator()(const Vector& r, double norm);
  /// See Solver::update().
  void update(const GridSpec& spec);

private:
  SeparableSpec separable_;
  ModePass<P, M, L> pass_;
  Vector z_;
};

} // namespace isobar
