#pragma once
#include <isobar/core/modes/mode_pass.hpp>
#include <isobar/core/modes/separable_spec.hpp>

namespace isobar {

/// z = M^-1 r by one pass through the vertical modes of an equation that separates: the spec's own, or one near to it (SeparableSpec).
/// Chebyshev-Jacobi steps leave a tenth of a mode's error, and low modes have one symmetric V(2,2).
///
/// M^-1 is symmetric and positive definite up to rounding, as conjugate gradients ask. Q stands on both sides. Steps and cycles are
/// polynomials and cycles that are symmetric and leave less than all of any error.
///
/// P, M and L as for ModePass. Preconditioner<P> takes it.
template <class P, class M, class L = M> class ModePreconditioner {
public:
  using Vector = FieldOf<P>;
  using Planes = typename ModePass<P, M, L>::Planes;

  /// As ModePass, but of any spec.
  explicit ModePreconditioner(const GridSetup& setup, Planes* planes = nullptr);
  /// Device bytes, the transposition's own aside.
  static Int64 bytes(const GridSetup& setup, const ModeShares& shares);

  /// As mode_layers, of any spec.
  static TransposedLayers layers(const GridSetup& setup, int least_columns);

  /// Owned cells of z, of a volume-integrated residual r. `norm` is that of r over all ranks, or about.
  const Vector& operator()(const Vector& r, double norm);
  /// As Solver::update.
  void update(const GridSpec& spec);

private:
  SeparableSpec separable_;
  ModePass<P, M, L> pass_;
  Vector z_;
};

} // namespace isobar
