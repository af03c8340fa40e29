#pragma once
#include <isobar/core/fem/fem_multigrid.hpp>
#include <isobar/core/multigrid/smoother_factors.hpp>

#include <string>
#include <vector>

/// The settings of ours that isobar_fem_hypre times.
namespace isobar::bench {

/// A cycle of ours with these steps before and after, whether it is CG's preconditioner, and how rows are stored.
struct CycleSettings {
  std::string name;
  FemSmoother smoother;
  std::vector<double> factors;
  enum { alone, with_cg, in_float_with_cg } use;
  FemRows rows = FemRows::stored;
};

/// Two Jacobi steps with the factors of Chebyshev, without an estimate of the largest eigenvalue: on CIRCLE it is below 2.6.
inline std::vector<double> given_factors() { return chebyshev_factors(2, 2.6 / 4.0, 2.6); }

/// The fastest three first.
inline std::vector<CycleSettings> cycle_variants() {
  using enum FemSmoother;
  using Use = CycleSettings;
  return {{"CG, V(2,2) in float, factors of Chebyshev, bands", jacobi, given_factors(),
           Use::in_float_with_cg, FemRows::bands},
          {"CG, V(2,2), factors of Chebyshev, bands", jacobi, given_factors(), Use::with_cg,
           FemRows::bands},
          {"CG, V(2,2) in float, Jacobi, factors of Chebyshev", jacobi, given_factors(),
           Use::in_float_with_cg},
          {"CG, V(2,2), Jacobi, factors of Chebyshev", jacobi, given_factors(), Use::with_cg},
          {"CG, V(1,1) in float, Jacobi 0.7", jacobi, {0.7}, Use::in_float_with_cg},
          {"CG, V(1,1), Jacobi 0.7", jacobi, {0.7}, Use::with_cg},
          {"CG, V(2,2), Chebyshev", chebyshev, {1.0, 1.0}, Use::with_cg},
          {"CG, V(1,1), SPAI", spai, {1.0}, Use::with_cg},
          {"V(4,4), Jacobi 0.7 (the paper's)", jacobi, {0.7, 0.7, 0.7, 0.7}, Use::alone}};
}

/// Of the spaces that a setting is for.
inline Numbering numbering_of(FemRows rows) {
  return rows == FemRows::stored ? Numbering::hierarchical : Numbering::macro;
}

inline FemMultigridOptions options_of(const CycleSettings& s) {
  FemMultigridOptions o;
  o.cycle.pre_relaxation = o.cycle.post_relaxation = s.factors;
  o.format = MatrixFormat::csr;
  o.smoother = s.smoother;
  o.rows = s.rows;
  return o;
}

} // namespace isobar::bench
